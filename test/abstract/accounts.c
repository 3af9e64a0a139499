/* Clerks move money between accounts and take it in, without end; an auditor adds it all up. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

typedef struct Bank {
    pthread_mutex_t mutex;
    unsigned savings, current, credit;
    unsigned total;
} Bank;

static Bank bank = {.mutex = PTHREAD_MUTEX_INITIALIZER, .savings = 50, .current = 30, .credit = 20, .total = 100};

static void move(unsigned *from, unsigned *to, unsigned amount)
{
    *from -= amount;
    *to += amount;
}

static void take_in(unsigned amount)
{
    pthread_mutex_lock(&bank.mutex);
    bank.current += amount;
#ifndef FORGETFUL
    bank.total += amount;
#endif
    pthread_mutex_unlock(&bank.mutex);
}

static void *clerk(void *unused)
{
    for (;;) {
        unsigned amount = __VERIFIER_nondet_uint();
        pthread_mutex_lock(&bank.mutex);
        switch (amount % 3) {
        case 0:
            move(&bank.savings, &bank.current, amount);
            break;
        case 1:
            move(&bank.current, &bank.credit, amount);
            break;
        default:
            move(&bank.credit, &bank.savings, 2 * amount);
            break;
        }
        pthread_mutex_unlock(&bank.mutex);
        take_in(amount);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, NULL, clerk, NULL);
    for (;;) {
        pthread_mutex_lock(&bank.mutex);
        assert(bank.savings + bank.current + bank.credit == bank.total);
        pthread_mutex_unlock(&bank.mutex);
    }
}
