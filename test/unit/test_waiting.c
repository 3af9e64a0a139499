// Waiting loops: a round that changed nothing is void once its thread goes on, in concrete and in symbolic runs alike;
// what is void depends on the path of the thread alone; threads that wait for ever are found stuck.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "encode/questions.h"
#include "run/schedule.h"
#include "load_program.h"
#include "trace/trace.h"

#define PRELUDE TEST_HEADERS "#include <stdatomic.h>\natomic_int flag, x, y, lock; int count;\n"

enum { SEEDS = 12 };

typedef struct Observed {
    Trace *trace;
    uint32_t retries;
    MachineStatus status;
    bool cut;
    // By thread, up to the retry: what the machine said next.
    VECTOR(uint32_t) next;
    TraceRecorder recorder;
} Observed;

// Indices are those of the events that count, from 0, but for the return to an earlier one.
static void observe(void *context, const Machine *machine, const Event *event)
{
    Observed *observed = context;
    if (event->thread >= observed->next.count)
        vector_resize(&observed->next, event->thread + 1);
    uint32_t *next = &observed->next.data[event->thread];
    if (event->kind == EVENT_retry) {
        observed->retries++;
        assert_true(event->index < *next);
        assert_true(event->value >= *next - event->index);
        *next = event->index;
    } else {
        assert_int_equal(event->index, *next);
        *next += event_kind_counts(event->kind);
    }
    trace_sink(&observed->recorder, machine, event);
}

static Observed run_with(const TestProgram *test, MachineOptions options, bool symbolic, const char *schedule)
{
    Observed observed = {.trace = trace_create()};
    Scheduler scheduler = {0};
    Text error = {0};
    observed.recorder.trace = observed.trace;
    if (symbolic)
        observed.trace->terms = options.terms = terms_create();
    options.symbolic_reads = symbolic;
    assert_true(scheduler_parse(&scheduler, schedule, &error));
    scheduler_start(&scheduler);
    Machine *machine = machine_create_observed(test->program, &options, observe, &observed);
    Choice choice;
    for (int step = 0; machine_status(machine) == MACHINE_RUNNING; step++) {
        assert_true(step < TEST_STEP_LIMIT && scheduler_next(&scheduler, machine, &choice));
        trace_record_choice(&observed.recorder, choice);
        machine_step(machine, choice);
    }
    observed.status = machine_status(machine);
    observed.cut = machine_cut(machine).loop != 0;
    trace_finish(&observed.recorder, machine, NULL);
    machine_free(machine);
    scheduler_free(&scheduler);
    return observed;
}

static Observed run(const TestProgram *test, bool symbolic, const char *schedule)
{
    return run_with(test, test_machine_options(test), symbolic, schedule);
}

static void observed_free(Observed *observed)
{
    trace_free(observed->trace);
    vector_free(&observed->next);
}

static uint32_t count_events(const Trace *trace, uint32_t thread, EventKind kind, const char *object)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        count += event->thread == thread && event->kind == kind && (!object || !strcmp(event->object, object));
    }
    return count;
}

static void expect_consecutive(const Trace *trace)
{
    uint32_t next[8] = {0};
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        assert_int_not_equal(event->kind, EVENT_retry);
        assert_true(event->thread < 8);
        assert_int_equal(event->index, next[event->thread]);
        next[event->thread] += event_kind_counts(event->kind);
    }
}

// The events that count, and what they did.
static void expect_same_events(const Trace *a, const Trace *b)
{
    uint32_t i = 0, j = 0;
    for (;;) {
        while (i < a->events.count && !event_kind_counts(a->events.data[i].kind))
            i++;
        while (j < b->events.count && !event_kind_counts(b->events.data[j].kind))
            j++;
        if (i == a->events.count || j == b->events.count)
            break;
        const TraceEvent *left = &a->events.data[i++], *right = &b->events.data[j++];
        // A compare-exchange that fails is a read in a concrete run, and an update by what was there in a symbolic one.
        bool failed = left->kind == EVENT_read && right->kind == EVENT_update && right->value == right->previous;
        assert_true(left->kind == right->kind || failed);
        assert_int_equal(left->thread, right->thread);
        assert_int_equal(left->index, right->index);
        assert_int_equal(left->address, right->address);
        assert_int_equal(left->value, right->value);
    }
    assert_true(i == a->events.count && j == b->events.count);
}

