// Workers: every way of working gives the same results; broadcasts reach all; deaths and limits are noticed; nobody stays
// behind.
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/limits.h"
#include "base/statistics.h"
#include "crew/crew.h"

typedef enum Task { SQUARE, FILL, DIE, END, SLEEP, MEET_LIMIT, TELL_PROCESS, USE_MEMORY, PRINT, TELL_HEARD } Task;

typedef struct Plan {
    uint32_t offset; // what a worker has from before crew_create
    Limits *limits;
    uint32_t received; // broadcasts, each of which had the number that was next
} Plan;

static void sleep_ms(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000}, NULL);
}

static void work(void *context, const Bytes *item, Bytes *result)
{
    const Plan *plan = context;
    BytesReader reader = bytes_reader(item);
    Task task = (Task)bytes_get_u8(&reader);
    uint32_t number = bytes_get_u32(&reader);
    assert_int_equal(result->length, 0);
    switch (task) {
    case SQUARE:
        bytes_put_u32(result, number * number + plan->offset);
        break;
    case FILL:
        for (uint32_t i = 0; i < number; i++)
            bytes_put_u8(result, (uint8_t)(i * 7));
        break;
    case DIE:
        raise(SIGKILL);
        break;
    case END:
        _exit((int)number);
    case SLEEP:
        sleep_ms(number);
        limits_exceeded(plan->limits);
        bytes_put_u32(result, number);
        break;
    case MEET_LIMIT:
        plan->limits->reason = LIMIT_MEMORY;
        bytes_put_u32(result, number);
        break;
    case TELL_PROCESS:
        bytes_put_u32(result, (uint32_t)getpid());
        break;
    case PRINT:
        printf("worker;");
        fflush(stdout);
        break;
    case USE_MEMORY: {
        char *memory = malloc((size_t)number << 20);
        assert_non_null(memory);
        memset(memory, 1, (size_t)number << 20);
        sleep_ms(20000);
        free(memory);
        break;
    }
    case TELL_HEARD:
        bytes_put_u32(result, plan->received);
        break;
    }
}

// What comes out of order is not counted, nor is anything behind it.
static void receive(void *context, const Bytes *bytes)
{
    Plan *plan = context;
    BytesReader reader = bytes_reader(bytes);
    if (bytes_get_u32(&reader) == plan->received)
        plan->received++;
}

static void broadcast(Crew *crew, uint32_t number, uint32_t size)
{
    Bytes bytes = {0};
    bytes_put_u32(&bytes, number);
    for (uint32_t i = 0; i < size / 8; i++)
        bytes_put_u64(&bytes, i);
    crew_broadcast(crew, &bytes);
    bytes_free(&bytes);
}

static void give(Crew *crew, Task task, uint32_t number)
{
    Bytes item = {0};
    bytes_put_u8(&item, (uint8_t)task);
    bytes_put_u32(&item, number);
    crew_give(crew, &item);
    bytes_free(&item);
}

static uint32_t number_of(const Bytes *result)
{
    BytesReader reader = bytes_reader(result);
    return bytes_get_u32(&reader);
}

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

// The sum over many items, never more of them under way than there are workers.
static uint64_t sum_squares(uint32_t jobs, uint32_t count)
{
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.offset = 5, .limits = &limits};
    Crew *crew = crew_create(jobs, work, NULL, &plan, &limits);
    uint64_t sum = 0;
    Bytes result = {0};
    assert_int_equal(crew_idle(crew), jobs);
    for (uint32_t given = 0, taken = 0; taken < count; taken++) {
        while (crew_idle(crew) && given < count)
            give(crew, SQUARE, given++);
        assert_int_equal(crew_busy(crew), given - taken);
        assert_int_equal(crew_busy(crew) + crew_idle(crew), jobs);
        assert_int_equal(crew_next(crew, &result), CREW_RESULT);
        sum += number_of(&result);
    }
    assert_int_equal(crew_busy(crew), 0);
    bytes_free(&result);
    crew_free(crew);
    assert_no_children();
    return sum;
}

static void gives_the_same_results_with_any_number_of_workers(void **state)
{
    (void)state;
    uint64_t expected = 0;
    for (uint32_t i = 0; i < 1000; i++)
        expected += i * i + 5;
    for (uint32_t jobs = 1; jobs <= 5; jobs++)
        assert_true(sum_squares(jobs, 1000) == expected);
}

