// The pieces every part of the lowering builds with: instructions, registers, constants, addresses.
#include "front/function_builder.h"

#include "base/fail.h"

uint32_t builder_emit(FunctionBuilder *builder, Instruction instruction)
{
    vector_push(&builder->code, instruction);
    vector_push(&builder->positions, builder->position);
    return builder->code.count - 1;
}

uint32_t builder_temporary(FunctionBuilder *builder, uint32_t count)
{
    uint32_t first = builder->next_temporary;
    builder->next_temporary += count;
    if (builder->next_temporary > builder->register_count)
        builder->register_count = builder->next_temporary;
    return first;
}

uint32_t builder_constant(FunctionBuilder *builder, uint64_t word)
{
    uint32_t result = builder_temporary(builder, 1);
    builder_emit(builder, (Instruction){.opcode = OP_constant, .width = 64, .dst = result, .imm = word});
    return result;
}

void builder_unsupported(FunctionBuilder *builder, const char *what)
{
    builder_emit(builder,
                 (Instruction){.opcode = OP_unsupported, .imm = program_add_string(builder->lowering->program, what)});
}

void builder_require(FunctionBuilder *builder, uint32_t condition, Property property, const char *message)
{
    uint32_t string = program_add_string(builder->lowering->program, message);
    builder_emit(builder,
                 (Instruction){.opcode = OP_require, .width = 1, .a = condition, .b = property, .imm = string});
}

void builder_require_below(FunctionBuilder *builder, uint32_t value, uint8_t width, uint64_t bound, const char *message)
{
    uint32_t string = program_add_string(builder->lowering->program, message);
    builder_emit(builder,
                 (Instruction){.opcode = OP_require_below, .width = width, .a = value, .b = string, .imm = bound});
}

void builder_put_constant(FunctionBuilder *builder, LLVMValueRef constant, uint32_t *next)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        unsigned count = kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
                         : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
                                                     : LLVMGetVectorSize(type);
        for (unsigned i = 0; i < count; i++)
            builder_put_constant(builder, LLVMGetAggregateElement(constant, i), next);
        return;
    }
    bool arbitrary = LLVMIsUndef(constant) || LLVMIsPoison(constant), wide = type_wide_width(type) != 0;
    LeafList leaves = {0};
    type_collect_leaves(builder->lowering, type, 0, &leaves);
    if (!leaves.count)
        builder_unsupported(builder, "a constant of this type");
    for (uint32_t i = 0; i < leaves.count; i++) {
        Instruction instruction = {.opcode = OP_constant, .width = 64, .dst = (*next)++};
        if (arbitrary) {
            instruction.opcode = OP_uninitialised;
            instruction.width = (uint8_t)leaves.data[i].width;
        } else if (LLVMIsAGlobalVariable(constant) && LLVMIsThreadLocal(constant)) {
            instruction.opcode = OP_thread_local;
            instruction.imm = symbol_global(builder->lowering, constant);
        } else if (!(wide ? constant_wide_word(constant, i, &instruction.imm)
                          : constant_word(builder->lowering, constant, &instruction.imm))) {
            builder_unsupported(builder, "a constant expression of this kind");
            continue;
        }
        builder_emit(builder, instruction);
    }
    vector_free(&leaves);
}

uint32_t builder_address(FunctionBuilder *builder, LLVMValueRef pointer, uint64_t *offset)
{
    *offset = 0;
    while (pointer_has_constant_offset(pointer)) {
        *offset += pointer_constant_offset(builder->lowering->data, pointer);
        pointer = LLVMGetOperand(pointer, 0);
    }
    return builder_value(builder, pointer);
}

bool builder_is_arbitrary(LLVMValueRef value)
{
    return LLVMIsAFreezeInst(value) && LLVMIsUndef(LLVMGetOperand(value, 0));
}

static void draw_arbitrary(FunctionBuilder *builder, LLVMValueRef value)
{
    uint32_t dst = builder_result(builder, value);
    uint64_t *name = map_find(&builder->lowering->input_names, (uintptr_t)value);
    LeafList leaves = {0};
    type_collect_leaves(builder->lowering, LLVMTypeOf(value), 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        builder_emit(builder, (Instruction){.opcode = OP_uninitialised,
                                            .flags = FLAG_ONCE,
                                            .width = (uint8_t)leaves.data[i].width,
                                            .dst = dst + i,
                                            .a = dst + leaves.count + i,
                                            .imm = name ? *name : 0});
    vector_free(&leaves);
}

uint32_t builder_value(FunctionBuilder *builder, LLVMValueRef value)
{
    if (LLVMIsConstant(value)) {
        uint32_t count = type_word_count(LLVMTypeOf(value));
        uint32_t first = builder_temporary(builder, count), next = first;
        builder_put_constant(builder, value, &next);
        return first;
    }
    if (pointer_has_constant_offset(value)) {
        uint64_t offset;
        uint32_t base = builder_address(builder, value, &offset);
        uint32_t result = builder_temporary(builder, 1);
        builder_emit(builder, (Instruction){.opcode = OP_add_imm,
                                            .width = (uint8_t)builder->lowering->program->layout.pointer_bits,
                                            .dst = result,
                                            .a = base,
                                            .imm = offset});
        return result;
    }
    if (builder_is_arbitrary(value))
        draw_arbitrary(builder, value);
    return builder_result(builder, value);
}

uint32_t builder_result(FunctionBuilder *builder, LLVMValueRef value)
{
    uint64_t *known = map_find(&builder->registers, (uintptr_t)value);
    CHECK(known != NULL);
    return (uint32_t)*known - 1;
}

void builder_copy(FunctionBuilder *builder, uint32_t to, uint32_t from, uint32_t length, uint8_t flags)
{
    uint32_t progress = builder_constant(builder, 0);
    builder_temporary(builder, 1); // the word in flight
    builder_emit(builder,
                 (Instruction){.opcode = OP_copy, .flags = flags, .dst = progress, .a = to, .b = from, .imm = length});
}
