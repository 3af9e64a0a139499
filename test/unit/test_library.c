// libraddle through its public header: options, errors, verdicts, counterexamples, reports, interrupts, several
// handles.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <raddle.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load_program.h"

#define THREADS(body)                                                                                            \
    TEST_HEADERS "int x, y;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint __VERIFIER_nondet_int(void);\n" \
                 "void *worker(void *p)\n{\n" body                                                               \
                 "return p;\n}\nint main(void)\n{\npthread_t t;\npthread_create(&t, 0, worker, 0);\n" body       \
                 "pthread_join(t, 0);\nassert(x == 2);\n}\n"

static const char racy[] = THREADS("x = x + 1;\n");
static const char locked[] = THREADS("pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);\n");
// Too many interleavings to end while a test waits.
static const char endless[] = TEST_HEADERS
    "int x;\nvoid *worker(void *p)\n{\nfor (int i = 0; i < 30; i++) x = x * 3 + i;\nreturn p;\n}\nint main(void)\n{\n"
    "pthread_t t[4];\nfor (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);\n"
    "for (int i = 0; i < 4; i++) pthread_join(t[i], 0);\nassert(x != 77777);\n}\n";
// With a bound on changes of thread still more than the first stage of `auto` looks at.
static const char counting[] = TEST_HEADERS
    "int x;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nvoid *worker(void *p)\n{\nfor (int i = 0; i < 12; i++) {\n"
    "pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);\n}\nreturn p;\n}\nint main(void)\n{\n"
    "pthread_t t[2];\nfor (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);\n"
    "for (int i = 0; i < 2; i++) pthread_join(t[i], 0);\nassert(x == 24);\n}\n";

static void load_source(raddle *handle, const char *source)
{
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", source);
    const char *files[] = {path};
    bool loaded = raddle_load(handle, 1, files);
    unlink(path);
    if (!loaded)
        fail_msg("%s", raddle_error(handle));
}

static raddle *open_with_jobs(const char *source, const char *engine, const char *jobs)
{
    raddle *handle = raddle_create();
    assert_true(raddle_set(handle, "engine", engine));
    assert_true(raddle_set(handle, "jobs", jobs));
    load_source(handle, source);
    return handle;
}

static raddle *open_source(const char *source, const char *engine)
{
    return open_with_jobs(source, engine, "1");
}

static void assert_no_verdict(raddle *handle)
{
    double value = 5;
    assert_int_equal(raddle_get_answer(handle), RADDLE_UNKNOWN);
    assert_string_equal(raddle_verdict(handle), "");
    assert_string_equal(raddle_reason(handle), "");
    assert_string_equal(raddle_note(handle), "");
    assert_string_equal(raddle_engine(handle), "");
    assert_false(raddle_is_bounded(handle));
    assert_false(raddle_statistic(handle, "runs", &value));
    assert_true(value == 5);
    assert_int_equal(raddle_counterexample_count(handle), 0);
    assert_null(raddle_get_counterexample(handle, 0));
    assert_null(raddle_get_step(handle, 0, 0));
    assert_null(raddle_get_input(handle, 0, 0));
    assert_null(raddle_get_thread_name(handle, 0, 0));
    assert_null(raddle_report(handle, "json", NULL));
    assert_string_equal(raddle_error(handle), "there is no verdict to report");
}

