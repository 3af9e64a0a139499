// Instructions other than calls and terminators. Operations on vectors are done word by word.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "ir/order_flags.h"
#include "front/function_builder.h"

static uint32_t leaf_width(FunctionBuilder *builder, LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        type = LLVMGetElementType(type);
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type);
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    default:
        return builder->lowering->program->layout.pointer_bits;
    }
}

// Emits `register op constant` where the right operand is a scalar constant.
static bool emit_immediate(FunctionBuilder *builder, Instruction instruction, LLVMValueRef right)
{
    uint64_t word;
    if (!LLVMIsConstant(right) || LLVMGetTypeKind(LLVMTypeOf(right)) == LLVMVectorTypeKind ||
        !constant_word(builder->lowering, right, &word))
        return false;
    instruction.opcode++;
    instruction.imm = word;
    bool shift =
        instruction.opcode == OP_shl_imm || instruction.opcode == OP_lshr_imm || instruction.opcode == OP_ashr_imm;
    if (shift && word < instruction.width)
        instruction.flags &= (uint8_t)~FLAG_C_SHIFT;
    builder_emit(builder, instruction);
    return true;
}

static bool is_commutative(Opcode opcode)
{
    return opcode == OP_add || opcode == OP_mul || opcode == OP_and || opcode == OP_or || opcode == OP_xor ||
           opcode == OP_eq || opcode == OP_ne;
}

static void lower_binary(FunctionBuilder *builder, LLVMValueRef value, Opcode opcode, uint8_t flags)
{
    LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
    // A constant costs nothing on the right. What is checked is shown as it was written.
    if (!flags && is_commutative(opcode) && LLVMIsAConstantInt(left) && !LLVMIsConstant(right)) {
        LLVMValueRef constant = left;
        left = right;
        right = constant;
    }
    uint32_t dst = builder_result(builder, value);
    Instruction instruction = {.opcode = (uint16_t)opcode,
                               .flags = flags,
                               .width = (uint8_t)leaf_width(builder, LLVMTypeOf(left)),
                               .dst = dst};
    instruction.a = builder_value(builder, left);
    bool has_immediate = opcode >= OP_add;
    if (has_immediate && emit_immediate(builder, instruction, right))
        return;
    instruction.b = builder_value(builder, right);
    uint32_t words = type_word_count(LLVMTypeOf(value));
    for (uint32_t i = 0; i < words; i++, instruction.dst++, instruction.a++, instruction.b++)
        builder_emit(builder, instruction);
}

static void lower_compare(FunctionBuilder *builder, LLVMValueRef value)
{
    static const Opcode opcodes[] = {
        [LLVMIntEQ] = OP_eq,   [LLVMIntNE] = OP_ne,   [LLVMIntUGT] = OP_ugt, [LLVMIntUGE] = OP_uge,
        [LLVMIntULT] = OP_ult, [LLVMIntULE] = OP_ule, [LLVMIntSGT] = OP_sgt, [LLVMIntSGE] = OP_sge,
        [LLVMIntSLT] = OP_slt, [LLVMIntSLE] = OP_sle,
    };
    lower_binary(builder, value, opcodes[LLVMGetICmpPredicate(value)], 0);
}

static void lower_unary(FunctionBuilder *builder, LLVMValueRef value, Opcode opcode)
{
    LLVMValueRef source = LLVMGetOperand(value, 0);
    Instruction instruction = {.opcode = (uint16_t)opcode,
                               .width = (uint8_t)leaf_width(builder, LLVMTypeOf(value)),
                               .dst = builder_result(builder, value),
                               .imm = leaf_width(builder, LLVMTypeOf(source))};
    instruction.a = builder_value(builder, source);
    uint32_t words = type_word_count(LLVMTypeOf(value));
    for (uint32_t i = 0; i < words; i++, instruction.dst++, instruction.a++)
        builder_emit(builder, instruction);
}

