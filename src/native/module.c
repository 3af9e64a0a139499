// The module for clang: the program, instrumented, linked with the models of the library that it uses. What the machine
// does itself is left to the runtime, under names of its own, so that neither the program nor the models get in the way
// of the C library that the runtime is built on.
#include "native/module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/Linker.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/fail.h"
#include "native/points.h"
#include "native/runtime/native_interface.h"

static const char model_prefix[] = "raddle_model_";

// Functions of the models that the runtime calls.
static const char *const exported_models[] = {"exit", "__raddle_thread_main", "__errno_location"};

static bool is_definition(LLVMValueRef value)
{
    return !LLVMIsDeclaration(value) && LLVMGetLinkage(value) != LLVMInternalLinkage &&
           LLVMGetLinkage(value) != LLVMPrivateLinkage && LLVMGetLinkage(value) != LLVMAppendingLinkage;
}

static void make_internal(LLVMValueRef value)
{
    if (!is_definition(value))
        return;
    LLVMSetVisibility(value, LLVMDefaultVisibility);
    LLVMSetLinkage(value, LLVMInternalLinkage);
}

static void rename_value(LLVMValueRef value, const char *prefix)
{
    Text name = {0};
    text_append(&name, prefix);
    text_append(&name, module_value_name(value));
    LLVMSetValueName2(value, text_string(&name), name.length);
    text_free(&name);
}

// Lets everything that calls a function the machine performs call the runtime's instead.
static void redirect_intrinsics(LLVMModuleRef module)
{
    LLVMValueRef next;
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = next) {
        next = LLVMGetNextFunction(function);
        const char *own = module_value_name(function);
        if (!points_is_runtime_function(function) || intrinsic_find(own) == INTRINSIC_nondet)
            continue;
        Text name = {0};
        text_append(&name, NATIVE_PREFIX);
        text_append(&name, own);
        LLVMValueRef target = LLVMGetNamedFunction(module, text_string(&name));
        if (!target)
            target = LLVMAddFunction(module, text_string(&name), LLVMGlobalGetValueType(function));
        text_free(&name);
        LLVMReplaceAllUsesWith(function, target);
        LLVMDeleteFunction(function);
    }
}

// What the machine does not know is not called natively either, even if the C library has it: whoever takes the address
// of such a function gets one of the runtime's. What the runtime does not have is a null pointer.
static void shut_out_others(Lowering *lowering, LLVMModuleRef module)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(lowering->context), NULL, 0, 0);
    LLVMValueRef refuse = LLVMAddFunction(module, NATIVE_PREFIX "refuse", type), next;
    for (LLVMValueRef value = LLVMGetFirstFunction(module); value; value = next) {
        next = LLVMGetNextFunction(value);
        if (points_is_unmodelled(lowering, value)) {
            LLVMReplaceAllUsesWith(value, refuse);
            LLVMDeleteFunction(value);
        } else if (LLVMIsDeclaration(value) && !LLVMGetIntrinsicID(value)) {
            LLVMSetLinkage(value, LLVMExternalWeakLinkage);
        }
    }
    for (LLVMValueRef value = LLVMGetFirstGlobal(module); value; value = LLVMGetNextGlobal(value))
        if (LLVMIsDeclaration(value))
            LLVMSetLinkage(value, LLVMExternalWeakLinkage);
}

static bool is_exported(const char *name)
{
    if (!strcmp(name, NATIVE_PREFIX "main") || !strcmp(name, NATIVE_PREFIX "begin"))
        return true;
    for (size_t i = 0; i < sizeof exported_models / sizeof *exported_models; i++)
        if (!strncmp(name, model_prefix, strlen(model_prefix)) &&
            !strcmp(name + strlen(model_prefix), exported_models[i]))
            return true;
    return false;
}

// Functions with the attribute `destructor` are handed to the model of atexit, by a function that the runtime calls
// first: the process does not end by the C library's exit.
static void register_destructors(LLVMModuleRef program)
{
    LLVMContextRef context = LLVMGetModuleContext(program);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef begin_type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0);
    LLVMTypeRef atexit_type = LLVMFunctionType(LLVMInt32TypeInContext(context), &pointer, 1, 0);
    LLVMValueRef list = LLVMGetNamedGlobal(program, "llvm.global_dtors");
    LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
    LLVMValueRef at_exit = LLVMGetNamedFunction(program, "atexit");
    if (entries && !at_exit)
        at_exit = LLVMAddFunction(program, "atexit", atexit_type);
    LLVMValueRef begin = LLVMAddFunction(program, NATIVE_PREFIX "begin", begin_type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, begin, ""));
    unsigned count = entries ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(entries)) : 0;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef destructor = LLVMGetAggregateElement(LLVMGetAggregateElement(entries, i), 1);
        LLVMBuildCall2(builder, atexit_type, at_exit, &destructor, 1, "");
    }
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    if (list)
        LLVMDeleteGlobal(list);
}

