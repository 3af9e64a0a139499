// Counterexamples with fewer context switches: against the least number there is, which the engine enumerate tells;
// that violation, inputs and accesses stay; and what the budget allows.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "run/execution.h"
#include "run/minimise.h"
#include "run/schedule.h"
#include "load_program.h"

enum { ENOUGH = 50000000, RUNS = 400, BOUND_LIMIT = 12 };

static const MinimiseBudget plenty = {.instructions = ENOUGH, .seconds = 60};

// A program with everything that an engine is given.
typedef struct Bench {
    TestProgram test;
    Options options;
    InputPlan inputs;
    Limits limits;
    TraceProgram origin;
    EngineTask task;
} Bench;

static void bench_open(Bench *bench, const char *source, PropertyMask properties)
{
    memset(bench, 0, sizeof *bench);
    bench->test = test_load(source);
    options_initialize(&bench->options, COMMAND_CHECK);
    limits_start(&bench->limits, 0, 0);
    bench->origin = (TraceProgram){.data_model = "host", .bounds = WITHOUT_BOUNDS, .properties = properties};
    bench->task = (EngineTask){
        .program = bench->test.program, .options = &bench->options, .origin = &bench->origin, .limits = &bench->limits};
    bench->task.machine = test_machine_options(&bench->test);
    bench->task.machine.keep_output = false;
    bench->task.machine.properties = properties;
    bench->task.machine.inputs = &bench->inputs;
}

static void bench_close(Bench *bench)
{
    test_unload(&bench->test);
    input_plan_free(&bench->inputs);
    options_free(&bench->options);
}

// One run under a random schedule; the trace if it ends in a violation or a race, else NULL.
static Trace *run_once(const Bench *bench, uint64_t seed)
{
    uint64_t random = seed;
    VECTOR(Choice) choices = {0};
    Violation race;
    bool raced = false;
    bool races = (bench->task.machine.properties & PROPERTY_BIT(PROPERTY_RACE)) != 0;
    Machine *machine = machine_create(bench->test.program, &bench->task.machine);
    while (machine_status(machine) == MACHINE_RUNNING && !raced) {
        uint32_t thread;
        do
            thread = (uint32_t)(random_next(&random) % machine_thread_count(machine));
        while (!machine_alternatives(machine, thread));
        vector_push(&choices, (Choice){.thread = thread});
        machine_step(machine, vector_last(&choices));
        raced = races && machine_status(machine) == MACHINE_RUNNING && machine_find_race(machine, &race);
    }
    Trace *trace = NULL;
    if (raced || machine_status(machine) == MACHINE_VIOLATION)
        trace = execution_confirm(&bench->task, &bench->task.machine, machine, raced ? &race : NULL, choices.data,
                                  choices.count);
    machine_free(machine);
    vector_free(&choices);
    return trace;
}

static uint32_t switches(const Bench *bench, const Trace *trace)
{
    return execution_count_switches(&bench->task, &bench->task.machine, trace);
}

typedef bool Wanted(const Trace *trace);

// The counterexample with the most switches of many random runs, of those that are wanted (NULL: all).
static Trace *find_tangled(const Bench *bench, uint32_t runs, Wanted *wanted)
{
    Trace *worst = NULL;
    for (uint64_t seed = 1; seed <= runs; seed++) {
        Trace *trace = run_once(bench, seed);
        bool taken = trace && (!wanted || wanted(trace));
        if (taken && (!worst || switches(bench, trace) > switches(bench, worst))) {
            trace_free(worst);
            worst = trace;
        } else {
            trace_free(trace);
        }
    }
    assert_non_null(worst);
    return worst;
}

// The least bound with which enumerate finds a violation.
static uint32_t least_switches(const Bench *bench)
{
    for (uint32_t bound = 0; bound < BOUND_LIMIT; bound++) {
        Text option = {0}, input = {0};
        text_format(&option, "--context-bound=%u", bound);
        for (uint32_t i = 0; i < bench->inputs.ordered.count; i++)
            text_format(&input, "%s%llu", i ? "," : "--input=", (unsigned long long)bench->inputs.ordered.data[i]);
        const char *arguments[] = {text_string(&option), text_string(&input)};
        Verdict verdict = test_verify(&bench->test, "enumerate", input.length ? 2 : 1, arguments);
        bool found = verdict.answer == ANSWER_FALSE;
        verdict_free(&verdict);
        text_free(&option);
        text_free(&input);
        if (found)
            return bound;
    }
    fail_msg("enumerate finds nothing");
    return 0;
}

