// clang's check of an index lets that of the element after the last one pass where it takes only the address: rightly in
// &a[N], but so it does in a[N]++, in atomic operations and where a whole structure is copied. If that address is what a
// load, a store or a copy has, the index must be less.
#include <string.h>

#include "front/lower.h"

static LLVMValueRef without_casts(LLVMValueRef value)
{
    while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) || LLVMIsATruncInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

static bool is_constant(LLVMValueRef value, uint64_t number)
{
    return LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64 &&
           LLVMConstIntGetZExtValue(value) == number;
}

// Whether it is the address of an element of an array with that many of them; sets its index.
static bool names_element(LLVMValueRef address, uint64_t *length, LLVMValueRef *index)
{
    if ((!LLVMIsAGetElementPtrInst(address) &&
         !(LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr)) ||
        LLVMGetNumOperands(address) != 3 || !is_constant(LLVMGetOperand(address, 1), 0))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
        return false;
    *length = LLVMGetArrayLength2(type);
    *index = LLVMGetOperand(address, 2);
    return true;
}

// Whether the address is that of a member, the first, second, ..., of what is at the other one.
static bool names_member(LLVMValueRef address)
{
    if (!LLVMIsAGetElementPtrInst(address) || !is_constant(LLVMGetOperand(address, 1), 0))
        return false;
    for (int i = 2; i < LLVMGetNumOperands(address); i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
            return false;
    return true;
}

static bool copies(LLVMValueRef instruction)
{
    if (!LLVMIsAMemCpyInst(instruction) && !LLVMIsAMemMoveInst(instruction) && !LLVMIsAMemSetInst(instruction))
        return false;
    LLVMValueRef size = LLVMGetOperand(instruction, 2);
    return LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size);
}

static bool accesses(LLVMValueRef instruction, LLVMValueRef address)
{
    if (LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
        return LLVMGetOperand(instruction, 0) == address;
    if (LLVMIsAStoreInst(instruction))
        return LLVMGetOperand(instruction, 1) == address;
    return copies(instruction) && (LLVMGetOperand(instruction, 0) == address ||
                                   (!LLVMIsAMemSetInst(instruction) && LLVMGetOperand(instruction, 1) == address));
}

static bool is_accessed(LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (accesses(user, address) || (names_member(user) && LLVMGetOperand(user, 0) == address && is_accessed(user)))
            return true;
    }
    return false;
}

// Whether the block, which comes after the check of an index that is a constant, accesses the element after the last.
static bool accesses_end(LLVMBasicBlockRef block)
{
    for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
        for (int i = 0; i < LLVMGetNumOperands(value); i++) {
            LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i), index;
            uint64_t length;
            if (LLVMIsAConstantExpr(operand) && names_element(operand, &length, &index) && is_constant(index, length) &&
                accesses(value, operand))
                return true;
        }
    return false;
}

// The address in the block that has the index which is checked before; NULL: none.
static LLVMValueRef find_address(LLVMBasicBlockRef block, LLVMValueRef checked, uint64_t checked_length)
{
    for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value)) {
        LLVMValueRef index;
        uint64_t length;
        if (LLVMIsAGetElementPtrInst(value) && names_element(value, &length, &index) && length == checked_length &&
            without_casts(index) == without_casts(checked))
            return value;
    }
    return NULL;
}

void index_check_tighten(LLVMBuilderRef builder, LLVMValueRef branch)
{
    LLVMValueRef condition = LLVMGetCondition(branch);
    LLVMBasicBlockRef next = LLVMGetSuccessor(branch, 0);
    if (LLVMIsAConstantInt(condition)) {
        if (accesses_end(next))
            LLVMSetCondition(branch, LLVMConstNull(LLVMTypeOf(condition)));
        return;
    }
    if (!LLVMIsAICmpInst(condition) || LLVMGetICmpPredicate(condition) != LLVMIntULE ||
        !LLVMIsAConstantInt(LLVMGetOperand(condition, 1)))
        return;
    LLVMValueRef index = LLVMGetOperand(condition, 0), length = LLVMGetOperand(condition, 1);
    LLVMValueRef address = find_address(next, index, LLVMConstIntGetZExtValue(length));
    if (!address || !is_accessed(address))
        return;
    LLVMPositionBuilderBefore(builder, branch);
    LLVMSetCondition(branch, LLVMBuildICmp(builder, LLVMIntULT, index, length, ""));
}
