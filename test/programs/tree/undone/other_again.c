// The first attempt to take a lock stands before the loop. If AGAIN is another number, those who take it later take more than
// they give back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;

static void *work(void *unused)
{
    int before = atomic_fetch_sub(&lock, 1);
    while (before <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            ;
        before = atomic_fetch_sub(&lock, AGAIN);
    }
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
    assert(atomic_load(&lock) == 1);
}
