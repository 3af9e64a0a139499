/*
 * Two threads bring a number nearer to zero, ROUNDS times each, without a lock. The number begins with an input
 * between -LIMIT and LIMIT, and stays in that range whatever the threads overwrite.
 *
 * With -DBROKEN zero is moved away from by LIMIT + 1.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

enum { LIMIT = 100 };

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int number;

static void *approach_zero(void *argument)
{
    for (int n = 0; n < ROUNDS; n++) {
        int seen = number;
        if (seen > 0) {
            number = seen - 1;
        } else if (seen < 0) {
            number = seen + 1;
        }
#ifdef BROKEN
        else {
            number = LIMIT + 1;
        }
#endif
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= -LIMIT && number <= LIMIT);
    pthread_create(&first, NULL, approach_zero, NULL);
    pthread_create(&second, NULL, approach_zero, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(number >= -LIMIT && number <= LIMIT);
    return 0;
}
