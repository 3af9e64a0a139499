// Integers of more than 64 bits: packed bit-fields, __int128 and _BitInt. A value is a row of registers, lowest word
// first; the last one holds the remaining width - 64 * (count - 1) bits and is zero-extended like every word. Sums go
// through a chain of carries, products are computed as on paper, shifts go through funnels between neighbouring words;
// quotients and conversions from and to floating point are calls of models/wide.c.
#include "front/function_builder.h"

#include <string.h>

enum { WORDS_LIMIT = WIDE_LIMIT / 64, MODEL_WIDTH = 128 };

static uint32_t words_of(uint32_t width)
{
    return (width + 63) / 64;
}

static uint32_t word_width(uint32_t width, uint32_t index)
{
    return width - 64 * index < 64 ? width - 64 * index : 64;
}

static uint32_t width_of(FunctionBuilder *builder, LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type)
                                                        : builder->lowering->program->layout.pointer_bits;
}

static void emit_binary(FunctionBuilder *builder, Opcode opcode, uint32_t width, uint32_t dst, uint32_t a, uint32_t b)
{
    builder_emit(builder,
                 (Instruction){.opcode = (uint16_t)opcode, .width = (uint8_t)width, .dst = dst, .a = a, .b = b});
}

static void emit_immediate(FunctionBuilder *builder, Opcode opcode, uint32_t width, uint32_t dst, uint32_t a,
                           uint64_t imm)
{
    builder_emit(builder,
                 (Instruction){.opcode = (uint16_t)opcode, .width = (uint8_t)width, .dst = dst, .a = a, .imm = imm});
}

static const char *describe(FunctionBuilder *builder, const char *format, uint32_t width)
{
    return arena_format(&builder->lowering->program->arena, format, width);
}

static void emit_truncate(FunctionBuilder *builder, uint32_t dst, uint32_t to, uint32_t a)
{
    for (uint32_t i = 0; i < words_of(to); i++)
        emit_immediate(builder, OP_truncate, word_width(to, i), dst + i, a + i, 0);
}

static void emit_extend(FunctionBuilder *builder, uint32_t dst, uint32_t to, uint32_t a, uint32_t from, bool is_signed)
{
    uint32_t last = words_of(from) - 1;
    for (uint32_t i = 0; i < last; i++)
        emit_immediate(builder, OP_move, 64, dst + i, a + i, 0);
    emit_immediate(builder, is_signed ? OP_sign_extend : OP_move, word_width(to, last), dst + last, a + last,
                   word_width(from, last));
    for (uint32_t i = last + 1; i < words_of(to); i++) {
        if (!is_signed) {
            emit_immediate(builder, OP_constant, 64, dst + i, 0, 0);
            continue;
        }
        emit_immediate(builder, OP_ashr_imm, 64, dst + i, dst + last, 63);
        emit_immediate(builder, OP_truncate, word_width(to, i), dst + i, dst + i, 0);
    }
}

static void emit_equal(FunctionBuilder *builder, Opcode opcode, uint32_t width, uint32_t dst, uint32_t a, uint32_t b)
{
    uint32_t difference = builder_temporary(builder, 1), part = builder_temporary(builder, 1);
    emit_binary(builder, OP_xor, 64, difference, a, b);
    for (uint32_t i = 1; i < words_of(width); i++) {
        emit_binary(builder, OP_xor, 64, part, a + i, b + i);
        emit_binary(builder, OP_or, 64, difference, difference, part);
    }
    emit_immediate(builder, opcode, 64, dst, difference, 0);
}

// Is the number other than zero?
static void emit_not_zero(FunctionBuilder *builder, uint32_t width, uint32_t dst, uint32_t a)
{
    uint32_t bits = builder_temporary(builder, 1);
    emit_immediate(builder, OP_move, 64, bits, a, 0);
    for (uint32_t i = 1; i < words_of(width); i++)
        emit_binary(builder, OP_or, 64, bits, bits, a + i);
    emit_immediate(builder, OP_ne_imm, 64, dst, bits, 0);
}

