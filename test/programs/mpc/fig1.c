/* Fig. 1 of "Concurrency Verification with Maximal Path Causality": 2 paths. With i = 0 and j = 1 there is no error. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int x, y;

void *first(void *argument)
{
    int i = __VERIFIER_nondet_int();
    x = i;
    x = 2;
    return argument;
}

void *second(void *argument)
{
    int j = __VERIFIER_nondet_int();
    x = j;
    x = 4;
    return argument;
}

void *third(void *argument)
{
    if (x >= 100) {
        reach_error();
    } else {
        y = 2;
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