static const char *const programs[] = {
    // A flag.
    PRELUDE "void *other(void *p) { count = 1; flag = 1; return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); while (!flag) {} assert(count);\n"
            "pthread_join(t, 0); return 0; }\n",
    // Two flags, one after the other or both at once.
    PRELUDE "void *other(void *p) { x = 1; y = 1; return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); while (!y || !x) {} while (!x) {}\n"
            "pthread_join(t, 0); return 0; }\n",
    // Values that are not the one waited for.
    PRELUDE "void *other(void *p) { while (x < 5) x = x + 1; return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); while (x != 5) {}\n"
            "pthread_join(t, 0); return 0; }\n",
    // The last value seen is kept.
    PRELUDE "void *other(void *p) { x = 1; x = 1; x = 2; flag = 1; return p; }\n"
            "int main(void) { pthread_t t; int last = 0; pthread_create(&t, 0, other, 0); while (!flag) last = x;\n"
            "assert(last < 3); pthread_join(t, 0); return 0; }\n",
    // Locks made of updates.
    PRELUDE "void *other(void *p) { while (atomic_exchange(&lock, 1)) {} count++; lock = 0; return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); other(0); pthread_join(t, 0);\n"
            "assert(count == 2); return 0; }\n",
    PRELUDE "void *other(void *p) { for (;;) { int e = 0; if (atomic_compare_exchange_strong(&lock, &e, 1)) break; }\n"
            "count++; lock = 0; return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); other(0); pthread_join(t, 0);\n"
            "assert(count == 2); return 0; }\n",
    // A lock that is tried.
    PRELUDE
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    "void *other(void *p) { while (pthread_mutex_trylock(&m)) {} count++; pthread_mutex_unlock(&m); return p; }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); other(0); pthread_join(t, 0);\n"
    "assert(count == 2); return 0; }\n",
    // Rounds that write what is there: to private memory, and to visible memory.
    PRELUDE "struct { int a, b; } g; void look(int *seen) { *seen = flag; }\n"
            "void *other(void *p) { x = 1; flag = 1; return p; }\n"
            "int main(void) { pthread_t t; int seen = 0; pthread_create(&t, 0, other, 0); while (!seen) look(&seen);\n"
            "while (x != 1) y = 0; pthread_join(t, 0); return 0; }\n",
    // A loop in a function that is called again.
    PRELUDE
    "void await(int n) { while (x < n) {} } void *other(void *p) { await(1); x = 2; await(3); x = 4; return p; }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); x = 1; await(2); x = 3; await(4);\n"
    "pthread_join(t, 0); return 0; }\n",
};

static void runs_are_alike(void **state)
{
    (void)state;
    uint32_t retries = 0;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        TestProgram test = test_load(programs[i]);
        for (int seed = 0; seed < SEEDS; seed++) {
            char schedule[32];
            snprintf(schedule, sizeof schedule, "random:%d", seed);
            Observed concrete = run(&test, false, schedule), symbolic = run(&test, true, schedule),
                     again = run(&test, false, schedule);
            assert_int_equal(concrete.status, MACHINE_EXITED);
            assert_int_equal(concrete.retries, symbolic.retries);
            expect_consecutive(concrete.trace);
            expect_consecutive(symbolic.trace);
            expect_same_events(concrete.trace, symbolic.trace);
            Text difference = {0};
            assert_false(trace_difference(concrete.trace, again.trace, &difference));
            text_free(&difference);
            retries += concrete.retries;
            // Every symbol in what is told is that of an event that stayed, so that the trace can be analysed.
            ConcurrentTrace *concurrent = concurrent_trace_create(symbolic.trace, NULL);
            assert_false(concurrent->approximate);
            concurrent_trace_free(concurrent);
            observed_free(&concrete);
            observed_free(&symbolic);
            observed_free(&again);
        }
        test_unload(&test);
    }
    assert_true(retries > SEEDS);
}

// However often main looks, two looks are left: the first, which goes into the loop, and the one that succeeds.
static void looks_in_vain_leave_no_trace(void **state)
{
    (void)state;
    TestProgram test = test_load(programs[2]);
    for (int symbolic = 0; symbolic < 2; symbolic++) {
        Observed observed = run(&test, symbolic, "round-robin");
        assert_true(observed.retries >= 2);
        assert_int_equal(count_events(observed.trace, 0, EVENT_read, "x"), 2);
        observed_free(&observed);
    }
    // They do not count against a bound on iterations either.
    MachineOptions options = test_machine_options(&test);
    options.bounds.rounds = 7;
    Observed observed = run_with(&test, options, false, "round-robin");
    assert_false(observed.cut);
    observed_free(&observed);
    test_unload(&test);
}

// Whether `last` stays the same decides about the round; nothing that the program does shows it.
static void equal_values_are_a_branch(void **state)
{
    (void)state;
    TestProgram test = test_load(programs[3]);
    bool found = false;
    for (int seed = 0; seed < SEEDS && !found; seed++) {
        char schedule[32];
        snprintf(schedule, sizeof schedule, "random:%d", seed);
        Observed observed = run(&test, true, schedule);
        const Trace *trace = observed.trace;
        for (uint32_t i = 0; i < trace->events.count; i++) {
            const TraceEvent *event = &trace->events.data[i];
            if (event->kind != EVENT_branch || term_kind(trace->terms, event->content) != TERM_equal)
                continue;
            bool symbols = true;
            for (uint32_t j = 0; j < 2; j++)
                symbols &= term_kind(trace->terms, term_operand(trace->terms, event->content, j)) == TERM_symbol;
            found |= symbols && !event->value;
        }
        observed_free(&observed);
    }
    assert_true(found);
    test_unload(&test);
}

