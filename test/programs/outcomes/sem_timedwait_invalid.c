/* The time limit is no time. A semaphore is not taken then, not even one that is free. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

sem_t tokens;

void *take(void *argument)
{
    struct timespec never = {1, -1};
    int status = sem_timedwait(&tokens, &never);
    assert(status == 0 || errno == ETIMEDOUT);
    return argument;
}

void *give(void *argument)
{
    sem_post(&tokens);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&tokens, 0, 1);
    pthread_create(&first, NULL, take, NULL);
    pthread_create(&second, NULL, give, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
