// The walk over the tree of all runs, with policies that record how they are called.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/dpor.h"
#include "run/execution.h"
#include "load_program.h"

enum { DEPTH_LIMIT = 16, ORDER_LIMIT = 32, NO_DEPTH = UINT32_MAX, NO_CHOICE = UINT32_MAX, LEAF_KINDS = TREE_KNOWN + 1 };

// What a policy is called with, and what it is to say.
typedef struct Record {
    uint32_t cut_depth;   // runs are cut after so many steps
    uint32_t only_thread; // that is wanted; NO_CHOICE: all
    bool lowest;          // only the lowest thread is wanted
    bool second_later;    // when a run ends, thread 2 is wanted at the root, too
    bool ends_once;       // an end of the process counts only once
    uint32_t begun, finished, entered, left, stepped, exits;
    uint32_t leaves[LEAF_KINDS];
    char orders[ORDER_LIMIT][DEPTH_LIMIT + 1]; // of each run, the numbers of its threads
    uint32_t order_count;
    uint32_t cycle_start;
    bool after_step;              // and nothing was reported of where it led to
    TreeNode *nodes[DEPTH_LIMIT]; // of the path
    const TreeNode *last_entered; // since the last step; NULL: none
} Record;

static Record *current_record; // of the search that is made

static void take_record(TreeSearch *search)
{
    search->data = current_record;
}

static void begin_record(TreeSearch *search)
{
    Record *record = current_record;
    take_record(search);
    assert_int_equal(record->begun++, 0);
}

static void end_record(TreeSearch *search)
{
    Record *record = search->data;
    assert_int_equal(record->finished++, 0);
    assert_int_equal(search->path.count, 0);
}

static bool enter_node(TreeSearch *search, TreeNode *node)
{
    Record *record = search->data;
    uint32_t depth = search->path.count;
    assert_true(depth < DEPTH_LIMIT);
    assert_int_equal(record->after_step, depth > 0);
    assert_int_equal(node->last_thread, depth ? vector_last(&search->path)->step.choice.thread : UINT32_MAX);
    record->after_step = false;
    record->entered++;
    record->nodes[depth] = node;
    record->last_entered = node;
    for (uint32_t i = 0; i < node->choices.count; i++) {
        TreeChoice *choice = &node->choices.data[i];
        assert_false(choice->wanted);
        assert_true(choice->alternatives > 0);
        assert_int_equal(choice->alternatives, machine_alternatives(node->machine, choice->thread));
        choice->wanted =
            (record->only_thread == NO_CHOICE || choice->thread == record->only_thread) && (!record->lowest || i == 0);
    }
    return depth != record->cut_depth;
}

static void note_step(TreeSearch *search, TreeNode *node, const Machine *before)
{
    Record *record = search->data;
    assert_false(record->after_step);
    assert_ptr_equal(node, vector_last(&search->path));
    assert_true(node->step.choice.alternative < machine_alternatives(before, node->step.choice.thread));
    record->after_step = true;
    record->last_entered = NULL;
    record->stepped++;
}

static bool note_exit(TreeSearch *search, const Machine *machine)
{
    Record *record = search->data;
    assert_int_equal(machine_status(machine), MACHINE_EXITED);
    return record->exits++ > 0 && record->ends_once;
}

static void note_leaf(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    Record *record = search->data;
    assert_non_null(machine);
    // After a step, at a node that was just entered, or before the first step.
    assert_true(record->after_step || record->last_entered || !search->path.count || !search->policy->stepped);
    record->after_step = false;
    record->leaves[leaf]++;
    if (leaf == TREE_CYCLE)
        record->cycle_start = search->cycles.start;
    assert_true(record->order_count < ORDER_LIMIT && search->path.count <= DEPTH_LIMIT);
    char *order = record->orders[record->order_count++];
    for (uint32_t i = 0; i < search->path.count; i++)
        *order++ = (char)('0' + search->path.data[i]->step.choice.thread);
    *order = '\0';
    const TreeNode *root = search->path.count ? search->path.data[0] : NULL;
    for (uint32_t i = 0; record->second_later && root && i < root->choices.count; i++)
        root->choices.data[i].wanted |= root->choices.data[i].thread == 2;
}

