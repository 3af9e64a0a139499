/*
 * A lock for readers and writers made of two variables that are looked at and changed in one step. WRITERS threads
 * write under it; READERS threads read twice under it and expect the same value.
 *
 * With -DBROKEN a reader looks and registers in two steps.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef READERS
#define READERS 1
#endif

extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int writing, readers;
int x;

static void *write_value(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writing && readers == 0);
    writing = 1;
    __VERIFIER_atomic_end();
    x = (int)(intptr_t)argument;
    writing = 0;
    return NULL;
}

static void *read_twice(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writing);
#ifdef BROKEN
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    readers++;
    __VERIFIER_atomic_end();
    int seen = x;
    assert(seen == x);
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t threads[WRITERS + READERS];
    for (int n = 0; n < WRITERS; n++) {
        pthread_create(&threads[n], NULL, write_value, (void *)(intptr_t)(n + 1));
    }
    for (int n = WRITERS; n < WRITERS + READERS; n++) {
        pthread_create(&threads[n], NULL, read_twice, NULL);
    }
    for (int n = 0; n < WRITERS + READERS; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
