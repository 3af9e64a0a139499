// Assertion-guided search on small programs: which runs are cut because nothing that can follow violates, which are
// not, and what is not tried because no assertion depends on it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/ag.h"
#include "tree/dpor.h"
#include "watched_search.h"

static const char prelude[] = TEST_HEADERS "extern int __VERIFIER_nondet_int(void); int x, y;\n"
                                           "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";

// Threads 1 and 2 do this, main joins both and does that, in the last step of theirs.
static Verdict guide(Watch *watch, const char *one, const char *two, const char *end, const char *options)
{
    TestProgram test = test_load_threads(prelude, "", one, two, end);
    Verdict verdict = watch_program(watch, &test, &ag_policy, options);
    test_unload(&test);
    return verdict;
}

static void expect(Verdict verdict, Answer answer, uint64_t runs, uint64_t pruned)
{
    assert_int_equal(verdict.answer, answer);
    assert_int_equal(verdict.statistics.runs, runs);
    assert_int_equal(verdict.statistics.pruned, pruned);
    assert_int_equal(verdict.statistics.interleavings, runs - pruned);
    verdict_free(&verdict);
}

static void a_run_is_cut_where_the_weakest_precondition_holds(void **state)
{
    (void)state;
    Watch watch;
    // After 12 and after 21 the threads stand at the same place, with 2 and with 1 in x. What has to hold there for the
    // rest, y = 1 and the assertion, was learned after 12: x > 0. It holds after 21, too. The end of the process after
    // 121 is the one after 112.
    expect(guide(&watch, "x = 1; y = 1;", "x = 2;", "assert(x > 0);", "--no-dpor --no-slice"), ANSWER_TRUE, 3, 2);
    ASSERT_RUNS(&watch, "112 ended", "121 cut", "21 cut");

    // Here it was x == 2.
    expect(guide(&watch, "x = 1; y = 1;", "x = 2;", "assert(x == 2);", "--no-dpor --no-slice --all"), ANSWER_FALSE, 3,
           1);
    ASSERT_RUNS(&watch, "112 ended", "121 cut", "211 violates");
}

static void what_a_step_overwrites_does_not_matter(void **state)
{
    (void)state;
    Watch watch;
    // Whatever x is before the last write of a thread, it is 3 or 4 in the end. So a state is as good as another if the
    // threads have come equally far: 121 like 112, 21 like 12, 221 like 122.
    const char *one = "x = 1; x = 3;", *two = "x = 2; x = 4;";
    expect(guide(&watch, one, two, "assert(x > 2);", "--no-dpor"), ANSWER_TRUE, 5, 4);
    ASSERT_RUNS(&watch, "1122 ended", "121 cut", "1221 cut", "21 cut", "221 cut");

    // If thread 1 has the last write it is wrong. No predicate comes from such a run, or from a state that it went
    // through: 122, 12, 21 and so on are gone on from each time. Where only thread 2 can still write, runs are cut.
    expect(guide(&watch, one, two, "assert(x == 4);", "--no-dpor --all"), ANSWER_FALSE, 6, 2);
    ASSERT_RUNS(&watch, "1122 ended", "121 cut", "1221 violates", "211 cut", "2121 violates", "2211 violates");
}

static void both_ways_of_an_input_are_judged_by_the_same_predicate(void **state)
{
    (void)state;
    Watch watch;
    const char *one = "if (__VERIFIER_nondet_int() > 3) x = 1; else x = 2;";
    expect(guide(&watch, one, "y = 1;", "assert(x > 0 && y == 1);", NULL), ANSWER_TRUE, 2, 1);
    ASSERT_RUNS(&watch, "12 ended", "1 cut");
    // Neither way says anything of the other.
    expect(guide(&watch, one, "y = 1;", "assert(x == 1 && y == 1);", "--all"), ANSWER_FALSE, 2, 0);
}

static void races_with_what_is_cut_off_are_found(void **state)
{
    (void)state;
    Watch watch;
    // The first run that begins with 21 is cut there. What thread 2 would have done later, its last write, races with
    // the first write of thread 1, so that it is also tried before it; it does not stand before that write yet.
    expect(guide(&watch, "x = 1; x = 3;", "x = 2; y = 1; x = 4;", "assert(x > 2 && y == 1);", NULL), ANSWER_TRUE, 5, 4);
    ASSERT_RUNS(&watch, "12122 ended", "12221 cut", "112 cut", "21 cut", "2221 cut");
    assert_string_equal(watch_wanted(&watch, "2"), "12");

    // The other one has the lock first: the end is like the one before.
    const char *locked = "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);";
    expect(guide(&watch, locked, locked, "assert(x > 0);", "--keep-order=guarded"), ANSWER_TRUE, 2, 1);
    ASSERT_RUNS(&watch, "111222 ended", "222111 cut");
    // The accesses under the lock belong to the steps that take it.
    expect(guide(&watch, locked, locked, "assert(x > 0);", NULL), ANSWER_TRUE, 2, 1);
    ASSERT_RUNS(&watch, "1122 ended", "2211 cut");
}

static void what_no_assertion_depends_on_is_not_reordered(void **state)
{
    (void)state;
    Watch watch;
    expect(guide(&watch, "x = 1;", "x = 2;", "assert(y == 0);", NULL), ANSWER_TRUE, 1, 0);
    ASSERT_RUNS(&watch, "12 ended");
    assert_string_equal(watch_wanted(&watch, ""), "1");
    // Without the slice x is as good as any other variable.
    expect(guide(&watch, "x = 1;", "x = 2;", "assert(y == 0);", "--no-slice"), ANSWER_TRUE, 2, 1);
    ASSERT_RUNS(&watch, "12 ended", "21 cut");
}

static void a_run_is_over_when_no_assertion_can_be_reached(void **state)
{
    (void)state;
    Watch watch;
    expect(guide(&watch, "x = 1;", "x = 2;", "", "--property=assertion"), ANSWER_TRUE, 1, 1);
    ASSERT_RUNS(&watch, " cut");
}

static void nothing_is_learned_without_a_table(void **state)
{
    (void)state;
    Watch guided, reduced;
    const char *one = "x = 1; x = 3;", *two = "x = 2; x = 4;";
    expect(guide(&guided, one, two, "assert(x > 2);", "--summaries=0"), ANSWER_TRUE, 6, 0);
    TestProgram test = test_load_threads(prelude, "", one, two, "assert(x > 2);");
    expect(watch_program(&reduced, &test, &dpor_policy, NULL), ANSWER_TRUE, 6, 0);
    test_unload(&test);
    assert_int_equal(guided.run_count, reduced.run_count);
    for (uint32_t i = 0; i < guided.run_count; i++)
        assert_string_equal(guided.runs[i], reduced.runs[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_cut_where_the_weakest_precondition_holds),
        cmocka_unit_test(what_a_step_overwrites_does_not_matter),
        cmocka_unit_test(both_ways_of_an_input_are_judged_by_the_same_predicate),
        cmocka_unit_test(races_with_what_is_cut_off_are_found),
        cmocka_unit_test(what_no_assertion_depends_on_is_not_reordered),
        cmocka_unit_test(a_run_is_over_when_no_assertion_can_be_reached),
        cmocka_unit_test(nothing_is_learned_without_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
