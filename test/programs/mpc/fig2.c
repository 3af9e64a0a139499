/*
 * Fig. 2 of "Concurrency Verification with Maximal Path Causality", M0 of its Table 1: 10 paths. The error needs i =
 * 3, j = 2, and x = 100, x++ and the first comparison in this order with y = 0 before both y++.
 */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int x, y;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

void *first(void *argument)
{
    int i = __VERIFIER_nondet_int();
    x = 2;
    y = 5;
    if (i == 3) {
        x++;
        pthread_mutex_lock(&l);
        y--;
        pthread_mutex_unlock(&l);
    }
    return argument;
}

void *second(void *argument)
{
    x = 5;
    y = 0;
    if (x == 101) {
        if (y == 2) {
            reach_error();
        }
    }
    return argument;
}

void *third(void *argument)
{
    x = 100;
    int j = __VERIFIER_nondet_int();
    __VERIFIER_assume(j <= 2);
    while (j-- > 0) {
        pthread_mutex_lock(&l);
        y++;
        pthread_mutex_unlock(&l);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, third, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    return 0;
}
