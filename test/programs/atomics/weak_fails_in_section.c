/* A weak compare-exchange in an atomic section may fail without reason, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int claimed;
int first, second, seen;

void *claim(void *argument)
{
    int expected = 0;
    __VERIFIER_atomic_begin();
    if (!pthread_mutex_trylock(&lock)) {
        first = 1;
        pthread_mutex_unlock(&lock);
    }
    if (!atomic_compare_exchange_weak(&claimed, &expected, 1))
        second = 1;
    first = 0;
    __VERIFIER_atomic_end();
    return argument;
}

void *look(void *argument)
{
    __VERIFIER_atomic_begin();
    seen = first || (second && claimed);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, claim, NULL);
    pthread_create(&other, NULL, look, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(!second);
    return 0;
}
