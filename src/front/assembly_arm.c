// Inline assembly of aarch64. A loop that loads a word exclusively, computes another one from it and tries to store that
// is one atomic update: there is nothing to be seen of its failed rounds. So is one that leaves the loop if the word is
// not the one that is expected. Of Arm with 32 bits only barriers are known.
#include <string.h>

#include "front/assembly.h"
#include "front/lower.h"

static const LLVMAtomicOrdering STRONG = LLVMAtomicOrderingSequentiallyConsistent, WEAK = LLVMAtomicOrderingMonotonic;

static bool is_zero_register(const char *name)
{
    return !strcmp(name, "wzr") || !strcmp(name, "xzr");
}

const char *assembly_arm_register(const char *name, uint32_t *width)
{
    static const char *const numbers[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
                                          "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
                                          "20", "21", "22", "23", "24", "25", "26", "27", "28"};
    *width = 0;
    if (name[0] != 'w' && name[0] != 'x')
        return NULL;
    *width = name[0] == 'w' ? 32 : 64;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name + 1, numbers[i]))
            return numbers[i];
    if (is_zero_register(name))
        return "zr";
    *width = 0;
    return NULL;
}

uint32_t assembly_arm_width(char modifier)
{
    return modifier == 'w' ? 32 : modifier == 'x' ? 64 : 0;
}

// --- Operands: the register zr reads as 0, and what is written there is gone.

static bool is_nothing(const AssemblyOperand *operand)
{
    return operand->kind == ASSEMBLY_WORD && is_zero_register(operand->name);
}

static LLVMValueRef read_register(Assembly *assembly, const AssemblyOperand *operand, uint32_t width)
{
    return is_nothing(operand) ? assembly_constant(assembly, width, 0) : assembly_read(assembly, operand, width);
}

// A word shorter than a register is extended with zeros to 32 bits.
static bool write_register(Assembly *assembly, const AssemblyOperand *operand, LLVMValueRef value)
{
    if (is_nothing(operand))
        return true;
    if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 32)
        value = LLVMBuildZExt(assembly->builder, value, assembly_type(assembly, 32), "");
    return assembly_write(assembly, operand, value);
}

// Of a result that is shorter than the registers it was computed in only so many bits are known.
static bool write_lower(Assembly *assembly, const AssemblyOperand *operand, LLVMValueRef value)
{
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    if (is_nothing(operand) || !write_register(assembly, operand, value))
        return is_nothing(operand);
    if (width < 32)
        assembly_operand_place(assembly, operand)->valid = width;
    return true;
}

// Without a letter in the program's text a register has 64 bits, whatever the type of what is in it.
static uint32_t register_width(const Assembly *assembly, const AssemblyOperand *operand)
{
    if (operand->kind == ASSEMBLY_ARGUMENT && !operand->modifier)
        return 64;
    return assembly_operand_width(assembly, operand);
}

// --- Arithmetic

typedef enum ArmOperation { ARM_ADD, ARM_SUBTRACT, ARM_AND, ARM_OR, ARM_XOR, ARM_CLEAR, ARM_NO_OPERATION } ArmOperation;

static ArmOperation find_operation(const char *name)
{
    static const struct {
        const char *name;
        ArmOperation operation;
    } table[] = {{"add", ARM_ADD}, {"sub", ARM_SUBTRACT}, {"and", ARM_AND},
                 {"orr", ARM_OR},  {"eor", ARM_XOR},      {"bic", ARM_CLEAR}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, name))
            return table[i].operation;
    return ARM_NO_OPERATION;
}

