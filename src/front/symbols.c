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

static bool calls_library(const Lowering *lowering, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(lowering->module, name);
    return function && LLVMIsDeclaration(function);
}

static LLVMValueRef find_model(const Lowering *lowering, const char *prefix, const char *name)
{
    Text text = {0};
    text_format(&text, "%s%s", prefix, name);
    LLVMValueRef found = LLVMGetNamedFunction(lowering->models, text_string(&text));
    text_free(&text);
    return found;
}

enum { TRIGGER_LIMIT = 6 };

// What other functions of the library do otherwise in a program that calls one of some: those that the program calls
// are looked for among the models under their names after a prefix. Other models go on calling the usual ones.
typedef struct Feature {
    const char *prefix;
    const char *triggers[TRIGGER_LIMIT];
    bool yields; // to what another one has for the same function, which does its work, too
} Feature;

// models/interrupt.c, signal.c: in a program with both, a handler may interrupt a thread that another one sends a signal
// to. Not if it has one of the last: what their models do between two sections must not be interrupted. There the
// machine refuses handlers that would interrupt.
static const char interrupted[] = "__raddle_interrupted";
static const Feature handlers = {.prefix = "__raddle_interrupt_", .triggers = {"sigaction", "signal"}};
static const Feature senders = {.prefix = "__raddle_interrupt_", .triggers = {"pthread_kill", "kill"}};
static const Feature uninterruptible = {
    .triggers = {"pthread_cancel", "pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np"}};

static const Feature features[] = {
    {.prefix = "__raddle_robust_", // models/robust.c
     .triggers = {"pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np"}},
    {.prefix = "__raddle_cancel_", .triggers = {"pthread_cancel"}}, // models/cancel.c
    {.prefix = "__raddle_ending_",                                  // models/ends.c
     .triggers = {"pthread_cancel", "pthread_kill", "kill", "pthread_tryjoin_np", "pthread_timedjoin_np",
                  "pthread_clockjoin_np"},
     .yields = true},
    {.prefix = "__raddle_locked_", .triggers = {"flockfile", "ftrylockfile"}}, // models/stream_lock.c
    {.prefix = "__raddle_signal_",                                             // models/signal.c
     .triggers = {"pthread_sigmask", "sigprocmask", "sigaction", "signal"}},
};

static bool has_feature(const Lowering *lowering, const Feature *feature)
{
    for (int i = 0; i < TRIGGER_LIMIT && feature->triggers[i]; i++)
        if (calls_library(lowering, feature->triggers[i]))
            return true;
    return false;
}

static bool has_interrupts(const Lowering *lowering)
{
    return has_feature(lowering, &handlers) && has_feature(lowering, &senders) &&
           !has_feature(lowering, &uninterruptible);
}

bool symbol_is_variant(const Lowering *lowering, const char *name)
{
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (!strncmp(name, features[i].prefix, strlen(features[i].prefix)) && has_feature(lowering, &features[i]))
            return true;
    bool interrupts = !strcmp(name, interrupted) || !strncmp(name, handlers.prefix, strlen(handlers.prefix));
    return interrupts && has_interrupts(lowering);
}

// The model that a feature of the program puts in the place of a function; NULL: none.
static LLVMValueRef find_variant(const Lowering *lowering, const char *name)
{
    LLVMValueRef found = has_interrupts(lowering) ? find_model(lowering, handlers.prefix, name) : NULL;
    for (size_t i = 0; i < sizeof features / sizeof *features && lowering->models; i++) {
        LLVMValueRef variant =
            has_feature(lowering, &features[i]) ? find_model(lowering, features[i].prefix, name) : NULL;
        if (found && variant && features[i].yields)
            continue;
        if (found && variant)
            return find_model(lowering, "__raddle_cancel_", "with_robust_mutexes");
        found = variant ? variant : found;
    }
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

// What models ask that may be interrupted while they wait (models/model.h).
static bool is_asked_of_interrupts(const char *name)
{
    return !strcmp(name, "__raddle_interruptions") || !strcmp(name, "__raddle_rest_in_call");
}

uint32_t symbol_function(Lowering *lowering, LLVMValueRef value)
{
    uint64_t *known = map_find(&lowering->function_ids, (uintptr_t)value);
    if (known)
        return (uint32_t)*known - 1;
    const char *name = module_value_name(value);
    if (!strcmp(name, "__raddle_cancellation_point") && calls_library(lowering, "pthread_cancel"))
        return symbol_function(lowering, find_model(lowering, "__raddle_cancel_", "point"));
    if (is_asked_of_interrupts(name) && has_interrupts(lowering))
        return symbol_function(lowering, find_model(lowering, handlers.prefix, name + strlen("__raddle_")));
    Intrinsic intrinsic = intrinsic_find(name);
    if (intrinsic == INTRINSIC_nondet && takes_pointer(value))
        intrinsic = INTRINSIC_none; // what it does to memory is not known
    uint32_t id;
    if (intrinsic != INTRINSIC_none && intrinsic_is_always(intrinsic)) {
        id = add_function(lowering, value, intrinsic);
    } else if (!LLVMIsDeclaration(value)) {
        id = add_function(lowering, value, INTRINSIC_none);
    } else {
        bool of_program = LLVMGetGlobalParent(value) == lowering->module;
        LLVMValueRef variant = of_program ? find_variant(lowering, name) : NULL;
        LLVMValueRef definition = variant ? variant : find_definition(lowering, name);
        if (definition && definition != value)
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

uint32_t symbol_thread_main(Lowering *lowering)
{
    LLVMValueRef variant = find_variant(lowering, "thread_main");
    return variant ? symbol_function(lowering, variant) : symbol_function_named(lowering, "__raddle_thread_main");
}

uint32_t symbol_interrupt(Lowering *lowering)
{
    bool possible = lowering->models && has_interrupts(lowering);
    return possible ? symbol_function_named(lowering, interrupted) : NO_FUNCTION;
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
