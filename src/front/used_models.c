// Which models a program can come to. The others are dropped before anything is done with them: a program pays for the
// part of the library that it uses.
#include <string.h>

#include "front/lower.h"

// What the front end, the machine and native replay ask for by its name, be it called or not.
static bool is_asked_for(const char *name)
{
    return !strcmp(name, "exit") || !strcmp(name, "atexit") || !strncmp(name, "__", 2);
}

static bool is_needed(const Lowering *lowering, LLVMValueRef model)
{
    const char *name = module_value_name(model);
    if (LLVMGetFirstUse(model))
        return true;
    if (LLVMGetLinkage(model) == LLVMInternalLinkage)
        return false;
    return is_asked_for(name) || LLVMGetNamedFunction(lowering->module, name);
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
