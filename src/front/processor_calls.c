// What headers offer as calls of the processor's own instructions (_mm_pause, _mm_mfence, __dmb, __rdtsc) becomes what the
// same instruction becomes in inline assembly: nothing, a fence, a reading of the clock.
#include <llvm-c/DebugInfo.h>

#include "front/lower.h"

typedef enum Meaning { MEANING_NOTHING, MEANING_FENCE, MEANING_TIME } Meaning;

static const struct {
    const char *name;
    Meaning meaning;
} calls[] = {
    {"llvm.x86.sse2.pause", MEANING_NOTHING}, {"llvm.aarch64.hint", MEANING_NOTHING},
    {"llvm.arm.hint", MEANING_NOTHING},       {"llvm.x86.sse2.mfence", MEANING_FENCE},
    {"llvm.x86.sse2.lfence", MEANING_FENCE},  {"llvm.x86.sse.sfence", MEANING_FENCE},
    {"llvm.aarch64.dmb", MEANING_FENCE},      {"llvm.aarch64.dsb", MEANING_FENCE},
    {"llvm.aarch64.isb", MEANING_FENCE},      {"llvm.arm.dmb", MEANING_FENCE},
    {"llvm.arm.dsb", MEANING_FENCE},          {"llvm.arm.isb", MEANING_FENCE},
    {"llvm.x86.rdtsc", MEANING_TIME},         {"llvm.readcyclecounter", MEANING_TIME},
    {"llvm.readsteadycounter", MEANING_TIME},
};

static void put_time(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), NULL, 0, false);
    LLVMValueRef clock = LLVMGetNamedFunction(module, TIMESTAMP_FUNCTION);
    if (!clock)
        clock = LLVMAddFunction(module, TIMESTAMP_FUNCTION, type);
    LLVMReplaceAllUsesWith(call, LLVMBuildCall2(builder, type, clock, NULL, 0, ""));
}

static void replace_call(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call, Meaning meaning)
{
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    switch (meaning) {
    case MEANING_NOTHING:
        break;
    case MEANING_FENCE:
        LLVMBuildFence(builder, LLVMAtomicOrderingSequentiallyConsistent, false, "");
        break;
    case MEANING_TIME:
        put_time(module, builder, call);
        break;
    }
    LLVMInstructionEraseFromParent(call);
}

void module_replace_processor_calls(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, calls[i].name);
        for (LLVMUseRef use; function && (use = LLVMGetFirstUse(function));)
            replace_call(module, builder, LLVMGetUser(use), calls[i].meaning);
    }
    LLVMDisposeBuilder(builder);
}