static void leave_node(TreeSearch *search, TreeNode *node)
{
    Record *record = search->data;
    assert_ptr_equal(record->nodes[search->path.count], node);
    assert_false(record->after_step);
    record->left++;
}

// Tries everything, and is called for runs only.
static const TreePolicy plain = {.name = "plain", .begin = take_record, .leaf = note_leaf};
static const TreePolicy remembering = {
    .name = "remembering", .begin = take_record, .leaf = note_leaf, .remembers = true};
static const TreePolicy recording = {.name = "recording",
                                     .begin = begin_record,
                                     .end = end_record,
                                     .enter = enter_node,
                                     .stepped = note_step,
                                     .ended = note_exit,
                                     .leaf = note_leaf,
                                     .leave = leave_node};

static Record new_record(void)
{
    return (Record){.cut_depth = NO_DEPTH, .only_thread = NO_CHOICE};
}

static const TreePolicy *current_policy;

static void search_tree(const EngineTask *task, Findings *findings)
{
    tree_search(task, current_policy, findings);
}

// Searches with the options of the command line, NULL for none; the caller frees the verdict.
static Verdict search_program(const TestProgram *test, const TreePolicy *policy, Record *record, const char *argument)
{
    current_record = record;
    current_policy = policy;
    Engine engine = {.name = policy->name, .search = search_tree};
    return test_ask_engine(test, &engine, false, argument ? 1 : 0, &argument);
}

static Verdict search_source(const char *source, const TreePolicy *policy, Record *record, const char *argument)
{
    TestProgram test = test_load(source);
    Verdict verdict = search_program(&test, policy, record, argument);
    test_unload(&test);
    return verdict;
}

static void assert_counts(const Verdict *verdict, uint64_t runs, uint64_t pruned, uint64_t interleavings,
                          uint64_t failed)
{
    assert_int_equal(verdict->statistics.runs, runs);
    assert_int_equal(verdict->statistics.pruned, pruned);
    assert_int_equal(verdict->statistics.interleavings, interleavings);
    assert_int_equal(verdict->statistics.failed, failed);
}

static void assert_orders(const Record *record, uint32_t count, const char *const *orders)
{
    assert_int_equal(record->order_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(record->orders[i], orders[i]);
}

#define ASSERT_ORDERS(record, ...)                                                            \
    assert_orders(record, (uint32_t)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), \
                  (const char *[]){__VA_ARGS__})

#define NONDET "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n"
#define CREATE "int main(void) { pthread_t t, u; pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0);\n"
#define JOIN "pthread_join(t, 0); pthread_join(u, 0);\n"

// Two threads of two visible writes each. Main does nothing visible before both are there: at the root they stand
// before their first write.
static const char writers[] =
    TEST_HEADERS "int x; static void *first(void *p) { x = 1; x = 2; return p; }\n"
                 "static void *second(void *p) { x = 3; x = 4; return p; }\n" CREATE "return 0; }\n";
static const char joined_writers[] =
    TEST_HEADERS "int x; static void *first(void *p) { x = 1; x = 2; return p; }\n"
                 "static void *second(void *p) { x = 3; x = 4; return p; }\n" CREATE JOIN "return 0; }\n";
static const char different_writers[] =
    TEST_HEADERS "int x, y; static void *first(void *p) { x = 1; x = 2; return p; }\n"
                 "static void *second(void *p) { y = 3; y = 4; return p; }\n" CREATE "return 0; }\n";
static const char lost_update[] =
    TEST_HEADERS "int x; static void *first(void *p) { x++; return p; }\n"
                 "static void *second(void *p) { x++; return p; }\n" CREATE JOIN "assert(x == 2);\n"
                 "return 0; }\n";

static void all_interleavings_are_tried_in_the_order_of_threads(void **state)
{
    (void)state;
    Record record = new_record();
    Verdict verdict = search_source(writers, &plain, &record, NULL);
    // Two of four steps belong to thread 1: 4! / (2! 2!) = 6 orders. That main ends the process is put off until nobody
    // else can go on, and so adds a step to each run, but no runs.
    ASSERT_ORDERS(&record, "11220", "12120", "12210", "21120", "21210", "22110");
    assert_int_equal(record.leaves[TREE_ENDED], 6);
    assert_counts(&verdict, 6, 0, 6, 0);
    assert_int_equal(verdict.statistics.solver_calls, 0);
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    verdict_free(&verdict);
}

