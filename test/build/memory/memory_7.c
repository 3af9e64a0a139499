// r0 = A.acq x 1
// W.rel x 1
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
    int r0 = 0;
    r0 = atomic_fetch_add_explicit(&x, 1, memory_order_acquire);
    return (void *)((uintptr_t)r0 << 0);
}

static void *thread_1(void *unused)
{
    (void)unused;
    atomic_store_explicit(&x, 1, memory_order_release);
    return NULL;
}

static void *thread_2(void *unused)
{
    (void)unused;
    atomic_store_explicit(&x, 2, memory_order_release);
    return NULL;
}

static void *thread_3(void *unused)
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
    int r1 = (uintptr_t)result_3 >> 0 & 15;
    int final_x = atomic_load_explicit(&x, memory_order_relaxed);
    uint64_t outcome = (uint64_t)r0 << 0 | (uint64_t)r1 << 4 | (uint64_t)final_x << 8;
    assert(outcome != 0x101);
    assert(outcome != 0x102);
    assert(outcome != 0x110);
    assert(outcome != 0x112);
    assert(outcome != 0x120);
    assert(outcome != 0x122);
    assert(outcome != 0x132);
    assert(outcome != 0x201);
    assert(outcome != 0x210);
    assert(outcome != 0x211);
    assert(outcome != 0x220);
    assert(outcome != 0x221);
    assert(outcome != 0x302);
    assert(outcome != 0x312);
    assert(outcome != 0x322);
    assert(outcome != 0x332);
    assert(outcome == 0x101 | outcome == 0x102 | outcome == 0x110 | outcome == 0x112 | outcome == 0x120 | outcome == 0x122 | outcome == 0x132 | outcome == 0x201 | outcome == 0x210 | outcome == 0x211 | outcome == 0x220 | outcome == 0x221 | outcome == 0x302 | outcome == 0x312 | outcome == 0x322 | outcome == 0x332);
    return 0;
}