static void lower_bitcast(FunctionBuilder *builder, LLVMValueRef value)
{
    LLVMValueRef source = LLVMGetOperand(value, 0);
    uint32_t from = type_word_count(LLVMTypeOf(source)), to = type_word_count(LLVMTypeOf(value));
    if (from == to) {
        lower_unary(builder, value, OP_move);
        return;
    }
    uint32_t dst = builder_result(builder, value), a = builder_value(builder, source);
    uint8_t width = 64;
    if (to == 1) { // vector to integer: the first element is the lowest part
        uint32_t part = leaf_width(builder, LLVMTypeOf(source));
        uint32_t accumulator = builder_constant(builder, 0), shifted = builder_temporary(builder, 1);
        for (uint32_t i = 0; i < from; i++) {
            builder_emit(
                builder,
                (Instruction){.opcode = OP_shl_imm, .width = width, .dst = shifted, .a = a + i, .imm = i * part});
            builder_emit(
                builder,
                (Instruction){.opcode = OP_or, .width = width, .dst = accumulator, .a = accumulator, .b = shifted});
        }
        builder_emit(builder, (Instruction){.opcode = OP_move, .width = width, .dst = dst, .a = accumulator});
    } else if (from == 1) {
        uint32_t part = leaf_width(builder, LLVMTypeOf(value));
        for (uint32_t i = 0; i < to; i++) {
            uint32_t shifted = builder_temporary(builder, 1);
            builder_emit(builder,
                         (Instruction){.opcode = OP_lshr_imm, .width = width, .dst = shifted, .a = a, .imm = i * part});
            builder_emit(builder,
                         (Instruction){.opcode = OP_truncate, .width = (uint8_t)part, .dst = dst + i, .a = shifted});
        }
    } else {
        builder_unsupported(builder, "a conversion between vector types");
    }
}

// Whether the life of a local begins at marks, and nowhere else.
static bool is_begun(FunctionBuilder *builder, LLVMValueRef local)
{
    bool found = false;
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (!calls_named(call, "llvm.lifetime.start"))
            continue;
        if (lower_ignores_call(builder, call))
            return false;
        found = true;
    }
    return found;
}

static void lower_alloca(FunctionBuilder *builder, LLVMValueRef value)
{
    uint64_t *variable = map_find(&builder->locals, (uintptr_t)value);
    LLVMValueRef count = LLVMGetOperand(value, 0);
    Instruction instruction = {.opcode = OP_alloca,
                               .dst = builder_result(builder, value),
                               .b = variable ? (uint32_t)*variable : 0,
                               .imm = LLVMABISizeOfType(builder->lowering->data, LLVMGetAllocatedType(value))};
    if (LLVMIsAConstantInt(count)) {
        instruction.flags = FLAG_STATIC;
        instruction.imm *= LLVMConstIntGetZExtValue(count);
    } else {
        instruction.a = builder_value(builder, count);
    }
    builder_emit(builder, instruction);
    // A jump back ends the life of what was not alive before: so nothing lives before its block is entered.
    if (builder->is_jumped_into && is_begun(builder, value))
        builder_emit(builder, (Instruction){.opcode = OP_life_end, .a = instruction.dst});
}

static bool is_weak(LLVMAtomicOrdering order)
{
    return order != LLVMAtomicOrderingNotAtomic && order != LLVMAtomicOrderingSequentiallyConsistent;
}

// Weaker orders of the program allow more than is explored: who concludes something must know.
static void mark_weak_order(FunctionBuilder *builder, LLVMValueRef value, LLVMOpcode opcode)
{
    bool weak = opcode == LLVMAtomicCmpXchg
                    ? is_weak(LLVMGetCmpXchgSuccessOrdering(value)) || is_weak(LLVMGetCmpXchgFailureOrdering(value))
                    : is_weak(LLVMGetOrdering(value));
    if (weak && LLVMGetGlobalParent(builder->value) != builder->lowering->models)
        builder_emit(builder, (Instruction){.opcode = OP_mark, .imm = MARK_WEAK_ORDER});
}