static void works_in_as_many_processes_as_asked(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    Bytes result = {0};
    Crew *alone = crew_create(1, work, NULL, &plan, &limits);
    give(alone, TELL_PROCESS, 0);
    assert_int_equal(crew_next(alone, &result), CREW_RESULT);
    assert_int_equal(number_of(&result), getpid());
    crew_free(alone);
    Crew *crew = crew_create(3, work, NULL, &plan, &limits);
    uint32_t seen[3];
    for (int i = 0; i < 3; i++)
        give(crew, TELL_PROCESS, 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(crew_next(crew, &result), CREW_RESULT);
        seen[i] = number_of(&result);
        assert_int_not_equal(seen[i], getpid());
    }
    assert_true(seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2]);
    bytes_free(&result);
    crew_free(crew);
    assert_no_children();
}

static void carries_big_messages(void **state)
{
    (void)state;
    enum { SIZE = 20 << 20 };
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(2, work, NULL, &plan, &limits);
    Bytes item = {0}, result = {0};
    bytes_put_u8(&item, FILL);
    bytes_put_u32(&item, SIZE);
    for (uint32_t i = 0; i < SIZE / 4; i++)
        bytes_put_u32(&item, i);
    crew_give(crew, &item);
    crew_give(crew, &item);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(crew_next(crew, &result), CREW_RESULT);
        assert_int_equal(result.length, SIZE);
        for (uint32_t k = 0; k < SIZE; k += 4099)
            assert_int_equal(result.data[k], (uint8_t)(k * 7));
    }
    give(crew, FILL, 0);
    assert_int_equal(crew_next(crew, &result), CREW_RESULT);
    assert_int_equal(result.length, 0);
    bytes_free(&item);
    bytes_free(&result);
    crew_free(crew);
    assert_no_children();
}

// Results may come in any order: no worker had received less than was sent before the first of these items was given.
static void check_news(uint32_t jobs)
{
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(jobs, work, receive, &plan, &limits);
    Bytes result = {0};
    uint32_t sent = 0, least = 0;
    for (uint32_t round = 0; round < 200; round++) {
        for (uint32_t i = 0; i < round % 4; i++)
            broadcast(crew, sent++, round);
        least = sent;
        for (uint32_t i = 0; i < jobs; i++) {
            give(crew, TELL_HEARD, 0);
            if (round % 3 == 0)
                broadcast(crew, sent++, 0);
        }
        while (crew_busy(crew)) {
            assert_int_equal(crew_next(crew, &result), CREW_RESULT);
            assert_in_range(number_of(&result), jobs > 1 ? least : 0, jobs > 1 ? sent : 0);
        }
    }
    assert_int_equal(plan.received, 0); // nothing of it in this process
    bytes_free(&result);
    crew_free(crew);
    assert_no_children();
}

static void broadcasts_come_before_what_is_given_later(void **state)
{
    (void)state;
    for (uint32_t jobs = 1; jobs <= 4; jobs++)
        check_news(jobs);
}

// One worker sleeps, one has much to say itself, one has nothing to do: nobody waits for them to listen.
static void much_news_does_not_block(void **state)
{
    (void)state;
    enum { COUNT = 12, SIZE = 1 << 20 };
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(3, work, receive, &plan, &limits);
    Bytes result = {0};
    give(crew, SLEEP, 3000);
    give(crew, FILL, 8 << 20);
    double started = clock_now();
    for (uint32_t i = 0; i < COUNT; i++)
        broadcast(crew, i, SIZE);
    give(crew, TELL_HEARD, 0);
    assert_true(clock_now() - started < 2.5);
    uint32_t sum = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(crew_next(crew, &result), CREW_RESULT);
        sum += result.length == 4 ? number_of(&result) : (uint32_t)result.length;
    }
    assert_int_equal(sum, 3000 + (8 << 20) + COUNT);
    for (int i = 0; i < 3; i++)
        give(crew, TELL_HEARD, 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(crew_next(crew, &result), CREW_RESULT);
        assert_int_equal(number_of(&result), COUNT);
    }
    // What is still to be said when all ends is dropped.
    give(crew, SLEEP, 20000);
    started = clock_now();
    for (uint32_t i = 0; i < COUNT; i++)
        broadcast(crew, i, SIZE);
    bytes_free(&result);
    crew_free(crew);
    assert_true(clock_now() - started < 15);
    assert_no_children();
}

// To a worker that is gone nothing can be sent, and that is noticed as before.
static void news_for_the_dead_is_dropped(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(2, work, receive, &plan, &limits);
    Bytes result = {0};
    give(crew, DIE, 0);
    sleep_ms(100);
    for (uint32_t i = 0; i < 3; i++)
        broadcast(crew, i, 1 << 20);
    assert_int_equal(crew_next(crew, &result), CREW_DIED);
    assert_string_equal(crew_reason(crew), "worker 1 was killed by signal 9");
    bytes_free(&result);
    crew_free(crew);
    assert_no_children();
}

