// What is asked of every engine's answer: undefined behaviour on the way, and what a TRUE was about.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "load_program.h"

// Engines that can decide programs without inputs.
static const char *const engines[] = {"auto",   "enumerate", "se",  "dpor", "ag", "lazy",
                                      "record", "uw",        "mpc", "mcr",  "tdv"};
enum { ENGINE_COUNT = sizeof engines / sizeof *engines };

static Verdict verify_with(const char *source, const char *engine, int count, const char *const *options)
{
    TestProgram test = test_load(source);
    Verdict verdict = test_verify_with(&test, engine, true, count, options);
    for (uint32_t i = 0; i < verdict.remarks.count; i++)
        verdict.remarks.data[i].file = ""; // the program goes
    test_unload(&test);
    return verdict;
}

static Verdict verify(const char *source, const char *engine, const char *option)
{
    return verify_with(source, engine, 1, &option);
}

static void expect_unknown(const char *source, const char *option, const char *words)
{
    for (size_t i = 0; i < ENGINE_COUNT; i++) {
        Verdict verdict = verify(source, engines[i], option);
        if (verdict.answer != ANSWER_UNKNOWN || !strstr(text_string(&verdict.reason), words))
            fail_msg("%s: answer %d, reason '%s'", engines[i], (int)verdict.answer, text_string(&verdict.reason));
        assert_int_equal(verdict.counterexamples.count, 0);
        verdict_free(&verdict);
    }
}

static void expect_false(const char *source, const char *option, Property property)
{
    for (size_t i = 0; i < ENGINE_COUNT; i++) {
        Verdict verdict = verify(source, engines[i], option);
        if (verdict.answer != ANSWER_FALSE)
            fail_msg("%s: answer %d, reason '%s'", engines[i], (int)verdict.answer, text_string(&verdict.reason));
        assert_int_equal(verdict.counterexamples.data[0]->property, property);
        verdict_free(&verdict);
    }
}

static void undefined_behaviour_proves_nothing(void **state)
{
    (void)state;
    static const char *const memory = "undefined behaviour that was not asked about: memory at ";
    expect_unknown(TEST_HEADERS "int main(void) { int *p = malloc(2), i = 1;\np[i] = 1; assert(i == 2); return 0; }\n",
                   "--property=assertion", memory);
    expect_unknown(TEST_HEADERS "int zero; int main(void) { int n = 5 / zero; assert(zero); return n; }\n",
                   "--property=assertion,memory", "not asked about: division at ");
    expect_unknown(TEST_HEADERS "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                "int main(void) { pthread_mutex_unlock(&m); assert(0); return 0; }\n",
                   "--property=assertion,deadlock", "not asked about: lock at ");
    // Only one order of the threads gets there.
    expect_unknown(TEST_HEADERS "int *p, x; void *f(void *a) { p = &x; return a; }\n"
                                "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); *p = 1;\n"
                                "pthread_join(t, 0); assert(x == 1); return 0; }\n",
                   "--property=assertion", memory);
}

static void what_was_asked_is_found_all_the_same(void **state)
{
    (void)state;
    expect_false(TEST_HEADERS "int *p, x; void *f(void *a) { p = &x; return a; }\n"
                              "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); *p = 1;\n"
                              "pthread_join(t, 0); assert(x == 0); return 0; }\n",
                 "--property=assertion", PROPERTY_ASSERTION);
    expect_false(TEST_HEADERS "int *p, x; void *f(void *a) { assert(x); return a; }\n"
                              "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); *p = 1;\n"
                              "pthread_join(t, 0); return 0; }\n",
                 "--property=assertion", PROPERTY_ASSERTION);
}

