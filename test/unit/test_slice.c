// What is in a slice and what is not: programs with marked lines.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/slice.h"
#include "load_program.h"

static const PropertyMask assertion = PROPERTY_BIT(PROPERTY_ASSERTION);

// The line of a program on which the mark stands, such as the A of "x = 1; // A".
static uint32_t line_of(const char *source, char mark)
{
    const char text[] = {'/', '/', ' ', mark, '\n', 0}, *at = strstr(source, text);
    assert_non_null(at);
    uint32_t line = 1;
    for (const char *cursor = source; cursor < at; cursor++)
        line += *cursor == '\n';
    return line;
}

typedef bool (*Predicate)(const Slice *slice, uint32_t function, uint32_t instruction);

// Whether the predicate holds for some instruction of the line.
static bool holds_on_line(const TestProgram *test, const Slice *slice, uint32_t line, Predicate predicate)
{
    const Program *program = test->program;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        for (uint32_t j = 0; j < function->instruction_count && !function->from_model; j++)
            if (program_position(program, function, j)->line == line && predicate(slice, i, j))
                return true;
    }
    return false;
}

// The predicate holds for the lines with the marks of `inside`, and for none of those of `outside`.
static void assert_lines(const char *source, PropertyMask properties, bool narrow, Predicate predicate,
                         const char *inside, const char *outside)
{
    TestProgram test = test_load(source);
    Slice *slice = slice_compute(test.program, properties, narrow, NULL);
    for (; *inside; inside++)
        if (!holds_on_line(&test, slice, line_of(source, *inside), predicate))
            fail_msg("%c is missing in\n%s", *inside, source);
    for (; *outside; outside++)
        if (holds_on_line(&test, slice, line_of(source, *outside), predicate))
            fail_msg("%c is too much in\n%s", *outside, source);
    slice_free(slice);
    test_unload(&test);
}

static void assert_slice(const char *source, PropertyMask properties, const char *inside, const char *outside)
{
    assert_lines(source, properties, false, slice_contains, inside, outside);
}

static void assert_narrow(const char *source, PropertyMask properties, const char *inside, const char *outside)
{
    assert_lines(source, properties, true, slice_contains, inside, outside);
}

static void assert_leads(const char *source, PropertyMask properties, const char *inside, const char *outside)
{
    assert_lines(source, properties, false, slice_leads_on, inside, outside);
}

static void branches_and_values(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "int p, q, v, w, x = 1, y, z;\n"
                              "int main(void) {\n"
                              "    if (p) // A\n"
                              "        y = v; // B\n"
                              "    z = w * 5; // C\n"
                              "    if (q) // D\n"
                              "        x = z * 2; // E\n"
                              "    assert(x); // F\n"
                              "    y = 7; // G\n"
                              "    return 0; }\n",
                 assertion, "CDEF", "ABG");
}

static void shared_state_that_plays_no_part(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "int shared, other;\n"
                              "static void *worker(void *a) {\n"
                              "    shared = shared + 1; // A\n"
                              "    if (shared > 2) // B\n"
                              "        other = shared; // C\n"
                              "    return a; }\n"
                              "int main(void) { pthread_t t; int n = 0;\n"
                              "    pthread_create(&t, NULL, worker, NULL); // D\n"
                              "    shared = 4; // E\n"
                              "    for (int i = 0; i < 3; i++) // F\n"
                              "        n += 2; // G\n"
                              "    assert(n == 6); // H\n"
                              "    pthread_join(t, NULL); // I\n"
                              "    return 0; }\n",
                 assertion, "DFGHI", "ABCE");
}

static void pointers(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "struct pair { int left, right; struct pair *next; } a, b, c;\n"
                              "static void set(int *p, int v) {\n"
                              "    *p = v; } // A\n"
                              "int x, y, *p = &x, **pp = &p;\n"
                              "int main(void) {\n"
                              "    set(&y, 3); // B\n"
                              "    **pp = 4; // C\n"
                              "    a.next = &b; // D\n"
                              "    a.next->right = 5; // E\n"
                              "    c.left = 6; // F\n"
                              "    b.left = 7; // G\n"
                              "    assert(x == 4 && b.right == 5);\n"
                              "    return 0; }\n",
                 assertion, "ACDE", "FG");
    assert_slice(TEST_HEADERS "struct item { int key; int value; };\n"
                              "int main(int n, char **a) { struct item *items = malloc(8 * sizeof *items);\n"
                              "    if (!items) return 1;\n"
                              "    items[0].key = 1;\n"
                              "    int k = abs(-9); // A\n"
                              "    items[n].key = k;\n"
                              "    int v = abs(-8); // B\n"
                              "    items[n].value = v;\n"
                              "    assert(items[3].key == 0);\n"
                              "    free(items); return 0; }\n",
                 assertion, "A", "B");
}

