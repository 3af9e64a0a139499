/* After the first join the thread identifier is dead; the second join is undefined. */
#include <pthread.h>
#include <stddef.h>

int done;

void *work(void *argument)
{
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    pthread_join(worker, NULL);
    return done - 1;
}
