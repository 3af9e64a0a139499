// W.rel x 2
// r1 = C.sc/rlx x 0 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int x;

static void *thread_0(void *unused)
{
    (void)unused;
    atomic_store_explicit(&x, 2, memory_order_release);
    return NULL;
}

static void *thread_1(void *unused)
{
    (void)unused;
    int r1 = 0;
    r1 = 0;
    atomic_compare_exchange_strong_explicit(&x, &r1, 1, memory_order_seq_cst,
                                            memory_order_relaxed);
    return (void *)((uintptr_t)r1 << 0);
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
    int r1 = (uintptr_t)result_1 >> 0 & 15;
    int final_x = atomic_load_explicit(&x, memory_order_relaxed);
    uint64_t outcome = (uint64_t)r1 << 0 | (uint64_t)final_x << 4;
    assert(outcome != 0x20);
    assert(outcome != 0x22);
    assert(outcome == 0x20 | outcome == 0x22);
    return 0;
}
