/* The barrier waits for three threads, but there are only two. */
#include <pthread.h>
#include <stddef.h>

pthread_barrier_t barrier;

void *meet(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&first, NULL, meet, NULL);
    pthread_create(&second, NULL, meet, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