static void expect_executes(const Bench *bench, const Trace *trace)
{
    bool followed;
    Text difference = {0};
    Trace *again = execution_repeat(bench->test.program, trace, NULL, &followed);
    assert_true(followed);
    if (trace_difference(trace, again, &difference))
        fail_msg("%s", text_string(&difference));
    trace_free(again);
}

static void expect_same_end(const Trace *a, const Trace *b)
{
    assert_int_equal(b->end, TRACE_VIOLATION);
    assert_int_equal(a->property, b->property);
    assert_int_equal(a->where.line, b->where.line);
    assert_int_equal(a->where.column, b->where.column);
}

// A copy made by executing it.
static Trace *copy(const Bench *bench, const Trace *trace)
{
    bool followed;
    return execution_repeat(bench->test.program, trace, NULL, &followed);
}

// Minimises the most tangled counterexample and returns what has become of it.
static Trace *minimise_tangled(const Bench *bench, uint32_t runs, Wanted *wanted, uint32_t *before)
{
    Trace *found = find_tangled(bench, runs, wanted), *original = copy(bench, found);
    MinimiseBudget budget = plenty;
    Trace *result = minimise_trace(&bench->task, found, &budget);
    *before = switches(bench, original);
    expect_executes(bench, result);
    expect_same_end(original, result);
    assert_true(budget.instructions < plenty.instructions);
    trace_free(original);
    return result;
}

static const char lost_update[] = TEST_HEADERS
    "int x, a, b; static void *worker(void *p) { a = 1; b = 2; a = 3; x++; b = 4; a = 5; return p; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0);\n"
    "pthread_join(t, 0); pthread_join(u, 0); assert(x == 2); return 0; }\n";

static void needless_switches_go(void **state)
{
    (void)state;
    Bench bench;
    uint32_t before;
    bench_open(&bench, lost_update, PROPERTY_MASK_DEFAULT);
    Trace *result = minimise_tangled(&bench, RUNS, NULL, &before);
    assert_true(before > 4);
    assert_int_equal(switches(&bench, result), least_switches(&bench));
    trace_free(result);
    bench_close(&bench);
}

static void without_budget_nothing_changes(void **state)
{
    (void)state;
    static const MinimiseBudget budgets[] = {{.instructions = 0, .seconds = 60},
                                             {.instructions = ENOUGH, .seconds = 0}};
    Bench bench;
    bench_open(&bench, lost_update, PROPERTY_MASK_DEFAULT);
    Trace *trace = find_tangled(&bench, RUNS, NULL);
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        MinimiseBudget budget = budgets[i];
        assert_ptr_equal(minimise_trace(&bench.task, trace, &budget), trace);
    }
    trace->predicted = true;
    MinimiseBudget budget = plenty;
    assert_ptr_equal(minimise_trace(&bench.task, trace, &budget), trace);
    trace_free(trace);
    bench_close(&bench);
}

// Whatever the budget, what comes back can be executed and is no worse.
static void small_budgets(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, lost_update, PROPERTY_MASK_DEFAULT);
    Trace *trace = find_tangled(&bench, RUNS, NULL);
    for (uint64_t instructions = 1; instructions < 1000000; instructions *= 4) {
        MinimiseBudget budget = {.instructions = instructions, .seconds = 60};
        Trace *result = minimise_trace(&bench.task, copy(&bench, trace), &budget);
        expect_executes(&bench, result);
        expect_same_end(trace, result);
        assert_true(switches(&bench, result) <= switches(&bench, trace));
        trace_free(result);
    }
    trace_free(trace);
    bench_close(&bench);
}