// The words above decide; where they are equal, those below do. Only the last word has a sign.
static void emit_order(FunctionBuilder *builder, uint32_t width, bool is_signed, bool or_equal, uint32_t dst,
                       uint32_t a, uint32_t b)
{
    uint32_t last = words_of(width) - 1, result = builder_temporary(builder, 1), less = builder_temporary(builder, 1),
             equal = builder_temporary(builder, 1);
    emit_binary(builder, or_equal ? OP_ule : OP_ult, 64, result, a, b);
    for (uint32_t i = 1; i <= last; i++) {
        emit_binary(builder, is_signed && i == last ? OP_slt : OP_ult, word_width(width, i), less, a + i, b + i);
        emit_binary(builder, OP_eq, 64, equal, a + i, b + i);
        builder_emit(
            builder,
            (Instruction){.opcode = OP_select, .width = 64, .dst = result, .a = equal, .b = result, .imm = less});
    }
    emit_immediate(builder, OP_move, 64, dst, result, 0);
}

static void emit_add(FunctionBuilder *builder, uint32_t width, uint32_t dst, uint32_t a, uint32_t b)
{
    uint32_t carry = builder_constant(builder, 0), sum = builder_temporary(builder, 1),
             first = builder_temporary(builder, 1);
    for (uint32_t i = 0; i < words_of(width); i++) {
        emit_binary(builder, OP_add, word_width(width, i), sum, a + i, b + i);
        emit_binary(builder, OP_ult, 64, first, sum, a + i);
        emit_binary(builder, OP_add, word_width(width, i), dst + i, sum, carry);
        emit_binary(builder, OP_ult, 64, carry, dst + i, sum);
        emit_binary(builder, OP_or, 64, carry, carry, first);
    }
}

static void emit_subtract(FunctionBuilder *builder, uint32_t width, uint32_t dst, uint32_t a, uint32_t b)
{
    uint32_t borrow = builder_constant(builder, 0), difference = builder_temporary(builder, 1),
             first = builder_temporary(builder, 1);
    for (uint32_t i = 0; i < words_of(width); i++) {
        emit_binary(builder, OP_sub, word_width(width, i), difference, a + i, b + i);
        emit_binary(builder, OP_ult, 64, first, a + i, b + i);
        emit_binary(builder, OP_sub, word_width(width, i), dst + i, difference, borrow);
        emit_binary(builder, OP_ult, 64, borrow, difference, borrow);
        emit_binary(builder, OP_or, 64, borrow, borrow, first);
    }
}

static void emit_multiply(FunctionBuilder *builder, uint32_t width, uint32_t dst, uint32_t a, uint32_t b)
{
    uint32_t count = words_of(width), carry = builder_temporary(builder, 1), low = builder_temporary(builder, 1),
             high = builder_temporary(builder, 1), over = builder_temporary(builder, 1);
    for (uint32_t i = 0; i < count; i++)
        emit_immediate(builder, OP_constant, 64, dst + i, 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        emit_immediate(builder, OP_constant, 64, carry, 0, 0);
        for (uint32_t j = 0; i + j < count; j++) {
            uint32_t sum = dst + i + j;
            emit_binary(builder, OP_mul, 64, low, a + i, b + j);
            emit_binary(builder, OP_multiply_high, 64, high, a + i, b + j);
            emit_binary(builder, OP_add, 64, sum, sum, low);
            emit_binary(builder, OP_ult, 64, over, sum, low);
            emit_binary(builder, OP_add, 64, high, high, over);
            emit_binary(builder, OP_add, 64, sum, sum, carry);
            emit_binary(builder, OP_ult, 64, over, sum, carry);
            emit_binary(builder, OP_add, 64, carry, high, over);
        }
    }
    emit_immediate(builder, OP_truncate, word_width(width, count - 1), dst + count - 1, dst + count - 1, 0);
}