static LLVMValueRef compute(Assembly *assembly, ArmOperation operation, LLVMValueRef left, LLVMValueRef right)
{
    LLVMBuilderRef builder = assembly->builder;
    switch (operation) {
    case ARM_ADD:
        return LLVMBuildAdd(builder, left, right, "");
    case ARM_SUBTRACT:
        return LLVMBuildSub(builder, left, right, "");
    case ARM_AND:
        return LLVMBuildAnd(builder, left, right, "");
    case ARM_OR:
        return LLVMBuildOr(builder, left, right, "");
    case ARM_XOR:
        return LLVMBuildXor(builder, left, right, "");
    default:
        return LLVMBuildAnd(builder, left, LLVMBuildNot(builder, right, ""), "");
    }
}

static bool translate_arithmetic(Assembly *assembly, const AssemblyInstruction *instruction)
{
    ArmOperation operation = find_operation(instruction->name);
    if (operation == ARM_NO_OPERATION || instruction->operand_count != 3)
        return false;
    uint32_t width = register_width(assembly, &instruction->operands[0]);
    LLVMValueRef left = width ? read_register(assembly, &instruction->operands[1], width) : NULL;
    LLVMValueRef right = left ? read_register(assembly, &instruction->operands[2], width) : NULL;
    return right && write_register(assembly, &instruction->operands[0], compute(assembly, operation, left, right));
}

// --- Accesses: a name, letters for the order, letters for the width

typedef struct ArmAccess {
    uint32_t width;
    bool acquires, releases;
} ArmAccess;

// The rest of a name after its root: a, l, al, and b or h. `operand` has the width of a register.
static bool read_suffix(const Assembly *assembly, const char *suffix, const AssemblyOperand *operand, ArmAccess *access)
{
    *access = (ArmAccess){.width = register_width(assembly, operand)};
    if (*suffix == 'a') {
        access->acquires = true;
        suffix++;
    }
    if (*suffix == 'l') {
        access->releases = true;
        suffix++;
    }
    if (*suffix == 'b' || *suffix == 'h')
        access->width = *suffix++ == 'b' ? 8 : 16;
    return !*suffix && access->width;
}

static LLVMAtomicOrdering update_order(const ArmAccess *access)
{
    return access->acquires && access->releases ? STRONG
           : access->acquires                   ? LLVMAtomicOrderingAcquire
           : access->releases                   ? LLVMAtomicOrderingRelease
                                                : WEAK;
}

static LLVMAtomicRMWBinOp update_operation(ArmOperation operation)
{
    switch (operation) {
    case ARM_ADD:
        return LLVMAtomicRMWBinOpAdd;
    case ARM_SUBTRACT:
        return LLVMAtomicRMWBinOpSub;
    case ARM_OR:
        return LLVMAtomicRMWBinOpOr;
    case ARM_XOR:
        return LLVMAtomicRMWBinOpXor;
    default:
        return LLVMAtomicRMWBinOpAnd;
    }
}

// ldr, ldar, ldapr, str, stlr, with b and h.
static bool translate_access(Assembly *assembly, const AssemblyInstruction *instruction, bool *known)
{
    static const struct {
        const char *root;
        bool stores;
        LLVMAtomicOrdering order;
    } table[] = {{"ldapr", false, LLVMAtomicOrderingAcquire},
                 {"ldar", false, LLVMAtomicOrderingSequentiallyConsistent},
                 {"ldr", false, LLVMAtomicOrderingMonotonic},
                 {"stlr", true, LLVMAtomicOrderingSequentiallyConsistent},
                 {"str", true, LLVMAtomicOrderingMonotonic}};
    *known = false;
    for (size_t i = 0; i < sizeof table / sizeof *table && !*known; i++) {
        size_t length = strlen(table[i].root);
        const char *suffix = instruction->name + length;
        if (strncmp(table[i].root, instruction->name, length) ||
            (strcmp(suffix, "b") && strcmp(suffix, "h") && *suffix))
            continue;
        *known = true;
        ArmAccess access;
        if (instruction->operand_count != 2 || !read_suffix(assembly, suffix, &instruction->operands[0], &access))
            return false;
        LLVMValueRef address = assembly_address(assembly, &instruction->operands[1]), value;
        if (!address)
            return false;
        if (!table[i].stores)
            return write_register(assembly, &instruction->operands[0],
                                  assembly_load(assembly, address, access.width, table[i].order));
        value = read_register(assembly, &instruction->operands[0], access.width);
        if (value)
            assembly_store(assembly, address, value, table[i].order);
        return value != NULL;
    }
    return false;
}

