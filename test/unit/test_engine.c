// Schedules of single runs, the searches built on them, and the repetition of what they found.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/table.h"
#include "run/execution.h"
#include "run/findings.h"
#include "run/schedule.h"
#include "load_program.h"

static void schedules_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ScheduleKind kind;
        uint64_t seed;
        uint32_t depth;
    } cases[] = {
        {NULL, SCHEDULE_UNTIL_BLOCKED, 0, 3},
        {"run-until-blocked", SCHEDULE_UNTIL_BLOCKED, 0, 3},
        {"round-robin", SCHEDULE_ROUND_ROBIN, 0, 3},
        {"random:5", SCHEDULE_RANDOM, 5, 3},
        {"random:0x10", SCHEDULE_RANDOM, 16, 3},
        {"random:18446744073709551615", SCHEDULE_RANDOM, UINT64_MAX, 3},
        {"pct:7,2", SCHEDULE_PCT, 7, 2},
        {"pct:7", SCHEDULE_PCT, 7, 3},
        {"pct:0,1000", SCHEDULE_PCT, 0, 1000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scheduler scheduler;
        Text error = {0};
        assert_true(scheduler_parse(&scheduler, cases[i].text, &error));
        assert_int_equal(scheduler.kind, cases[i].kind);
        assert_int_equal(scheduler.seed, cases[i].seed);
        assert_int_equal(scheduler.depth, cases[i].depth);
        assert_int_equal(error.length, 0);
        scheduler_free(&scheduler);
    }
}

static void wrong_schedules_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",           "roundrobin", "random",     "random:",
                                        "random:x",   "random:-1",  "random:1,2", "random:18446744073709551616",
                                        "pct:",       "pct:,2",     "pct:1,",     "pct:1,0",
                                        "pct:1,1001", "pct:1,2,3",  "pct:1;2",    "RANDOM:1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Scheduler scheduler;
        Text error = {0}, expected = {0};
        text_format(&expected,
                    "--schedule=%s: expected run-until-blocked, round-robin, random:SEED, pct:SEED,DEPTH or file:FILE",
                    texts[i]);
        if (scheduler_parse(&scheduler, texts[i], &error))
            fail_msg("accepted '%s'", texts[i]);
        assert_string_equal(text_string(&error), text_string(&expected));
        text_free(&error);
        text_free(&expected);
    }
}

enum { WORKERS = 3, WORKER_STEPS = 4 };

// Three threads of four visible steps each, all there at the first choice.
static const char workers[] =
    TEST_HEADERS "int x; static void *worker(void *p) { x = 1; x = 2; x = 3; x = 4; return p; }\n"
                 "int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);\n"
                 "for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return x; }\n";

typedef struct Schedule {
    uint32_t threads[WORKERS * WORKER_STEPS];
    uint32_t count;
} Schedule;

static Schedule follow(const TestProgram *test, const char *text)
{
    Scheduler scheduler;
    Schedule schedule = {0};
    Text error = {0};
    assert_true(scheduler_parse(&scheduler, text, &error));
    scheduler.expected_length = WORKERS * WORKER_STEPS;
    scheduler_start(&scheduler);
    MachineOptions options = test_machine_options(test);
    Machine *machine = machine_create(test->program, &options);
    while (machine_status(machine) == MACHINE_RUNNING) {
        Choice choice;
        assert_true(scheduler_next(&scheduler, machine, &choice));
        assert_true(choice.alternative < machine_alternatives(machine, choice.thread));
        assert_true(schedule.count < WORKERS * WORKER_STEPS);
        schedule.threads[schedule.count++] = choice.thread;
        machine_step(machine, choice);
    }
    assert_int_equal(machine_status(machine), MACHINE_EXITED);
    assert_int_equal(schedule.count, WORKERS * WORKER_STEPS);
    machine_free(machine);
    scheduler_free(&scheduler);
    return schedule;
}