static void check_death(Task task, uint32_t number, const char *expected)
{
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(2, work, NULL, &plan, &limits);
    Bytes result = {0};
    double started = clock_now();
    give(crew, SLEEP, 20000);
    give(crew, task, number);
    assert_int_equal(crew_next(crew, &result), CREW_DIED);
    assert_int_equal(result.length, 0);
    assert_string_equal(crew_reason(crew), expected);
    bytes_free(&result);
    crew_free(crew);
    assert_true(clock_now() - started < 15);
    assert_no_children();
}

static void tells_how_a_worker_ended(void **state)
{
    (void)state;
    check_death(DIE, 0, "worker 2 was killed by signal 9");
    check_death(END, 4, "worker 2 ended with status 4");
}

static void notices_the_death_of_an_idle_worker(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(2, work, NULL, &plan, &limits);
    Bytes result = {0};
    give(crew, TELL_PROCESS, 0);
    assert_int_equal(crew_next(crew, &result), CREW_RESULT);
    kill((pid_t)number_of(&result), SIGKILL);
    sleep_ms(100);
    give(crew, SLEEP, 20000);
    assert_int_equal(crew_next(crew, &result), CREW_DIED);
    assert_string_equal(crew_reason(crew), "worker 1 was killed by signal 9");
    bytes_free(&result);
    crew_free(crew);
    assert_no_children();
}

static void check_limit(uint32_t jobs, double timeout, Task task, LimitReason expected)
{
    Limits limits;
    limits_start(&limits, timeout, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(jobs, work, NULL, &plan, &limits);
    Bytes result = {0};
    double started = clock_now();
    give(crew, task, 20000);
    assert_int_equal(crew_next(crew, &result), CREW_LIMIT);
    assert_int_equal(result.length, 0);
    assert_int_equal(limits_exceeded(&limits), expected);
    bytes_free(&result);
    crew_free(crew);
    assert_true(clock_now() - started < 15);
    assert_no_children();
}

static void stops_when_time_is_up(void **state)
{
    (void)state;
    check_limit(2, 0.2, SLEEP, LIMIT_TIMEOUT);
}

static void reports_limits_met_in_a_worker(void **state)
{
    (void)state;
    check_limit(1, 0, MEET_LIMIT, LIMIT_MEMORY);
    check_limit(2, 0, MEET_LIMIT, LIMIT_MEMORY);
}

static uint64_t resident_mb(void)
{
    unsigned long long whole, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu %llu", &whole, &resident), 2);
    fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE) >> 20;
}

// No worker alone has too much.
static void counts_the_memory_of_all_workers(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 10, 0);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(3, work, NULL, &plan, &limits);
    Bytes result = {0};
    limits.memory_limit_mb = resident_mb() + 200;
    for (int i = 0; i < 3; i++)
        give(crew, USE_MEMORY, 100);
    assert_int_equal(crew_next(crew, &result), CREW_LIMIT);
    assert_int_equal(limits_exceeded(&limits), LIMIT_MEMORY);
    bytes_free(&result);
    crew_free(crew);
    assert_no_children();
}

// Pages that were there before the fork are not counted again for each worker.
static void counts_shared_memory_once(void **state)
{
    (void)state;
    enum { SIZE = 100 << 20 };
    char *memory = malloc(SIZE);
    assert_non_null(memory);
    memset(memory, 1, SIZE);
    Limits limits;
    limits_start(&limits, 0, resident_mb() + 100);
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(3, work, NULL, &plan, &limits);
    Bytes result = {0};
    give(crew, SLEEP, 500);
    assert_int_equal(crew_next(crew, &result), CREW_RESULT);
    bytes_free(&result);
    crew_free(crew);
    free(memory);
}

static void can_be_freed_while_all_are_busy(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    Plan plan = {.limits = &limits};
    double started = clock_now();
    Crew *crew = crew_create(4, work, NULL, &plan, &limits);
    for (int i = 0; i < 4; i++)
        give(crew, SLEEP, 20000);
    crew_free(crew);
    assert_no_children();
    assert_true(clock_now() - started < 15);
    Crew *alone = crew_create(1, work, NULL, &plan, &limits);
    give(alone, SLEEP, 20000);
    crew_free(alone);
    assert_true(clock_now() - started < 15);
}

