// Trace-driven verification of one input; the figures are those of "Trace-Driven Verification of Multithreaded
// Programs".
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "load_program.h"

// 5 lines; the programs begin on line 6.
#define PRELUDE TEST_HEADERS "extern int __VERIFIER_nondet_int(void);\n"

static const char figure_1[] =
    PRELUDE "int a, b, y, z;\n"
            "void *foo(void *p) { y = a + 1;\n"
            "if (y < 2)\n"
            "z += 2;\n"
            "else\n"
            "assert(y >= 2); return p; }\n"
            "void *bar(void *p) { if (b >= 0)\n"
            "y = b + 1;\n"
            "else z += 2; return p; }\n"
            "int main(void) { pthread_t t, u; a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int();\n"
            "pthread_create(&t, 0, foo, 0); pthread_create(&u, 0, bar, 0); pthread_join(t, 0); pthread_join(u, 0);\n"
            "return 0; }\n";

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

static void table_1(void **state)
{
    (void)state;
    static const struct {
        const char *input, *summary, *one;
        Answer answer;
    } cases[] = {
        {"--input=1,0", "10 interleavings, 8 feasible, 3 of them fail\n", "1:7 2:12 1:8 2:13 1:11  fails",
         ANSWER_FALSE},
        // Nobody makes y less than 2.
        {"--input=1,1", "10 interleavings, 10 feasible, 0 of them fail\n", "1:7 2:12 2:13 1:8 1:11  holds",
         ANSWER_TRUE},
        // The second thread does not write y.
        {"--input=1,-1", "10 interleavings, 10 feasible, 0 of them fail\n", "1:7 2:12 2:14 1:8 1:11  holds",
         ANSWER_TRUE},
    };
    TestProgram test = test_load(figure_1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Verdict verdict = TEST_VERIFY(&test, "tdv", "--dump=interleavings", cases[i].input);
        assert_int_equal(verdict.answer, cases[i].answer);
        assert_true(ends_with(text_string(&verdict.dump), cases[i].summary));
        assert_non_null(strstr(text_string(&verdict.dump), cases[i].one));
        verdict_free(&verdict);
    }
    test_unload(&test);
}

static void a_proof_is_for_the_input(void **state)
{
    (void)state;
    TestProgram test = test_load(figure_1);
    Verdict verdict = TEST_VERIFY(&test, "tdv", "--input=1,1");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_true(verdict.bounded);
    assert_string_equal(text_string(&verdict.note), "for all schedules, with the given input");
    assert_int_equal(verdict.statistics.iterations, 1);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "tdv"); // a and b are 0
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_string_equal(text_string(&verdict.reason), "only one value of the input a was tried");
    verdict_free(&verdict);
    test_unload(&test);
}

// Whether the way off the path is gone at once or with the others, all paths are.
static void all_paths_of_an_input_are_gone(void **state)
{
    (void)state;
    TestProgram test = test_load(
        PRELUDE "int x, y, z, n;\n"
                "void *one(void *p) { if (x) y = 1; if (z) y = 2; return p; }\n"
                "void *two(void *p) { x = n; z = n; return p; }\n"
                "int main(void) { pthread_t t, u; n = __VERIFIER_nondet_int(); pthread_create(&t, 0, one, 0);\n"
                "pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }\n");
    const char *const more[] = {"--all", "--property=assertion"};
    for (uint32_t i = 0; i < 2; i++) {
        // x and z are written in this order: not seen or seen, then not seen or seen.
        Verdict verdict = TEST_VERIFY(&test, "tdv", "--input=1", more[i]);
        assert_int_equal(verdict.answer, ANSWER_TRUE);
        assert_int_equal(verdict.statistics.paths, 4);
        verdict_free(&verdict);
        verdict = TEST_VERIFY(&test, "tdv", "--input=0", more[i]);
        assert_int_equal(verdict.statistics.paths, 1);
        verdict_free(&verdict);
    }
    test_unload(&test);
}

