/* A buffer with two places and one condition variable for both sides: who puts or takes something wakes one thread,
   which may be of its own side and goes back to sleep, and the one that could go on sleeps for ever. Mended, each
   side has its own.
   Violated: deadlock, line 27. */
#include <pthread.h>

#define PLACES 2
#define PRODUCERS 3
#define CONSUMERS 3
#define ITEMS 2 /* of each thread */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
#ifdef RIGHT
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
#define EMPTIED (&emptied)
#else
#define EMPTIED (&filled)
#endif
static int items;

/* Waits while there are so many items, then adds to them and wakes somebody. */
static void change(int unsuitable, pthread_cond_t *awaited, int difference, pthread_cond_t *done)
{
    pthread_mutex_lock(&mutex);
    while (items == unsuitable)
        pthread_cond_wait(awaited, &mutex);
    items += difference;
    pthread_cond_signal(done);
    pthread_mutex_unlock(&mutex);
}

static void *produce(void *unused)
{
    for (int i = 0; i < ITEMS; i++)
        change(PLACES, EMPTIED, 1, &filled);
    return unused;
}

static void *consume(void *unused)
{
    for (int i = 0; i < ITEMS; i++)
        change(0, &filled, -1, EMPTIED);
    return unused;
}

int main(void)
{
    pthread_t threads[PRODUCERS + CONSUMERS];
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_create(&threads[i], 0, i < PRODUCERS ? produce : consume, 0);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
