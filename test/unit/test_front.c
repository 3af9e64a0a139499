// From files to programs: errors in words, lowering that computes what C says, positions, names, several files,
// bitcode.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>

#include "load_program.h"

// Loads what cannot be loaded; clang's own words on standard error are not shown.
static void assert_load_fails(const char *const *files, uint32_t count, const char *message)
{
    FrontOptions options = {.files = files, .file_count = count};
    Text errors = {0};
    int shown = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    Program *program = front_load(&options, &errors);
    dup2(shown, STDERR_FILENO);
    close(shown);
    close(nowhere);
    assert_null(program);
    if (!strstr(text_string(&errors), message))
        fail_msg("expected '%s', got '%s'", message, text_string(&errors));
    text_free(&errors);
}

static void assert_content_fails(const char *suffix, const char *content, const char *message)
{
    char path[TEST_PATH_SIZE], expected[256];
    test_write_file(path, suffix, content);
    snprintf(expected, sizeof expected, "%s: %s", path, message);
    const char *files[] = {path};
    assert_load_fails(files, 1, expected);
    unlink(path);
}

static void files_that_are_not_there(void **state)
{
    (void)state;
    assert_load_fails((const char *[]){"/no/such/file.c"}, 1, "/no/such/file.c: No such file or directory\n");
    assert_load_fails((const char *[]){"/no/such/file.bc"}, 1, "/no/such/file.bc: No such file or directory\n");
    errno = EINTR; // left over from somewhere
    assert_load_fails((const char *[]){"/tmp"}, 1, "/tmp: is a directory\n");
    errno = 0;
    assert_load_fails((const char *[]){"/tmp"}, 1, "/tmp: is a directory\n");
}

static void files_that_are_something_else(void **state)
{
    (void)state;
    assert_content_fails(".txt", "int main(void) { return 0; }\n", "not a .c, .i, .bc or .ll file\n");
    assert_content_fails(".bc", "no bitcode at all", "not readable as LLVM 19 bitcode or assembly: ");
    assert_content_fails(".bc", "BC\xc0\xde\x35\x14", "not readable as LLVM 19 bitcode or assembly: ");
    assert_content_fails(".ll", "define i32 @main() { ret i64 0 }\n", "not readable as LLVM 19 bitcode or assembly: ");
    assert_content_fails(".c", "int main(void) { return }\n", "clang could not compile it\n");
}

static void programs_without_main(void **state)
{
    (void)state;
    assert_content_fails(".c", "int helper(void) { return 0; }\n", "there is no function main\n");
    assert_content_fails(".c", "extern int main(void); int f(void) { return main(); }\n",
                         "there is no function main\n");
    assert_content_fails(".ll", "", "there is no function main\n");
    char first[TEST_PATH_SIZE], second[TEST_PATH_SIZE];
    test_write_file(first, ".c", "int f(void) { return 0; }\n");
    test_write_file(second, ".c", "int g(void) { return 0; }\n");
    assert_load_fails((const char *[]){first, second}, 2, "there is no function main there or in the other files\n");
    unlink(first);
    unlink(second);
}

static void files_that_do_not_fit_together(void **state)
{
    (void)state;
    char first[TEST_PATH_SIZE], second[TEST_PATH_SIZE];
    test_write_file(first, ".c", "int twice = 1; int main(void) { return 0; }\n");
    test_write_file(second, ".c", "int twice = 2;\n");
    const char *files[] = {first, second};
    assert_load_fails(files, 2, "twice");
    assert_load_fails(files, 2, "cannot be linked with the other files\n");
    unlink(first);
    unlink(second);
}

static void targets_without_models(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".ll",
                    "target triple = \"riscv64-unknown-linux-gnu\"\ndefine i32 @main() {\n  ret i32 0\n}\n");
    assert_load_fails((const char *[]){path}, 1,
                      "target riscv64-unknown-linux-gnu is not supported (x86_64, i386, aarch64 and arm are)\n");
    unlink(path);
}