// How many times the running thread changes.
static uint32_t switches(const Schedule *schedule)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < schedule->count; i++)
        count += schedule->threads[i] != schedule->threads[i - 1];
    return count;
}

static void simple_schedules(void **state)
{
    (void)state;
    TestProgram test = test_load(workers);
    Schedule until_blocked = follow(&test, NULL), round_robin = follow(&test, "round-robin");
    for (uint32_t i = 0; i < WORKERS * WORKER_STEPS; i++) {
        assert_int_equal(until_blocked.threads[i], 1 + i / WORKER_STEPS);
        assert_int_equal(round_robin.threads[i], 1 + i % WORKERS);
    }
    test_unload(&test);
}

static void random_schedules_depend_on_the_seed(void **state)
{
    (void)state;
    TestProgram test = test_load(workers);
    uint32_t different = 0;
    Schedule previous = {0};
    for (int seed = 0; seed < 20; seed++) {
        char text[32];
        snprintf(text, sizeof text, "random:%d", seed);
        Schedule first = follow(&test, text), second = follow(&test, text);
        assert_memory_equal(&first, &second, sizeof first);
        different += memcmp(&first, &previous, sizeof first) != 0;
        previous = first;
        snprintf(text, sizeof text, "pct:%d,3", seed);
        first = follow(&test, text);
        second = follow(&test, text);
        assert_memory_equal(&first, &second, sizeof first);
    }
    assert_true(different > 15);
    test_unload(&test);
}

static void pct_runs_by_priority(void **state)
{
    (void)state;
    TestProgram test = test_load(workers);
    uint32_t orders = 0, preempted = 0;
    bool seen[64] = {0};
    for (int seed = 0; seed < 60; seed++) {
        char text[32];
        snprintf(text, sizeof text, "pct:%d,1", seed);
        Schedule schedule = follow(&test, text);
        assert_int_equal(switches(&schedule), WORKERS - 1); // the highest runs to its end, then the next
        uint32_t order = schedule.threads[0] * 16 + schedule.threads[4] * 4 + schedule.threads[8];
        orders += !seen[order];
        seen[order] = true;
        snprintf(text, sizeof text, "pct:%d,2", seed);
        schedule = follow(&test, text);
        assert_true(switches(&schedule) <= WORKERS); // at most one more
        preempted += switches(&schedule) == WORKERS;
    }
    assert_int_equal(orders, 6);
    assert_true(preempted > 10);
    test_unload(&test);
}

static void recorded_schedules_fit_or_not(void **state)
{
    (void)state;
    static const Choice choices[] = {{1, 0}, {2, 0}, {9, 0}, {1, 1}, {0, 0}};
    TestProgram test = test_load(workers);
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    Scheduler scheduler = {.kind = SCHEDULE_RECORDED, .recorded = choices, .recorded_count = 2};
    Choice choice;
    scheduler_start(&scheduler);
    for (uint32_t i = 0; i < 2; i++) {
        assert_true(scheduler_next(&scheduler, machine, &choice));
        assert_int_equal(choice.thread, choices[i].thread);
        machine_step(machine, choice);
    }
    assert_false(scheduler_next(&scheduler, machine, &choice)); // no more
    for (uint32_t i = 2; i < 5; i++) { // no such thread, no such alternative, a thread that waits
        scheduler.recorded = &choices[i];
        scheduler.recorded_count = 1;
        scheduler_start(&scheduler);
        assert_false(scheduler_next(&scheduler, machine, &choice));
    }
    scheduler_start(&scheduler);
    machine_free(machine);
    test_unload(&test);
}

static const char lost_update[] = TEST_HEADERS
    "int x; static void *worker(void *p) { x++; return p; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0);\n"
    "pthread_join(t, 0); pthread_join(u, 0);\n"
    "assert(x == 2);\n"
    "return 0; }\n";

