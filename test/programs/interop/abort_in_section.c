// Who ends the process in an atomic section lets nobody do anything after it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int balance;

static void *give(void *unused)
{
    for (int i = 0; i < 2; i++) {
        __VERIFIER_atomic_begin();
        balance++;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *take(void *unused)
{
    for (int i = 0; i < 2; i++) {
        __VERIFIER_atomic_begin();
        if (balance <= 0)
            abort();
        balance--;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, give, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 0);
    return 0;
}
