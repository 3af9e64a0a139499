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
    Program *program = test_front_load(&options);
    unlink(path);
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

// clang computes them.
static void operations_of_constants(void **state)
{
    (void)state;
#define INT_MAXIMUM "2147483647"
    static const Row rows[] = {
        {"int main(void) { int x = " INT_MAXIMUM " + 1; return x == 5; }", "signed overflow: 2147483647 + 1"},
        {"int main(void) { " INT_MAXIMUM " + 1; return 0; }", "signed overflow: 2147483647 + 1"},
        {"enum { BIG = " INT_MAXIMUM " };\n#define SUM(a, b) ((a) + (b))\nint main(void) { return SUM(BIG, 2) == 5; }",
         "signed overflow: 2147483647 + 2"},
        {"int main(void) { return -(-" INT_MAXIMUM " - 1) == 5; }", "signed overflow: 0 - -2147483648"},
        {"int main(void) { return 65536 * 65536 == 5; }", "signed overflow: 65536 * 65536"},
        {"int main(void) { long long l = 9223372036854775807 + 1; return 0; }", "signed overflow"},
        {"int main(void) { if (" INT_MAXIMUM " + 1 > 0) return 0; return 0; }", "signed overflow"},
        {"int main(void) { while (" INT_MAXIMUM " + 1) return 0; return 0; }", "signed overflow"},
        {"int main(void) { switch (" INT_MAXIMUM " + 1) { case 1: return 0; } return 0; }", "signed overflow"},
        {"int x = 1; int main(void) { return x && (" INT_MAXIMUM " + 1) ? 0 : 1; }", "signed overflow"},
        {"int x; int main(void) { return x && (" INT_MAXIMUM " + 1); }", NULL},
        {"int x; int main(void) { return x ? " INT_MAXIMUM " + 1 : 0; }", NULL},
        {"int main(void) { return 0 && (" INT_MAXIMUM " + 1); }", NULL},
        {"int main(void) { return 1 ? 0 : " INT_MAXIMUM " + 1; }", NULL},
        {"int main(void) { if (0) return " INT_MAXIMUM " + 1; return 0; }", NULL},
        {"static int unused(void) { return " INT_MAXIMUM " + 1; } int main(void) { return 0; }", NULL},
        {"int main(void) { return sizeof(" INT_MAXIMUM " + 1) == 5; }", NULL},
        {"int main(void) { return _Generic(" INT_MAXIMUM " + 1, int: 0, default: 1); }", NULL},
        {"int main(void) { static int x = " INT_MAXIMUM " + 1; return x == 5; }", NULL},
        {"int main(void) { return " INT_MAXIMUM "u + 1u == 5 || " INT_MAXIMUM " + 0 == 5; }", NULL},
        {"int x = 2147483647; int main(void) { return __builtin_sadd_overflow(x, 1, &x) - 1; }", NULL},
        {"struct S { int a, b; }; int x = 1;"
         "int main(void) { struct S s = {x, " INT_MAXIMUM " + 1}; return s.a == 5; }",
         "signed overflow"},
        {"int main(void) { return (-" INT_MAXIMUM " - 1) / -1 == 5; }", "a constant expression divides by zero"},
        {"int main(void) { return (-" INT_MAXIMUM " - 1) % -1 == 5; }", "a constant expression divides by zero"},
    };
#undef INT_MAXIMUM
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

#define LARGE "struct S { long a[9]; }; struct S h(int x) { if (x) return (struct S){{7}}; }"
#define MIDDLE "struct S { int a, b, c; }; struct S h(int x) { if (x) return (struct S){7}; }"
#define SMALL "struct S { int a, b; }; struct S h(int x) { if (x) return (struct S){7}; }"

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
        // In memory of the caller, in registers, and by way of another local.
        {LARGE "int main(void) { struct S s = h(0); return 0; }", MISSING},
        {LARGE "struct S g; int main(void) { g = h(0); return 0; }", MISSING},
        {LARGE "int main(void) { return h(0).a[1] == 5; }", MISSING},
        {LARGE "struct S g(void) { return h(0); } int main(void) { g(); return 0; }", MISSING},
        {LARGE "static long first(struct S s) { return s.a[0]; } int main(void) { return first(h(0)) == 5; }", MISSING},
        {LARGE "int main(void) { struct S s = h(1); return s.a[0] - 7; }", NULL},
        {LARGE "int c; int main(void) { h(0); (void)h(0); h(0), h(0); c ? h(0) : h(1); return 0; }", NULL},
        {MIDDLE "int main(void) { return h(0).a == 5; }", MISSING},
        {MIDDLE "int main(void) { return h(1).a - 7; }", NULL},
        {MIDDLE "int c; int main(void) { h(0); (void)h(0); h(0), h(0); c ? h(0) : h(1); return 0; }", NULL},
        {SMALL "int main(void) { return h(0).a == 5; }", MISSING},
        {SMALL "int main(void) { struct S s = h(1); return s.a - 7; }", NULL},
        {SMALL "int c; int main(void) { h(0); (void)h(0); h(0), h(0); c ? h(0) : h(1); return 0; }", NULL},
        // A local that is written is not yet returned.
        {"struct S { long a[9]; }; struct S h(int x) { struct S s = {{7}}; if (x) return s; }"
         "int main(void) { return h(0).a[0] == 5; }",
         MISSING},
        {"struct S { int a, b; }; struct S h(int x) { struct S s = {7}; if (x) return s; }"
         "int main(void) { return h(0).a == 5; }",
         MISSING},
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

static void literals_of_blocks_that_have_ended(void **state)
{
    (void)state;
#define S "struct S { int a, b; };"
    static const Row rows[] = {
        {S "int main(void) { struct S *p; { p = &(struct S){4}; } return p->a * 0; }", "read" ENDED " block has ended"},
        {S "int main(void) { struct S *p; { p = &(struct S){4}; p->a = 3; } p->b = 1; return 0; }", "write" ENDED},
        {S "int main(void) { struct S *p; { p = &(struct S){4}; p->a -= 4; return p->a; } }", NULL},
        {S "int main(void) { struct S *p = &(struct S){4}; { p->a -= 4; } return p->a; }", NULL},
        {"int main(void) { int *p; { p = (int[]){1, 2, 3}; } return p[1] * 0; }", "read" ENDED},
        {"int x = 3; int main(void) { int *p; { p = (int[]){x, x + 1, x ? x : 2}; x = p[2]; } return 0; }", NULL},
        {S "int x = 1; int main(void) { struct S *p = 0; if (x) p = &(struct S){4}; return p->a * 0; }", "read" ENDED},
        {S "int x = 1; int main(void) { struct S *p = 0; if (x) { p = &(struct S){0}; } else { p = &(struct S){1}; }"
           "return p->a * 0; }",
         "read" ENDED},
        {S "int main(void) { struct S *p = 0; for (int i = 0; i < 2; i++) { if (p) p->a = 5; p = &(struct S){i}; }"
           "return 0; }",
         "write" ENDED},
        {S "int main(void) { int n = 0; for (int i = 0; i < 3; i++) { struct S *p = &(struct S){i}; n += p->a; }"
           "return n - 3; }",
         NULL},
        {S "int main(void) { int n = 0; for (struct S *p = &(struct S){3}; p->a; p->a--) { n++; } return n - 3; }",
         NULL},
        // Once more in the same block it is the same object.
        {S "int main(void) { int n = 0; { struct S *p = 0, *q; again: q = p; p = &(struct S){n};"
           "if (!n++) goto again; n = q != p; q->b = 1; } return n; }",
         NULL},
        {S "int main(void) { struct S *p; { p = &(struct S){4}; goto out; } out: return p->a * 0; }", "read" ENDED},
        {S "int main(void) { int k = 0; struct S *p; while (1) { p = &(struct S){k}; if (k++ == 2) break; continue; }"
           "return p->a * 0; }",
         "read" ENDED},
        {S "static int sum(const struct S *s) { return s->a + s->b; }"
           "int main(void) { int n = 0; { n = sum(&(struct S){1, 2}) + sum(&(struct S){3, 4}); } return n - 10; }",
         NULL},
        {S "int main(void) { int n = ({ struct S *p = &(struct S){4}; p->a; }); return n - 4; }", NULL},
        {S "static void end(struct S **p) { (*p)->a++; }"
           "int main(void) { { __attribute__((cleanup(end))) struct S *p = &(struct S){4}; if (p->a) return 0; } }",
         NULL},
        {S "static void end(struct S **p) { (*p)->a++; }"
           "int main(void) { int n = 0; for (int i = 0; i < 3; i++) { __attribute__((cleanup(end))) struct S *p ="
           "&(struct S){i}; if (i == 1) continue; n += p->a; } return n - 2; }",
         NULL},
        {S "int main(void) { struct S *p; if ((p = &(struct S){4})->a) { p->a -= 4; return p->a; } else { p->b = 1; }"
           "return 1; }",
         NULL},
        {S
         "int main(void) { struct S *p; if ((p = &(struct S){4})->b) p->a = 1; else if (p->a == 4) p->b = 3; return 0; }",
         NULL},
        {S "int main(void) { struct S *p; if ((p = &(struct S){4})->a) p->b = 1; return p->a * 0; }", "read" ENDED},
        {S "int main(void) { int n = 0; while (1) { struct S *p = &(struct S){n}; if (p->a == 3) return p->b; n++; } }",
         NULL},
        {S "int main(void) { struct S *p = 0; int n = 0; while (1) { if (p) return p->b; p = &(struct S){n}; n++; } }",
         "read" ENDED},
        {S "int main(void) { int n = 3; { struct S *p = &(struct S){n}; do { n--; p->a--; } while (p->a); n += p->b; }"
           "return n; }",
         NULL},
        {S
         "int main(void) { int n = 3; { struct S *p = &(struct S){n}; for (;;) { if (!p->a) break; p->a--; } n = p->a; }"
         "return n; }",
         NULL},
        {S
         "int main(void) { int n = 2; { int a[n]; struct S *p = &(struct S){n}; a[1] = p->a; n -= a[1]; } return n; }",
         NULL},
        {S
         "int x = 1; int main(void) { struct S *p; { p = x ? &(struct S){4} : &(struct S){5}; x = p->a; } return x - 4; }",
         NULL},
        {S "int x = 1; int main(void) { int n; { struct S s = *(x ? &(struct S){4} : &(struct S){5}); n = s.a; }"
           "return n - 4; }",
         NULL},
        {S
         "static int f(int k) { switch (k) { case 1: { struct S *p = &(struct S){k}; return p->a; } default: {"
         "struct S *p = &(struct S){k, 2}, s = *p; return s.b - p->b; } } } int main(void) { return f(1) - 1 + f(2); }",
         NULL},
        {S "static int f(int n) { struct S *p = &(struct S){n}; if (n) { struct S *q = &(struct S){f(n - 1)};"
           "return p->a + q->a; } return p->b; } int main(void) { return f(3) - 6; }",
         NULL},
    };
#undef S
    CHECK_ROWS(rows);
}

static void locals_whose_declaration_is_bypassed(void **state)
{
    (void)state;
#define KEEP "static int *g; static void keep(int *p) { g = p; } static void set(int *p) { *p = 4; }"
    static const Row rows[] = {
        {"int main(void) { int *q; goto in; { int y; in: y = 0; q = &y; } return *q * 0; }",
         "read" ENDED " block has ended"},
        {"int main(void) { int *q, k = 2; switch (k) { int y; case 2: y = 4; q = &y; } return *q * 0; }", "read" ENDED},
        {"int main(void) { int *q, k = 2; switch (k) { int y; case 2: y = 4; q = &y; k = *q; } return k - 4; }", NULL},
        {"int main(void) { int k = 2; switch (k) case 2: { int y = 4, *q = &y; k = *q; } return k - 4; }", NULL},
        // The declaration is reached.
        {"int main(void) { int *q = 0, k = 1; for (int i = 0; i < 2; i++) { if (k) goto skip; int y; skip: if (q)"
         "return *q * 0; y = i; q = &y; } return 0; }",
         "read" ENDED},
        {"int main(void) { int *q = 0, i = 0; while (i < 3) { i++; if (i == 2) goto next; int y; y = i; q = &y; continue;"
         "next: *q = 5; } return 0; }",
         "write" ENDED},
        {"int main(void) { int *q = 0; for (int i = 0; i < 2; i++) { again:; int y = i; q = &y; if (*q == 7) goto again; }"
         "return *q * 0; }",
         "read" ENDED},
        // In the same block it is the same object, whatever jumps there are.
        {"int main(void) { int *q = 0, n = 0; { again:; int y; if (q) y = *q + 1; else y = 0; q = &y; if (n++ < 3)"
         "goto again; n = *q; } return n - 3; }",
         NULL},
        {KEEP
         "int main(void) { for (int i = 0; i < 3; i++) switch (i) { int y; case 0: keep(&y); case 1: set(&y); keep(&y);"
         "default: if (i < 2) *g = 3; } return 0; }",
         NULL},
        {KEEP
         "int main(void) { for (int i = 0; i < 2; i++) switch (i) { int y; case 0: keep(&y); break; case 1: *g = 3; }"
         "return 0; }",
         "write" ENDED},
        {KEEP
         "int main(void) { int n = 7, i = 0; switch (n % 4) { int *p, y; case 0: do { i++; p = &y; *p = i; case 3: i++;"
         "set(&y); case 2: keep(&y); case 1: i += n > 0; } while ((n -= 4) > 0); i = *g; } return i - 4; }",
         NULL},
        {KEEP
         "int main(void) { int i = 0; top: { int *p; in:; int y; set(&y); p = &y; if (i++ == 0) goto out; if (i < 5)"
         "goto in; *p = 1; } return 0; out: if (i == 1) goto top; return 1; }",
         NULL},
        {KEEP "int main(void) { int i = 0; goto in; back: *g = 1; return 0; { int y; in: set(&y); keep(&y); if (!i++)"
              "goto back; } return 0; }",
         "write" ENDED},
        // Of a block that begins in a macro.
        {"\n#define BLOCK { int y; in: y = 0; q = &y; }\nint main(void) { int *q; goto in; BLOCK return *q * 0; }",
         "read" ENDED},
        {"\n#define BOTH(l) { int y; { l: y = 4; q = &y; } { k = *q; } }\n"
         "int main(void) { int *q, k; goto in; BOTH(in) return k - 4; }",
         NULL},
        // The name has several meanings.
        {"int main(void) { int *q, y = 3; goto in; { int y; in: y = 4; q = &y; y = *q; } q = &y; return *q - 3; }",
         NULL},
        {"int main(void) { int *q, y = 3; goto in; { int y; in: y = 0; q = &y; } return *q * y; }", "read" ENDED},
        {"int main(void) { int *q; goto in; { int y; in: { q = &y; int y = 5; *q = y; } *q = 2; } return 0; }", NULL},
        {"int main(void) { int *q; goto in; { int y, y1; in: { y1 = 3; q = &y1; } y = *q; { q = &y; } return *q - 3; } }",
         NULL},
        {"int main(void) { int *q; goto in; { int y; in: { y = 3; q = &y; } { return *q - 3; } } }", NULL},
        // What leaves a block, and what comes back into it.
        {"static void end(int **p) { **p += 1; }"
         "int main(void) { goto in; { int y; in: y = 3; { __attribute__((cleanup(end))) int *q = &y; *q = 4; } return y - 5; } }",
         NULL},
        {"static void end(int **p) { **p += 1; }"
         "int main(void) { int n = 0; again: { lab:; int y = n; int *q __attribute__((cleanup(end))) = &y; if (n++ < 2)"
         "goto again; if (n < 5) goto lab; } return 0; }",
         NULL},
        {"#include <setjmp.h>\nstatic jmp_buf b; int main(void) { volatile int n = 0; switch (1) { int *q, y; case 1: y = 2;"
         "q = &y; if (!setjmp(b)) n = 1; n = *q; } if (n == 2) return 0; return 1; }",
         NULL},
        {"int main(void) { int k = 1, z = ({ int r; switch (k) { int y, *q; case 1: y = 3; q = &y; r = *q; } r; }); return z - 3; }",
         NULL},
        {"int main(void) { int n = 2; { lab:; int y = 1; int a[n]; int *q = &y; a[1] = *q; if (a[1] == 1 && n == 9)"
         "goto lab; } return 0; }",
         NULL},
    };
#undef KEEP
    CHECK_ROWS(rows);
}

static void results_of_calls(void **state)
{
    (void)state;
#define S                                                                                                         \
    "struct S { int a[2]; }; struct L { int a[20]; }; static struct S f(int k) { struct S s = {{k}}; return s; }" \
    "static struct L g(int k) { struct L s = {{k}}; return s; } static int *p;"                                   \
    "static int *keep(int *q) { return p = q; } static int sum(int *q) { return q[0] + q[1]; }"
    static const Row rows[] = {
        {S "int main(void) { p = f(1).a; return *p * 0; }", "read" ENDED " block has ended"},
        {S "int main(void) { int *q = g(1).a; return *q * 0; }", "read" ENDED},
        {S "int main(void) { int *q = f(1).a, n = *q; q = 0; return n - 1; }", NULL},
        {S "int main(void) { keep(g(1).a); *p = 3; return 0; }", "write" ENDED},
        {S "int main(void) { return sum(f(1).a) + sum(g(2).a) - 3; }", NULL},
        {S "int main(void) { return *keep(f(1).a) + *p - 2; }", NULL},
        {S "int main(void) { if (*keep(g(1).a) == 1) { return *p * 0; } return 0; }", "read" ENDED},
        {S "int main(void) { int n = 0; while (*keep(f(n).a) < 3) n++; return n - 3; }", NULL},
        {S "int main(void) { int n = 0; for (p = 0; n < 3 && (!p || *p); n++) p = f(n + 1).a; return 0; }",
         "read" ENDED},
        {S "int main(void) { int n = 0; for (int i = 0; i < 3; i++) { n += sum(f(i).a); n += *keep(g(i).a); }"
           "return n - 6; }",
         NULL},
        {S "int main(void) { int k = 1, n = k ? *keep(f(1).a) : *keep(g(2).a); return n - 1; }", NULL},
        {S "int main(void) { switch (*keep(f(1).a)) { case 1: return 0; } return 1; }", NULL},
        {S "int main(void) { int n = ({ f(1); }).a[0]; return n - 1; }", NULL},
        {S "int main(void) { struct S tmp = f(1), *q = &tmp; p = q->a; return *p - 1; }", NULL},
        {S
         "int main(void) { int k = 1; switch (k) { struct L tmp; case 1: tmp = g(1); p = tmp.a; k = *p; } return k - 1; }",
         NULL},
        {S "\n#define SAME(x) x\nint main(void) { SAME(sum)(f(1).a); SAME(p = f(1).a;) return *p * 0; }", "read" ENDED},
        {S
         "\n#define TWICE(x) k += sum(x); k += sum(keep(x))\nint main(void) { int k = 0; TWICE(f(1).a); return k - 2; }",
         NULL},
        {S "\n#define ALL(x) (x)\nint main(void) { int k = ALL(sum)(g(3).a) + ALL(sum(f(1).a)); return k - 4; }", NULL},
    };
#undef S
    CHECK_ROWS(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_outside_locals),
        cmocka_unit_test(accesses_through_pointers_in_locals),
        cmocka_unit_test(operations_without_use),
        cmocka_unit_test(values_that_are_not_returned),
        cmocka_unit_test(locals_of_blocks_that_have_ended),
        cmocka_unit_test(operations_of_constants),
        cmocka_unit_test(literals_of_blocks_that_have_ended),
        cmocka_unit_test(locals_whose_declaration_is_bypassed),
        cmocka_unit_test(results_of_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