static void context_bounds(void **state)
{
    (void)state;
    TestProgram test = test_load(lost_update);
    static const char *const bounds[] = {"--context-bound=0", "--context-bound=1", "--context-bound=2",
                                         "--context-bound=9"};
    for (int i = 0; i < 4; i++) {
        Verdict verdict = TEST_VERIFY(&test, "enumerate", bounds[i]);
        assert_int_equal(verdict.answer, i < 2 ? ANSWER_TRUE : ANSWER_FALSE);
        assert_int_equal(verdict.bounded, i < 2);
        assert_string_equal(
            text_string(&verdict.note),
            i == 0 ? "for all schedules, up to the given number of context switches, with which no run comes to its end"
            : i == 1 ? "for all schedules, up to the given number of context switches"
                     : "");
        verdict_free(&verdict);
    }
    test_unload(&test);
    test = test_load(workers); // the bound counts only if it cut something
    Verdict verdict = TEST_VERIFY(&test, "enumerate", "--context-bound=100");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    assert_int_equal(verdict.statistics.interleavings, 34650); // 12! / (4! 4! 4!)
    verdict_free(&verdict);
    test_unload(&test);
}

static void all_violated_lines(void **state)
{
    (void)state;
    TestProgram test = test_load(
        TEST_HEADERS
        "int x; static void *worker(void *p) { int seen = x;\n"
        "assert(seen != 1);\n"
        "assert(seen != 2);\n"
        "if (seen == 3) *(int *)0 = 1;\n"
        "return p; }\n"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0);\n"
        "x = 1; x = 2; x = 3; pthread_join(t, 0); pthread_join(u, 0); return 0; }\n");
    Verdict verdict = TEST_VERIFY(&test, "enumerate");
    assert_int_equal(verdict.counterexamples.count, 1);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "enumerate", "--all");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.count, 3);
    uint32_t lines = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const Trace *trace = verdict.counterexamples.data[i];
        assert_int_equal(trace->end, TRACE_VIOLATION);
        assert_int_equal(trace->property, trace->where.line == 8 ? PROPERTY_MEMORY : PROPERTY_ASSERTION);
        lines |= 1u << trace->where.line;
    }
    assert_int_equal(lines, 1u << 6 | 1u << 7 | 1u << 8);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "stress", "--all", "--runs=300");
    assert_int_equal(verdict.counterexamples.count, 3);
    assert_int_equal(verdict.statistics.runs, 300);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "enumerate", "--all", "--property=memory"); // what is not asked for is not a violation
    assert_int_equal(verdict.counterexamples.count, 1);
    assert_int_equal(verdict.counterexamples.data[0]->where.line, 8);
    verdict_free(&verdict);
    test_unload(&test);
}

static void places_are_found_once(void **state)
{
    (void)state;
    FoundPlaces places = {0};
    assert_true(found_places_add(&places, &(Violation){.property = PROPERTY_ASSERTION, .position = 5}));
    assert_false(found_places_add(&places, &(Violation){.property = PROPERTY_ASSERTION, .position = 5, .thread = 3}));
    assert_true(found_places_add(&places, &(Violation){.property = PROPERTY_MEMORY, .position = 5}));
    assert_true(found_places_add(&places, &(Violation){.property = PROPERTY_ASSERTION, .position = 6}));
    vector_free(&places.keys);
}

static void assert_verdict(const TestProgram *test, const char *engine, const char *option, Answer answer, bool bounded,
                           const char *reason, const char *note)
{
    Verdict verdict = option ? TEST_VERIFY(test, engine, option) : TEST_VERIFY(test, engine);
    assert_int_equal(verdict.answer, answer);
    assert_int_equal(verdict.bounded, bounded);
    assert_string_equal(text_string(&verdict.reason), reason);
    assert_string_equal(text_string(&verdict.note), note);
    verdict_free(&verdict);
}