static void the_process_may_end_at_any_time_if_leaks_are_asked_about(void **state)
{
    (void)state;
    Record record = new_record();
    Verdict verdict = search_source(writers, &plain, &record, "--property=leak");
    // One run for each way to begin: with i steps of one and j of the other thread there are (i + j)! / (i! j!) of
    // them, together 1 + 1 + 1 + 1 + 2 + 3 + 1 + 3 + 6 for i and j from 0 to 2.
    assert_int_equal(record.leaves[TREE_ENDED], 19);
    assert_int_equal(verdict.statistics.interleavings, 19);
    for (uint32_t i = 0; i < record.order_count; i++)
        assert_int_equal(strcspn(record.orders[i], "0"), strlen(record.orders[i]) - 1);
    verdict_free(&verdict);
}

static void nodes_are_entered_and_left_in_their_order(void **state)
{
    (void)state;
    Record record = new_record();
    Verdict verdict = search_source(writers, &recording, &record, NULL);
    // Nodes are the ways to begin: 19, as above. Six of them are those at which only main is left, to end the process.
    assert_int_equal(record.entered, 19);
    assert_int_equal(record.left, 19);
    // Each node but the root comes after a step, and six steps end the process.
    assert_int_equal(record.stepped, 18 + 6);
    assert_int_equal(record.leaves[TREE_ENDED], 6);
    assert_int_equal(record.order_count, 6);
    assert_int_equal(record.exits, 6);
    assert_int_equal(record.begun, 1);
    assert_int_equal(record.finished, 1);
    assert_int_equal(verdict.statistics.interleavings, 6);
    verdict_free(&verdict);
}

static void a_policy_cuts_runs(void **state)
{
    (void)state;
    TestProgram test = test_load(writers);
    Record record = new_record();
    record.cut_depth = 2;
    Verdict verdict = search_program(&test, &recording, &record, NULL);
    ASSERT_ORDERS(&record, "11", "12", "21", "22");
    assert_int_equal(record.leaves[TREE_CUT], 4);
    assert_int_equal(record.entered, 1 + 2 + 4);
    assert_int_equal(record.left, 1 + 2); // nodes at which a run is cut are not
    assert_counts(&verdict, 4, 4, 0, 0);
    verdict_free(&verdict);

    record = new_record();
    record.cut_depth = 0;
    verdict = search_program(&test, &recording, &record, NULL);
    ASSERT_ORDERS(&record, "");
    assert_int_equal(record.leaves[TREE_CUT], 1);
    assert_int_equal(record.stepped, 0);
    assert_int_equal(record.left, 0);
    assert_int_equal(verdict.statistics.pruned, 1);
    verdict_free(&verdict);
    test_unload(&test);
}

static void an_end_that_is_known_counts_as_cut(void **state)
{
    (void)state;
    TestProgram test = test_load(writers);
    Record record = new_record();
    record.ends_once = true;
    Verdict verdict = search_program(&test, &recording, &record, NULL);
    assert_int_equal(record.exits, 6);
    assert_int_equal(record.leaves[TREE_ENDED], 1);
    assert_int_equal(record.leaves[TREE_CUT], 5);
    assert_counts(&verdict, 6, 5, 1, 0);
    verdict_free(&verdict);
    test_unload(&test);
}

static void choices_are_tried_if_they_are_wanted(void **state)
{
    (void)state;
    TestProgram test = test_load(writers);
    Record record = new_record();
    record.lowest = true;
    Verdict verdict = search_program(&test, &recording, &record, NULL);
    ASSERT_ORDERS(&record, "11220");
    assert_int_equal(verdict.statistics.runs, 1);
    verdict_free(&verdict);

    // A choice can still be wanted while its node is on the path.
    record = new_record();
    record.lowest = record.second_later = true;
    verdict = search_program(&test, &recording, &record, NULL);
    ASSERT_ORDERS(&record, "11220", "21120");
    verdict_free(&verdict);

    // Somebody could go on, but nobody is wanted.
    record = new_record();
    record.only_thread = 1;
    verdict = search_program(&test, &recording, &record, NULL);
    ASSERT_ORDERS(&record, "11");
    assert_int_equal(record.leaves[TREE_ASLEEP], 1);
    assert_int_equal(record.entered, record.left + 1);
    assert_counts(&verdict, 1, 1, 0, 0);
    verdict_free(&verdict);
    test_unload(&test);
}