static MemoryOrder memory_order(LLVMAtomicOrdering order)
{
    switch (order) {
    case LLVMAtomicOrderingUnordered:
    case LLVMAtomicOrderingMonotonic:
        return ORDER_RELAXED;
    case LLVMAtomicOrderingAcquire:
        return ORDER_ACQUIRE;
    case LLVMAtomicOrderingRelease:
        return ORDER_RELEASE;
    case LLVMAtomicOrderingAcquireRelease:
        return ORDER_ACQ_REL;
    default:
        return ORDER_SEQ_CST;
    }
}

static uint8_t access_flags(LLVMValueRef access)
{
    uint8_t flags = LLVMGetVolatile(access) ? FLAG_VOLATILE : 0;
    LLVMAtomicOrdering order = LLVMGetOrdering(access);
    if (order != LLVMAtomicOrderingNotAtomic)
        flags |= FLAG_ATOMIC | order_to_flags(memory_order(order));
    return flags;
}

// Does the loaded value only get masked and merged with new bits, as an assignment to a bit-field does?
static bool only_masked_and_merged(LLVMValueRef load)
{
    LLVMUseRef use = LLVMGetFirstUse(load);
    if (!use || LLVMGetNextUse(use) || !LLVMIsABinaryOperator(LLVMGetUser(use)) ||
        LLVMGetInstructionOpcode(LLVMGetUser(use)) != LLVMAnd)
        return false;
    LLVMValueRef masked = LLVMGetUser(use);
    use = LLVMGetFirstUse(masked);
    if (!use || LLVMGetNextUse(use))
        return false;
    LLVMValueRef merged = LLVMGetUser(use);
    if (LLVMIsABinaryOperator(merged) && LLVMGetInstructionOpcode(merged) == LLVMOr) {
        use = LLVMGetFirstUse(merged);
        merged = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    }
    return merged && LLVMIsAStoreInst(merged) && LLVMGetOperand(merged, 1) == LLVMGetOperand(load, 0);
}