static const char figure_4[] = PRELUDE
    "int x = 1, y = 1;\n"
    "void *bar(void *p) { y = 1; if (y > 0) { x = x - y; y = y - 1; } else { y = y - x; } return p; }\n"
    "void foo(int a) { pthread_t t; pthread_create(&t, 0, bar, 0); x = a;\n"
    "if (x > 0) foo(a - 1); else if (y <= 1 && y != 0) x = y - x; else if (y > 10) x = x * y; else { x = x - y;\n"
    "assert(0); }\n"
    "pthread_join(t, 0); }\n"
    "int main(void) { foo(1); return 0; }\n";

#define STEPS "--encoding=step"

static void steps_say_the_same(void **state)
{
    (void)state;
    static const char *const inputs[] = {"--input=1,0", "--input=1,1", "--input=1,-1"};
    static const Answer answers[] = {ANSWER_FALSE, ANSWER_TRUE, ANSWER_TRUE};
    TestProgram test = test_load(figure_1);
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        Verdict verdicts[] = {TEST_VERIFY(&test, "tdv", STEPS, inputs[i]),
                              TEST_VERIFY(&test, "tdv", STEPS, "--ppor", inputs[i]),
                              TEST_VERIFY(&test, "tdv", STEPS, "--tl-ssa", inputs[i]),
                              TEST_VERIFY(&test, "tdv", STEPS, "--ppor", "--tl-ssa", inputs[i])};
        for (size_t j = 0; j < sizeof verdicts / sizeof *verdicts; j++) {
            assert_int_equal(verdicts[j].answer, answers[i]);
            if (answers[i] == ANSWER_TRUE)
                assert_string_equal(text_string(&verdicts[j].note), "for all schedules, with the given input");
            else
                assert_int_equal(verdicts[j].counterexamples.data[0]->where.line, 11);
            verdict_free(&verdicts[j]);
        }
    }
    test_unload(&test);
}

// Small programs whose answers are known, by every form of the step encoding: of tdv, and of the whole program by bmc.
static void expect_of_steps(const char *source, Answer answer, uint32_t line, const char *properties)
{
    TestProgram test = test_load(source);
    Verdict verdicts[] = {
        TEST_VERIFY(&test, "tdv", STEPS, properties),
        TEST_VERIFY(&test, "tdv", STEPS, properties, "--ppor"),
        TEST_VERIFY(&test, "tdv", STEPS, properties, "--tl-ssa"),
        TEST_VERIFY(&test, "tdv", STEPS, properties, "--ppor", "--tl-ssa"),
        TEST_VERIFY(&test, "bmc", properties, "--tl-ssa"),
        TEST_VERIFY(&test, "bmc", properties, "--ppor", "--tl-ssa"),
    };
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        assert_int_equal(verdicts[i].answer, answer);
        if (answer == ANSWER_FALSE)
            assert_int_equal(verdicts[i].counterexamples.data[0]->where.line, line);
        verdict_free(&verdicts[i]);
    }
    test_unload(&test);
}

#define TWO_THREADS(end)                                                                               \
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n" \
    "pthread_join(t, 0); pthread_join(u, 0);\n" end " return 0; }\n"

