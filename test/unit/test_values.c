// What is known of values without asking the solver: conditions that hold in every execution, and bounds of counters.
// Both are compared with what must come out of small programs, and with what many random runs of them do: a condition
// said to be certain never goes the other way, and no value lies outside its bounds.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "paths/path.h"
#include "recorded_run.h"

enum { RUNS = 60 };

#define PRELUDE                                                                                                       \
    TEST_HEADERS "#include <stdatomic.h>\nextern int __VERIFIER_nondet_int(void);\n"                                  \
                 "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct pair { int a, b; } first = {1, 2}, second;\n" \
                 "struct pair *volatile p = &first; volatile int x, y, z; volatile signed char c;\n"                  \
                 "volatile long long w; atomic_int k; volatile unsigned char u;\n"

typedef struct Recorded {
    Trace *trace;
    ConcurrentTrace *concurrent;
} Recorded;

static TestProgram load_threads(const char *begin, const char *one, const char *two)
{
    return test_load_threads(PRELUDE, begin, one, two, "");
}

// `seed` 0: each thread goes on until it blocks, and inputs are 0. A violation stops its thread alone: what is certain
// is certain of runs in which the others do all they would do.
static Recorded record(const TestProgram *test, uint32_t seed)
{
    InputPlan inputs = {.random = seed % 2, .seed = seed};
    MachineOptions options = test_machine_options(test);
    options.go_on = options.stay_waiting = true;
    options.inputs = &inputs;
    char schedule[32];
    snprintf(schedule, sizeof schedule, "random:%u", seed);
    Trace *trace = test_record(test, options, seed ? schedule : NULL, NULL);
    return (Recorded){trace, concurrent_trace_create(trace, NULL)};
}

static void recorded_free(Recorded *recorded)
{
    concurrent_trace_free(recorded->concurrent);
    trace_free(recorded->trace);
}

// --- Conditions

// One letter for each branch, pin and assertion of a thread: C certain, o open.
static void describe_conditions(const ConcurrentTrace *concurrent, uint32_t thread, Text *out)
{
    for (uint32_t i = 0; i < concurrent->threads.data[thread].conditions.count; i++) {
        const Condition *condition = &concurrent->threads.data[thread].conditions.data[i];
        if (condition->kind != EVENT_check ||
            concurrent->trace->events.data[condition->trace].property == PROPERTY_ASSERTION)
            text_append_character(out, condition->certain ? 'C' : 'o');
    }
}

static const struct {
    const char *begin, *one, *two;
    const char *conditions; // of two
} conditions[] = {
    // A flag with two values.
    {"", "x = 1;", "if (x < 2) y = 1; if (x == 0) y = 2; if (x != 5) y = 3;", "CoC"},
    {"x = 4;", "z = 1; z = 2; z = 3; z = 4; z = 5; z = 6; x = 5;",
     "if (x >= 4) y = 1; if (x > 4) y = 2; assert(x); assert(x == 5);", "CoCo"},
    // What main wrote first is gone.
    {"x = 4; x = 7;", "y = 1;", "if (x == 7) z = 1;", "C"},
    // A pointer that is set once, and one that may be either of two.
    {"p = &second;", "y = 1;", "if (p != 0) z = p->b;", "CC"},
    {"", "p = &second;", "if (p != 0) z = 1; if (p == &first) z = 2;", "Co"},
    {"", "p = 0;", "if (p == 0) z = 1;", "o"},
    // Values that go through several cells.
    {"", "x = 1; y = x + 1; z = y * 2;", "if (z <= 4) x = 3;", "o"}, // x may be 3 there: z is 8
    {"", "x = 1; y = x + 1; z = y * 2;", "if (z <= 4) u = 3;", "C"},
    {"", "x = 1; y = x + 1; z = y * 2;", "if (z == 4) u = 3;", "o"},
    {"", "x = 1; y = x;", "if (x + y <= 2) z = 1; if (x >= y) z = 2;", "Co"}, // each read for itself
    // Few increments have few values, many have more than are kept.
    {"", "x = x + 1; x = x + 1;", "if (x <= 2) z = 1; if (x < 2) z = 2;", "Co"},
    {"", "x = 1; x = 2; x = 3; x = 4; x = 5; x = 6; x = 7;", "if (x <= 7) z = 1;", "C"},
    {"", "x = 1; x = 2; x = 3; x = 4; x = 5; x = 6; x = 7; x = 8;", "if (x <= 8) z = 1;", "o"},
    // Each increment feeds on the other: the sets grow without end. (That no write comes twice is known to bounds.c.)
    {"", "x = x + 1;", "x = x + 1; if (x <= 2) z = 1;", "o"},
    // Inputs have any value.
    {"", "x = __VERIFIER_nondet_int();", "if (x == 0) z = 1;", "o"},
    {"x = __VERIFIER_nondet_int() & 1;", "y = 1;", "if (x <= 1) z = 1;", "o"},
    {"x = __VERIFIER_nondet_int();", "x = 3;", "int i = x; if (i == i + 0 * x) z = 1; if (x) z = 2;", "o"},
    // Bytes of one object, and a part of a wider one.
    {"", "c = 1;", "if (c >= 0) z = 1; if (c == 1) z = 2;", "Co"},
    {"w = 5;", "*(volatile int *)&w = 6;", "if (w == 5) z = 1;", "o"},
    // Atomic operations.
    {"", "atomic_fetch_add(&k, 2);", "if (atomic_exchange(&k, 7) <= 2) z = 1;", "o"}, // 7 + 2 may stand there, too
    {"", "atomic_fetch_add(&k, 2);", "if (atomic_load(&k) % 2 == 0) z = 1;", "C"},
};