// ldadd, ldclr, ldset, ldeor, those with st, and swp: the register, the one that gets what was there, memory.
static bool translate_update(Assembly *assembly, const AssemblyInstruction *instruction, bool *known)
{
    static const struct {
        const char *root;
        LLVMAtomicRMWBinOp operation;
        bool clears, stores;
    } table[] = {
        {"ldadd", LLVMAtomicRMWBinOpAdd, false, false},   {"ldset", LLVMAtomicRMWBinOpOr, false, false},
        {"ldclr", LLVMAtomicRMWBinOpAnd, true, false},    {"ldeor", LLVMAtomicRMWBinOpXor, false, false},
        {"ldsmax", LLVMAtomicRMWBinOpMax, false, false},  {"ldsmin", LLVMAtomicRMWBinOpMin, false, false},
        {"ldumax", LLVMAtomicRMWBinOpUMax, false, false}, {"ldumin", LLVMAtomicRMWBinOpUMin, false, false},
        {"swp", LLVMAtomicRMWBinOpXchg, false, false},    {"stadd", LLVMAtomicRMWBinOpAdd, false, true},
        {"stset", LLVMAtomicRMWBinOpOr, false, true},     {"stclr", LLVMAtomicRMWBinOpAnd, true, true},
        {"steor", LLVMAtomicRMWBinOpXor, false, true},
    };
    *known = false;
    for (size_t i = 0; i < sizeof table / sizeof *table && !*known; i++) {
        size_t length = strlen(table[i].root);
        ArmAccess access;
        if (strncmp(table[i].root, instruction->name, length))
            continue;
        *known = true;
        uint32_t operands = table[i].stores ? 2 : 3;
        if (instruction->operand_count != operands ||
            !read_suffix(assembly, instruction->name + length, &instruction->operands[0], &access))
            return false;
        LLVMValueRef value = read_register(assembly, &instruction->operands[0], access.width);
        LLVMValueRef address = assembly_address(assembly, &instruction->operands[operands - 1]);
        if (!value || !address)
            return false;
        if (table[i].clears)
            value = LLVMBuildNot(assembly->builder, value, "");
        LLVMValueRef old = assembly_update(assembly, table[i].operation, address, value, update_order(&access));
        return table[i].stores || write_register(assembly, &instruction->operands[1], old);
    }
    return false;
}

static bool translate_compare_and_swap(Assembly *assembly, const AssemblyInstruction *instruction)
{
    ArmAccess access;
    if (instruction->operand_count != 3 ||
        !read_suffix(assembly, instruction->name + 3, &instruction->operands[0], &access))
        return false;
    LLVMValueRef expected = read_register(assembly, &instruction->operands[0], access.width), swapped;
    LLVMValueRef desired = read_register(assembly, &instruction->operands[1], access.width);
    LLVMValueRef address = assembly_address(assembly, &instruction->operands[2]);
    return expected && desired && address &&
           write_register(assembly, &instruction->operands[0],
                          assembly_exchange(assembly, address, expected, desired, update_order(&access), &swapped));
}

// --- Loops of exclusive accesses

// Whether two operands are written alike, or are registers that are the same.
static bool are_same(Assembly *assembly, const AssemblyOperand *left, const AssemblyOperand *right)
{
    AssemblyPlace *place = assembly_operand_place(assembly, left);
    bool memory = assembly_is_memory(assembly, left);
    if (memory != assembly_is_memory(assembly, right))
        return false;
    if (memory)
        return left->kind == right->kind && left->by_argument == right->by_argument &&
               left->argument == right->argument && left->number == right->number && !strcmp(left->name, right->name);
    return place && place == assembly_operand_place(assembly, right);
}