static void steps_leave_nothing_out(void **state)
{
    (void)state;
    // Both must find the place free: the ways that each of them has gone before lead to the other place.
    expect_of_steps(
        PRELUDE
        "int busy, other, taken[2];\n"
        "void *one(void *p) { if (!busy) { busy = 1; taken[0] = 1; } else { other = 1; } return p; }\n"
        "void *two(void *p) { if (!busy) { busy = 1; taken[1] = 1; } else { other = 1; } return p; }\n" TWO_THREADS(
            "assert(taken[0] + taken[1] < 2);"),
        ANSWER_FALSE, 11, "--property=assertion");
    // What was written before an assumption failed is there.
    expect_of_steps(PRELUDE "extern void __VERIFIER_assume(int); int x, y = 1;\n"
                            "void *one(void *p) { int r = y; x = 5; __VERIFIER_assume(r == 1); return p; }\n"
                            "void *two(void *p) { y = 2; if (x == 5) { y = 3; } return p; }\n"
                            "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0);\n"
                            "pthread_create(&u, 0, two, 0); pthread_join(u, 0);\n"
                            "assert(y != 3); return 0; }\n",
                    ANSWER_FALSE, 11, "--property=assertion");
    // A recursive mutex is taken once and let go once.
    expect_of_steps(PRELUDE "pthread_mutex_t m; int x;\n"
                            "void *one(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++;\n"
                            "pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m); return p; }\n"
                            "int main(void) { pthread_t t; pthread_mutexattr_t a; pthread_mutexattr_init(&a);\n"
                            "pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);\n"
                            "pthread_create(&t, 0, one, 0); one(0); pthread_join(t, 0);\n"
                            "assert(x == 4); return 0; }\n",
                    ANSWER_TRUE, 0, "--property=assertion,deadlock");
}

// Loops, recursion and addresses whose number is not known before; the life of objects; results of threads.
static void the_whole_program_is_unrolled(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        Answer answer;
        uint32_t line;
    } cases[] = {
        {PRELUDE "int n = 1, sum;\n"
                 "void *one(void *p) { for (int i = 0; i < n; i++) sum++; return p; }\n"
                 "void *two(void *p) { n = 3; return p; }\n" TWO_THREADS("assert(sum <= 3); assert(sum >= 1);"),
         ANSWER_TRUE, 0},
        {PRELUDE "int n = 1, sum;\n"
                 "void *one(void *p) { for (int i = 0; i < n; i++) sum++; return p; }\n"
                 "void *two(void *p) { n = 3; return p; }\n" TWO_THREADS("assert(sum != 2 && sum != 3);"),
         ANSWER_FALSE, 11},
        {PRELUDE "int a[4], at;\n"
                 "void *one(void *p) { a[at] = 1; return p; }\n"
                 "void *two(void *p) { at = 2; return p; }\n" TWO_THREADS("assert(a[0] + a[2] == 1); assert(!a[1]);"),
         ANSWER_TRUE, 0},
        {PRELUDE "int a[4], at;\n"
                 "void *one(void *p) { a[at] = 1; return p; }\n"
                 "void *two(void *p) { at = 9; return p; }\n" TWO_THREADS(""),
         ANSWER_FALSE, 7},
        {PRELUDE "#include <stdlib.h>\nint *box;\n"
                 "void *one(void *p) { *box = 1; return p; }\n"
                 "void *two(void *p) { return p; }\n"
                 "int main(void) { pthread_t t; box = malloc(4); pthread_create(&t, 0, one, 0);\n"
                 "free(box); pthread_join(t, 0); return 0; }\n",
         ANSWER_FALSE, 8},
        {PRELUDE "#include <stdlib.h>\nint *box;\n"
                 "void *one(void *p) { *box = 1; return p; }\n"
                 "void *two(void *p) { return p; }\n"
                 "int main(void) { pthread_t t; box = malloc(4); pthread_create(&t, 0, one, 0);\n"
                 "pthread_join(t, 0); free(box); return 0; }\n",
         ANSWER_TRUE, 0},
        {PRELUDE "int x; void *one(void *p) { return (void *)(long)x; }\n"
                 "void *two(void *p) { x = 7; return p; }\n"
                 "int main(void) { pthread_t t, u; void *r; pthread_create(&t, 0, one, 0);\n"
                 "pthread_create(&u, 0, two, 0); pthread_join(t, &r); pthread_join(u, 0);\n"
                 "assert(r != (void *)7); return 0; }\n",
         ANSWER_FALSE, 10},
        {PRELUDE "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
                 "void *one(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); return p; }\n"
                 "void *two(void *p) { pthread_mutex_lock(&n);\n"
                 "pthread_mutex_lock(&m); return p; }\n" TWO_THREADS(""),
         ANSWER_FALSE, 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestProgram test = test_load(cases[i].source);
        Verdict verdict = TEST_VERIFY(&test, "bmc", "--ppor", "--tl-ssa");
        assert_int_equal(verdict.answer, cases[i].answer);
        assert_false(verdict.answer == ANSWER_TRUE && verdict.bounded);
        if (cases[i].answer == ANSWER_FALSE)
            assert_int_equal(verdict.counterexamples.data[0]->where.line, cases[i].line);
        verdict_free(&verdict);
        test_unload(&test);
    }
}