static void only_what_was_asked_is_listed(void **state)
{
    (void)state;
    static const char *const options[] = {"--property=assertion", "--all"};
    TestProgram test = test_load(TEST_HEADERS "int *p, x; void *f(void *a) { assert(x);\n*p = 1; return a; }\n"
                                              "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1;\n"
                                              "pthread_join(t, 0); return 0; }\n");
    for (size_t i = 0; i < ENGINE_COUNT; i++) {
        Verdict verdict = test_verify_with(&test, engines[i], true, 2, options);
        assert_int_equal(verdict.answer, ANSWER_FALSE);
        assert_int_equal(verdict.counterexamples.count, 1);
        assert_int_equal(verdict.counterexamples.data[0]->property, PROPERTY_ASSERTION);
        assert_int_equal(verdict.counterexamples.data[0]->program.properties, PROPERTY_BIT(PROPERTY_ASSERTION));
        verdict_free(&verdict);
    }
    test_unload(&test);
}

static void all_functions_without_a_model_are_named(void **state)
{
    (void)state;
    static const char source[] = "int one(int), two(void), never(void); int rest(void) { return never(); }\n"
                                 "int main(void) { return one(two()) ? two() : 0; }\n";
    Verdict verdict = verify(source, "enumerate", "--property=assertion");
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    assert_int_equal(strncmp(text_string(&verdict.reason), "unmodelled function two at ", 27), 0);
    const char *others = strstr(text_string(&verdict.reason), "; also without a model: one at ");
    assert_non_null(others);
    assert_non_null(strstr(others, ".c:2"));
    assert_null(strstr(text_string(&verdict.reason), "never"));
    verdict_free(&verdict);
}

static void it_can_be_taken_for_granted(void **state)
{
    (void)state;
    static const char *const options[] = {"--property=assertion", "--assume-defined"};
    TestProgram test = test_load(TEST_HEADERS "int main(void) { int *p = 0; *p = 1; assert(0); return 0; }\n");
    Verdict verdict = test_verify_with(&test, "enumerate", true, 2, options);
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_true(verdict.bounded);
    assert_string_equal(text_string(&verdict.note), "for all schedules, as far as nothing undefined happens");
    verdict_free(&verdict);
    test_unload(&test);
}

static void expect_remark(const char *source, const char *option, RemarkKind kind, uint32_t line, const char *words)
{
    for (size_t i = 0; i < ENGINE_COUNT; i++) {
        Verdict verdict = verify(source, engines[i], option);
        if (verdict.answer != ANSWER_TRUE || verdict.remarks.count != 1)
            fail_msg("%s: answer %d, %u remarks", engines[i], (int)verdict.answer, verdict.remarks.count);
        assert_int_equal(verdict.remarks.data[0].kind, kind);
        assert_int_equal(verdict.remarks.data[0].line, line);
        assert_int_equal(strncmp(text_string(&verdict.remarks.data[0].message), words, strlen(words)), 0);
        verdict_free(&verdict);
    }
}

static void a_proof_of_nothing_says_so(void **state)
{
    (void)state;
    static const char tail[] =
        "\nint main(int argc, char **argv) { pthread_t t; assert(argc);\nif (argc < 2) return 1;\n"
        "pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }\n";
    static const char option[] = "--property=assertion,deadlock";
    char source[512];
    snprintf(source, sizeof source, "%s%s%s", TEST_HEADERS, "void *f(void *a) { return a; }", tail);
    expect_remark(source, option, REMARK_VACUOUS, TEST_HEADER_LINES + 4, "no second thread was ever created (");
    expect_remark(TEST_HEADERS "void __VERIFIER_assume(int); int x;\nint main(void) {\n__VERIFIER_assume(x);\n"
                               "assert(x); return 0; }\n",
                  option, REMARK_VACUOUS, TEST_HEADER_LINES + 3, "no run gets past its assumptions (");
    expect_remark(TEST_HEADERS "int x; int main(void) { if (!x) return 0;\nassert(x == 2); return 0; }\n", option,
                  REMARK_VACUOUS, TEST_HEADER_LINES + 2, "no assertion was ever reached (");
}

static void weaker_orders_are_told(void **state)
{
    (void)state;
    expect_remark(TEST_HEADERS "int x; void *f(void *a) {\n__atomic_store_n(&x, 1, __ATOMIC_RELEASE); return a; }\n"
                               "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n"
                               "int v = __atomic_load_n(&x, __ATOMIC_SEQ_CST); assert(v < 2); pthread_join(t, 0);\n"
                               "return 0; }\n",
                  "--memory-model=sc", REMARK_WEAK_ORDER, TEST_HEADER_LINES + 2, "under sequential consistency");
}