static void answers_for_some_inputs(void **state)
{
    (void)state;
    TestProgram test = test_load(
        TEST_HEADERS "extern int __VERIFIER_nondet_int(void);\n"
                     "int main(void) { int amount = __VERIFIER_nondet_int(); for (int i = 0; i < 3; i++) amount += i;\n"
                     "assert(amount != 10); return 0; }\n");
    assert_verdict(&test, "enumerate", NULL, ANSWER_UNKNOWN, true, "only one value of the input amount was tried", "");
    assert_verdict(&test, "enumerate", "--input=4", ANSWER_TRUE, true, "", "for all schedules, with the given input");
    assert_verdict(&test, "enumerate", "--input=amount=4", ANSWER_TRUE, true, "",
                   "for all schedules, with the given input");
    assert_verdict(&test, "enumerate", "--input=amount=7", ANSWER_FALSE, false, "", "");
    assert_verdict(&test, "stress", "--runs=1", ANSWER_UNKNOWN, true, "1 random run found nothing", "");
    Verdict verdict = TEST_VERIFY(&test, "enumerate", "--input=7");
    const Trace *trace = verdict.counterexamples.data[0];
    assert_int_equal(trace->inputs.count, 1);
    assert_string_equal(trace->inputs.data[0].name, "amount");
    assert_int_equal(trace->inputs.data[0].value, 7);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "enumerate", "--input=1", "--unwind=2");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_true(verdict.bounded);
    assert_string_equal(text_string(&verdict.note),
                        "for all schedules, with the given input, up to the given number of loop iterations");
    verdict_free(&verdict);
    test_unload(&test);
}

static void traces_are_repeated(void **state)
{
    (void)state;
    TestProgram test = test_load(lost_update), changed = test_load("int main(void) { return 0; }\n");
    Limits limits;
    bool followed;
    Text difference = {0};
    limits_start(&limits, 0, 0);
    Verdict verdict = TEST_VERIFY(&test, "enumerate");
    const Trace *trace = verdict.counterexamples.data[0];
    assert_int_equal(trace->where.line, 8);
    assert_true(trace->schedule.count >= 4);
    Trace *again = execution_repeat(test.program, trace, &limits, &followed);
    assert_true(followed);
    assert_false(trace_difference(trace, again, &difference));
    assert_int_equal(again->end, TRACE_VIOLATION);
    assert_int_equal(again->events.count, trace->events.count);
    trace_free(again);
    again = execution_repeat(changed.program, trace, &limits, &followed); // another program
    assert_true(trace_difference(trace, again, &difference));
    assert_int_equal(again->end, TRACE_EXITED);
    trace_free(again);
    // A choice that is not possible.
    trace->schedule.data[1].thread = 7;
    again = execution_repeat(test.program, trace, &limits, &followed);
    assert_false(followed);
    trace_free(again);
    verdict_free(&verdict);
    test_unload(&test);
    test_unload(&changed);
    text_free(&difference);
}

static Trace *record(const TestProgram *test, const char *text, PropertyMask properties)
{
    TraceProgram origin = {.data_model = "host", .bounds = WITHOUT_BOUNDS, .properties = properties};
    MachineOptions options = test_machine_options(test);
    InputPlan inputs = {.random = true, .seed = 4};
    Scheduler scheduler;
    Text error = {0};
    options.inputs = &inputs;
    options.properties = properties;
    assert_true(scheduler_parse(&scheduler, text, &error));
    scheduler_start(&scheduler);
    Observer observer = observer_create(&origin, (properties & PROPERTY_BIT(PROPERTY_RACE)) != 0);
    Machine *machine = machine_create_observed(test->program, &options, observer_sink, &observer);
    while (machine_status(machine) == MACHINE_RUNNING) {
        Choice choice;
        assert_true(scheduler_next(&scheduler, machine, &choice));
        trace_record_choice(&observer.recorder, choice);
        machine_step(machine, choice);
    }
    Trace *trace = observer_finish(&observer, machine);
    machine_free(machine);
    scheduler_free(&scheduler);
    return trace;
}

