// Partial order reduction on small programs: which orders are tried, where races ask for others, what sleeps, and what
// steps count for in which the run ends.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/dpor.h"
#include "watched_search.h"

static const char prelude[] =
    TEST_HEADERS "extern void __VERIFIER_assume(int); extern void __VERIFIER_atomic_begin(void);\n"
                 "extern void __VERIFIER_atomic_end(void);\n"
                 "int x, y, z, a, b; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n";

#define SECTION(body) "__VERIFIER_atomic_begin(); " body " __VERIFIER_atomic_end();"
#define LOCKED(mutex, body) "pthread_mutex_lock(&" mutex "); " body " pthread_mutex_unlock(&" mutex ");"

// Threads 1 and 2 do this, main joins both and does that. Main is put into their last step, so that the steps are
// theirs.
static Verdict reduce(Watch *watch, const char *one, const char *two, const char *end, const char *argument)
{
    TestProgram test = test_load_threads(prelude, "", one, two, end);
    Verdict verdict = watch_program(watch, &test, &dpor_policy, argument);
    test_unload(&test);
    return verdict;
}

static void expect_true(Verdict verdict, uint64_t runs, uint64_t pruned)
{
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    assert_int_equal(verdict.statistics.runs, runs);
    assert_int_equal(verdict.statistics.pruned, pruned);
    assert_int_equal(verdict.statistics.interleavings, runs - pruned);
    verdict_free(&verdict);
}

static void independent_steps_are_tried_in_one_order(void **state)
{
    (void)state;
    Watch watch;
    expect_true(reduce(&watch, "x = 1;", "y = 1;", "a = x + y;", NULL), 1, 0);
    ASSERT_RUNS(&watch, "12 ended");
    assert_string_equal(watch_wanted(&watch, ""), "1");
    assert_string_equal(watch_wanted(&watch, "1"), "2");

    // Two that only look, at what main writes afterwards, and keep it, each for itself.
    expect_true(reduce(&watch, "a = x;", "b = x;", "x = 1;", NULL), 1, 0);
    ASSERT_RUNS(&watch, "1212 ended");
}

static void races_ask_for_the_other_order(void **state)
{
    (void)state;
    Watch watch;
    expect_true(reduce(&watch, "x = 1;", "x = 2;", "", NULL), 2, 0);
    ASSERT_RUNS(&watch, "12 ended", "21 ended");
    assert_string_equal(watch_wanted(&watch, ""), "12");

    // Where thread 1 keeps what it has read makes no difference to thread 2.
    expect_true(reduce(&watch, "a = x;", "x = 1;", "", NULL), 2, 0);
    ASSERT_RUNS(&watch, "121 ended", "211 ended");
    assert_string_equal(watch_wanted(&watch, "1"), "2");

    // Only the second step of each touches the same.
    expect_true(reduce(&watch, "y = 1; x = 1;", "z = 1; x = 2;", "", NULL), 2, 0);
    assert_string_equal(watch.runs[0], "1212 ended");
    assert_string_equal(watch_wanted(&watch, ""), "1");
    assert_string_equal(watch_wanted(&watch, "12"), "12");
}

static void what_waits_for_a_thread_does_not_race_with_it(void **state)
{
    (void)state;
    Watch watch;
    expect_true(reduce(&watch, "x = 1;", "y = 1;", "x = 2; y = 2;", NULL), 1, 0);

    // Main writes before it creates the second thread, and after it has joined the first.
    TestProgram test = test_load(TEST_HEADERS "int x; static void *one(void *p) { x = 1; return p; }\n"
                                              "static void *two(void *p) { x = 2; return p; }\n"
                                              "int main(void) { pthread_t t, u; x = 3; pthread_create(&t, 0, one, 0);\n"
                                              "pthread_join(t, 0); x = 4; pthread_create(&u, 0, two, 0);\n"
                                              "pthread_join(u, 0); return x; }\n");
    expect_true(watch_program(&watch, &test, &dpor_policy, NULL), 1, 0);
    test_unload(&test);
}

static void additions_that_nobody_looks_at_commute(void **state)
{
    (void)state;
    Watch watch;
    expect_true(reduce(&watch, "__sync_fetch_and_add(&x, 1);", "__sync_fetch_and_add(&x, 2);", "", NULL), 1, 0);
    // The first one sees whether the other came before it.
    expect_true(reduce(&watch, "a = __sync_fetch_and_add(&x, 1);", "__sync_fetch_and_add(&x, 2);", "", NULL), 2, 0);
}

