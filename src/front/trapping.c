// Signed arithmetic of two constants. clang computes it, and what overflows leaves no trace. With -ftrapv it does not:
// each operation that may overflow becomes a call that also says whether it did, and a branch to a trap. Here these are
// made operations again, as clang has them without the option; only those of two constants stay.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/lower.h"

typedef struct Trapping {
    LLVMBuilderRef builder;
    unsigned generated; // metadata: clang made it, the source did not
} Trapping;

// One operation: the parts that clang makes of it, in their order, the last one ends the block.
typedef struct Check {
    LLVMValueRef call, result, overflow, fits, branch;
} Check;

static bool names_overflow(LLVMValueRef call, LLVMOpcode *opcode)
{
    static const struct {
        const char *prefix;
        LLVMOpcode opcode;
    } table[] = {{"llvm.sadd.with.overflow.", LLVMAdd},
                 {"llvm.ssub.with.overflow.", LLVMSub},
                 {"llvm.smul.with.overflow.", LLVMMul}};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee))
        return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strncmp(module_value_name(callee), table[i].prefix, strlen(table[i].prefix))) {
            *opcode = table[i].opcode;
            return true;
        }
    return false;
}

static bool is_trap(LLVMBasicBlockRef block)
{
    LLVMValueRef call = LLVMGetFirstInstruction(block);
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           (!strcmp(module_value_name(callee), "llvm.ubsantrap") || !strcmp(module_value_name(callee), "llvm.trap"));
}

static bool is_part(LLVMValueRef value, LLVMValueRef call, unsigned index)
{
    return value && LLVMIsAExtractValueInst(value) && LLVMGetOperand(value, 0) == call &&
           LLVMGetNumIndices(value) == 1 && *LLVMGetIndices(value) == index;
}

static bool find_check(const Trapping *this, LLVMBasicBlockRef block, Check *check, LLVMOpcode *opcode)
{
    check->branch = LLVMGetBasicBlockTerminator(block);
    if (!check->branch || !LLVMIsABranchInst(check->branch) || !LLVMIsConditional(check->branch) ||
        !LLVMGetMetadata(check->branch, this->generated) || !is_trap(LLVMGetSuccessor(check->branch, 1)))
        return false;
    check->fits = LLVMGetPreviousInstruction(check->branch);
    check->overflow = check->fits ? LLVMGetPreviousInstruction(check->fits) : NULL;
    check->result = check->overflow ? LLVMGetPreviousInstruction(check->overflow) : NULL;
    check->call = check->result ? LLVMGetPreviousInstruction(check->result) : NULL;
    return check->call && LLVMIsACallInst(check->call) && names_overflow(check->call, opcode) &&
           is_part(check->result, check->call, 0) && is_part(check->overflow, check->call, 1) &&
           LLVMGetCondition(check->branch) == check->fits && LLVMIsABinaryOperator(check->fits) &&
           LLVMGetInstructionOpcode(check->fits) == LLVMXor && LLVMGetOperand(check->fits, 0) == check->overflow;
}

// A builder computes what is constant, too: the operand comes when the operation is there.
static void build_operation(const Trapping *this, const Check *check, LLVMOpcode opcode)
{
    LLVMValueRef left = LLVMGetOperand(check->call, 0), right = LLVMGetOperand(check->call, 1), any = check->result;
    LLVMPositionBuilderBefore(this->builder, check->branch);
    LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(check->call));
    LLVMValueRef operation = opcode == LLVMAdd   ? LLVMBuildNSWAdd(this->builder, any, right, "")
                             : opcode == LLVMSub ? LLVMBuildNSWSub(this->builder, any, right, "")
                                                 : LLVMBuildNSWMul(this->builder, any, right, "");
    LLVMReplaceAllUsesWith(check->result, operation);
    LLVMSetOperand(operation, 0, left);
}

// The block goes on with what its only successor holds, which nobody else comes to.
static void append_block(const Trapping *this, LLVMBasicBlockRef block, LLVMBasicBlockRef next)
{
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(next), LLVMBasicBlockAsValue(block));
    LLVMPositionBuilderAtEnd(this->builder, block);
    LLVMValueRef following;
    for (LLVMValueRef value = LLVMGetFirstInstruction(next); value; value = following) {
        following = LLVMGetNextInstruction(value);
        LLVMMetadataRef place = LLVMInstructionGetDebugLoc(value);
        LLVMInstructionRemoveFromParent(value);
        LLVMSetCurrentDebugLocation2(this->builder, place);
        LLVMInsertIntoBuilder(this->builder, value);
        LLVMInstructionSetDebugLoc(value, place);
    }
    LLVMDeleteBasicBlock(next);
}

static void restore_operation(const Trapping *this, LLVMBasicBlockRef block, const Check *check, LLVMOpcode opcode)
{
    LLVMBasicBlockRef next = LLVMGetSuccessor(check->branch, 0), trap = LLVMGetSuccessor(check->branch, 1);
    build_operation(this, check, opcode);
    const LLVMValueRef parts[] = {check->branch, check->fits, check->overflow, check->result, check->call};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        LLVMInstructionEraseFromParent(parts[i]);
    append_block(this, block, next);
    if (!LLVMGetFirstUse(LLVMBasicBlockAsValue(trap)))
        LLVMDeleteBasicBlock(trap);
}

void module_restore_arithmetic(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    Trapping this = {.builder = LLVMCreateBuilderInContext(context),
                     .generated = LLVMGetMDKindIDInContext(context, "nosanitize", 10)};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            Check check;
            LLVMOpcode opcode;
            while (find_check(&this, block, &check, &opcode))
                restore_operation(&this, block, &check, opcode);
        }
    LLVMDisposeBuilder(this.builder);
}
