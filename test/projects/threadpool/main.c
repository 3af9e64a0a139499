/*
 * The pool at work. Each run goes through one scenario, drawn at random; what must hold in it is asserted.
 */
#include "pool.h"

#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
#include <time.h>

enum { THREADS = 2, CAPACITY = 1 };

/* The numbers from `first` up to, and without, `end`. */
typedef struct {
    Pool *pool;
    const int *numbers;
    size_t first;
    size_t end;
} Range;

static const int numbers[] = {3, 1, 4, 1, 5, 9, 2, 6};

static long sum_of(const int *from, size_t count)
{
    long sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += from[i];
    }
    return sum;
}

static long sum_range(void *argument)
{
    const Range *range = argument;
    return sum_of(range->numbers + range->first, range->end - range->first);
}

/* Has the pool sum up one half, and does the other one itself; both if the pool does not want to or has no time. */
static long sum_in_halves(void *argument)
{
    const Range *range = argument;
    size_t middle = range->first + (range->end - range->first) / 2;
    Range left = {.pool = range->pool, .numbers = range->numbers, .first = range->first, .end = middle};
    Range right = {.pool = range->pool, .numbers = range->numbers, .first = middle, .end = range->end};
    Future *future = pool_submit(range->pool, sum_range, &left);
    long right_sum = sum_range(&right);
    long left_sum;
    if (!future || future_get(future, &left_sum) != FUTURE_DONE) {
        left_sum = sum_range(&left);
    }
    if (future) {
        future_release(future);
    }
    return left_sum + right_sum;
}

static Pool *make_pool(void)
{
    Pool *pool = pool_create(THREADS, CAPACITY);
    if (!pool) {
        fprintf(stderr, "selftest: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return pool;
}

/* A task that waits for another one, and main for both. */
static void test_fork_and_join(void)
{
    Pool *pool = make_pool();
    Range whole = {.pool = pool, .numbers = numbers, .first = 0, .end = 8};
    Future *future = pool_submit(pool, sum_in_halves, &whole);
    assert(future);
    long sum = 0;
    FutureState state = future_get(future, &sum);
    assert(state == FUTURE_DONE && sum == sum_of(numbers, 8));
    future_release(future);
    PoolStatistics statistics = pool_shutdown(pool, SHUTDOWN_DRAIN);
    assert(statistics.completed == 2 && statistics.cancelled == 0);
    assert(pool_thread_count(pool) <= THREADS);
    pool_destroy(pool);
}

/* The pool is shut down while a task submits another one. */
static void test_shutdown(ShutdownMode mode)
{
    Pool *pool = make_pool();
    Range whole = {.pool = pool, .numbers = numbers, .first = 0, .end = 8};
    Future *future = pool_submit(pool, sum_in_halves, &whole);
    assert(future);
    PoolStatistics statistics = pool_shutdown(pool, mode);
    long sum = 0;
    FutureState state = future_get(future, &sum);
    assert(state == FUTURE_DONE ? sum == sum_of(numbers, 8) : mode == SHUTDOWN_DROP && sum == 0);
    assert(mode == SHUTDOWN_DROP || statistics.cancelled == 0);
    future_release(future);
    pool_destroy(pool);
}

/* One task is taken back, if it is not too late, and of another one nobody waits for the result. */
static void test_cancel(void)
{
    Pool *pool = make_pool();
    Range left = {.pool = pool, .numbers = numbers, .first = 0, .end = 4};
    Range right = {.pool = pool, .numbers = numbers, .first = 4, .end = 8};
    Future *wanted = pool_submit(pool, sum_range, &left);
    Future *unwanted = pool_submit(pool, sum_range, &right);
    assert(wanted && unwanted);
    bool is_cancelled = pool_cancel(pool, unwanted);
    future_release(unwanted);
    long sum = 0;
    FutureState state = future_get(wanted, &sum);
    assert(state == FUTURE_DONE && sum == sum_range(&left));
    future_release(wanted);
    PoolStatistics statistics = pool_shutdown(pool, SHUTDOWN_DRAIN);
    assert(statistics.completed + statistics.cancelled == 2);
    assert(statistics.cancelled == (is_cancelled ? 1 : 0));
    pool_destroy(pool);
}

int main(void)
{
    srand((unsigned)time(NULL));
    switch (rand() % 4) {
    case 0:
        test_fork_and_join();
        break;
    case 1:
        test_shutdown(SHUTDOWN_DRAIN);
        break;
    case 2:
        test_shutdown(SHUTDOWN_DROP);
        break;
    default:
        test_cancel();
        break;
    }
    return EXIT_SUCCESS;
}
