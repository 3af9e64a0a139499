// The exploration of schedules and inputs together: verdicts and numbers of paths of small programs, all derived by
// hand; the figures are those of "Concurrency Verification with Maximal Path Causality".
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"

// 5 lines; the programs begin on line 6.
#define PRELUDE \
    TEST_HEADERS "extern int __VERIFIER_nondet_int(void); extern void reach_error(void), __VERIFIER_assume(int);\n"

// Starts the threads and joins them.
#define MAIN_2(end)                                                                                    \
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n" \
    "pthread_join(t, 0); pthread_join(u, 0);\n" end "\nreturn 0; }\n"
#define MAIN_3                                                                                            \
    "int main(void) { pthread_t t, u, v; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n" \
    "pthread_create(&v, 0, three, 0); pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); return 0; }\n"

static const char figure_1[] =
    PRELUDE "int x, y; void *one(void *p) { int i = __VERIFIER_nondet_int(); x = i; x = 2; return p; }\n"
            "void *two(void *p) { int j = __VERIFIER_nondet_int(); x = j; x = 4; return p; }\n"
            "void *three(void *p) { if (x >= 100) {\n"
            "reach_error(); } else { y = 2; } return p; }\n" MAIN_3;

static const char figure_6[] = PRELUDE "int x, r, s; void *one(void *p) { r = x; s = x; return p; }\n"
                                       "void *two(void *p) { x = 1; return p; }\n" MAIN_2("assert(r + s < 2);");

// i and j are read by main, before anybody else is there.
static const char figure_8[] = PRELUDE
    "int x, i, j; void *one(void *p) { if (i > 0) { x = 1; } else { if (j > 0) { x = 2; } else { x = 3; } } return p; }\n"
    "void *two(void *p) { if (x == 2)\n"
    "reach_error(); return p; }\n"
    "int main(void) { pthread_t t, u; i = __VERIFIER_nondet_int(); j = __VERIFIER_nondet_int();\n"
    "pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";

// M0 of Fig. 2.
static const char figure_2[] =
    PRELUDE "int x, y; pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;\n"
            "void *one(void *p) { int i = __VERIFIER_nondet_int(); x = 2; y = 5; if (i == 3) { x++;\n"
            "pthread_mutex_lock(&l); y--; pthread_mutex_unlock(&l); } return p; }\n"
            "void *two(void *p) { x = 5; y = 0; if (x == 101) { if (y == 2) {\n"
            "reach_error(); } } return p; }\n"
            "void *three(void *p) { x = 100; int j = __VERIFIER_nondet_int(); __VERIFIER_assume(j <= 2);\n"
            "while (j-- > 0) { pthread_mutex_lock(&l); y++; pthread_mutex_unlock(&l); } return p; }\n" MAIN_3;

static void expect_false(const Verdict *verdict, Property property, uint32_t line)
{
    assert_int_equal(verdict->answer, ANSWER_FALSE);
    assert_int_equal(verdict->counterexamples.count, 1);
    assert_int_equal(verdict->counterexamples.data[0]->property, property);
    assert_int_equal(verdict->counterexamples.data[0]->where.line, line);
}

static void figures_have_their_paths(void **state)
{
    (void)state;
    TestProgram test = test_load(figure_1);
    Verdict verdict = TEST_VERIFY(&test, "mpc", "--all");
    expect_false(&verdict, PROPERTY_ASSERTION, 9);
    assert_int_equal(verdict.statistics.paths, 2);
    assert_int_equal(verdict.statistics.runs, 2);
    // One of the inputs is what the third thread reads.
    const Trace *trace = verdict.counterexamples.data[0];
    bool large = false;
    for (uint32_t i = 0; i < trace->inputs.count; i++)
        large |= (int32_t)trace->inputs.data[i].value >= 100;
    assert_true(large);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(figure_6);
    verdict = TEST_VERIFY(&test, "mpc", "--all");
    expect_false(&verdict, PROPERTY_ASSERTION, 10);
    assert_int_equal(verdict.statistics.paths, 1);
    assert_int_equal(verdict.statistics.runs, 1);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(figure_8);
    verdict = TEST_VERIFY(&test, "mpc", "--all");
    expect_false(&verdict, PROPERTY_ASSERTION, 8);
    assert_int_equal(verdict.statistics.paths, 4);
    trace = verdict.counterexamples.data[0];
    assert_int_equal(trace->inputs.count, 2);
    assert_true((int32_t)trace->inputs.data[0].value <= 0 && (int32_t)trace->inputs.data[1].value > 0);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mpc");
    expect_false(&verdict, PROPERTY_ASSERTION, 8);
    assert_true(verdict.statistics.paths <= 4);
    verdict_free(&verdict);
    test_unload(&test);
}