static bool has_name(const AssemblyInstruction *instruction, const char *name)
{
    return !instruction->is_label && !strcmp(instruction->name, name);
}

// A local label after (1f) or before (1b) the jump.
static bool leads_to(const AssemblyOperand *operand, const char *label, char direction)
{
    size_t length = strlen(label);
    return operand->kind == ASSEMBLY_WORD && !strncmp(operand->name, label, length) &&
           ((operand->name[length] == direction && !operand->name[length + 1]) || !operand->name[length]);
}

// The parts of a loop; NULL: it does not have it.
typedef struct ExclusiveLoop {
    const AssemblyInstruction *load, *operation, *comparison, *leave, *store;
    uint32_t end; // what is after it
    ArmAccess access;
} ExclusiveLoop;

static bool is_exclusive(const char *name, const char *plain, const char *ordered)
{
    const char *root = !strncmp(name, plain, strlen(plain)) ? plain : ordered;
    const char *suffix = name + strlen(root);
    return !strncmp(name, root, strlen(root)) && (!*suffix || !strcmp(suffix, "b") || !strcmp(suffix, "h"));
}

// The next instruction, if it has that many operands.
static const AssemblyInstruction *peek(const Assembly *assembly, uint32_t next, uint32_t operands)
{
    const AssemblyInstruction *instruction = next < assembly->text.count ? &assembly->text.data[next] : NULL;
    return instruction && !instruction->is_label && instruction->operand_count == operands ? instruction : NULL;
}

static const AssemblyInstruction *take_named(const Assembly *assembly, uint32_t *next, const char *name,
                                             uint32_t operands)
{
    const AssemblyInstruction *instruction = peek(assembly, *next, operands);
    if (!instruction || strcmp(instruction->name, name))
        return NULL;
    ++*next;
    return instruction;
}

static const AssemblyInstruction *take_exclusive(const Assembly *assembly, uint32_t *next, const char *plain,
                                                 const char *ordered, uint32_t operands)
{
    const AssemblyInstruction *instruction = peek(assembly, *next, operands);
    if (!instruction || !is_exclusive(instruction->name, plain, ordered))
        return NULL;
    ++*next;
    return instruction;
}

static const AssemblyInstruction *take_operation(const Assembly *assembly, uint32_t *next)
{
    const AssemblyInstruction *instruction = peek(assembly, *next, 3);
    if (!instruction || find_operation(instruction->name) == ARM_NO_OPERATION)
        return NULL;
    ++*next;
    return instruction;
}

// From the label before the load to the jump back.
static bool find_loop(Assembly *assembly, uint32_t label, ExclusiveLoop *loop)
{
    uint32_t next = label + 1;
    *loop = (ExclusiveLoop){.load = take_exclusive(assembly, &next, "ldxr", "ldaxr", 2)};
    loop->comparison = take_named(assembly, &next, "cmp", 2);
    loop->operation = loop->comparison ? NULL : take_operation(assembly, &next);
    if (loop->comparison) {
        loop->leave = take_named(assembly, &next, "b.ne", 1);
        loop->leave = loop->leave ? loop->leave : take_named(assembly, &next, "bne", 1);
    } else {
        loop->leave = take_named(assembly, &next, "cbnz", 2);
    }
    loop->store = take_exclusive(assembly, &next, "stxr", "stlxr", 3);
    const AssemblyInstruction *back = take_named(assembly, &next, "cbnz", 2);
    loop->end = next;
    return loop->load && loop->store && back && (!loop->comparison || loop->leave) &&
           leads_to(&back->operands[1], assembly->text.data[label].name, 'b') &&
           are_same(assembly, &back->operands[0], &loop->store->operands[0]) &&
           are_same(assembly, &loop->load->operands[1], &loop->store->operands[2]);
}

