// Who has tried in vain may find that it need not try again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;
static atomic_int done;
static int given_up;

static int take(void)
{
    while (atomic_fetch_sub(&lock, 1) <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            if (atomic_load(&done))
                return 0;
    }
    return 1;
}

static void *work(void *unused)
{
    if (take()) {
        atomic_store(&done, 1);
        atomic_fetch_add(&lock, 1);
    } else {
        given_up = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(!given_up);
}