static void functions_by_address(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "int x, y, z;\n"
                              "static void one(void) { x = 1; // A\n"
                              "}\n"
                              "static void two(void) { x = 2; // B\n"
                              "}\n"
                              "static void three(void) { y = 3; // C\n"
                              "}\n"
                              "static void (*table[])(void) = {one, two};\n"
                              "static void (*f)(void) = three;\n"
                              "int main(int count, char **v) {\n"
                              "    table[count & 1](); // D\n"
                              "    f(); // E\n"
                              "    assert(x); return 0; }\n",
                 assertion, "ABDE", "C");
}

static void arguments_of_threads(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "#include <threads.h>\n"
                              "struct job { int in, out; } first, second;\n"
                              "static void *work(void *a) { struct job *j = a;\n"
                              "    j->out = j->in; // A\n"
                              "    return NULL; }\n"
                              "static int work11(void *a) { *(int *)a = 3; // B\n"
                              "    return 5; }\n"
                              "int main(void) { pthread_t t; thrd_t u; int local = 0, result = 0, unused = 0;\n"
                              "    first.in = 3; // C\n"
                              "    second.in = 4; // D\n"
                              "    pthread_create(&t, NULL, work, &first);\n"
                              "    thrd_create(&u, work11, &local);\n"
                              "    pthread_join(t, NULL);\n"
                              "    thrd_join(u, &result);\n"
                              "    unused = result + 1; // E\n"
                              "    assert(first.out == 3 && local == 3); return 0; }\n",
                 assertion, "ABC", "DE");
    // The result of a thread, and that nobody asks for it.
    const char *text = TEST_HEADERS "int x, y;\n"
                                    "static void *work(void *a) {\n"
                                    "    x = 1; // A\n"
                                    "    return (void *)(long)x; }\n"
                                    "int main(void) { pthread_t t; void *result = NULL;\n"
                                    "    pthread_create(&t, NULL, work, NULL);\n"
                                    "    pthread_join(t, %s);\n"
                                    "    y = 3;\n"
                                    "    assert(%s); return 0; }\n";
    char source[1024];
    snprintf(source, sizeof source, text, "&result", "result");
    assert_slice(source, assertion, "A", "");
    snprintf(source, sizeof source, text, "NULL", "y");
    assert_slice(source, assertion, "", "A");
}