static void lower_load(FunctionBuilder *builder, LLVMValueRef value)
{
    LeafList leaves = {0};
    uint64_t offset;
    uint32_t dst = builder_result(builder, value);
    uint32_t base = builder_address(builder, LLVMGetOperand(value, 0), &offset);
    uint8_t flags = access_flags(value);
    if (only_masked_and_merged(value))
        flags |= FLAG_KEEP_UNINITIALISED;
    type_collect_leaves(builder->lowering, LLVMTypeOf(value), offset, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        builder_emit(builder, (Instruction){.opcode = OP_load,
                                            .width = (uint8_t)leaves.data[i].width,
                                            .flags = flags,
                                            .dst = dst + i,
                                            .a = base,
                                            .imm = leaves.data[i].offset});
    vector_free(&leaves);
}

// A store that module_prepare added to give a local its arbitrary first value. Where the local stayed in memory it is
// not needed: memory is uninitialised from the start. The store of an arbitrary value with which module.c begins the
// life of a local. SROA drops the mark when it rewrites the store; no store of the source is left without a place
// there.
static bool is_marked_store(FunctionBuilder *builder, LLVMValueRef value)
{
    unsigned mark = LLVMGetMDKindIDInContext(builder->lowering->context, "raddle.uninitialised", 20);
    if (!LLVMIsAStoreInst(value))
        return false;
    if (LLVMGetMetadata(value, mark))
        return true;
    LLVMValueRef stored = LLVMGetOperand(value, 0);
    return LLVMIsAFreezeInst(stored) && LLVMIsUndef(LLVMGetOperand(stored, 0)) && !LLVMInstructionGetDebugLoc(value) &&
           LLVMGetInstructionParent(value) == LLVMGetEntryBasicBlock(builder->value);
}

// What a structure has between its members is copied without ever having been set: that is no value of the program, and
// no input until somebody reads it.
static void lower_store_of_nothing(FunctionBuilder *builder, LLVMValueRef value)
{
    LeafList leaves = {0};
    uint64_t offset;
    uint32_t base = builder_address(builder, LLVMGetOperand(value, 1), &offset);
    type_collect_leaves(builder->lowering, LLVMTypeOf(LLVMGetOperand(value, 0)), offset, &leaves);
    if (!leaves.count)
        builder_unsupported(builder, "a constant of this type");
    for (uint32_t i = 0; i < leaves.count; i++)
        builder_emit(builder, (Instruction){.opcode = OP_unset,
                                            .width = (uint8_t)leaves.data[i].width,
                                            .flags = access_flags(value),
                                            .b = base,
                                            .imm = leaves.data[i].offset});
    vector_free(&leaves);
}

static void lower_store(FunctionBuilder *builder, LLVMValueRef value)
{
    LLVMValueRef stored = LLVMGetOperand(value, 0);
    if (is_marked_store(builder, value))
        return;
    if (LLVMIsUndef(stored)) {
        lower_store_of_nothing(builder, value);
        return;
    }
    LeafList leaves = {0};
    uint64_t offset;
    uint32_t source = builder_value(builder, stored);
    uint32_t base = builder_address(builder, LLVMGetOperand(value, 1), &offset);
    type_collect_leaves(builder->lowering, LLVMTypeOf(stored), offset, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        builder_emit(builder, (Instruction){.opcode = OP_store,
                                            .width = (uint8_t)leaves.data[i].width,
                                            .flags = access_flags(value),
                                            .a = source + i,
                                            .b = base,
                                            .imm = leaves.data[i].offset});
    vector_free(&leaves);
}

static void lower_gep(FunctionBuilder *builder, LLVMValueRef value)
{
    uint8_t width = (uint8_t)builder->lowering->program->layout.pointer_bits;
    uint64_t offset = 0;
    bool all_constant = true;
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
        all_constant &= LLVMIsAConstantInt(LLVMGetOperand(value, (unsigned)i)) != NULL;
    if (all_constant)
        return; // computed where it is used
    uint32_t address = builder_address(builder, LLVMGetOperand(value, 0), &offset);
    uint32_t dst = builder_result(builder, value);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
    for (int i = 1; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef index = LLVMGetOperand(value, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            offset += LLVMOffsetOfElement(builder->lowering->data, type, member);
            type = LLVMStructGetTypeAtIndex(type, member);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(builder->lowering->data, type);
        if (LLVMIsAConstantInt(index)) {
            offset += (uint64_t)LLVMConstIntGetSExtValue(index) * size;
            continue;
        }
        uint32_t factor = builder_value(builder, index);
        uint32_t index_width = leaf_width(builder, LLVMTypeOf(index));
        if (index_width < width) {
            uint32_t extended = builder_temporary(builder, 1);
            builder_emit(
                builder,
                (Instruction){
                    .opcode = OP_sign_extend, .width = width, .dst = extended, .a = factor, .imm = index_width});
            factor = extended;
        }
        builder_emit(
            builder,
            (Instruction){.opcode = OP_index, .width = width, .dst = dst, .a = address, .b = factor, .imm = size});
        address = dst;
    }
    if (offset)
        builder_emit(builder,
                     (Instruction){.opcode = OP_add_imm, .width = width, .dst = dst, .a = address, .imm = offset});
}

static uint32_t word_of_member(LLVMTypeRef type, unsigned member)
{
    uint32_t words = 0;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < member; i++)
            words += type_word_count(LLVMStructGetTypeAtIndex(type, i));
        return words;
    }
    return member * type_word_count(LLVMGetElementType(type));
}

static uint32_t word_of_path(LLVMValueRef value, LLVMTypeRef type)
{
    uint32_t words = 0;
    const unsigned *indices = LLVMGetIndices(value);
    for (unsigned i = 0; i < LLVMGetNumIndices(value); i++) {
        words += word_of_member(type, indices[i]);
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, indices[i])
                                                           : LLVMGetElementType(type);
    }
    return words;
}

