/* Workers that meet at a barrier between rounds, without end; what they add up has a lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { WORKERS = 3 };

static pthread_barrier_t round_over;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void *work(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (level < 10)
            level++;
        else
            level = 0;
        assert(level <= 10);
        pthread_mutex_unlock(&lock);
        pthread_barrier_wait(&round_over);
    }
    return argument;
}

int main(void)
{
    pthread_t workers[WORKERS];
    pthread_barrier_init(&round_over, NULL, WORKERS);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