static void fails_with(raddle *handle, bool done, const char *part)
{
    assert_false(done);
    if (!strstr(raddle_error(handle), part))
        fail_msg("'%s' is not in '%s'", part, raddle_error(handle));
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    raddle *handle = raddle_create();
    assert_string_equal(raddle_error(handle), "");
    fails_with(handle, raddle_set(handle, "engin", "mpc"), "did you mean '--engine'?");
    fails_with(handle, raddle_set(handle, "", NULL), "unknown option");
    fails_with(handle, raddle_set(handle, "engine", "mcp"), "there is no engine 'mcp'");
    fails_with(handle, raddle_set(handle, "runs", "many"), "expected a number");
    fails_with(handle, raddle_set(handle, "property", "assertion,rice"), "rice");
    fails_with(handle, raddle_set(handle, "data-model", "LP65"), "host|ILP32|LP64");
    fails_with(handle, raddle_set(handle, "all", "yes"), "expected true or false");
    fails_with(handle, raddle_set(handle, "schedule", "tidy"), "round-robin");
    fails_with(handle, raddle_set(handle, "json", "-"), "for the command line only");
    fails_with(handle, raddle_set(handle, "native", NULL), "for the command line only");
    fails_with(handle, raddle_set(handle, "target", "arm"), "an argument for clang");
    const char *lonely[] = {"-include"}, *option[] = {"--engine=mpc"}, *file[] = {"-DX", "a.c"};
    fails_with(handle, raddle_add_clang_arguments(handle, 1, lonely), "missing value");
    fails_with(handle, raddle_add_clang_arguments(handle, 1, option), "arguments for clang only");
    fails_with(handle, raddle_add_clang_arguments(handle, 2, file), "arguments for clang only");
    // None of it has left a trace.
    load_source(handle, locked);
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_verdict(handle), "TRUE");
    raddle_free(handle);
    raddle_free(NULL);
}

static void what_cannot_be_loaded_is_explained(void **state)
{
    (void)state;
    raddle *handle = raddle_create();
    const char *missing[] = {"/nowhere/at_all.c"}, *tasks[] = {"a.yml", "b.yml"};
    fails_with(handle, raddle_verify(handle), "no program is loaded");
    assert_no_verdict(handle);
    fails_with(handle, raddle_load(handle, 0, NULL), "no file");
    fails_with(handle, raddle_load(handle, 1, missing), "/nowhere/at_all.c: No such file");
    fails_with(handle, raddle_load(handle, 2, tasks), "must be the only file");
    load_source(handle, locked);
    assert_true(raddle_verify(handle));
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", "int main(void)\n{\n    return zero;\n}\n");
    const char *broken[] = {path};
    fails_with(handle, raddle_load(handle, 1, broken), "use of undeclared identifier 'zero'");
    assert_non_null(strstr(raddle_error(handle), "clang could not compile it"));
    assert_non_null(strstr(raddle_diagnostics(handle), ":3:12: error:"));
    assert_no_verdict(handle);
    fails_with(handle, raddle_verify(handle), "no program is loaded");
    unlink(path);
    raddle_free(handle);
}

static void steps_lead_to_the_violation(void **state)
{
    (void)state;
    raddle *handle = open_source(racy, "dpor");
    assert_true(raddle_verify(handle));
    assert_int_equal(raddle_get_answer(handle), RADDLE_FALSE);
    assert_int_equal(strncmp(raddle_verdict(handle), "FALSE(assertion) /tmp/", 22), 0);
    assert_string_equal(raddle_engine(handle), "dpor");
    assert_int_equal(raddle_counterexample_count(handle), 1);
    const raddle_counterexample *found = raddle_get_counterexample(handle, 0);
    assert_string_equal(found->property, "assertion");
    assert_non_null(strstr(found->message, "x == 2"));
    assert_int_equal(found->line, 19);
    assert_int_equal(found->thread, 0);
    assert_int_equal(found->thread_count, 2);
    assert_string_equal(raddle_get_thread_name(handle, 0, 0), "main");
    assert_null(raddle_get_thread_name(handle, 0, 2));
    assert_null(raddle_get_counterexample(handle, 1));
    size_t writes = 0;
    for (size_t i = 0; i < found->step_count; i++) {
        const raddle_step *step = raddle_get_step(handle, 0, i);
        assert_true(step->thread < 2);
        if (!strcmp(step->kind, "write")) {
            assert_string_equal(step->object, "x");
            assert_string_equal(step->value, "1");
            assert_string_equal(step->locks, "");
            assert_int_equal(step->line, step->thread ? 10 : 17);
            assert_int_equal(strncmp(step->text, "write x = 1", 11), 0);
            writes++;
        }
    }
    assert_int_equal(writes, 2);
    assert_string_equal(raddle_get_step(handle, 0, found->step_count - 1)->kind, "violation");
    assert_null(raddle_get_step(handle, 0, found->step_count));
    double runs = 0;
    assert_true(raddle_statistic(handle, "events", &runs));
    assert_true(runs > 0);
    assert_false(raddle_statistic(handle, "sheep", &runs));
    raddle_free(handle);
}

