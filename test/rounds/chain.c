/* Every thread creates the next one and ends: there are never two that do something. */
#include <assert.h>
#include <pthread.h>
static unsigned number;
static void *link(void *argument)
{
    unsigned mine = number;
    number = mine + 1;
    assert(number == mine + 1);
    pthread_t next;
    pthread_create(&next, 0, link, argument);
    return 0;
}
int main(void)
{
    pthread_t first;
    pthread_create(&first, 0, link, 0);
    pthread_exit(0);
}