static void compiler_that_is_not_there(void **state)
{
    (void)state;
    if (getenv("RADDLE_EMULATED")) // whose children do not share memory with it until they exec
        skip();
    const char *before = getenv("RADDLE_CLANG");
    char *kept = before ? strdup(before) : NULL;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", "int main(void) { return 0; }\n");
    setenv("RADDLE_CLANG", "/no/such/clang", 1);
    assert_load_fails((const char *[]){path}, 1, "cannot run /no/such/clang: No such file or directory\n");
    if (kept)
        setenv("RADDLE_CLANG", kept, 1);
    else
        unsetenv("RADDLE_CLANG");
    unlink(path);
    free(kept);
}

static void small_programs_compute_what_c_says(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        int status;
    } cases[] = {
        {"int f(int n) { switch (n) { case -1: return 1; case 5: case 6: return 2; case 1000000: return 3; "
         "default: return 4; } }\n"
         "int main(void) { return f(-1) + 10 * f(5) + 100 * (f(6) == 2) + f(1000000) + f(0); }\n",
         1 + 20 + 100 + 3 + 4},
        {"int f(unsigned long n) { switch (n) { case 0: return 1; case 0xffffffffffffffff: return 2; } return 3; "
         "}\n" // sorted as unsigned
         "int main(void) { return f(0) * 16 + f(-1UL) * 4 + f(7); }\n",
         16 + 8 + 3},
        {"int f(int n) { int r = 0; switch (n) { case 1: r += 1; case 2: r += 2; break; case 3: r += 4; default: r "
         "+= 8; } return r; }\n"
         "int main(void) { return f(1) + 16 * (f(2) + f(3)) ; }\n",
         3 + 16 * 14},
        // Values that change places at a loop's end are copied in parallel.
        {"int main(void) { int a = 1, b = 2, c = 3; for (int i = 0; i < 4; i++) { int t = a; a = b; b = c; c = t; "
         "} return a * 16 + b * 4 + c; }\n",
         2 * 16 + 3 * 4 + 1},
        {"int main(void) { int a = 0, b = 1; for (int i = 0; i < 10; i++) { int t = a + b; a = b; b = t; } return "
         "a; }\n",
         55},
        {"int main(void) { int n = 0; for (int i = 0; i < 5; i++) for (int j = i; j < 5; j++) { if (j == 3) "
         "continue; if (j == 4) break; n++; } return n; }\n",
         6},
        {"int main(void) { int n = 0; do n++; while (n < 7); while (n > 3) n -= 2; return n; }\n", 3},
        {"int main(void) { int n = 3; again: if (n < 40) { n *= 2; goto again; } return n; }\n", 48},
        {"int f(int a, int b) { return a && (b || a > 2) ? a : b; } int main(void) { return f(1, 5) + 10 * f(3, 0) "
         "+ 100 * f(1, 0); }\n",
         1 + 30},
        {"int main(void) { static void *to[] = {&&a, &&b}; int n = 0; goto *to[1]; a: return n + 1; b: n = 5; goto "
         "*to[0]; }\n",
         6},
        {"struct p { char c; long l; short s[3]; } a = {1, 2, {3, 4, 5}}; struct p f(struct p x) { x.s[1]++; "
         "return x; }\n"
         "int main(void) { struct p b = f(a); return b.c + b.l + b.s[0] + b.s[1] + b.s[2] + a.s[1]; }\n",
         1 + 2 + 3 + 5 + 5 + 4},
        {"struct b { unsigned a : 3, b : 7; int c : 5; }; int main(void) { struct b x = {9, 100, -3}; x.b++; "
         "return x.a + x.b + (x.c == -3); }\n",
         1 + 101 + 1},
        {"union { float f; unsigned u; } x; int main(void) { x.f = 1.0f; return x.u >> 23; }\n", 127},
        {"#include <stdarg.h>\nint sum(int n, ...) { va_list l; va_start(l, n); double s = 0; for (int i = 0; i < "
         "n; i++)\n"
         "s += i % 2 ? va_arg(l, double) : va_arg(l, int); va_end(l); return s; } int main(void) { return sum(4, "
         "1, 2.5, 3, 4.5); }\n",
         11},
        {"int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } int (*t[])(int, int) = "
         "{add, sub};\n"
         "int main(int n, char **v) { return t[0](20, 3) + t[n](20, 3) + (v[0][0] == 'p') + !v[1]; }\n",
         23 + 17 + 2},
        {"__thread int t = 7; static int s[4] = {[2] = 5}; int main(void) { t += s[2]; return t; }\n", 12},
        {"int main(void) { signed char c = 127; c++; unsigned short u = 0; u--; return (c == -128) + 2 * (u == "
         "65535) + 4 * ((-7) / 2 == -3) + 8 * (-7 % 3 == -1)"
         " + 16 * (-1 >> 1 == -1) + 32 * ((1u << 31) >> 31 == 1); }\n",
         63},
        {"#include <stdlib.h>\nstatic int n; static void last(void) { _Exit(n + 1); } static void early(void) { n "
         "*= 2; }\n"
         "__attribute__((constructor)) static void first(void) { n = 20; }\n"
         "int main(void) { atexit(last); atexit(early); n++; return 0; }\n",
         43},
        {"int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { return f(11); }\n", 89},
        {"int main(void) { volatile int x = 3; int *volatile p = (int *)&x; *p += x; return x; }\n", 6},
        {"int main(void) { int n = 4; int a[n]; for (int i = 0; i < n; i++) a[i] = i; return sizeof a + a[3]; }\n", 19},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestProgram test = test_load(cases[i].source);
        int status = test_run(&test);
        if (status != cases[i].status)
            fail_msg("%d, not %d, is the status of\n%s", status, cases[i].status, cases[i].source);
        test_unload(&test);
    }
}

