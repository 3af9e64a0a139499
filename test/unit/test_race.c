// The data race detector: every way of ordering two accesses, each with and without it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "trace/race.h"

enum { X = 0x1000, Y = 0x2000, M = 0x5000, N = 0x5100, C = 0x6000, NOBODY = -1 };

typedef struct Step {
    EventKind kind;
    uint32_t thread;
    uint64_t address;
    uint32_t size;  // of an access
    int64_t detail; // the other thread, the mutex of a wait, the size of a block, or 1 for an atomic access
} Step;

#define READ(thread, address) {EVENT_read, thread, address, 4, 0}
#define WRITE(thread, address) {EVENT_write, thread, address, 4, 0}
#define ATOMIC_READ(thread, address) {EVENT_read, thread, address, 4, 1}
#define ATOMIC_WRITE(thread, address) {EVENT_write, thread, address, 4, 1}
#define UPDATE(thread, address) {EVENT_update, thread, address, 4, 1}
#define CREATE(thread, child) {EVENT_create, thread, 0, 0, child}
#define JOIN(thread, child) {EVENT_join, thread, 0, 0, child}
#define SYNC(kind, thread, address) {EVENT_##kind, thread, address, 0, NOBODY}
#define ALLOCATE(thread, address, bytes) {EVENT_allocate, thread, address, 0, bytes}
#define WAIT(thread, condition, mutex) {EVENT_wait, thread, condition, 0, mutex}

static bool run(const Step *steps, size_t count, RaceReport *report)
{
    RaceDetector *detector = race_detector_create();
    for (size_t i = 0; i < count; i++) {
        Event event = {.kind = steps[i].kind,
                       .thread = steps[i].thread,
                       .address = steps[i].address,
                       .size = steps[i].size,
                       .position = (uint32_t)i,
                       .other = UINT32_MAX};
        if (event.kind == EVENT_read || event.kind == EVENT_write || event.kind == EVENT_update)
            event.atomic = steps[i].detail;
        else if (event.kind == EVENT_wait || event.kind == EVENT_allocate)
            event.value = (uint64_t)steps[i].detail;
        else
            event.other = (uint32_t)steps[i].detail;
        race_detector_event(detector, &event);
    }
    bool found = race_detector_found(detector, report);
    race_detector_free(detector);
    return found;
}

// Positions in the report are indices of steps.
#define ASSERT_RACE(first, second, ...)                                           \
    do {                                                                          \
        const Step steps[] = {__VA_ARGS__};                                       \
        RaceReport report;                                                        \
        assert_true(run(steps, sizeof steps / sizeof *steps, &report));           \
        assert_int_equal(report.first_position, first);                           \
        assert_int_equal(report.second_position, second);                         \
        assert_int_equal(report.first_thread, steps[first].thread);               \
        assert_int_equal(report.second_thread, steps[second].thread);             \
        assert_int_equal(report.first_writes, steps[first].kind != EVENT_read);   \
        assert_int_equal(report.second_writes, steps[second].kind != EVENT_read); \
        assert_int_equal(report.address, steps[second].address);                  \
        assert_int_equal(report.size, steps[second].size);                        \
    } while (0)

#define ASSERT_NO_RACE(...)                                              \
    do {                                                                 \
        const Step steps[] = {__VA_ARGS__};                              \
        RaceReport report = {.size = 99};                                \
        assert_false(run(steps, sizeof steps / sizeof *steps, &report)); \
        assert_int_equal(report.size, 99);                               \
    } while (0)

static void plain_accesses(void **state)
{
    (void)state;
    ASSERT_RACE(2, 3, CREATE(0, 1), CREATE(0, 2), WRITE(1, X), WRITE(2, X));
    ASSERT_RACE(2, 3, CREATE(0, 1), CREATE(0, 2), WRITE(1, X), READ(2, X));
    ASSERT_RACE(2, 3, CREATE(0, 1), CREATE(0, 2), READ(1, X), WRITE(2, X));
    ASSERT_NO_RACE(CREATE(0, 1), CREATE(0, 2), READ(1, X), READ(2, X));
    ASSERT_NO_RACE(CREATE(0, 1), CREATE(0, 2), WRITE(1, X), WRITE(2, Y));
    ASSERT_NO_RACE(WRITE(0, X), READ(0, X), WRITE(0, X));
}

static void first_race_is_kept(void **state)
{
    (void)state;
    ASSERT_RACE(1, 2, CREATE(0, 1), WRITE(0, X), WRITE(1, X), WRITE(0, Y), WRITE(1, Y));
}

static void one_of_many_readers(void **state)
{
    (void)state;
    ASSERT_RACE(5, 7, CREATE(0, 1), CREATE(0, 2), CREATE(0, 3), READ(0, X), READ(1, X), READ(2, X), JOIN(0, 1),
                WRITE(0, X));
    ASSERT_NO_RACE(CREATE(0, 1), CREATE(0, 2), READ(0, X), READ(1, X), READ(2, X), JOIN(0, 1), JOIN(0, 2), WRITE(0, X));
}