static void certain_conditions_are_found(void **state)
{
    (void)state;
    uint32_t wrong = 0;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        TestProgram test = load_threads(conditions[i].begin, conditions[i].one, conditions[i].two);
        Recorded recorded = record(&test, 0);
        Text found = {0};
        describe_conditions(recorded.concurrent, 2, &found);
        bool right = !strcmp(text_string(&found), conditions[i].conditions);
        wrong += !right;
        if (!right)
            print_error("%s | %s | %s: %s instead of %s\n", conditions[i].begin, conditions[i].one, conditions[i].two,
                        text_string(&found), conditions[i].conditions);
        text_free(&found);
        recorded_free(&recorded);
        test_unload(&test);
    }
    assert_int_equal(wrong, 0);
}

static const TraceEvent *find_violation(const Trace *trace)
{
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (trace->events.data[i].kind == EVENT_violation)
            return &trace->events.data[i];
    return NULL;
}

// Where the ways of a thread part in two runs, the condition is not certain in the one; nor is a check that the other
// violates. Returns whether they part.
static bool expect_uncertain(const Recorded *recorded, const Path *path, const Recorded *other, const Path *other_path)
{
    bool parted = false;
    for (uint32_t i = 0; i < path->threads.count && i < other_path->threads.count; i++) {
        const ThreadPath *a = &path->threads.data[i], *b = &other_path->threads.data[i];
        uint32_t same = 0;
        while (same < a->decisions.count && same < b->decisions.count &&
               !path_point_compare(a->decisions.data[same].point, b->decisions.data[same].point) &&
               a->decisions.data[same].value == b->decisions.data[same].value)
            same++;
        if (same == a->decisions.count || same == b->decisions.count ||
            path_point_compare(a->decisions.data[same].point, b->decisions.data[same].point) != 0)
            continue;
        parted = true;
        const Decision *decision = &a->decisions.data[same];
        assert_int_equal(decision->kind, DECISION_CONDITION);
        assert_false(recorded->concurrent->threads.data[i].conditions.data[decision->index].certain);
    }
    const TraceEvent *violation = find_violation(other->trace);
    for (uint32_t i = 0; violation && i < recorded->concurrent->threads.count; i++)
        for (uint32_t j = 0; j < recorded->concurrent->threads.data[i].conditions.count; j++) {
            const Condition *condition = &recorded->concurrent->threads.data[i].conditions.data[j];
            const TraceEvent *event = &recorded->trace->events.data[condition->trace];
            if (condition->kind == EVENT_check && event->property == violation->property &&
                event->position.line == violation->position.line &&
                event->position.column == violation->position.column)
                assert_false(condition->certain);
        }
    return parted;
}

static void certain_conditions_hold_in_all_runs(void **state)
{
    (void)state;
    uint32_t parted = 0, violated = 0;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        TestProgram test = load_threads(conditions[i].begin, conditions[i].one, conditions[i].two);
        Recorded recorded[RUNS / 4];
        Path paths[RUNS / 4] = {0};
        for (uint32_t j = 0; j < RUNS / 4; j++) {
            recorded[j] = record(&test, j);
            path_read(recorded[j].concurrent, &paths[j]);
        }
        for (uint32_t j = 0; j < RUNS / 4; j++)
            for (uint32_t k = 0; k < RUNS / 4; k++) {
                parted += expect_uncertain(&recorded[j], &paths[j], &recorded[k], &paths[k]);
                violated += find_violation(recorded[k].trace) != NULL;
            }
        for (uint32_t j = 0; j < RUNS / 4; j++) {
            path_free(&paths[j]);
            recorded_free(&recorded[j]);
        }
        test_unload(&test);
    }
    assert_true(parted > 400 && violated > 20);
}

// --- Bounds

static const Cell *find_cell(const Recorded *recorded, const char *name)
{
    const ConcurrentTrace *concurrent = recorded->concurrent;
    for (uint32_t i = 0; i < concurrent->accesses.count; i++)
        if (!strcmp(concurrent_trace_recorded(concurrent, concurrent->accesses.data[i].event)->object, name))
            return &concurrent->cells.data[concurrent->accesses.data[i].cell];
    fail_msg("there is no cell of %s", name);
    return NULL;
}

