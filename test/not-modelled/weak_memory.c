// Both threads may read 0 on real processors: the stores are relaxed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, a, b;
static void *other(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(thread, NULL);
    assert(a || b);
    return 0;
}
