// Threads that are alike, and programs to which it does not matter which thread is which.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/anonymity.h"
#include "machine/twins.h"
#include "load_program.h"

#define WORK "atomic_int count;\nstatic void *work(void *a) { atomic_fetch_add(&count, 1); return a; }\n"
#define TWO "pthread_t t, v; pthread_create(&t, 0, work, 0); pthread_create(&v, 0, work, 0);\n"

static TestProgram load(const char *before, const char *body)
{
    Text text = {0};
    text_format(&text, "%s#include <stdatomic.h>\n#include <stdint.h>\n%sint main(void) { %s return 0; }\n",
                TEST_HEADERS, before, body);
    TestProgram test = test_load(text_string(&text));
    text_free(&text);
    return test;
}

static void assert_anonymous(bool expected, const char *before, const char *body)
{
    TestProgram test = load(before, body);
    if (program_is_anonymous(test.program, NULL, NULL) != expected)
        fail_msg("%s, but it should be the other way: %s%s", expected ? "not anonymous" : "anonymous", before, body);
    test_unload(&test);
}

static void handles_may_be_joined_and_nothing_else(void **state)
{
    (void)state;
    assert_anonymous(true, WORK, TWO "pthread_join(t, 0); pthread_join(v, 0);");
    assert_anonymous(true, WORK, TWO);
    assert_anonymous(true, WORK,
                     "pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);\n"
                     "for (int i = 0; i < 3; i++) pthread_join(t[i], 0);");
    assert_anonymous(true, WORK "struct { int x; pthread_t t; int y; } all[2];\n",
                     "for (int i = 0; i < 2; i++) { all[i].x = i; pthread_create(&all[i].t, 0, work, 0); }\n"
                     "for (int i = 0; i < 2; i++) { all[i].y = all[i].x + 1; pthread_join(all[i].t, 0); }");
    assert_anonymous(true, WORK "static void join(pthread_t *t) { pthread_join(*t, 0); }\n", TWO "join(&t); join(&v);");
    assert_anonymous(false, WORK "static void join(pthread_t t) { pthread_join(t, 0); }\n", TWO "join(t); join(v);");
    assert_anonymous(false, WORK, TWO "assert(t < v);");
    assert_anonymous(false, WORK, TWO "pthread_t w[] = {t, v}; for (int i = 0; i < 2; i++) pthread_join(w[i], 0);");
    assert_anonymous(false, WORK, TWO "pthread_detach(t); pthread_detach(v);");
    assert_anonymous(false, WORK, TWO "assert(pthread_equal(pthread_self(), t));");
    assert_anonymous(false, WORK, TWO "pthread_cancel(t);");
    assert_anonymous(false, WORK "long sum;\n", TWO "sum = (long)t + (long)v;");
    assert_anonymous(false, WORK, "return 0;");
}

static void addresses_may_be_equal_or_not(void **state)
{
    (void)state;
    const char *list = WORK "struct node { struct node *next; int x; } *_Atomic head;\n"
                            "static void *push(void *a) { struct node *n = malloc(sizeof *n); if (!n) return a;\n"
                            "n->x = 1; n->next = head; head = n; if (n == a) abort(); return a; }\n";
    assert_anonymous(true, list, "pthread_t t; pthread_create(&t, 0, push, 0); pthread_join(t, 0);");
    assert_anonymous(false, list,
                     "pthread_t t; pthread_create(&t, 0, push, 0); struct node *n = head;\n"
                     "struct node *m = malloc(8); if (n < m) abort(); pthread_join(t, 0);");
    assert_anonymous(false, list,
                     "pthread_t t; pthread_create(&t, 0, push, 0); struct node *n = head;\n"
                     "if ((uintptr_t)n >> 34 & 1) abort(); pthread_join(t, 0);");
    assert_anonymous(false, list,
                     "pthread_t t; pthread_create(&t, 0, push, 0); struct node *n = head;\n"
                     "struct node *m = malloc(8); if (m - n == 5) abort(); pthread_join(t, 0);");
    // Globals are where they are.
    assert_anonymous(true, WORK "int a[2], *p = a;\n", TWO "if (p < a + 1) p++;");
    assert_anonymous(false, WORK "_Thread_local int own; int *p;\n", TWO "int *q = p; p = &own; if (q < p) abort();");
}

// Steps thread 0 until it can go no further.
static Machine *run_main(const TestProgram *test, const MachineOptions *options)
{
    Machine *machine = machine_create(test->program, options);
    while (machine_alternatives(machine, 0))
        machine_step(machine, (Choice){.thread = 0});
    return machine;
}

