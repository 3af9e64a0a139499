// The operands of inline assembly: constraints, registers with the values that they hold, memory, flags.
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "front/assembly.h"
#include "front/lower.h"

enum { WORD = 64, NO_TIE = UINT32_MAX };

LLVMTypeRef assembly_type(const Assembly *assembly, uint32_t width)
{
    return LLVMIntTypeInContext(assembly->context, width);
}

LLVMValueRef assembly_constant(const Assembly *assembly, uint32_t width, int64_t value)
{
    return LLVMConstInt(assembly_type(assembly, width), (uint64_t)value, true);
}

static uint32_t width_of(LLVMValueRef value)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(value));
}

// The width of an integer or a pointer that fits a register; 0 for everything else.
static uint32_t register_width(const Assembly *assembly, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMPointerTypeKind)
        return LLVMPointerSize(LLVMGetModuleDataLayout(assembly->module)) * 8;
    if (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > WORD)
        return 0;
    return LLVMGetIntTypeWidth(type);
}

// --- Registers

AssemblyPlace *assembly_place(Assembly *assembly, const char *name)
{
    for (uint32_t i = 0; i < assembly->places.count; i++)
        if (!strcmp(assembly->places.data[i].name, name))
            return &assembly->places.data[i];
    return NULL;
}

static uint32_t add_place(Assembly *assembly, const char *name)
{
    AssemblyPlace place = {0};
    if (*name) {
        AssemblyPlace *known = assembly_place(assembly, name);
        if (known)
            return (uint32_t)(known - assembly->places.data);
        strncpy(place.name, name, sizeof place.name - 1);
    }
    vector_push(&assembly->places, place);
    return assembly->places.count - 1;
}

LLVMValueRef assembly_place_read(Assembly *assembly, const AssemblyPlace *place, uint32_t width)
{
    if (!place || place->valid < width)
        return NULL;
    return width == WORD ? place->word
                         : LLVMBuildTrunc(assembly->builder, place->word, assembly_type(assembly, width), "");
}

// 32 bits clear the upper half of a register; fewer leave the others as they are.
void assembly_place_write(Assembly *assembly, AssemblyPlace *place, LLVMValueRef value)
{
    uint32_t width = width_of(value);
    LLVMTypeRef word = assembly_type(assembly, WORD);
    LLVMValueRef wide = width == WORD ? value : LLVMBuildZExt(assembly->builder, value, word, "");
    if (width < 32 && place->valid > width) {
        LLVMValueRef mask = LLVMConstInt(word, ~((1ull << width) - 1), false);
        wide = LLVMBuildOr(assembly->builder, LLVMBuildAnd(assembly->builder, place->word, mask, ""), wide, "");
    } else {
        place->valid = width < 32 ? width : WORD;
    }
    place->word = wide;
}

