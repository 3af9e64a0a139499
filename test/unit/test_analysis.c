// Which globals can be left out of the interleaving; which loops are inside which.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"

#define THREADED(body)                                                      \
    TEST_HEADERS body "int main(void) { pthread_t t;"                       \
                      " pthread_create(&t, NULL, worker, NULL); in_main();" \
                      " pthread_join(t, NULL); return 0; }\n"

static GlobalUse use_of(const TestProgram *test, const char *name)
{
    for (uint32_t i = 0; i < test->program->globals.count; i++)
        if (!strcmp(test->program->globals.data[i].name, name))
            return test->facts->global_uses[i];
    fail_msg("there is no global %s", name);
    return GLOBAL_SHARED;
}

// Whether the global x of a program whose thread runs `worker` and whose main runs `in_main` has that use.
static void assert_use_of_x(const char *source, GlobalUse expected)
{
    TestProgram test = test_load(source);
    GlobalUse found = use_of(&test, "x");
    if (found != expected)
        fail_msg("x is %d, not %d in\n%s", (int)found, (int)expected, source);
    test_unload(&test);
}

static void used_by_main_alone(void **state)
{
    (void)state;
    assert_use_of_x(THREADED("int x, y;\n"
                             "static void helper(void) { x += 2; }\n"
                             "static void in_main(void) { x++; helper(); }\n"
                             "static void *worker(void *a) { y++; return a; }\n"),
                    GLOBAL_MAIN_ONLY);
    // Elements, members, memcpy and comparisons of the address keep it so.
    assert_use_of_x(
        THREADED(
            "struct { int a[10]; char s[8]; } x; int i;\n"
            "static void in_main(void) { x.a[i] = 1; memcpy(x.s, \"hello\", 6); for (i = 0; i < 10; i++) x.a[i]++;\n"
            "    if ((void *)&x == (void *)&i) abort(); }\n"
            "static void *worker(void *a) { return a; }\n"),
        GLOBAL_MAIN_ONLY);
    TestProgram test = test_load(
        TEST_HEADERS
        "pthread_t handles[2]; int before, after;\n"
        "static void *worker(void *a) { return a; }\n"
        "int main(void) { before = 1; for (int i = 0; i < 2; i++) pthread_create(&handles[i], 0, worker, 0);\n"
        "for (int i = 0; i < 2; i++) pthread_join(handles[i], 0); return after++; }\n");
    assert_int_equal(use_of(&test, "handles"), GLOBAL_MAIN_ONLY);
    assert_int_equal(use_of(&test, "before"), GLOBAL_MAIN_ONLY);
    assert_int_equal(use_of(&test, "after"), GLOBAL_MAIN_ONLY);
    test_unload(&test);
}

static void never_written(void **state)
{
    (void)state;
    TestProgram test =
        test_load(THREADED("int x = 4, table[3] = {1, 2, 3}; int sum;\n"
                           "static void in_main(void) { sum += x; }\n"
                           "static void *worker(void *a) { int s = 0; for (int i = 0; i < 3; i++) s += table[i] + x;\n"
                           "    return s > 5 ? a : 0; }\n"));
    assert_int_equal(use_of(&test, "x"), GLOBAL_READ_ONLY);
    assert_int_equal(use_of(&test, "table"), GLOBAL_READ_ONLY);
    assert_int_equal(use_of(&test, "sum"), GLOBAL_MAIN_ONLY);
    test_unload(&test);
}