static void emit_moves(FunctionBuilder *builder, uint32_t dst, uint32_t source, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        builder_emit(builder, (Instruction){.opcode = OP_move, .width = 64, .dst = dst + i, .a = source + i});
}

// What parts are put into, one by one. What none of them covers is padding, and no input.
static uint32_t base_of_parts(FunctionBuilder *builder, LLVMValueRef value)
{
    return builder_value(builder, LLVMIsUndef(value) ? LLVMConstNull(LLVMTypeOf(value)) : value);
}

// SROA puts the members of a structure that is passed in a register there by masking and merging: what it names NAME.mask,
// with a number if that name is taken.
static bool masks_padding(LLVMValueRef value)
{
    static const char mark[] = ".mask";
    if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMAnd ||
        !LLVMIsUndef(LLVMGetOperand(value, 0)))
        return false;
    size_t length, size = sizeof mark - 1;
    const char *name = LLVMGetValueName2(value, &length);
    while (length && name[length - 1] >= '0' && name[length - 1] <= '9')
        length--;
    return length > size && !strncmp(name + length - size, mark, size);
}

static void lower_padding(FunctionBuilder *builder, LLVMValueRef value)
{
    emit_moves(builder, builder_result(builder, value), base_of_parts(builder, LLVMGetOperand(value, 0)),
               type_word_count(LLVMTypeOf(value)));
}

static void lower_aggregate(FunctionBuilder *builder, LLVMValueRef value, LLVMOpcode opcode)
{
    uint32_t dst = builder_result(builder, value);
    LLVMValueRef aggregate = LLVMGetOperand(value, 0);
    uint32_t source = base_of_parts(builder, aggregate);
    uint32_t words = type_word_count(LLVMTypeOf(value));
    if (opcode == LLVMExtractValue) {
        emit_moves(builder, dst, source + word_of_path(value, LLVMTypeOf(aggregate)), words);
    } else if (opcode == LLVMInsertValue) {
        LLVMValueRef part = LLVMGetOperand(value, 1);
        uint32_t part_register = builder_value(builder, part);
        emit_moves(builder, dst, source, words);
        emit_moves(builder, dst + word_of_path(value, LLVMTypeOf(aggregate)), part_register,
                   type_word_count(LLVMTypeOf(part)));
    } else if (opcode == LLVMExtractElement && LLVMIsAConstantInt(LLVMGetOperand(value, 1))) {
        emit_moves(builder, dst, source + (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)), 1);
    } else if (opcode == LLVMInsertElement && LLVMIsAConstantInt(LLVMGetOperand(value, 2))) {
        uint32_t element = builder_value(builder, LLVMGetOperand(value, 1));
        emit_moves(builder, dst, source, words);
        emit_moves(builder, dst + (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(value, 2)), element, 1);
    } else if (opcode == LLVMShuffleVector) {
        uint32_t second = builder_value(builder, LLVMGetOperand(value, 1));
        uint32_t half = type_word_count(LLVMTypeOf(aggregate));
        for (uint32_t i = 0; i < words; i++) {
            int chosen = LLVMGetMaskValue(value, i);
            uint32_t from = chosen < 0                ? source
                            : (uint32_t)chosen < half ? source + (uint32_t)chosen
                                                      : second + (uint32_t)chosen - half;
            emit_moves(builder, dst + i, from, 1);
        }
    } else {
        builder_unsupported(builder, "a vector element chosen by a variable");
    }
}

