// Which models a program can come to. The others are never read: a program pays for the part of the library that it
// uses.
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "front/lower.h"
#include "front/models.h"

// What the front end, the machine and native replay ask for by its name, be it called or not: also the operations on
// 128-bit integers (lower_wide.c), of which neither the program nor the models need have a call.
static const char *const asked_for[] = {
    "exit",
    "atexit",
    "__raddle_thread_main",
    "__errno_location",
    "__divti3",
    "__udivti3",
    "__modti3",
    "__umodti3",
    "__fixdfti",
    "__fixunsdfti",
    "__floattidf",
    "__floattisf",
    "__floatuntidf",
    "__floatuntisf",
};

static bool is_asked_for(const char *name)
{
    for (size_t i = 0; i < sizeof asked_for / sizeof *asked_for; i++)
        if (!strcmp(name, asked_for[i]))
            return true;
    return false;
}

static bool is_root(const Lowering *lowering, const char *name)
{
    return is_asked_for(name) || LLVMGetNamedFunction(lowering->module, name) || symbol_is_variant(lowering, name) ||
           module_is_stream_variant(lowering, name);
}

// The linker reads the bodies of functions that are needed: roots, and what these refer to. That others may be left out
// is what "link once" tells it; of those that are static it knows by itself.
bool module_load_models(Lowering *lowering, const ModelLibrary *library)
{
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange((const char *)library->data, library->size, "models", false);
    LLVMModuleRef all;
    if (LLVMGetBitcodeModuleInContext2(lowering->context, buffer, &all)) {
        text_append(lowering->errors, "the library models cannot be loaded\n");
        return false;
    }
    for (LLVMValueRef model = LLVMGetFirstFunction(all); model; model = LLVMGetNextFunction(model))
        if (!LLVMIsDeclaration(model) && LLVMGetLinkage(model) == LLVMExternalLinkage &&
            !is_root(lowering, module_value_name(model)))
            LLVMSetLinkage(model, LLVMLinkOnceODRLinkage);
    lowering->models = LLVMModuleCreateWithNameInContext("models", lowering->context);
    LLVMSetTarget(lowering->models, LLVMGetTarget(all));
    LLVMSetDataLayout(lowering->models, LLVMGetDataLayoutStr(all));
    if (LLVMLinkModules2(lowering->models, all)) { // takes `all` over
        text_append(lowering->errors, "the library models cannot be linked\n");
        return false;
    }
    for (LLVMValueRef model = LLVMGetFirstFunction(lowering->models); model; model = LLVMGetNextFunction(model))
        if (LLVMGetLinkage(model) == LLVMLinkOnceODRLinkage)
            LLVMSetLinkage(model, LLVMExternalLinkage);
    return true;
}

static bool is_needed(const Lowering *lowering, LLVMValueRef model)
{
    if (LLVMGetFirstUse(model))
        return true;
    return LLVMGetLinkage(model) != LLVMInternalLinkage && is_root(lowering, module_value_name(model));
}

void module_drop_unused_models(const Lowering *lowering)
{
    for (bool dropped = true; dropped;) {
        dropped = false;
        for (LLVMValueRef model = LLVMGetFirstFunction(lowering->models), next; model; model = next) {
            next = LLVMGetNextFunction(model);
            if (!LLVMIsDeclaration(model) && !is_needed(lowering, model)) {
                LLVMDeleteFunction(model);
                dropped = true;
            }
        }
    }
}