static void used_by_threads(void **state)
{
    (void)state;
    assert_use_of_x(THREADED("int x;\n"
                             "static void in_main(void) { if (x) abort(); }\n"
                             "static void *worker(void *a) { x = 1; return a; }\n"),
                    GLOBAL_SHARED);
    assert_use_of_x(THREADED("int x;\n" // written by main alone, but threads look at it
                             "static void in_main(void) { x = 1; }\n"
                             "static void *worker(void *a) { return x ? a : 0; }\n"),
                    GLOBAL_SHARED);
    assert_use_of_x(THREADED("int x;\n" // two calls away from the thread's function
                             "static void deeper(void) { x = 1; }\n"
                             "static void deep(void) { deeper(); }\n"
                             "static void in_main(void) { x = 1; }\n"
                             "static void *worker(void *a) { deep(); return a; }\n"),
                    GLOBAL_SHARED);
    assert_use_of_x(THREADED("int x;\n" // both run the same function
                             "static void in_main(void) { x = 1; }\n"
                             "static void *worker(void *a) { in_main(); return a; }\n"),
                    GLOBAL_SHARED);
    assert_use_of_x(THREADED("_Atomic int x;\n"
                             "static void in_main(void) { x++; }\n"
                             "static void *worker(void *a) { int e = 0; __c11_atomic_compare_exchange_strong(&x, &e, "
                             "1, 5, 5); return a; }\n"),
                    GLOBAL_SHARED);
}

static void reached_through_function_pointers(void **state)
{
    (void)state;
    assert_use_of_x(THREADED("int x; static void set(void) { x = 1; } void (*action)(void);\n"
                             "static void in_main(void) { action = set; x = 2; }\n"
                             "static void *worker(void *a) { if (action) action(); return a; }\n"),
                    GLOBAL_SHARED);
    assert_use_of_x(THREADED("int x; static void set(void) { x = 1; } static void none(void) {}\n"
                             "struct { int id; void (*run)(void); } table[] = {{1, none}, {2, set}};\n"
                             "static void in_main(void) { x = 2; }\n"
                             "static void *worker(void *a) { table[1].run(); return a; }\n"),
                    GLOBAL_SHARED);
    assert_use_of_x(THREADED("int x; static void inner(void) { x = 1; } static void set(void) { inner(); }\n"
                             "static void call(void (*f)(void)) { f(); }\n"
                             "static void in_main(void) { x = 2; call(set); }\n"
                             "static void *worker(void *a) { return a; }\n"),
                    GLOBAL_SHARED);
}