static char width_letter(const char *name)
{
    char last = name[strlen(name) - 1];
    return last == 'b' || last == 'h' ? last : 0;
}

static bool find_access(const Assembly *assembly, ExclusiveLoop *loop)
{
    char letter = width_letter(loop->load->name);
    loop->access = (ArmAccess){.width = letter == 'b'   ? 8
                                        : letter == 'h' ? 16
                                                        : register_width(assembly, &loop->load->operands[0]),
                               .acquires = !strncmp(loop->load->name, "ldax", 4),
                               .releases = !strncmp(loop->store->name, "stlx", 4)};
    return loop->access.width && letter == width_letter(loop->store->name);
}

// What is after the loop, up to the label to which a loop that was left leads, may only be barriers.
static bool skip_to_label(Assembly *assembly, ExclusiveLoop *loop)
{
    const AssemblyOperand *target = &loop->leave->operands[loop->leave->operand_count - 1];
    for (; loop->end < assembly->text.count; loop->end++) {
        const AssemblyInstruction *instruction = &assembly->text.data[loop->end];
        if (instruction->is_label && leads_to(target, instruction->name, 'f'))
            return true;
        if (!has_name(instruction, "dmb") && !has_name(instruction, "dsb"))
            return false;
    }
    return false;
}

// The word is computed from the one that was loaded and something else.
static bool update_in_loop(Assembly *assembly, const ExclusiveLoop *loop)
{
    const AssemblyOperand *old_register = &loop->load->operands[0], *stored = &loop->store->operands[1];
    uint32_t width = loop->access.width;
    LLVMValueRef address = assembly_address(assembly, &loop->load->operands[1]), by, old;
    if (!address || are_same(assembly, &loop->store->operands[0], stored) ||
        are_same(assembly, &loop->store->operands[0], old_register))
        return false;
    if (!loop->operation) {
        if (are_same(assembly, stored, old_register))
            return false;
        by = read_register(assembly, stored, width);
        old = by ? assembly_update(assembly, LLVMAtomicRMWBinOpXchg, address, by, update_order(&loop->access)) : NULL;
        return old && write_register(assembly, old_register, old) &&
               write_register(assembly, &loop->store->operands[0], assembly_constant(assembly, 32, 0));
    }
    ArmOperation operation = find_operation(loop->operation->name);
    const AssemblyOperand *left = &loop->operation->operands[1], *right = &loop->operation->operands[2];
    bool swapped = !are_same(assembly, left, old_register) && operation != ARM_SUBTRACT && operation != ARM_CLEAR;
    const AssemblyOperand *other = swapped ? left : right;
    if (!are_same(assembly, swapped ? right : left, old_register) || are_same(assembly, other, old_register) ||
        !are_same(assembly, &loop->operation->operands[0], stored) || are_same(assembly, other, stored))
        return false;
    by = read_register(assembly, other, width);
    if (!by)
        return false;
    LLVMValueRef operand = operation == ARM_CLEAR ? LLVMBuildNot(assembly->builder, by, "") : by;
    old = assembly_update(assembly, update_operation(operation), address, operand, update_order(&loop->access));
    return write_register(assembly, old_register, old) &&
           write_lower(assembly, stored, compute(assembly, operation, old, by)) &&
           write_register(assembly, &loop->store->operands[0], assembly_constant(assembly, 32, 0));
}

// A short word is compared with all bits of a register: that is known only of 0.
static bool compares_whole(const ExclusiveLoop *loop)
{
    return loop->access.width >= 32 || (!loop->comparison && !loop->operation);
}