static const Function *find_function(const Program *program, const char *name)
{
    for (uint32_t i = 0; i < program->functions.count; i++)
        if (!strcmp(program->functions.data[i].name, name))
            return &program->functions.data[i];
    return NULL;
}

static const Position *position_of(const Program *program, const char *function_name, Opcode opcode)
{
    const Function *function = find_function(program, function_name);
    assert_non_null(function);
    for (uint32_t i = 0; i < function->instruction_count; i++)
        if (function->instructions[i].opcode == opcode)
            return program_position(program, function, i);
    fail_msg("no %s in %s", opcode_name(opcode), function_name);
    return NULL;
}

static void instructions_know_their_place(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c",
                    "int g;\n"
                    "int half(int a, int b)\n"
                    "{\n"
                    "    int r =\n"
                    "        a / b;\n"
                    "    g = r;\n"
                    "    return r;\n"
                    "}\n"
                    "int main(void) { return half(8, 2); }\n");
    const char *files[] = {path};
    Program *program = test_load_files(files, 1, NULL);
    const Position *division = position_of(program, "half", OP_sdiv), *store = position_of(program, "half", OP_store);
    const Position *call = position_of(program, "main", OP_call), *end = position_of(program, "half", OP_return);
    assert_string_equal(program->files.data[division->file], path);
    assert_int_equal(division->line, 5);
    assert_int_equal(division->column, 11);
    assert_int_equal(store->line, 6);
    assert_int_equal(store->column, 7);
    assert_int_equal(end->line, 7);
    assert_int_equal(call->line, 9);
    assert_int_equal(call->column, 25);
    assert_int_equal(program->positions.data[find_function(program, "half")->position].line, 2);
    program_free(program);
    unlink(path);
}

static void inputs_are_named_after_variables(void **state)
{
    (void)state;
    TestProgram test =
        test_load("extern int __VERIFIER_nondet_int(void); extern char nondet_char(void);\n"
                  "struct { int member; } s; long wide;\n"
                  "int main(void) { int amount = __VERIFIER_nondet_int(); char c; c = nondet_char();\n"
                  "wide = __VERIFIER_nondet_int(); return __VERIFIER_nondet_int() + amount + c + wide; }\n");
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    static const char *const names[] = {"amount", "c", "wide", "__VERIFIER_nondet_int"};
    assert_int_equal(count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(inputs[i].name, names[i]);
        assert_int_equal(inputs[i].bits, i == 1 ? 8 : 32);
    }
    machine_free(machine);
    test_unload(&test);
}