// Gives the definitions of the models names of their own, and lets the program refer to those it has no definition of.
static void rename_models(LLVMModuleRef program, LLVMModuleRef models)
{
    for (LLVMValueRef model = LLVMGetFirstFunction(models); model; model = LLVMGetNextFunction(model)) {
        if (!is_definition(model))
            continue;
        LLVMValueRef declared = LLVMGetNamedFunction(program, module_value_name(model));
        rename_value(model, model_prefix);
        if (!declared || !LLVMIsDeclaration(declared))
            continue;
        LLVMValueRef renamed = LLVMAddFunction(program, module_value_name(model), LLVMGlobalGetValueType(declared));
        LLVMReplaceAllUsesWith(declared, renamed);
        LLVMDeleteFunction(declared);
    }
    for (LLVMValueRef model = LLVMGetFirstGlobal(models); model; model = LLVMGetNextGlobal(model)) {
        if (!is_definition(model))
            continue;
        LLVMValueRef declared = LLVMGetNamedGlobal(program, module_value_name(model));
        rename_value(model, model_prefix);
        if (declared && LLVMIsDeclaration(declared))
            rename_value(declared, model_prefix);
    }
}

// Nothing of it is seen from outside but what the runtime calls; what nobody uses is dropped.
static void hide_definitions(LLVMModuleRef module)
{
    LLVMValueRef main_function = LLVMGetNamedFunction(module, "main");
    if (main_function)
        rename_value(main_function, NATIVE_PREFIX);
    for (LLVMValueRef value = LLVMGetFirstFunction(module); value; value = LLVMGetNextFunction(value))
        if (!is_exported(module_value_name(value)))
            make_internal(value);
    for (LLVMValueRef value = LLVMGetFirstGlobal(module); value; value = LLVMGetNextGlobal(value))
        make_internal(value);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, "globaldce", NULL, options);
    if (error)
        INTERNAL_ERROR("LLVM refused to run its passes: %s", LLVMGetErrorMessage(error));
    LLVMDisposePassBuilderOptions(options);
}

static void mark_for_sanitizer(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned kind = LLVMGetEnumAttributeKindForName("sanitize_address", 16);
    for (LLVMValueRef value = LLVMGetFirstFunction(module); value; value = LLVMGetNextFunction(value))
        if (!LLVMIsDeclaration(value))
            LLVMAddAttributeAtIndex(value, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
}

static bool is_for_host(const char *triple)
{
    char *host = LLVMGetDefaultTargetTriple();
    size_t length = strcspn(host, "-");
    bool same = !strncmp(triple, host, length) && triple[length] == '-';
    LLVMDisposeMessage(host);
    return same;
}

// Locals get their first values when a function begins, which a sanitizer that knows of blocks takes for too early.
static void remove_lifetimes(LLVMModuleRef module)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        if (strncmp(module_value_name(function), "llvm.lifetime.", 14))
            continue;
        for (LLVMUseRef use; (use = LLVMGetFirstUse(function));)
            LLVMInstructionEraseFromParent(LLVMGetUser(use));
    }
}

// Takes `models` over, and leaves `program` as it is to be written.
static bool write_native(Lowering *lowering, LLVMModuleRef program, LLVMModuleRef models, const NativeOptions *options)
{
    register_destructors(program);
    redirect_intrinsics(program);
    redirect_intrinsics(models);
    rename_models(program, models);
    if (LLVMLinkModules2(program, models)) {
        text_append(lowering->errors, "the program cannot be linked with the models of the library\n");
        return false;
    }
    hide_definitions(program);
    shut_out_others(lowering, program);
    remove_lifetimes(program);
    if (options->address_sanitizer)
        mark_for_sanitizer(program);
    char *message = NULL;
    if (LLVMVerifyModule(program, LLVMReturnStatusAction, &message))
        INTERNAL_ERROR("the native module is broken: %s", message);
    LLVMDisposeMessage(message);
    if (LLVMWriteBitcodeToFile(program, options->output)) {
        text_format(lowering->errors, "%s: cannot be written\n", options->output);
        return false;
    }
    return true;
}

bool native_prepare(const void *context, Lowering *lowering)
{
    const NativeOptions *options = context;
    if (!is_for_host(lowering->program->target)) {
        text_format(lowering->errors, "a program for %s cannot run here\n", lowering->program->target);
        return false;
    }
    uint64_t next = 0;
    Map kept = {0};
    module_insert_checks(lowering, lowering->module);
    points_number(lowering, lowering->module, &next);
    points_number(lowering, lowering->models, &next);
    module_initialise_locals(lowering, lowering->module);
    module_initialise_locals(lowering, lowering->models);
    LLVMModuleRef program = LLVMCloneModule(lowering->module), models = LLVMCloneModule(lowering->models);
    LLVMModuleRef both[] = {lowering->module, lowering->models};
    for (int i = 0; i < 2; i++) {
        points_insert_copy_counters(lowering, both[i], &kept);
        module_watch_returns(lowering, both[i]);
        module_promote_locals(both[i], lowering->check_overflow);
        module_drop_sure_checks(both[i]);
        module_join_checks(both[i]);
        points_insert_counters(lowering, both[i], &kept);
    }
    points_instrument(lowering, program, &kept, options);
    points_instrument(lowering, models, &kept, options);
    bool written = write_native(lowering, program, models, options);
    LLVMDisposeModule(program);
    map_free(&kept);
    return written;
}
