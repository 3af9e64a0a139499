/* A check that goes through a table, after main has filled it: what is told of it is what it read last. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 60000 };

static int table[SIZE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;

static long sum(void)
{
    long all = 0;
    for (int i = 0; i < SIZE; i++)
        all += table[i];
    return all;
}

static void *check(void *argument)
{
#ifdef WAITS
    pthread_mutex_lock(&lock);
    while (sum() <= SIZE)
        pthread_cond_wait(&full, &lock);
    pthread_mutex_unlock(&lock);
#else
    long all = 0;
    for (int i = 0; i < SIZE; i++) all += table[i], assert(all < SIZE);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SIZE; i++)
        table[i] = 1;
    pthread_mutex_unlock(&lock);
    pthread_create(&thread, 0, check, 0);
    pthread_join(thread, 0);
    return 0;
}
