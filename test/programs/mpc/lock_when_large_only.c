/* As lock_when_large.c, but small amounts are added, too: 5 and 5 are not above 10. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(void *argument)
{
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume((amount >= 0) & (amount <= 20));
    if (amount > 10) {
        pthread_mutex_lock(&lock);
        total += amount;
        pthread_mutex_unlock(&lock);
    } else {
        total += amount;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, add, NULL);
    pthread_create(&threads[1], NULL, add, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert((total == 0) | (total > 10));
    return 0;
}
