/* An assertion of many parts, about what three threads have read and written. How many of its other ways are looked at
 * depends on the values of the run; the decisions on its own way must not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x, y, z;

static void *thread_0(void *argument)
{
    (void)argument;
    int r0 = atomic_load_explicit(&x, memory_order_seq_cst);
    int r1 = atomic_load_explicit(&y, memory_order_relaxed);
    return (void *)(intptr_t)(10 * r0 + r1);
}

static void *thread_1(void *argument)
{
    (void)argument;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    return NULL;
}

static void *thread_2(void *argument)
{
    (void)argument;
    atomic_store_explicit(&z, 2, memory_order_relaxed);
    int r2 = atomic_load_explicit(&x, memory_order_seq_cst);
    return (void *)(intptr_t)r2;
}

static void *thread_3(void *argument)
{
    (void)argument;
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    void *results[4];
    pthread_create(&threads[0], NULL, thread_0, NULL);
    pthread_create(&threads[1], NULL, thread_1, NULL);
    pthread_create(&threads[2], NULL, thread_2, NULL);
    pthread_create(&threads[3], NULL, thread_3, NULL);
    pthread_join(threads[0], &results[0]);
    pthread_join(threads[1], &results[1]);
    pthread_join(threads[2], &results[2]);
    pthread_join(threads[3], &results[3]);
    int r0 = (int)((intptr_t)results[0] / 10 % 10);
    int r1 = (int)((intptr_t)results[0] % 10);
    int r2 = (int)(intptr_t)results[2];
    int final_x = atomic_load_explicit(&x, memory_order_relaxed);
    int final_y = atomic_load_explicit(&y, memory_order_relaxed);
    int final_z = atomic_load_explicit(&z, memory_order_relaxed);
    assert((r1 == 0 && r2 == 0) || (r1 == 0) || (r1 == 1 && r2 == 0 && final_z == 1) || (r0 == 0 && r2 == 0) ||
           (r0 == 0 && r1 == 1 && final_z == 1) || (r0 == 0) || (r0 == 1 && final_y == 1 && final_z == 1) ||
           (r0 == 1 && final_x == 1 && final_z == 1) || (r1 == 0) || (final_y == 1 && final_z == 1) ||
           (r1 == 1 && r2 == 0) || (r0 == 1 && final_z == 1) || (r0 == 1));
    return 0;
}
