/*
 * SETTERS threads write two variables, one after the other; CHECKERS threads look whether both have been written or
 * neither, ROUNDS times. They can come between the two writes, so it is not always so.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

int a, b;

static void *set(void *argument)
{
    a = 1;
    b = -1;
    return argument;
}

static void *check(void *argument)
{
    for (int n = 0; n < ROUNDS; n++) {
        assert((a == 0 && b == 0) || (a == 1 && b == -1));
    }
    return argument;
}

int main(void)
{
    pthread_t setters[SETTERS], checkers[CHECKERS];
    for (int n = 0; n < SETTERS; n++) {
        pthread_create(&setters[n], NULL, set, NULL);
    }
    for (int n = 0; n < CHECKERS; n++) {
        pthread_create(&checkers[n], NULL, check, NULL);
    }
    for (int n = 0; n < SETTERS; n++) {
        pthread_join(setters[n], NULL);
    }
    for (int n = 0; n < CHECKERS; n++) {
        pthread_join(checkers[n], NULL);
    }
    return 0;
}
