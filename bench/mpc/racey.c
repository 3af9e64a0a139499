/*
 * Racey, the stress test for deterministic replay: threads mix what they read from a small array into a signature of
 * their own and back into the array, at places that depend on the signature, without any lock. Every order of the
 * accesses tends to give another output. In the end the output OUTPUT must not come out.
 *
 * Threads wait for each other at the start; each looks CHECKS times at most and then goes on, so that the wait ends.
 * The defaults produce 66 outputs in all; 162 is one of them, 100 is not.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef T
#define T 2
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif
#ifndef ELEMENTS
#define ELEMENTS 4
#endif
#ifndef CHECKS
#define CHECKS 10
#endif
#ifndef OUTPUT
#define OUTPUT 162
#endif

unsigned array[ELEMENTS];
unsigned signatures[T];
volatile int arrived;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned mix(unsigned first, unsigned second)
{
    return (first * 3 + second * 7 + 7) & 255;
}

static void wait_for_all(void)
{
    pthread_mutex_lock(&lock);
    arrived++;
    pthread_mutex_unlock(&lock);
    for (int n = 0; n < CHECKS; n++) {
        if (arrived == T) {
            return;
        }
    }
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    unsigned signature = me + 1;
    wait_for_all();
    for (int n = 0; n < ROUNDS; n++) {
        unsigned place = signature % ELEMENTS;
        signature = mix(signature, array[place]);
        signature = mix(signature, array[signature % ELEMENTS]);
        array[place] = signature;
    }
    signatures[me] = signature;
    return NULL;
}

int main(void)
{
    pthread_t threads[T];
    unsigned output = 0;
    for (int n = 0; n < ELEMENTS; n++) {
        array[n] = n + 1;
    }
    for (int n = 0; n < T; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)n);
    }
    for (int n = 0; n < T; n++) {
        pthread_join(threads[n], NULL);
    }
    for (int n = 0; n < ELEMENTS; n++) {
        output = mix(output, array[n]);
    }
    for (int n = 0; n < T; n++) {
        output = mix(output, signatures[n]);
    }
    assert(output != OUTPUT);
    return 0;
}
