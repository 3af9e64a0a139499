/* One thread pays in what an input says and waits while there is too much, the other draws ten and waits while there is
   too little: that the sum of what is there and what is paid in stays below the limit takes a bound on a sum. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int balance;

static void *pay_in(void *unused)
{
    for (;;) {
        int amount = __VERIFIER_nondet_int() ? 20 : 10;
        pthread_mutex_lock(&lock);
        while (balance + amount > 50)
            pthread_cond_wait(&changed, &lock);
        balance += amount;
        assert(balance <= 50);
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t payer;
    pthread_create(&payer, 0, pay_in, 0);
    for (;;) {
        pthread_mutex_lock(&lock);
        while (balance < 10)
            pthread_cond_wait(&changed, &lock);
        balance -= 10;
        assert(balance >= 0);
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
}