// Store buffering: under sequential consistency one of the two reads 1.
static void what_weaker_orders_allow_is_found_without_being_asked_for(void **state)
{
    (void)state;
    static const char *const orders[] = {"__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST"};
    for (size_t i = 0; i < 2; i++) {
        char source[1024];
        snprintf(
            source, sizeof source,
            "%sint x, y, a, b; void *f(void *p) { __atomic_store_n(&x, 1, %s); a = __atomic_load_n(&y, %s); "
            "return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); __atomic_store_n(&y, 1, __ATOMIC_RELAXED);\n"
            "__atomic_thread_fence(__ATOMIC_SEQ_CST); b = __atomic_load_n(&x, %s); pthread_join(t, 0);\n"
            "assert(a || b); return 0; }\n",
            TEST_HEADERS, orders[i], orders[i], orders[i]);
        Verdict verdict = verify(source, "auto", "--property=assertion");
        assert_int_equal(verdict.answer, i ? ANSWER_TRUE : ANSWER_FALSE);
        assert_string_equal(verdict.memory_model, "c11");
        verdict_free(&verdict);
        verdict = verify(source, "auto", "--memory-model=sc");
        assert_int_equal(verdict.answer, ANSWER_TRUE);
        assert_string_equal(verdict.memory_model, "sc");
        verdict_free(&verdict);
    }
}

// Beside a plain read. Under sequential consistency it counts as a write where races are asked about.
static void an_exchange_that_fails_is_no_race_where_memory_is_weak(void **state)
{
    (void)state;
    static const char *const weak[] = {"auto", "dpor", "ag", "lazy", "se", "enumerate"};
    static const char *const options[] = {"--memory-model=c11", "--property=race"};
    for (int fails = 0; fails < 2; fails++) {
        char source[1024];
        snprintf(source, sizeof source,
                 "%sint x = %d, y; void *f(void *p) { int e = 5; __atomic_compare_exchange_n(&x, &e, 6, 0, 0, 0); "
                 "return p; }\n"
                 "void *g(void *p) { y = x; return p; }\n"
                 "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);\n"
                 "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n",
                 TEST_HEADERS, fails ? 1 : 5);
        for (size_t i = 0; i < sizeof weak / sizeof *weak; i++) {
            Verdict verdict = verify_with(source, weak[i], 2, options);
            assert_int_equal(verdict.answer, fails ? ANSWER_TRUE : ANSWER_FALSE);
            assert_true(fails || verdict.counterexamples.data[0]->property == PROPERTY_RACE);
            verdict_free(&verdict);
        }
    }
}

static void other_proofs_are_told_without_remarks(void **state)
{
    (void)state;
    for (size_t i = 0; i < ENGINE_COUNT; i++) {
        Verdict verdict = verify(TEST_HEADERS "int x; void *f(void *a) { __atomic_fetch_add(&x, 1, 5); return a; }\n"
                                              "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n"
                                              "pthread_join(t, 0); assert(x == 1); return 0; }\n",
                                 engines[i], "--property=assertion");
        assert_int_equal(verdict.answer, ANSWER_TRUE);
        assert_int_equal(verdict.remarks.count, 0);
        verdict_free(&verdict);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undefined_behaviour_proves_nothing),
        cmocka_unit_test(what_was_asked_is_found_all_the_same),
        cmocka_unit_test(only_what_was_asked_is_listed),
        cmocka_unit_test(all_functions_without_a_model_are_named),
        cmocka_unit_test(it_can_be_taken_for_granted),
        cmocka_unit_test(a_proof_of_nothing_says_so),
        cmocka_unit_test(weaker_orders_are_told),
        cmocka_unit_test(what_weaker_orders_allow_is_found_without_being_asked_for),
        cmocka_unit_test(an_exchange_that_fails_is_no_race_where_memory_is_weak),
        cmocka_unit_test(other_proofs_are_told_without_remarks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