static void lower_select(FunctionBuilder *builder, LLVMValueRef value)
{
    LLVMValueRef condition = LLVMGetOperand(value, 0);
    uint32_t step = LLVMGetTypeKind(LLVMTypeOf(condition)) == LLVMVectorTypeKind;
    uint32_t dst = builder_result(builder, value), words = type_word_count(LLVMTypeOf(value));
    uint32_t a = builder_value(builder, condition);
    uint32_t b = builder_value(builder, LLVMGetOperand(value, 1)), c = builder_value(builder, LLVMGetOperand(value, 2));
    for (uint32_t i = 0; i < words; i++)
        builder_emit(
            builder,
            (Instruction){
                .opcode = OP_select, .width = 64, .dst = dst + i, .a = a + i * step, .b = b + i, .imm = c + i});
}

static void lower_exchange(FunctionBuilder *builder, LLVMValueRef value)
{
    static const int operations[] = {
        [LLVMAtomicRMWBinOpXchg] = RMW_XCHG, [LLVMAtomicRMWBinOpAdd] = RMW_ADD,   [LLVMAtomicRMWBinOpSub] = RMW_SUB,
        [LLVMAtomicRMWBinOpAnd] = RMW_AND,   [LLVMAtomicRMWBinOpNand] = RMW_NAND, [LLVMAtomicRMWBinOpOr] = RMW_OR,
        [LLVMAtomicRMWBinOpXor] = RMW_XOR,   [LLVMAtomicRMWBinOpMax] = RMW_MAX,   [LLVMAtomicRMWBinOpMin] = RMW_MIN,
        [LLVMAtomicRMWBinOpUMax] = RMW_UMAX, [LLVMAtomicRMWBinOpUMin] = RMW_UMIN, [LLVMAtomicRMWBinOpFAdd] = RMW_FADD,
        [LLVMAtomicRMWBinOpFSub] = RMW_FSUB,
    };
    unsigned operation = LLVMGetAtomicRMWBinOp(value);
    if (operation >= sizeof operations / sizeof *operations) {
        builder_unsupported(builder, "this atomic operation");
        return;
    }
    uint32_t a = builder_value(builder, LLVMGetOperand(value, 0)), b = builder_value(builder, LLVMGetOperand(value, 1));
    uint8_t order = order_to_flags(memory_order(LLVMGetOrdering(value)));
    builder_emit(builder, (Instruction){.opcode = OP_exchange,
                                        .flags = FLAG_ATOMIC | order,
                                        .width = (uint8_t)leaf_width(builder, LLVMTypeOf(LLVMGetOperand(value, 1))),
                                        .dst = builder_result(builder, value),
                                        .a = a,
                                        .b = b,
                                        .imm = (uint64_t)operations[operation]});
}

static void lower_compare_exchange(FunctionBuilder *builder, LLVMValueRef value)
{
    uint32_t a = builder_value(builder, LLVMGetOperand(value, 0)), b = builder_value(builder, LLVMGetOperand(value, 1));
    uint32_t c = builder_value(builder, LLVMGetOperand(value, 2));
    uint8_t flags = FLAG_ATOMIC | order_to_flags(memory_order(LLVMGetCmpXchgSuccessOrdering(value))) |
                    failure_order_to_flags(memory_order(LLVMGetCmpXchgFailureOrdering(value)));
    if (LLVMGetWeak(value) && !exchange_is_retried(value))
        flags |= FLAG_WEAK;
    builder_emit(builder, (Instruction){.opcode = OP_compare_exchange,
                                        .flags = flags,
                                        .width = (uint8_t)leaf_width(builder, LLVMTypeOf(LLVMGetOperand(value, 1))),
                                        .dst = builder_result(builder, value),
                                        .a = a,
                                        .b = b,
                                        .imm = c});
}