static LLVMValueRef to_integer(Assembly *assembly, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    uint32_t width = register_width(assembly, type);
    if (width && LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return LLVMBuildPtrToInt(assembly->builder, value, assembly_type(assembly, width), "");
    return width ? value : NULL;
}

static bool put_input(Assembly *assembly, AssemblyPlace *place, LLVMValueRef value)
{
    value = to_integer(assembly, value);
    if (!value)
        return false;
    uint32_t width = width_of(value);
    place->word = width == WORD ? value : LLVMBuildZExt(assembly->builder, value, assembly_type(assembly, WORD), "");
    place->valid = width;
    return true;
}

// --- Constraints

typedef struct Constraint {
    bool is_output, is_indirect, is_clobber;
    uint32_t tied;
    char name[ASSEMBLY_NAME_SIZE]; // of a register or a flag
    bool allows_register;
} Constraint;

static bool read_letters(const char *letters, size_t length, Constraint *constraint)
{
    for (size_t i = 0; i < length; i++) {
        if (!letters[i] || !strchr("rqRlgXQmoVinIJKLMNOeZs|", letters[i]))
            return false;
        constraint->allows_register |= strchr("rqRlgX", letters[i]) != NULL;
    }
    return length > 0;
}

static bool read_constraint(const char *text, size_t length, Constraint *constraint)
{
    const char *end = text + length;
    *constraint = (Constraint){.tied = NO_TIE};
    for (; text < end && strchr("=~&*%+", *text); text++) {
        constraint->is_output |= *text == '=';
        constraint->is_clobber |= *text == '~';
        constraint->is_indirect |= *text == '*';
        if (*text == '+')
            return false;
    }
    if (text < end && *text == '{' && end[-1] == '}' && (size_t)(end - text) < ASSEMBLY_NAME_SIZE) {
        memcpy(constraint->name, text + 1, (size_t)(end - text - 2));
        constraint->allows_register = true;
        return true;
    }
    if (text < end && *text >= '0' && *text <= '9') {
        char *after;
        constraint->tied = (uint32_t)strtoul(text, &after, 10);
        constraint->allows_register = true;
        return after == end;
    }
    return read_letters(text, (size_t)(end - text), constraint);
}

// The element type of a pointer that stands for memory.
static LLVMTypeRef memory_type(const Assembly *assembly, uint32_t parameter)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(assembly->call, parameter + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static LLVMTypeRef output_type(const Assembly *assembly, uint32_t index, bool only)
{
    LLVMTypeRef type = LLVMTypeOf(assembly->call);
    if (only)
        return type;
    return index < LLVMCountStructElementTypes(type) ? LLVMStructGetTypeAtIndex(type, index) : NULL;
}

static bool is_status(const char *name)
{
    static const char *const words[] = {"memory", "cc", "dirflag", "fpsr", "flags", "fpcr"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

// A register that the assembly changes is free to be used.
static bool add_clobber(Assembly *assembly, const char *name)
{
    uint32_t width;
    const char *normal = assembly->normalise(name, &width);
    if (normal)
        add_place(assembly, normal);
    return normal || is_status(name);
}

static bool find_place(Assembly *assembly, const Constraint *constraint, AssemblyArgument *argument)
{
    uint32_t width;
    if (constraint->tied != NO_TIE) {
        if (constraint->tied >= assembly->arguments.count || assembly->arguments.data[constraint->tied].is_memory)
            return false;
        argument->place = assembly->arguments.data[constraint->tied].place;
        return true;
    }
    const char *name = *constraint->name ? assembly->normalise(constraint->name, &width) : "";
    if (!name)
        return false;
    argument->place = add_place(assembly, name);
    return true;
}

typedef struct Counts {
    uint32_t parameters, outputs; // so far
    bool one_output;
} Counts;

static bool add_memory(Assembly *assembly, const Constraint *constraint, Counts *counts, AssemblyArgument *argument)
{
    argument->is_memory = true;
    argument->is_plain = constraint->allows_register;
    argument->value = LLVMGetOperand(assembly->call, counts->parameters);
    argument->type = memory_type(assembly, counts->parameters++);
    return argument->type != NULL;
}

static bool add_output(Assembly *assembly, const Constraint *constraint, Counts *counts, AssemblyArgument *argument)
{
    argument->is_output = true;
    argument->type = output_type(assembly, counts->outputs++, counts->one_output);
    if (!argument->type || !register_width(assembly, argument->type))
        return false;
    if (!strncmp(constraint->name, "@cc", 3)) {
        argument->is_flag = true;
        strcpy(argument->condition, constraint->name + 3);
        return true;
    }
    return find_place(assembly, constraint, argument);
}

static bool add_input(Assembly *assembly, const Constraint *constraint, Counts *counts, AssemblyArgument *argument)
{
    argument->value = LLVMGetOperand(assembly->call, counts->parameters++);
    argument->type = LLVMTypeOf(argument->value);
    return find_place(assembly, constraint, argument) &&
           put_input(assembly, &assembly->places.data[argument->place], argument->value);
}

static bool add_argument(Assembly *assembly, const Constraint *constraint, Counts *counts)
{
    if (constraint->is_clobber)
        return add_clobber(assembly, constraint->name);
    AssemblyArgument argument = {0};
    bool added = constraint->is_indirect ? add_memory(assembly, constraint, counts, &argument)
                 : constraint->is_output ? add_output(assembly, constraint, counts, &argument)
                                         : add_input(assembly, constraint, counts, &argument);
    vector_push(&assembly->arguments, argument);
    return added;
}

bool assembly_open(Assembly *assembly)
{
    size_t length;
    const char *text = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(assembly->call), &length);
    const char *end = text + length;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(assembly->call));
    Counts counts = {.one_output = kind != LLVMVoidTypeKind && kind != LLVMStructTypeKind};
    while (text < end) {
        const char *comma = text;
        for (bool braces = false; comma < end && (*comma != ',' || braces); comma++)
            braces = *comma == '{' || (braces && *comma != '}');
        Constraint constraint;
        if (!read_constraint(text, (size_t)(comma - text), &constraint) ||
            !add_argument(assembly, &constraint, &counts))
            return false;
        text = comma + 1;
    }
    return counts.parameters == LLVMGetNumArgOperands(assembly->call);
}

void assembly_close(Assembly *assembly)
{
    vector_free(&assembly->text);
    vector_free(&assembly->arguments);
    vector_free(&assembly->places);
}

// --- Operands

static const AssemblyArgument *find_argument(const Assembly *assembly, const AssemblyOperand *operand)
{
    return operand->argument < assembly->arguments.count ? &assembly->arguments.data[operand->argument] : NULL;
}

bool assembly_is_memory(const Assembly *assembly, const AssemblyOperand *operand)
{
    const AssemblyArgument *argument = find_argument(assembly, operand);
    return operand->kind == ASSEMBLY_MEMORY || (operand->kind == ASSEMBLY_ARGUMENT && argument && argument->is_memory);
}

bool assembly_is_plain(const Assembly *assembly, const AssemblyOperand *operand)
{
    return operand->kind == ASSEMBLY_ARGUMENT && assembly_is_memory(assembly, operand) &&
           find_argument(assembly, operand)->is_plain;
}

uint32_t assembly_operand_width(const Assembly *assembly, const AssemblyOperand *operand)
{
    uint32_t width = 0;
    if (operand->kind == ASSEMBLY_ARGUMENT) {
        const AssemblyArgument *argument = find_argument(assembly, operand);
        if (operand->modifier)
            return assembly->modified_width(operand->modifier);
        return argument ? register_width(assembly, argument->type) : 0;
    }
    if (operand->kind == ASSEMBLY_REGISTER || operand->kind == ASSEMBLY_WORD)
        assembly->normalise(operand->name, &width);
    return width;
}

AssemblyPlace *assembly_operand_place(Assembly *assembly, const AssemblyOperand *operand)
{
    uint32_t width;
    bool named = operand->kind == ASSEMBLY_REGISTER || operand->kind == ASSEMBLY_WORD ||
                 (operand->kind == ASSEMBLY_MEMORY && !operand->by_argument);
    const char *name = named ? assembly->normalise(operand->name, &width) : NULL;
    if (named)
        return name ? assembly_place(assembly, name) : NULL;
    const AssemblyArgument *argument = find_argument(assembly, operand);
    bool holds = operand->kind == ASSEMBLY_ARGUMENT || operand->kind == ASSEMBLY_MEMORY;
    return holds && argument && !argument->is_memory && !argument->is_flag ? &assembly->places.data[argument->place]
                                                                           : NULL;
}

LLVMValueRef assembly_address(Assembly *assembly, const AssemblyOperand *operand)
{
    if (operand->kind == ASSEMBLY_ARGUMENT)
        return assembly_is_memory(assembly, operand) && !operand->modifier ? find_argument(assembly, operand)->value
                                                                           : NULL;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(assembly->context, 0);
    const AssemblyArgument *argument = operand->by_argument ? find_argument(assembly, operand) : NULL;
    LLVMValueRef base;
    if (argument && !argument->is_output && !argument->is_memory &&
        LLVMGetTypeKind(argument->type) == LLVMPointerTypeKind)
        base = argument->value; // as the program has it
    else
        base = assembly_place_read(assembly, assembly_operand_place(assembly, operand),
                                   LLVMPointerSize(LLVMGetModuleDataLayout(assembly->module)) * 8);
    if (!base)
        return NULL;
    if (LLVMGetTypeKind(LLVMTypeOf(base)) != LLVMPointerTypeKind)
        base = LLVMBuildIntToPtr(assembly->builder, base, pointer, "");
    LLVMValueRef offset = assembly_constant(assembly, WORD, operand->number);
    return operand->number ? LLVMBuildGEP2(assembly->builder, assembly_type(assembly, 8), base, &offset, 1, "") : base;
}

LLVMValueRef assembly_read(Assembly *assembly, const AssemblyOperand *operand, uint32_t width)
{
    if (operand->kind == ASSEMBLY_NUMBER)
        return assembly_constant(assembly, width, operand->number);
    return assembly_place_read(assembly, assembly_operand_place(assembly, operand), width);
}

bool assembly_write(Assembly *assembly, const AssemblyOperand *operand, LLVMValueRef value)
{
    AssemblyPlace *place = assembly_operand_place(assembly, operand);
    if (!place || operand->kind == ASSEMBLY_MEMORY)
        return false;
    assembly_place_write(assembly, place, value);
    return true;
}

// --- Memory

LLVMValueRef assembly_load(Assembly *assembly, LLVMValueRef address, uint32_t width, LLVMAtomicOrdering order)
{
    LLVMValueRef load = LLVMBuildLoad2(assembly->builder, assembly_type(assembly, width), address, "");
    LLVMSetAlignment(load, order == LLVMAtomicOrderingNotAtomic ? 1 : width / 8);
    LLVMSetOrdering(load, order);
    return load;
}

void assembly_store(Assembly *assembly, LLVMValueRef address, LLVMValueRef value, LLVMAtomicOrdering order)
{
    LLVMValueRef store = LLVMBuildStore(assembly->builder, value, address);
    LLVMSetAlignment(store, order == LLVMAtomicOrderingNotAtomic ? 1 : width_of(value) / 8);
    LLVMSetOrdering(store, order);
}

LLVMValueRef assembly_update(Assembly *assembly, LLVMAtomicRMWBinOp operation, LLVMValueRef address, LLVMValueRef value,
                             LLVMAtomicOrdering order)
{
    return LLVMBuildAtomicRMW(assembly->builder, operation, address, value, order, false);
}

LLVMValueRef assembly_exchange(Assembly *assembly, LLVMValueRef address, LLVMValueRef expected, LLVMValueRef desired,
                               LLVMAtomicOrdering order, LLVMValueRef *swapped)
{
    LLVMAtomicOrdering failure = order == LLVMAtomicOrderingSequentiallyConsistent ? order
                                 : order == LLVMAtomicOrderingAcquire              ? order
                                                                                   : LLVMAtomicOrderingMonotonic;
    LLVMValueRef both = LLVMBuildAtomicCmpXchg(assembly->builder, address, expected, desired, order, failure, false);
    *swapped = LLVMBuildExtractValue(assembly->builder, both, 1, "");
    return LLVMBuildExtractValue(assembly->builder, both, 0, "");
}

// --- Values

LLVMValueRef assembly_is_zero(Assembly *assembly, LLVMValueRef value)
{
    return LLVMBuildICmp(assembly->builder, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

LLVMValueRef assembly_is_negative(Assembly *assembly, LLVMValueRef value)
{
    return LLVMBuildICmp(assembly->builder, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

void assembly_compare(Assembly *assembly, LLVMValueRef left, LLVMValueRef right)
{
    LLVMBuilderRef builder = assembly->builder;
    assembly->flags = (AssemblyFlags){.zero = LLVMBuildICmp(builder, LLVMIntEQ, left, right, ""),
                                      .carry = LLVMBuildICmp(builder, LLVMIntULT, left, right, ""),
                                      .less = LLVMBuildICmp(builder, LLVMIntSLT, left, right, "")};
}

LLVMValueRef assembly_builtin(Assembly *assembly, const char *name, LLVMValueRef value, bool flagged, bool undefined)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(assembly->module, id, &type, 1);
    LLVMValueRef arguments[] = {value, LLVMConstInt(assembly_type(assembly, 1), undefined, false)};
    return LLVMBuildCall2(assembly->builder, LLVMGlobalGetValueType(function), function, arguments, flagged ? 2 : 1,
                          "");
}

LLVMValueRef assembly_ask(Assembly *assembly, const char *function, uint32_t width)
{
    LLVMTypeRef type = LLVMFunctionType(assembly_type(assembly, width), NULL, 0, false);
    LLVMValueRef value = LLVMGetNamedFunction(assembly->module, function);
    if (!value)
        value = LLVMAddFunction(assembly->module, function, type);
    return LLVMBuildCall2(assembly->builder, type, value, NULL, 0, "");
}

typedef enum FlagTest { TEST_ZERO, TEST_CARRY, TEST_SIGN, TEST_LESS, TEST_BELOW_OR_ZERO, TEST_LESS_OR_ZERO } FlagTest;

static LLVMValueRef test_flags(Assembly *assembly, FlagTest test)
{
    const AssemblyFlags *flags = &assembly->flags;
    LLVMValueRef zero = flags->zero, other = test == TEST_BELOW_OR_ZERO ? flags->carry : flags->less;
    switch (test) {
    case TEST_ZERO:
        return flags->zero;
    case TEST_CARRY:
        return flags->carry;
    case TEST_SIGN:
        return flags->sign;
    case TEST_LESS:
        return flags->less;
    default:
        return zero && other ? LLVMBuildOr(assembly->builder, zero, other, "") : NULL;
    }
}

LLVMValueRef assembly_condition(Assembly *assembly, const char *name)
{
    static const struct {
        const char *name;
        FlagTest test;
        bool negated;
    } table[] = {
        {"e", TEST_ZERO, false},           {"z", TEST_ZERO, false},           {"eq", TEST_ZERO, false},
        {"ne", TEST_ZERO, true},           {"nz", TEST_ZERO, true},           {"c", TEST_CARRY, false},
        {"b", TEST_CARRY, false},          {"nae", TEST_CARRY, false},        {"lo", TEST_CARRY, false},
        {"nc", TEST_CARRY, true},          {"ae", TEST_CARRY, true},          {"nb", TEST_CARRY, true},
        {"hs", TEST_CARRY, true},          {"s", TEST_SIGN, false},           {"ns", TEST_SIGN, true},
        {"l", TEST_LESS, false},           {"lt", TEST_LESS, false},          {"nge", TEST_LESS, false},
        {"ge", TEST_LESS, true},           {"nl", TEST_LESS, true},           {"be", TEST_BELOW_OR_ZERO, false},
        {"na", TEST_BELOW_OR_ZERO, false}, {"ls", TEST_BELOW_OR_ZERO, false}, {"a", TEST_BELOW_OR_ZERO, true},
        {"nbe", TEST_BELOW_OR_ZERO, true}, {"hi", TEST_BELOW_OR_ZERO, true},  {"le", TEST_LESS_OR_ZERO, false},
        {"ng", TEST_LESS_OR_ZERO, false},  {"g", TEST_LESS_OR_ZERO, true},    {"gt", TEST_LESS_OR_ZERO, true},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, name)) {
            LLVMValueRef value = test_flags(assembly, table[i].test);
            return value && table[i].negated ? LLVMBuildNot(assembly->builder, value, "") : value;
        }
    return NULL;
}

// --- Outputs

// Whether a local is written and never read.
static bool is_only_written(LLVMValueRef local)
{
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool writes = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local;
        if (!writes && !calls_named(user, "llvm.lifetime."))
            return false;
    }
    return LLVMIsAAllocaInst(local) != NULL;
}

// Whether nobody looks at a value: it is kept at most in a local that nobody reads.
static bool is_unused(LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool kept = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value;
        if (!(kept ? is_only_written(LLVMGetOperand(user, 1)) : LLVMIsATruncInst(user) && is_unused(user)))
            return false;
    }
    return true;
}

static bool output_is_unused(const Assembly *assembly, uint32_t index)
{
    if (LLVMGetTypeKind(LLVMTypeOf(assembly->call)) != LLVMStructTypeKind)
        return is_unused(assembly->call);
    for (LLVMUseRef use = LLVMGetFirstUse(assembly->call); use; use = LLVMGetNextUse(use))
        if (*LLVMGetIndices(LLVMGetUser(use)) == index && !is_unused(LLVMGetUser(use)))
            return false;
    return true;
}

static bool is_taken_apart(LLVMValueRef call)
{
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
        if (!LLVMIsAExtractValueInst(LLVMGetUser(use)) || LLVMGetNumIndices(LLVMGetUser(use)) != 1)
            return false;
    return true;
}

static LLVMValueRef output_value(Assembly *assembly, const AssemblyArgument *argument)
{
    uint32_t width = register_width(assembly, argument->type);
    if (argument->is_flag) {
        LLVMValueRef flag = assembly_condition(assembly, argument->condition);
        return flag && width > 1 ? LLVMBuildZExt(assembly->builder, flag, argument->type, "") : flag;
    }
    LLVMValueRef value = assembly_place_read(assembly, &assembly->places.data[argument->place], width);
    if (value && LLVMGetTypeKind(argument->type) == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(assembly->builder, value, argument->type, "");
    return value;
}

bool assembly_collect(Assembly *assembly, AssemblyResults *results)
{
    if (LLVMGetTypeKind(LLVMTypeOf(assembly->call)) == LLVMStructTypeKind && !is_taken_apart(assembly->call))
        return false;
    for (uint32_t i = 0; i < assembly->arguments.count; i++) {
        const AssemblyArgument *argument = &assembly->arguments.data[i];
        if (!argument->is_output)
            continue;
        LLVMValueRef value = output_value(assembly, argument);
        if (!value && !output_is_unused(assembly, results->count))
            return false;
        vector_push(results, value ? value : LLVMConstNull(argument->type));
    }
    return true;
}
