/*
 * Fig. 8 of "Concurrency Verification with Maximal Path Causality": 4 paths. The error needs i <= 0 and j > 0.
 * Strategy 1 misses it, because no run that it analyses has both the write of 2 and a reason to flip the branch that
 * reads it.
 */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int x, i, j;

void *writer(void *argument)
{
    if (i > 0) {
        x = 1;
    } else {
        if (j > 0) {
            x = 2;
        } else {
            x = 3;
        }
    }
    return argument;
}

void *reader(void *argument)
{
    if (x == 2) {
        reach_error();
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    i = __VERIFIER_nondet_int();
    j = __VERIFIER_nondet_int();
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
