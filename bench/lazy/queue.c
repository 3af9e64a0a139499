/*
 * A queue in a ring, and beside it a list of all that was ever put in. One thread puts in SIZE values in SECTIONS
 * equal parts, each part under the lock; the other takes out whatever is there, in as many sections, and compares it
 * with the list. Values are the program's input.
 *
 * With -DBAD the thread that takes out does not ask whether the queue is empty after the first time it has found
 * something.
 *
 * Without a bound there are C(2 * SECTIONS, SECTIONS) interleavings; with 2 sections that is 6, as in the paper.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 40
#endif
#ifndef SECTIONS
#define SECTIONS 2
#endif

enum { PART = SIZE / SECTIONS, PLACES = SIZE + 1 };

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int places[PLACES];
int head, tail;
int stored[SIZE];
int amount;

static int is_empty(void)
{
    return head == tail;
}

static void put(int value)
{
    places[tail] = value;
    tail = (tail + 1) % PLACES;
    stored[amount] = value;
    amount++;
}

static int take(void)
{
    assert(!is_empty());
    int value = places[head];
    head = (head + 1) % PLACES;
    return value;
}

static void *put_all(void *argument)
{
    for (int section = 0; section < SECTIONS; section++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        for (int n = 0; n < PART; n++) {
            put(value + n % 2);
        }
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *take_all(void *argument)
{
    int taken = 0;
    for (int section = 0; section < SECTIONS; section++) {
        pthread_mutex_lock(&lock);
#ifdef BAD
        int some = taken > 0 || !is_empty();
#else
        int some = !is_empty();
#endif
        for (int n = 0; some && n < PART; n++) {
            int value = take();
            assert(value == stored[taken]);
            taken++;
        }
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t giver, taker;
    pthread_create(&giver, NULL, put_all, NULL);
    pthread_create(&taker, NULL, take_all, NULL);
    pthread_join(giver, NULL);
    pthread_join(taker, NULL);
    return 0;
}