static void runs_are_repeated_under_any_schedule(void **state)
{
    (void)state;
    TestProgram test =
        test_load(TEST_HEADERS
                  "extern int __VERIFIER_nondet_int(void); int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                  "pthread_cond_t c = PTHREAD_COND_INITIALIZER; static void *worker(void *p) { int *own = malloc(4);\n"
                  "x += __VERIFIER_nondet_int() & 3; pthread_mutex_lock(&m); x += *own & 1; pthread_cond_signal(&c);\n"
                  "pthread_mutex_unlock(&m); free(own); return p; }\n"
                  "int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);\n"
                  "pthread_mutex_lock(&m); while (x > 100) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);\n"
                  "for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return x; }\n");
    static const char *const schedules[] = {NULL,       "round-robin", "random:1", "random:2",
                                            "random:3", "pct:1,1",     "pct:2,3",  "pct:3,5"};
    Limits limits;
    limits_start(&limits, 0, 0);
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        Trace *trace = record(&test, schedules[i], PROPERTY_MASK_DEFAULT);
        bool followed;
        Text difference = {0};
        Trace *again = execution_repeat(test.program, trace, &limits, &followed);
        assert_true(followed);
        if (trace_difference(trace, again, &difference))
            fail_msg("%s", text_string(&difference));
        assert_int_equal(trace->end, TRACE_EXITED);
        assert_int_equal(trace->exit_status, again->exit_status);
        assert_true(trace->inputs.count >= 6);
        trace_free(again);
        trace_free(trace);
    }
    test_unload(&test);
}

static void races_of_a_run_are_repeated(void **state)
{
    (void)state;
    TestProgram test = test_load(lost_update);
    Limits limits;
    bool followed;
    Text difference = {0};
    limits_start(&limits, 0, 0);
    Trace *trace = record(&test, NULL, PROPERTY_MASK_DEFAULT | PROPERTY_BIT(PROPERTY_RACE));
    assert_int_equal(trace->end, TRACE_VIOLATION);
    assert_int_equal(trace->property, PROPERTY_RACE);
    assert_int_equal(trace->where.line, 5);
    Trace *again = execution_repeat(test.program, trace, &limits, &followed);
    assert_true(followed);
    assert_false(trace_difference(trace, again, &difference));
    trace_free(again);
    trace_free(trace);
    Verdict verdict = TEST_VERIFY(&test, "enumerate", "--property=race");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.data[0]->property, PROPERTY_RACE);
    verdict_free(&verdict);
    test_unload(&test);
}

static void auto_names_the_engine_that_decided(void **state)
{
    (void)state;
    TestProgram test = test_load(lost_update);
    Verdict verdict = TEST_VERIFY(&test, "auto");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_string_equal(verdict.engine, "stress");
    verdict_free(&verdict);
    test_unload(&test);

    // What must go wrong at the very beginning is far from where an enumeration looks first.
    test = test_load(
        TEST_HEADERS
        "extern void reach_error(void); int x, early; static void *worker(void *p) {\n"
        "if (early) reach_error();\n"
        "x = 1; x = 2; x = 3; x = 4; x = 5; x = 6; x = 7; x = 8; return p; }\n"
        "static void *other(void *p) { early = 1; x = 1; x = 2; x = 3; x = 4; x = 5; x = 6; x = 7; x = 8; return p; }\n"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, other, 0);\n"
        "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n");
    verdict = TEST_VERIFY(&test, "auto");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(TEST_HEADERS
                     "extern int __VERIFIER_nondet_int(void); int main(void) { int n = __VERIFIER_nondet_int();\n"
                     "assert(n != 7);\nreturn 0; }\n");
    verdict = TEST_VERIFY(&test, "auto");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.data[0]->inputs.data[0].value, 7);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(workers);
    verdict = TEST_VERIFY(&test, "auto"); // 34650 interleavings of one path
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_string_equal(verdict.engine, "predict");
    assert_true(verdict.statistics.runs > 200); // the random runs before count too
    verdict_free(&verdict);
    test_unload(&test);
}