// Of Fig. 8 it sees the three ways of the writer, and of M0 all but those that need x++ seen by a branch that another
// run flips.
static void strategy_1_misses_and_says_so(void **state)
{
    (void)state;
    TestProgram test = test_load(figure_8);
    Verdict verdict = TEST_VERIFY(&test, "mpc", "--all", "--strategy=1");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_string_equal(text_string(&verdict.reason), "strategy 1 may miss paths");
    assert_true(verdict.bounded);
    assert_int_equal(verdict.statistics.paths, 3);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(figure_2);
    verdict = TEST_VERIFY(&test, "mpc", "--all", "--strategy=1");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_int_equal(verdict.statistics.paths, 6);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mpc", "--all", "--strategy=2");
    expect_false(&verdict, PROPERTY_ASSERTION, 10);
    assert_int_equal(verdict.statistics.paths, 10);
    verdict_free(&verdict);
    test_unload(&test);

    // What holds is not told to hold either.
    test = test_load(PRELUDE
                     "int x; void *one(void *p) { x = 1; return p; } void *two(void *p) { x = 2; return p; }\n" MAIN_2(
                         "assert(x);"));
    verdict = TEST_VERIFY(&test, "mpc", "--strategy=1");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mpc");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    assert_string_equal(text_string(&verdict.note), "for all schedules");
    verdict_free(&verdict);
    test_unload(&test);
}

// With one input; every combination of values read takes a run.
static void mcr_explores_reads(void **state)
{
    (void)state;
    static const struct {
        const char *input;
        uint32_t values; // that the third thread of Fig. 1 can read: 0, 2, 4 and the inputs
        bool violated;
    } cases[] = {{"--input=0,0", 3, false},
                 {"--input=0,1", 4, false},
                 {"--input=7,9", 5, false},
                 {"--input=100,0", 4, true},
                 {"--input=2,99", 4, false}};
    TestProgram test = test_load(figure_1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Verdict verdict = TEST_VERIFY(&test, "mcr", "--all", cases[i].input);
        assert_int_equal(verdict.statistics.runs, cases[i].values);
        assert_int_equal(verdict.statistics.paths, cases[i].violated ? 2 : 1); // the branch goes both ways or not
        if (cases[i].violated) {
            expect_false(&verdict, PROPERTY_ASSERTION, 9);
        } else {
            assert_int_equal(verdict.answer, ANSWER_TRUE);
            assert_true(verdict.bounded);
            assert_string_equal(text_string(&verdict.note), "for all schedules, with the given input");
        }
        verdict_free(&verdict);
    }
    Verdict verdict = TEST_VERIFY(&test, "mcr");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_string_equal(text_string(&verdict.reason), "only one value of the input i was tried");
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(figure_6); // 0 0, 0 1, 1 1
    verdict = TEST_VERIFY(&test, "mcr", "--all");
    expect_false(&verdict, PROPERTY_ASSERTION, 10);
    assert_int_equal(verdict.statistics.runs, 3);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(figure_8);
    verdict = TEST_VERIFY(&test, "mcr", "--all", "--input=0,1");
    expect_false(&verdict, PROPERTY_ASSERTION, 8);
    assert_int_equal(verdict.statistics.paths, 2);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mcr", "--all", "--input=1,1");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_int_equal(verdict.statistics.paths, 1);
    verdict_free(&verdict);
    test_unload(&test);

    // The values read do not fall: 6 combinations. Of the branches both may be taken, or the second alone, or none.
    test = test_load(PRELUDE "int x, r, s; void *one(void *p) { if (x > 0) r = 1; if (x > 0) s = 1; return p; }\n"
                             "void *two(void *p) { x = 1; x = 2; return p; }\n" MAIN_2("assert(r <= s);"));
    verdict = TEST_VERIFY(&test, "mcr", "--all");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    assert_int_equal(verdict.statistics.runs, 6); // 0 0, 0 1, 0 2, 1 1, 1 2, 2 2
    assert_int_equal(verdict.statistics.paths, 3);
    verdict_free(&verdict);
    test_unload(&test);
}

static void inputs_can_be_given(void **state)
{
    (void)state;
    TestProgram test = test_load(figure_8);
    Verdict verdict = TEST_VERIFY(&test, "mpc", "--all", "--input=i=1");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_true(verdict.bounded);
    assert_int_equal(verdict.statistics.paths, 1);
    assert_string_equal(text_string(&verdict.note), "for all schedules, with the given input");
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mpc", "--all", "--input=i=0");
    expect_false(&verdict, PROPERTY_ASSERTION, 8);
    assert_int_equal(verdict.statistics.paths, 3);
    verdict_free(&verdict);
    test_unload(&test);
}