static void inputs_and_locks_are_told(void **state)
{
    (void)state;
    raddle *handle = open_source(TEST_HEADERS "int x;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                              "int __VERIFIER_nondet_int(void);\nint main(void)\n{\n"
                                              "int chosen = __VERIFIER_nondet_int();\npthread_mutex_lock(&m);\n"
                                              "x = chosen;\nassert(chosen != -42);\npthread_mutex_unlock(&m);\n}\n",
                                 "mpc");
    assert_true(raddle_verify(handle));
    const raddle_counterexample *found = raddle_get_counterexample(handle, 0);
    assert_non_null(found);
    assert_int_equal(found->input_count, 1);
    const raddle_input *input = raddle_get_input(handle, 0, 0);
    assert_string_equal(input->name, "chosen");
    assert_string_equal(input->value, "-42");
    assert_int_equal(input->line, 10);
    assert_null(raddle_get_input(handle, 0, 1));
    bool held = false;
    for (size_t i = 0; i < found->step_count; i++)
        held |= !strcmp(raddle_get_step(handle, 0, i)->locks, "m");
    assert_true(held);
    raddle_free(handle);
}

static void every_format_is_written(void **state)
{
    (void)state;
    static const char *const beginnings[][2] = {{"json", "{"},
                                                {"html", "<!DOCTYPE html>"},
                                                {"sarif", "{"},
                                                {"junit", "<testsuites>"},
                                                {"code-quality", "[{"},
                                                {"annotations", "::error file="},
                                                {"diagnostics", "[{"},
                                                {"baseline", "raddle_baseline"},
                                                {"witness-yaml", "- entry_type"},
                                                {"witness-graphml", "<?xml"}};
    raddle *handle = open_source(racy, "enumerate");
    assert_true(raddle_verify(handle));
    for (size_t i = 0; raddle_format_at(i); i++) {
        size_t length;
        char *report = raddle_report(handle, raddle_format_at(i), &length);
        assert_non_null(report);
        assert_int_equal(strlen(report), length);
        assert_string_equal(raddle_format_at(i), beginnings[i][0]);
        assert_non_null(strstr(report, beginnings[i][1]));
        raddle_free_string(report);
    }
    char *text = raddle_report(handle, "json", NULL);
    json_t *json = json_loads(text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json, "verdict")), "FALSE");
    json_decref(json);
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".json", "");
    assert_true(raddle_write_report(handle, "json", path));
    Text written = {0};
    char block[256];
    FILE *file = fopen(path, "r");
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        text_append_bytes(&written, block, count);
    fclose(file);
    assert_string_equal(text_string(&written), text);
    text_free(&written);
    raddle_free_string(text);
    unlink(path);
    fails_with(handle, raddle_write_report(handle, "json", "/nowhere/at_all.json"), "/nowhere/at_all.json");
    fails_with(handle, raddle_report(handle, "jason", NULL), "there is no format 'jason'");
    raddle_free_string(NULL);
    raddle_free(handle);
}

