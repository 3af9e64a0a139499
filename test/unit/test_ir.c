// The tables of the instruction set and of intrinsics, names and values of the parts of variables, the address space.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/operands.h"

static void intrinsics_are_found_by_name(void **state)
{
    (void)state;
    for (int i = 1; i < INTRINSIC_COUNT; i++) {
        assert_string_not_equal(intrinsic_name((Intrinsic)i), "");
        assert_int_equal(intrinsic_find(intrinsic_name((Intrinsic)i)), i); // so no name stands twice
    }
    assert_int_equal(intrinsic_find(""), INTRINSIC_none);
    assert_int_equal(intrinsic_find("pthread_mutex"), INTRINSIC_none);
    assert_int_equal(intrinsic_find("pthread_mutex_lock_"), INTRINSIC_none);
    assert_int_equal(intrinsic_find("__VERIFIER_nondet_uint"), INTRINSIC_nondet);
    assert_int_equal(intrinsic_find("nondet_pointer"), INTRINSIC_nondet);
    assert_int_equal(intrinsic_find("nondet"), INTRINSIC_none);
    assert_int_equal(intrinsic_find("my_nondet_int"), INTRINSIC_none);
    assert_int_equal(intrinsic_find("sqrt"), INTRINSIC_sqrt);
    assert_int_equal(intrinsic_find("fmaf"), INTRINSIC_fmaf);
}

static void intrinsics_know_their_place(void **state)
{
    (void)state;
    assert_true(intrinsic_is_visible(INTRINSIC_mutex_lock));
    assert_true(intrinsic_is_visible(INTRINSIC_process_exit));
    assert_true(intrinsic_is_visible(INTRINSIC_abort));
    assert_false(intrinsic_is_visible(INTRINSIC_malloc));
    assert_false(intrinsic_is_visible(INTRINSIC_nondet));
    assert_true(intrinsic_is_always(INTRINSIC_reach_error));
    assert_true(intrinsic_is_always(INTRINSIC_verifier_assume));
    assert_false(intrinsic_is_always(INTRINSIC_mutex_lock));
    assert_false(intrinsic_is_always(INTRINSIC_nondet));
    // Every synchronisation call is a point of thread switch; comparisons of ids rely on the order of the groups.
    for (int i = INTRINSIC_mutex_init; i <= INTRINSIC_once_end; i++)
        assert_true(intrinsic_is_visible((Intrinsic)i));
    assert_true(INTRINSIC_mutex_unlock < INTRINSIC_cond_init && INTRINSIC_cond_broadcast < INTRINSIC_rwlock_init);
    assert_true(INTRINSIC_rwlock_unlock < INTRINSIC_barrier_init && INTRINSIC_barrier_wait < INTRINSIC_spin_init);
    assert_true(INTRINSIC_spin_unlock < INTRINSIC_sem_init && INTRINSIC_sem_getvalue < INTRINSIC_once_begin);
}

