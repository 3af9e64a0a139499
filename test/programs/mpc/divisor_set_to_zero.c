/* The check and the division read the divisor on their own; value = 0 may come in between. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int divisor = 1;

void *set(void *argument)
{
    int value = __VERIFIER_nondet_int();
    divisor = value;
    return argument;
}

void *divide(void *argument)
{
    int quotient = 0;
    if (divisor != 0) {
        quotient = 100 / divisor;
    }
    return quotient > 100 ? NULL : argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, set, NULL);
    pthread_create(&threads[1], NULL, divide, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