static void addresses_that_travel(void **state)
{
    (void)state;
    static const char *const sources[] = {
        // a store
        THREADED("int x; int *p;\n"
                 "static void in_main(void) { p = &x; x = 1; }\n"
                 "static void *worker(void *a) { if (p) *p = 2; return a; }\n"),
        // a store into memory that only main has named
        THREADED("int x; int **q;\n"
                 "static void in_main(void) { int **m = malloc(sizeof *m); *m = &x; q = m; x = 1; }\n"
                 "static void *worker(void *a) { if (q) **q = 2; return a; }\n"),
        // an argument
        THREADED("int x; int *p; static void keep(int *q) { p = q; }\n"
                 "static void in_main(void) { keep(&x); x = 1; }\n"
                 "static void *worker(void *a) { if (p) *p = 2; return a; }\n"),
        // an argument of the new thread
        TEST_HEADERS
        "int x; static void *worker(void *a) { *(int *)a = 1; return 0; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, &x); x = 2; return pthread_join(t, 0); }\n",
        // a result
        THREADED("int x; static int *where(void) { return &x; }\n"
                 "static void in_main(void) { x = 1; }\n"
                 "static void *worker(void *a) { *where() = 2; return a; }\n"),
        // one of two addresses
        THREADED("int x, y, c; static void set(int *q) { *q = 3; }\n"
                 "static void in_main(void) { x = 1; y = 1; }\n"
                 "static void *worker(void *a) { int *p = c ? &x : &y; *p = 2; return a; }\n"),
        // an initialiser
        THREADED("int x; int *p = &x;\n"
                 "static void in_main(void) { x = 1; }\n"
                 "static void *worker(void *a) { *p = 2; return a; }\n"),
        // an initialiser that points into the middle
        THREADED("int x[4]; int *p = &x[2];\n"
                 "static void in_main(void) { x[0] = 1; }\n"
                 "static void *worker(void *a) { *p = 2; return a; }\n"),
        // an initialiser at an odd address; nothing else names x
        THREADED("int x; struct __attribute__((packed)) { char c; int *p; } s = {1, &x};\n"
                 "static void in_main(void) { *s.p = 1; }\n"
                 "static void *worker(void *a) { *s.p = 2; return a; }\n"),
        // an integer
        THREADED("int x; unsigned long n;\n"
                 "static void in_main(void) { n = (unsigned long)&x ^ 1; x = 1; }\n"
                 "static void *worker(void *a) { if (n) *(int *)(n ^ 1) = 2; return a; }\n"),
        // an exchange
        THREADED("int x; int *_Atomic p;\n"
                 "static void in_main(void) { __c11_atomic_exchange(&p, &x, 5); x = 1; }\n"
                 "static void *worker(void *a) { int *q = p; if (q) *q = 2; return a; }\n"),
        // around a loop
        THREADED("int x, y, n; int *p;\n"
                 "static void in_main(void) { int *q = &y; for (int i = 0; i < n; i++) { *q = 1; q = &x; } p = q; }\n"
                 "static void *worker(void *a) { if (p) *p = 2; return a; }\n"),
        // a lock that threads take
        THREADED("pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;\n"
                 "static void in_main(void) { pthread_mutex_lock(&x); pthread_mutex_unlock(&x); }\n"
                 "static void *worker(void *a) { return a; }\n"),
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        assert_use_of_x(sources[i], GLOBAL_SHARED);
}

static void both_sides_of_a_select(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".ll",
                    "@x = global i32 0\n@y = global i32 0\n@z = global i32 0\n"
                    "define i32 @main(i32 %n) {\n"
                    "  %c = icmp eq i32 %n, 1\n"
                    "  %p = select i1 %c, ptr @x, ptr @y\n"
                    "  store i32 1, ptr %p\n"
                    "  %same = select i1 %c, ptr @z, ptr @z\n"
                    "  store i32 1, ptr %same\n"
                    "  ret i32 0\n}\n");
    const char *files[] = {path};
    TestProgram test = {.program = test_load_files(files, 1, NULL)};
    unlink(path);
    test.facts = facts_compute(test.program);
    assert_int_equal(use_of(&test, "x"), GLOBAL_SHARED);
    assert_int_equal(use_of(&test, "y"), GLOBAL_SHARED);
    assert_int_equal(use_of(&test, "z"), GLOBAL_MAIN_ONLY);
    test_unload(&test);
}

static void pointers_that_change_places(void **state)
{
    (void)state;
    alarm(60); // the analysis must come to an end
    assert_use_of_x("int x, y, k;\n"
                    "int main(void) { int *p = &x, *q = &y;\n"
                    "for (int i = 0; i < 3; i++) { k = 1; int *t = p; p = q; q = t; }\n"
                    "*p = 1; return *q; }\n",
                    GLOBAL_SHARED);
    assert_use_of_x("int x, y, z, k;\n"
                    "int main(void) { int *p = &x, *q = &y, *r = &z;\n"
                    "for (int i = 0; i < 9; i++) { k = i; int *t = p; p = q; q = r; r = t; if (i & 1) { t = p; p = r; "
                    "r = t; k = 2; } }\n"
                    "*p = 1; *q = 2; return *r; }\n",
                    GLOBAL_SHARED);
    alarm(0);
}

static void what_is_left_out_still_runs_right(void **state)
{
    (void)state;
    TestProgram test = test_load(
        THREADED("int x, y = 40, z;\n"
                 "static void in_main(void) { for (int i = 0; i < 5; i++) x += i; z = y; }\n"
                 "static void *worker(void *a) { return y == 40 ? a : (void *)1; }\n"
                 "__attribute__((destructor)) static void check(void) { if (x != 10 || z != 40) _Exit(3); }\n"));
    assert_int_equal(use_of(&test, "y"), GLOBAL_READ_ONLY);
    assert_int_equal(test_run(&test), 0);
    test_unload(&test);
}

