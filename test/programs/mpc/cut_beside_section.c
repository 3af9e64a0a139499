// A thread that was cut off in a loop, beside two whose sections end at an assumption: the first of these to begin keeps
// all the others from going on.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x, begun, rounds;

static void *stop(void *argument)
{
    __VERIFIER_atomic_begin();
    begun++;
    __VERIFIER_assume(x == 1);
    __VERIFIER_atomic_end();
    return argument;
}

static void *go_round(void *argument)
{
    while (x == 0) {
        rounds++;
        assert(!begun);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, stop, NULL);
    pthread_create(&threads[1], NULL, go_round, NULL);
    pthread_create(&threads[2], NULL, stop, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
