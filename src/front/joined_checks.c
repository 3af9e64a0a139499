// Makes one instruction of the check of an index, the comparison and the extension that only the check needs: a call of
// REQUIRE_BELOW_FUNCTION.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/lower.h"

enum { WORD = 64 };

typedef struct Comparison {
    LLVMValueRef index;
    uint64_t bound; // a number that the type of the index has
} Comparison;

static LLVMValueRef only_user(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

// Whether the condition says that an index is below a number.
static bool read_comparison(LLVMValueRef condition, Comparison *comparison)
{
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    LLVMValueRef bound = LLVMGetOperand(condition, 1);
    if ((predicate != LLVMIntULT && predicate != LLVMIntULE) || !LLVMIsAConstantInt(bound))
        return false;
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(bound));
    if (width > WORD)
        return false;
    uint64_t number = LLVMConstIntGetZExtValue(bound), last = UINT64_MAX >> (WORD - width);
    if (predicate == LLVMIntULE && number == last)
        return false;
    *comparison = (Comparison){LLVMGetOperand(condition, 0), number + (predicate == LLVMIntULE)};
    return true;
}

// An extended number is below the bound just if the number is, as an unsigned one: a negative one is not, either way.
static void skip_extension(LLVMValueRef condition, Comparison *comparison)
{
    LLVMValueRef extension = comparison->index;
    bool is_signed = LLVMIsASExtInst(extension) != NULL;
    if ((!is_signed && !LLVMIsAZExtInst(extension)) || only_user(extension) != condition)
        return;
    LLVMValueRef index = LLVMGetOperand(extension, 0);
    uint64_t last = UINT64_MAX >> (WORD - LLVMGetIntTypeWidth(LLVMTypeOf(index)));
    if (comparison->bound <= (is_signed ? last / 2 : last))
        comparison->index = index;
}

static void join_check(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef check)
{
    Comparison comparison;
    LLVMValueRef condition = LLVMGetOperand(check, 0);
    if (LLVMConstIntGetZExtValue(LLVMGetOperand(check, 1)) != REQUIREMENT_INDEX || only_user(condition) != check ||
        !read_comparison(condition, &comparison))
        return;
    skip_extension(condition, &comparison);
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef word = LLVMInt64TypeInContext(context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &word, 1, 1); // the index is of any type
    LLVMValueRef function = LLVMGetNamedFunction(module, REQUIRE_BELOW_FUNCTION);
    if (!function)
        function = LLVMAddFunction(module, REQUIRE_BELOW_FUNCTION, type);
    LLVMValueRef arguments[] = {LLVMConstInt(word, comparison.bound, 0), comparison.index};
    LLVMPositionBuilderBefore(builder, check);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(check));
    LLVMBuildCall2(builder, type, function, arguments, 2, "");
    LLVMValueRef extension = LLVMGetOperand(condition, 0);
    LLVMInstructionEraseFromParent(check);
    LLVMInstructionEraseFromParent(condition);
    if (extension != comparison.index)
        LLVMInstructionEraseFromParent(extension);
}

void module_join_checks(LLVMModuleRef module)
{
    LLVMValueRef require = LLVMGetNamedFunction(module, REQUIRE_FUNCTION);
    if (!require)
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(require); use; use = next) {
        next = LLVMGetNextUse(use);
        join_check(module, builder, LLVMGetUser(use));
    }
    LLVMDisposeBuilder(builder);
}
