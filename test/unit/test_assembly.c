// Inline assembly: its text taken apart, and texts that are refused as a whole because something in them is not known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "front/assembly_text.h"
#include "load_program.h"

static AssemblyText parse(const char *text, AssemblySyntax syntax)
{
    AssemblyText out = {0};
    if (!assembly_parse(text, strlen(text), syntax, &out))
        fail_msg("not understood: %s", text);
    return out;
}

static void statements(void **state)
{
    (void)state;
    AssemblyText text =
        parse("lock; cmpxchgl $2,$1\n\tsete ${0:b} # done\n\n;1:lock incl (%rax) ;rep; nop", ASSEMBLY_X86);
    assert_int_equal(text.count, 4);
    assert_true(text.data[0].locked);
    assert_string_equal(text.data[0].name, "cmpxchgl");
    assert_int_equal(text.data[0].operand_count, 2);
    assert_int_equal(text.data[0].operands[0].kind, ASSEMBLY_ARGUMENT);
    assert_int_equal(text.data[0].operands[0].argument, 2);
    assert_int_equal(text.data[0].operands[0].modifier, 0);
    assert_false(text.data[1].locked);
    assert_string_equal(text.data[1].name, "sete");
    assert_int_equal(text.data[1].operands[0].modifier, 'b');
    assert_true(text.data[2].is_label);
    assert_string_equal(text.data[2].name, "1");
    assert_string_equal(text.data[3].name, "incl");
    assert_true(text.data[3].locked);
    assert_int_equal(text.data[3].operands[0].kind, ASSEMBLY_MEMORY);
    assert_false(text.data[3].operands[0].by_argument);
    assert_string_equal(text.data[3].operands[0].name, "rax");
    vector_free(&text);
}

static void operands_of_x86(void **state)
{
    (void)state;
    AssemblyText text = parse("addl $$-5, -8(%RSP); mov $$0x10, %eax; mov 4($1), $0; jmp 1b", ASSEMBLY_X86);
    assert_int_equal(text.count, 4);
    assert_int_equal(text.data[0].operands[0].kind, ASSEMBLY_NUMBER);
    assert_int_equal(text.data[0].operands[0].number, -5);
    assert_int_equal(text.data[0].operands[1].kind, ASSEMBLY_MEMORY);
    assert_int_equal(text.data[0].operands[1].number, -8);
    assert_string_equal(text.data[0].operands[1].name, "rsp");
    assert_int_equal(text.data[1].operands[0].number, 16);
    assert_int_equal(text.data[1].operands[1].kind, ASSEMBLY_REGISTER);
    assert_true(text.data[2].operands[0].by_argument);
    assert_int_equal(text.data[2].operands[0].number, 4);
    assert_int_equal(text.data[2].operands[0].argument, 1);
    assert_int_equal(text.data[3].operands[0].kind, ASSEMBLY_WORD);
    assert_string_equal(text.data[3].operands[0].name, "1b");
    vector_free(&text);
}

static void operands_of_arm(void **state)
{
    (void)state;
    AssemblyText text =
        parse(".arch_extension lse\n1: ldxr ${0:w}, [$1, #8] // first\n add x9, x9, #-1\n cbnz ${0:w}, 1b /* "
              "again */",
              ASSEMBLY_ARM);
    assert_int_equal(text.count, 4);
    assert_true(text.data[0].is_label);
    assert_int_equal(text.data[1].operands[0].modifier, 'w');
    assert_int_equal(text.data[1].operands[1].kind, ASSEMBLY_MEMORY);
    assert_true(text.data[1].operands[1].by_argument);
    assert_int_equal(text.data[1].operands[1].number, 8);
    assert_int_equal(text.data[2].operands[0].kind, ASSEMBLY_WORD);
    assert_int_equal(text.data[2].operands[2].kind, ASSEMBLY_NUMBER);
    assert_int_equal(text.data[2].operands[2].number, -1);
    assert_string_equal(text.data[3].operands[1].name, "1b");
    vector_free(&text);
}

static void texts_that_cannot_be_taken_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        AssemblySyntax syntax;
    } cases[] = {
        {"lock", ASSEMBLY_X86},
        {"lock; 1: incl $0", ASSEMBLY_X86},
        {"mov %gs:0, $0", ASSEMBLY_X86},
        {"mov (%rax,%rbx,4), $0", ASSEMBLY_X86},
        {"mov $0 $1", ASSEMBLY_X86},
        {"mov ${0:, $1", ASSEMBLY_X86},
        {"mov $$x, $0", ASSEMBLY_X86},
        {"rep; stosb", ASSEMBLY_X86},
        {"a $0, $1, $2, $3, $4", ASSEMBLY_X86},
        {"ldr x0, [x1, x2]", ASSEMBLY_ARM},
        {"ldr x0, [x1, #8]!", ASSEMBLY_ARM},
        {"ldr x0, [x1", ASSEMBLY_ARM},
        {"mov x0, #", ASSEMBLY_ARM},
        {"an_instruction_with_too_long_a_name", ASSEMBLY_ARM},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AssemblyText out = {0};
        if (assembly_parse(cases[i].text, strlen(cases[i].text), cases[i].syntax, &out))
            fail_msg("understood: %s", cases[i].text);
        vector_free(&out);
    }
}