static void create_and_join(void **state)
{
    (void)state;
    ASSERT_NO_RACE(WRITE(0, X), CREATE(0, 1), WRITE(1, X), SYNC(exit, 1, 0), JOIN(0, 1), READ(0, X));
    ASSERT_RACE(2, 3, WRITE(0, X), CREATE(0, 1), WRITE(1, X), READ(0, X));
    ASSERT_RACE(1, 2, CREATE(0, 1), WRITE(0, X), READ(1, X));
    ASSERT_NO_RACE(CREATE(0, 1), CREATE(1, 2), WRITE(2, X), JOIN(1, 2), JOIN(0, 1), WRITE(0, X));
    ASSERT_RACE(2, 4, CREATE(0, 1), CREATE(1, 2), WRITE(2, X), JOIN(0, 1), WRITE(0, X));
}

static void mutexes(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), SYNC(lock, 0, M), WRITE(0, X), SYNC(unlock, 0, M), SYNC(lock, 1, M), WRITE(1, X),
                   SYNC(unlock, 1, M));
    ASSERT_RACE(2, 5, CREATE(0, 1), SYNC(lock, 0, M), WRITE(0, X), SYNC(unlock, 0, M), SYNC(lock, 1, N), WRITE(1, X));
    ASSERT_RACE(4, 6, CREATE(0, 1), SYNC(lock, 0, M), WRITE(0, X), SYNC(unlock, 0, M), WRITE(0, X), SYNC(lock, 1, M),
                WRITE(1, X));
    ASSERT_RACE(1, 4, CREATE(0, 1), WRITE(0, X), SYNC(lock, 0, M), SYNC(lock_failed, 1, M), WRITE(1, X));
    ASSERT_RACE(1, 5, CREATE(0, 1), WRITE(0, X), SYNC(unlock, 0, M), SYNC(sync_destroy, 0, M), SYNC(lock, 1, M),
                WRITE(1, X));
}

static void condition_variables(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), SYNC(lock, 0, M), WRITE(0, X), WAIT(0, C, M), SYNC(lock, 1, M), WRITE(1, X),
                   WRITE(1, Y), SYNC(signal, 1, C), SYNC(unlock, 1, M), SYNC(wake, 0, C), SYNC(lock, 0, M), READ(0, X),
                   READ(0, Y));
    ASSERT_NO_RACE(CREATE(0, 1), WAIT(0, C, M), WRITE(1, X), SYNC(broadcast, 1, C), SYNC(wake, 0, C), READ(0, X));
    ASSERT_RACE(2, 4, CREATE(0, 1), WAIT(0, C, M), WRITE(1, X), SYNC(wake, 0, C), READ(0, X));
    ASSERT_RACE(1, 4, CREATE(0, 1), WRITE(0, X), WAIT(0, C, M), SYNC(lock, 1, N), WRITE(1, X));
}

static void read_write_locks(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), SYNC(write_lock, 0, M), WRITE(0, X), SYNC(rwlock_unlock, 0, M), SYNC(read_lock, 1, M),
                   READ(1, X), SYNC(rwlock_unlock, 1, M), SYNC(write_lock, 0, M), WRITE(0, X));
    ASSERT_RACE(2, 5, CREATE(0, 1), SYNC(read_lock, 0, M), WRITE(0, X), SYNC(rwlock_unlock, 0, M),
                SYNC(read_lock, 1, M), WRITE(1, X));
}

static void semaphores(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), WRITE(0, X), SYNC(semaphore_post, 0, M), SYNC(semaphore_wait, 1, M), WRITE(1, X));
    ASSERT_RACE(2, 4, CREATE(0, 1), SYNC(semaphore_post, 0, M), WRITE(0, X), SYNC(semaphore_wait, 1, M), WRITE(1, X));
    ASSERT_RACE(1, 4, CREATE(0, 1), WRITE(0, X), SYNC(semaphore_wait, 0, M), SYNC(semaphore_wait, 1, M), WRITE(1, X));
}

static void barriers(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), WRITE(0, X), WRITE(1, Y), SYNC(barrier_arrive, 0, M), SYNC(barrier_arrive, 1, M),
                   SYNC(barrier_leave, 1, M), SYNC(barrier_leave, 0, M), READ(0, Y), READ(1, X));
    // Thread 0 is at the barrier again while thread 1 leaves the first round: that orders nothing.
    ASSERT_RACE(4, 7, CREATE(0, 1), SYNC(barrier_arrive, 0, M), SYNC(barrier_arrive, 1, M), SYNC(barrier_leave, 0, M),
                WRITE(0, X), SYNC(barrier_arrive, 0, M), SYNC(barrier_leave, 1, M), READ(1, X));
    ASSERT_NO_RACE(CREATE(0, 1), SYNC(barrier_arrive, 0, M), SYNC(barrier_arrive, 1, M), SYNC(barrier_leave, 0, M),
                   WRITE(0, X), SYNC(barrier_arrive, 0, M), SYNC(barrier_leave, 1, M), SYNC(barrier_arrive, 1, M),
                   SYNC(barrier_leave, 1, M), READ(1, X));
}

