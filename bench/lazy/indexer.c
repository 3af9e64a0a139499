/*
 * The indexer of Flanagan and Godefroid ("Dynamic partial-order reduction for model checking software"): THREADS
 * threads each put MESSAGES messages into one hash table of SIZE entries with linear probing. Thread i has the
 * messages 11 + i * APART, 22 + i * APART and so on, and message w belongs at (w * 7) % SIZE. An entry is taken under
 * its lock. With 4 messages, 128 entries and APART = 1 no two messages of up to 11 threads meet; with APART = SIZE
 * every message meets those of the other threads.
 *
 * Asserted is that what a thread has put in is still there when it comes back to it.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 13
#endif
#ifndef MESSAGES
#define MESSAGES 4
#endif
#ifndef SIZE
#define SIZE 128
#endif
#ifndef APART
#define APART 1
#endif

pthread_mutex_t locks[SIZE];
int table[SIZE];

static int take(int place, int message)
{
    pthread_mutex_lock(&locks[place]);
    int found = table[place] == 0;
    if (found) {
        table[place] = message;
    }
    pthread_mutex_unlock(&locks[place]);
    return found;
}

static void *insert_all(void *argument)
{
    int thread = (int)(intptr_t)argument;
    for (int n = 1; n <= MESSAGES; n++) {
        int message = n * 11 + thread * APART;
        int place = message * 7 % SIZE;
        while (!take(place, message)) {
            place = (place + 1) % SIZE;
        }
        assert(table[place] == message);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int n = 0; n < SIZE; n++) {
        pthread_mutex_init(&locks[n], NULL);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, insert_all, (void *)(intptr_t)n);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