static void both_ways_of_a_branch_on_an_input_are_gone(void **state)
{
    (void)state;
    // Alone, all is done before the first step.
    Record record = new_record();
    Verdict verdict = search_source(TEST_HEADERS NONDET "int main(void) { int n = __VERIFIER_nondet_int(), m = 0;\n"
                                                        "if (n > 10) m = 1; assert(m == (n > 10)); return 0; }\n",
                                    &plain, &record, NULL);
    ASSERT_ORDERS(&record, "", "");
    assert_int_equal(record.leaves[TREE_ENDED], 2);
    assert_int_equal(verdict.statistics.interleavings, 2);
    assert_true(verdict.statistics.solver_calls >= 1);
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    verdict_free(&verdict);

    // Inputs are 0 to begin with, so that the violation lies on the other way.
    record = new_record();
    verdict = search_source(TEST_HEADERS NONDET "int main(void) { int n = __VERIFIER_nondet_int();\n"
                                                "if (n == 4711)\n"
                                                "assert(0);\n"
                                                "return 0; }\n",
                            &plain, &record, NULL);
    assert_int_equal(record.leaves[TREE_ENDED], 1);
    assert_int_equal(record.leaves[TREE_VIOLATION], 1);
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.count, 1);
    const Trace *trace = verdict.counterexamples.data[0];
    assert_int_equal(trace->where.line, 8);
    assert_int_equal(trace->inputs.count, 1);
    assert_int_equal(trace->inputs.data[0].value, 4711);
    verdict_free(&verdict);

    // Inside a step: the first write of thread 1 leads to its end, or to a second write.
    record = new_record();
    verdict = search_source(TEST_HEADERS NONDET
                            "int x; static void *first(void *p) { int n = __VERIFIER_nondet_int();\n"
                            "x = 1; if (n == 3) x = 2; return p; }\n"
                            "int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); return 0; }\n",
                            &recording, &record, NULL);
    ASSERT_ORDERS(&record, "10", "110");
    // The root, the two nodes that its step leads to, and the one after the second write. The step from the root is
    // taken twice, and two steps end the process.
    assert_int_equal(record.entered, 4);
    assert_int_equal(record.left, 4);
    assert_int_equal(record.stepped, 5);
    assert_int_equal(verdict.statistics.solver_calls, 1);
    verdict_free(&verdict);
}

static void ways_that_no_input_leads_to_are_not_gone(void **state)
{
    (void)state;
    Record record = new_record();
    Verdict verdict = search_source(TEST_HEADERS NONDET "int main(void) { int n = __VERIFIER_nondet_int(), m = 0;\n"
                                                        "if (n > 10) m = 1; if (n > 5) m += 2; return m; }\n",
                                    &plain, &record, NULL);
    // At most 5, 6 to 10, more: not above 10 and at most 5.
    assert_int_equal(record.leaves[TREE_ENDED], 3);
    assert_int_equal(verdict.statistics.runs, 3);
    verdict_free(&verdict);
}

static void assumptions_restrict_the_inputs(void **state)
{
    (void)state;
    Record record = new_record();
    Verdict verdict = search_source(TEST_HEADERS NONDET "int main(void) { int n = __VERIFIER_nondet_int();\n"
                                                        "__VERIFIER_assume(n > 3);\n"
                                                        "assert(n > 2); return 0; }\n",
                                    &plain, &record, NULL);
    // The first run has 0.
    assert_int_equal(record.leaves[TREE_DISCARDED], 1);
    assert_int_equal(record.leaves[TREE_ENDED], 1);
    assert_counts(&verdict, 2, 1, 1, 0);
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    verdict_free(&verdict);

    record = new_record();
    verdict = search_source(TEST_HEADERS NONDET "int main(void) { int n = __VERIFIER_nondet_int();\n"
                                                "__VERIFIER_assume(n > 3 && n < 6);\n"
                                                "assert(n != 5); return 0; }\n",
                            &plain, &record, NULL);
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.data[0]->inputs.data[0].value, 5);
    verdict_free(&verdict);
}

#define STOPS "int x, y; static void *first(void *p) { x = 1; __VERIFIER_assume(0); x = 2; return p; }\n"
#define GOES_ON "static void *second(void *p) { y = 1; return p; }\n"