static void locals_that_are_written_first_are_no_inputs(void **state)
{
    (void)state;
    TestProgram test =
        test_load("struct s { int a; char b; }; static int first(const int *p) { return *p; }\n"
                  "int main(void) { volatile int v = 1; volatile struct s w = {1, 2}; int y[3]; int *volatile p = y;\n"
                  "int passed; passed = 4; p[0] = p[1] = p[2] = 0; struct s x, z; x.a = 1; x.b = 2; z = x;\n"
                  "return v + w.a + p[2] + first(&passed) + z.a; }\n");
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    if (count)
        fail_msg("%s was taken as an input", inputs[0].name);
    assert_int_equal(machine_exit_status(machine), 7);
    machine_free(machine);
    test_unload(&test);
}

static void several_files(void **state)
{
    (void)state;
    char first[TEST_PATH_SIZE], second[TEST_PATH_SIZE], third[TEST_PATH_SIZE];
    test_write_file(first, ".c",
                    "extern int shared, tentative; int step(int); static int hidden(void) { return 1; }\n"
                    "int main(void) { shared = 5; tentative = 2; return step(3) + hidden(); }\n");
    test_write_file(second, ".c",
                    "int shared; int tentative; static int hidden(void) { return 100; } int more(int);\n"
                    "int step(int n) { return more(n) + shared * tentative + hidden(); }\n");
    test_write_file(third, ".i", "# 7 \"original.c\"\nint more(int n) { return n * 2; }\n");
    const char *files[] = {first, second, third};
    TestProgram test = {.program = test_load_files(files, 3, NULL)};
    test.facts = facts_compute(test.program);
    assert_int_equal(test_run(&test), 6 + 10 + 100 + 1);
    const Position *position = position_of(test.program, "more", OP_return);
    assert_string_equal(test.program->files.data[position->file], "original.c");
    assert_int_equal(position->line, 7);
    test_unload(&test);
    unlink(first);
    unlink(second);
    unlink(third);
}

static void compile(const char *arguments, const char *from, const char *to)
{
    char command[512];
    snprintf(command, sizeof command, RADDLE_CLANG " -w -g -O0 -emit-llvm %s -o %s %s", arguments, to, from);
    assert_int_equal(system(command), 0);
}

static void bitcode_and_assembly(void **state)
{
    (void)state;
    char source[TEST_PATH_SIZE], bitcode[TEST_PATH_SIZE], assembly[TEST_PATH_SIZE], other[TEST_PATH_SIZE];
    test_write_file(source, ".c",
                    "#include <string.h>\nint extra(int);\n"
                    "int main(void) {\n    char s[] = \"four\";\n    return extra((int)strlen(s)); }\n");
    test_write_file(other, ".c", "int extra(int n) { return n * 10; }\n");
    test_write_file(bitcode, ".bc", "");
    test_write_file(assembly, ".ll", "");
    compile("-c", source, bitcode);
    compile("-S", source, assembly);
    const char *paths[] = {bitcode, assembly};
    for (int i = 0; i < 2; i++) {
        const char *files[] = {paths[i], other}; // together with a file still to be compiled
        TestProgram test = {.program = test_load_files(files, 2, NULL)};
        test.facts = facts_compute(test.program);
        assert_int_equal(test_run(&test), 40);
        const Position *position = position_of(test.program, "main", OP_return);
        assert_string_equal(test.program->files.data[position->file], source);
        assert_int_equal(position->line, 5);
        test_unload(&test);
    }
    // Truncated anywhere, bitcode is refused, not believed.
    FILE *file = fopen(bitcode, "r+");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    const char *files[] = {bitcode};
    for (int part = 9; part > 0; part -= 2) {
        assert_int_equal(truncate(bitcode, size * part / 10 & ~3L), 0);
        assert_load_fails(files, 1, "not readable as LLVM 19 bitcode or assembly: ");
    }
    unlink(source);
    unlink(other);
    unlink(bitcode);
    unlink(assembly);
}

static void modules_that_llvm_does_not_survive(void **state)
{
    (void)state;
    enum { DEPTH = 1000000 };
    Text nested = {0};
    text_append(&nested, "@deep = external global ");
    for (int i = 0; i < DEPTH; i++)
        text_append(&nested, "[1 x ");
    assert_content_fails(".ll", text_string(&nested), "not readable as LLVM 19 bitcode or assembly: it is damaged");
    text_free(&nested);
}

