// Which checks of indices are left in a program. Each row is a function, whose name is `f`; main does not matter.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"

typedef struct Row {
    const char *source;
    uint32_t left; // checks that the machine makes
} Row;

static bool is_index_check(const Program *program, const Instruction *instruction)
{
    uint64_t message = instruction->opcode == OP_require         ? instruction->imm
                       : instruction->opcode == OP_require_below ? instruction->b
                                                                 : 0;
    return message && !strcmp(program->strings.data[message], "index outside of the array");
}

static uint32_t count_checks(const Program *program)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < program->functions.count; id++) {
        const Function *function = &program->functions.data[id];
        if (!strcmp(function->name, "f"))
            for (uint32_t i = 0; i < function->instruction_count; i++)
                count += is_index_check(program, &function->instructions[i]);
    }
    return count;
}

static void check_rows(const Row *rows, size_t count)
{
    static const char before[] = "int a[2][10], any, other; _Noreturn void exit(int); void g(int *);\n";
    static const char after[] = "\nint main(void) { f(any, other); return 0; }\n";
    for (size_t i = 0; i < count; i++) {
        char source[1000];
        snprintf(source, sizeof source, "%s%s%s", before, rows[i].source, after);
        TestProgram test = test_load(source);
        uint32_t left = count_checks(test.program);
        if (left != rows[i].left)
            fail_msg("%s: %u checks are left, not %u", rows[i].source, left, rows[i].left);
        test_unload(&test);
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

static void sure_checks_are_dropped(void **state)
{
    (void)state;
    static const Row rows[] = {
        {"void f(int x, int y) { a[1][9] = x; }", 0},
        {"void f(int x, int y) { for (int i = 0; i < 10; i++) a[1][i] = x; }", 0},
        {"void f(int x, int y) { for (int i = 0; i <= 9; i++) a[1][i] = x; }", 0},
        {"void f(int x, int y) { for (int i = 0; i != 10; i++) a[1][i] = x; }", 0},
        {"void f(int x, int y) { for (int i = 9; i >= 0; i--) a[1][i] = x; }", 0},
        {"void f(int x, int y) { for (unsigned i = 10; i-- > 0;) a[1][i] = x; }", 0},
        {"void f(int x, int y) { for (unsigned long i = 0; i < 10; i++) a[1][i] = x; }", 0},
        {"void f(int x, int y) { int i = 0; while (i < 10 && a[0][i] != x) i++; }", 0},
        {"void f(int x, int y) { for (int i = 0; i < 2; i++) for (int j = 0; j < 10; j++) a[i][j] = x; }", 0},
        {"void f(int x, int y) { for (int i = 0; i < 9; i++) for (int j = i + 1; j < 10; j++) a[0][i] = a[1][j]; }", 0},
        {"void f(int x, int y) { for (int i = 0; i < 9; i++) a[0][i] = a[0][i + 1]; }", 0},
        {"void f(int x, int y) { for (int i = 1; i < 10; i++) a[0][i] = a[0][i - 1]; }", 0},
        {"void f(int x, int y) { for (int i = 0; i < y && i < 10; i++) a[0][i] = x; }", 0},
        {"void f(int x, int y) { if (y > 10) y = 10; for (int i = 0; i < y; i++) a[0][i] = x; }", 0},
        {"void f(int x, int y) { a[x & 1][y & 7] = 1; }", 0},
        {"void f(int x, int y) { a[0][(unsigned)x % 10] = 1; }", 0},
        {"void f(int x, int y) { if (x >= 0 && x < 10) a[0][x] = 1; }", 0},
        {"void f(int x, int y) { if (x < 0 || x > 9) exit(1); a[0][x] = 1; }", 0},
        {"void f(int x, int y) { switch (x) { case 3: case 4: a[0][x] = 1; } }", 0},
        {"void f(int x, int y) { a[0][x] = 1; a[1][x] = a[0][x] + 1; }", 1},
    };
    CHECK_ROWS(rows);
}

static void others_are_left(void **state)
{
    (void)state;
    static const Row rows[] = {
        {"void f(int x, int y) { a[0][x] = 1; }", 1},
        {"void f(int x, int y) { a[x][y] = 1; }", 2},
        {"void f(int x, int y) { if (x < 10) a[0][x] = 1; }", 1},
        {"void f(int x, int y) { if (x >= 0 && x <= 10) a[0][x] = 1; }", 1},
        {"void f(int x, int y) { for (int i = 0; i <= 10; i++) a[0][i] = x; }", 1},
        {"void f(int x, int y) { for (int i = 0; i < y; i++) a[0][i] = x; }", 1},
        {"void f(int x, int y) { for (int i = 10; i >= 0; i--) a[0][i] = x; }", 1},
        {"void f(int x, int y) { for (unsigned i = 9; i >= 0; i--) a[0][i] = x; }", 1},
        {"void f(int x, int y) { for (int i = 0; i < 10; i++) a[0][i] = a[0][i + 1]; }", 1},
        // Signed arithmetic wraps, and what another operation would need does not count.
        {"void f(int x, int y) { if (x >= 0 && x + 1 < 10) a[0][x + 1] = 1; }", 1},
        {"void f(int x, int y) { if (x > 0 && y > 0 && x + y < 10) a[0][x + y] = 1; }", 1},
        {"void f(int x, int y) { if (x > 0 && x * 2 < 10) a[0][x * 2] = 1; }", 1},
        {"void f(int x, int y) { if (y > 0) for (int i = 0; i < 10; i += y) a[0][i] = 1; }", 1},
        {"void f(int x, int y) { y = 100 / x; if (x > -1 && x < 11) a[0][x - 1] = y; }", 1},
        {"void f(int x, int y) { if (x < 4) a[0][x << y >> y] = 1; }", 1},
        {"void f(int x, int y) { a[0][x % 10] = 1; }", 1},
        {"void f(int x, int y) { if ((unsigned char)x < 10) a[0][x] = 1; }", 1},
        // Memory may change at any time.
        {"void f(int x, int y) { if (any >= 0 && any < 10) a[0][any] = 1; }", 1},
        {"void f(int x, int y) { a[0][any] = 1; a[1][any] = 1; }", 2},
        {"void f(int x, int y) { g(&y); if (y >= 0 && y < 10) { g(&y); a[0][y] = 1; } } void g(int *p) { *p = 10; }",
         1},
        // Nothing is known of what was never given a value, and of what is behind a check.
        {"void f(int x, int y) { int i; a[0][i] = 1; }", 1},
        {"void f(int x, int y) { int i; if (x) i = 1; a[0][i] = 1; }", 1},
        {"void f(int x, int y) { a[0][x] = 1; exit(0); a[0][x - 1] = 1; }", 1},
        {"void f(int x, int y) { a[0][x - 1] = 1; if (y) exit(0); a[0][x] = 1; if (x < 4) __builtin_unreachable(); }",
         2},
        {"void f(int x, int y) { if (x < 0 || x > 9) __builtin_unreachable(); a[0][x] = 1; }", 0}, // found there
        {"void f(int x, int y) { while (x != 3) x += y; a[0][x + 7] = 1; }", 1},
    };
    CHECK_ROWS(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sure_checks_are_dropped),
        cmocka_unit_test(others_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
