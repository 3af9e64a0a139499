// Calls: LLVM's own intrinsics become instructions, everything else a call with its operands flattened to words.
#include "front/assembly_text.h"
#include "front/function_builder.h"

#include <stdlib.h>
#include <string.h>

static bool starts_with(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

static uint32_t argument(FunctionBuilder *builder, LLVMValueRef call, unsigned index)
{
    return builder_value(builder, LLVMGetOperand(call, index));
}

static uint8_t integer_width(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? (uint8_t)LLVMGetIntTypeWidth(type) : 64;
}

static void emit_operation(FunctionBuilder *builder, LLVMValueRef call, Opcode opcode, unsigned operands, uint64_t imm)
{
    Instruction instruction = {.opcode = (uint16_t)opcode,
                               .width = integer_width(LLVMGetOperand(call, 0)),
                               .dst = builder_result(builder, call),
                               .imm = imm};
    instruction.a = argument(builder, call, 0);
    if (operands > 1)
        instruction.b = argument(builder, call, 1);
    if (operands > 2)
        instruction.imm = argument(builder, call, 2);
    builder_emit(builder, instruction);
}

// r[dst] = a < b ? a : b and its variants.
static void emit_choice(FunctionBuilder *builder, LLVMValueRef call, Opcode comparison)
{
    uint32_t a = argument(builder, call, 0), b = argument(builder, call, 1), chosen = builder_temporary(builder, 1);
    builder_emit(
        builder,
        (Instruction){.opcode = (uint16_t)comparison, .width = integer_width(call), .dst = chosen, .a = a, .b = b});
    builder_emit(
        builder,
        (Instruction){
            .opcode = OP_select, .width = 64, .dst = builder_result(builder, call), .a = chosen, .b = a, .imm = b});
}

static uint64_t va_list_size(const Program *program)
{
    return program->variadic_abi == VARIADIC_X86_64    ? 24
           : program->variadic_abi == VARIADIC_AARCH64 ? 32
                                                       : program->layout.pointer_bits / 8;
}

static void emit_intrinsic_call(FunctionBuilder *builder, LLVMValueRef call, Intrinsic intrinsic,
                                unsigned argument_count)
{
    Lowering *lowering = builder->lowering;
    uint32_t *registers = arena_allocate(&lowering->program->arena, (argument_count + 1) * sizeof *registers);
    for (unsigned i = 0; i < argument_count; i++)
        registers[i] = argument(builder, call, i);
    CallOperands operands = {.argument_count = argument_count,
                             .arguments = registers,
                             .result_count = type_word_count(LLVMTypeOf(call)),
                             .result_width = integer_width(call)};
    vector_push(&builder->calls, operands);
    uint32_t function = lowering->program->functions.count;
    for (uint32_t i = 0; i < lowering->program->functions.count && function == lowering->program->functions.count; i++)
        if (lowering->program->functions.data[i].intrinsic == intrinsic)
            function = i;
    if (function == lowering->program->functions.count) {
        vector_push(&lowering->program->functions,
                    (Function){.name = intrinsic_name(intrinsic), .intrinsic = intrinsic});
        vector_push(&lowering->function_values, NULL);
    }
    builder_emit(builder, (Instruction){.opcode = OP_call,
                                        .dst = operands.result_count ? builder_result(builder, call) : 0,
                                        .b = builder->calls.count - 1,
                                        .imm = function});
}

static bool lower_overflow(FunctionBuilder *builder, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *prefix;
        OverflowOperation operation;
        Opcode opcode;
    } table[] = {
        {"llvm.sadd.with.overflow", OVERFLOW_SADD, OP_overflow},
        {"llvm.uadd.with.overflow", OVERFLOW_UADD, OP_overflow},
        {"llvm.ssub.with.overflow", OVERFLOW_SSUB, OP_overflow},
        {"llvm.usub.with.overflow", OVERFLOW_USUB, OP_overflow},
        {"llvm.smul.with.overflow", OVERFLOW_SMUL, OP_overflow},
        {"llvm.umul.with.overflow", OVERFLOW_UMUL, OP_overflow},
        {"llvm.sadd.sat", OVERFLOW_SADD, OP_saturate},
        {"llvm.uadd.sat", OVERFLOW_UADD, OP_saturate},
        {"llvm.ssub.sat", OVERFLOW_SSUB, OP_saturate},
        {"llvm.usub.sat", OVERFLOW_USUB, OP_saturate},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (starts_with(name, table[i].prefix)) {
            emit_operation(builder, call, table[i].opcode, 2, table[i].operation);
            return true;
        }
    return false;
}

static bool lower_bits(FunctionBuilder *builder, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *prefix;
        Opcode opcode;
        unsigned operands;
    } table[] = {
        {"llvm.ctpop.", OP_population, 1},
        {"llvm.ctlz.", OP_leading_zeros, 1},
        {"llvm.cttz.", OP_trailing_zeros, 1},
        {"llvm.bswap.", OP_byte_swap, 1},
        {"llvm.bitreverse.", OP_bit_reverse, 1},
        {"llvm.abs.", OP_absolute, 1},
        {"llvm.fshl.", OP_funnel_left, 3},
        {"llvm.fshr.", OP_funnel_right, 3},
        {"llvm.ptrmask.", OP_and, 2},
    };
    static const struct {
        const char *prefix;
        Opcode comparison;
    } choices[] = {
        {"llvm.smax.", OP_sgt},
        {"llvm.smin.", OP_slt},
        {"llvm.umax.", OP_ugt},
        {"llvm.umin.", OP_ult},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (starts_with(name, table[i].prefix)) {
            emit_operation(builder, call, table[i].opcode, table[i].operands, 0);
            return true;
        }
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (starts_with(name, choices[i].prefix)) {
            emit_choice(builder, call, choices[i].comparison);
            return true;
        }
    return false;
}

// llvm.sqrt.f64 and the like are the library's functions.
static bool lower_math(FunctionBuilder *builder, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *llvm;
        const char *library;
    } renamed[] = {{"minnum", "fmin"}, {"maxnum", "fmax"}, {"fmuladd", "fma"}};
    const char *dot = strchr(name + 5, '.');
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
    if (!dot || (kind != LLVMDoubleTypeKind && kind != LLVMFloatTypeKind))
        return false;
    char library[32];
    int length = (int)(dot - name - 5);
    if (length > 24)
        return false;
    snprintf(library, sizeof library, "%.*s", length, name + 5);
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (!strcmp(library, renamed[i].llvm))
            strcpy(library, renamed[i].library);
    if (kind == LLVMFloatTypeKind)
        strcat(library, "f");
    Intrinsic intrinsic = intrinsic_find(library);
    if (intrinsic == INTRINSIC_none || intrinsic == INTRINSIC_nondet)
        return false;
    emit_intrinsic_call(builder, call, intrinsic, LLVMGetNumArgOperands(call));
    return true;
}