// This process becomes the parent of orphans, so it can wait for workers whose master was killed.
static void workers_end_with_their_master(void **state)
{
    (void)state;
    if (getenv("RADDLE_EMULATED")) // by an emulator that does not know this call
        skip();
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    fflush(NULL);
    pid_t master = fork();
    assert_true(master >= 0);
    if (!master) {
        Limits limits;
        limits_start(&limits, 0, 0);
        Plan plan = {.limits = &limits};
        Bytes result = {0};
        Crew *crew = crew_create(3, work, NULL, &plan, &limits);
        give(crew, SLEEP, 20000);
        give(crew, SQUARE, 3);
        crew_next(crew, &result);
        ssize_t written = write(ready[1], "", 1);
        (void)written;
        sleep_ms(20000);
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    kill(master, SIGKILL);
    double started = clock_now();
    uint32_t ended = 0;
    while (ended < 4 && clock_now() - started < 15) {
        if (waitpid(-1, NULL, WNOHANG) > 0)
            ended++;
        else
            sleep_ms(5);
    }
    assert_int_equal(ended, 4);
    assert_true(clock_now() - started < 15);
    close(ready[0]);
    close(ready[1]);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
}

// What the master has buffered comes out once, whatever becomes of the workers; nothing of the workers comes out.
static void output_is_written_once(void **state)
{
    (void)state;
    char content[64];
    int output[2];
    assert_int_equal(pipe(output), 0);
    fflush(NULL);
    pid_t master = fork();
    assert_true(master >= 0);
    if (!master) {
        dup2(output[1], STDOUT_FILENO);
        Limits limits;
        limits_start(&limits, 0, 0);
        Plan plan = {.limits = &limits};
        Bytes result = {0};
        printf("before;");
        Crew *crew = crew_create(3, work, NULL, &plan, &limits);
        give(crew, SQUARE, 3);
        give(crew, PRINT, 0);
        printf("after;");
        crew_next(crew, &result);
        crew_next(crew, &result);
        bytes_free(&result);
        crew_free(crew);
        fflush(stdout);
        _exit(0);
    }
    close(output[1]);
    assert_int_equal(waitpid(master, NULL, 0), master);
    size_t length = 0;
    for (ssize_t count; (count = read(output[0], content + length, sizeof content - length)) > 0;)
        length += (size_t)count;
    assert_int_equal(length, strlen("before;after;"));
    assert_memory_equal(content, "before;after;", length);
    close(output[0]);
}

// Last, because the flag of the signal stays: only the master ends, and at once.
static void a_signal_wakes_the_master_only(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    limits.interrupt = limits_catch_signals();
    Plan plan = {.limits = &limits};
    Crew *crew = crew_create(2, work, NULL, &plan, &limits);
    Bytes result = {0};
    pid_t workers[2];
    for (int i = 0; i < 2; i++)
        give(crew, TELL_PROCESS, 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(crew_next(crew, &result), CREW_RESULT);
        workers[i] = (pid_t)number_of(&result);
    }
    for (int i = 0; i < 2; i++) {
        kill(workers[i], SIGINT);
        kill(workers[i], SIGTERM);
    }
    give(crew, SLEEP, 100);
    assert_int_equal(crew_next(crew, &result), CREW_RESULT);
    double started = clock_now();
    give(crew, SLEEP, 20000);
    pid_t friend = fork();
    assert_true(friend >= 0);
    if (!friend) {
        sleep_ms(200);
        kill(getppid(), SIGINT);
        _exit(0);
    }
    assert_int_equal(crew_next(crew, &result), CREW_LIMIT);
    assert_int_equal(limits_exceeded(&limits), LIMIT_INTERRUPT);
    assert_int_equal(waitpid(friend, NULL, 0), friend);
    bytes_free(&result);
    crew_free(crew);
    assert_true(clock_now() - started < 15);
    assert_no_children();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_same_results_with_any_number_of_workers),
        cmocka_unit_test(works_in_as_many_processes_as_asked),
        cmocka_unit_test(carries_big_messages),
        cmocka_unit_test(broadcasts_come_before_what_is_given_later),
        cmocka_unit_test(much_news_does_not_block),
        cmocka_unit_test(news_for_the_dead_is_dropped),
        cmocka_unit_test(tells_how_a_worker_ended),
        cmocka_unit_test(notices_the_death_of_an_idle_worker),
        cmocka_unit_test(stops_when_time_is_up),
        cmocka_unit_test(reports_limits_met_in_a_worker),
        cmocka_unit_test(counts_the_memory_of_all_workers),
        cmocka_unit_test(counts_shared_memory_once),
        cmocka_unit_test(can_be_freed_while_all_are_busy),
        cmocka_unit_test(workers_end_with_their_master),
        cmocka_unit_test(output_is_written_once),
        cmocka_unit_test(a_signal_wakes_the_master_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