static void threads_may_stay_waiting(void **state)
{
    (void)state;
    TestProgram test = test_load(programs[0]);
    MachineOptions options = test_machine_options(&test);
    options.stay_waiting = true;
    Observed observed = run_with(&test, options, true, NULL);
    const TraceEvent *blocked = &vector_last(&observed.trace->events);
    assert_int_equal(observed.status, MACHINE_DISCARDED);
    assert_int_equal(observed.retries, 0);
    assert_int_equal(count_events(observed.trace, 0, EVENT_read, "flag"), 2);
    assert_int_equal(count_events(observed.trace, 1, EVENT_exit, NULL), 1);
    assert_int_equal(blocked->kind, EVENT_blocked);
    assert_int_equal(blocked->thread, 0);
    assert_int_equal(blocked->pending, EVENT_retry);
    assert_int_equal(blocked->value, 1);
    observed_free(&observed);
    test_unload(&test);
}

// Whether all threads of the observed run can be stuck in another order.
static bool can_be_stuck(const Trace *trace)
{
    Limits limits;
    limits_start(&limits, 60, 0);
    ConcurrentTrace *concurrent = concurrent_trace_create(trace, NULL);
    bool possible = question_deadlock_possible(concurrent);
    if (possible) {
        Encoding *encoding = encoding_create(concurrent, &(EncodingOptions){0}, &limits);
        DeadlockQuestion question = {0};
        question_deadlock(encoding, &question);
        SolveResult result = encoding_solve(encoding, &question.global, 1);
        assert_true(result == SOLVE_SATISFIED || result == SOLVE_REFUTED);
        possible = result == SOLVE_SATISFIED;
        vector_free(&question.stuck);
        encoding_free(encoding);
    }
    concurrent_trace_free(concurrent);
    return possible;
}

// Runs that end with the process while thread 1 is in its loop, where it stays.
#define POLLING(early, late, end)                                                                                     \
    PRELUDE "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"           \
            "void *poll(void *p) { while (!flag) {} return p; }\nvoid *other(void *p) { pthread_mutex_lock(&m); " end \
            " pthread_cond_signal(&c); pthread_mutex_unlock(&m); return p; }\n"                                       \
            "int main(void) { pthread_t t, u; pthread_mutex_lock(&m); pthread_create(&t, 0, poll, 0); " early         \
            " pthread_create(&u, 0, other, 0); " late " pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);\n"       \
            "return 0; }\n"

static void stuck_threads_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        bool stuck;
    } cases[] = {
        // The signal may come before the wait, and then nobody sets the flag.
        {POLLING("pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);", "flag = 0;"), true},
        // It may, too, but then the flag is set, and thread 1 ends.
        {POLLING("pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);", "flag = 0; flag = 2;"), false},
        // It cannot.
        {POLLING("", "", "flag = 0;"), false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestProgram test = test_load(cases[i].source);
        uint32_t found = 0;
        MachineOptions options = test_machine_options(&test);
        options.stay_waiting = true;
        for (int seed = 0; seed < 4 * SEEDS; seed++) {
            char schedule[32];
            snprintf(schedule, sizeof schedule, "random:%d", seed);
            Observed observed = run_with(&test, options, true, schedule);
            uint32_t waiting = 0;
            for (uint32_t j = 0; j < observed.trace->events.count; j++) {
                const TraceEvent *event = &observed.trace->events.data[j];
                waiting += event->kind == EVENT_blocked && event->pending == EVENT_retry;
            }
            if (observed.status == MACHINE_EXITED && waiting) {
                assert_int_equal(can_be_stuck(observed.trace), cases[i].stuck);
                found++;
            }
            observed_free(&observed);
        }
        assert_true(found > 0);
        test_unload(&test);
    }
}

// Only what is read again behind the back edge counts.
static void live_registers(void **state)
{
    (void)state;
    TestProgram test =
        test_load(PRELUDE "int read_twice(int n) { int last = 0; while (!flag) { int seen = x; if (seen > n)\n"
                          "last = seen; } return last; } void wait(void) { while (!flag) {} }\n"
                          "int main(void) { wait(); return read_twice(3); }\n");
    uint32_t found = 0;
    for (uint32_t i = 0; i < test.program->functions.count; i++) {
        const Function *function = &test.program->functions.data[i];
        bool waits = !strcmp(function->name, "wait"), reads = !strcmp(function->name, "read_twice");
        for (uint32_t j = 0; (waits || reads) && j < function->instruction_count; j++) {
            if (function->instructions[j].opcode != OP_loop_back)
                continue;
            const BackEdge *edge = facts_back_edge(test.facts, i, j);
            assert_non_null(edge);
            assert_int_equal(edge->live.count, waits ? 0 : 2); // n and last
            assert_null(facts_back_edge(test.facts, i, j + 1));
            found++;
        }
    }
    assert_int_equal(found, 2);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_alike),
        cmocka_unit_test(looks_in_vain_leave_no_trace),
        cmocka_unit_test(equal_values_are_a_branch),
        cmocka_unit_test(threads_may_stay_waiting),
        cmocka_unit_test(stuck_threads_are_found),
        cmocka_unit_test(live_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
