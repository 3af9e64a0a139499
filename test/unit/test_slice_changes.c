// Generated programs end in the same way when they are changed outside their slice, or all outside of it is taken out.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/slice.h"
#include "base/map.h"
#include "load_program.h"
#include "random.h"

enum {
    SINGLE_COUNT = 40, // generated programs of one thread
    SHARED_COUNT = 12, // and of two
    RUN_LIMIT = 200000 // instructions of a run
};

static const PropertyMask assertion = PROPERTY_BIT(PROPERTY_ASSERTION);

// Programs whose assertion depends on some of what they do.
typedef struct Generator {
    Text text;
    uint64_t seed;
    int depth, loops;
} Generator;

static uint32_t draw(Generator *generator, uint32_t count)
{
    return random_below(&generator->seed, count);
}

static const char *draw_variable(Generator *generator)
{
    static const char *const names[] = {
        "a",         "b",  "c",      "d",       "x",          "y",          "z", "array[1]", "array[x & 3]",
        "copy.left", "*p", "s.left", "s.right", "heap->left", "heap->right"};
    return names[draw(generator, sizeof names / sizeof *names)];
}

static void generate_value(Generator *generator)
{
    static const char *const operators[] = {"+", "-", "*", "^", "&", "<", "=="};
    switch (draw(generator, 6)) {
    case 0:
        text_format(&generator->text, "%u", draw(generator, 5));
        break;
    case 1:
    case 2:
        text_append(&generator->text, draw_variable(generator));
        break;
    case 3:
        text_format(&generator->text, "pick(%s, ", draw_variable(generator));
        text_format(&generator->text, "%s)", draw_variable(generator));
        break;
    default:
        text_format(&generator->text, "(%s ", draw_variable(generator));
        text_append(&generator->text, operators[draw(generator, sizeof operators / sizeof *operators)]);
        text_format(&generator->text, " %u)", draw(generator, 4));
        break;
    }
}

static void generate_statement(Generator *generator);

static void generate_block(Generator *generator, uint32_t count)
{
    generator->depth++;
    text_append(&generator->text, "{\n");
    for (uint32_t i = 0; i < count; i++)
        generate_statement(generator);
    text_append(&generator->text, "}\n");
    generator->depth--;
}

static void generate_statement(Generator *generator)
{
    static const char *const pointed[] = {"&a", "&x", "&array[2]", "&s.right", "&heap->left"};
    Text *text = &generator->text;
    switch (draw(generator, generator->depth < 3 ? 15 : 8)) {
    case 0:
        text_format(text, "p = %s;\n", pointed[draw(generator, sizeof pointed / sizeof *pointed)]);
        break;
    case 1:
        text_format(text, "put(%s, ", pointed[draw(generator, sizeof pointed / sizeof *pointed)]);
        generate_value(generator);
        text_append(text, ");\n");
        break;
    case 2:
        text_append(text, draw(generator, 2) ? "copy = s;\n" : "memcpy(heap, &copy, sizeof copy);\n");
        break;
    case 3:
        text_format(text, "chosen = %s; ", draw(generator, 2) ? "bump" : "drop");
        text_format(text, "chosen(%s);\n", draw_variable(generator));
        break;
    case 4:
        text_format(text, "if (%s > ", draw_variable(generator));
        text_format(text, "%u) ", 2 + draw(generator, 3));
        text_append(text, draw(generator, 3) ? "exit(0);\n" : "quit = 1;\n");
        break;
    case 5:
        text_format(text, "if (%s) ", draw_variable(generator));
        text_format(text, "%s = ", draw_variable(generator));
        generate_value(generator);
        text_append(text, ";\n");
        break;
    case 12:
        text_format(text, "rounds = %u; while (rounds-- > 0) ", draw(generator, 3));
        generate_block(generator, 1 + draw(generator, 2));
        break;
    case 13:
        text_append(text, "do ");
        generate_block(generator, 1 + draw(generator, 2));
        text_append(text, "while (quit > 0 && quit--);\n");
        break;
    case 8:
    case 9:
        text_append(text, "if (");
        generate_value(generator);
        text_append(text, ") ");
        generate_block(generator, 1 + draw(generator, 3));
        if (draw(generator, 2)) {
            text_append(text, "else ");
            generate_block(generator, 1 + draw(generator, 2));
        }
        break;
    case 10:
    case 14:
        text_format(text, "for (int i%d = 0; i%d < %u; i%d++) ", generator->loops, generator->loops,
                    1 + draw(generator, 3), generator->loops);
        generator->loops++;
        generate_block(generator, 1 + draw(generator, 3));
        break;
    case 11:
        text_append(text, "switch (");
        generate_value(generator);
        text_append(text, ") { case 0: ");
        generate_statement(generator);
        text_append(text, "break; case 1: ");
        generate_statement(generator);
        text_append(text, "default: ");
        generate_statement(generator);
        text_append(text, "}\n");
        break;
    default:
        text_format(text, "%s = ", draw_variable(generator));
        generate_value(generator);
        text_append(text, ";\n");
        break;
    }
}

