/* Two threads transfer between accounts that inputs choose, for ever, and lock the account with the smaller number
   first: nobody waits in a circle, and an auditor who locks all of them finds the sum unchanged. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static unsigned balance[3] = {100, 100, 100};

static void *transfer(void *unused)
{
    for (;;) {
        unsigned from = __VERIFIER_nondet_uint() % 3;
        unsigned to = (from + 1) % 3;
        unsigned first = from < to ? from : to, second = from < to ? to : from;
        pthread_mutex_lock(&lock[first]);
        pthread_mutex_lock(&lock[second]);
        if (balance[from] > 0) {
            balance[from]--;
            balance[to]++;
        }
        pthread_mutex_unlock(&lock[second]);
        pthread_mutex_unlock(&lock[first]);
    }
    return unused;
}

int main(void)
{
    pthread_t clerks[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&clerks[i], 0, transfer, 0);
    for (;;) {
        for (int i = 0; i < 3; i++)
            pthread_mutex_lock(&lock[i]);
        assert(balance[0] + balance[1] + balance[2] == 300);
        for (int i = 0; i < 3; i++)
            pthread_mutex_unlock(&lock[i]);
    }
}