// What is expected of the word: what it is compared with, what it is combined with by eor, or 0.
static LLVMValueRef find_expected(Assembly *assembly, const ExclusiveLoop *loop)
{
    const AssemblyOperand *old_register = &loop->load->operands[0], *other;
    if (loop->comparison) {
        other = &loop->comparison->operands[1];
        if (!are_same(assembly, &loop->comparison->operands[0], old_register))
            return NULL;
    } else if (loop->operation) {
        const AssemblyOperand *operands = loop->operation->operands;
        bool first = are_same(assembly, &operands[1], old_register);
        other = &operands[first ? 2 : 1];
        if (strcmp(loop->operation->name, "eor") || !are_same(assembly, &operands[first ? 1 : 2], old_register) ||
            !are_same(assembly, &operands[0], &loop->leave->operands[0]) ||
            are_same(assembly, &operands[0], old_register))
            return NULL;
    } else {
        return are_same(assembly, &loop->leave->operands[0], old_register)
                   ? assembly_constant(assembly, loop->access.width, 0)
                   : NULL;
    }
    return are_same(assembly, other, old_register) ? NULL : read_register(assembly, other, loop->access.width);
}

// A register that is 0 after a success. After a failure it holds what it held, if that is known.
static bool write_status(Assembly *assembly, const AssemblyOperand *status, LLVMValueRef swapped)
{
    AssemblyPlace *place = assembly_operand_place(assembly, status);
    if (is_nothing(status))
        return true;
    if (!place)
        return false;
    LLVMValueRef before = assembly_place_read(assembly, place, 32);
    if (before)
        assembly_place_write(
            assembly, place,
            LLVMBuildSelect(assembly->builder, swapped, assembly_constant(assembly, 32, 0), before, ""));
    return true;
}

static bool exchange_in_loop(Assembly *assembly, ExclusiveLoop *loop)
{
    const AssemblyOperand *old_register = &loop->load->operands[0];
    const AssemblyOperand *stored = &loop->store->operands[1], *status = &loop->store->operands[0];
    if (!compares_whole(loop) || are_same(assembly, stored, old_register) || are_same(assembly, stored, status) ||
        (loop->operation && are_same(assembly, stored, &loop->operation->operands[0])))
        return false;
    LLVMValueRef address = assembly_address(assembly, &loop->load->operands[1]), swapped;
    LLVMValueRef expected = find_expected(assembly, loop);
    LLVMValueRef desired = read_register(assembly, stored, loop->access.width);
    if (!address || !expected || !desired || !skip_to_label(assembly, loop))
        return false;
    LLVMValueRef old = assembly_exchange(assembly, address, expected, desired, update_order(&loop->access), &swapped);
    if (loop->comparison) {
        assembly_compare(assembly, old, expected);
        assembly->flags.zero = swapped;
    }
    if (!write_register(assembly, old_register, old))
        return false;
    if (loop->operation &&
        !write_register(assembly, &loop->operation->operands[0], LLVMBuildXor(assembly->builder, old, expected, "")))
        return false;
    return write_status(assembly, status, swapped);
}

static bool translate_loop(Assembly *assembly, uint32_t *next)
{
    ExclusiveLoop loop;
    if (!find_loop(assembly, *next, &loop) || !find_access(assembly, &loop))
        return false;
    bool done = loop.leave ? exchange_in_loop(assembly, &loop) : update_in_loop(assembly, &loop);
    *next = loop.end;
    return done;
}

// --- Other instructions

static bool is_barrier(const AssemblyInstruction *instruction)
{
    const char *name = instruction->name;
    bool named = !strcmp(name, "dmb") || !strcmp(name, "dsb") || !strcmp(name, "isb");
    return named && (!instruction->operand_count ||
                     (instruction->operand_count == 1 && instruction->operands[0].kind == ASSEMBLY_WORD));
}

static bool has_no_effect(const AssemblyInstruction *instruction)
{
    static const char *const words[] = {"nop", "yield", "wfe", "sev", "sevl"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], instruction->name))
            return !instruction->operand_count;
    return !strcmp(instruction->name, "prfm") && instruction->operand_count == 2;
}

static bool translate_move(Assembly *assembly, const AssemblyInstruction *instruction)
{
    uint32_t width = register_width(assembly, &instruction->operands[0]);
    LLVMValueRef value = width ? read_register(assembly, &instruction->operands[1], width) : NULL;
    return value && write_register(assembly, &instruction->operands[0], value);
}

