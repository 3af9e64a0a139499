// Engines side by side, each in its process: who has the last word, what becomes of those that fail or never end. The
// engines are made up, under the names of real ones, and none waits for a time: one that never ends is there to be
// ended.
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/fail.h"
#include "engine/portfolio.h"
#include "engine_task.h"

static const char lost_update[] = TEST_HEADERS
    "int x; static void *worker(void *p) { x++; return p; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0);\n"
    "pthread_join(t, 0); pthread_join(u, 0);\n"
    "assert(x == 2);\n"
    "return 0; }\n";

static void answer(Verdict *verdict, const Engine *engine, Answer answer, const char *reason, uint64_t runs)
{
    verdict->engine = engine->name;
    verdict->answer = answer;
    verdict->statistics.runs = runs;
    text_append(&verdict->reason, reason);
}

static void never_end(const EngineTask *task, Verdict *verdict)
{
    (void)task;
    (void)verdict;
    for (;;)
        pause();
}

static void prove(const EngineTask *task, Verdict *verdict)
{
    (void)task;
    answer(verdict, &engine_dpor, ANSWER_TRUE, "", 4);
    text_append(&verdict->note, "for all schedules");
}

static void give_up_first(const EngineTask *task, Verdict *verdict)
{
    (void)task;
    answer(verdict, &engine_mpc, ANSWER_UNKNOWN, "the first does not know", 1);
}

static void give_up_second(const EngineTask *task, Verdict *verdict)
{
    (void)task;
    answer(verdict, &engine_ag, ANSWER_UNKNOWN, "the second does not know", 2);
}

static void break_invariant(const EngineTask *task, Verdict *verdict)
{
    (void)task;
    (void)verdict;
    INTERNAL_ERROR("made up");
}

static void be_killed(const EngineTask *task, Verdict *verdict)
{
    (void)task;
    (void)verdict;
    raise(SIGKILL);
}

// A counterexample that is none: the threads one after the other.
static void invent(const EngineTask *task, Verdict *verdict)
{
    Trace *trace = trace_create();
    trace_set_program(trace, task->origin);
    trace->end = TRACE_VIOLATION;
    trace->property = PROPERTY_ASSERTION;
    trace->where.line = TEST_HEADER_LINES + 4;
    for (uint32_t i = 0; i < 4; i++)
        vector_push(&trace->schedule, ((Choice){1 + i / 2, 0}));
    answer(verdict, &engine_lazy, ANSWER_FALSE, "", 8);
    vector_push(&verdict->counterexamples, trace);
}

// Says what it was given.
static void describe_task(const EngineTask *task, const Engine *engine, Verdict *verdict)
{
    Text text = {0};
    text_format(&text, "%u jobs, progress is %sshown", (unsigned)task->options->jobs, task->progress ? "" : "not ");
    answer(verdict, engine, ANSWER_UNKNOWN, text_string(&text), 0);
    text_free(&text);
}

static void describe_first(const EngineTask *task, Verdict *verdict)
{
    describe_task(task, &engine_mpc, verdict);
}

// Works until others have a processor before it, and for a minute at most.
static void work_until_low(const EngineTask *task, Verdict *verdict)
{
    (void)task;
    while (getpriority(PRIO_PROCESS, 0) <= 0 && clock() < 60 * CLOCKS_PER_SEC)
        ;
    answer(verdict, &engine_dpor, getpriority(PRIO_PROCESS, 0) > 0 ? ANSWER_TRUE : ANSWER_UNKNOWN, "", 1);
}

#define ENGINE(like, function) {.name = #like, .decide = function}
static const Engine endless = ENGINE(mpc, never_end), proving = ENGINE(dpor, prove),
                    first_unsure = ENGINE(mpc, give_up_first), second_unsure = ENGINE(ag, give_up_second),
                    broken = ENGINE(ag, break_invariant), killed = ENGINE(lazy, be_killed),
                    inventing = ENGINE(lazy, invent), describing = ENGINE(mpc, describe_first),
                    tiring = ENGINE(dpor, work_until_low);

static bool run_portfolio(TestTask *task, Verdict *verdict, const Engine *first, const Engine *second,
                          const Engine *third)
{
    PortfolioEntry entries[] = {{.engine = first, .leading = true}, {.engine = second}, {.engine = third}};
    bool decided = portfolio_run(&task->task, entries, third ? 3 : 2, verdict);
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // nobody is left
    assert_int_equal(errno, ECHILD);
    return decided;
}

static void setup(TestProgram *test, TestTask *task)
{
    *test = test_load(lost_update);
    test_task_create(task, test);
}

static void teardown(TestProgram *test, TestTask *task, Verdict *verdict)
{
    verdict_free(verdict);
    test_task_free(task);
    test_unload(test);
}

static void the_first_that_decides_ends_it(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    Verdict verdict = {0};
    setup(&test, &task);
    assert_true(run_portfolio(&task, &verdict, &endless, &proving, &endless));
    assert_string_equal(verdict.engine, "dpor");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_string_equal(text_string(&verdict.note), "for all schedules");
    assert_int_equal(verdict.statistics.runs, 4);
    assert_int_equal(verdict.failures.count, 0);
    teardown(&test, &task, &verdict);
}