static void generate_program(Generator *generator, bool threads)
{
    Text *text = &generator->text;
    text_append(text,
                TEST_HEADERS "struct pair { int left, right; } s, copy, *heap;\n"
                             "int a, b, c, d, array[4], *p = &b, quit; unsigned rounds;\n"
                             "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
                             "static void put(int *target, int value) { *target = value; }\n"
                             "static void bump(int by) { a += by; } static void drop(int by) { (void)by; d = 1; }\n"
                             "static void (*chosen)(int) = bump;\n"
                             "static int pick(int one, int two) { if (one & 1) return two; return one; }\n"
                             "static void *worker(void *argument) { int x = 0, y = 1, z = 2;\n");
    if (threads) {
        generate_statement(generator);
        text_append(text, "pthread_mutex_lock(&lock);\n");
        generate_statement(generator);
        text_append(text, "pthread_mutex_unlock(&lock);\n");
    }
    text_append(text, "return argument; }\n"
                      "int main(void) { int x = 1, y = 2, z = 3; pthread_t t;\n"
                      "heap = calloc(1, sizeof *heap);\n");
    if (threads)
        text_append(text, "pthread_create(&t, NULL, worker, NULL);\n");
    for (uint32_t i = threads ? 2 : 4 + draw(generator, 8); i > 0; i--)
        generate_statement(generator);
    if (threads)
        text_append(text, "pthread_join(t, NULL);\n");
    text_format(text, "assert(%s != ", draw_variable(generator));
    text_format(text, "%u);\n", draw(generator, 3));
    for (uint32_t i = threads ? 0 : draw(generator, 4); i > 0; i--)
        generate_statement(generator);
    text_append(text, "return 0; }\n");
}

typedef int (*Outcome)(const TestProgram *test);

// How the program ends: normally, with the assertion violated, otherwise; -1: not within the limit.
static int outcome_of_run(const TestProgram *test)
{
    MachineOptions options = test_machine_options(test);
    options.properties = assertion;
    options.instruction_limit = RUN_LIMIT;
    Machine *machine = machine_create(test->program, &options);
    test_finish(machine);
    MachineStatus status = machine_status(machine);
    machine_free(machine);
    return status == MACHINE_UNKNOWN ? -1 : (int)status;
}

static int outcome_of_search(const TestProgram *test)
{
    Verdict verdict = TEST_VERIFY(test, "enumerate", "--property=assertion", "--max-steps=20000");
    int outcome = verdict.answer == ANSWER_UNKNOWN ? -1 : (int)verdict.answer;
    verdict_free(&verdict);
    return outcome;
}

