/*
 * A sorted set as a linked list without locks: a link is swung by compare-and-swap, and an element is removed by
 * marking its own link, after which whoever comes by takes it out. Links are numbers of nodes, doubled, plus one when
 * marked.
 *
 * THREADS threads make OPERATIONS operations each on the same keys: all insert, or, with -DREMOVE, insert and remove
 * in turn. In the end the list holds as many keys as were inserted and not removed, in ascending order.
 *
 * With -DLOCAL nothing but the keys themselves is asserted, which no other thread has to do with. With -DBROKEN an
 * element is put in by a plain write.
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

enum { HEAD = 0, TAIL = 1, FIRST = 2, LARGEST = 1000 };

struct node {
    int key;
    atomic_int link;
};

struct node nodes[FIRST + THREADS * OPERATIONS];

/* Finds the first element whose key is not smaller, and the one before it. Takes marked elements out on the way. */
static int find(int key, int *previous)
{
restart:
    *previous = HEAD;
    int current = atomic_load(&nodes[HEAD].link) / 2;
    while (current != TAIL) {
        int link = atomic_load(&nodes[current].link);
        if (link % 2 == 1) {
            int expected = current * 2;
            if (!atomic_compare_exchange_strong(&nodes[*previous].link, &expected, link - 1)) {
                goto restart;
            }
        } else if (nodes[current].key >= key) {
            break;
        } else {
            *previous = current;
        }
        current = link / 2;
    }
    return current;
}

static int insert(int node, int key)
{
    nodes[node].key = key;
    for (;;) {
        int previous;
        int current = find(key, &previous);
        if (nodes[current].key == key) {
            return 0;
        }
        int expected = current * 2;
        atomic_store(&nodes[node].link, expected);
#ifdef BROKEN
        atomic_store(&nodes[previous].link, node * 2);
        return 1;
#else
        if (atomic_compare_exchange_strong(&nodes[previous].link, &expected, node * 2)) {
            return 1;
        }
#endif
    }
}

static int remove_key(int key)
{
    for (;;) {
        int previous;
        int current = find(key, &previous);
        if (nodes[current].key != key) {
            return 0;
        }
        int link = atomic_load(&nodes[current].link);
        if (link % 2 == 0 && atomic_compare_exchange_strong(&nodes[current].link, &link, link + 1)) {
            find(key, &previous);
            return 1;
        }
    }
}

static void *work(void *argument)
{
    int thread = (int)(intptr_t)argument;
    int inserted = 0;
    for (int n = 0; n < OPERATIONS; n++) {
#ifdef REMOVE
        int key = n / 2 + 1;
        int removes = n % 2 == 1;
#else
        int key = n + 1;
        int removes = 0;
#endif
#ifdef LOCAL
        assert(key > 0 && key < LARGEST);
#endif
        if (removes) {
            inserted -= remove_key(key);
        } else {
            inserted += insert(FIRST + thread * OPERATIONS + n, key);
        }
    }
    return (void *)(intptr_t)inserted;
}

int main(void)
{
    pthread_t threads[THREADS];
    int expected = 0;
    nodes[TAIL].key = LARGEST;
    atomic_init(&nodes[HEAD].link, TAIL * 2);
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)n);
    }
    for (int n = 0; n < THREADS; n++) {
        void *inserted;
        pthread_join(threads[n], &inserted);
        expected += (int)(intptr_t)inserted;
    }
#ifndef LOCAL
    int found = 0;
    int last = 0;
    for (int node = nodes[HEAD].link / 2; node != TAIL; node = nodes[node].link / 2) {
        if (nodes[node].link % 2 == 0) {
            assert(nodes[node].key > last);
            last = nodes[node].key;
            found++;
        }
    }
    assert(found == expected);
#endif
    return expected < 0;
}
