/*
 * A sequential lock: the writer makes the sequence odd, writes, and makes it even again; a reader takes what it read
 * only if the sequence was even and is still the same. One writer, which writes as often as its input says, K times at
 * most, and T - 1 readers, which make K attempts each.
 *
 * With -DBROKEN readers do not mind an odd sequence, and may take half of what is written.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef T
#define T 2
#endif
#ifndef K
#define K 2
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

atomic_int sequence;
atomic_int low, high;

static void *writer(void *argument)
{
    int rounds = __VERIFIER_nondet_int();
    __VERIFIER_assume(rounds <= K);
    for (int n = 0; n < rounds; n++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&low, n + 1);
        atomic_store(&high, n + 1);
        atomic_fetch_add(&sequence, 1);
    }
    return argument;
}

static void *reader(void *argument)
{
    for (int n = 0; n < K; n++) {
        int before = atomic_load(&sequence);
#ifndef BROKEN
        if (before & 1) {
            continue;
        }
#endif
        int first = atomic_load(&low);
        int second = atomic_load(&high);
        if (atomic_load(&sequence) == before) {
            assert(first == second);
        }
    }
    return argument;
}

int main(void)
{
    pthread_t threads[T];
    pthread_create(&threads[0], NULL, writer, NULL);
    for (int n = 1; n < T; n++) {
        pthread_create(&threads[n], NULL, reader, NULL);
    }
    for (int n = 0; n < T; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
