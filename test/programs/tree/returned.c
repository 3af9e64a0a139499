/* What a thread has returned is all that differs between two orders, and it is looked at after a while. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *unused)
{
    pthread_mutex_lock(&mutex);
    atomic_store(&x, 2);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *look(void *unused)
{
    (void)unused;
    long seen = atomic_load(&x);
    atomic_load(&x);
    return (void *)seen;
}

int main(void)
{
    pthread_t sets, looks;
    void *seen;
    pthread_create(&sets, 0, set, 0);
    pthread_create(&looks, 0, look, 0);
    pthread_join(sets, 0);
    pthread_join(looks, &seen);
    assert(x + (long)seen != 4);
    return 0;
}