static void a_false_assumption_stops_its_thread(void **state)
{
    (void)state;
    // Thread 1 comes no further than its first write; the others go on, and main ends the process.
    Record record = new_record();
    Verdict verdict = search_source(TEST_HEADERS NONDET STOPS GOES_ON CREATE "return 0; }\n", &plain, &record, NULL);
    ASSERT_ORDERS(&record, "120", "210");
    assert_int_equal(record.leaves[TREE_ENDED], 2);
    assert_int_equal(verdict.statistics.interleavings, 2);
    verdict_free(&verdict);

    // If it depends on an input, both are ways for the thread to go.
    record = new_record();
    verdict = search_source(TEST_HEADERS NONDET
                            "int x, y; static void *first(void *p) { int n = __VERIFIER_nondet_int();\n"
                            "x = 1; __VERIFIER_assume(n); x = 2; return p; }\n" GOES_ON CREATE "return 0; }\n",
                            &plain, &record, NULL);
    ASSERT_ORDERS(&record, "120", "1120", "1210", "210", "2110");
    assert_counts(&verdict, 5, 0, 5, 0);
    verdict_free(&verdict);

    // If main waits for it, nobody can go on in the end. That is no deadlock.
    record = new_record();
    verdict = search_source(TEST_HEADERS NONDET STOPS GOES_ON CREATE JOIN "return 0; }\n", &plain, &record, NULL);
    ASSERT_ORDERS(&record, "12", "21");
    assert_int_equal(record.leaves[TREE_DISCARDED], 2);
    assert_counts(&verdict, 2, 2, 0, 0);
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    verdict_free(&verdict);
}

static void context_bounds_leave_changes_of_thread_out(void **state)
{
    (void)state;
    // When the last thread ends main joins both and ends the process in the same step. The change from the thread that
    // ends first to the other one counts. So 1122 and 2211 take one change, 1221 and 2112 two, 1212 and 2121 three. A
    // run is cut where only a change would lead on: with no change after 11 and 22, with one after 122 and 211, with
    // two after 121 and 212.
    static const struct {
        const char *bound;
        uint32_t ended, cut;
    } cases[] = {{"--context-bound=0", 0, 2},
                 {"--context-bound=1", 2, 2},
                 {"--context-bound=2", 4, 2},
                 {"--context-bound=3", 6, 0}};
    TestProgram test = test_load(joined_writers);
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Record record = new_record();
        Verdict verdict = search_program(&test, &plain, &record, cases[i].bound);
        assert_int_equal(record.leaves[TREE_ENDED], cases[i].ended);
        assert_int_equal(record.leaves[TREE_CUT], cases[i].cut);
        assert_int_equal(verdict.statistics.interleavings, cases[i].ended);
        assert_int_equal(verdict.statistics.pruned, cases[i].cut);
        assert_int_equal(verdict.answer, ANSWER_TRUE);
        assert_int_equal(verdict.bounded, cases[i].cut > 0);
        assert_string_equal(
            text_string(&verdict.note),
            !cases[i].cut ? "for all schedules"
            : !cases[i].ended
                ? "for all schedules, up to the given number of context switches, with which no run comes to its end"
                : "for all schedules, up to the given number of context switches");
        verdict_free(&verdict);
    }
    test_unload(&test);
}

static void smaller_bounds_are_tried_first(void **state)
{
    (void)state;
    static const TreePolicy deepening = {
        .name = "deepening", .begin = take_record, .leaf = note_leaf, .unbounded = &dpor_policy};
    TestProgram test = test_load(joined_writers);
    Record record = new_record();
    Verdict verdict = search_program(&test, &deepening, &record, "--context-bound=2");
    // The runs of all three trees, and the interleavings of the last.
    ASSERT_ORDERS(&record, "11", "22", "1122", "122", "211", "2211", "1122", "121", "1221", "2112", "212", "2211");
    assert_int_equal(verdict.statistics.interleavings, 4);
    assert_true(verdict.bounded);
    verdict_free(&verdict);

    record = new_record();
    verdict = search_program(&test, &deepening, &record, "--context-bound=100");
    // It ends with the tree of which nothing is cut off.
    assert_int_equal(record.order_count, 2 + 4 + 6 + 6);
    assert_int_equal(verdict.statistics.interleavings, 6);
    assert_false(verdict.bounded);
    verdict_free(&verdict);
    test_unload(&test);
}