static void what_ends_or_blocks(void **state)
{
    (void)state;
    // A variable that only decides about a lock, about the end of the process, about a loop.
    assert_slice(TEST_HEADERS "int busy, quit, turns, go, x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                              "static void *worker(void *a) {\n"
                              "    busy = 1; // A\n"
                              "    quit = 1; // B\n"
                              "    turns = 9; // C\n"
                              "    go = 1; // D\n"
                              "    return a; }\n"
                              "int main(void) { pthread_t t; int y = 0;\n"
                              "    pthread_create(&t, NULL, worker, NULL);\n"
                              "    if (busy) // E\n"
                              "        pthread_mutex_lock(&m); // F\n"
                              "    if (quit) exit(1); // G\n"
                              "    for (int i = 0; i < turns; i++) // H\n"
                              "        y++; // I\n"
                              "    while (!go) // J\n"
                              "        ;\n"
                              "    assert(x == 0); return 0; }\n",
                 assertion, "ABCDEFGHJ", "I");
    // A division, an index, a pointer.
    assert_slice(TEST_HEADERS "int d = 1, i, n, *p = &n, v, u, w, a[4];\n"
                              "int main(void) {\n"
                              "    d = 2; // A\n"
                              "    i = 3; // B\n"
                              "    p = &v; // C\n"
                              "    u = 8 / d; // D\n"
                              "    u = 5; // E\n"
                              "    a[i] = u; // F\n"
                              "    *p = u; // G\n"
                              "    w = 8 / 3; // H\n"
                              "    a[2] = w; // I\n"
                              "    assert(n == 0); return 0; }\n",
                 assertion, "ABCDFG", "HI");
    // An assumption; recursion that an input decides.
    assert_slice("int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void reach_error(void);\n"
                 "int g;\n"
                 "static void deeper(int n) {\n"
                 "    if (n) // A\n"
                 "        deeper(n - 1); // B\n"
                 "}\n"
                 "int main(void) { int a = __VERIFIER_nondet_int(); // C\n"
                 "    int b = __VERIFIER_nondet_int(); // D\n"
                 "    __VERIFIER_assume(a < 5); // E\n"
                 "    g = b; // F\n"
                 "    int c = __VERIFIER_nondet_int(); // G\n"
                 "    deeper(a);\n"
                 "    if (c) reach_error(); // H\n"
                 "    return 0; }\n",
                 assertion, "ABCEGH", "DF");
}

static void locks_in_structures(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "struct account { pthread_mutex_t lock; int balance, rate; } accounts[3]; int g, h;\n"
                              "static void *worker(void *a) { struct account *one = a;\n"
                              "    pthread_mutex_lock(&one->lock); // A\n"
                              "    int rate = g; // B\n"
                              "    one->rate = rate;\n"
                              "    int more = h; // C\n"
                              "    one->balance += more;\n"
                              "    pthread_mutex_unlock(&one->lock); // D\n"
                              "    return a; }\n"
                              "int main(void) { pthread_t t;\n"
                              "    for (int i = 0; i < 3; i++) pthread_mutex_init(&accounts[i].lock, NULL); // E\n"
                              "    pthread_create(&t, NULL, worker, &accounts[1]);\n"
                              "    pthread_join(t, NULL);\n"
                              "    assert(accounts[1].balance == 7); return 0; }\n",
                 assertion, "ACDE", "B");
}

static void contexts(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "static int add(int a, int b) { return a + b; }\n"
                              "static int first(int a, int b) { (void)b; return add(a, 1); }\n"
                              "int u, v, w, r, s;\n"
                              "int main(void) {\n"
                              "    int x = add(u, 1); // A\n"
                              "    int y = add(v, 2); // B\n"
                              "    s = y; // C\n"
                              "    int z = w; // D\n"
                              "    r = first(x, z);\n"
                              "    assert(r == 2); return 0; }\n",
                 assertion, "A", "BCD");
}

static void printing(void **state)
{
    (void)state;
    assert_slice(TEST_HEADERS "#include <stdio.h>\n"
                              "int x, y, z; char text[4], used[4];\n"
                              "int main(void) { char buffer[30];\n"
                              "    y = 3; // A\n"
                              "    printf(\"%d %5.2f %%\\n\", y, 2.0);\n"
                              "    text[0] = 1; // B\n"
                              "    printf(\"%s\\n\", text); // C\n"
                              "    z = 4; // D\n"
                              "    sprintf(buffer, \"%d\", z); // E\n"
                              "    assert(x == 0); return 0; }\n",
                 assertion, "BCDE", "A");
    assert_slice(TEST_HEADERS "#include <stdio.h>\n"
                              "int x, y;\n"
                              "int main(void) {\n"
                              "    y = 3; // A\n"
                              "    x = printf(\"%d\\n\", y); // B\n"
                              "    assert(x == 2); return 0; }\n",
                 assertion, "AB", "");
    // Arguments behind `...` of a function of the program.
    assert_slice(TEST_HEADERS "#include <stdarg.h>\n"
                              "static int sum(int n, ...) { va_list l; int s = 0; va_start(l, n);\n"
                              "    for (int i = 0; i < n; i++) s += va_arg(l, int);\n"
                              "    va_end(l); return s; }\n"
                              "int a, b;\n"
                              "int main(void) {\n"
                              "    a = 3; // A\n"
                              "    b = sum(2, a, 4); // B\n"
                              "    assert(b == 7); return 0; }\n",
                 assertion, "AB", "");
}

