// The lock is never given back: who tries waits for ever, however often it has tried before.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 2;

static void take(void)
{
    while (atomic_fetch_sub(&lock, 1) <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            ;
    }
}

static void *work(void *unused)
{
    take();
#ifdef GIVES_BACK
    atomic_fetch_add(&lock, 1);
#endif
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
