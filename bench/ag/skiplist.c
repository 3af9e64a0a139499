/*
 * A sorted set as a skip list of two levels without locks: an element is put into the lower list by compare-and-swap
 * and then, if its key is even, into the upper list. THREADS threads insert one key each, thread n the key n + 1.
 * Links are numbers of nodes.
 *
 * In the end the lower list holds all keys in ascending order, and the upper one those that are even. With -DLOCAL
 * nothing but the level of each key is asserted, which no other thread has to do with. With -DBROKEN an element is
 * linked by a plain write.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif

enum { LEVELS = 2, HEAD = 0, FIRST = 1, END = -1 };

struct node {
    int key;
    atomic_int links[LEVELS];
};

struct node nodes[FIRST + THREADS];

/* Puts a node into the list of one level, of which `previous` is an element before its place. */
static void link_node(int node, int level, int previous)
{
    for (;;) {
        int next = atomic_load(&nodes[previous].links[level]);
        while (next != END && nodes[next].key < nodes[node].key) {
            previous = next;
            next = atomic_load(&nodes[previous].links[level]);
        }
        atomic_store(&nodes[node].links[level], next);
#ifdef BROKEN
        atomic_store(&nodes[previous].links[level], node);
        return;
#else
        if (atomic_compare_exchange_strong(&nodes[previous].links[level], &next, node)) {
            return;
        }
#endif
    }
}

/* The last element of the upper list whose key is smaller. */
static int find_in_upper(int key)
{
    int previous = HEAD;
    int next = atomic_load(&nodes[HEAD].links[1]);
    while (next != END && nodes[next].key < key) {
        previous = next;
        next = atomic_load(&nodes[previous].links[1]);
    }
    return previous;
}

static void *work(void *argument)
{
    int node = FIRST + (int)(intptr_t)argument;
    int key = node;
    int height = key % 2 == 0 ? LEVELS : 1;
#ifdef LOCAL
    assert(height >= 1 && height <= LEVELS);
#endif
    nodes[node].key = key;
    int previous = find_in_upper(key);
    link_node(node, 0, previous);
    if (height == LEVELS) {
        link_node(node, 1, previous);
    }
    return NULL;
}

#ifndef LOCAL
static int count(int level)
{
    int found = 0;
    int last = 0;
    for (int node = nodes[HEAD].links[level]; node != END; node = nodes[node].links[level]) {
        assert(nodes[node].key > last);
        last = nodes[node].key;
        found++;
    }
    return found;
}
#endif

int main(void)
{
    pthread_t threads[THREADS];
    atomic_init(&nodes[HEAD].links[0], END);
    atomic_init(&nodes[HEAD].links[1], END);
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)n);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_join(threads[n], NULL);
    }
#ifndef LOCAL
    assert(count(0) == THREADS);
    assert(count(1) == THREADS / 2);
#endif
    return 0;
}
