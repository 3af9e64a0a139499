// r0 = C.rlx/rlx x 0 1; r1 = C.rlx/rlx x 2 3
// r2 = C.rlx/rlx x 1 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int x;

static void *thread_0(void *unused)
{
    (void)unused;
    int r0 = 0;
    int r1 = 0;
    r0 = 0;
    atomic_compare_exchange_strong_explicit(&x, &r0, 1, memory_order_relaxed,
                                            memory_order_relaxed);
    r1 = 2;
    atomic_compare_exchange_strong_explicit(&x, &r1, 3, memory_order_relaxed,
                                            memory_order_relaxed);
    return (void *)((uintptr_t)r0 << 0 | (uintptr_t)r1 << 4);
}

static void *thread_1(void *unused)
{
    (void)unused;
    int r2 = 0;
    r2 = 1;
    atomic_compare_exchange_strong_explicit(&x, &r2, 2, memory_order_relaxed,
                                            memory_order_relaxed);
    return (void *)((uintptr_t)r2 << 0);
}

int main(void)
{
    pthread_t handle_0;
    pthread_create(&handle_0, NULL, thread_0, NULL);
    pthread_t handle_1;
    pthread_create(&handle_1, NULL, thread_1, NULL);
    void *result_0;
    pthread_join(handle_0, &result_0);
    void *result_1;
    pthread_join(handle_1, &result_1);
    int r0 = (uintptr_t)result_0 >> 0 & 15;
    int r1 = (uintptr_t)result_0 >> 4 & 15;
    int r2 = (uintptr_t)result_1 >> 0 & 15;
    int final_x = atomic_load_explicit(&x, memory_order_relaxed);
    assert(!(final_x == 3));
    return 0;
}
