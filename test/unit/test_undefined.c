// What is undefined in C is found also where a compiler would drop it: accesses outside of locals, operations whose
// results nobody uses. Each program stands on one line; what it shares with the others does not violate anything.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"

typedef struct Row {
    const char *source;
    const char *message; // how the text of the violation begins, or NULL if there is none
} Row;

static TestProgram load_checked(const char *source)
{
    static const char *const arguments[] = {"-w", "-include", "string.h"};
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", source);
    FrontOptions options = {.files = (const char *[]){path},
                            .file_count = 1,
                            .clang_arguments = arguments,
                            .clang_argument_count = 3,
                            .check_overflow = true};
    Text errors = {0};
    Program *program = front_load(&options, &errors);
    if (!program)
        fail_msg("%s could not be loaded: %s", source, text_string(&errors));
    unlink(path);
    text_free(&errors);
    return (TestProgram){program, facts_compute(program)};
}

static void check_rows(const Row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        TestProgram test = load_checked(rows[i].source);
        MachineOptions options = test_machine_options(&test);
        options.properties |= PROPERTY_BIT(PROPERTY_OVERFLOW);
        Machine *machine = machine_create(test.program, &options);
        test_finish(machine);
        bool violated = machine_status(machine) == MACHINE_VIOLATION;
        const char *found = violated ? machine_violation(machine)->message : "";
        if (violated != (rows[i].message != NULL))
            fail_msg("%s: status %d %s", rows[i].source, (int)machine_status(machine), found);
        if (violated && strncmp(found, rows[i].message, strlen(rows[i].message)) != 0)
            fail_msg("%s: expected '%s', found '%s'", rows[i].source, rows[i].message, found);
        machine_free(machine);
        test_unload(&test);
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

static void accesses_outside_locals(void **state)
{
    (void)state;
    static const Row rows[] = {
        {"int main(void) { int a[3] = {1, 2, 3}; a[3] = 1; return a[0]; }", "index outside of the array"},
        {"int main(void) { int a[3] = {1, 2, 3}, r = a[3]; return 0; }", "index outside of the array"},
        {"int main(void) { int a[3] = {1, 2, 3}, *p = a; p[-1] = 2; return 0; }", "write"},
        {"int main(void) { int x = 1; long y = *(long long *)&x; return 0; }", "read of 8 bytes out of bounds"},
        {"int main(void) { int x = 1; *(long long *)&x = 3; return x; }", "write of 8 bytes out of bounds"},
        {"int main(void) { int x = 5; unsigned char *p = (unsigned char *)&x; return p[4] * 0; }", "read of 1 byte"},
        {"int main(void) { int x = 5; unsigned char *p = (unsigned char *)&x; return p[3]; }", NULL},
        {"int main(void) { int a[3] = {0}, b[4] = {0}; memcpy(a, b, 16); return 0; }", "write"},
        {"int main(void) { int a[3] = {0}, b[4] = {0}; memcpy(b, a, 16); return 0; }", "read"},
        {"int main(void) { char a[3]; memset(a, 0, 4); return 0; }", "write"},
        {"int main(void) { char a[8] = {0}; memmove(a + 1, a, 8); return 0; }", "write"},
        {"int main(void) { int a[2]; memset(a + 2, 0, 0); return 0; }", NULL},
        {"int main(void) { int *p = (int[]){1, 2}; return p[2] * 0; }", "read of 4 bytes out of bounds"},
        {"static int f(int x) { int *p = &x; return p[1]; } int main(void) { return f(0) * 0; }", "read of 4 bytes"},
        {"union U { int a; long long b; }; int main(void) { int x = 0; return (int)((union U *)&x)->b; }", "read of 8"},
        {"struct S { int a, b; }; struct T { struct S s; int c; };"
         "int main(void) { struct S s = {1, 2}; struct T t = *(struct T *)&s; return t.c; }",
         "read"},
        {"struct S { int a[2], b; }; int main(void) { struct S s = {{0}, 0}; int *p = &s.b; p[1] = 3; return 0; }",
         "write of 4 bytes out of bounds"},
        {"int main(void) { int a[3] = {0}; int *end = a + 3; return end == a; }", NULL},
        {"int g; int main(void) { int a[3] = {0}; if (g) a[3] = 1; return 0; }", NULL},
    };
    CHECK_ROWS(rows);
}

static void accesses_through_pointers_in_locals(void **state)
{
    (void)state;
    static const Row rows[] = {
        {"int main(void) { int x = 0, *p = &x, **q = &p; (*q)[1] = 2; return x; }", "write of 4 bytes out of bounds"},
        {"int main(void) { int x = 0, *p = &x, **q = &p, ***r = &q; (**r)[1] = 2; return x; }", "write of 4 bytes"},
        {"int main(void) { int x = 0, *p = &x, **q = &p, ***r = &q; (**r)[0] = 2; return x - 2; }", NULL},
        {"struct S { int *p, n; }; int main(void) { int a[3] = {0}; struct S s = {a, 3}; s.p[3] = 1; return 0; }",
         "write of 4 bytes out of bounds"},
        {"struct S { int *p, n; };"
         "int main(void) { int a[3] = {0}; struct S s = {a, 3}, t = s; return t.p[3] * 0; }",
         "read of 4 bytes out of bounds"},
        {"int main(void) { int x = 0, y = 0, *p[2] = {&x, &y}; p[1][1] = 2; return x; }", "write of 4 bytes"},
        {"int main(void) { int x = 0, y = 0, *p[2] = {&x, &y}; *p[2] = 2; return x; }", "index outside of the array"},
        {"int g; int main(void) { int x = 0, y[2] = {0}, *p = g ? y : &x; p[1] = 2; return x; }", "write of 4 bytes"},
        {"int g = 1; int main(void) { int x = 0, y[2] = {0}, *p = g ? y : &x; p[1] = 2; return x; }", NULL},
        {"int main(void) { int a[3] = {0}; for (int *p = a; p <= a + 3; p++) *p = 1; return 0; }", "write of 4 bytes"},
        {"int main(void) { int a[3] = {0}; for (int *p = a; p < a + 3; p++) *p = 1; return 0; }", NULL},
        {"int *g; int main(void) { int x = *g; return 0; }", "read through a null pointer"},
        {"struct S { int a[9]; } *g; int main(void) { struct S s = *g; return 0; }", "read through a null pointer"},
    };
    CHECK_ROWS(rows);
}

static void operations_without_use(void **state)
{
    (void)state;
    static const Row rows[] = {
        {"int x = 2147483647; int main(void) { int v = x; v++; return 0; }", "signed overflow"},
        {"int x = -2147483647 - 1; int main(void) { int v = -x; return 0; }", "signed overflow"},
        {"int x = 1 << 20; int main(void) { x * x; return 0; }", "signed overflow"},
        {"int x = 2147483647, a[3]; int main(void) { int *p = &a[x + 1]; return 0; }", "signed overflow"},
        {"int x = 2147483647; int main(void) { int y = (x + 1, 0); return y; }", "signed overflow"},
        {"struct S { int a, b; }; int x = 2147483647; int main(void) { struct S s; s.a = x + 1; return 0; }",
         "signed overflow"},
        {"__int128 x = (__int128)((~(unsigned __int128)0) >> 1); int main(void) { __int128 v = x + 1; return 0; }",
         "signed overflow"},
        {"unsigned x = -1; signed char c = 127; int main(void) { unsigned v = x + 1; c++; return 0; }", NULL},
        {"int s = 40; int main(void) { unsigned w = 1u << s; return 0; }", "shift by 40"},
        {"int s = -1; int main(void) { int w = 1 >> s; return 0; }", "shift by"},
        {"int main(void) { int x = 1; x <<= 33; return 0; }", "shift by 33"},
        {"int s; int main(void) { int w = 1 / s; return 0; }", "division by zero"},
        {"int s; int main(void) { (void)(1u % (unsigned)s); return 0; }", "division by zero"},
        {"int s = -1, m = -2147483647 - 1; int main(void) { int w = m / s; return 0; }", "-2147483648 / -1"},
        {"int main(void) { int w = 1 / 0; return 0; }", "a constant expression divides by zero"},
        {"int x; int main(void) { x = 1 << 40; return 0; }", "a constant expression divides by zero"},
        {"int g = 1; int main(void) { int w = g ? 1 / 0 : 2; return 0; }", "a constant expression divides by zero"},
        {"int g; int main(void) { int w = g ? 1 / 0 : 2; return 0; }", NULL},
    };
    CHECK_ROWS(rows);
}

#define MISSING "control reaches the end of a function that must return a value"

static void values_that_are_not_returned(void **state)
{
    (void)state;
    static const Row rows[] = {
        {"int h(int x) { if (x) return 1; } int main(void) { int r = h(0); return 0; }", MISSING},
        {"int h(int x) { if (x) return 1; } int main(void) { int r = h(1); return r == 2; }", NULL},
        {"int h(int x) { if (x) return 1; } int main(void) { h(0); (void)h(0); return (h(0), 0); }", NULL},
        {"int h(int x) { if (x) return 1; } int main(void) { if (h(0)) return 1; return 0; }", MISSING},
        {"int h(void) {} int g(void) { return h(); } int main(void) { g(); return 0; }", MISSING},
        {"int h(void) {} int main(void) { int (*p)(void) = h; int x = p(); return 0; }", MISSING},
        {"int h(void) {} int main(void) { int (*p)(void) = h; p(); return 0; }", NULL},
        {"double h(int x) { switch (x) { case 1: return 1; } } int main(void) { return h(2) > 3; }", MISSING},
        {"double h(int x) { switch (x) { case 1: return 1; } } int main(void) { return h(1) > 3; }", NULL},
        {"int h(int x) { if (x) goto end; return 3; end:; } int main(void) { return h(1) * 0; }", MISSING},
        {"int h(int x) { for (;;) if (x++ > 3) return 1; } int main(void) { return h(1) - 1; }", NULL},
        {"int c; int h(void) {} int main(void) { c ? h() : h(); return 0; }", NULL},
    };
    CHECK_ROWS(rows);
}

#define ENDED " of a local variable whose"

static void locals_of_blocks_that_have_ended(void **state)
{
    (void)state;
    static const Row rows[] = {
        {"int main(void) { int *p; { int x = 1; p = &x; } return *p * 0; }", "read" ENDED " block has ended"},
        {"int main(void) { int *p; { int x = 1; p = &x; } *p = 3; return 0; }", "write" ENDED " block has ended"},
        {"int main(void) { int *p; { int x = 1; p = &x; *p = 2; } return 0; }", NULL},
        {"int main(void) { int *p; for (int i = 0; i < 2; i++) p = &i; return *p * 0; }", "read" ENDED},
        {"int main(void) { int *p; while (1) { int x = 2; p = &x; if (x) break; } return *p * 0; }", "read" ENDED},
        {"int main(void) { int *p; { int x = 2; p = &x; goto out; } out: return *p * 0; }", "read" ENDED},
        {"int main(void) { int *p; { int a[3] = {1, 2, 3}; p = a + 1; } return p[0] * 0; }", "read" ENDED},
        {"int main(void) { int **q; { int *p, x = 0; p = &x; q = &p; } return **q * 0; }", "read" ENDED},
        // The next time round it is another object.
        {"int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) *p = 5; p = &x; } return 0; }",
         "write" ENDED},
        {"struct N { struct N *next; int v; };"
         "int main(void) { struct N *l = 0; for (int i = 0; i < 2; i++) { struct N n = {l, i}; l = &n; } return l->v; }",
         "read" ENDED},
        {"int *g; int main(void) { for (int i = 0; i < 200000; i++) { int x = i, *p[2] = {&x, g}; g = p[i & 1]; } }",
         NULL},
        {"int main(void) { int r = 0; goto in; { int x; in: x = 3; int *p = &x; r = *p; } return r - 3; }", NULL},
        {"int g = 2; static void set(int *p) { *p = 4; }"
         "int main(void) { switch (g) { int y; case 2: set(&y); return y - 4; } return 1; }",
         NULL},
        {"static int f(int k) { for (int i = 0; i < 9; i++) { int x = i, *p = &x; if (*p == k) return *p; } return -1; }"
         "int main(void) { return f(4) - 4; }",
         NULL},
        {"int main(void) { int z = ({ int x = 3, *p = &x; *p; }); return z - 3; }", NULL},
    };
    CHECK_ROWS(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_outside_locals),          cmocka_unit_test(accesses_through_pointers_in_locals),
        cmocka_unit_test(operations_without_use),           cmocka_unit_test(values_that_are_not_returned),
        cmocka_unit_test(locals_of_blocks_that_have_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