static void once_routines(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), SYNC(once_begin, 0, M), WRITE(0, X), SYNC(once_end, 0, M), SYNC(once_begin, 1, M),
                   READ(1, X));
    ASSERT_RACE(2, 4, CREATE(0, 1), SYNC(once_begin, 0, M), WRITE(0, X), SYNC(once_end, 0, M), READ(1, X));
}

static void atomics(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), ATOMIC_WRITE(0, X), ATOMIC_WRITE(1, X), UPDATE(0, X), ATOMIC_READ(1, X));
    ASSERT_NO_RACE(CREATE(0, 1), WRITE(0, Y), ATOMIC_WRITE(0, X), ATOMIC_READ(1, X), READ(1, Y));
    ASSERT_NO_RACE(CREATE(0, 1), WRITE(0, Y), UPDATE(0, X), UPDATE(1, X), WRITE(1, Y));
    ASSERT_RACE(1, 2, CREATE(0, 1), ATOMIC_WRITE(0, X), READ(1, X));
    ASSERT_RACE(1, 2, CREATE(0, 1), WRITE(0, X), ATOMIC_READ(1, X));
    ASSERT_RACE(1, 2, CREATE(0, 1), READ(0, X), UPDATE(1, X));
    ASSERT_NO_RACE(CREATE(0, 1), READ(0, X), ATOMIC_READ(1, X));
    ASSERT_NO_RACE(ATOMIC_WRITE(0, X), CREATE(0, 1), READ(1, X));
    ASSERT_RACE(2, 4, CREATE(0, 1), ATOMIC_WRITE(0, X), WRITE(0, Y), ATOMIC_READ(1, X), READ(1, Y));
}

static void atomic_sections(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), SYNC(atomic_begin, 0, 0), WRITE(0, X), SYNC(atomic_end, 0, 0),
                   SYNC(atomic_begin, 1, 0), WRITE(1, X), SYNC(atomic_end, 1, 0));
    ASSERT_RACE(2, 4, CREATE(0, 1), SYNC(atomic_begin, 0, 0), WRITE(0, X), SYNC(atomic_end, 0, 0), WRITE(1, X));
    ASSERT_NO_RACE(CREATE(0, 1), ATOMIC_WRITE(0, X), SYNC(atomic_begin, 1, 0), WRITE(1, X), SYNC(atomic_end, 1, 0));
    ASSERT_RACE(4, 5, CREATE(0, 1), SYNC(atomic_begin, 1, 0), SYNC(atomic_end, 1, 0), WRITE(0, Y), WRITE(1, X),
                UPDATE(0, X));
}

static void overlapping_bytes(void **state)
{
    (void)state;
    ASSERT_RACE(1, 2, CREATE(0, 1), {EVENT_write, 0, X, 8, 0}, {EVENT_read, 1, X + 7, 1, 0});
    ASSERT_NO_RACE(CREATE(0, 1), {EVENT_write, 0, X, 8, 0}, {EVENT_read, 1, X + 8, 1, 0});
    ASSERT_NO_RACE(CREATE(0, 1), {EVENT_write, 0, X + 1, 1, 0}, {EVENT_write, 1, X, 1, 0},
                   {EVENT_write, 1, X + 2, 2, 0});
    ASSERT_RACE(1, 2, CREATE(0, 1), {EVENT_write, 0, X + 5, 64, 0}, {EVENT_write, 1, X + 68, 4, 0});
    ASSERT_RACE(1, 2, CREATE(0, 1), {EVENT_read, 0, X + 500, 2, 0}, {EVENT_write, 1, X, 1000, 0});
    ASSERT_NO_RACE(CREATE(0, 1), {EVENT_write, 0, X, 0, 0}, {EVENT_write, 1, X, 1000, 0});
}

static void new_blocks_are_new(void **state)
{
    (void)state;
    ASSERT_NO_RACE(CREATE(0, 1), WRITE(0, X), READ(1, Y), ALLOCATE(1, X, 8), WRITE(1, X));
    ASSERT_NO_RACE(CREATE(0, 1), WRITE(0, X), ALLOCATE(1, X - 100, INT64_C(1) << 40), WRITE(1, X));
    ASSERT_RACE(1, 3, CREATE(0, 1), WRITE(0, X), ALLOCATE(1, X + 1, 8), WRITE(1, X));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_accesses),
        cmocka_unit_test(first_race_is_kept),
        cmocka_unit_test(one_of_many_readers),
        cmocka_unit_test(create_and_join),
        cmocka_unit_test(mutexes),
        cmocka_unit_test(condition_variables),
        cmocka_unit_test(read_write_locks),
        cmocka_unit_test(semaphores),
        cmocka_unit_test(barriers),
        cmocka_unit_test(once_routines),
        cmocka_unit_test(atomics),
        cmocka_unit_test(atomic_sections),
        cmocka_unit_test(overlapping_bytes),
        cmocka_unit_test(new_blocks_are_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
