// r0 = C.sc/sc y 0 1
// r1 = C.rlx/sc y 1 2
// r2 = R.sc y
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
    int r0 = 0;
    r0 = 0;
    atomic_compare_exchange_strong_explicit(&y, &r0, 1, memory_order_seq_cst,
                                            memory_order_seq_cst);
    return (void *)((uintptr_t)r0 << 0);
}

static void *thread_1(void *unused)
{
    (void)unused;
    int r1 = 0;
    r1 = 1;
    atomic_compare_exchange_strong_explicit(&y, &r1, 2, memory_order_relaxed,
                                            memory_order_seq_cst);
    return (void *)((uintptr_t)r1 << 0);
}

static void *thread_2(void *unused)
{
    (void)unused;
    int r2 = 0;
    r2 = atomic_load_explicit(&y, memory_order_seq_cst);
    return (void *)((uintptr_t)r2 << 0);
}

static void *thread_3(void *unused)
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
    pthread_t handle_2;
    pthread_create(&handle_2, NULL, thread_2, NULL);
    pthread_t handle_3;
    pthread_create(&handle_3, NULL, thread_3, NULL);
    void *result_0;
    pthread_join(handle_0, &result_0);
    void *result_1;
    pthread_join(handle_1, &result_1);
    void *result_2;
    pthread_join(handle_2, &result_2);
    void *result_3;
    pthread_join(handle_3, &result_3);
    int r0 = (uintptr_t)result_0 >> 0 & 15;
    int r1 = (uintptr_t)result_1 >> 0 & 15;
    int r2 = (uintptr_t)result_2 >> 0 & 15;
    int final_y = atomic_load_explicit(&y, memory_order_relaxed);
    uint64_t outcome = (uint64_t)r0 << 0 | (uint64_t)r1 << 4 | (uint64_t)r2 << 8 | (uint64_t)final_y << 12;
    assert(outcome != 0x1000);
    assert(outcome != 0x1001);
    assert(outcome != 0x1010);
    assert(outcome != 0x1100);
    assert(outcome != 0x1101);
    assert(outcome != 0x1110);
    assert(outcome != 0x1210);
    assert(outcome != 0x2010);
    assert(outcome != 0x2011);
    assert(outcome != 0x2012);
    assert(outcome != 0x2110);
    assert(outcome != 0x2111);
    assert(outcome != 0x2112);
    assert(outcome != 0x2210);
    assert(outcome != 0x2211);
    assert(outcome != 0x2212);
    assert(outcome == 0x1000 | outcome == 0x1001 | outcome == 0x1010 | outcome == 0x1100 | outcome == 0x1101 | outcome == 0x1110 | outcome == 0x1210 | outcome == 0x2010 | outcome == 0x2011 | outcome == 0x2012 | outcome == 0x2110 | outcome == 0x2111 | outcome == 0x2112 | outcome == 0x2210 | outcome == 0x2211 | outcome == 0x2212);
    return 0;
}