static void lower_float_compare(FunctionBuilder *builder, LLVMValueRef value)
{
    // LLVM numbers its predicates by the same four bits.
    LLVMValueRef left = LLVMGetOperand(value, 0);
    Instruction instruction = {.opcode = OP_float_compare,
                               .width = (uint8_t)leaf_width(builder, LLVMTypeOf(left)),
                               .dst = builder_result(builder, value),
                               .imm = (uint64_t)LLVMGetFCmpPredicate(value)};
    instruction.a = builder_value(builder, left);
    instruction.b = builder_value(builder, LLVMGetOperand(value, 1));
    uint32_t words = type_word_count(LLVMTypeOf(value));
    for (uint32_t i = 0; i < words; i++, instruction.dst++, instruction.a++, instruction.b++)
        builder_emit(builder, instruction);
}

static void lower_freeze(FunctionBuilder *builder, LLVMValueRef value)
{
    LLVMValueRef source = LLVMGetOperand(value, 0);
    uint32_t dst = builder_result(builder, value), words = type_word_count(LLVMTypeOf(value));
    if (!builder_is_arbitrary(value)) // otherwise it is drawn where it is used
        emit_moves(builder, dst, builder_value(builder, source), words);
}

static bool involves_wide_integer(LLVMValueRef value)
{
    bool wide = type_wide_width(LLVMTypeOf(value)) != 0;
    for (int i = 0; !wide && i < LLVMGetNumOperands(value); i++)
        wide = type_wide_width(LLVMTypeOf(LLVMGetOperand(value, (unsigned)i))) != 0;
    return wide;
}

static const char *find_unsupported_type(LLVMValueRef value)
{
    const char *reason = type_unsupported(LLVMTypeOf(value));
    for (int i = 0; !reason && i < LLVMGetNumOperands(value); i++)
        reason = type_unsupported(LLVMTypeOf(LLVMGetOperand(value, (unsigned)i)));
    return reason;
}

// Operations that are one opcode, whatever their operands are.
typedef struct PlainOperation {
    uint8_t operands; // 1 or 2; 0: it is no such operation
    uint8_t flags;    // FLAG_SIGNED_CHECK: if overflow is asked about, and undefined
    uint16_t opcode;
} PlainOperation;

static const PlainOperation plain_operations[] = {
    [LLVMAdd] = {2, FLAG_SIGNED_CHECK, OP_add},
    [LLVMSub] = {2, FLAG_SIGNED_CHECK, OP_sub},
    [LLVMMul] = {2, FLAG_SIGNED_CHECK, OP_mul},
    [LLVMUDiv] = {2, 0, OP_udiv},
    [LLVMSDiv] = {2, 0, OP_sdiv},
    [LLVMURem] = {2, 0, OP_urem},
    [LLVMSRem] = {2, 0, OP_srem},
    [LLVMAnd] = {2, 0, OP_and},
    [LLVMOr] = {2, 0, OP_or},
    [LLVMXor] = {2, 0, OP_xor},
    [LLVMShl] = {2, FLAG_C_SHIFT, OP_shl},
    [LLVMLShr] = {2, FLAG_C_SHIFT, OP_lshr},
    [LLVMAShr] = {2, FLAG_C_SHIFT, OP_ashr},
    [LLVMFAdd] = {2, 0, OP_float_add},
    [LLVMFSub] = {2, 0, OP_float_sub},
    [LLVMFMul] = {2, 0, OP_float_mul},
    [LLVMFDiv] = {2, 0, OP_float_div},
    [LLVMFRem] = {2, 0, OP_float_rem},
    [LLVMFNeg] = {1, 0, OP_float_neg},
    [LLVMTrunc] = {1, 0, OP_truncate},
    [LLVMPtrToInt] = {1, 0, OP_truncate},
    [LLVMIntToPtr] = {1, 0, OP_truncate},
    [LLVMZExt] = {1, 0, OP_move},
    [LLVMAddrSpaceCast] = {1, 0, OP_move},
    [LLVMSExt] = {1, 0, OP_sign_extend},
    [LLVMFPToSI] = {1, 0, OP_float_to_signed},
    [LLVMFPToUI] = {1, 0, OP_float_to_unsigned},
    [LLVMSIToFP] = {1, 0, OP_signed_to_float},
    [LLVMUIToFP] = {1, 0, OP_unsigned_to_float},
    [LLVMFPExt] = {1, 0, OP_float_extend},
    [LLVMFPTrunc] = {1, 0, OP_float_truncate},
};