static void lower_object_size(FunctionBuilder *builder, LLVMValueRef call)
{
    bool minimum = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
    uint64_t unknown = minimum ? 0 : UINT64_MAX >> (64 - integer_width(call));
    builder_emit(
        builder,
        (Instruction){.opcode = OP_constant, .width = 64, .dst = builder_result(builder, call), .imm = unknown});
}

// Whether a call takes a pointer for nothing but where its result goes, or where a structure is that it gets.
static bool takes_as_value(LLVMValueRef call, LLVMValueRef pointer)
{
    unsigned result = LLVMGetEnumAttributeKindForName("sret", 4), given = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == pointer && !LLVMGetCallSiteEnumAttribute(call, i + 1, result) &&
            !LLVMGetCallSiteEnumAttribute(call, i + 1, given))
            return false;
    return LLVMGetCalledValue(call) != pointer;
}

bool local_lets_address_out(LLVMValueRef pointer)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        bool accesses = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer) ||
                        (LLVMIsAAtomicRMWInst(user) && LLVMGetOperand(user, 1) != pointer) ||
                        (callee && LLVMIsAFunction(callee) && starts_with(module_value_name(callee), "llvm.")) ||
                        (callee && takes_as_value(user, pointer));
        if (!accesses && (!LLVMIsAGetElementPtrInst(user) || local_lets_address_out(user)))
            return true;
    }
    return false;
}

// Whether this function itself keeps the address of a local, in memory or in a variable that outlives it.
static bool keeps_address(LLVMValueRef pointer)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if ((LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) || LLVMIsAPHINode(user) ||
            (LLVMIsAGetElementPtrInst(user) && keeps_address(user)))
            return true;
    }
    return false;
}