static void options_set_after_loading_count(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c",
                    "#include <assert.h>\n#ifndef N\n#define N 1\n#endif\nint main(void)\n{\nassert(N == 1);\n}\n");
    const char *files[] = {path}, *two[] = {"-D", "N=2"};
    raddle *handle = raddle_create();
    assert_true(raddle_load(handle, 1, files));
    assert_true(raddle_set(handle, "engine", "enumerate"));
    assert_true(raddle_set(handle, "context-bound", "2"));
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_verdict(handle), "TRUE");
    assert_string_equal(raddle_engine(handle), "enumerate");
    assert_true(raddle_set(handle, "context-bound", NULL));
    assert_true(raddle_set(handle, "engine", "mpc"));
    assert_true(raddle_set(handle, "engine", "uw"));
    assert_true(raddle_set(handle, "all", "true"));
    assert_true(raddle_set(handle, "all", "false"));
    assert_true(raddle_set(handle, "jobs", "2"));
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_engine(handle), "uw");
    assert_true(raddle_verify(handle)); // once more, as it is
    assert_string_equal(raddle_diagnostics(handle), "engine uw does not heed --jobs\n");
    assert_string_equal(raddle_verdict(handle), "TRUE");
    assert_true(raddle_add_clang_arguments(handle, 2, two));
    assert_true(raddle_verify(handle));
    assert_int_equal(raddle_get_answer(handle), RADDLE_FALSE);
    unlink(path);
    assert_true(raddle_set(handle, "unwind", "3"));
    fails_with(handle, raddle_verify(handle), "No such file");
    assert_no_verdict(handle);
    raddle_free(handle);
}

static void bounds_are_told(void **state)
{
    (void)state;
    raddle *handle = raddle_create();
    assert_true(raddle_set(handle, "engine", "enumerate"));
    assert_true(raddle_set(handle, "context-bound", "1"));
    load_source(handle, counting);
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_verdict(handle), "TRUE");
    assert_true(raddle_is_bounded(handle));
    assert_string_not_equal(raddle_note(handle), "");
    fails_with(handle, raddle_report(handle, "witness-yaml", NULL), "without bounds");
    raddle_free(handle);
}

// Where other verifiers' words are used abort is an assumption, unless somebody asks.
static void aborting_is_a_violation_unless_it_assumes(void **state)
{
    (void)state;
#define ABORTING(test) TEST_HEADERS "#include <stdlib.h>\nint main(void)\n{\n" test "\nabort();\nreturn 0;\n}\n"
    static const struct {
        const char *source, *property, *verdict;
    } cases[] = {
        {ABORTING("if (getenv(\"A\"))"), NULL, "TRUE"},
        {ABORTING("if (rand() == 3)"), NULL, "FALSE(abort)"},
        {ABORTING("int getchar(void); if (getchar() == 3)"), NULL, "FALSE(abort)"}, // whose model has an atomic section
        {ABORTING("void klee_assume(unsigned long); klee_assume(1);"), NULL, "FALSE(abort)"},
        {ABORTING("__builtin_trap();"), NULL, "FALSE(abort)"},
        {ABORTING("_Exit(3);"), NULL, "TRUE"},
        {ABORTING("assert(0);"), NULL, "FALSE(assertion)"},
        {ABORTING("int __VERIFIER_nondet_int(void); if (__VERIFIER_nondet_int() < 0)"), NULL, "TRUE"},
        {ABORTING("void __CPROVER_assume(_Bool); __CPROVER_assume(1);"), NULL, "TRUE"},
        {ABORTING("void reach_error(void); if (rand() < 0) reach_error();"), NULL, "TRUE"},
        {ABORTING("void reach_error(void); if (rand() < 0) reach_error();"), "abort", "FALSE(abort)"},
        {ABORTING(""), "assertion", "TRUE"},
    };
#undef ABORTING
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        raddle *handle = raddle_create();
        if (cases[i].property)
            assert_true(raddle_set(handle, "property", cases[i].property));
        assert_true(raddle_set(handle, "engine", "mpc"));
        load_source(handle, cases[i].source);
        assert_true(raddle_verify(handle));
        if (strncmp(raddle_verdict(handle), cases[i].verdict, strlen(cases[i].verdict)) != 0)
            fail_msg("%s: %s", raddle_verdict(handle), cases[i].source);
        raddle_free(handle);
    }
}