static void assertions_are_no_branches(void **state)
{
    (void)state;
    static const struct {
        const char *end;
        uint32_t paths;
        bool violated;
    } cases[] = {
        {"assert(x != 7);", 1, true},
        {"assert(x == x);", 1, false},
        {"if (x == 7)\nreach_error();", 2, true},
        {"if (x == 7) {\nr = 1; }", 2, false},
        {"assert(x != 7); if (x < 5) r = 1;", 2, true},
        {"if (x < 5) r = 1; assert(x != 3); assert(x != 8);", 2, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text text = {0};
        text_format(&text,
                    PRELUDE "int x, r; void *one(void *p) { x = __VERIFIER_nondet_int(); return p; }\n"
                            "int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0);\n%s\n"
                            "return 0; }\n",
                    cases[i].end);
        TestProgram test = test_load(text_string(&text));
        Verdict verdict = TEST_VERIFY(&test, "mpc", "--all");
        if (verdict.statistics.paths != cases[i].paths)
            fail_msg("%s: %u paths", cases[i].end, (unsigned)verdict.statistics.paths);
        assert_int_equal(verdict.answer, cases[i].violated ? ANSWER_FALSE : ANSWER_TRUE);
        if (!cases[i].violated)
            assert_string_equal(text_string(&verdict.note), "for all schedules and inputs");
        verdict_free(&verdict);
        text_free(&text);
        test_unload(&test);
    }
}

// Nor are they when the run itself fails one: here the first does, the input being 0.
static void failed_assertions_are_no_branches(void **state)
{
    (void)state;
    TestProgram test = test_load(PRELUDE "int x; void *one(void *p) { x = __VERIFIER_nondet_int(); return p; }\n"
                                         "void *two(void *p) { return p; }\n" MAIN_2("assert(x != 0);"));
    Verdict verdict = TEST_VERIFY(&test, "mpc", "--all");
    expect_false(&verdict, PROPERTY_ASSERTION, 10);
    assert_int_equal(verdict.statistics.paths, 1);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(figure_6); // mcr makes a run that violates
    verdict = TEST_VERIFY(&test, "mcr", "--all");
    assert_int_equal(verdict.statistics.paths, 1);
    verdict_free(&verdict);
    test_unload(&test);
}

static void assumptions_restrict_paths(void **state)
{
    (void)state;
    TestProgram test =
        test_load(PRELUDE "int x; void *one(void *p) { int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i > 2);\n"
                          "__VERIFIER_assume(i < 6); if (i == 3) x = 1; if (i > 4) x = 2; return p; }\n"
                          "void *two(void *p) { return p; }\n" MAIN_2(""));
    Verdict verdict = TEST_VERIFY(&test, "mpc", "--all");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_int_equal(verdict.statistics.paths, 3); // 3, 4, 5
    verdict_free(&verdict);
    test_unload(&test);
}

// As often as a byte says.
static const char byte_loop[] =
    PRELUDE "int x; void *one(void *p) { unsigned char n = (unsigned char)__VERIFIER_nondet_int();\n"
            "for (int i = 0; i < n; i++)\n"
            "x = i; return p; }\n"
            "void *two(void *p) { return p; }\n" MAIN_2("assert(x >= 0);");
static const char endless_loop[] = PRELUDE "int x; void *one(void *p) { int n = __VERIFIER_nondet_int();\n"
                                           "for (int i = 0; i < n; i++)\n"
                                           "x = i; return p; }\n"
                                           "void *two(void *p) { return p; }\n" MAIN_2("assert(x >= 0);");

static void loops_are_bounded(void **state)
{
    (void)state;
    TestProgram test = test_load(byte_loop);
    Verdict verdict = TEST_VERIFY(&test, "mpc");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_true(verdict.bounded);
    assert_int_equal(strncmp(text_string(&verdict.reason), "bound: the loop at ", 19), 0);
    assert_non_null(strstr(text_string(&verdict.reason), ".c:7 may go on for more than 100 iterations"));
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mpc", "--unwind=4");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_true(verdict.bounded);
    assert_string_equal(text_string(&verdict.note),
                        "for all schedules and inputs, up to the given number of loop iterations");
    uint64_t paths = verdict.statistics.paths;
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mpc", "--unwind=6"); // two more iterations, each a path
    assert_int_equal(verdict.statistics.paths, paths + 2);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "mpc", "--input=2"); // nothing is cut
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_int_equal(verdict.statistics.paths, 1);
    assert_string_equal(text_string(&verdict.note), "for all schedules, with the given input");
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(endless_loop);
    verdict = TEST_VERIFY(&test, "mpc");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_int_equal(strncmp(text_string(&verdict.reason), "bound: the loop at ", 19), 0);
    assert_non_null(strstr(text_string(&verdict.reason), ".c:7 "));
    verdict_free(&verdict);
    test_unload(&test);

    // A violation before the bound is found all the same.
    test = test_load(PRELUDE "int x; void *one(void *p) { unsigned char n = (unsigned char)__VERIFIER_nondet_int();\n"
                             "for (int i = 0; i < n; i++)\nx = i;\nreturn p; }\n"
                             "void *two(void *p) { return p; }\n" MAIN_2("assert(x != 9);"));
    verdict = TEST_VERIFY(&test, "mpc");
    expect_false(&verdict, PROPERTY_ASSERTION, 13);
    assert_int_equal((uint8_t)verdict.counterexamples.data[0]->inputs.data[0].value, 10);
    verdict_free(&verdict);
    test_unload(&test);
}