static void texts_as_they_were_written(void **state)
{
    (void)state;
    static const char text[] = "movl $$1, ${0:k}\n\tlock; incl $12";
    Text shown = {0};
    assembly_show(text, strlen(text), &shown);
    assert_string_equal(text_string(&shown), "movl $1, %k0\\n\\tlock; incl %12");
    text_free(&shown);
}

#define X86 "--target=x86_64-linux-gnu"
#define ARM "--target=aarch64-linux-gnu"

// Runs a program that is one use of assembly, and asks why it ended.
static void expect_refused(const char *target, const char *statement, const char *shown)
{
    char path[TEST_PATH_SIZE];
    Text source = {0}, reason = {0};
    text_format(
        &source,
        "int w; long v, u; unsigned char b; int main(void) {\n__asm__ volatile(%s);\nreturn (int)(v + u + b); }\n",
        statement);
    test_write_file(path, ".c", text_string(&source));
    const char *files[] = {path}, *arguments[] = {"-w", target};
    FrontOptions options = {.files = files, .file_count = 1, .clang_arguments = arguments, .clang_argument_count = 2};
    TestProgram test = {.program = test_front_load(&options)};
    test.facts = facts_compute(test.program);
    unlink(path);
    MachineOptions rules = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &rules);
    text_format(&reason, "inline assembly \"%s\" at ", shown);
    if (machine_status(machine) != MACHINE_UNKNOWN ||
        strncmp(machine_unknown_reason(machine), text_string(&reason), reason.length))
        fail_msg("%s: status %d, %s", statement, (int)machine_status(machine), machine_unknown_reason(machine));
    machine_free(machine);
    test_unload(&test);
    text_free(&source);
    text_free(&reason);
}

static void texts_that_are_refused(void **state)
{
    (void)state;
    expect_refused(X86, "\"cpuid\" ::: \"eax\", \"ebx\", \"ecx\", \"edx\"", "cpuid");
    // registers that are not declared, or of which nothing is known
    expect_refused(X86, "\"movl $1, %%eax\" :", "movl $1, %eax");
    expect_refused(X86, "\"movl %%ecx, %0\" : \"=r\"(w) :: \"ecx\"", "movl %ecx, %0");
    expect_refused(X86, "\"\" : \"=r\"(v)", "");
    expect_refused(X86, "\"movb $1, %b0\" : \"=q\"(v)", "movb $1, %b0");
    // half understood
    expect_refused(X86, "\"lock; incl %0; hlt\" : \"+m\"(w)", "lock; incl %0; hlt");
    // without the prefix it is not atomic; with it, it is no instruction
    expect_refused(X86, "\"cmpxchgl %1, %0\" : \"+m\"(w) : \"r\"(1), \"a\"(0)", "cmpxchgl %1, %0");
    expect_refused(X86, "\"lock; movl $1, %0\" : \"+m\"(w)", "lock; movl $1, %0");
    // flags that are not known
    expect_refused(X86, "\"lock; incl %0; setc %1\" : \"+m\"(w), \"=q\"(b)", "lock; incl %0; setc %1");
    expect_refused(X86, "\"1: decl %0; jnz 1b\" : \"+r\"(v)", "1: decl %0; jnz 1b");
    expect_refused(ARM, "\"svc #0\"", "svc #0");
    expect_refused(ARM, "\"yield x9\"", "yield x9");
    expect_refused(ARM, "\"mrs %0, tpidr_el0\" : \"=r\"(v)", "mrs %0, tpidr_el0");
    expect_refused(ARM, "\"mov x9, #1\"", "mov x9, #1");
    expect_refused(ARM, "\"ldxr %0, %1\" : \"=r\"(v) : \"Q\"(u)", "ldxr %0, %1");
    // the loop stores at another place than it loads, leaves the loop otherwise, computes more than one thing
    expect_refused(ARM,
                   "\"1: ldxr %0, %2; stxr %w1, %0, %3; cbnz %w1, 1b\" : \"=&r\"(v), \"=&r\"(w), \"+Q\"(v), \"+Q\"(u)",
                   "1: ldxr %0, %2; stxr %w1, %0, %3; cbnz %w1, 1b");
    expect_refused(
        ARM, "\"1: ldxr %0, %2; add %0, %0, %0; stxr %w1, %0, %2; cbnz %w1, 1b\" : \"=&r\"(v), \"=&r\"(w), \"+Q\"(u)",
        "1: ldxr %0, %2; add %0, %0, %0; stxr %w1, %0, %2; cbnz %w1, 1b");
    // whether it was stored is known only if it was
    expect_refused(
        ARM,
        "\"1: ldxr %0, %2; cmp %0, %3; b.ne 2f; stxr %w1, %3, %2; cbnz %w1, 1b; 2:\" : \"=&r\"(v), \"=&r\"(u),"
        "\"+Q\"(v) : \"r\"(3L)",
        "1: ldxr %0, %2; cmp %0, %3; b.ne 2f; stxr %w1, %3, %2; cbnz %w1, 1b; 2:");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements),
        cmocka_unit_test(operands_of_x86),
        cmocka_unit_test(operands_of_arm),
        cmocka_unit_test(texts_that_cannot_be_taken_apart),
        cmocka_unit_test(texts_as_they_were_written),
        cmocka_unit_test(texts_that_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
