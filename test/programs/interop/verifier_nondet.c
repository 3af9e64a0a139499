/* An input through __VERIFIER_nondet_int: with 3 the two additions reach 6. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int amount;
int total;

void *add(void *argument)
{
    total = total + amount;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    amount = __VERIFIER_nondet_int();
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    if (total == 6) {
        reach_error();
    }
    return 0;
}
