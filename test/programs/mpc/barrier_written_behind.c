/* As barrier_then_read.c, but negative parts are written behind the barrier. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int parts[2];
pthread_barrier_t barrier;

void *left(void *argument)
{
    int part = __VERIFIER_nondet_int();
    __VERIFIER_assume(part != 0);
    if (part > 0) {
        parts[0] = part;
    }
    pthread_barrier_wait(&barrier);
    parts[0] = part;
    return argument;
}

void *right(void *argument)
{
    parts[1] = 1;
    pthread_barrier_wait(&barrier);
    assert(parts[0] != 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