static void violations_come_with_a_run_that_was_executed_again(void **state)
{
    (void)state;
    TestProgram test = test_load(lost_update);
    Record record = new_record();
    Verdict verdict = search_program(&test, &plain, &record, NULL);
    // One thread after the other is well; as soon as both read before one writes an update is lost.
    ASSERT_ORDERS(&record, "1122", "1212");
    assert_int_equal(record.leaves[TREE_VIOLATION], 1);
    assert_counts(&verdict, 2, 0, 2, 1);
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.count, 1);
    const Trace *trace = verdict.counterexamples.data[0];
    assert_int_equal(trace->end, TRACE_VIOLATION);
    assert_int_equal(trace->property, PROPERTY_ASSERTION);
    assert_int_equal(trace->where.line, 9);
    assert_int_equal(trace->schedule.count, 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(trace->schedule.data[i].thread, record.orders[1][i] - '0');
    assert_true(trace->events.count >= 4); // recorded when it was executed again
    Limits limits;
    bool followed;
    Text difference = {0};
    limits_start(&limits, 0, 0);
    Trace *again = execution_repeat(test.program, trace, &limits, &followed);
    assert_true(followed);
    if (trace_difference(trace, again, &difference))
        fail_msg("%s", text_string(&difference));
    trace_free(again);
    text_free(&difference);
    verdict_free(&verdict);

    // The four others lose an update, all at the same line.
    record = new_record();
    verdict = search_program(&test, &plain, &record, "--all");
    assert_int_equal(record.leaves[TREE_ENDED], 2);
    assert_int_equal(record.leaves[TREE_VIOLATION], 4);
    assert_counts(&verdict, 6, 0, 6, 4);
    assert_int_equal(verdict.counterexamples.count, 1);
    verdict_free(&verdict);
    test_unload(&test);
}

static void checks_can_be_asked_about_at_the_end(void **state)
{
    (void)state;
    static const TreePolicy late = {.name = "late", .begin = take_record, .leaf = note_leaf, .checks_at_leaf = true};
    Record record = new_record();
    Verdict verdict = search_source(TEST_HEADERS NONDET "int main(void) { int n = __VERIFIER_nondet_int();\n"
                                                        "assert(n != 7);\n"
                                                        "assert(n != 8);\n"
                                                        "return 0; }\n",
                                    &late, &record, "--all");
    assert_int_equal(record.leaves[TREE_ENDED], 1); // the run in which all checks hold
    assert_counts(&verdict, 3, 0, 3, 2);
    assert_int_equal(verdict.counterexamples.count, 2);
    uint32_t lines = 0;
    for (uint32_t i = 0; i < 2; i++) {
        const Trace *trace = verdict.counterexamples.data[i];
        assert_int_equal(trace->inputs.data[0].value, trace->where.line == 7 ? 7 : 8);
        lines += trace->where.line;
    }
    assert_int_equal(lines, 7 + 8);
    verdict_free(&verdict);
}

static void states_that_are_known_are_counted(void **state)
{
    (void)state;
    Record record = new_record();
    Verdict verdict = search_source(different_writers, &remembering, &record, NULL);
    // The state tells only how far each thread has come: 3 * 3 states with 12 steps between them, of which 8 lead to a
    // state for the first time. The other 4 end a run, and so does the end of the process, which is seen once.
    assert_int_equal(record.leaves[TREE_KNOWN], 4);
    assert_int_equal(record.leaves[TREE_ENDED], 1);
    assert_counts(&verdict, 5, 4, 6, 0);
    verdict_free(&verdict);
}

