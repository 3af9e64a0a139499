// Checks of what C leaves undefined and LLVM's instructions do not show, put into the module as calls of
// REQUIRE_FUNCTION before a pass can drop them:
//
// - An index outside of an array that is part of a larger object. clang checks indices where it is asked to
//   (-fsanitize=array-bounds, see compile.c), by a branch to a trap. The branch becomes a call and both its blocks one
//   again, so that what is lowered looks as if nothing had been asked.
// - A floating number converted to an integer type that does not have it.
// - The absolute value of the least integer.
// - The number of zeros before or after the ones of an integer that has none.
// - A false __builtin_assume.
#include <llvm-c/DebugInfo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/lower.h"

static const struct {
    Property property;
    const char *message;
} requirements[] = {
    [REQUIREMENT_INDEX] = {PROPERTY_MEMORY, "index outside of the array"},
    [REQUIREMENT_CONVERSION] = {PROPERTY_DIVISION,
                                "conversion of a floating number that the integer type does not have"},
    [REQUIREMENT_ABSOLUTE] = {PROPERTY_OVERFLOW,
                              "signed overflow: the absolute value of the least number does not fit"},
    [REQUIREMENT_ONE_BIT] = {PROPERTY_DIVISION, "__builtin_clz or __builtin_ctz of 0"},
    [REQUIREMENT_ASSUMED] = {PROPERTY_MEMORY, "what __builtin_assume takes for granted does not hold"},
};

Property requirement_property(Requirement requirement)
{
    return requirements[requirement].property;
}

const char *requirement_message(Requirement requirement)
{
    return requirements[requirement].message;
}

typedef struct Checks {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef type; // of REQUIRE_FUNCTION
    LLVMValueRef require;
    bool check_overflow;
} Checks;

// The builder stands where the call is to be.
static void require(Checks *this, LLVMValueRef condition, Requirement requirement, LLVMValueRef culprit)
{
    LLVMValueRef arguments[] = {condition, LLVMConstInt(LLVMInt32TypeInContext(this->context), requirement, 0)};
    if (LLVMIsAConstantInt(condition) && LLVMConstIntGetZExtValue(condition))
        return;
    LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(culprit));
    LLVMBuildCall2(this->builder, this->type, this->require, arguments, 2, "");
    LLVMSetCurrentDebugLocation2(this->builder, NULL);
}

static bool is_index_trap(LLVMBasicBlockRef block)
{
    enum { OUT_OF_BOUNDS = 18 }; // clang's number of this check
    LLVMValueRef call = LLVMGetFirstInstruction(block);
    return call && calls_named(call, "llvm.ubsantrap") &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) == OUT_OF_BOUNDS;
}

// Moves what stands before the end of `block` to the beginning of `next`.
static void move_instructions(Checks *this, LLVMBasicBlockRef block, LLVMBasicBlockRef next)
{
    LLVMPositionBuilderBefore(this->builder, LLVMGetFirstInstruction(next));
    LLVMSetCurrentDebugLocation2(this->builder, NULL); // what is moved keeps its own
    for (LLVMValueRef value; (value = LLVMGetFirstInstruction(block)) != LLVMGetBasicBlockTerminator(block);) {
        char *name = memory_copy_string(module_value_name(value));
        LLVMInstructionRemoveFromParent(value);
        LLVMInsertIntoBuilderWithName(this->builder, value, name);
        free(name);
    }
}

// A block that ends with the check of an index, and the block after the check, which has no other predecessor.
static void join_blocks(Checks *this, LLVMBasicBlockRef block)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    LLVMBasicBlockRef next = LLVMGetSuccessor(branch, 0);
    move_instructions(this, block, next);
    require(this, LLVMGetCondition(branch), REQUIREMENT_INDEX, branch);
    LLVMInstructionEraseFromParent(branch);
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(block), LLVMBasicBlockAsValue(next));
    LLVMMoveBasicBlockBefore(next, block);
    char *name = memory_copy_string(LLVMGetBasicBlockName(block));
    LLVMDeleteBasicBlock(block);
    LLVMSetValueName2(LLVMBasicBlockAsValue(next), name, strlen(name));
    free(name);
}

static bool ends_with_check(LLVMBasicBlockRef block)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    return branch && LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
           is_index_trap(LLVMGetSuccessor(branch, 1)) &&
           !LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetSuccessor(branch, 0)));
}

// From the last block to the first: what comes after a check mostly stands after it, and so is moved once.
static void join_checked(Checks *this, LLVMValueRef function)
{
    LLVMBasicBlockRef previous;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        if (ends_with_check(block))
            index_check_tighten(this->builder, LLVMGetBasicBlockTerminator(block));
    for (LLVMBasicBlockRef block = LLVMGetLastBasicBlock(function); block; block = previous) {
        previous = LLVMGetPreviousBasicBlock(block);
        if (ends_with_check(block))
            join_blocks(this, block);
    }
    for (LLVMBasicBlockRef block = LLVMGetLastBasicBlock(function); block; block = previous) {
        previous = LLVMGetPreviousBasicBlock(block);
        if (is_index_trap(block) && !LLVMGetFirstUse(LLVMBasicBlockAsValue(block)))
            LLVMDeleteBasicBlock(block);
    }
}