static void modules_that_are_not_valid(void **state)
{
    (void)state;
    assert_content_fails(".ll", "define i32 @main() {\n  %a = add i32 %b, 1\n  %b = add i32 1, 1\n  ret i32 %a\n}\n",
                         "not valid as LLVM 19 bitcode or assembly: Instruction does not dominate all uses!");
}

static void data_models(void **state)
{
    (void)state;
    static const char source[] =
        "#include <stdlib.h>\n#include <string.h>\nstruct s { char c; long l; void *p; } g[2];\n"
        "int main(void) { long *p = malloc(sizeof *p); *p = -1; void **q = calloc(2, sizeof *q); q[1] = p;\n"
        "memcpy(&g[1].p, &q[1], sizeof(void *)); if (*(long *)g[1].p != -1) return 1;\n"
        "return sizeof(long) + 16 * sizeof(void *) + (sizeof(struct s) == 24); }\n";
    static const struct {
        const char *model;
        uint32_t bits;
        int status;
    } cases[] = {{"ILP32", 32, 4 + 16 * 4}, {"LP64", 64, 8 + 16 * 8 + 1}};
    for (int i = 0; i < 2; i++) {
        TestProgram test = test_load_for(source, cases[i].model);
        assert_int_equal(test.program->layout.pointer_bits, cases[i].bits);
        assert_int_equal(test_run(&test), cases[i].status);
        for (uint32_t j = 0; j < test.program->globals.count; j++)
            if (!strcmp(test.program->globals.data[j].name, "g"))
                assert_int_equal(test.program->globals.data[j].size, i ? 48 : 24);
        test_unload(&test);
    }
}

static void globals_that_have_no_room(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", "char large[20 << 20]; int main(void) { large[(20 << 20) - 1] = 1; return 0; }\n");
    const char *files[] = {path};
    FrontOptions options = {.files = files, .file_count = 1, .data_model = "ILP32"};
    Text errors = {0};
    assert_null(front_load(&options, &errors));
    assert_string_equal(
        text_string(&errors),
        "the global variables are larger than 16 MB, the most that is supported with 32-bit pointers\n");
    text_free(&errors);
    TestProgram test = {.program = test_load_files(files, 1, "LP64")};
    test.facts = facts_compute(test.program);
    assert_int_equal(test_run(&test), 0);
    test_unload(&test);
    unlink(path);
}

static void arguments_of_the_compiler(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", "int main(void) { return VALUE; }\n");
    const char *files[] = {path}, *arguments[] = {"-DVALUE=77"};
    FrontOptions options = {.files = files, .file_count = 1, .clang_arguments = arguments, .clang_argument_count = 1};
    Text errors = {0};
    TestProgram test = {.program = front_load(&options, &errors)};
    assert_non_null(test.program);
    test.facts = facts_compute(test.program);
    assert_int_equal(test_run(&test), 77);
    test_unload(&test);
    unlink(path);
}

static void models_come_when_called(void **state)
{
    (void)state;
    TestProgram test = test_load("int main(void) { return 0; }\n");
    assert_null(find_function(test.program, "strlen"));
    assert_null(find_function(test.program, "qsort"));
    assert_null(find_function(test.program, "__raddle_thread_main"));
    assert_int_equal(test.program->thread_main_function, UINT32_MAX);
    const Function *main_function = find_function(test.program, "main");
    assert_true(main_function->defined && !main_function->from_model);
    test_unload(&test);

    test = test_load(
        "#include <string.h>\n#include <pthread.h>\nint atoi(const char *s) { return 42; }\n"
        "void *w(void *p) { return p; }\n"
        "int main(int n, char **v) { pthread_t t; pthread_create(&t, 0, w, 0); return strlen(v[0]) + atoi(v[0]); }\n");
    const Function *function = find_function(test.program, "strlen");
    assert_non_null(function);
    assert_true(function->defined && function->from_model);
    assert_null(find_function(test.program, "qsort"));
    assert_int_not_equal(test.program->thread_main_function, UINT32_MAX);
    function = find_function(test.program, "atoi"); // the program's own definition wins
    assert_false(function->from_model);
    function = find_function(test.program, "pthread_create");
    assert_int_equal(function->intrinsic, INTRINSIC_pthread_create);
    assert_false(function->defined);
    test_unload(&test);
}

