/* The request may come before the first token is taken. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t tokens;
static int taken;

static void *work(void *unused)
{
    sem_wait(&tokens);
    taken++;
    sem_wait(&tokens);
    taken++;
    return unused;
}

int main(void)
{
    pthread_t worker;
    void *result;
    sem_init(&tokens, 0, 1);
    pthread_create(&worker, NULL, work, NULL);
    pthread_cancel(worker);
    pthread_join(worker, &result);
    assert(result == PTHREAD_CANCELED && taken == 1);
    return 0;
}
