/*
 * One thread destroys the barrier, the other one waits at it. Whichever comes first, it is a misuse; both calls
 * stand on one line because both can be the one that goes wrong.
 */
#include <pthread.h>
#include <stddef.h>

pthread_barrier_t barrier;

void *use(void *argument)
{
    argument != NULL ? pthread_barrier_wait(&barrier) : pthread_barrier_destroy(&barrier);
    return NULL;
}

int main(void)
{
    pthread_t waiting, destroying;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&waiting, NULL, use, &barrier);
    pthread_create(&destroying, NULL, use, NULL);
    pthread_join(waiting, NULL);
    pthread_join(destroying, NULL);
    return 0;
}
