/* The given input is added under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int step;
int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    total = total + step + 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    step = __VERIFIER_nondet_int();
    __VERIFIER_assume((step >= 0) & (step < 1000));
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(total == 2 * step + 2);
    return 0;
}
