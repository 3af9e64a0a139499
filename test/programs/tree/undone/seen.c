// Who comes in while two are inside has to go again; a third one sees that there were three for a moment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside = 2;

static void *enter(void *unused)
{
    while (atomic_fetch_add(&inside, 1) >= 2) {
        atomic_fetch_sub(&inside, 1);
        while (atomic_load(&inside) >= 2)
            ;
    }
    return unused;
}

static void *look(void *unused)
{
#ifdef LEAVES_FIRST
    atomic_fetch_sub(&inside, 1);
#endif
    assert(atomic_load(&inside) <= 2);
    atomic_fetch_sub(&inside, 1);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, enter, 0);
    pthread_create(&other, 0, look, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(atomic_load(&inside) >= 1);
}
