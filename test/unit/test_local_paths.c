// What a thread could do whatever the others did: the tree of its events and decisions, of small programs, written down
// node by node.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "steps/local_paths.h"
#include "engine_task.h"

#define PRELUDE                                                                                                  \
    TEST_HEADERS "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n"                 \
                 "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" \
                 "int x, y, a[4];\n"

// One thread beside main, which writes to what the thread reads while it runs.
#define THREAD(body)                                                                                                \
    PRELUDE "void *one(void *p) { " body " return 0; }\n"                                                           \
            "int main(void) { pthread_t t; pthread_create(&t, 0, one, (void *)3); x = 9; y = 9; a[0] = a[1] = 9;\n" \
            "pthread_join(t, 0); return 0; }\n"

typedef struct Local {
    TestProgram test;
    TestTask task;
    Coverage coverage;
    LocalProgram program;
} Local;

// Fills the struct, which must not be moved in memory.
static void local_create(Local *local, const char *source)
{
    *local = (Local){.test = test_load(source)};
    test_task_create(&local->task, &local->test);
    local_program_create(&local->program, &local->task.task, &local->coverage);
}

static void local_free(Local *local)
{
    local_program_free(&local->program);
    coverage_free(&local->coverage);
    test_task_free(&local->task);
    test_unload(&local->test);
}

static const char *kind_name(LocalKind kind)
{
    static const char *const names[] = {
        [LOCAL_BEGIN] = "begin", [LOCAL_EVENT] = "event",    [LOCAL_DECISION] = "decision",
        [LOCAL_ENDED] = "ends",  [LOCAL_RESTS] = "rests",    [LOCAL_VIOLATES] = "violates",
        [LOCAL_WAITS] = "waits", [LOCAL_RETRIES] = "retries"};
    return names[kind];
}

// "read {write ends | ends}": events by their kinds; the ways of a decision in braces, of a lazy one in brackets, in the
// order in which they were found.
static void describe(const LocalThread *thread, uint32_t index, Text *out)
{
    const LocalNode *node = &thread->nodes.data[index];
    if (node->kind == LOCAL_DECISION) {
        text_append(out, node->lazy ? "[" : "{");
        for (uint32_t i = 0; i < node->ways.count; i++) {
            text_append(out, i ? " | " : "");
            assert_true(node->ways.data[i].condition != NO_TERM);
            describe(thread, node->ways.data[i].node, out);
        }
        text_append(out, node->lazy ? "]" : "}");
        return;
    }
    if (node->kind != LOCAL_BEGIN)
        text_append(out, node->kind == LOCAL_EVENT ? event_kind_name(node->event.kind) : kind_name(node->kind));
    assert_true(node->ways.count <= 1);
    if (!node->ways.count)
        return;
    assert_int_equal(thread->nodes.data[node->ways.data[0].node].parent, index);
    if (node->kind != LOCAL_BEGIN)
        text_append(out, " ");
    describe(thread, node->ways.data[0].node, out);
}

static void expect_tree(const LocalProgram *program, uint32_t thread, const char *expected)
{
    Text text = {0};
    assert_in_range(thread, 0, program->threads.count - 1);
    describe(program->threads.data[thread], 0, &text);
    assert_string_equal(text_string(&text), expected);
    assert_int_equal(program->threads.data[thread]->undecided.count, 0);
    text_free(&text);
}

// The tree of the thread beside main, in how many runs of it, and the number of places on its longest way.
static void expect_thread(const char *source, const char *tree, uint32_t runs, uint32_t longest)
{
    Local local;
    local_create(&local, source);
    assert_string_equal(text_string(&local.coverage.unknown), "");
    assert_int_equal(local.program.threads.count, 2);
    expect_tree(&local.program, 1, tree);
    assert_int_equal(local.program.runs, 1 + runs);
    assert_int_equal(local.program.threads.data[1]->longest, longest);
    local_free(&local);
}

static void a_thread_that_decides_nothing_has_one_way(void **state)
{
    (void)state;
    expect_thread(THREAD("x = 1; y = 2;"), "start write write exit ends", 1, 5);
    expect_thread(THREAD("pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);"),
                  "start lock write unlock exit ends", 1, 6);
    expect_thread(THREAD("x = p != 0;"), "start write exit ends", 1, 4); // what it is given is known
    expect_thread(THREAD("if (__VERIFIER_nondet_int()) y = 1;"), "start input exit ends", 1, 4); // as inputs are
}

// Whatever it reads others may have written.
static void what_is_read_decides_both_ways(void **state)
{
    (void)state;
    expect_thread(THREAD("if (x) y = 1;"), "start read {exit ends | write exit ends}", 2, 5);
    // Two reads of the same variable are two values.
    expect_thread(THREAD("if (x) y = 1; if (x) y = 2;"),
                  "start read {read {exit ends | write exit ends} | write read {exit ends | write exit ends}}", 4, 7);
    expect_thread(THREAD("if (x == 1) if (x == 2) y = 1;"),
                  "start read {exit ends | read {exit ends | write exit ends}}", 3, 6);
}