static void what_leads_on(void **state)
{
    (void)state;
    const char *source = TEST_HEADERS "int x, y;\n"
                                      "static void check(void) { assert(x == 0); // A\n"
                                      "}\n"
                                      "static void *worker(void *a) {\n"
                                      "    x = 0; // B\n"
                                      "    check(); // C\n"
                                      "    y = 1; // D\n"
                                      "    return a; }\n"
                                      "static void *idle(void *a) {\n"
                                      "    y = 2; // E\n"
                                      "    return a; }\n"
                                      "int main(void) { pthread_t t, u;\n"
                                      "    pthread_create(&t, NULL, idle, NULL);\n"
                                      "    y = 3; // F\n"
                                      "    pthread_create(&u, NULL, worker, NULL);\n"
                                      "    y = 4; // G\n"
                                      "    return 0; }\n";
    assert_leads(source, assertion, "ABCF", "DEG");
    // The end of the process runs what was registered for it.
    assert_leads(TEST_HEADERS "int x;\n"
                              "static void last(void) { assert(x == 0); }\n"
                              "static void *worker(void *a) {\n"
                              "    x = 0; // A\n"
                              "    pthread_exit(a); }\n"
                              "int main(void) { pthread_t t; atexit(last);\n"
                              "    pthread_create(&t, NULL, worker, NULL);\n"
                              "    pthread_exit(NULL); // B\n"
                              "}\n",
                 assertion, "AB", "");
    assert_leads(TEST_HEADERS "int x, y, *p = &x;\n"
                              "int main(void) {\n"
                              "    y = 1; // A\n"
                              "    *p = 1; // B\n"
                              "    y = 8 / (x + 1); // C\n"
                              "    y = 2; // D\n"
                              "    return 0; }\n",
                 PROPERTY_BIT(PROPERTY_MEMORY), "AB", "");
}

static void a_narrow_slice_begins_at_checks_and_ends(void **state)
{
    (void)state;
    const char *source = TEST_HEADERS "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                      "int x, flag, *p;\n"
                                      "static void *worker(void *a) {\n"
                                      "    long n = (long)a + 1; // A\n"
                                      "    pthread_mutex_lock(&m); // B\n"
                                      "    x = *p; // C\n"
                                      "    pthread_mutex_unlock(&m); // D\n"
                                      "    if (flag) // E\n"
                                      "        pthread_exit(a); // F\n"
                                      "    assert(n != 0); // H\n"
                                      "    return a; }\n"
                                      "int main(void) { pthread_t t;\n"
                                      "    flag = 1; // I\n"
                                      "    pthread_create(&t, NULL, worker, NULL); // J\n"
                                      "    return 0; }\n";
    assert_narrow(source, assertion, "AEFHIJ", "BCD");
    // Asked about, a lock and an access that may fault are checks themselves.
    assert_narrow(source, PROPERTY_BIT(PROPERTY_MEMORY), "BCD", "");
}

// Whether all instructions are in the slice, those of library models aside.
static bool contains_everything(const Program *program, const Slice *slice)
{
    bool all = true;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        for (uint32_t j = 0; j < function->instruction_count && !function->from_model; j++)
            all &= slice_contains(slice, i, j);
    }
    return all;
}

static void everything_for_races_and_leaks(void **state)
{
    (void)state;
    TestProgram test = test_load("int x, y; int main(void) { x = 1; return 0; }\n");
    Slice *slice = slice_compute(test.program, assertion | PROPERTY_BIT(PROPERTY_RACE), false, NULL);
    assert_true(contains_everything(test.program, slice));
    slice_free(slice);
    slice = slice_compute(test.program, assertion, false, NULL);
    assert_false(contains_everything(test.program, slice));
    slice_free(slice);
    test_unload(&test);
}

// What was not looked at for lack of time may matter.
static void everything_when_time_is_up(void **state)
{
    (void)state;
    TestProgram test = test_load("int x, y; int main(void) { x = 1; return 0; }\n");
    Limits limits = {.reason = LIMIT_TIMEOUT};
    Slice *slice = slice_compute(test.program, assertion, false, &limits);
    assert_true(contains_everything(test.program, slice));
    slice_free(slice);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_and_values),
        cmocka_unit_test(shared_state_that_plays_no_part),
        cmocka_unit_test(pointers),
        cmocka_unit_test(functions_by_address),
        cmocka_unit_test(arguments_of_threads),
        cmocka_unit_test(what_ends_or_blocks),
        cmocka_unit_test(locks_in_structures),
        cmocka_unit_test(contexts),
        cmocka_unit_test(printing),
        cmocka_unit_test(what_leads_on),
        cmocka_unit_test(a_narrow_slice_begins_at_checks_and_ends),
        cmocka_unit_test(everything_for_races_and_leaks),
        cmocka_unit_test(everything_when_time_is_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