static void searches_end_in_time(void **state)
{
    (void)state;
    TestProgram test =
        test_load(TEST_HEADERS
                  "int x; static void *worker(void *p) { for (int i = 0; i < 40; i++) x = i; return p; }\n"
                  "int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);\n"
                  "for (int i = 0; i < 4; i++) pthread_join(t[i], 0); return 0; }\n");
    static const char *const engines[] = {"enumerate", "stress"};
    for (int i = 0; i < 2; i++) {
        Verdict verdict = TEST_VERIFY(&test, engines[i], "--timeout=0.3", "--runs=100000000");
        assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
        assert_string_equal(text_string(&verdict.reason), "timeout");
        verdict_free(&verdict);
    }
    test_unload(&test);
}

static void verdicts_in_words(void **state)
{
    (void)state;
    Verdict verdict = {.answer = ANSWER_TRUE};
    Text text = {0};
    verdict_append_line(&verdict, &text);
    assert_string_equal(text_string(&text), "TRUE");
    verdict.answer = ANSWER_UNKNOWN;
    text_append(&verdict.reason, "timeout");
    text_clear(&text);
    verdict_append_line(&verdict, &text);
    assert_string_equal(text_string(&text), "UNKNOWN(timeout)");
    Trace *trace = trace_create();
    trace->property = PROPERTY_DEADLOCK;
    trace->where = (TracePosition){.file = "bank.c", .line = 12, .function = ""};
    vector_push(&verdict.counterexamples, trace);
    verdict.answer = ANSWER_FALSE;
    text_clear(&text);
    verdict_append_line(&verdict, &text);
    assert_string_equal(text_string(&text), "FALSE(deadlock) bank.c:12");
    // Code without positions is named by its first file.
    trace->where = (TracePosition){.file = "", .function = ""};
    vector_push(&trace->program.files, "bank.ll");
    text_clear(&text);
    verdict_append_line(&verdict, &text);
    assert_string_equal(text_string(&text), "FALSE(deadlock) bank.ll:0");
    verdict_free(&verdict);
    text_free(&text);
}

static void engines_are_found(void **state)
{
    (void)state;
    assert_true(engine_count() >= 3);
    for (uint32_t i = 0; i < engine_count(); i++) {
        const Engine *engine = engine_at(i);
        assert_ptr_equal(engine_find(engine->name), engine); // so no name stands twice
        assert_true(*engine->summary != '\0');
        assert_non_null(engine->source);
        assert_true((engine->search != NULL) != (engine->decide != NULL));
        assert_true(*engine->in_short != '\0');
    }
    assert_null(engine_find("enumerat"));
    assert_null(engine_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedules_are_read),
        cmocka_unit_test(wrong_schedules_are_refused),
        cmocka_unit_test(simple_schedules),
        cmocka_unit_test(random_schedules_depend_on_the_seed),
        cmocka_unit_test(pct_runs_by_priority),
        cmocka_unit_test(recorded_schedules_fit_or_not),
        cmocka_unit_test(context_bounds),
        cmocka_unit_test(all_violated_lines),
        cmocka_unit_test(places_are_found_once),
        cmocka_unit_test(answers_for_some_inputs),
        cmocka_unit_test(traces_are_repeated),
        cmocka_unit_test(runs_are_repeated_under_any_schedule),
        cmocka_unit_test(races_of_a_run_are_repeated),
        cmocka_unit_test(auto_names_the_engine_that_decided),
        cmocka_unit_test(searches_end_in_time),
        cmocka_unit_test(verdicts_in_words),
        cmocka_unit_test(engines_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
