// Names to ids. The program's own definitions come first, then the machine's intrinsics, then the library models;
// functions are lowered only when something refers to them.
#include <string.h>

#include "base/memory.h"
#include "front/lower.h"

static uint32_t add_function(Lowering *lowering, LLVMValueRef value, Intrinsic intrinsic)
{
    Program *program = lowering->program;
    const char *name = module_value_name(value);
    bool defined = intrinsic == INTRINSIC_none && !LLVMIsDeclaration(value);
    uint32_t id = program->functions.count;
    LLVMTypeRef type = LLVMGlobalGetValueType(value);
    Function function = {
        .name = arena_copy_string(&program->arena, name),
        .intrinsic = intrinsic,
        .defined = defined,
        .variadic = LLVMIsFunctionVarArg(type),
        .from_model = LLVMGetGlobalParent(value) == lowering->models,
        .atomic = defined && !strncmp(name, "__VERIFIER_atomic_", 18),
    };
    vector_push(&program->functions, function);
    vector_push(&lowering->function_values, defined ? value : NULL);
    return id;
}

static LLVMValueRef find_definition(Lowering *lowering, const char *name)
{
    LLVMModuleRef modules[] = {lowering->module, lowering->models};
    for (int i = 0; i < 2; i++) {
        LLVMValueRef found = modules[i] ? LLVMGetNamedFunction(modules[i], name) : NULL;
        if (found && !LLVMIsDeclaration(found) && LLVMGetLinkage(found) != LLVMInternalLinkage)
            return found;
    }
    return NULL;
}

// In a program that makes mutexes robust, its own calls of mutexes and condition variables are those of
// models/robust.c. Other models go on calling the machine's.
static LLVMValueRef find_robust(Lowering *lowering, LLVMValueRef value, const char *name)
{
    if (!lowering->models || LLVMGetGlobalParent(value) != lowering->module || strncmp(name, "pthread_", 8) ||
        (!LLVMGetNamedFunction(lowering->module, "pthread_mutexattr_setrobust") &&
         !LLVMGetNamedFunction(lowering->module, "pthread_mutexattr_setrobust_np")))
        return NULL;
    Text robust = {0};
    text_format(&robust, "__raddle_robust_%s", name);
    LLVMValueRef found = LLVMGetNamedFunction(lowering->models, text_string(&robust));
    text_free(&robust);
    return found;
}

static bool is_pointer(LLVMValueRef value)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

// Whether a function is given a pointer, by its declaration or by a call: then it may write where that points.
static bool takes_pointer(LLVMValueRef function)
{
    bool found = false;
    for (LLVMValueRef parameter = LLVMGetFirstParam(function); parameter; parameter = LLVMGetNextParam(parameter))
        found |= is_pointer(parameter);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        for (unsigned i = 0; LLVMIsACallInst(call) && i < LLVMGetNumArgOperands(call); i++)
            found |= is_pointer(LLVMGetOperand(call, i));
    }
    return found;
}

uint32_t symbol_function(Lowering *lowering, LLVMValueRef value)
{
    uint64_t *known = map_find(&lowering->function_ids, (uintptr_t)value);
    if (known)
        return (uint32_t)*known - 1;
    const char *name = module_value_name(value);
    Intrinsic intrinsic = intrinsic_find(name);
    if (intrinsic == INTRINSIC_nondet && takes_pointer(value))
        intrinsic = INTRINSIC_none; // what it does to memory is not known
    uint32_t id;
    if (intrinsic != INTRINSIC_none && intrinsic_is_always(intrinsic)) {
        id = add_function(lowering, value, intrinsic);
    } else if (!LLVMIsDeclaration(value)) {
        id = add_function(lowering, value, INTRINSIC_none);
    } else {
        LLVMValueRef robust = find_robust(lowering, value, name);
        LLVMValueRef definition = robust ? robust : find_definition(lowering, name);
        if (definition)
            id = symbol_function(lowering, definition);
        else
            id = add_function(lowering, value, intrinsic);
    }
    *map_insert(&lowering->function_ids, (uintptr_t)value) = id + 1;
    return id;
}

uint32_t symbol_function_named(Lowering *lowering, const char *name)
{
    LLVMValueRef definition = find_definition(lowering, name);
    return definition ? symbol_function(lowering, definition) : NO_FUNCTION;
}

uint64_t symbol_new_global(Lowering *lowering, Global global)
{
    Program *program = lowering->program;
    if (!global.thread_local_) {
        uint64_t slot_size = UINT64_C(1) << program->layout.slot_bits;
        lowering->next_global_slot += layout_slot_is_bare(&program->layout, lowering->next_global_slot);
        global.address = layout_region_base(&program->layout, REGION_GLOBAL) + lowering->next_global_slot * slot_size;
        lowering->next_global_slot += global.size / slot_size + 1;
    }
    vector_push(&program->globals, global);
    vector_push(&lowering->global_values, NULL);
    return global.address;
}

uint32_t symbol_global(Lowering *lowering, LLVMValueRef value)
{
    Program *program = lowering->program;
    uint64_t *known = map_find(&lowering->global_ids, (uintptr_t)value);
    if (known)
        return (uint32_t)*known - 1;
    const char *name = module_value_name(value);
    LLVMValueRef definition = value;
    if (LLVMIsDeclaration(value)) {
        LLVMValueRef elsewhere = LLVMGetNamedGlobal(lowering->module, name);
        if ((!elsewhere || LLVMIsDeclaration(elsewhere)) && lowering->models)
            elsewhere = LLVMGetNamedGlobal(lowering->models, name);
        if (elsewhere && elsewhere != value && !LLVMIsDeclaration(elsewhere))
            definition = elsewhere;
    }
    uint32_t id;
    if (definition != value) {
        id = symbol_global(lowering, definition);
    } else {
        id = program->globals.count;
        bool external = LLVMIsDeclaration(value);
        symbol_new_global(lowering,
                          (Global){
                              .name = arena_copy_string(&program->arena, name),
                              .size = external ? 0 : LLVMABISizeOfType(lowering->data, LLVMGlobalGetValueType(value)),
                              .alignment = LLVMGetAlignment(value),
                              .constant = LLVMIsGlobalConstant(value),
                              .thread_local_ = LLVMIsThreadLocal(value),
                              .from_model = LLVMGetGlobalParent(value) == lowering->models,
                              .external = external,
                          });
        lowering->global_values.data[id] = value;
        uint32_t variable = debug_global_variable(lowering, value);
        program->globals.data[id].variable = variable;
    }
    *map_insert(&lowering->global_ids, (uintptr_t)value) = id + 1;
    return id;
}

uint32_t symbol_label(Lowering *lowering, LLVMBasicBlockRef block, LLVMValueRef function)
{
    uint64_t *known = map_find(&lowering->label_ids, (uintptr_t)block);
    if (known)
        return (uint32_t)*known - 1;
    uint32_t id = lowering->program->labels.count;
    uint32_t owner = symbol_function(lowering, function);
    vector_push(&lowering->program->labels, (Label){.function = owner});
    vector_push(&lowering->label_blocks, block);
    *map_insert(&lowering->label_ids, (uintptr_t)block) = id + 1;
    return id;
}
