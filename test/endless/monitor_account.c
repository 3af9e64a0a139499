/* An account as a monitor: one thread pays in amounts that an input says and waits while there is too much, the other
   draws ten and waits while there is too little; the balance stays between 0 and 100. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int balance;

static void *pay_in(void *unused)
{
    for (;;) {
        int amount = __VERIFIER_nondet_int() ? 30 : 10;
        pthread_mutex_lock(&lock);
        while (balance + amount > 100)
            pthread_cond_wait(&changed, &lock);
        balance += amount;
        assert(balance <= 100);
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *draw(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (balance < 10)
            pthread_cond_wait(&changed, &lock);
        balance -= 10;
        assert(balance >= 0);
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t payer, drawer;
    pthread_create(&payer, 0, pay_in, 0);
    pthread_create(&drawer, 0, draw, 0);
    pthread_join(payer, 0);
    pthread_join(drawer, 0);
    return 0;
}
