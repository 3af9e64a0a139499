/* Two producers and a consumer around one slot, for ever: both wait in loops for what they need, so a full slot is
   never filled and an empty one never emptied, and whoever can go on is woken. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, slot;

static void *produce(void *unused)
{
    for (;;) {
        int item = __VERIFIER_nondet_int() ? 1 : 2;
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&emptied, &lock);
        assert(slot == 0);
        slot = item;
        full = 1;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!full)
            pthread_cond_wait(&filled, &lock);
        assert(slot == 1 || slot == 2);
        slot = 0;
        full = 0;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t producers[2], consumer;
    for (int i = 0; i < 2; i++)
        pthread_create(&producers[i], 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(producers[i], 0);
    pthread_join(consumer, 0);
    return 0;
}
