/* An index so far outside of its array that another variable may be there. */
#include <pthread.h>
#include <stddef.h>

int small[4];
int large[8192];
int place = 3;

void *work(void *argument)
{
    small[place] = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    place = 4096 + large[0];
    pthread_join(worker, NULL);
    return 0;
}
