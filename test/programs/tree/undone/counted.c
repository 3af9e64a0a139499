// A thread counts how often it has tried in vain: that it has is something else than that it has not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;
static int shared;

static int take(void)
{
    int tries = 0;
    while (atomic_fetch_sub(&lock, 1) <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            ;
        tries++;
    }
    return tries;
}

static void *work(void *unused)
{
    int tries = take();
    shared++;
    assert(shared == 1);
    shared--;
    atomic_fetch_add(&lock, 1);
    assert(tries < LIMIT);
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