static void tasks_are_read(void **state)
{
    (void)state;
    const char *files[] = {RADDLE_TEST_FOLDER "/programs/predict/fig1.yml"};
    raddle *handle = raddle_create();
    if (!raddle_load(handle, 1, files))
        fail_msg("%s", raddle_error(handle));
    assert_true(raddle_verify(handle));
    assert_int_equal(raddle_get_answer(handle), RADDLE_FALSE);
    raddle_free(handle);
}

static void the_tables_are_told(void **state)
{
    (void)state;
    raddle_engine_description engine;
    raddle_option_description option;
    bool engines = false, jobs = false;
    assert_true(*raddle_version() >= '0' && *raddle_version() <= '9');
    for (size_t i = 0; raddle_engine_at(i, &engine); i++)
        engines |= !strcmp(engine.name, "mpc") && engine.parallel && *engine.summary;
    for (size_t i = 0; raddle_option_at(i, &option); i++) {
        jobs |= !strcmp(option.name, "jobs") && !strcmp(option.default_value, "1") && !strcmp(option.value, "N");
        assert_string_not_equal(option.name, "html");
        assert_non_null(option.group);
        assert_non_null(option.help);
    }
    assert_true(engines && jobs);
    assert_string_equal(raddle_property_at(0), "assertion");
    assert_string_equal(raddle_statistic_at(0), "runs");
    assert_null(raddle_property_at(1000));
    assert_null(raddle_statistic_at(1000));
    assert_null(raddle_format_at(1000));
}

// --- Processes, threads, interrupts

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static int forks;

static void count_fork(void)
{
    forks++;
}

static void processes_are_forked_and_gone(void **state)
{
    (void)state;
    assert_int_equal(pthread_atfork(count_fork, NULL, NULL), 0);
    raddle *handle = open_with_jobs(locked, "mpc", "2");
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_verdict(handle), "TRUE");
    assert_int_equal(forks, 1); // the engine, which has forked its workers in its own process
    assert_no_children();
    // The last stage of `auto`: several engines in processes of their own.
    assert_true(raddle_set(handle, "engine", NULL));
    assert_true(raddle_set(handle, "context-bound", "5"));
    load_source(handle, counting);
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_verdict(handle), "TRUE");
    assert_true(forks > 4);
    assert_no_children();
    raddle_free(handle);
}

static void *interrupt_soon(void *handle)
{
    usleep(200000);
    raddle_interrupt(handle);
    return NULL;
}

static void a_thread_interrupts(void **state)
{
    (void)state;
    static const char *const engines[] = {"auto", "enumerate", "mpc"};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        raddle *handle = open_with_jobs(endless, engines[i], i == 2 ? "2" : "1");
        pthread_t friend;
        assert_int_equal(pthread_create(&friend, NULL, interrupt_soon, handle), 0);
        assert_true(raddle_verify(handle));
        assert_string_equal(raddle_verdict(handle), "UNKNOWN(interrupted)");
        assert_string_equal(raddle_reason(handle), "interrupted");
        pthread_join(friend, NULL);
        assert_no_children();
        raddle_free(handle);
    }
}

static void an_interrupt_ends_one_verification(void **state)
{
    (void)state;
    raddle *handle = open_source(locked, "dpor");
    raddle_interrupt(handle);
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_verdict(handle), "UNKNOWN(interrupted)");
    assert_true(raddle_verify(handle));
    assert_string_equal(raddle_verdict(handle), "TRUE");
    raddle_free(handle);
}

typedef struct Watch {
    raddle *handle;
    unsigned calls;
    char engine[32];
    unsigned long long runs;
} Watch;

static void watch(void *context, const char *engine, unsigned long long runs, unsigned long long events)
{
    Watch *watch = context;
    assert_true(events >= runs);
    snprintf(watch->engine, sizeof watch->engine, "%s", engine);
    watch->runs = runs;
    if (++watch->calls == 2)
        raddle_interrupt(watch->handle);
}

