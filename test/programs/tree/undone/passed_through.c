// A failed attempt of one thread lets another one through that waits for an odd number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static atomic_int through;

static void *take(void *unused)
{
    while (atomic_fetch_add(&lock, 1) != 4) {
        atomic_fetch_sub(&lock, 1);
        while (atomic_load(&lock) != 4)
            ;
    }
    return unused;
}

static void *pass(void *unused)
{
    while (atomic_fetch_add(&lock, 2) % 2 == 0) {
        atomic_fetch_sub(&lock, 2);
        while (atomic_load(&lock) % 2 == 0)
            if (atomic_load(&lock) == 4)
                return unused;
    }
    atomic_store(&through, 1);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, take, 0);
    pthread_create(&other, 0, pass, 0);
    atomic_fetch_add(&lock, 4);
    pthread_join(other, 0);
    assert(!atomic_load(&through));
}