static void deadlocks_stay(void **state)
{
    (void)state;
    Bench bench;
    uint32_t before;
    bench_open(
        &bench,
        TEST_HEADERS
        "pthread_mutex_t m[3]; int x; static void *eat(void *p) { long i = (long)p; x = 1; x = 2;\n"
        "pthread_mutex_lock(&m[i]); x = 3; pthread_mutex_lock(&m[(i + 1) % 3]); pthread_mutex_unlock(&m[i]);\n"
        "pthread_mutex_unlock(&m[(i + 1) % 3]); return p; }\n"
        "int main(void) { pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, eat, (void *)i);\n"
        "for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }\n",
        PROPERTY_MASK_DEFAULT);
    Trace *result = minimise_tangled(&bench, RUNS, NULL, &before);
    assert_int_equal(result->property, PROPERTY_DEADLOCK);
    assert_true(switches(&bench, result) < before);
    assert_int_equal(switches(&bench, result), 2);
    trace_free(result);
    bench_close(&bench);
}

// The lines at which threads stand at the end.
static uint32_t standing_lines(const Trace *trace, uint32_t lines[2])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (trace->events.data[i].kind == EVENT_blocked) {
            assert_true(count < 2);
            assert_string_equal(trace->events.data[i].object, "x");
            lines[count++] = trace->events.data[i].position.line;
        }
    return count;
}

static bool writes_in_lines_7_and_9(const Trace *trace)
{
    uint32_t lines[2];
    return standing_lines(trace, lines) == 2 && lines[0] == 7 && lines[1] == 9;
}

// With the read in line 6 the race would be told at the same place, and would come earlier.
static void races_keep_their_accesses(void **state)
{
    (void)state;
    Bench bench;
    uint32_t before;
    bench_open(&bench,
               TEST_HEADERS "int x, y, z; static void *one(void *p) {\ny = x;\nx = 1; return p; }\n"
                            "static void *two(void *p) { z = 4; z = 5;\nx = 2; return p; }\n"
                            "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0);\n"
                            "pthread_create(&u, 0, two, 0); pthread_join(t, 0); return pthread_join(u, 0); }\n",
               PROPERTY_MASK_DEFAULT | PROPERTY_BIT(PROPERTY_RACE));
    Trace *result = minimise_tangled(&bench, RUNS, writes_in_lines_7_and_9, &before);
    assert_int_equal(result->property, PROPERTY_RACE);
    assert_true(writes_in_lines_7_and_9(result));
    trace_free(result);
    bench_close(&bench);
}

static bool second_reads_first(const Trace *trace)
{
    return trace->inputs.count == 2 && trace->inputs.data[0].thread == 2;
}

// The second thread reads its input first; in the run with the fewest switches the first one does. Each keeps its own.
static void inputs_stay_with_their_threads(void **state)
{
    (void)state;
    Bench bench;
    bench_open(
        &bench,
        TEST_HEADERS
        "int __VERIFIER_nondet_int(void); int y, winner, in[2];\n"
        "static void *worker(void *p) { long i = (long)p; y = 1; y = 2; in[i] = __VERIFIER_nondet_int(); y = 3;\n"
        "if (!winner) winner = i + 1; return p; }\n"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0);\n"
        "pthread_create(&u, 0, worker, (void *)1); pthread_join(t, 0); pthread_join(u, 0);\n"
        "assert(winner == 2); return 0; }\n",
        PROPERTY_MASK_DEFAULT);
    bench.inputs.random = true;
    bench.inputs.seed = 3;
    Trace *original = find_tangled(&bench, RUNS, second_reads_first);
    MinimiseBudget budget = plenty;
    Trace *result = minimise_trace(&bench.task, copy(&bench, original), &budget);
    assert_int_equal(switches(&bench, result), least_switches(&bench));
    assert_int_equal(result->inputs.count, 2);
    assert_int_equal(result->inputs.data[0].thread, 1);
    assert_int_not_equal(original->inputs.data[0].value, original->inputs.data[1].value);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(result->inputs.data[i].value, original->inputs.data[1 - i].value);
    expect_executes(&bench, result);
    trace_free(original);
    trace_free(result);
    bench_close(&bench);
}