// A function begins with all its locals alive, and ends the life of all.
static bool marks_life(FunctionBuilder *builder, LLVMValueRef call)
{
    LLVMValueRef local = LLVMGetOperand(call, 1);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    if (!LLVMIsAAllocaInst(local) || !LLVMIsAConstantInt(LLVMGetOperand(local, 0)) ||
        !(local_lets_address_out(local) || local_outlives_block(local)))
        return false;
    if (starts_with(module_value_name(LLVMGetCalledValue(call)), "llvm.lifetime.start"))
        return block != LLVMGetEntryBasicBlock(builder->value);
    LLVMValueRef next = LLVMGetNextInstruction(call);
    while (LLVMIsACallInst(next) && LLVMIsAFunction(LLVMGetCalledValue(next)) &&
           starts_with(module_value_name(LLVMGetCalledValue(next)), "llvm.lifetime."))
        next = LLVMGetNextInstruction(next);
    return !LLVMIsAReturnInst(next);
}

bool lower_ignores_call(FunctionBuilder *builder, LLVMValueRef call)
{
    static const char *const ignored[] = {"llvm.dbg.",
                                          "llvm.va_end",
                                          "llvm.assume",
                                          "llvm.prefetch",
                                          "llvm.donothing",
                                          "llvm.invariant.",
                                          "llvm.experimental.noalias.scope",
                                          "llvm.annotation",
                                          "llvm.var.annotation",
                                          "llvm.sideeffect"};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? module_value_name(callee) : "";
    if (starts_with(name, "llvm.lifetime."))
        return !marks_life(builder, call);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (starts_with(name, ignored[i]))
            return true;
    return false;
}