// Neither verdict nor paths depend on how many work.
static void workers_find_the_same(void **state)
{
    (void)state;
    static const char *const sources[] = {figure_1, figure_2, figure_6, figure_8};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        TestProgram test = test_load(sources[i]);
        Verdict one = TEST_VERIFY(&test, "mpc", "--all", "--jobs=1");
        for (int jobs = 2; jobs <= 3; jobs++) {
            Verdict several = jobs == 2 ? TEST_VERIFY(&test, "mpc", "--all", "--jobs=2")
                                        : TEST_VERIFY(&test, "mpc", "--all", "--jobs=3");
            assert_int_equal(several.answer, one.answer);
            assert_int_equal(several.statistics.paths, one.statistics.paths);
            assert_true(several.statistics.runs >= several.statistics.paths);
            assert_int_equal(several.counterexamples.count, one.counterexamples.count);
            assert_int_equal(several.counterexamples.data[0]->where.line, one.counterexamples.data[0]->where.line);
            verdict_free(&several);
        }
        verdict_free(&one);
        test_unload(&test);
    }
}

// An address that travels byte by byte is not followed: the search begins again when a thread uses it.
static void escaped_objects_are_shared(void **state)
{
    (void)state;
    static const char *const assertions[] = {"assert(local == 2);", "assert((local == 2) | (local == 5));"};
    for (int i = 0; i < 2; i++) {
        Text text = {0};
        text_format(
            &text,
            PRELUDE
            "unsigned char bytes[sizeof(int *)]; int ready;\n"
            "static void *worker(void *p) { int *q; unsigned char *to = (unsigned char *)&q;\n"
            "if (!ready) return p; for (unsigned i = 0; i < sizeof q; i++) to[i] = bytes[i]; *q = 5; return p; }\n"
            "int main(void) { pthread_t t; int local = 1; int *p = &local; unsigned char *from = (unsigned char *)&p;\n"
            "*p = 2; for (unsigned i = 0; i < sizeof p; i++) bytes[i] = from[i]; *p = 2;\n"
            "pthread_create(&t, 0, worker, 0); ready = 1; *p = 2; pthread_join(t, 0);\n%s\nreturn 0; }\n",
            assertions[i]);
        TestProgram test = test_load(text_string(&text));
        static const char *const jobs[] = {"--jobs=1", "--jobs=2"};
        for (int j = 0; j < 2; j++) {
            Verdict verdict = TEST_VERIFY(&test, "mpc", jobs[j]);
            if (i == 0) {
                expect_false(&verdict, PROPERTY_ASSERTION, 12);
                assert_true(verdict.counterexamples.data[0]->program.rules.share_everything);
            } else {
                assert_int_equal(verdict.answer, ANSWER_TRUE);
                assert_int_equal(verdict.statistics.paths, 2); // ready or not
            }
            verdict_free(&verdict);
        }
        text_free(&text);
        test_unload(&test);
    }
}

// Each program is decided by a later stage than the one before.
static bool proves_without_runs(const Verdict *verdict)
{
    return !strcmp(verdict->engine, "invariant") || !strcmp(verdict->engine, "abstract");
}

