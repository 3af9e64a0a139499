// A section that finds a semaphore free takes it at once, and then nobody goes on; one that has to wait for it lets others
// come in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static sem_t empty, full;
static int x, y, before, after;

static void *stop(void *argument)
{
    __VERIFIER_atomic_begin();
    sem_wait(&full);
    __VERIFIER_assume(y == 1);
    __VERIFIER_atomic_end();
    return argument;
}

static void *watch(void *argument)
{
    __VERIFIER_atomic_begin();
    before = x;
    sem_wait(&empty);
    after = x;
    __VERIFIER_atomic_end();
    assert(before == after);
    return argument;
}

static void *count(void *argument)
{
    x = 1;
    sem_post(&empty);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    sem_init(&empty, 0, 0);
    sem_init(&full, 0, 1);
    pthread_create(&threads[0], NULL, stop, NULL);
    pthread_create(&threads[1], NULL, watch, NULL);
    pthread_create(&threads[2], NULL, count, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
