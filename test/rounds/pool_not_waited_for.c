/* Over and over a pool is created, but only two of the three are waited for. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;
static unsigned requests;
static void *serve(void *unused)
{
    pthread_mutex_lock(&lock);
    balance += 5;
    requests++;
    balance -= 5;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t pool[3];
    for (;;) {
        for (int i = 0; i < 3; i++)
            pthread_create(&pool[i], 0, serve, 0);
        for (int i = 0; i < 2; i++)
            pthread_join(pool[i], 0);
        assert(balance == 0);
    }
}
