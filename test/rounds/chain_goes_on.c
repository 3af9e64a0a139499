/* Every thread creates the next one, but counts once more when that may be counting. */
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
    number++;
    return 0;
}
int main(void)
{
    pthread_t first;
    pthread_create(&first, 0, link, 0);
    pthread_exit(0);
}
