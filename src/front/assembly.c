// Inline assembly becomes instructions of LLVM, so that all that comes after knows nothing of it: atomic updates, loads,
// stores and fences. A text that is not understood as a whole stays, and is refused when it is reached (lower_call.c).
#include "front/assembly.h"

#include <string.h>

#include "front/lower.h"

static bool is_x86(const char *target)
{
    return !strncmp(target, "x86_64", 6) || (target[0] == 'i' && !strncmp(target + 2, "86", 2));
}

static bool translate(Assembly *assembly)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(assembly->call);
    const char *text = LLVMGetInlineAsmAsmString(callee, &length);
    bool x86 = is_x86(LLVMGetTarget(assembly->module));
    assembly->normalise = x86 ? assembly_x86_register : assembly_arm_register;
    assembly->modified_width = x86 ? assembly_x86_width : assembly_arm_width;
    if (LLVMGetInlineAsmDialect(callee) != LLVMInlineAsmDialectATT ||
        !assembly_parse(text, length, x86 ? ASSEMBLY_X86 : ASSEMBLY_ARM, &assembly->text))
        return false;
    if (!assembly->text.count && LLVMGetTypeKind(LLVMTypeOf(assembly->call)) == LLVMVoidTypeKind)
        return true; // whatever it is given
    return assembly_open(assembly) && (x86 ? assembly_translate_x86(assembly) : assembly_translate_arm(assembly));
}

static void replace_results(LLVMValueRef call, const AssemblyResults *results)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMStructTypeKind) {
        if (results->count)
            LLVMReplaceAllUsesWith(call, results->data[0]);
        return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetFirstUse(call)) {
        LLVMValueRef part = LLVMGetUser(use);
        LLVMReplaceAllUsesWith(part, results->data[*LLVMGetIndices(part)]);
        LLVMInstructionEraseFromParent(part);
    }
}

// What was made for a text that turned out not to be understood.
static void erase_since(LLVMValueRef previous, LLVMValueRef call)
{
    for (LLVMValueRef made = LLVMGetPreviousInstruction(call); made && made != previous;) {
        LLVMValueRef before = LLVMGetPreviousInstruction(made);
        LLVMInstructionEraseFromParent(made);
        made = before;
    }
}

static void translate_call(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
    Assembly assembly = {.context = LLVMGetModuleContext(module), .module = module, .builder = builder, .call = call};
    AssemblyResults results = {0};
    LLVMValueRef previous = LLVMGetPreviousInstruction(call);
    LLVMPositionBuilderBefore(builder, call);
    if (translate(&assembly) && assembly_collect(&assembly, &results)) {
        replace_results(call, &results);
        LLVMInstructionEraseFromParent(call);
    } else {
        erase_since(previous, call);
    }
    vector_free(&results);
    assembly_close(&assembly);
}

void module_translate_assembly(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef instruction = LLVMGetFirstInstruction(block), next; instruction; instruction = next) {
                next = LLVMGetNextInstruction(instruction);
                if (LLVMIsACallInst(instruction) && LLVMIsAInlineAsm(LLVMGetCalledValue(instruction))) {
                    // What takes its results apart may be erased with it.
                    while (next && LLVMIsAExtractValueInst(next) && LLVMGetOperand(next, 0) == instruction)
                        next = LLVMGetNextInstruction(next);
                    translate_call(module, builder, instruction);
                }
            }
    LLVMDisposeBuilder(builder);
}
