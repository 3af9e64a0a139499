// Types as words and constants as bytes. A value of aggregate type is a sequence of scalar words, one per leaf, in
// memory order. An integer of more than 64 bits is such a sequence too: the lowest word first, and all but the last 64
// bits wide.
#include <string.h>

#include "front/lower.h"

uint32_t type_wide_width(LLVMTypeRef type)
{
    bool wide = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 64;
    return wide ? LLVMGetIntTypeWidth(type) : 0;
}

const char *type_unsupported(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) > WIDE_LIMIT ? "integers wider than 1024 bits" : NULL;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return "half-precision floating point";
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return "long double";
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            const char *reason = type_unsupported(LLVMStructGetTypeAtIndex(type, i));
            if (reason)
                return reason;
        }
        return NULL;
    case LLVMVectorTypeKind:
        if (type_wide_width(LLVMGetElementType(type)))
            return "vectors of integers wider than 64 bits";
        return type_unsupported(LLVMGetElementType(type));
    case LLVMArrayTypeKind:
        return type_unsupported(LLVMGetElementType(type));
    case LLVMScalableVectorTypeKind:
    case LLVMTargetExtTypeKind:
    case LLVMX86_AMXTypeKind:
        return "machine-specific vectors";
    default:
        return NULL;
    }
}

uint32_t type_word_count(LLVMTypeRef type)
{
    uint32_t count = 0;
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return (LLVMGetIntTypeWidth(type) + 63) / 64;
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind:
        return 1;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            count += type_word_count(LLVMStructGetTypeAtIndex(type, i));
        return count;
    case LLVMArrayTypeKind:
        return (uint32_t)LLVMGetArrayLength2(type) * type_word_count(LLVMGetElementType(type));
    case LLVMVectorTypeKind:
        return LLVMGetVectorSize(type) * type_word_count(LLVMGetElementType(type));
    default:
        return 0;
    }
}

void type_collect_leaves(Lowering *lowering, LLVMTypeRef type, uint64_t offset, LeafList *leaves)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        for (uint32_t done = 0, width = LLVMGetIntTypeWidth(type); done < width; done += 64)
            vector_push(leaves, (Leaf){offset + done / 8, width - done < 64 ? width - done : 64, false});
        break;
    case LLVMFloatTypeKind:
        vector_push(leaves, (Leaf){offset, 32, true});
        break;
    case LLVMDoubleTypeKind:
        vector_push(leaves, (Leaf){offset, 64, true});
        break;
    case LLVMPointerTypeKind:
        vector_push(leaves, (Leaf){offset, lowering->program->layout.pointer_bits, false});
        break;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            type_collect_leaves(lowering, LLVMStructGetTypeAtIndex(type, i),
                                offset + LLVMOffsetOfElement(lowering->data, type, i), leaves);
        break;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(type);
        bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
        uint64_t count = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
        uint64_t stride =
            vector ? LLVMSizeOfTypeInBits(lowering->data, element) / 8 : LLVMABISizeOfType(lowering->data, element);
        for (uint64_t i = 0; i < count; i++)
            type_collect_leaves(lowering, element, offset + i * stride, leaves);
        break;
    }
    default:
        break;
    }
}

uint8_t leaf_kind(Leaf leaf)
{
    return (uint8_t)(leaf.width | (leaf.is_float ? WORD_FLOAT : 0));
}

uint8_t *type_word_kinds(Lowering *lowering, LLVMTypeRef type)
{
    uint32_t count = type_word_count(type);
    uint8_t *kinds = arena_allocate(&lowering->program->arena, count + UINT64_C(1));
    memset(kinds, 0, count + UINT64_C(1));
    LeafList leaves = {0};
    type_collect_leaves(lowering, type, 0, &leaves);
    for (uint32_t i = 0; i < leaves.count && i < count; i++)
        kinds[i] = leaf_kind(leaves.data[i]);
    vector_free(&leaves);
    return kinds;
}

static uint64_t mask_to_width(uint64_t word, uint32_t width)
{
    return width >= 64 ? word : word & ((UINT64_C(1) << width) - 1);
}

static uint32_t scalar_width(Lowering *lowering, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type);
    case LLVMPointerTypeKind:
        return lowering->program->layout.pointer_bits;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    default:
        return 0;
    }
}

static bool gep_word(Lowering *lowering, LLVMValueRef expression, uint64_t *word)
{
    if (!constant_word(lowering, LLVMGetOperand(expression, 0), word))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(expression);
    for (int i = 1; i < LLVMGetNumOperands(expression); i++) {
        LLVMValueRef index = LLVMGetOperand(expression, (unsigned)i);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t value = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *word += LLVMOffsetOfElement(lowering->data, type, (unsigned)value);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)value);
        } else {
            if (i > 1)
                type = LLVMGetElementType(type);
            *word += (uint64_t)value * LLVMABISizeOfType(lowering->data, type);
        }
    }
    *word = mask_to_width(*word, lowering->program->layout.pointer_bits);
    return true;
}

