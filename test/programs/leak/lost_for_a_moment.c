/* A block is lost between two accesses, always under a lock. If another thread may end the process there, it is leaked. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
uintptr_t block;

static void make(void)
{
    block = (uintptr_t)malloc(4);
}

static void turn(void)
{
    block = ~block;
}

void *turn_twice(void *argument)
{
    pthread_mutex_lock(&mutex);
    turn();
    turn();
    pthread_mutex_unlock(&mutex);
    return argument;
}

void *end(void *argument)
{
#ifdef ENDS
    exit(0);
#endif
    return argument;
}

int main(void)
{
    pthread_t first, second;
    make();
    pthread_create(&first, NULL, turn_twice, NULL);
    pthread_create(&second, NULL, end, NULL);
    pthread_join(second, NULL);
    pthread_join(first, NULL);
    free((void *)block);
    return 0;
}
