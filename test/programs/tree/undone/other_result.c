// What a thread makes of what it found in its first attempt is not what it makes of it in the others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;

static void *work(void *unused)
{
    int old = atomic_fetch_sub(&lock, 1);
    int more = FIRST_MORE, less = FIRST_LESS;
    while (old <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            ;
        old = atomic_fetch_sub(&lock, 1);
        more = old;
        less = old + 1;
    }
    assert(more > less);
    atomic_fetch_add(&lock, 1);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