// What leads off the path of the first run violates nothing yet, what leads off the path of a later one does.
static void figure_4_takes_several_runs(void **state)
{
    (void)state;
    TestProgram test = test_load(figure_4);
    Verdict verdict = TEST_VERIFY(&test, "tdv", STEPS, "--ppor", "--tl-ssa");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.data[0]->where.line, 10);
    assert_true(verdict.statistics.iterations > 2);
    verdict_free(&verdict);
    verdict = TEST_VERIFY(&test, "tdv");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.data[0]->where.line, 10);
    verdict_free(&verdict);
    test_unload(&test);
}

// Both orders of two locks, and nobody who waits for ever if there is one order.
static void steps_find_deadlocks(void **state)
{
    (void)state;
    static const char *const orders[] = {"pthread_mutex_lock(&n); pthread_mutex_lock(&m);",
                                         "pthread_mutex_lock(&m); pthread_mutex_lock(&n);"};
    for (uint32_t i = 0; i < 2; i++) {
        Text source = {0};
        text_format(&source,
                    PRELUDE "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
                            "void *one(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n);\n"
                            "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return p; }\n"
                            "void *two(void *p) { %s\n"
                            "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return p; }\n"
                            "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0);\n"
                            "pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }\n",
                    orders[i]);
        TestProgram test = test_load(text_string(&source));
        Verdict verdict = TEST_VERIFY(&test, "tdv", STEPS, "--property=deadlock");
        assert_int_equal(verdict.answer, i ? ANSWER_TRUE : ANSWER_FALSE);
        verdict_free(&verdict);
        test_unload(&test);
        text_free(&source);
    }
}

static void steps_say_what_they_do_not_know(void **state)
{
    (void)state;
    TestProgram test =
        test_load(PRELUDE "#include <semaphore.h>\nsem_t s; void *one(void *p) { sem_post(&s); return p; }\n"
                          "int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, one, 0);\n"
                          "sem_wait(&s); pthread_join(t, 0); return 0; }\n");
    Verdict verdict = TEST_VERIFY(&test, "tdv", STEPS);
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_string_equal(text_string(&verdict.reason), "the step encoding does not know semaphores");
    verdict_free(&verdict);
    test_unload(&test);
}

static void waits_are_not_interleaved(void **state)
{
    (void)state;
    TestProgram test = test_load(
        PRELUDE "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;\n"
                "void *one(void *p) { pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c);\n"
                "pthread_mutex_unlock(&m); return p; }\n"
                "int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, one, 0);\n"
                "while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }\n");
    Verdict verdict = TEST_VERIFY(&test, "tdv", "--dump=interleavings");
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_true(ends_with(text_string(&verdict.dump), "not listed: the run waits on a condition variable\n"));
    verdict_free(&verdict);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_1),
        cmocka_unit_test(a_proof_is_for_the_input),
        cmocka_unit_test(all_paths_of_an_input_are_gone),
        cmocka_unit_test(waits_are_not_interleaved),
        cmocka_unit_test(steps_say_the_same),
        cmocka_unit_test(steps_leave_nothing_out),
        cmocka_unit_test(the_whole_program_is_unrolled),
        cmocka_unit_test(figure_4_takes_several_runs),
        cmocka_unit_test(steps_find_deadlocks),
        cmocka_unit_test(steps_say_what_they_do_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