// Values that the user gave in an order are read in this order, even if it costs a switch.
static void given_order_of_inputs(void **state)
{
    (void)state;
    Bench bench;
    bench_open(
        &bench,
        TEST_HEADERS
        "int __VERIFIER_nondet_int(void); int x, y, in[2];\n"
        "static void *worker(void *p) { long i = (long)p; y = 1; in[i] = __VERIFIER_nondet_int(); y = 3; return p; }\n"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0);\n"
        "pthread_create(&u, 0, worker, (void *)1); pthread_join(t, 0); pthread_join(u, 0);\n"
        "assert(in[0] != 2 || in[1] != 1); return 0; }\n",
        PROPERTY_MASK_DEFAULT);
    vector_push(&bench.inputs.ordered, 1);
    vector_push(&bench.inputs.ordered, 2);
    uint32_t before;
    Trace *result = minimise_tangled(&bench, 50, NULL, &before);
    assert_int_equal(result->inputs.count, 2);
    assert_int_equal(result->inputs.data[0].value, 1);
    assert_int_equal(result->inputs.data[0].thread, 2);
    assert_true(switches(&bench, result) <= before);
    trace_free(result);
    bench_close(&bench);
}

static void append_statements(uint64_t *random, Text *out)
{
    static const char *const statements[] = {"x++;",
                                             "y = x;",
                                             "x += y;",
                                             "y++;",
                                             "x = 3;",
                                             "z = 1;",
                                             "pthread_mutex_lock(&m); x += 2; pthread_mutex_unlock(&m);"};
    for (uint64_t count = 1 + random_next(random) % 2; count; count--)
        text_append(out, statements[random_next(random) % (sizeof statements / sizeof *statements)]);
}

// Programs whose last value in a random run counts as wrong: minimised, the run has as few switches as any that ends
// with it.
static void random_programs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        uint64_t random = seed * 977;
        Text source = {0};
        text_append(&source, TEST_HEADERS "int __VERIFIER_nondet_int(void); int x, y, z; pthread_mutex_t m;\n");
        for (char name = 'a'; name <= 'b'; name++) {
            text_format(&source, "static void *%c(void *p) { ", name);
            append_statements(&random, &source);
            text_append(&source, " return p; }\n");
        }
        text_append(&source, "int main(void) { int wrong = __VERIFIER_nondet_int(); pthread_t t, u;\n"
                             "pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0);\n"
                             "pthread_join(u, 0); assert(10 * x + y != wrong); return 0; }\n");
        Bench bench;
        bench_open(&bench, text_string(&source), PROPERTY_MASK_DEFAULT);
        Trace *worst = NULL;
        uint32_t before, after;
        for (uint64_t wrong = 0; wrong < 100 && !worst; wrong++) {
            bench.inputs.ordered.count = 0;
            vector_push(&bench.inputs.ordered, (wrong * 37 + seed * 11) % 100);
            worst = run_once(&bench, seed);
        }
        assert_non_null(worst);
        trace_free(worst);
        Trace *result = minimise_tangled(&bench, 30, NULL, &before);
        after = switches(&bench, result);
        assert_true(after <= before);
        if (after != least_switches(&bench))
            fail_msg("seed %u: %u switches", (unsigned)seed, after);
        trace_free(result);
        bench_close(&bench);
        text_free(&source);
    }
}

static void verdicts(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, lost_update, PROPERTY_MASK_DEFAULT);
    Verdict verdict = {.answer = ANSWER_FALSE};
    vector_push(&verdict.counterexamples, find_tangled(&bench, RUNS, NULL));
    Trace *found = verdict.counterexamples.data[0];
    bench.options.no_minimise = true;
    minimise_verdict(&bench.task, &verdict);
    assert_ptr_equal(verdict.counterexamples.data[0], found);
    bench.options.no_minimise = false;
    bench.limits.reason = LIMIT_TIMEOUT;
    minimise_verdict(&bench.task, &verdict);
    assert_ptr_equal(verdict.counterexamples.data[0], found);
    bench.limits.reason = LIMIT_NONE;
    minimise_verdict(&bench.task, &verdict);
    assert_int_equal(verdict.counterexamples.count, 1);
    assert_int_equal(switches(&bench, verdict.counterexamples.data[0]), least_switches(&bench));
    verdict_free(&verdict);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needless_switches_go),
        cmocka_unit_test(without_budget_nothing_changes),
        cmocka_unit_test(small_budgets),
        cmocka_unit_test(deadlocks_stay),
        cmocka_unit_test(races_keep_their_accesses),
        cmocka_unit_test(inputs_stay_with_their_threads),
        cmocka_unit_test(given_order_of_inputs),
        cmocka_unit_test(random_programs),
        cmocka_unit_test(verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