// What a pointer leads into, if that can be seen: a variable, or the pointer that it was made of.
static LLVMValueRef object_of(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) ||
           (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

static bool is_variable(LLVMValueRef object)
{
    return LLVMIsAAllocaInst(object) || LLVMIsAGlobalVariable(object);
}

// Source and target of memcpy, unless they are two variables anyway.
static bool must_be_disjoint(LLVMValueRef call, const char *name)
{
    LLVMValueRef to = object_of(LLVMGetOperand(call, 0)), from = object_of(LLVMGetOperand(call, 1));
    return starts_with(name, "llvm.memcpy") && !(to != from && is_variable(to) && is_variable(from));
}

static bool lower_llvm_intrinsic(FunctionBuilder *builder, LLVMValueRef call, const char *name)
{
    static const char *const first_operand[] = {"llvm.expect.", "llvm.launder.", "llvm.strip.", "llvm.ptr.annotation",
                                                "llvm.ssa.copy"};
    if (lower_ignores_call(builder, call))
        return true;
    for (size_t i = 0; i < sizeof first_operand / sizeof *first_operand; i++)
        if (starts_with(name, first_operand[i])) {
            emit_operation(builder, call, OP_move, 1, 0);
            return true;
        }
    if (starts_with(name, "llvm.lifetime.")) {
        LLVMValueRef local = LLVMGetOperand(call, 1);
        unsigned anew = LLVMGetMDKindIDInContext(builder->lowering->context, ANEW_METADATA, strlen(ANEW_METADATA));
        uint32_t address = builder_result(builder, local);
        uint64_t *variable = map_find(&builder->locals, (uintptr_t)local);
        Instruction end = {.opcode = OP_life_end, .a = address};
        Instruction begin = {.opcode = OP_life_begin,
                             .flags = LLVMGetMetadata(call, anew) || keeps_address(local) ? FLAG_ANEW : 0,
                             .dst = address,
                             .a = address,
                             .b = variable ? (uint32_t)*variable : 0,
                             .imm = LLVMABISizeOfType(builder->lowering->data, LLVMGetAllocatedType(local)) *
                                    LLVMConstIntGetZExtValue(LLVMGetOperand(local, 0))};
        builder_emit(builder, starts_with(name, "llvm.lifetime.start") ? begin : end);
    } else if (starts_with(name, "llvm.memcpy") || starts_with(name, "llvm.memmove")) {
        uint32_t to = argument(builder, call, 0), from = argument(builder, call, 1),
                 length = argument(builder, call, 2);
        builder_copy(builder, to, from, length, must_be_disjoint(call, name) ? FLAG_DISJOINT : 0);
    } else if (starts_with(name, "llvm.memset")) {
        uint32_t to = argument(builder, call, 0), byte = argument(builder, call, 1),
                 length = argument(builder, call, 2);
        uint32_t progress = builder_constant(builder, 0);
        builder_emit(builder, (Instruction){.opcode = OP_fill, .dst = progress, .a = to, .b = byte, .imm = length});
    } else if (starts_with(name, "llvm.va_start")) {
        builder_emit(builder, (Instruction){.opcode = OP_variadic_start, .a = argument(builder, call, 0)});
    } else if (starts_with(name, "llvm.va_copy")) {
        uint32_t to = argument(builder, call, 0), from = argument(builder, call, 1);
        builder_copy(builder, to, from, builder_constant(builder, va_list_size(builder->lowering->program)), 0);
    } else if (starts_with(name, "llvm.stacksave")) {
        builder_emit(builder, (Instruction){.opcode = OP_stack_save, .dst = builder_result(builder, call)});
    } else if (starts_with(name, "llvm.stackrestore")) {
        builder_emit(builder, (Instruction){.opcode = OP_stack_restore, .a = argument(builder, call, 0)});
    } else if (starts_with(name, "llvm.threadlocal.address")) {
        LLVMValueRef global = LLVMGetOperand(call, 0);
        if (!LLVMIsAGlobalVariable(global))
            return false;
        builder_emit(builder, (Instruction){.opcode = OP_thread_local,
                                            .width = 64,
                                            .dst = builder_result(builder, call),
                                            .imm = symbol_global(builder->lowering, global)});
    } else if (starts_with(name, "llvm.objectsize")) {
        lower_object_size(builder, call);
    } else if (starts_with(name, "llvm.is.constant")) {
        builder_emit(builder,
                     (Instruction){.opcode = OP_constant, .width = 64, .dst = builder_result(builder, call), .imm = 0});
    } else if (starts_with(name, "llvm.trap") || starts_with(name, "llvm.ubsantrap") ||
               starts_with(name, "llvm.debugtrap")) {
        emit_intrinsic_call(builder, call, INTRINSIC_trap, 0);
    } else if (starts_with(name, "llvm.is.fpclass")) {
        uint32_t value = argument(builder, call, 0);
        bool wide = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMDoubleTypeKind;
        if (!wide) {
            uint32_t extended = builder_temporary(builder, 1);
            builder_emit(builder,
                         (Instruction){.opcode = OP_float_extend, .width = 64, .dst = extended, .a = value, .imm = 32});
            value = extended;
        }
        emit_intrinsic_call(builder, call, INTRINSIC_float_class, 2);
        builder->calls.data[builder->calls.count - 1].arguments[0] = value;
    } else {
        return lower_overflow(builder, call, name) || lower_bits(builder, call, name) ||
               lower_math(builder, call, name);
    }
    return true;
}

// What assembly.c has not understood.
static void refuse_assembly(FunctionBuilder *builder, LLVMValueRef assembly)
{
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    Text shown = {0};
    assembly_show(text, length, &shown);
    builder_unsupported(
        builder, arena_format(&builder->lowering->program->arena, "inline assembly \"%s\"", text_string(&shown)));
    text_free(&shown);
}

// Where a variadic argument goes in the memory area that va_arg walks.
static uint32_t place_variadic(const Program *program, uint32_t *area, uint32_t size, uint32_t alignment)
{
    uint32_t slot = program->layout.pointer_bits / 8;
    bool natural = program->variadic_abi != VARIADIC_POINTER || strncmp(program->target, "i", 1) != 0;
    uint32_t align = natural && alignment > slot ? alignment : slot;
    *area = (*area + align - 1) / align * align;
    uint32_t offset = *area;
    *area += (size + slot - 1) / slot * slot;
    return offset;
}

#define NOT_SAVED UINT32_MAX

// A structure for `...` is read when the call is made: its copy is what is handed over. `saved`: the register with where the
// stack was before the first copy, or NOT_SAVED.
static uint32_t copy_structure(FunctionBuilder *builder, uint32_t address, uint32_t size, uint32_t *saved)
{
    if (*saved == NOT_SAVED) {
        *saved = builder_temporary(builder, 1);
        builder_emit(builder, (Instruction){.opcode = OP_stack_save, .dst = *saved});
    }
    uint32_t copy = builder_temporary(builder, 1), length = builder_constant(builder, size);
    builder_emit(builder, (Instruction){.opcode = OP_alloca, .flags = FLAG_STATIC, .dst = copy, .imm = size});
    builder_copy(builder, copy, address, length, 0);
    return copy;
}

// The whole of it: its words are as far apart as in memory.
static uint32_t place_variadic_argument(Lowering *lowering, LLVMValueRef call, unsigned index, uint32_t *area)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), align = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, index + 1, byval);
    LLVMAttributeRef aligned = LLVMGetCallSiteEnumAttribute(call, index + 1, align);
    LLVMTypeRef type = by_value ? LLVMGetTypeAttributeValue(by_value) : LLVMTypeOf(LLVMGetOperand(call, index));
    uint32_t alignment = LLVMABIAlignmentOfType(lowering->data, type);
    if (by_value && aligned)
        alignment = (uint32_t)LLVMGetEnumAttributeValue(aligned);
    return place_variadic(lowering->program, area, (uint32_t)LLVMABISizeOfType(lowering->data, type), alignment);
}