static void auto_goes_on_until_one_decides(void **state)
{
    (void)state;
    static const struct {
        const char *source, *engine;
        Answer answer;
    } cases[] = {
        {PRELUDE "int x; void *one(void *p) { x++; return p; } void *two(void *p) { x++; return p; }\n" MAIN_2(
             "assert(x == 2);"),
         "stress", ANSWER_FALSE},
        {PRELUDE "int x; void *one(void *p) { x = 1; return p; } void *two(void *p) { x = 2; return p; }\n" MAIN_2(
             "assert(x > 0);"),
         "predict", ANSWER_TRUE},
        // One run tells nothing of the other branch, and no random input meets the number.
        {PRELUDE "int x; void *one(void *p) { if (__VERIFIER_nondet_int() == 123456789) x = 1; return p; }\n"
                 "void *two(void *p) { if (x == 1) x = 2; return p; }\n" MAIN_2("assert(x != 2);"),
         "mpc", ANSWER_FALSE},
        {PRELUDE "int x; void *one(void *p) { if (__VERIFIER_nondet_int() == 123456789) x = 1; return p; }\n"
                 "void *two(void *p) { if (x == 1) x = 2; return p; }\n" MAIN_2("assert(x != 3);"),
         "mpc", ANSWER_TRUE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestProgram test = test_load(cases[i].source);
        Verdict verdict = TEST_VERIFY(&test, "auto");
        // Where mpc proves, others may be quicker.
        bool any = !strcmp(cases[i].engine, "mpc") && cases[i].answer == ANSWER_TRUE;
        if (!any || !proves_without_runs(&verdict))
            assert_string_equal(verdict.engine, cases[i].engine);
        assert_int_equal(verdict.answer, cases[i].answer);
        verdict_free(&verdict);
        test_unload(&test);
    }
    TestProgram test = test_load(endless_loop); // a bound for those who try runs
    Verdict verdict = TEST_VERIFY(&test, "auto");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_true(proves_without_runs(&verdict));
    verdict_free(&verdict);
    test_unload(&test);

    // No square leaves 3; that is more than an invariant is found for.
    test = test_load(PRELUDE "int x; void *one(void *p) { int n = __VERIFIER_nondet_int();\n"
                             "for (int i = 0; i < n; i++)\n"
                             "x = i % 1000; return p; }\n"
                             "void *two(void *p) { return p; }\n" MAIN_2("assert(x * x % 7 != 3);"));
    verdict = TEST_VERIFY(&test, "auto", "--unwind=none", "--max-threads-per-site=none");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_string_equal(verdict.engine, "mpc");
    assert_int_equal(strncmp(text_string(&verdict.reason), "bound: the loop at ", 19), 0);
    verdict_free(&verdict);
    test_unload(&test);

    test = test_load(figure_8); // all violations are a matter for mpc
    verdict = TEST_VERIFY(&test, "auto", "--all");
    expect_false(&verdict, PROPERTY_ASSERTION, 8);
    assert_string_equal(verdict.engine, "mpc");
    assert_int_equal(verdict.statistics.paths, 4);
    verdict_free(&verdict);
    test_unload(&test);
}

// --all goes on behind a violation, and finds those on other paths and of other kinds.
static void all_violations_are_found(void **state)
{
    (void)state;
    TestProgram test =
        test_load(PRELUDE "int x, a[4]; void *one(void *p) { int i = __VERIFIER_nondet_int(); if (i == 5) {\n"
                          "reach_error(); }\n"
                          "if (i == 6) {\n"
                          "a[0] = 10 / x; }\n"
                          "if (i > 100)\n"
                          "a[i & 7] = 1;\n"
                          "return p; }\n"
                          "void *two(void *p) { return p; }\n" MAIN_2("assert(x == 0);"));
    Verdict verdict = TEST_VERIFY(&test, "mpc", "--all");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    uint32_t lines = 0;
    for (uint32_t i = 0; i < verdict.counterexamples.count; i++)
        lines |= 1u << verdict.counterexamples.data[i]->where.line;
    assert_int_equal(verdict.counterexamples.count, 3);
    assert_int_equal(lines, 1 << 7 | 1 << 9 | 1 << 11);
    verdict_free(&verdict);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_have_their_paths),
        cmocka_unit_test(strategy_1_misses_and_says_so),
        cmocka_unit_test(mcr_explores_reads),
        cmocka_unit_test(inputs_can_be_given),
        cmocka_unit_test(assertions_are_no_branches),
        cmocka_unit_test(failed_assertions_are_no_branches),
        cmocka_unit_test(assumptions_restrict_paths),
        cmocka_unit_test(loops_are_bounded),
        cmocka_unit_test(workers_find_the_same),
        cmocka_unit_test(escaped_objects_are_shared),
        cmocka_unit_test(auto_goes_on_until_one_decides),
        cmocka_unit_test(all_violations_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