static void emit_arithmetic(FunctionBuilder *builder, LLVMOpcode opcode, uint32_t width, uint32_t dst, uint32_t a,
                            uint32_t b)
{
    if (opcode == LLVMAdd)
        emit_add(builder, width, dst, a, b);
    else if (opcode == LLVMSub)
        emit_subtract(builder, width, dst, a, b);
    else
        emit_multiply(builder, width, dst, a, b);
}

// Computes in a width where nothing is lost; the result fits if cutting it off and extending it again gives it back.
static void emit_checked(FunctionBuilder *builder, LLVMOpcode opcode, uint32_t width, bool is_signed, uint32_t dst,
                         uint32_t fits, uint32_t a, uint32_t b)
{
    uint32_t full = opcode == LLVMMul ? 2 * width : width + 1, count = words_of(full);
    uint32_t left = builder_temporary(builder, count), right = builder_temporary(builder, count),
             result = builder_temporary(builder, count);
    emit_extend(builder, left, full, a, width, is_signed);
    emit_extend(builder, right, full, b, width, is_signed);
    emit_arithmetic(builder, opcode, full, result, left, right);
    emit_truncate(builder, dst, width, result);
    emit_extend(builder, left, full, dst, width, is_signed);
    emit_equal(builder, OP_eq_imm, full, fits, left, result);
}

static void lower_arithmetic(FunctionBuilder *builder, LLVMValueRef value, LLVMOpcode opcode, uint32_t width)
{
    uint32_t dst = builder_result(builder, value);
    uint32_t a = builder_value(builder, LLVMGetOperand(value, 0)), b = builder_value(builder, LLVMGetOperand(value, 1));
    if (!builder->lowering->check_overflow || !LLVMGetNSW(value)) {
        emit_arithmetic(builder, opcode, width, dst, a, b);
        return;
    }
    uint32_t fits = builder_temporary(builder, 1);
    emit_checked(builder, opcode, width, true, dst, fits, a, b);
    builder_require(builder, fits, PROPERTY_OVERFLOW,
                    describe(builder,
                             opcode == LLVMAdd   ? "signed overflow: the sum does not fit in %u bits"
                             : opcode == LLVMSub ? "signed overflow: the difference does not fit in %u bits"
                                                 : "signed overflow: the product does not fit in %u bits",
                             width));
}

static void lower_bitwise(FunctionBuilder *builder, LLVMValueRef value, Opcode opcode, uint32_t width)
{
    uint32_t dst = builder_result(builder, value);
    uint32_t a = builder_value(builder, LLVMGetOperand(value, 0)), b = builder_value(builder, LLVMGetOperand(value, 1));
    for (uint32_t i = 0; i < words_of(width); i++)
        emit_binary(builder, opcode, word_width(width, i), dst + i, a + i, b + i);
}

// The words of a value that moves up (left) or down by whole words; `fill` comes in at the end.
static void move_words(const uint32_t *words, uint32_t *moved, uint32_t count, uint32_t distance, bool left,
                       uint32_t fill)
{
    for (uint32_t i = 0; i < count; i++) {
        bool inside = left ? i >= distance : i + distance < count;
        moved[i] = inside ? words[left ? i - distance : i + distance] : fill;
    }
}

// Moves by words in stages: each bit of the amount chooses between staying and moving by a power of two.
static void emit_variable_moves(FunctionBuilder *builder, uint32_t *words, uint32_t count, uint32_t amount, bool left,
                                uint32_t fill)
{
    uint32_t moved[WORDS_LIMIT], chosen = builder_temporary(builder, 1);
    for (uint32_t stage = 0; 1u << stage < count; stage++) {
        move_words(words, moved, count, 1u << stage, left, fill);
        emit_immediate(builder, OP_lshr_imm, 64, chosen, amount, 6 + stage);
        emit_immediate(builder, OP_and_imm, 64, chosen, chosen, 1);
        uint32_t next = builder_temporary(builder, count);
        for (uint32_t i = 0; i < count; i++) {
            builder_emit(
                builder,
                (Instruction){
                    .opcode = OP_select, .width = 64, .dst = next + i, .a = chosen, .b = moved[i], .imm = words[i]});
            words[i] = next + i;
        }
    }
}