static void collect_operands(FunctionBuilder *builder, LLVMValueRef call, CallOperands *operands, uint32_t *saved)
{
    Lowering *lowering = builder->lowering;
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned fixed = LLVMCountParamTypes(type), count = LLVMGetNumArgOperands(call);
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    VECTOR(uint32_t) words = {0};
    VECTOR(uint8_t) kinds = {0};
    VECTOR(VariadicSlot) slots = {0};
    bool variadic = LLVMIsFunctionVarArg(type);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = LLVMGetOperand(call, i);
        uint32_t first = builder_value(builder, value);
        LeafList leaves = {0};
        type_collect_leaves(lowering, LLVMTypeOf(value), 0, &leaves);
        LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, i + 1, byval);
        uint32_t place = 0;
        for (uint32_t leaf = 0; leaf < leaves.count; leaf++) {
            vector_push(&words, first + leaf);
            vector_push(&kinds, leaf_kind(leaves.data[leaf]));
            if (!variadic || i < fixed)
                continue;
            uint32_t size = (leaves.data[leaf].width + 7) / 8;
            if (!leaf)
                place = place_variadic_argument(lowering, call, i, &operands->variadic_size);
            if (by_value) {
                size = (uint32_t)LLVMABISizeOfType(lowering->data, LLVMGetTypeAttributeValue(by_value));
                vector_last(&words) = copy_structure(builder, first, size, saved);
            }
            uint32_t offset = place + (uint32_t)leaves.data[leaf].offset;
            vector_push(&slots, (VariadicSlot){.offset = offset, .size = size, .by_value = by_value != NULL});
        }
        vector_free(&leaves);
    }
    operands->argument_count = words.count;
    operands->arguments = arena_copy(&lowering->program->arena, words.data, words.count * sizeof *words.data);
    operands->kinds = arena_copy(&lowering->program->arena, kinds.data, kinds.count);
    operands->variadic_count = slots.count;
    operands->variadic = arena_copy(&lowering->program->arena, slots.data, slots.count * sizeof *slots.data);
    vector_free(&words);
    vector_free(&kinds);
    vector_free(&slots);
}

static const char *find_unsupported_operand(LLVMValueRef call)
{
    const char *reason = type_unsupported(LLVMTypeOf(call));
    for (unsigned i = 0; !reason && i < LLVMGetNumArgOperands(call); i++)
        reason = type_unsupported(LLVMTypeOf(LLVMGetOperand(call, i)));
    return reason;
}

// An input of several words, such as a 128-bit integer, is read word by word.
static void emit_input_words(FunctionBuilder *builder, LLVMValueRef call, Instruction instruction,
                             CallOperands operands)
{
    LeafList leaves = {0};
    type_collect_leaves(builder->lowering, LLVMTypeOf(call), 0, &leaves);
    operands.result_count = 1;
    for (uint32_t i = 0; i < leaves.count; i++, instruction.dst++) {
        operands.result_width = (uint8_t)leaves.data[i].width;
        vector_push(&builder->calls, operands);
        instruction.b = builder->calls.count - 1;
        builder_emit(builder, instruction);
    }
    vector_free(&leaves);
}

// Whether a function of the program is called by its name as one of another type: it was declared so, or a pointer was
// converted. The machine looks at what calls through pointers pass and take.
static bool calls_as_other_type(LLVMValueRef callee, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(callee);
    if (LLVMIsDeclaration(callee) || type == LLVMGetCalledFunctionType(call))
        return false;
    bool same = LLVMGetReturnType(type) == LLVMTypeOf(call) && LLVMCountParamTypes(type) == LLVMGetNumArgOperands(call);
    LLVMValueRef parameter = LLVMGetFirstParam(callee);
    for (unsigned i = 0; same && parameter; i++, parameter = LLVMGetNextParam(parameter))
        same = LLVMTypeOf(parameter) == LLVMTypeOf(LLVMGetOperand(call, i));
    return !same;
}