// Changes an instruction so that it does something else; false if there is no such change. The size of a copy stays:
// that it is a constant is why the copy is known not to fault.
static bool change_instruction(const Program *program, Instruction *instruction)
{
    const Instruction *next = instruction + 1;
    switch (instruction->opcode) {
    case OP_constant:
        while (next->opcode == OP_constant)
            next++;
        if (next->opcode == OP_copy)
            return false;
        instruction->imm ^= 1;
        return instruction->imm < layout_region_base(&program->layout, REGION_GLOBAL);
    case OP_branch: {
        uint32_t target = instruction->b;
        instruction->b = (uint32_t)instruction->imm;
        instruction->imm = target;
        return true;
    }
    case OP_add_imm:
        instruction->imm ^= 2; // not the 1 of a loop to 0
        return instruction->width == 32;
    case OP_mul_imm:
    case OP_xor_imm:
    case OP_eq_imm:
    case OP_slt_imm:
        instruction->imm ^= 1;
        return true;
    default:
        return false;
    }
}

static void check_outcome(const char *source, int before, int after, const char *what)
{
    if (after >= 0 && after != before)
        fail_msg("%s, which is not in the slice, matters: %d, then %d, in\n%s", what, before, after, source);
}

// Changes the instructions outside the slice one at a time and looks whether the program still ends in the same way.
static uint32_t check_changes(TestProgram *test, const Slice *slice, const char *source, int before, Outcome outcome)
{
    uint32_t changes = 0;
    for (uint32_t i = 0; i < test->program->functions.count; i++) {
        Function *function = &test->program->functions.data[i];
        for (uint32_t j = 0; j < function->instruction_count && !function->from_model; j++) {
            Instruction *instruction = &function->instructions[j], original = *instruction;
            if (!slice_contains(slice, i, j) && change_instruction(test->program, instruction)) {
                char what[100];
                snprintf(what, sizeof what, "instruction %u of %s, line %u", j, function->name,
                         program_position(test->program, function, j)->line);
                int after = outcome(test);
                check_outcome(source, before, after, what);
                changes += after >= 0;
            }
            *instruction = original;
        }
    }
    return changes;
}

// Takes out all that is not in the slice: what remains must still end in the same way.
static void check_removal(TestProgram *test, const Slice *slice, const char *source, int before, Outcome outcome)
{
    for (uint32_t i = 0; i < test->program->functions.count; i++) {
        Function *function = &test->program->functions.data[i];
        for (uint32_t j = 0; j < function->instruction_count && !function->from_model; j++)
            if (!slice_contains(slice, i, j) && !opcode_ends_block(function->instructions[j].opcode))
                function->instructions[j] = (Instruction){.opcode = OP_fence};
    }
    check_outcome(source, before, outcome(test), "what was taken out");
}

static uint32_t check_program(const char *source, Outcome outcome)
{
    TestProgram test = test_load(source);
    Slice *slice = slice_compute(test.program, assertion, false, NULL);
    uint32_t changes = 0;
    int before = outcome(&test);
    if (before >= 0) {
        changes = check_changes(&test, slice, source, before, outcome);
        check_removal(&test, slice, source, before, outcome);
    }
    slice_free(slice);
    test_unload(&test);
    return changes;
}

static void check_generated(bool threads, uint32_t count)
{
    uint32_t changes = 0;
    for (uint32_t i = 0; i < count; i++) {
        Generator generator = {.seed = hash_mix(i * 2 + threads + 77), .depth = threads ? 3 : 0};
        generate_program(&generator, threads);
        changes += check_program(text_string(&generator.text), threads ? outcome_of_search : outcome_of_run);
        text_free(&generator.text);
    }
    assert_true(changes > count);
}

static void changes_outside_the_slice(void **state)
{
    (void)state;
    check_generated(false, SINGLE_COUNT);
}

static void changes_outside_the_slice_with_threads(void **state)
{
    (void)state;
    check_generated(true, SHARED_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_outside_the_slice),
        cmocka_unit_test(changes_outside_the_slice_with_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