// The integral part must be a number of the type. Its bounds, or the numbers next to them, are floating numbers.
static void check_conversion(Checks *this, LLVMValueRef conversion)
{
    LLVMValueRef number = LLVMGetOperand(conversion, 0);
    LLVMTypeRef from = LLVMTypeOf(number), to = LLVMTypeOf(conversion);
    LLVMTypeKind kind = LLVMGetTypeKind(from);
    if ((kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind) || LLVMGetTypeKind(to) != LLVMIntegerTypeKind ||
        LLVMIsConstant(number))
        return;
    bool is_signed = LLVMGetInstructionOpcode(conversion) == LLVMFPToSI;
    int bits = (int)LLVMGetIntTypeWidth(to) - is_signed, precision = kind == LLVMFloatTypeKind ? 24 : 53;
    double least = is_signed ? -ldexp(1, bits) : 0;
    bool has_next = !is_signed || bits < precision; // whether least - 1 is a number of the type
    LLVMPositionBuilderBefore(this->builder, conversion);
    LLVMValueRef above = LLVMBuildFCmp(this->builder, has_next ? LLVMRealOGT : LLVMRealOGE, number,
                                       LLVMConstReal(from, has_next ? least - 1 : least), "");
    LLVMValueRef below = LLVMBuildFCmp(this->builder, LLVMRealOLT, number, LLVMConstReal(from, ldexp(1, bits)), "");
    require(this, LLVMBuildAnd(this->builder, above, below, ""), REQUIREMENT_CONVERSION, conversion);
}

static void check_absolute(Checks *this, LLVMValueRef call)
{
    LLVMValueRef number = LLVMGetOperand(call, 0);
    LLVMTypeRef type = LLVMTypeOf(number);
    if (!this->check_overflow || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64 ||
        !LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)))
        return;
    LLVMValueRef least = LLVMConstInt(type, UINT64_C(1) << (LLVMGetIntTypeWidth(type) - 1), 0);
    LLVMPositionBuilderBefore(this->builder, call);
    require(this, LLVMBuildICmp(this->builder, LLVMIntNE, number, least, ""), REQUIREMENT_ABSOLUTE, call);
}

// Whether the value may be one of two that are chosen from: ffs and its like count first and ask for 0 then.
static bool may_be_dropped(LLVMValueRef value, uint32_t depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsASelectInst(user) ||
            (depth && (LLVMIsACastInst(user) || LLVMIsABinaryOperator(user)) && may_be_dropped(user, depth - 1)))
            return true;
    }
    return false;
}

static void check_one_bit(Checks *this, LLVMValueRef call)
{
    LLVMValueRef number = LLVMGetOperand(call, 0);
    LLVMTypeRef type = LLVMTypeOf(number);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || !LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) ||
        may_be_dropped(call, 2))
        return;
    LLVMPositionBuilderBefore(this->builder, call);
    require(this, LLVMBuildICmp(this->builder, LLVMIntNE, number, LLVMConstNull(type), ""), REQUIREMENT_ONE_BIT, call);
}

static void check_instruction(Checks *this, LLVMValueRef instruction)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVMFPToSI || opcode == LLVMFPToUI) {
        check_conversion(this, instruction);
    } else if (calls_named(instruction, "llvm.abs.")) {
        check_absolute(this, instruction);
    } else if (calls_named(instruction, "llvm.ctlz.") || calls_named(instruction, "llvm.cttz.")) {
        check_one_bit(this, instruction);
    } else if (calls_named(instruction, "llvm.assume")) {
        LLVMPositionBuilderBefore(this->builder, instruction);
        require(this, LLVMGetOperand(instruction, 0), REQUIREMENT_ASSUMED, instruction);
    }
}

void module_insert_checks(Lowering *lowering, LLVMModuleRef module)
{
    LLVMContextRef context = lowering->context;
    LLVMTypeRef parameters[] = {LLVMInt1TypeInContext(context), LLVMInt32TypeInContext(context)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 2, 0);
    Checks this = {.module = module,
                   .context = context,
                   .builder = LLVMCreateBuilderInContext(context),
                   .type = type,
                   .require = LLVMAddFunction(module, REQUIRE_FUNCTION, type),
                   .check_overflow = lowering->check_overflow};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        join_checked(&this, function);
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
                check_instruction(&this, value);
    }
    if (!LLVMGetFirstUse(this.require))
        LLVMDeleteFunction(this.require);
    LLVMDisposeBuilder(this.builder);
}