// How many loops of the function are inside so many others.
static uint32_t loops_inside(const TestProgram *test, const char *name, uint32_t others)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < test->program->functions.count; i++) {
        const LoopFacts *loops = &test->facts->loops[i];
        if (strcmp(test->program->functions.data[i].name, name))
            continue;
        for (uint32_t j = 0; j < loops->edges.count; j++) {
            uint32_t around = 0;
            for (uint32_t k = 0; k < loops->edges.count; k++)
                around += k != j && facts_is_inside(test->facts, i, loops->edges.data[j].instruction,
                                                    loops->edges.data[k].instruction);
            count += around == others;
        }
    }
    return count;
}

static void loops_inside_others(void **state)
{
    (void)state;
    TestProgram test =
        test_load(TEST_HEADERS "volatile int x, y, z;\n"
                               "void one_after_the_other(void) { while (x); while (y); while (z); }\n"
                               "void one_in_another(void) { while (x) { while (y) while (z); x = 1; } }\n"
                               "void two_in_one(void) { while (x) { while (y) z = 1; while (z) y = 1; } }\n"
                               "int main(void) { one_after_the_other(); one_in_another(); two_in_one(); }\n");
    assert_int_equal(loops_inside(&test, "one_after_the_other", 0), 3);
    for (uint32_t others = 0; others < 3; others++)
        assert_int_equal(loops_inside(&test, "one_in_another", others), 1);
    assert_int_equal(loops_inside(&test, "two_in_one", 0), 1);
    assert_int_equal(loops_inside(&test, "two_in_one", 1), 2);
    test_unload(&test);
}

// How many registers of the function that the source calls so are counters, and how many are none.
static void count_registers(const TestProgram *test, const char *function, const char *name, uint32_t counts[2])
{
    counts[false] = counts[true] = 0;
    for (uint32_t i = 0; i < test->program->functions.count; i++) {
        const Function *candidate = &test->program->functions.data[i];
        if (strcmp(candidate->name, function))
            continue;
        for (uint32_t j = 0; j < candidate->first_temporary; j++)
            if (candidate->register_names[j] && !strcmp(candidate->register_names[j], name))
                counts[facts_is_counter(test->facts, i, j)]++;
    }
}

static void counters_are_computed_from_constants(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool counts;
    } rows[] = {{"i", true}, {"odd", true}, {"given", false}, {"sum", false}, {"down", false}};
    TestProgram test = test_load(TEST_HEADERS "volatile int y; int other_of(int v);\n"
                                              "int work(int given) { int sum = 0, down = given, odd = 1, other = 0;\n"
                                              "for (int i = 0; i < 9; i++) { sum += y; down -= 2; odd += 2; y = odd;\n"
                                              "other += other_of(i); y = other; y = down; }\n"
                                              "return sum; }\n"
                                              "int straight(int given) { int odd = 3; y = odd; return given; }\n"
                                              "__attribute__((noinline)) int other_of(int v) { return v + y; }\n"
                                              "int main(void) { return work(3) + straight(2); }\n");
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t counts[2];
        count_registers(&test, "work", rows[i].name, counts);
        assert_true(counts[rows[i].counts] > 0);
        assert_int_equal(counts[!rows[i].counts], 0);
    }
    uint32_t counts[2];
    count_registers(&test, "straight", "given", counts);
    assert_int_equal(counts[true], 0);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(used_by_main_alone),
        cmocka_unit_test(never_written),
        cmocka_unit_test(used_by_threads),
        cmocka_unit_test(reached_through_function_pointers),
        cmocka_unit_test(addresses_that_travel),
        cmocka_unit_test(both_sides_of_a_select),
        cmocka_unit_test(pointers_that_change_places),
        cmocka_unit_test(what_is_left_out_still_runs_right),
        cmocka_unit_test(loops_inside_others),
        cmocka_unit_test(counters_are_computed_from_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