static void who_watches_may_interrupt(void **state)
{
    (void)state;
    Watch watched = {.handle = open_source(endless, "enumerate")};
    raddle_on_progress(watched.handle, watch, &watched);
    assert_true(raddle_verify(watched.handle));
    assert_string_equal(raddle_verdict(watched.handle), "UNKNOWN(interrupted)");
    assert_true(watched.calls >= 2);
    assert_true(watched.runs > 0);
    assert_string_equal(watched.engine, "enumerate");
    raddle_on_progress(watched.handle, NULL, NULL);
    raddle_interrupt(watched.handle);
    unsigned before = watched.calls;
    assert_true(raddle_verify(watched.handle));
    assert_int_equal(watched.calls, before);
    raddle_free(watched.handle);
}

static raddle *interrupted_by_alarm;

static void handle_alarm(int number)
{
    (void)number;
    raddle_interrupt(interrupted_by_alarm);
}

static void a_signal_handler_interrupts(void **state)
{
    (void)state;
    struct sigaction after, mine = {.sa_handler = handle_alarm};
    sigaction(SIGALRM, &mine, NULL);
    interrupted_by_alarm = open_source(endless, "dpor");
    setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 100000}, NULL);
    assert_true(raddle_verify(interrupted_by_alarm));
    assert_string_equal(raddle_verdict(interrupted_by_alarm), "UNKNOWN(interrupted)");
    raddle_free(interrupted_by_alarm);
    sigaction(SIGALRM, NULL, &after);
    assert_true(after.sa_handler == handle_alarm);
    sigaction(SIGINT, NULL, &after);
    assert_true(after.sa_handler == SIG_DFL);
    sigaction(SIGTERM, NULL, &after);
    assert_true(after.sa_handler == SIG_DFL);
}

typedef struct Job {
    const char *source;
    const char *expected; // how the verdict begins
    int wrong;
} Job;

static void *verify_repeatedly(void *argument)
{
    Job *job = argument;
    for (int i = 0; i < 5; i++) {
        raddle *handle = open_with_jobs(job->source, "mpc", i % 2 ? "2" : "1");
        if (!raddle_verify(handle) || strncmp(raddle_verdict(handle), job->expected, strlen(job->expected)) != 0)
            job->wrong++;
        raddle_free(handle);
    }
    return NULL;
}

static void handles_do_not_meet(void **state)
{
    (void)state;
    raddle *first = open_source(racy, "mpc"), *second = open_source(locked, "mpc");
    assert_true(raddle_verify(first));
    assert_true(raddle_verify(second));
    assert_int_equal(raddle_get_answer(first), RADDLE_FALSE);
    assert_string_equal(raddle_get_step(first, 0, 0)->kind, "create");
    raddle_free(first);
    assert_string_equal(raddle_verdict(second), "TRUE");
    raddle_free(second);
}

static void threads_verify_at_the_same_time(void **state)
{
    (void)state;
    Job jobs[] = {{racy, "FALSE(assertion)", 0}, {locked, "TRUE", 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, verify_repeatedly, &jobs[i]), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(jobs[i].wrong, 0);
    }
    assert_no_children();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(what_cannot_be_loaded_is_explained),
        cmocka_unit_test(steps_lead_to_the_violation),
        cmocka_unit_test(inputs_and_locks_are_told),
        cmocka_unit_test(every_format_is_written),
        cmocka_unit_test(options_set_after_loading_count),
        cmocka_unit_test(bounds_are_told),
        cmocka_unit_test(aborting_is_a_violation_unless_it_assumes),
        cmocka_unit_test(tasks_are_read),
        cmocka_unit_test(the_tables_are_told),
        cmocka_unit_test(processes_are_forked_and_gone),
        cmocka_unit_test(a_thread_interrupts),
        cmocka_unit_test(an_interrupt_ends_one_verification),
        cmocka_unit_test(who_watches_may_interrupt),
        cmocka_unit_test(a_signal_handler_interrupts),
        cmocka_unit_test(handles_do_not_meet),
        cmocka_unit_test(threads_verify_at_the_same_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