// In whatever order they come; and what they have done counts together.
static void if_nobody_decides_the_first_entry_has_the_word(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    Verdict verdict = {0};
    setup(&test, &task);
    assert_false(run_portfolio(&task, &verdict, &first_unsure, &second_unsure, NULL));
    assert_string_equal(verdict.engine, "mpc");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_string_equal(text_string(&verdict.reason), "the first does not know");
    assert_int_equal(verdict.statistics.runs, 3);
    teardown(&test, &task, &verdict);
}

// The others go on. Who has failed is named if there was time for a note, as there is before the last has ended.
static void a_failure_is_not_the_end(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    Verdict verdict = {0};
    setup(&test, &task);
    assert_false(run_portfolio(&task, &verdict, &first_unsure, &broken, NULL));
    assert_string_equal(verdict.engine, "mpc");
    assert_string_equal(text_string(&verdict.reason), "the first does not know");
    assert_int_equal(verdict.failures.count, 1);
    assert_string_equal(verdict.failures.data[0].engine, "ag");
    assert_string_equal(text_string(&verdict.failures.data[0].message), "made up");
    assert_non_null(strstr(text_string(&verdict.failures.data[0].where), "test_portfolio.c:"));
    teardown(&test, &task, &verdict);
}

static void if_all_fail_the_answer_is_unknown(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    Verdict verdict = {0};
    setup(&test, &task);
    assert_false(run_portfolio(&task, &verdict, &killed, &broken, NULL));
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_int_equal(verdict.counterexamples.count, 0);
    assert_int_equal(verdict.failures.count, 2);
    uint32_t named = 0;
    for (uint32_t i = 0; i < 2; i++)
        named |= !strcmp(verdict.failures.data[i].engine, "lazy") ? 1 : 2;
    assert_int_equal(named, 3);
    assert_string_equal(verdict.engine, verdict.failures.data[0].engine);
    assert_int_equal(strncmp(text_string(&verdict.reason), "internal error in engine ", 25), 0);
    teardown(&test, &task, &verdict);
}

// What an engine finds is executed again here; what cannot be is a failure of the engine, and no answer.
static void counterexamples_are_executed_again(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    Verdict verdict = {0}, second = {0};
    setup(&test, &task);
    assert_true(run_portfolio(&task, &verdict, &endless, &engine_enumerate, NULL));
    assert_string_equal(verdict.engine, "enumerate");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.count, 1);
    assert_int_equal(verdict.counterexamples.data[0]->where.line, TEST_HEADER_LINES + 4);
    assert_false(run_portfolio(&task, &second, &first_unsure, &inventing, NULL));
    assert_string_equal(second.engine, "mpc");
    assert_int_equal(second.answer, ANSWER_UNKNOWN);
    assert_int_equal(second.counterexamples.count, 0);
    assert_int_equal(second.failures.count, 1);
    assert_string_equal(second.failures.data[0].engine, "lazy");
    assert_string_equal(text_string(&second.failures.data[0].message),
                        "a violation that it found cannot be executed again");
    verdict_free(&second);
    teardown(&test, &task, &verdict);
}

static void count_calls(void *context, const char *engine, const Statistics *statistics)
{
    (void)statistics;
    assert_string_equal(engine, "mpc");
    ++*(uint32_t *)context;
}

// The user's workers and the line of progress are for the one that leads.
static void the_leading_engine_has_the_jobs_and_the_progress(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    uint32_t calls = 0;
    setup(&test, &task);
    task.options.jobs = 3;
    task.task.progress = count_calls;
    task.task.progress_context = &calls;
    for (int leads = 0; leads < 2; leads++) {
        PortfolioEntry entries[] = {{.engine = &describing, .leading = leads}, {.engine = &second_unsure}};
        Verdict verdict = {0};
        assert_false(portfolio_run(&task.task, entries, 2, &verdict));
        assert_string_equal(text_string(&verdict.reason),
                            leads ? "3 jobs, progress is shown" : "1 jobs, progress is not shown");
        verdict_free(&verdict);
    }
    assert_int_equal(calls, 2);
    Verdict none = {0};
    teardown(&test, &task, &none);
}

static void who_has_worked_long_steps_back(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    Verdict verdict = {0};
    setup(&test, &task);
    PortfolioEntry entries[] = {{.engine = &endless, .leading = true}, {.engine = &tiring, .low_after = 0.01}};
    assert_true(portfolio_run(&task.task, entries, 2, &verdict));
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    teardown(&test, &task, &verdict);
}

// That is exceeded before anybody begins, so that it does not matter how fast.
static void a_limit_ends_all(void **state)
{
    (void)state;
    TestProgram test;
    TestTask task;
    Verdict verdict = {0};
    setup(&test, &task);
    atomic_bool interrupt = true;
    task.limits.interrupt = &interrupt;
    assert_false(run_portfolio(&task, &verdict, &endless, &endless, NULL));
    assert_string_equal(verdict.engine, "mpc");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_string_equal(text_string(&verdict.reason), "interrupted");
    teardown(&test, &task, &verdict);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_decides_ends_it),
        cmocka_unit_test(if_nobody_decides_the_first_entry_has_the_word),
        cmocka_unit_test(a_failure_is_not_the_end),
        cmocka_unit_test(if_all_fail_the_answer_is_unknown),
        cmocka_unit_test(counterexamples_are_executed_again),
        cmocka_unit_test(the_leading_engine_has_the_jobs_and_the_progress),
        cmocka_unit_test(who_has_worked_long_steps_back),
        cmocka_unit_test(a_limit_ends_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
