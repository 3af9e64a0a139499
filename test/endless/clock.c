/* Threads without end look at a clock and let it tick, under a lock: it does not go back between two looks, and stands
   still at its last tick. */
#include <assert.h>
#include <pthread.h>

#define LAST 1000000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int now;

static int look(void)
{
    pthread_mutex_lock(&lock);
    int seen = now;
    if (now < LAST)
        now++;
    pthread_mutex_unlock(&lock);
    return seen;
}

static void *work(void *unused)
{
    int begin = look();
    int end = look();
    assert(begin <= end && end <= LAST);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t worker;
        pthread_create(&worker, 0, work, 0);
    }
}