static void locks_are_handed_over_in_both_orders(void **state)
{
    (void)state;
    Watch watch;
    // Taking the lock and the access are a step, and so is the release: who releases a lock has it, so only the first steps
    // are tried in both orders.
    expect_true(reduce(&watch, LOCKED("m", "x = 1;"), LOCKED("m", "x = 2;"), "", NULL), 2, 0);
    assert_string_equal(watch_wanted(&watch, ""), "12");
    for (uint32_t i = 0; i < watch.node_count; i++)
        if (*watch.nodes[i].path)
            assert_int_equal(strlen(watch.nodes[i].wanted), 1);

    // Where the lock is released the other one waits for it. That is no reason to try a third thread there.
    TestProgram test =
        test_load(TEST_HEADERS "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, y;\n"
                               "static void *one(void *p) { pthread_mutex_lock(&m); x++;\n"
                               "pthread_mutex_unlock(&m); return p; }\n"
                               "static void *two(void *p) { y = 1; y = 2; y = 3; y = 4; return p; }\n"
                               "int main(void) { pthread_t t, u, v; pthread_create(&t, 0, one, 0);\n"
                               "pthread_create(&u, 0, one, 0); pthread_create(&v, 0, two, 0);\n"
                               "pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); return x + y; }\n");
    expect_true(watch_program(&watch, &test, &dpor_policy, "--keep-order=twins"), 2, 0);
    // Whichever of the two it is that does the same.
    expect_true(watch_program(&watch, &test, &dpor_policy, NULL), 1, 0);
    test_unload(&test);

    // Different locks, and nothing in common.
    expect_true(reduce(&watch, LOCKED("m", "x = 1;"), LOCKED("n", "y = 2;"), "", NULL), 1, 0);

    // An attempt fails while the other has the lock: before the other, after it, and in the middle of either.
    const char *tries = "if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);";
    expect_true(reduce(&watch, tries, tries, "", NULL), 4, 0);
}

static void deadlocks_are_found(void **state)
{
    (void)state;
    Watch watch;
    Verdict verdict = reduce(&watch, LOCKED("m", LOCKED("n", "")), LOCKED("n", LOCKED("m", "")), "", "--all");
    // One thread first, the other one first, or each has one lock.
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.count, 1);
    assert_int_equal(verdict.counterexamples.data[0]->property, PROPERTY_DEADLOCK);
    assert_int_equal(verdict.statistics.interleavings, 3);
    assert_int_equal(verdict.statistics.failed, 1);
    verdict_free(&verdict);
}

static void who_sleeps_is_not_tried_until_somebody_touches_the_same(void **state)
{
    (void)state;
    Watch watch;
    // Thread 3 has nothing to do with the others: there are two orders, and no third one because of it.
    TestProgram test =
        test_load(TEST_HEADERS "int x, y; static void *one(void *p) { x = 1; return p; }\n"
                               "static void *two(void *p) { x = 2; return p; }\n"
                               "static void *three(void *p) { y = 1; return p; }\n"
                               "int main(void) { pthread_t t, u, v; pthread_create(&t, 0, one, 0);\n"
                               "pthread_create(&u, 0, two, 0); pthread_create(&v, 0, three, 0);\n"
                               "pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); return y; }\n");
    expect_true(watch_program(&watch, &test, &dpor_policy, NULL), 2, 0);
    assert_string_equal(watch_wanted(&watch, ""), "12");
    test_unload(&test);
}

static void a_step_that_an_assumption_ends_counts_for_races(void **state)
{
    (void)state;
    Watch watch;
    // After thread 1 the section of thread 2 cannot be gone through. It has looked at x, and is tried before, too.
    expect_true(reduce(&watch, "x = 1;", SECTION("__VERIFIER_assume(x == 0); y = 1;"), "", NULL), 2, 1);
    ASSERT_RUNS(&watch, "12 discarded", "21 ended");
    assert_string_equal(watch_wanted(&watch, ""), "12");

    // It has not looked at anything that thread 1 touches.
    expect_true(reduce(&watch, "x = 1;", SECTION("__VERIFIER_assume(y == 1); z = 1;"), "y = 2;", NULL), 1, 1);
    ASSERT_RUNS(&watch, "12 discarded");
}

static void a_step_in_which_the_run_ends_hides_the_others(void **state)
{
    (void)state;
    Watch watch;
    // The section of thread 1 ends the run before anything is seen of thread 2. Thread 2 is tried in its place, and
    // touches what the section has looked at, so that this is tried again after it.
    Verdict verdict = reduce(&watch, SECTION("__VERIFIER_assume(x == 1); y = 1;"), "x = 1;", "assert(y == 0);", NULL);
    ASSERT_RUNS(&watch, "1 discarded", "21 violates");
    assert_string_equal(watch_wanted(&watch, ""), "12");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    verdict_free(&verdict);

    // If nobody touches it, the section sleeps, and is not tried again.
    expect_true(reduce(&watch, SECTION("__VERIFIER_assume(x == 1); y = 1;"), "z = 1;", "x = 2;", NULL), 2, 2);
    ASSERT_RUNS(&watch, "1 discarded", "2 asleep");
}

static void every_order_is_tried_without_reduction(void **state)
{
    (void)state;
    Watch watch;
    expect_true(reduce(&watch, "x = 1;", "y = 1;", "", "--no-dpor"), 2, 0);
    ASSERT_RUNS(&watch, "12 ended", "21 ended");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_steps_are_tried_in_one_order),
        cmocka_unit_test(races_ask_for_the_other_order),
        cmocka_unit_test(what_waits_for_a_thread_does_not_race_with_it),
        cmocka_unit_test(additions_that_nobody_looks_at_commute),
        cmocka_unit_test(locks_are_handed_over_in_both_orders),
        cmocka_unit_test(deadlocks_are_found),
        cmocka_unit_test(who_sleeps_is_not_tried_until_somebody_touches_the_same),
        cmocka_unit_test(a_step_that_an_assumption_ends_counts_for_races),
        cmocka_unit_test(a_step_in_which_the_run_ends_hides_the_others),
        cmocka_unit_test(every_order_is_tried_without_reduction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