static bool expression_word(Lowering *lowering, LLVMValueRef expression, uint64_t *word)
{
    uint64_t left, right;
    LLVMOpcode opcode = LLVMGetConstOpcode(expression);
    uint32_t width = scalar_width(lowering, LLVMTypeOf(expression));
    if (opcode == LLVMGetElementPtr)
        return gep_word(lowering, expression, word);
    if (!width || width > 64 || !constant_word(lowering, LLVMGetOperand(expression, 0), &left))
        return false;
    switch (opcode) {
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMAddrSpaceCast:
        *word = mask_to_width(left, width);
        return true;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
    case LLVMShl:
        if (!constant_word(lowering, LLVMGetOperand(expression, 1), &right))
            return false;
        *word = mask_to_width(opcode == LLVMAdd   ? left + right
                              : opcode == LLVMSub ? left - right
                              : opcode == LLVMMul ? left * right
                              : opcode == LLVMXor ? left ^ right
                              : right < 64        ? left << right
                                                  : 0,
                              width);
        return true;
    default:
        return false;
    }
}

bool constant_word(Lowering *lowering, LLVMValueRef constant, uint64_t *word)
{
    Program *program = lowering->program;
    if (LLVMIsAConstantInt(constant)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64)
            return false;
        *word = LLVMConstIntGetZExtValue(constant);
        return true;
    }
    if (LLVMIsAConstantFP(constant)) {
        LLVMBool loses;
        double value = LLVMConstRealGetDouble(constant, &loses);
        if (LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMFloatTypeKind) {
            float narrow = (float)value;
            uint32_t bits;
            memcpy(&bits, &narrow, 4);
            *word = bits;
        } else if (LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMDoubleTypeKind) {
            memcpy(word, &value, 8);
        } else {
            return false;
        }
        return true;
    }
    if (LLVMIsAConstantPointerNull(constant) || (LLVMIsNull(constant) && type_word_count(LLVMTypeOf(constant)) == 1)) {
        *word = 0;
        return true;
    }
    if (LLVMIsAFunction(constant)) {
        uint32_t function = symbol_function(lowering, constant);
        bool absent = LLVMGetLinkage(constant) == LLVMExternalWeakLinkage &&
                      !program->functions.data[function].defined &&
                      program->functions.data[function].intrinsic == INTRINSIC_none;
        *word = absent ? 0 : program_function_address(program, function);
        return true;
    }
    if (LLVMIsAGlobalVariable(constant)) {
        if (LLVMIsThreadLocal(constant))
            return false;
        uint32_t global = symbol_global(lowering, constant);
        *word = program->globals.data[global].address;
        return true;
    }
    if (LLVMIsAGlobalAlias(constant))
        return constant_word(lowering, LLVMAliasGetAliasee(constant), word);
    if (LLVMIsABlockAddress(constant)) {
        uint32_t label =
            symbol_label(lowering, LLVMGetBlockAddressBasicBlock(constant), LLVMGetBlockAddressFunction(constant));
        *word = layout_region_base(&program->layout, REGION_LABEL) + ((uint64_t)label + 1) * CODE_STRIDE;
        return true;
    }
    if (LLVMIsAConstantExpr(constant))
        return expression_word(lowering, constant, word);
    return false;
}

bool constant_wide_word(LLVMValueRef constant, uint32_t index, uint64_t *word)
{
    if (!LLVMIsAConstantInt(constant))
        return false;
    // LLVM's C interface reads constants of up to 64 bits; its builder, which folds constants, cuts the word out.
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMValueRef shifted = LLVMBuildLShr(builder, constant, LLVMConstInt(type, (uint64_t)index * 64, false), "");
    *word = LLVMConstIntGetZExtValue(LLVMBuildTrunc(builder, shifted, LLVMInt64TypeInContext(context), ""));
    LLVMDisposeBuilder(builder);
    return true;
}

bool constant_bytes(Lowering *lowering, LLVMValueRef constant, uint8_t *bytes)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    if (LLVMIsNull(constant) || LLVMIsUndef(constant) || LLVMIsAConstantAggregateZero(constant))
        return true;
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!constant_bytes(lowering, LLVMGetAggregateElement(constant, i),
                                bytes + LLVMOffsetOfElement(lowering->data, type, i)))
                return false;
        return true;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(type);
        bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
        uint64_t count = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
        uint64_t stride = LLVMABISizeOfType(lowering->data, element);
        for (uint64_t i = 0; i < count; i++)
            if (!constant_bytes(lowering, LLVMGetAggregateElement(constant, (unsigned)i), bytes + i * stride))
                return false;
        return true;
    }
    default: {
        uint64_t word, size = LLVMStoreSizeOfType(lowering->data, type);
        if (type_unsupported(type))
            return false;
        if (!type_wide_width(type)) {
            if (!constant_word(lowering, constant, &word))
                return false;
            memcpy(bytes, &word, size);
            return true;
        }
        for (uint64_t done = 0; done < size; done += 8) {
            if (!constant_wide_word(constant, (uint32_t)(done / 8), &word))
                return false;
            memcpy(bytes + done, &word, size - done < 8 ? size - done : 8);
        }
        return true;
    }
    }
}
