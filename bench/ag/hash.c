/*
 * A hash table without locks, with linear probing: a place is taken by compare-and-swap of its key, and then its value
 * is written. THREADS threads put OPERATIONS keys in, and their own number as the value. In the first workload the
 * keys of the threads differ, but meet in the same places; with -DSAME they are the same. With -DFREE which of two
 * keys is put in first is an input, for each thread.
 *
 * In the end every key is there once and has the number of a thread that put it in. With -DBROKEN a place is taken by
 * a look and a write.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 1
#endif

enum { SIZE = 8 };

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

struct place {
    atomic_int key;
    atomic_int value;
};

struct place places[SIZE];

/* Whether the place belongs to the key now. */
static int claim(struct place *place, int key)
{
    int found = atomic_load(&place->key);
    if (found == 0) {
#ifdef BROKEN
        atomic_store(&place->key, key);
        return 1;
#else
        return atomic_compare_exchange_strong(&place->key, &found, key) || found == key;
#endif
    }
    return found == key;
}

static void put(int key, int value)
{
    int n = key % SIZE;
    while (!claim(&places[n], key)) {
        n = (n + 1) % SIZE;
    }
    atomic_store(&places[n].value, value);
}

static int count(int key)
{
    int found = 0;
    for (int n = 0; n < SIZE; n++) {
        if (atomic_load(&places[n].key) == key) {
            int value = atomic_load(&places[n].value);
            assert(value >= 1 && value <= THREADS);
            found++;
        }
    }
    return found;
}

static int make_key(int thread, int n)
{
#ifdef SAME
    thread = 0;
#endif
    return 1 + n + thread * SIZE;
}

static void *work(void *argument)
{
    int thread = (int)(intptr_t)argument;
    int first = 0;
#ifdef FREE
    first = __VERIFIER_nondet_int();
    __VERIFIER_assume(first == 0 || first == 1);
#endif
    for (int n = 0; n < OPERATIONS; n++) {
        put(make_key(thread, (n + first) % OPERATIONS), thread + 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)n);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_join(threads[n], NULL);
    }
    for (int thread = 0; thread < THREADS; thread++) {
        for (int n = 0; n < OPERATIONS; n++) {
            assert(count(make_key(thread, n)) == 1);
        }
    }
    return 0;
}