// The programs have no branches, so that all runs are reorderings of one another.
static const struct {
    const char *begin, *one, *two;
    const char *name;
    bool bounded;
    int64_t low, high;
} bounds[] = {
    {"", "x = x + 1;", "x = x + 1;", "x", true, 0, 2},
    {"x = 3;", "x = x + 2;", "x = x - 1; x = 10;", "x", true, -1, 12}, // the 0 before all counts, too
    {"", "x++; x++; x++;", "x--; x--;", "x", true, -2, 3},
    {"", "x = 5;", "x = -7;", "x", true, -7, 5},
    {"", "int i = x; x = i + 1; x = i + 2;", "x = x + 4;", "x", true, 0, 7}, // no write twice in a chain
    {"", "int i = x; i = i + 3; x = i; x = i;", "int i = x; x = i;", "x", true, 0, 6},
    {"", "atomic_fetch_add(&k, 5);", "atomic_fetch_sub(&k, 3);", "k", true, -3, 5},
    {"", "int i = 0; atomic_compare_exchange_strong(&k, &i, 9);", "atomic_fetch_add(&k, 1);", "k", true, 0, 10},
    // Small ones, to the edge and over it.
    {"c = 100;", "c = c + 20;", "c = c + 7;", "c", true, 0, 127},
    {"c = 100;", "c = c + 20;", "c = c + 8;", "c", false, 0, 0},
    {"c = -100;", "c = c - 28;", "c = c + 8;", "c", true, -128, 8},
    {"c = -100;", "c = c - 29;", "c = c + 8;", "c", false, 0, 0},
    {"u = 200;", "u = u + 1;", "u = u + 2;", "u", true, -56, 3}, // as signed numbers
    // Nothing is known.
    {"", "x = x * 2;", "x = x + 1;", "x", false, 0, 0},
    {"", "x = y;", "y = 2; x = x + 1;", "x", false, 0, 0},
    {"", "x = -x;", "x = x + 1;", "x", false, 0, 0},
    {"", "x = x + __VERIFIER_nondet_int();", "x = x + 1;", "x", false, 0, 0},
    {"x = __VERIFIER_nondet_int();", "x = x + 1;", "x = x + 1;", "x", false, 0, 0},
    {"", "x = x + y;", "y = 2; x = x + 1;", "x", false, 0, 0},
    {"", "w = w + 1;", "w = w + 1;", "w", false, 0, 0}, // wider than what is looked at
};

static void bounds_are_found(void **state)
{
    (void)state;
    uint32_t wrong = 0;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        TestProgram test = load_threads(bounds[i].begin, bounds[i].one, bounds[i].two);
        Recorded recorded = record(&test, 0);
        const Cell *cell = find_cell(&recorded, bounds[i].name);
        bool right = cell->bounded == bounds[i].bounded &&
                     (!cell->bounded || (cell->low == bounds[i].low && cell->high == bounds[i].high));
        wrong += !right;
        if (!right)
            print_error("%s | %s | %s: %s [%lld, %lld]\n", bounds[i].begin, bounds[i].one, bounds[i].two,
                        cell->bounded ? "bounded" : "not bounded", (long long)cell->low, (long long)cell->high);
        recorded_free(&recorded);
        test_unload(&test);
    }
    assert_int_equal(wrong, 0);
}

static int64_t as_signed(uint64_t value, uint32_t width)
{
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static void bounds_hold_in_all_runs(void **state)
{
    (void)state;
    uint32_t at_low = 0, at_high = 0;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        if (!bounds[i].bounded)
            continue;
        TestProgram test = load_threads(bounds[i].begin, bounds[i].one, bounds[i].two);
        int64_t low = INT64_MAX, high = INT64_MIN;
        for (uint32_t seed = 0; seed < RUNS; seed++) {
            Recorded recorded = record(&test, seed);
            const Cell *cell = find_cell(&recorded, bounds[i].name);
            assert_true(cell->bounded && cell->low == bounds[i].low && cell->high == bounds[i].high);
            for (uint32_t j = 0; j < cell->accesses.count; j++) {
                const Access *access = &recorded.concurrent->accesses.data[cell->accesses.data[j]];
                const TraceEvent *event = concurrent_trace_recorded(recorded.concurrent, access->event);
                int64_t seen = as_signed(access->write ? event->value : access->observed, cell->width);
                if (seen < cell->low || seen > cell->high)
                    fail_msg("%s | %s | %s: %lld is not in [%lld, %lld]", bounds[i].begin, bounds[i].one, bounds[i].two,
                             (long long)seen, (long long)cell->low, (long long)cell->high);
                low = seen < low ? seen : low;
                high = seen > high ? seen : high;
            }
            recorded_free(&recorded);
        }
        at_low += low == bounds[i].low;
        at_high += high == bounds[i].high;
        test_unload(&test);
    }
    assert_true(at_low > 5 && at_high > 5); // the runs tell something
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certain_conditions_are_found),
        cmocka_unit_test(certain_conditions_hold_in_all_runs),
        cmocka_unit_test(bounds_are_found),
        cmocka_unit_test(bounds_hold_in_all_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