// One value that is looked at twice.
static void ways_that_no_value_takes_are_not_there(void **state)
{
    (void)state;
    expect_thread(THREAD("int k = x; if (k > 3) y = 1; else if (k > 1) y = 2;"),
                  "start read {{exit ends | write exit ends} | write exit ends}", 3, 5);
    expect_thread(THREAD("int k = x; if (k > 3) y = 1; if (k > 1) x = 2;"),
                  "start read {{exit ends | write exit ends} | write {write exit ends}}", 3, 6);
    expect_thread(THREAD("int k = x; if (k == 1) if (k == 2) y = 1;"), "start read {exit ends | {exit ends}}", 2, 4);
}

static void ways_end_in_different_ways(void **state)
{
    (void)state;
    expect_thread(THREAD("assert(x == 1); y = 1;"), "start read {violates | write exit ends}", 2, 5);
    expect_thread(THREAD("__VERIFIER_assume(x == 1); y = 1;"), "start read {rests | write exit ends}", 2, 5);
    expect_thread(THREAD("pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&m);"), "start lock write waits", 1, 4);
    expect_thread(THREAD("exit(3);"), "start rests", 1, 2);
    expect_thread(THREAD("while (!x) ; y = 1;"), "start read {read [retries] | write exit ends}", 2, 5);
}

// The index is what it was; in a loop the second decision stops where the first run that met it stopped.
static void lazy_decisions_have_the_ways_that_were_met(void **state)
{
    (void)state;
    expect_thread(THREAD("a[x & 3] = 1;"), "start read [[write exit ends]]", 1, 5);
    expect_thread(THREAD("for (int i = 0; i < x; i++) y = i;"), "start read {exit ends | write read [exit ends]}", 2,
                  6);
}

static void a_lazy_decision_gets_another_way_when_asked_for(void **state)
{
    (void)state;
    Local local;
    local_create(&local, THREAD("for (int i = 0; i < x; i++) y = i;"));
    enum { FIRST_READ = 1, SECOND_READ = 3 }; // after the start; after the write
    DictatedReads reads = {0};
    vector_push(&reads, ((DictatedRead){1, FIRST_READ, 1}));
    vector_push(&reads, ((DictatedRead){1, SECOND_READ, 2}));
    local_program_extend(&local.program, 1, &reads);
    expect_tree(&local.program, 1, "start read {exit ends | write read [exit ends | write read [exit ends]]}");
    // Once more nothing is new.
    uint32_t nodes = local.program.threads.data[1]->nodes.count;
    local_program_extend(&local.program, 1, &reads);
    assert_int_equal(local.program.threads.data[1]->nodes.count, nodes);
    vector_free(&reads);
    local_free(&local);
}

// One entry for each thread and what it may begin with; nodes of creations say which.
static void threads_are_known_by_what_they_begin_with(void **state)
{
    (void)state;
    Local local;
    local_create(&local, PRELUDE "void *one(void *p) { if ((long)p > x) y = 1; return 0; }\n"
                                 "void *two(void *p) { x = 5; return 0; }\n"
                                 "int main(void) { pthread_t t, u; pthread_create(&u, 0, two, 0);\n"
                                 "if (x) pthread_create(&t, 0, one, (void *)1);\n"
                                 "else pthread_create(&t, 0, one, (void *)2); return 0; }\n");
    const LocalProgram *program = &local.program;
    assert_string_equal(text_string(&local.coverage.unknown), "");
    assert_int_equal(program->threads.count, 4);
    expect_tree(program, 0, "create read {create rests | create rests}");
    expect_tree(program, 1, "start write exit ends");
    expect_tree(program, 2, "start read {write exit ends | exit ends}");
    expect_tree(program, 3, "start read {write exit ends | exit ends}");
    static const uint32_t ids[] = {0, 1, 2, 2};
    static const uint64_t arguments[] = {0, 0, 2, 1};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(program->threads.data[i]->id, ids[i]);
        assert_int_equal(program->threads.data[i]->argument, arguments[i]);
    }
    assert_int_equal(program->threads.data[2]->creator.count, 1); // main has read x before
    const LocalThread *creator = program->threads.data[0];
    uint32_t created = 0;
    for (uint32_t i = 0; i < creator->nodes.count; i++)
        if (creator->nodes.data[i].kind == LOCAL_EVENT && creator->nodes.data[i].event.kind == EVENT_create)
            created |= 1u << creator->nodes.data[i].created;
    assert_int_equal(created, 1u << 1 | 1u << 2 | 1u << 3);
    local_free(&local);
}

static void what_is_not_known_is_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {THREAD("pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);"), "the step encoding does not know wake"},
        {PRELUDE "void *two(void *p) { return 0; }\n"
                 "void *one(void *p) { pthread_t t; pthread_create(&t, 0, two, 0); return 0; }\n"
                 "int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); return 0; }\n",
         "the step encoding does not know threads created by other threads than main"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Local local;
        local_create(&local, cases[i][0]);
        assert_string_equal(text_string(&local.coverage.unknown), cases[i][1]);
        local_free(&local);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_that_decides_nothing_has_one_way),
        cmocka_unit_test(what_is_read_decides_both_ways),
        cmocka_unit_test(ways_that_no_value_takes_are_not_there),
        cmocka_unit_test(ways_end_in_different_ways),
        cmocka_unit_test(lazy_decisions_have_the_ways_that_were_met),
        cmocka_unit_test(a_lazy_decision_gets_another_way_when_asked_for),
        cmocka_unit_test(threads_are_known_by_what_they_begin_with),
        cmocka_unit_test(what_is_not_known_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
