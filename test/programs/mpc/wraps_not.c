/* 1 + 154 + 100 is the largest sum, and fits into a byte. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

unsigned char level;

void *raise(void *argument)
{
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume((amount >= 0) & (amount <= 154));
    level = level + amount;
    return argument;
}

void *lift(void *argument)
{
    level = level + 100;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    level = 1;
    pthread_create(&threads[0], NULL, raise, NULL);
    pthread_create(&threads[1], NULL, lift, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(level != 0);
    return 0;
}
