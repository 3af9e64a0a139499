// r1 = C.rlx/sc y 1 2
// W.rlx y 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int y;

static void *thread_0(void *unused)
{
    (void)unused;
    int r1 = 0;
    r1 = 1;
    atomic_compare_exchange_strong_explicit(&y, &r1, 2, memory_order_relaxed,
                                            memory_order_seq_cst);
    return (void *)((uintptr_t)r1 << 0);
}

static void *thread_1(void *unused)
{
    (void)unused;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return NULL;
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
    int r1 = (uintptr_t)result_0 >> 0 & 15;
    int final_y = atomic_load_explicit(&y, memory_order_relaxed);
    uint64_t outcome = (uint64_t)r1 << 0 | (uint64_t)final_y << 4;
    assert(outcome != 0x10);
    assert(outcome != 0x21);
    assert(outcome == 0x10 | outcome == 0x21);
    return 0;
}
