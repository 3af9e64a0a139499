/*
 * Three threads each assume, in an atomic section, that it is their turn, and the first step of every other order but
 * one ends the run. Two that have tried in vain say nothing about the third.
 */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int turn;

void *third(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(turn == 2);
    turn = 3;
    __VERIFIER_atomic_end();
    reach_error();
    return argument;
}

void *second(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(turn == 1);
    turn = 2;
    __VERIFIER_atomic_end();
    return argument;
}

void *first(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(turn == 0);
    turn = 1;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, third, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, first, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
