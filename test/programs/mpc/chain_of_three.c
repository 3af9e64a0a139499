/* The error needs a branch in each of three threads, one after the other, with a < 0 and b = 7. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int x, y;
int a, b;

void *first(void *argument)
{
    if (a > 5) {
        x = 1;
    } else if (b == 7) {
        x = 2;
    }
    return argument;
}

void *second(void *argument)
{
    if (x == 2) {
        y = 1;
    }
    return argument;
}

void *third(void *argument)
{
    if (y == 1) {
        if (a < 0) {
            reach_error();
        }
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    a = __VERIFIER_nondet_int();
    b = __VERIFIER_nondet_int();
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, third, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    return 0;
}