static uint32_t emit_shift_amount(FunctionBuilder *builder, LLVMValueRef operand, uint32_t width)
{
    uint32_t amount = builder_value(builder, operand), limit = builder_temporary(builder, words_of(width)),
             inside = builder_temporary(builder, 1);
    emit_immediate(builder, OP_constant, 64, limit, 0, width);
    for (uint32_t i = 1; i < words_of(width); i++)
        emit_immediate(builder, OP_constant, 64, limit + i, 0, 0);
    emit_order(builder, width, false, false, inside, amount, limit);
    builder_require(builder, inside, PROPERTY_DIVISION,
                    describe(builder, "shift by an amount that is not below the width of %u bits", width));
    return amount;
}

static void lower_shift(FunctionBuilder *builder, LLVMValueRef value, LLVMOpcode opcode, uint32_t width)
{
    LLVMValueRef operand = LLVMGetOperand(value, 1);
    uint32_t dst = builder_result(builder, value), source = builder_value(builder, LLVMGetOperand(value, 0));
    uint32_t count = words_of(width), fill = builder_constant(builder, 0), words[WORDS_LIMIT], moved[WORDS_LIMIT];
    bool left = opcode == LLVMShl;
    for (uint32_t i = 0; i < count; i++)
        words[i] = source + i;
    if (opcode == LLVMAShr) {
        uint32_t top = builder_temporary(builder, 1);
        emit_immediate(builder, OP_sign_extend, 64, top, words[count - 1], word_width(width, count - 1));
        emit_immediate(builder, OP_ashr_imm, 64, fill, top, 63);
        words[count - 1] = top;
    }
    uint64_t low = UINT64_MAX, high = 0;
    bool constant = constant_wide_word(operand, 0, &low);
    for (uint32_t i = 1; constant && i < count; i++) {
        uint64_t word = 0;
        constant_wide_word(operand, i, &word);
        high |= word;
    }
    bool in_range = constant && !high && low < width;
    uint32_t amount;
    if (in_range) {
        amount = builder_constant(builder, low % 64);
        move_words(words, moved, count, (uint32_t)low / 64, left, fill);
        memcpy(words, moved, count * sizeof *words);
    } else {
        amount = emit_shift_amount(builder, operand, width);
        emit_variable_moves(builder, words, count, amount, left, fill);
    }
    bool whole_words = in_range && low % 64 == 0;
    for (uint32_t i = 0; i < count; i++) {
        Instruction instruction = {.opcode = OP_move, .width = 64, .dst = dst + i, .a = words[i], .imm = amount};
        if (!whole_words && left) {
            instruction.opcode = OP_funnel_left;
            instruction.b = i ? words[i - 1] : fill;
        } else if (!whole_words) {
            instruction.opcode = OP_funnel_right;
            instruction.a = i + 1 < count ? words[i + 1] : fill;
            instruction.b = words[i];
        }
        builder_emit(builder, instruction);
    }
    emit_immediate(builder, OP_truncate, word_width(width, count - 1), dst + count - 1, dst + count - 1, 0);
}

static void lower_compare(FunctionBuilder *builder, LLVMValueRef value, uint32_t width)
{
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
    uint32_t dst = builder_result(builder, value);
    uint32_t a = builder_value(builder, LLVMGetOperand(value, 0)), b = builder_value(builder, LLVMGetOperand(value, 1));
    switch (predicate) {
    case LLVMIntEQ:
        emit_equal(builder, OP_eq_imm, width, dst, a, b);
        break;
    case LLVMIntNE:
        emit_equal(builder, OP_ne_imm, width, dst, a, b);
        break;
    case LLVMIntULT:
        emit_order(builder, width, false, false, dst, a, b);
        break;
    case LLVMIntULE:
        emit_order(builder, width, false, true, dst, a, b);
        break;
    case LLVMIntUGT:
        emit_order(builder, width, false, false, dst, b, a);
        break;
    case LLVMIntUGE:
        emit_order(builder, width, false, true, dst, b, a);
        break;
    case LLVMIntSLT:
        emit_order(builder, width, true, false, dst, a, b);
        break;
    case LLVMIntSLE:
        emit_order(builder, width, true, true, dst, a, b);
        break;
    case LLVMIntSGT:
        emit_order(builder, width, true, false, dst, b, a);
        break;
    case LLVMIntSGE:
        emit_order(builder, width, true, true, dst, b, a);
        break;
    }
}

