/*
 * Two threads change two numbers, each change in a section of its own under one lock, ROUNDS times. Additions commute,
 * so every interleaving ends with the same numbers.
 *
 * Without a bound there are C(4 * ROUNDS, 2 * ROUNDS) interleavings; with one round that is 6, as in the paper's
 * stateful01.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int first = 10;
int second = 10;

static void add(int *number, int amount)
{
    pthread_mutex_lock(&lock);
    *number += amount;
    pthread_mutex_unlock(&lock);
}

static void *count_up(void *argument)
{
    for (int n = 0; n < ROUNDS; n++) {
        add(&first, 1);
        add(&second, 1);
    }
    return argument;
}

static void *exchange(void *argument)
{
    for (int n = 0; n < ROUNDS; n++) {
        add(&first, 5);
        add(&second, -6);
    }
    return argument;
}

int main(void)
{
    pthread_t counter, exchanger;
    pthread_create(&counter, NULL, count_up, NULL);
    pthread_create(&exchanger, NULL, exchange, NULL);
    pthread_join(counter, NULL);
    pthread_join(exchanger, NULL);
    assert(first == 10 + 6 * ROUNDS && second == 10 - 5 * ROUNDS);
    return 0;
}
