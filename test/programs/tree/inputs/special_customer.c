/* One customer of a thousand reads without the lock, and one writes with it held only to read. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int sum, parts[2];

static void *pay(void *argument)
{
    int customer = __VERIFIER_nondet_int();
#ifdef WRITES
    if (customer == 738)
        pthread_rwlock_rdlock(&lock);
    else
#endif
        pthread_rwlock_wrlock(&lock);
    parts[0]++;
    parts[1]--;
    sum = parts[0] + parts[1];
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *look(void *argument)
{
    int customer = __VERIFIER_nondet_int();
#ifdef READS
    if (customer == 738) {
        assert(parts[0] + parts[1] == 0);
        return argument;
    }
#endif
    pthread_rwlock_rdlock(&lock);
    assert(parts[0] + parts[1] == 0);
    assert(sum == 0);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t payer, looker;
    pthread_create(&payer, 0, pay, 0);
    pthread_create(&looker, 0, look, 0);
    pthread_join(payer, 0);
    pthread_join(looker, 0);
    return 0;
}