// Calls a function of models/wide.c; its arguments and results are words.
static void emit_model_call(FunctionBuilder *builder, const char *name, uint32_t dst, uint32_t result_count,
                            const uint32_t *arguments, uint32_t argument_count)
{
    uint32_t function = symbol_function_named(builder->lowering, name);
    if (function == NO_FUNCTION) {
        builder_unsupported(builder, "an operation on 128-bit integers on this target");
        return;
    }
    CallOperands operands = {.argument_count = argument_count, .result_count = result_count, .result_width = 64};
    operands.arguments = arena_copy(&builder->lowering->program->arena, arguments, argument_count * sizeof *arguments);
    vector_push(&builder->calls, operands);
    builder_emit(builder, (Instruction){.opcode = OP_call, .dst = dst, .b = builder->calls.count - 1, .imm = function});
}

static void require_quotient(FunctionBuilder *builder, uint32_t width, bool is_signed, bool remainder, uint32_t a,
                             uint32_t b)
{
    uint32_t defined = builder_temporary(builder, 1), other = builder_temporary(builder, 1), count = words_of(width),
             expected = builder_temporary(builder, count), last = count - 1;
    emit_not_zero(builder, width, defined, b);
    builder_require(builder, defined, PROPERTY_DIVISION, "division by zero");
    if (!is_signed)
        return;
    for (uint32_t i = 0; i < count; i++)
        emit_immediate(builder, OP_constant, 64, expected + i, 0,
                       i == last ? UINT64_C(1) << (word_width(width, i) - 1) : 0);
    emit_equal(builder, OP_ne_imm, width, defined, a, expected);
    for (uint32_t i = 0; i < count; i++)
        emit_immediate(builder, OP_constant, 64, expected + i, 0, UINT64_MAX >> (64 - word_width(width, i)));
    emit_equal(builder, OP_ne_imm, width, other, b, expected);
    emit_binary(builder, OP_or, 1, defined, defined, other);
    builder_require(builder, defined, PROPERTY_DIVISION,
                    describe(builder,
                             remainder ? "the smallest %u-bit integer %% -1 does not fit: signed division overflows"
                                       : "the smallest %u-bit integer / -1 does not fit: signed division overflows",
                             width));
}

static void lower_division(FunctionBuilder *builder, LLVMValueRef value, LLVMOpcode opcode, uint32_t width)
{
    if (width > MODEL_WIDTH) {
        builder_unsupported(builder, describe(builder, "a division of %u-bit integers", width));
        return;
    }
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem, remainder = opcode == LLVMSRem || opcode == LLVMURem;
    uint32_t a = builder_value(builder, LLVMGetOperand(value, 0)), b = builder_value(builder, LLVMGetOperand(value, 1));
    require_quotient(builder, width, is_signed, remainder, a, b);
    uint32_t left = builder_temporary(builder, 2), right = builder_temporary(builder, 2),
             result = builder_temporary(builder, 2);
    emit_extend(builder, left, MODEL_WIDTH, a, width, is_signed);
    emit_extend(builder, right, MODEL_WIDTH, b, width, is_signed);
    const char *name = remainder ? is_signed ? "__modti3" : "__umodti3" : is_signed ? "__divti3" : "__udivti3";
    emit_model_call(builder, name, result, 2, (uint32_t[]){left, left + 1, right, right + 1}, 4);
    emit_truncate(builder, builder_result(builder, value), width, result);
}

