/*
 * The indexer of Flanagan and Godefroid ("Dynamic partial-order reduction for model checking software"), with POSIX
 * threads: THREADS threads each put 4 messages into one hash table of 128 entries with linear probing. Thread i has
 * the messages 11 + i, 22 + i, 33 + i and 44 + i, and message w belongs at (w * 7) % 128. Up to 11 threads no two
 * messages meet.
 *
 * An entry is taken by a compare-and-swap under its lock. It is written without a branch, so that the same statement
 * stands for both outcomes. Whoever gets an entry then writes the LENGTH words of the message into it.
 *
 * Asserted is that thread OWNER finds entry ENTRY empty when it comes there. If nobody else can come to that entry,
 * this holds. Otherwise it holds as long as OWNER is the first, as it is when the threads run one after the other.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 12
#endif
#ifndef LENGTH
#define LENGTH 64
#endif
#ifndef OWNER
#define OWNER 0
#endif
#ifndef ENTRY
#define ENTRY 52
#endif

enum { SIZE = 128, MAX = 4 };

struct entry {
    pthread_mutex_t lock;
    int key;
    int text[LENGTH];
};

struct entry table[SIZE];

/* Puts the key into the entry if that is empty; returns what was there. */
static int take(struct entry *entry, int key)
{
    pthread_mutex_lock(&entry->lock);
    int old = entry->key;
    entry->key = old + (old == 0) * key;
    pthread_mutex_unlock(&entry->lock);
    return old;
}

static void insert(int thread, int message)
{
    int place = message * 7 % SIZE;
    for (;;) {
        int old = take(&table[place], message);
        if (thread == OWNER && place == ENTRY) {
            assert(old == 0);
        }
        if (old == 0) {
            break;
        }
        place = (place + 1) % SIZE;
    }
    for (int i = 0; i < LENGTH; i++) {
        table[place].text[i] = message + i;
    }
}

static void *work(void *argument)
{
    int thread = (int)(intptr_t)argument;
    for (int i = 1; i <= MAX; i++) {
        insert(thread, i * 11 + thread);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_init(&table[i].lock, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