static void twins_are_created_together(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        uint32_t first[3]; // of threads 1 to 3
    } cases[] = {
        {"pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0); pthread_join(t[0], 0);",
         {1, 1, 1}},
        {"pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i); pthread_join(t[0], 0);",
         {NO_THREAD, NO_THREAD, NO_THREAD}},
        {"pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, i == 1 ? &count : 0);\n"
         "pthread_join(t[0], 0);",
         {1, NO_THREAD, 1}},
        {"pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, i ? other : work, 0); pthread_join(t[0], 0);",
         {NO_THREAD, 2, 2}},
        {"pthread_t t[3]; for (long i = 0; i < 3; i++) { pthread_create(&t[i], 0, work, 0); if (i == 1) count = 1; }\n"
         "pthread_join(t[0], 0);",
         {1, 1, NO_THREAD}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestProgram test = load(
            WORK "int x; static void *other(void *a) { x++; atomic_fetch_add(&count, 1); return a; }\n", cases[i].body);
        Twins twins = {0};
        MachineOptions options = test_machine_options(&test);
        options.twins = &twins;
        Machine *machine = run_main(&test, &options);
        assert_int_equal(machine_thread_count(machine), 4);
        for (uint32_t j = 1; j < 4; j++) {
            assert_int_equal(machine_first_twin(machine, j), cases[i].first[j - 1]);
            assert_true(machine_thread_is_fresh(machine, j));
            assert_int_equal(machine_follows_twin(machine, j),
                             cases[i].first[j - 1] != NO_THREAD && cases[i].first[j - 1] != j);
        }
        machine_free(machine);
        test_unload(&test);
    }
}

static bool are_told_apart(const char *body, bool *waits)
{
    TestProgram test = load(WORK, body);
    Twins twins = {0};
    MachineOptions options = test_machine_options(&test);
    options.twins = &twins;
    Machine *machine = run_main(&test, &options);
    assert_true(machine_first_twin(machine, 2) == 1);
    while (machine_alternatives(machine, 2)) // the second one first
        machine_step(machine, (Choice){.thread = 2});
    assert_false(machine_thread_is_fresh(machine, 2));
    *waits = machine_waits_for_wrong_twin(machine);
    if (machine_status(machine) == MACHINE_RUNNING)
        test_finish(machine);
    assert_int_equal(machine_status(machine) == MACHINE_ESCAPED, twins.told_apart);
    machine_free(machine);
    test_unload(&test);
    return twins.told_apart;
}

static void who_joins_them_can_tell_twins_apart(void **state)
{
    (void)state;
    bool waits;
    assert_false(are_told_apart(TWO "pthread_join(t, 0); pthread_join(v, 0); atomic_fetch_add(&count, 1);", &waits));
    assert_true(waits);
    assert_false(are_told_apart(TWO "pthread_join(v, 0); pthread_join(t, 0); atomic_fetch_add(&count, 1);", &waits));
    assert_false(waits);
    assert_true(are_told_apart(TWO "pthread_join(v, 0); atomic_fetch_add(&count, 1); pthread_join(t, 0);", &waits));
    assert_true(are_told_apart(TWO "void *r; pthread_join(t, &r); pthread_join(v, &r);", &waits));
    assert_true(are_told_apart(TWO "pthread_join(t, 0); atomic_fetch_add(&count, 1);", &waits));
}

static void one_order_is_tried(void **state)
{
    (void)state;
    static const char *const engines[] = {"dpor", "lazy"};
    const char *body = "pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, work, 0);\n"
                       "for (int i = 0; i < 4; i++) pthread_join(t[i], 0); assert(x == 4);";
    TestProgram test =
        load("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;\n"
             "static void *work(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }\n",
             body);
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        Verdict verdict = TEST_VERIFY(&test, engines[i], "--keep-order=twins");
        assert_int_equal(verdict.answer, ANSWER_TRUE);
        assert_int_equal(verdict.statistics.interleavings, 24);
        verdict_free(&verdict);
        verdict = TEST_VERIFY(&test, engines[i], "--property=assertion");
        assert_int_equal(verdict.answer, ANSWER_TRUE);
        assert_int_equal(verdict.statistics.interleavings, 1);
        verdict_free(&verdict);
    }
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_may_be_joined_and_nothing_else),
        cmocka_unit_test(addresses_may_be_equal_or_not),
        cmocka_unit_test(twins_are_created_together),
        cmocka_unit_test(who_joins_them_can_tell_twins_apart),
        cmocka_unit_test(one_order_is_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