static void lower_to_float(FunctionBuilder *builder, LLVMValueRef value, bool is_signed, uint32_t width)
{
    if (width > MODEL_WIDTH) {
        builder_unsupported(builder, describe(builder, "a conversion of a %u-bit integer to floating point", width));
        return;
    }
    bool single = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMFloatTypeKind;
    const char *name = single      ? is_signed ? "__floattisf" : "__floatuntisf"
                       : is_signed ? "__floattidf"
                                   : "__floatuntidf";
    uint32_t a = builder_value(builder, LLVMGetOperand(value, 0)), full = builder_temporary(builder, 2);
    emit_extend(builder, full, MODEL_WIDTH, a, width, is_signed);
    emit_model_call(builder, name, builder_result(builder, value), 1, (uint32_t[]){full, full + 1}, 2);
}

static void lower_from_float(FunctionBuilder *builder, LLVMValueRef value, bool is_signed, uint32_t width)
{
    if (width > MODEL_WIDTH) {
        builder_unsupported(builder, describe(builder, "a conversion of floating point to a %u-bit integer", width));
        return;
    }
    LLVMValueRef source = LLVMGetOperand(value, 0);
    uint32_t a = builder_value(builder, source), result = builder_temporary(builder, 2);
    if (LLVMGetTypeKind(LLVMTypeOf(source)) == LLVMFloatTypeKind) {
        uint32_t extended = builder_temporary(builder, 1);
        emit_immediate(builder, OP_float_extend, 64, extended, a, 32);
        a = extended;
    }
    emit_model_call(builder, is_signed ? "__fixdfti" : "__fixunsdfti", result, 2, &a, 1);
    emit_truncate(builder, builder_result(builder, value), width, result);
}

// Between an integer and a vector of the same size; the first element is the lowest part.
static void lower_bitcast(FunctionBuilder *builder, LLVMValueRef value)
{
    LLVMValueRef source = LLVMGetOperand(value, 0);
    LLVMTypeRef from = LLVMTypeOf(source), to = LLVMTypeOf(value), vector = type_wide_width(from) ? to : from;
    uint32_t words = type_word_count(from);
    if (from != to && (LLVMGetTypeKind(vector) != LLVMVectorTypeKind || words != type_word_count(to) ||
                       LLVMSizeOfTypeInBits(builder->lowering->data, LLVMGetElementType(vector)) != 64)) {
        builder_unsupported(builder, "a conversion between a vector and an integer wider than 64 bits");
        return;
    }
    uint32_t dst = builder_result(builder, value), a = builder_value(builder, source);
    for (uint32_t i = 0; i < words; i++)
        emit_immediate(builder, OP_move, 64, dst + i, a + i, 0);
}

bool lower_wide_instruction(FunctionBuilder *builder, LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    LLVMValueRef source = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
    uint32_t from = source ? width_of(builder, LLVMTypeOf(source)) : 0, to = width_of(builder, LLVMTypeOf(value));
    switch (opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        lower_arithmetic(builder, value, opcode, to);
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        lower_division(builder, value, opcode, to);
        break;
    case LLVMAnd:
        lower_bitwise(builder, value, OP_and, to);
        break;
    case LLVMOr:
        lower_bitwise(builder, value, OP_or, to);
        break;
    case LLVMXor:
        lower_bitwise(builder, value, OP_xor, to);
        break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        lower_shift(builder, value, opcode, to);
        break;
    case LLVMICmp:
        lower_compare(builder, value, from);
        break;
    case LLVMIntToPtr:
    case LLVMTrunc:
        emit_truncate(builder, builder_result(builder, value), to, builder_value(builder, source));
        break;
    case LLVMPtrToInt:
    case LLVMZExt:
    case LLVMSExt:
        emit_extend(builder, builder_result(builder, value), to, builder_value(builder, source), from,
                    opcode == LLVMSExt);
        break;
    case LLVMUIToFP:
    case LLVMSIToFP:
        lower_to_float(builder, value, opcode == LLVMSIToFP, from);
        break;
    case LLVMFPToUI:
    case LLVMFPToSI:
        lower_from_float(builder, value, opcode == LLVMFPToSI, to);
        break;
    case LLVMBitCast:
        lower_bitcast(builder, value);
        break;
    case LLVMLoad:
    case LLVMStore:
        if (LLVMGetOrdering(value) == LLVMAtomicOrderingNotAtomic)
            return false;
        builder_unsupported(builder,
                            describe(builder, "an atomic access to a %u-bit integer", opcode == LLVMLoad ? to : from));
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        builder_unsupported(builder, "an atomic operation on an integer wider than 64 bits");
        break;
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMAlloca:
    case LLVMGetElementPtr:
        return false;
    default:
        builder_unsupported(builder, "this operation on an integer wider than 64 bits");
        break;
    }
    return true;
}

