/* Two attempts; at least one succeeds, and what is done is done under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int done, skipped;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *attempt(void *argument)
{
    int weight = __VERIFIER_nondet_int();
    __VERIFIER_assume((weight >= 1) & (weight <= 3));
    if (pthread_mutex_trylock(&lock) == 0) {
        done += weight;
        pthread_mutex_unlock(&lock);
    } else {
        __atomic_fetch_add(&skipped, 1, __ATOMIC_SEQ_CST);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, attempt, NULL);
    pthread_create(&threads[1], NULL, attempt, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert((skipped <= 1) & (done >= 2 - skipped));
    return 0;
}