// Calls of functions that are marks of our own in the module. False: it is none.
static bool lower_mark(FunctionBuilder *builder, LLVMValueRef call, const char *name)
{
    bool copies = !strcmp(name, COPY_POINT_FUNCTION);
    if (copies || !strcmp(name, POINT_FUNCTION)) {
        builder_emit(builder, (Instruction){.opcode = OP_point, .imm = copies});
    } else if (!strcmp(name, UNFINISHED_FUNCTION)) {
        builder_emit(builder, (Instruction){.opcode = OP_unfinished, .a = argument(builder, call, 0)});
    } else if (!strcmp(name, REQUIRE_FUNCTION)) {
        Requirement requirement = (Requirement)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
        builder_require(builder, argument(builder, call, 0), requirement_property(requirement),
                        requirement_message(requirement));
    } else if (!strcmp(name, REQUIRE_BELOW_FUNCTION)) {
        builder_require_below(builder, argument(builder, call, 1), integer_width(LLVMGetOperand(call, 1)),
                              LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)),
                              requirement_message(REQUIREMENT_INDEX));
    } else if (!strcmp(name, UNDEFINED_FUNCTION)) {
        builder_require(
            builder, builder_constant(builder, 0), PROPERTY_DIVISION,
            "a constant expression divides by zero, shifts by its width or more, or converts what does not fit");
    } else {
        return false;
    }
    return true;
}

// `unsupported`: why not, or NULL.
static void lower_builtin(FunctionBuilder *builder, LLVMValueRef call, const char *name, const char *unsupported)
{
    if (starts_with(name, "llvm.dbg."))
        return;
    if (unsupported) {
        builder_unsupported(builder, unsupported);
        return;
    }
    bool wide = LLVMGetNumArgOperands(call) && type_wide_width(LLVMTypeOf(LLVMGetOperand(call, 0)));
    if (!(wide ? lower_wide_intrinsic(builder, call, name) : lower_llvm_intrinsic(builder, call, name)))
        builder_unsupported(builder, arena_format(&builder->lowering->program->arena, "the builtin %s", name));
}

static void lower_called_function(FunctionBuilder *builder, LLVMValueRef call, LLVMValueRef callee)
{
    CallOperands operands = {.result_count = type_word_count(LLVMTypeOf(call))};
    if (operands.result_count) {
        operands.result_kinds = type_word_kinds(builder->lowering, LLVMTypeOf(call));
        operands.result_width = operands.result_kinds[0] & WORD_WIDTH;
    }
    uint64_t *name = map_find(&builder->lowering->input_names, (uintptr_t)call);
    operands.input_name = name ? (uint32_t)*name : 0;
    unsigned used = LLVMGetMDKindIDInContext(builder->lowering->context, USED_METADATA, strlen(USED_METADATA));
    operands.is_used = LLVMGetMetadata(call, used) != NULL;
    uint32_t saved = NOT_SAVED;
    collect_operands(builder, call, &operands, &saved);
    Instruction instruction = {.opcode = OP_call, .dst = operands.result_count ? builder_result(builder, call) : 0};
    if (LLVMIsAFunction(callee) && !calls_as_other_type(callee, call)) {
        instruction.imm = symbol_function(builder->lowering, callee);
        if (operands.result_count > 1 &&
            builder->lowering->program->functions.data[instruction.imm].intrinsic == INTRINSIC_nondet) {
            emit_input_words(builder, call, instruction, operands);
            return;
        }
    } else {
        instruction.opcode = OP_call_indirect;
        instruction.a = builder_value(builder, callee);
    }
    vector_push(&builder->calls, operands);
    instruction.b = builder->calls.count - 1;
    builder_emit(builder, instruction);
    if (saved != NOT_SAVED)
        builder_emit(builder, (Instruction){.opcode = OP_stack_restore, .a = saved});
}

void lower_call(FunctionBuilder *builder, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    while (LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    if (LLVMIsAInlineAsm(callee)) {
        refuse_assembly(builder, callee);
        return;
    }
    const char *name = LLVMIsAFunction(callee) ? module_value_name(callee) : "";
    const char *unsupported = find_unsupported_operand(call);
    if (lower_mark(builder, call, name))
        return;
    if (starts_with(name, "llvm."))
        lower_builtin(builder, call, name, unsupported);
    else if (unsupported)
        builder_unsupported(builder, unsupported);
    else
        lower_called_function(builder, call, callee);
}
