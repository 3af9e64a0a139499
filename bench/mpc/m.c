/*
 * M0 to M9 of "Concurrency Verification with Maximal Path Causality" (Fig. 2 and section 4.1): three threads, and
 * EXTRA further ones that each may add to x. The crash needs i = 3, j = 2, every k = 10 and a schedule in which
 * x = 100 is followed by all additions and y = 0 by two of them.
 *
 * j is at most 2, by an assumption, so the paths without the crash are 6 * 2^EXTRA and those behind the first
 * comparison four: j <= 0, j = 1, and j = 2 with and without the crash.
 */
#include <pthread.h>
#include <stddef.h>

#ifndef EXTRA
#define EXTRA 0
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int x, y;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *argument)
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

static void *second(void *argument)
{
    x = 5;
    y = 0;
    if (x == EXTRA + 101) {
        if (y == 2) {
            reach_error();
        }
    }
    return argument;
}

static void *third(void *argument)
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

static void *extra(void *argument)
{
    int k = __VERIFIER_nondet_int();
    if (k == 10) {
        x++;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3 + EXTRA];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, third, NULL);
    for (int n = 0; n < EXTRA; n++) {
        pthread_create(&threads[3 + n], NULL, extra, NULL);
    }
    for (int n = 0; n < 3 + EXTRA; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
