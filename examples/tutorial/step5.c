// Two withdrawals of amounts that are not known. doc/tutorial.md, step 5.
// With -DFIXED a withdrawal looks at the balance and changes it without letting go of the lock.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *argument)
{
    int amount = *(int *)argument;
    pthread_mutex_lock(&lock);
    int enough = balance >= amount;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (enough)
        balance -= amount;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int mine = __VERIFIER_nondet_int();
    int yours = __VERIFIER_nondet_int();
    __VERIFIER_assume(mine > 0 && mine <= 100);
    __VERIFIER_assume(yours > 0 && yours <= 100);
    pthread_t thread;
    pthread_create(&thread, NULL, withdraw, &yours);
    withdraw(&mine);
    pthread_join(thread, NULL);
    assert(balance >= 0);
    return 0;
}