static void memory_does_not_change_the_counts(void **state)
{
    (void)state;
    static const char *const programs[] = {writers, joined_writers, different_writers, lost_update};
    static const char *const arguments[] = {"--all", "--context-bound=1", "--context-bound=2"};
    for (uint32_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        TestProgram test = test_load(programs[i]);
        for (uint32_t j = 0; j < sizeof arguments / sizeof *arguments; j++) {
            Record first = new_record(), second = new_record();
            Verdict without = search_program(&test, &plain, &first, arguments[j]);
            Verdict with = search_program(&test, &remembering, &second, arguments[j]);
            assert_int_equal(with.answer, without.answer);
            assert_int_equal(with.bounded, without.bounded);
            assert_int_equal(with.statistics.interleavings, without.statistics.interleavings);
            assert_int_equal(with.statistics.failed, without.statistics.failed);
            assert_true(with.statistics.runs <= without.statistics.runs);
            assert_int_equal(first.leaves[TREE_KNOWN], 0);
            verdict_free(&without);
            verdict_free(&with);
        }
        test_unload(&test);
    }
    // The order of the two reads makes no difference to the state after them. Two runs go on from there, and they are
    // not needed a second time.
    Record record = new_record();
    Verdict verdict = search_source(lost_update, &remembering, &record, "--all");
    assert_true(record.leaves[TREE_KNOWN] >= 1);
    assert_true(verdict.statistics.runs < 6);
    assert_int_equal(verdict.statistics.failed, 4);
    verdict_free(&verdict);
}

static void a_state_of_the_path_ends_the_run(void **state)
{
    (void)state;
    TestProgram test =
        test_load(TEST_HEADERS "int x; static void *first(void *p) { for (;;) { x = 1; x = 2; } return p; }\n"
                               "int main(void) { pthread_t t; pthread_create(&t, 0, first, 0);\n"
                               "pthread_join(t, 0); return 0; }\n");
    Record record = new_record();
    Verdict verdict = search_program(&test, &plain, &record, NULL);
    assert_int_equal(record.order_count, 1);
    assert_int_equal(record.leaves[TREE_CYCLE], 1);
    // A round has two steps.
    assert_int_equal(strlen(record.orders[0]) - record.cycle_start, 2);
    assert_int_equal(verdict.statistics.pruned, 1);
    verdict_free(&verdict);
    test_unload(&test);
}

static void reduction_tries_one_of_orders_that_make_no_difference(void **state)
{
    (void)state;
    Verdict verdict = search_source(different_writers, &dpor_policy, NULL, NULL);
    assert_counts(&verdict, 1, 0, 1, 0);
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    verdict_free(&verdict);

    // Who writes last matters.
    verdict = search_source(TEST_HEADERS "int x; static void *first(void *p) { x = 1; return p; }\n"
                                         "static void *second(void *p) { x = 2; return p; }\n" CREATE "return 0; }\n",
                            &dpor_policy, NULL, NULL);
    assert_counts(&verdict, 2, 0, 2, 0);
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    verdict_free(&verdict);

    // With two writes each no two of the six orders are equivalent.
    verdict = search_source(writers, &dpor_policy, NULL, NULL);
    assert_int_equal(verdict.statistics.interleavings, 6);
    verdict_free(&verdict);

    // An equivalent order may exceed a bound, so with one all six are tried.
    verdict = search_source(different_writers, &dpor_policy, NULL, "--context-bound=9");
    assert_int_equal(verdict.statistics.interleavings, 6);
    assert_false(verdict.bounded);
    verdict_free(&verdict);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_interleavings_are_tried_in_the_order_of_threads),
        cmocka_unit_test(the_process_may_end_at_any_time_if_leaks_are_asked_about),
        cmocka_unit_test(nodes_are_entered_and_left_in_their_order),
        cmocka_unit_test(a_policy_cuts_runs),
        cmocka_unit_test(an_end_that_is_known_counts_as_cut),
        cmocka_unit_test(choices_are_tried_if_they_are_wanted),
        cmocka_unit_test(both_ways_of_a_branch_on_an_input_are_gone),
        cmocka_unit_test(ways_that_no_input_leads_to_are_not_gone),
        cmocka_unit_test(assumptions_restrict_the_inputs),
        cmocka_unit_test(a_false_assumption_stops_its_thread),
        cmocka_unit_test(context_bounds_leave_changes_of_thread_out),
        cmocka_unit_test(smaller_bounds_are_tried_first),
        cmocka_unit_test(violations_come_with_a_run_that_was_executed_again),
        cmocka_unit_test(checks_can_be_asked_about_at_the_end),
        cmocka_unit_test(states_that_are_known_are_counted),
        cmocka_unit_test(memory_does_not_change_the_counts),
        cmocka_unit_test(a_state_of_the_path_ends_the_run),
        cmocka_unit_test(reduction_tries_one_of_orders_that_make_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
