// Inline assembly of x86 in AT&T syntax. With the prefix lock, and with xchg, an access to memory is one atomic step; a mov
// is an atomic access, too, which is how it is meant; other operations on memory read and write in two steps.
#include <string.h>

#include "front/assembly.h"
#include "front/lower.h"

static const LLVMAtomicOrdering LOCKED = LLVMAtomicOrderingSequentiallyConsistent;

const char *assembly_x86_register(const char *name, uint32_t *width)
{
    static const struct {
        const char *normal, *names[4]; // of 64, 32, 16 and 8 bits
    } table[] = {
        {"ax", {"rax", "eax", "ax", "al"}},       {"bx", {"rbx", "ebx", "bx", "bl"}},
        {"cx", {"rcx", "ecx", "cx", "cl"}},       {"dx", {"rdx", "edx", "dx", "dl"}},
        {"si", {"rsi", "esi", "si", "sil"}},      {"di", {"rdi", "edi", "di", "dil"}},
        {"r8", {"r8", "r8d", "r8w", "r8b"}},      {"r9", {"r9", "r9d", "r9w", "r9b"}},
        {"r10", {"r10", "r10d", "r10w", "r10b"}}, {"r11", {"r11", "r11d", "r11w", "r11b"}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (uint32_t j = 0; j < 4; j++)
            if (!strcmp(table[i].names[j], name)) {
                *width = 64u >> j;
                return table[i].normal;
            }
    *width = 0;
    return NULL;
}

uint32_t assembly_x86_width(char modifier)
{
    switch (modifier) {
    case 'b':
        return 8;
    case 'w':
        return 16;
    case 'k':
        return 32;
    case 'q':
        return 64;
    default:
        return 0;
    }
}

typedef enum X86Operation {
    X86_MOVE,
    X86_EXCHANGE,
    X86_EXCHANGE_ADD,
    X86_COMPARE_EXCHANGE,
    X86_ADD,
    X86_SUBTRACT,
    X86_AND,
    X86_OR,
    X86_XOR,
    X86_INCREMENT,
    X86_DECREMENT,
    X86_NEGATE,
    X86_NOT,
    X86_BIT_SET,
    X86_BIT_RESET,
    X86_BIT_COMPLEMENT,
    X86_BIT_TEST,
    X86_LOWEST_BIT,
    X86_HIGHEST_BIT,
    X86_BYTE_SWAP,
    X86_POPULATION,
    X86_COMPARE,
    X86_TEST,
} X86Operation;

typedef struct X86Name {
    const char *name;
    X86Operation operation;
    uint32_t operands;
    bool lockable;
} X86Name;

static const X86Name names[] = {
    {"mov", X86_MOVE, 2, false},
    {"xchg", X86_EXCHANGE, 2, true},
    {"xadd", X86_EXCHANGE_ADD, 2, true},
    {"cmpxchg", X86_COMPARE_EXCHANGE, 2, true},
    {"add", X86_ADD, 2, true},
    {"sub", X86_SUBTRACT, 2, true},
    {"and", X86_AND, 2, true},
    {"or", X86_OR, 2, true},
    {"xor", X86_XOR, 2, true},
    {"inc", X86_INCREMENT, 1, true},
    {"dec", X86_DECREMENT, 1, true},
    {"neg", X86_NEGATE, 1, true},
    {"not", X86_NOT, 1, true},
    {"bts", X86_BIT_SET, 2, true},
    {"btr", X86_BIT_RESET, 2, true},
    {"btc", X86_BIT_COMPLEMENT, 2, true},
    {"bt", X86_BIT_TEST, 2, false},
    {"bsf", X86_LOWEST_BIT, 2, false},
    {"bsr", X86_HIGHEST_BIT, 2, false},
    {"bswap", X86_BYTE_SWAP, 1, false},
    {"popcnt", X86_POPULATION, 2, false},
    {"cmp", X86_COMPARE, 2, false},
    {"test", X86_TEST, 2, false},
};

// An instruction whose name, and perhaps a suffix for the width, are known.
typedef struct X86Step {
    Assembly *assembly;
    const AssemblyInstruction *instruction;
    const X86Name *name;
    uint32_t width;
    const AssemblyOperand *source, *target; // target: the last operand
} X86Step;

static uint32_t suffix_width(char suffix)
{
    return suffix == 'b' ? 8 : suffix == 'w' ? 16 : suffix == 'l' ? 32 : suffix == 'q' ? 64 : 0;
}

static const X86Name *find_name(const char *name, uint32_t *width)
{
    size_t length = strlen(name);
    const X86Name *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t base = strlen(names[i].name);
        if (!strcmp(names[i].name, name)) {
            *width = 0;
            return &names[i];
        }
        if (length == base + 1 && !strncmp(names[i].name, name, base) && suffix_width(name[base])) {
            *width = suffix_width(name[base]);
            found = &names[i];
        }
    }
    return found;
}

// Without a suffix a register tells the width, or else memory.
static uint32_t find_width(const X86Step *step)
{
    Assembly *assembly = step->assembly;
    const AssemblyOperand *operands[] = {step->target, step->source};
    for (int memory = 0; memory < 2; memory++)
        for (int i = 0; i < 2; i++)
            if (operands[i] && assembly_is_memory(assembly, operands[i]) == memory &&
                operands[i]->kind != ASSEMBLY_NUMBER && assembly_operand_width(assembly, operands[i]))
                return assembly_operand_width(assembly, operands[i]);
    return 0;
}

static LLVMAtomicOrdering access_order(const Assembly *assembly, const AssemblyOperand *operand,
                                       LLVMAtomicOrdering order)
{
    return assembly_is_plain(assembly, operand) ? LLVMAtomicOrderingNotAtomic : order;
}

static LLVMValueRef read_operand(const X86Step *step, const AssemblyOperand *operand, uint32_t width,
                                 LLVMAtomicOrdering order)
{
    Assembly *assembly = step->assembly;
    if (!assembly_is_memory(assembly, operand))
        return assembly_read(assembly, operand, width);
    LLVMValueRef address = assembly_address(assembly, operand);
    return address ? assembly_load(assembly, address, width, access_order(assembly, operand, order)) : NULL;
}

static bool write_operand(const X86Step *step, const AssemblyOperand *operand, LLVMValueRef value,
                          LLVMAtomicOrdering order)
{
    Assembly *assembly = step->assembly;
    if (!assembly_is_memory(assembly, operand))
        return assembly_write(assembly, operand, value);
    LLVMValueRef address = assembly_address(assembly, operand);
    if (address)
        assembly_store(assembly, address, value, access_order(assembly, operand, order));
    return address != NULL;
}

// --- Operations that change their target

static LLVMValueRef compute(const X86Step *step, LLVMValueRef old, LLVMValueRef by)
{
    LLVMBuilderRef builder = step->assembly->builder;
    switch (step->name->operation) {
    case X86_ADD:
    case X86_INCREMENT:
    case X86_EXCHANGE_ADD:
        return LLVMBuildAdd(builder, old, by, "");
    case X86_SUBTRACT:
    case X86_DECREMENT:
        return LLVMBuildSub(builder, old, by, "");
    case X86_AND:
    case X86_BIT_RESET:
        return LLVMBuildAnd(builder, old, by, "");
    case X86_OR:
    case X86_BIT_SET:
        return LLVMBuildOr(builder, old, by, "");
    case X86_NEGATE:
        return LLVMBuildSub(builder, by, old, "");
    default:
        return LLVMBuildXor(builder, old, by, "");
    }
}

// The operation on memory in one step; false if there is none.
static bool find_update(X86Operation operation, LLVMAtomicRMWBinOp *update)
{
    switch (operation) {
    case X86_ADD:
    case X86_INCREMENT:
    case X86_EXCHANGE_ADD:
        *update = LLVMAtomicRMWBinOpAdd;
        return true;
    case X86_SUBTRACT:
    case X86_DECREMENT:
        *update = LLVMAtomicRMWBinOpSub;
        return true;
    case X86_AND:
    case X86_BIT_RESET:
        *update = LLVMAtomicRMWBinOpAnd;
        return true;
    case X86_OR:
    case X86_BIT_SET:
        *update = LLVMAtomicRMWBinOpOr;
        return true;
    case X86_XOR:
    case X86_NOT:
    case X86_BIT_COMPLEMENT:
        *update = LLVMAtomicRMWBinOpXor;
        return true;
    default:
        return false;
    }
}

// Changes memory at an address, or a register if there is none. NULL: not understood. Else what was there before.
static LLVMValueRef change_target(const X86Step *step, LLVMValueRef address, LLVMValueRef by, LLVMValueRef *result)
{
    Assembly *assembly = step->assembly;
    LLVMAtomicRMWBinOp update;
    LLVMValueRef old;
    if (address && step->instruction->locked) {
        if (!find_update(step->name->operation, &update))
            return NULL;
        old = assembly_update(assembly, update, address, by, LOCKED);
        *result = compute(step, old, by);
        return old;
    }
    if (step->instruction->locked)
        return NULL;
    old = address ? assembly_load(assembly, address, step->width, LLVMAtomicOrderingNotAtomic)
                  : assembly_read(assembly, step->target, step->width);
    if (!old)
        return NULL;
    *result = compute(step, old, by);
    if (address)
        assembly_store(assembly, address, *result, LLVMAtomicOrderingNotAtomic);
    else if (!assembly_write(assembly, step->target, *result))
        return NULL;
    return old;
}

static void set_result_flags(Assembly *assembly, X86Operation operation, LLVMValueRef old, LLVMValueRef by,
                             LLVMValueRef result)
{
    LLVMBuilderRef builder = assembly->builder;
    LLVMValueRef no = assembly_constant(assembly, 1, 0);
    bool logical = operation == X86_AND || operation == X86_OR || operation == X86_XOR;
    if (operation == X86_NOT)
        return; // leaves the flags alone
    if (operation == X86_SUBTRACT) {
        assembly_compare(assembly, old, by);
        assembly->flags.sign = assembly_is_negative(assembly, result);
        return;
    }
    assembly->flags =
        (AssemblyFlags){.zero = assembly_is_zero(assembly, result), .sign = assembly_is_negative(assembly, result)};
    if (logical) {
        assembly->flags.carry = no;
        assembly->flags.less = assembly->flags.sign;
    } else if (operation == X86_ADD || operation == X86_EXCHANGE_ADD) {
        assembly->flags.carry = LLVMBuildICmp(builder, LLVMIntULT, result, old, "");
    }
}

static LLVMValueRef target_address(const X86Step *step, bool *failed)
{
    bool memory = assembly_is_memory(step->assembly, step->target);
    LLVMValueRef address = memory ? assembly_address(step->assembly, step->target) : NULL;
    *failed = memory && !address;
    return address;
}

// A locked operation that leaves the top of the stack as it is: a barrier.
static bool is_barrier(const X86Step *step)
{
    const AssemblyOperand *target = step->target, *source = step->source;
    bool stack = target->kind == ASSEMBLY_MEMORY && !target->by_argument &&
                 (!strcmp(target->name, "rsp") || !strcmp(target->name, "esp"));
    return step->instruction->locked && stack && source && source->kind == ASSEMBLY_NUMBER && !source->number &&
           (step->name->operation == X86_ADD || step->name->operation == X86_OR);
}

// xor and sub of a register with itself need not know what was in it.
static bool clears(const X86Step *step)
{
    AssemblyPlace *place = assembly_operand_place(step->assembly, step->target);
    return (step->name->operation == X86_XOR || step->name->operation == X86_SUBTRACT) && !step->instruction->locked &&
           !assembly_is_memory(step->assembly, step->target) && place &&
           place == assembly_operand_place(step->assembly, step->source);
}

static bool translate_change(const X86Step *step)
{
    Assembly *assembly = step->assembly;
    X86Operation operation = step->name->operation;
    if (is_barrier(step)) {
        LLVMBuildFence(assembly->builder, LOCKED, false, "");
        return true;
    }
    if (step->source && clears(step)) {
        LLVMValueRef none = assembly_constant(assembly, step->width, 0);
        set_result_flags(assembly, X86_XOR, none, none, none);
        return assembly_write(assembly, step->target, none);
    }
    if (step->source && assembly_is_memory(assembly, step->source) && assembly_is_memory(assembly, step->target))
        return false;
    LLVMValueRef by = step->source ? read_operand(step, step->source, step->width, LLVMAtomicOrderingAcquire)
                                   : assembly_constant(assembly, step->width,
                                                       operation == X86_NOT      ? -1
                                                       : operation == X86_NEGATE ? 0
                                                                                 : 1);
    bool failed;
    LLVMValueRef address = target_address(step, &failed), result = NULL;
    LLVMValueRef old = failed || !by ? NULL : change_target(step, address, by, &result);
    if (!old)
        return false;
    set_result_flags(assembly, operation, old, by, result);
    if (operation == X86_EXCHANGE_ADD)
        return assembly_write(assembly, step->source, old);
    return true;
}

static bool translate_exchange(const X86Step *step)
{
    Assembly *assembly = step->assembly;
    const AssemblyOperand *memory = assembly_is_memory(assembly, step->source) ? step->source : step->target;
    const AssemblyOperand *other = memory == step->source ? step->target : step->source;
    LLVMValueRef value = assembly_read(assembly, other, step->width);
    if (!value || other->kind == ASSEMBLY_NUMBER)
        return false;
    if (assembly_is_memory(assembly, memory)) {
        LLVMValueRef address = assembly_address(assembly, memory);
        return address && assembly_write(assembly, other,
                                         assembly_update(assembly, LLVMAtomicRMWBinOpXchg, address, value, LOCKED));
    }
    LLVMValueRef second = assembly_read(assembly, memory, step->width);
    return second && !step->instruction->locked && assembly_write(assembly, memory, value) &&
           assembly_write(assembly, other, second);
}

static bool translate_compare_exchange(const X86Step *step)
{
    Assembly *assembly = step->assembly;
    AssemblyPlace *accumulator = assembly_place(assembly, "ax");
    LLVMValueRef expected = assembly_place_read(assembly, accumulator, step->width);
    LLVMValueRef desired = assembly_read(assembly, step->source, step->width);
    if (!expected || !desired || !step->instruction->locked || !assembly_is_memory(assembly, step->target))
        return false;
    LLVMValueRef address = assembly_address(assembly, step->target), swapped;
    if (!address)
        return false;
    LLVMValueRef found = assembly_exchange(assembly, address, expected, desired, LOCKED, &swapped);
    assembly_compare(assembly, expected, found);
    assembly->flags.zero = swapped;
    assembly_place_write(assembly, accumulator, found);
    if (step->width == 32) // if it succeeds, the register is not written, and keeps its upper half
        accumulator->valid = 32;
    return true;
}

// In memory a bit may be one of the words before or after, if a register tells which.
static bool translate_bit(const X86Step *step)
{
    Assembly *assembly = step->assembly;
    LLVMBuilderRef builder = assembly->builder;
    LLVMValueRef bit = assembly_read(assembly, step->source, step->width), result;
    bool failed;
    LLVMValueRef address = target_address(step, &failed);
    if (!bit || failed || step->width < 16)
        return false;
    LLVMValueRef mask = assembly_constant(assembly, step->width, step->width - 1);
    if (address && step->source->kind != ASSEMBLY_NUMBER) {
        LLVMValueRef whole = assembly_constant(assembly, step->width,
                                               step->width == 64   ? 6
                                               : step->width == 32 ? 5
                                                                   : 4);
        LLVMValueRef word = LLVMBuildAShr(builder, bit, whole, "");
        address = LLVMBuildGEP2(builder, assembly_type(assembly, step->width), address, &word, 1, "");
    }
    LLVMValueRef place = LLVMBuildAnd(builder, bit, mask, "");
    LLVMValueRef one = LLVMBuildShl(builder, assembly_constant(assembly, step->width, 1), place, ""), old;
    if (step->name->operation == X86_BIT_TEST) {
        old = address ? assembly_load(assembly, address, step->width, LLVMAtomicOrderingAcquire)
                      : assembly_read(assembly, step->target, step->width);
    } else {
        bool resets = step->name->operation == X86_BIT_RESET;
        old = change_target(step, address, resets ? LLVMBuildNot(builder, one, "") : one, &result);
    }
    if (!old)
        return false;
    LLVMValueRef was = LLVMBuildAnd(builder, old, one, "");
    assembly->flags = (AssemblyFlags){.carry = LLVMBuildNot(builder, assembly_is_zero(assembly, was), "")};
    return true;
}

// The lowest or highest bit of 0 is not told.
static bool translate_search(const X86Step *step)
{
    Assembly *assembly = step->assembly;
    bool highest = step->name->operation == X86_HIGHEST_BIT;
    LLVMValueRef value = read_operand(step, step->source, step->width, LLVMAtomicOrderingAcquire);
    if (!value)
        return false;
    LLVMValueRef found = assembly_builtin(assembly, highest ? "llvm.ctlz" : "llvm.cttz", value, true, true);
    if (highest)
        found = LLVMBuildSub(assembly->builder, assembly_constant(assembly, step->width, step->width - 1), found, "");
    assembly->flags = (AssemblyFlags){.zero = assembly_is_zero(assembly, value)};
    return assembly_write(assembly, step->target, found);
}

static bool translate_plain(const X86Step *step, const char *builtin, const AssemblyOperand *from)
{
    LLVMValueRef value = read_operand(step, from, step->width, LLVMAtomicOrderingAcquire);
    return value &&
           assembly_write(step->assembly, step->target, assembly_builtin(step->assembly, builtin, value, false, false));
}

static bool translate_comparison(const X86Step *step)
{
    Assembly *assembly = step->assembly;
    LLVMValueRef left = read_operand(step, step->target, step->width, LLVMAtomicOrderingAcquire);
    LLVMValueRef right = left ? read_operand(step, step->source, step->width, LLVMAtomicOrderingAcquire) : NULL;
    if (!right)
        return false;
    if (step->name->operation == X86_COMPARE)
        assembly_compare(assembly, left, right);
    else
        set_result_flags(assembly, X86_AND, left, right, LLVMBuildAnd(assembly->builder, left, right, ""));
    return true;
}

static bool translate_named(const X86Step *step)
{
    LLVMValueRef value;
    if (step->instruction->locked && !step->name->lockable)
        return false;
    switch (step->name->operation) {
    case X86_MOVE:
        value = read_operand(step, step->source, step->width, LLVMAtomicOrderingAcquire);
        return value && write_operand(step, step->target, value, LLVMAtomicOrderingRelease);
    case X86_EXCHANGE:
        return translate_exchange(step);
    case X86_COMPARE_EXCHANGE:
        return translate_compare_exchange(step);
    case X86_BIT_SET:
    case X86_BIT_RESET:
    case X86_BIT_COMPLEMENT:
    case X86_BIT_TEST:
        return translate_bit(step);
    case X86_LOWEST_BIT:
    case X86_HIGHEST_BIT:
        return translate_search(step);
    case X86_BYTE_SWAP:
        return step->width >= 32 && translate_plain(step, "llvm.bswap", step->target);
    case X86_POPULATION:
        step->assembly->flags = (AssemblyFlags){0};
        return translate_plain(step, "llvm.ctpop", step->source);
    case X86_COMPARE:
    case X86_TEST:
        return translate_comparison(step);
    default:
        return translate_change(step);
    }
}

// --- Instructions of other forms

static bool set_by_condition(Assembly *assembly, const AssemblyInstruction *instruction, const char *condition)
{
    X86Step step = {.assembly = assembly, .instruction = instruction};
    LLVMValueRef value = assembly_condition(assembly, condition);
    return value && instruction->operand_count == 1 &&
           write_operand(&step, &instruction->operands[0],
                         LLVMBuildZExt(assembly->builder, value, assembly_type(assembly, 8), ""),
                         LLVMAtomicOrderingRelease);
}

static bool move_by_condition(Assembly *assembly, const AssemblyInstruction *instruction, const char *condition)
{
    LLVMValueRef chosen = assembly_condition(assembly, condition);
    const AssemblyOperand *target = &instruction->operands[1];
    uint32_t width = instruction->operand_count == 2 ? assembly_operand_width(assembly, target) : 0;
    if (!chosen || width < 32 || assembly_is_memory(assembly, &instruction->operands[0]))
        return false;
    LLVMValueRef value = assembly_read(assembly, &instruction->operands[0], width);
    LLVMValueRef old = assembly_read(assembly, target, width);
    return value && old && assembly_write(assembly, target, LLVMBuildSelect(assembly->builder, chosen, value, old, ""));
}

// movzbl and its like: from b or w to w, l or q.
static bool extend(Assembly *assembly, const AssemblyInstruction *instruction)
{
    const char *name = instruction->name;
    X86Step step = {.assembly = assembly, .instruction = instruction};
    uint32_t from = suffix_width(name[4]), to = suffix_width(name[5]);
    if (strlen(name) != 6 || from < 8 || from > 16 || to <= from || instruction->operand_count != 2)
        return false;
    LLVMValueRef value = read_operand(&step, &instruction->operands[0], from, LLVMAtomicOrderingAcquire);
    if (!value)
        return false;
    LLVMTypeRef type = assembly_type(assembly, to);
    value = name[3] == 'z' ? LLVMBuildZExt(assembly->builder, value, type, "")
                           : LLVMBuildSExt(assembly->builder, value, type, "");
    return assembly_write(assembly, &instruction->operands[1], value);
}

static bool read_timestamp(Assembly *assembly, bool with_processor)
{
    AssemblyPlace *low = assembly_place(assembly, "ax"), *high = assembly_place(assembly, "dx");
    AssemblyPlace *processor = assembly_place(assembly, "cx");
    if (!low || !high || (with_processor && !processor))
        return false;
    LLVMTypeRef half = assembly_type(assembly, 32);
    LLVMValueRef time = assembly_ask(assembly, TIMESTAMP_FUNCTION, 64);
    LLVMValueRef upper = LLVMBuildLShr(assembly->builder, time, assembly_constant(assembly, 64, 32), "");
    assembly_place_write(assembly, low, LLVMBuildTrunc(assembly->builder, time, half, ""));
    assembly_place_write(assembly, high, LLVMBuildTrunc(assembly->builder, upper, half, ""));
    if (with_processor)
        assembly_place_write(assembly, processor, assembly_ask(assembly, "sched_getcpu", 32));
    return true;
}

static bool translate_other(Assembly *assembly, const AssemblyInstruction *instruction)
{
    const char *name = instruction->name;
    if (instruction->locked)
        return false;
    if (!instruction->operand_count) {
        if (!strcmp(name, "mfence") || !strcmp(name, "lfence") || !strcmp(name, "sfence"))
            LLVMBuildFence(assembly->builder, LOCKED, false, "");
        else if (!strcmp(name, "rdtsc") || !strcmp(name, "rdtscp"))
            return read_timestamp(assembly, name[5] == 'p');
        else
            return !strcmp(name, "nop") || !strcmp(name, "pause");
        return true;
    }
    if (!strncmp(name, "set", 3))
        return set_by_condition(assembly, instruction, name + 3);
    if (!strncmp(name, "cmov", 4))
        return move_by_condition(assembly, instruction, name + 4);
    return (!strncmp(name, "movz", 4) || !strncmp(name, "movs", 4)) && extend(assembly, instruction);
}

static bool translate_instruction(Assembly *assembly, const AssemblyInstruction *instruction)
{
    X86Step step = {.assembly = assembly, .instruction = instruction};
    step.name = find_name(instruction->name, &step.width);
    if (!step.name)
        return translate_other(assembly, instruction);
    if (instruction->operand_count != step.name->operands)
        return false;
    step.target = &instruction->operands[instruction->operand_count - 1];
    step.source = instruction->operand_count > 1 ? &instruction->operands[0] : NULL;
    if (!step.width)
        step.width = find_width(&step);
    return step.width >= 8 && translate_named(&step);
}

bool assembly_translate_x86(Assembly *assembly)
{
    for (uint32_t i = 0; i < assembly->text.count; i++) {
        const AssemblyInstruction *instruction = &assembly->text.data[i];
        if (!instruction->is_label && !translate_instruction(assembly, instruction))
            return false;
    }
    return true;
}
