/*
 * The reader-writer lock of older Linux kernels: a counter that starts at BIAS; a reader takes 1, a writer all of it,
 * and who took too much gives it back. T threads make K attempts each; the input of a thread decides whether it reads
 * or writes.
 *
 * With -DBROKEN a writer looks at the counter first and takes it then, and may write while others read or write.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef T
#define T 2
#endif
#ifndef K
#define K 2
#endif
#define BIAS 0x00100000

extern int __VERIFIER_nondet_int(void);

atomic_int counter = BIAS;
int low, high;

static int try_read_lock(void)
{
    if (atomic_fetch_sub(&counter, 1) > 0) {
        return 1;
    }
    atomic_fetch_add(&counter, 1);
    return 0;
}

static void read_unlock(void)
{
    atomic_fetch_add(&counter, 1);
}

static int try_write_lock(void)
{
#ifdef BROKEN
    if (atomic_load(&counter) == BIAS) {
        atomic_fetch_sub(&counter, BIAS);
        return 1;
    }
    return 0;
#else
    if (atomic_fetch_sub(&counter, BIAS) == BIAS) {
        return 1;
    }
    atomic_fetch_add(&counter, BIAS);
    return 0;
#endif
}

static void write_unlock(void)
{
    atomic_fetch_add(&counter, BIAS);
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    int writes = __VERIFIER_nondet_int();
    if (writes) {
        for (int n = 0; n < K; n++) {
            if (try_write_lock()) {
                low = me;
                high = me;
                write_unlock();
            }
        }
    } else {
        for (int n = 0; n < K; n++) {
            if (try_read_lock()) {
                assert(low == high);
                read_unlock();
            }
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[T];
    for (int n = 0; n < T; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)(n + 1));
    }
    for (int n = 0; n < T; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