static bool lower_plain(FunctionBuilder *builder, LLVMValueRef value, LLVMOpcode opcode)
{
    size_t count = sizeof plain_operations / sizeof *plain_operations;
    PlainOperation operation = (size_t)opcode < count ? plain_operations[opcode] : (PlainOperation){0};
    if (operation.flags & FLAG_SIGNED_CHECK && !(builder->lowering->check_overflow && LLVMGetNSW(value)))
        operation.flags = 0;
    if (operation.operands == 2)
        lower_binary(builder, value, operation.opcode, operation.flags);
    if (operation.operands == 1)
        lower_unary(builder, value, operation.opcode);
    return operation.operands != 0;
}

// Instructions that need more than one opcode, or one that depends on their operands.
static void lower_special(FunctionBuilder *builder, LLVMValueRef value, LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMICmp:
        lower_compare(builder, value);
        break;
    case LLVMFCmp:
        lower_float_compare(builder, value);
        break;
    case LLVMBitCast:
        lower_bitcast(builder, value);
        break;
    case LLVMAlloca:
        lower_alloca(builder, value);
        break;
    case LLVMLoad:
        mark_weak_order(builder, value, opcode);
        lower_load(builder, value);
        break;
    case LLVMStore:
        mark_weak_order(builder, value, opcode);
        lower_store(builder, value);
        break;
    case LLVMGetElementPtr:
        lower_gep(builder, value);
        break;
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
        lower_aggregate(builder, value, opcode);
        break;
    case LLVMSelect:
        lower_select(builder, value);
        break;
    case LLVMAtomicRMW:
        mark_weak_order(builder, value, opcode);
        lower_exchange(builder, value);
        break;
    case LLVMAtomicCmpXchg:
        mark_weak_order(builder, value, opcode);
        lower_compare_exchange(builder, value);
        break;
    case LLVMFence:
        if (LLVMIsAtomicSingleThread(value)) // it orders a thread and its own handlers, which here it is at any rate
            break;
        mark_weak_order(builder, value, opcode);
        builder_emit(builder,
                     (Instruction){.opcode = OP_fence, .flags = order_to_flags(memory_order(LLVMGetOrdering(value)))});
        break;
    case LLVMFreeze:
        lower_freeze(builder, value);
        break;
    case LLVMVAArg:
        builder_unsupported(builder, "va_arg on this target");
        break;
    default:
        builder_unsupported(builder, "this instruction");
        break;
    }
}

void lower_instruction(FunctionBuilder *builder, LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMCall) {
        lower_call(builder, value);
        return;
    }
    bool effect = opcode == LLVMStore || opcode == LLVMLoad || opcode == LLVMFence || opcode == LLVMAtomicRMW ||
                  opcode == LLVMAtomicCmpXchg || opcode == LLVMAlloca ||
                  operation_is_checked(value, builder->lowering->check_overflow);
    if (!effect && !LLVMGetFirstUse(value))
        return;
    const char *reason = opcode == LLVMAlloca ? NULL : find_unsupported_type(value);
    if (reason) {
        builder_unsupported(builder, reason);
        return;
    }
    if (masks_padding(value)) {
        lower_padding(builder, value);
        return;
    }
    if (involves_wide_integer(value) && lower_wide_instruction(builder, value))
        return;
    if (!lower_plain(builder, value, opcode))
        lower_special(builder, value, opcode);
}