static bool translate_comparison(Assembly *assembly, const AssemblyInstruction *instruction)
{
    uint32_t width = register_width(assembly, &instruction->operands[0]);
    LLVMValueRef left = width ? read_register(assembly, &instruction->operands[0], width) : NULL;
    LLVMValueRef right = left ? read_register(assembly, &instruction->operands[1], width) : NULL;
    if (right)
        assembly_compare(assembly, left, right);
    return right != NULL;
}

static bool translate_bits(Assembly *assembly, const AssemblyInstruction *instruction)
{
    bool leading = !strcmp(instruction->name, "clz"), reverses = !strcmp(instruction->name, "rbit");
    uint32_t width = register_width(assembly, &instruction->operands[0]);
    LLVMValueRef value = width ? read_register(assembly, &instruction->operands[1], width) : NULL;
    const char *builtin = leading ? "llvm.ctlz" : reverses ? "llvm.bitreverse" : "llvm.bswap";
    return value && write_register(assembly, &instruction->operands[0],
                                   assembly_builtin(assembly, builtin, value, leading, false));
}

static bool translate_system_register(Assembly *assembly, const AssemblyInstruction *instruction)
{
    const char *name = instruction->operands[1].name;
    return (!strcmp(name, "cntvct_el0") || !strcmp(name, "cntpct_el0")) &&
           write_register(assembly, &instruction->operands[0], assembly_ask(assembly, TIMESTAMP_FUNCTION, 64));
}

static bool set_by_condition(Assembly *assembly, const AssemblyInstruction *instruction)
{
    uint32_t width = register_width(assembly, &instruction->operands[0]);
    LLVMValueRef value = assembly_condition(assembly, instruction->operands[1].name);
    return value && width &&
           write_register(assembly, &instruction->operands[0],
                          LLVMBuildZExt(assembly->builder, value, assembly_type(assembly, width), ""));
}

static bool translate_instruction(Assembly *assembly, const AssemblyInstruction *instruction)
{
    static const struct {
        const char *name;
        bool (*translate)(Assembly *assembly, const AssemblyInstruction *instruction);
    } table[] = {
        {"mov", translate_move},    {"cmp", translate_comparison}, {"clz", translate_bits},
        {"rbit", translate_bits},   {"rev", translate_bits},       {"mrs", translate_system_register},
        {"cset", set_by_condition},
    };
    const char *name = instruction->name;
    bool known;
    if (is_barrier(instruction)) {
        LLVMBuildFence(assembly->builder, STRONG, false, "");
        return true;
    }
    if (has_no_effect(instruction))
        return true;
    if (strncmp(LLVMGetTarget(assembly->module), "aarch64", 7) && strncmp(LLVMGetTarget(assembly->module), "arm64", 5))
        return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, name))
            return instruction->operand_count == 2 && table[i].translate(assembly, instruction);
    bool done = translate_access(assembly, instruction, &known);
    if (!known)
        done = translate_update(assembly, instruction, &known);
    if (!known && !strncmp(name, "cas", 3) && strncmp(name, "casp", 4))
        done = translate_compare_and_swap(assembly, instruction);
    else if (!known)
        done = translate_arithmetic(assembly, instruction);
    return done;
}

// Labels that nobody jumps to play no part; jumps are known only in loops.
bool assembly_translate_arm(Assembly *assembly)
{
    for (uint32_t i = 0; i < assembly->text.count;) {
        ExclusiveLoop loop;
        const AssemblyInstruction *instruction = &assembly->text.data[i];
        if (instruction->is_label && find_loop(assembly, i, &loop)) {
            if (!translate_loop(assembly, &i))
                return false;
            continue;
        }
        if (!instruction->is_label && !translate_instruction(assembly, instruction))
            return false;
        i++;
    }
    return true;
}
