/* A thread per transfer locks the account it takes from and then the one it gives to: two opposite transfers wait for
   each other. It takes an input that says which. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static unsigned balance[2] = {100, 100};

static void *transfer(void *unused)
{
    int from = __VERIFIER_nondet_int() ? 1 : 0;
    int to = 1 - from;
    pthread_mutex_lock(&lock[from]);
    pthread_mutex_lock(&lock[to]);
    if (balance[from] > 0) {
        balance[from]--;
        balance[to]++;
    }
    pthread_mutex_unlock(&lock[to]);
    pthread_mutex_unlock(&lock[from]);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, transfer, 0);
        pthread_detach(thread);
    }
}