static void opcode_tables_agree(void **state)
{
    (void)state;
    for (int i = 0; i < OPCODE_COUNT; i++) {
        Opcode opcode = (Opcode)i;
        assert_non_null(opcode_name(opcode));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(opcode_name(opcode), opcode_name((Opcode)j));
    }
#define CHECK_BINARY(name)                                           \
    assert_int_equal(OP_##name##_imm, OP_##name + 1);                \
    assert_string_equal(opcode_name(OP_##name), #name);              \
    assert_string_equal(opcode_name(OP_##name##_imm), #name "_imm"); \
    assert_true(opcode_has_immediate(OP_##name##_imm) && !opcode_has_immediate(OP_##name));
    BINARY_TABLE(CHECK_BINARY)
#undef CHECK_BINARY
    static const Opcode ends[] = {OP_jump,   OP_branch,      OP_switch,     OP_jump_indirect,
                                  OP_return, OP_unreachable, OP_unsupported};
    int count = 0;
    for (int i = 0; i < OPCODE_COUNT; i++)
        count += opcode_ends_block((Opcode)i);
    assert_int_equal(count, sizeof ends / sizeof *ends);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        assert_true(opcode_ends_block(ends[i]));
}

// What an instruction does with registers 1 to 4, which are those of its fields; a bit each, for register 0 to 5.
typedef struct Registers {
    Instruction instruction;
    unsigned read, written;
    bool perhaps; // not written in any case
} Registers;

static unsigned set_of(const IdList *list)
{
    unsigned bits = 0;
    for (uint32_t i = 0; i < list->count; i++)
        bits |= 1u << list->data[i];
    return bits;
}

static void instructions_know_their_registers(void **state)
{
    (void)state;
    enum { R0 = 1, R1 = 2, R2 = 4, R3 = 8, R4 = 16, R5 = 32 };
    static const Registers cases[] = {
        {{.opcode = OP_constant}, 0, R1, false},
        {{.opcode = OP_move}, R2, R1, false},
        {{.opcode = OP_select}, R2 | R3 | R4, R1, false},
        {{.opcode = OP_sub}, R2 | R3, R1, false},
        {{.opcode = OP_sub_imm}, R2, R1, false},
        {{.opcode = OP_overflow}, R2 | R3, R1 | R2, false},
        {{.opcode = OP_alloca}, R2, R1, false},
        {{.opcode = OP_alloca, .flags = FLAG_STATIC}, 0, R1, false},
        {{.opcode = OP_uninitialised}, 0, R1, false},
        {{.opcode = OP_uninitialised, .flags = FLAG_ONCE}, R2, R1 | R2, true},
        {{.opcode = OP_load}, R2, R1, false},
        {{.opcode = OP_store}, R2 | R3, 0, false},
        {{.opcode = OP_compare_exchange}, R2 | R3 | R4, R1 | R2, false},
        {{.opcode = OP_copy}, R1 | R2 | R3 | R4, R1 | R2, false},
        {{.opcode = OP_fill}, R1 | R2 | R3 | R4, R1, false},
        {{.opcode = OP_require}, R2, 0, false},
        {{.opcode = OP_branch}, R2, 0, false},
        {{.opcode = OP_loop_back}, 0, 0, false},
        {{.opcode = OP_loop_enter}, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Instruction code = cases[i].instruction;
        code.dst = 1, code.a = 2, code.b = 3, code.imm = 4;
        Function function = {.instructions = &code, .instruction_count = 1, .register_count = 6};
        IdList read = {0}, written = {0};
        instruction_list_reads(&function, 0, &read);
        instruction_list_writes(&function, 0, &written);
        assert_int_equal(set_of(&read), cases[i].read);
        assert_int_equal(set_of(&written), cases[i].written);
        assert_int_equal(instruction_writes_surely(&code), !cases[i].perhaps);
        vector_free(&read);
        vector_free(&written);
    }
    uint32_t arguments[] = {0, 5};
    CallOperands call = {.argument_count = 2, .arguments = arguments, .result_count = 3};
    OperandList results = {.count = 1, .registers = &arguments[1]};
    Instruction code[] = {{.opcode = OP_call_indirect, .dst = 2, .a = 4}, {.opcode = OP_return}};
    Function function = {.instructions = code, .instruction_count = 2, .calls = &call, .lists = &results};
    IdList list = {0};
    instruction_list_reads(&function, 0, &list);
    assert_int_equal(set_of(&list), R0 | R4 | R5);
    list.count = 0;
    instruction_list_writes(&function, 0, &list);
    assert_int_equal(set_of(&list), R2 | R3 | R4);
    list.count = 0;
    instruction_list_reads(&function, 1, &list);
    assert_int_equal(set_of(&list), R5);
    vector_free(&list);
}

static void instructions_know_what_is_next(void **state)
{
    Program *program = *state;
    SwitchCase ways[] = {{7, 1}, {9, 3}};
    SwitchTable table = {.default_target = 2, .case_count = 2, .cases = ways};
    Instruction code[] = {{.opcode = OP_fence},  {.opcode = OP_jump, .imm = 4}, {.opcode = OP_branch, .b = 5, .imm = 0},
                          {.opcode = OP_switch}, {.opcode = OP_jump_indirect},  {.opcode = OP_return}};
    static const unsigned next[] = {1u << 1, 1u << 4, 1u << 5 | 1u << 0, 1u << 1 | 1u << 2 | 1u << 3, 1u << 2, 0};
    vector_push(&program->functions,
                ((Function){.instructions = code, .instruction_count = 6, .switches = &table, .switch_count = 1}));
    vector_push(&program->functions, (Function){0});
    vector_push(&program->labels, ((Label){.function = program->functions.count - 2, .target = 2}));
    vector_push(&program->labels, ((Label){.function = program->functions.count - 1, .target = 3}));
    IdList list = {0};
    for (uint32_t i = 0; i < 6; i++) {
        instruction_list_successors(program, &program->functions.data[program->functions.count - 2], i, &list);
        assert_int_equal(set_of(&list), next[i]);
    }
    vector_free(&list);
}

// struct account { int id; long balance; char name[8]; struct { short high, low; } code;
//     union { long whole; int half; float real; } as; struct { int hidden; }; unsigned ready : 3; } accounts[3];
enum {
    INT = 1,
    LONG,
    CHAR,
    SHORT,
    FLOAT,
    NAME,
    CODE,
    AS,
    ANONYMOUS,
    ACCOUNT,
    ACCOUNTS,
    UNSIGNED,
    BOOLEAN,
    DOUBLE,
    POINTER,
    COLOUR,
    MATRIX_ROW,
    MATRIX,
    EMPTY,
    EMPTIES,
    BYTE_UNION,
    BYTES,
    TYPE_COUNT
};
enum { VARIABLE_ACCOUNTS, VARIABLE_X, VARIABLE_MATRIX, VARIABLE_EMPTIES, VARIABLE_UNKNOWN, VARIABLE_BYTES };

static int make_program(void **state)
{
    static TypeMember code[] = {{.name = "high", .offset = 0, .type = SHORT},
                                {.name = "low", .offset = 2, .type = SHORT}};
    static TypeMember as[] = {
        {.name = "whole", .type = LONG}, {.name = "half", .type = INT}, {.name = "real", .type = FLOAT}};
    static TypeMember anonymous[] = {{.name = "hidden", .type = INT}};
    static TypeMember account[] = {
        {.name = "id", .offset = 0, .type = INT},
        {.name = "balance", .offset = 8, .type = LONG},
        {.name = "name", .offset = 16, .type = NAME},
        {.name = "code", .offset = 24, .type = CODE},
        {.name = "as", .offset = 32, .type = AS},
        {.name = "", .offset = 40, .type = ANONYMOUS},
        {.name = "ready", .offset = 44, .type = UNSIGNED, .bit_size = 3},
    };
    static TypeMember bytes[] = {{.name = "pair", .type = CODE}, {.name = "raw", .type = BYTES}};
    static Enumerator colours[] = {{"RED", 0}, {"GREEN", 5}, {"BLUE", -1}};
    static const Type types[TYPE_COUNT] = {
        [INT] = {.kind = TYPE_SIGNED, .name = "int", .size = 4},
        [LONG] = {.kind = TYPE_SIGNED, .name = "long", .size = 8},
        [CHAR] = {.kind = TYPE_CHARACTER, .name = "char", .size = 1},
        [SHORT] = {.kind = TYPE_SIGNED, .name = "short", .size = 2},
        [FLOAT] = {.kind = TYPE_FLOAT, .name = "float", .size = 4},
        [NAME] = {.kind = TYPE_ARRAY, .size = 8, .element = CHAR, .count = 8},
        [CODE] = {.kind = TYPE_STRUCT, .size = 4, .members = code, .member_count = 2},
        [AS] = {.kind = TYPE_UNION, .size = 8, .members = as, .member_count = 3},
        [ANONYMOUS] = {.kind = TYPE_STRUCT, .size = 4, .members = anonymous, .member_count = 1},
        [ACCOUNT] = {.kind = TYPE_STRUCT, .name = "account", .size = 48, .members = account, .member_count = 7},
        [ACCOUNTS] = {.kind = TYPE_ARRAY, .size = 144, .element = ACCOUNT, .count = 3},
        [UNSIGNED] = {.kind = TYPE_UNSIGNED, .name = "unsigned int", .size = 4},
        [BOOLEAN] = {.kind = TYPE_BOOLEAN, .name = "_Bool", .size = 1},
        [DOUBLE] = {.kind = TYPE_FLOAT, .name = "double", .size = 8},
        [POINTER] = {.kind = TYPE_POINTER, .size = 8, .element = INT},
        [COLOUR] = {.kind = TYPE_ENUM, .name = "colour", .size = 4, .enumerators = colours, .enumerator_count = 3},
        [MATRIX_ROW] = {.kind = TYPE_ARRAY, .size = 12, .element = INT, .count = 3},
        [MATRIX] = {.kind = TYPE_ARRAY, .size = 24, .element = MATRIX_ROW, .count = 2},
        [EMPTY] = {.kind = TYPE_STRUCT, .name = "empty", .size = 0},
        [EMPTIES] = {.kind = TYPE_ARRAY, .size = 0, .element = EMPTY, .count = 4},
        [BYTE_UNION] = {.kind = TYPE_UNION, .size = 4, .members = bytes, .member_count = 2},
        [BYTES] = {.kind = TYPE_ARRAY, .size = 4, .element = CHAR, .count = 4},
    };
    Program *program = program_create();
    for (int i = 1; i < TYPE_COUNT; i++)
        vector_push(&program->types, types[i]);
    vector_push(&program->variables, (Variable){"accounts", ACCOUNTS});
    vector_push(&program->variables, (Variable){"x", INT});
    vector_push(&program->variables, (Variable){"matrix", MATRIX});
    vector_push(&program->variables, (Variable){"empties", EMPTIES});
    vector_push(&program->variables, (Variable){"mystery", 0});
    vector_push(&program->variables, (Variable){"bytes", BYTE_UNION});
    *state = program;
    return 0;
}

static int free_program(void **state)
{
    program_free(*state);
    return 0;
}

static void assert_access(const Program *program, uint32_t variable, uint64_t offset, uint64_t size, const char *name,
                          uint32_t type)
{
    Text text = {0};
    uint32_t found = program_name_access(program, variable, offset, size, &text);
    assert_string_equal(text_string(&text), name);
    assert_int_equal(found, type);
    text_free(&text);
}

static void parts_have_names(void **state)
{
    const Program *program = *state;
    assert_access(program, VARIABLE_X, 0, 4, "x", INT);
    assert_access(program, VARIABLE_ACCOUNTS, 48 + 8, 8, "accounts[1].balance", LONG);
    assert_access(program, VARIABLE_ACCOUNTS, 0, 4, "accounts[0].id", INT);
    assert_access(program, VARIABLE_ACCOUNTS, 96 + 16 + 3, 1, "accounts[2].name[3]", CHAR);
    assert_access(program, VARIABLE_ACCOUNTS, 48 + 26, 2, "accounts[1].code.low", SHORT);
    assert_access(program, VARIABLE_ACCOUNTS, 40, 4, "accounts[0].hidden", INT);
    assert_access(program, VARIABLE_MATRIX, 16, 4, "matrix[1][1]", INT);
}

static void union_members_are_told_by_size(void **state)
{
    const Program *program = *state;
    assert_access(program, VARIABLE_ACCOUNTS, 32, 8, "accounts[0].as.whole", LONG);
    assert_access(program, VARIABLE_ACCOUNTS, 32, 4, "accounts[0].as.half", INT);
    assert_access(program, VARIABLE_ACCOUNTS, 34, 1, "accounts[0].as.whole+2", 0);
    assert_access(program, VARIABLE_BYTES, 2, 2, "bytes.pair.low", SHORT);
    assert_access(program, VARIABLE_BYTES, 3, 1, "bytes.raw[3]", CHAR);
}

static void accesses_beside_members(void **state)
{
    const Program *program = *state;
    assert_access(program, VARIABLE_X, 2, 2, "x+2", 0);
    assert_access(program, VARIABLE_X, 0, 2, "x", 0);
    assert_access(program, VARIABLE_ACCOUNTS, 4, 4, "accounts[0]+4", 0);        // padding
    assert_access(program, VARIABLE_ACCOUNTS, 4, 8, "accounts[0]+4", 0);        // half padding, half balance
    assert_access(program, VARIABLE_ACCOUNTS, 48 + 44, 4, "accounts[1]+44", 0); // bit-fields have no address
    assert_access(program, VARIABLE_ACCOUNTS, 17, 2, "accounts[0].name[1]", 0);
    assert_access(program, VARIABLE_UNKNOWN, 0, 4, "mystery", 0);
    assert_access(program, VARIABLE_UNKNOWN, 12, 4, "mystery+12", 0);
    assert_access(program, VARIABLE_EMPTIES, 0, 1, "empties", EMPTIES);
}

static void aggregates_as_a_whole(void **state)
{
    const Program *program = *state;
    assert_access(program, VARIABLE_ACCOUNTS, 0, 144, "accounts", ACCOUNTS);
    assert_access(program, VARIABLE_MATRIX, 0, 24, "matrix", MATRIX);
    assert_access(program, VARIABLE_MATRIX, 12, 12, "matrix[1]", MATRIX_ROW);
}

static void assert_value(const Program *program, uint32_t type, uint64_t value, uint64_t size, const char *expected)
{
    Text text = {0};
    program_format_value(program, type, value, size, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits;
}

static void values_as_c_writes_them(void **state)
{
    const Program *program = *state;
    float narrow = -0.25f;
    uint32_t narrow_bits;
    memcpy(&narrow_bits, &narrow, 4);
    assert_value(program, INT, 7, 4, "7");
    assert_value(program, INT, 0xfffffffd, 4, "-3");
    assert_value(program, INT, 0x80000000, 4, "-2147483648");
    assert_value(program, SHORT, 0xffff, 2, "-1");
    assert_value(program, LONG, UINT64_MAX, 8, "-1");
    assert_value(program, LONG, 0xfffffffd, 8, "4294967293");
    assert_value(program, UNSIGNED, 0xfffffffd, 4, "4294967293");
    assert_value(program, UNSIGNED, UINT64_MAX, 8, "18446744073709551615");
    assert_value(program, BOOLEAN, 0, 1, "false");
    assert_value(program, BOOLEAN, 1, 1, "true");
    assert_value(program, CHAR, 'a', 1, "'a'");
    assert_value(program, CHAR, 0, 1, "0");
    assert_value(program, CHAR, 10, 1, "10");
    assert_value(program, CHAR, 0xff, 1, "-1");
    assert_value(program, FLOAT, narrow_bits, 4, "-0.25");
    assert_value(program, DOUBLE, bits_of(1.5), 8, "1.5");
    assert_value(program, POINTER, 0, 8, "NULL");
    assert_value(program, POINTER, 0x1234, 8, "0x1234");
    assert_value(program, COLOUR, 5, 4, "GREEN");
    assert_value(program, COLOUR, 0xffffffff, 4, "BLUE");
    assert_value(program, COLOUR, 9, 4, "9");
    assert_value(program, 0, 0xfffffffe, 4, "-2");
    assert_value(program, 0, 5, 0, "5");
    assert_value(program, ACCOUNT, 3, 4, "3");
}

static void address_space(void **state)
{
    (void)state;
    static const uint32_t widths[] = {32, 64};
    for (int i = 0; i < 2; i++) {
        Layout layout = layout_for_pointer_bits(widths[i]);
        assert_int_equal(layout.pointer_bits, widths[i]);
        // Every address fits in a pointer, and in user space on 64 bits.
        uint64_t last = layout_region_base(&layout, layout.region_count - 1) + (UINT64_C(1) << layout.region_bits) - 1;
        assert_true(widths[i] == 32 ? last == UINT32_MAX : last < UINT64_C(1) << 47);
        uint32_t threads = layout_thread_limit(&layout);
        assert_true(threads >= 100);
        assert_true(layout_stack_region(threads - 1) < layout.region_count);
        assert_true(layout_stack_region(threads) >= layout.region_count);
        assert_int_equal(layout_heap_region(0), REGION_THREAD);
        assert_int_equal(layout_heap_region(7) + 1, layout_stack_region(7));
        assert_int_equal(layout_stack_region(7) + 1, layout_heap_region(8));
        assert_int_equal(layout_region_base(&layout, REGION_NULL), 0);
        assert_int_equal(layout_region_base(&layout, 5) - layout_region_base(&layout, 4), UINT64_C(1)
                                                                                              << layout.region_bits);
        assert_true(layout.slot_bits + layout.generation_bits < layout.region_bits);
    }
}

static void functions_have_addresses(void **state)
{
    Program *program = *state;
    static const uint32_t widths[] = {32, 64};
    for (int i = 0; i < 3; i++)
        vector_push(&program->functions, (Function){.name = "f"});
    for (int i = 0; i < 2; i++) {
        program->layout = layout_for_pointer_bits(widths[i]);
        for (uint32_t id = 0; id < 3; id++) {
            uint64_t address = program_function_address(program, id);
            assert_ptr_equal(program_function_at(program, address), &program->functions.data[id]);
            assert_null(program_function_at(program, address + 1));
        }
        assert_null(program_function_at(program, program_function_address(program, 3)));
        assert_null(program_function_at(program, layout_region_base(&program->layout, REGION_CODE)));
        assert_null(program_function_at(program, 0));
        assert_null(program_function_at(program, UINT64_MAX));
    }
}

static void strings_are_kept_once(void **state)
{
    Program *program = *state;
    assert_int_equal(program_add_string(program, ""), 0);
    char buffer[] = "amount";
    uint32_t first = program_add_string(program, buffer);
    buffer[0] = 'A';
    uint32_t second = program_add_string(program, buffer);
    assert_int_not_equal(first, second);
    assert_int_equal(program_add_string(program, "amount"), first);
    assert_string_equal(program->strings.data[first], "amount");
    assert_string_equal(program->strings.data[second], "Amount");
}

static Function tiny_function(Instruction *code, uint32_t count, uint32_t *positions)
{
    static OperandList no_results;
    return (Function){.name = "tiny",
                      .register_count = 2,
                      .instructions = code,
                      .positions = positions,
                      .instruction_count = count,
                      .lists = &no_results,
                      .list_count = 1,
                      .defined = true};
}

// Whether program_check accepts a function; a refusal aborts, so it happens in a child.
static bool check_accepts(Program *program, Function function)
{
    program->functions.count = 0;
    program->start_function = 0;
    vector_push(&program->functions, function);
    fflush(stderr);
    pid_t child = fork();
    if (!child) {
        assert_non_null(freopen("/dev/null", "w", stderr));
        signal(SIGABRT, SIG_DFL);
        program_check(program);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void malformed_programs_are_refused(void **state)
{
    Program *program = *state;
    uint32_t positions[3] = {0};
    Instruction code[3] = {{.opcode = OP_constant, .dst = 1}, {.opcode = OP_jump, .imm = 2}, {.opcode = OP_return}};
    assert_true(check_accepts(program, tiny_function(code, 3, positions)));
    code[1].imm = 3;
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[1].imm = 0;
    assert_true(check_accepts(program, tiny_function(code, 2, positions)));
    assert_false(check_accepts(program, tiny_function(code, 1, positions))); // runs off its end
    code[0].dst = 2;
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OPCODE_COUNT};
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_branch, .a = 2, .b = 1, .imm = 1};
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_switch};
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_call};
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_add, .b = 2};
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_compare_exchange, .dst = 1}; // writes the register after it, too
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_thread_local, .imm = 1000};
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_loop_enter};
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
    code[0] = (Instruction){.opcode = OP_constant};
    positions[1] = 99;
    assert_false(check_accepts(program, tiny_function(code, 3, positions)));
}

static void listing_shows_code_and_places(void **state)
{
    Program *program = *state;
    vector_push(&program->files, "tiny.c");
    vector_push(&program->positions, (Position){.file = 0, .line = 3, .column = 9});
    vector_push(&program->globals, (Global){.name = "g", .address = 0x1000, .size = 4, .constant = true});
    uint32_t positions[2] = {1, 0};
    Instruction code[2] = {{.opcode = OP_add_imm, .width = 32, .dst = 1, .a = 0, .imm = 5}, {.opcode = OP_return}};
    vector_push(&program->functions, tiny_function(code, 2, positions));
    char *data = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&data, &size);
    program_print(program, stream);
    fclose(stream);
    assert_non_null(strstr(data, "global g at 0x1000, 4 bytes, constant\n"));
    assert_non_null(strstr(data, "function tiny(0 words), 2 registers\n"));
    assert_non_null(strstr(data, "r1 = add_imm.32 r0 5  ; tiny.c:3:9\n"));
    assert_non_null(strstr(data, "return.0"));
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intrinsics_are_found_by_name),
        cmocka_unit_test(intrinsics_know_their_place),
        cmocka_unit_test(opcode_tables_agree),
        cmocka_unit_test(instructions_know_their_registers),
        cmocka_unit_test_setup_teardown(instructions_know_what_is_next, make_program, free_program),
        cmocka_unit_test_setup_teardown(parts_have_names, make_program, free_program),
        cmocka_unit_test_setup_teardown(union_members_are_told_by_size, make_program, free_program),
        cmocka_unit_test_setup_teardown(accesses_beside_members, make_program, free_program),
        cmocka_unit_test_setup_teardown(aggregates_as_a_whole, make_program, free_program),
        cmocka_unit_test_setup_teardown(values_as_c_writes_them, make_program, free_program),
        cmocka_unit_test(address_space),
        cmocka_unit_test_setup_teardown(functions_have_addresses, make_program, free_program),
        cmocka_unit_test_setup_teardown(strings_are_kept_once, make_program, free_program),
        cmocka_unit_test_setup_teardown(malformed_programs_are_refused, make_program, free_program),
        cmocka_unit_test_setup_teardown(listing_shows_code_and_places, make_program, free_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