// llvm.sadd.with.overflow and its kin return the result and whether it was cut off.
static bool lower_overflow(FunctionBuilder *builder, LLVMValueRef call, const char *name, uint32_t width)
{
    static const struct {
        const char *name;
        LLVMOpcode opcode;
    } table[] = {{"add.with.overflow.", LLVMAdd}, {"sub.with.overflow.", LLVMSub}, {"mul.with.overflow.", LLVMMul}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strncmp(name + strlen("llvm.s"), table[i].name, strlen(table[i].name)))
            continue;
        bool is_signed = name[strlen("llvm.")] == 's';
        uint32_t dst = builder_result(builder, call), fits = builder_temporary(builder, 1);
        uint32_t a = builder_value(builder, LLVMGetOperand(call, 0)),
                 b = builder_value(builder, LLVMGetOperand(call, 1));
        emit_checked(builder, table[i].opcode, width, is_signed, dst, fits, a, b);
        emit_immediate(builder, OP_xor_imm, 1, dst + words_of(width), fits, 1);
        return true;
    }
    return false;
}

// Counts the ones, or the zeros above or below the highest or lowest one.
static void lower_count(FunctionBuilder *builder, LLVMValueRef call, Opcode opcode, uint32_t width)
{
    uint32_t count = words_of(width), total = builder_constant(builder, 0), part = builder_temporary(builder, 1),
             zero = builder_temporary(builder, 1), sum = builder_temporary(builder, 1);
    uint32_t a = builder_value(builder, LLVMGetOperand(call, 0)), dst = builder_result(builder, call);
    for (uint32_t i = 0; i < count; i++) {
        // From the far end to the near one: a word that is zero lets the count go on in the words after it.
        uint32_t word = opcode == OP_leading_zeros ? i : count - 1 - i;
        emit_immediate(builder, opcode, word_width(width, word), part, a + word, 0);
        emit_binary(builder, OP_add, 64, sum, part, total);
        if (opcode == OP_population) {
            emit_immediate(builder, OP_move, 64, total, sum, 0);
            continue;
        }
        emit_immediate(builder, OP_eq_imm, 64, zero, a + word, 0);
        builder_emit(builder,
                     (Instruction){.opcode = OP_select, .width = 64, .dst = total, .a = zero, .b = sum, .imm = part});
    }
    emit_extend(builder, dst, width, total, 64, false);
}

bool lower_wide_intrinsic(FunctionBuilder *builder, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *prefix;
        Opcode opcode;
    } counts[] = {{"llvm.ctpop.", OP_population}, {"llvm.ctlz.", OP_leading_zeros}, {"llvm.cttz.", OP_trailing_zeros}};
    uint32_t width = type_wide_width(LLVMTypeOf(LLVMGetOperand(call, 0)));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (!strncmp(name, counts[i].prefix, strlen(counts[i].prefix))) {
            lower_count(builder, call, counts[i].opcode, width);
            return true;
        }
    if (!strncmp(name, "llvm.is.constant.", strlen("llvm.is.constant."))) {
        emit_immediate(builder, OP_constant, 64, builder_result(builder, call), 0, 0);
        return true;
    }
    return lower_overflow(builder, call, name, width);
}