static void unknown_functions_are_kept_by_name(void **state)
{
    (void)state;
    TestProgram test =
        test_load("int no_such_function(int); extern int no_such_variable;\n"
                  "int main(int n, char **v) { if (n > 5) return no_such_variable;\nreturn no_such_function(1); }\n");
    const Function *function = find_function(test.program, "no_such_function");
    assert_non_null(function);
    assert_false(function->defined);
    assert_int_equal(function->intrinsic, INTRINSIC_none);
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    assert_int_equal(machine_status(machine), MACHINE_UNKNOWN);
    assert_non_null(strstr(machine_unknown_reason(machine), "unmodelled function no_such_function at "));
    assert_non_null(strstr(machine_unknown_reason(machine), ".c:3"));
    machine_free(machine);
    test_unload(&test);
}

static uint32_t count_flag(const Program *program, uint8_t flag)
{
    const Function *function = find_function(program, "main");
    uint32_t count = 0;
    for (uint32_t i = 0; i < function->instruction_count; i++)
        count += (function->instructions[i].flags & flag) != 0;
    return count;
}

static void overflow_is_checked_when_asked_for(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", "int main(int a, char **v) { unsigned u = a; u = u * 3; return a + 5 + (int)u; }\n");
    const char *files[] = {path};
    FrontOptions options = {.files = files, .file_count = 1};
    Text errors = {0};
    for (int checked = 0; checked < 2; checked++) {
        options.check_overflow = checked;
        Program *program = front_load(&options, &errors);
        assert_non_null(program);
        assert_int_equal(count_flag(program, FLAG_SIGNED_CHECK), checked ? 2 : 0);
        program_free(program);
    }
    unlink(path);
}

static void globals_keep_their_facts(void **state)
{
    (void)state;
    TestProgram test =
        test_load("int zero, seven = 7; const char text[] = \"abc\"; __thread long own = 3; int *to = &seven;\n"
                  "int main(void) { return zero + *to + text[zero] + own; }\n");
    uint32_t seen = 0;
    uint64_t seven = 0, to = 0;
    for (uint32_t i = 0; i < test.program->globals.count; i++) {
        const Global *global = &test.program->globals.data[i];
        if (global->from_model)
            continue;
        seen++;
        assert_int_equal(global->external, false);
        assert_int_equal(global->constant, !strcmp(global->name, "text"));
        assert_int_equal(global->thread_local_, !strcmp(global->name, "own"));
        assert_int_equal(global->address == 0, !strcmp(global->name, "own"));
        assert_int_equal(global->bytes == NULL, !strcmp(global->name, "zero"));
        assert_string_equal(test.program->variables.data[global->variable - 1].name, global->name);
        if (!strcmp(global->name, "text"))
            assert_memory_equal(global->bytes, "abc", 4);
        if (!strcmp(global->name, "seven"))
            seven = global->address;
        if (!strcmp(global->name, "to"))
            memcpy(&to, global->bytes, global->size);
    }
    assert_int_equal(seen, 5 + 3); // its own; argv[0], argv and envp
    assert_int_not_equal(seven, 0);
    assert_int_equal(to, seven);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_are_not_there),
        cmocka_unit_test(files_that_are_something_else),
        cmocka_unit_test(programs_without_main),
        cmocka_unit_test(files_that_do_not_fit_together),
        cmocka_unit_test(targets_without_models),
        cmocka_unit_test(compiler_that_is_not_there),
        cmocka_unit_test(small_programs_compute_what_c_says),
        cmocka_unit_test(instructions_know_their_place),
        cmocka_unit_test(inputs_are_named_after_variables),
        cmocka_unit_test(locals_that_are_written_first_are_no_inputs),
        cmocka_unit_test(several_files),
        cmocka_unit_test(bitcode_and_assembly),
        cmocka_unit_test(modules_that_llvm_does_not_survive),
        cmocka_unit_test(modules_that_are_not_valid),
        cmocka_unit_test(data_models),
        cmocka_unit_test(globals_that_have_no_room),
        cmocka_unit_test(arguments_of_the_compiler),
        cmocka_unit_test(models_come_when_called),
        cmocka_unit_test(unknown_functions_are_kept_by_name),
        cmocka_unit_test(overflow_is_checked_when_asked_for),
        cmocka_unit_test(globals_keep_their_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
