// Deposits as often as an input says. doc/tutorial.md, step 6.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned balance;

static void *deposit(void *argument)
{
    unsigned times = *(unsigned *)argument;
    for (unsigned i = 0; i < times; i++) {
        pthread_mutex_lock(&lock);
        balance++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    unsigned times = __VERIFIER_nondet_uint();
    pthread_t thread;
    pthread_create(&thread, NULL, deposit, &times);
    deposit(&times);
    pthread_join(thread, NULL);
    assert(balance == 2 * times);
    return 0;
}
