// The function that is called in place of main: it sets up, calls the function of the plan or runs its functions as
// threads, waits for them, and calls the one that looks at what they did.
#include "front/harness.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/suggest.h"
#include "front/harness_builder.h"

typedef struct HarnessThread {
    const char *name;
    LLVMValueRef function;
    LLVMValueRef handle; // where pthread_create puts it
} HarnessThread;

typedef VECTOR(HarnessThread) ThreadList;

static bool is_named(HarnessBuilder *harness, LLVMValueRef function, const char *name)
{
    return !strcmp(debug_function_name(harness->lowering, function), name);
}

static bool is_variadic(LLVMValueRef function)
{
    return LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function));
}

bool harness_can_call(Lowering *lowering, LLVMValueRef function)
{
    return !LLVMIsDeclaration(function) && !is_variadic(function) &&
           strcmp(debug_function_name(lowering, function), "main");
}

static void append_place(HarnessBuilder *harness, LLVMValueRef function, Text *out)
{
    const Program *program = harness->lowering->program;
    const Position *position = &program->positions.data[debug_function_position(harness->lowering, function)];
    if (position->line)
        text_format(out, "%s:%u", program->files.data[position->file], position->line);
}

static void report_missing(HarnessBuilder *harness, const char *name)
{
    Lowering *lowering = harness->lowering;
    Suggestion suggestion = suggestion_start(name);
    LLVMValueRef declared = LLVMGetNamedFunction(lowering->module, name);
    for (LLVMValueRef function = LLVMGetFirstFunction(lowering->module); function;
         function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function))
            suggestion_consider(&suggestion, module_value_name(function));
    text_format(lowering->errors,
                declared ? "the function %s is declared and defined nowhere" : "there is no function %s", name);
    if (suggestion.best && !declared)
        text_format(lowering->errors, "; did you mean %s?", suggestion.best);
    text_append(lowering->errors, "\n");
}

// The function that has this name in the source. Static ones of different files may share it.
static LLVMValueRef find_function(HarnessBuilder *harness, const char *name)
{
    Lowering *lowering = harness->lowering;
    LLVMValueRef found = NULL;
    for (LLVMValueRef function = LLVMGetFirstFunction(lowering->module); function;
         function = LLVMGetNextFunction(function)) {
        if (LLVMIsDeclaration(function) || !is_named(harness, function, name))
            continue;
        if (found) {
            text_format(lowering->errors, "there are two functions %s, at ", name);
            append_place(harness, found, lowering->errors);
            text_append(lowering->errors, " and ");
            append_place(harness, function, lowering->errors);
            text_append(lowering->errors, ": give the file of one only\n");
            harness->failed = true;
            return NULL;
        }
        found = function;
    }
    if (!found)
        report_missing(harness, name);
    else if (is_variadic(found))
        text_format(
            lowering->errors,
            "%s takes a variable number of arguments, which cannot be made up; write a function that calls it\n", name);
    else
        return found;
    harness->failed = true;
    return NULL;
}

static LLVMValueRef begin_function(HarnessBuilder *harness, const char *name, LLVMTypeRef type)
{
    Lowering *lowering = harness->lowering;
    LLVMValueRef function = LLVMAddFunction(lowering->module, name, type);
    LLVMPositionBuilderAtEnd(harness->builder, LLVMAppendBasicBlockInContext(lowering->context, function, "entry"));
    harness->function = function;
    return function;
}

static LLVMTypeRef pointer_type(HarnessBuilder *harness)
{
    return LLVMPointerTypeInContext(harness->lowering->context, 0);
}

// ---- threads

// More than one pointer for a thread: they wait in a variable.
static LLVMValueRef pack(HarnessBuilder *harness, const PointerList *pointers)
{
    LLVMTypeRef pointer = pointer_type(harness), type = LLVMArrayType2(pointer, pointers->count);
    LLVMValueRef area = LLVMAddGlobal(harness->lowering->module, type, "raddle.arguments");
    LLVMSetLinkage(area, LLVMInternalLinkage);
    LLVMSetInitializer(area, LLVMConstNull(type));
    for (uint32_t i = 0; i < pointers->count; i++) {
        LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(harness->lowering->context), i, false);
        LLVMBuildStore(harness->builder, pointers->data[i],
                       LLVMBuildGEP2(harness->builder, pointer, area, &index, 1, ""));
    }
    return area;
}

static void unpack(HarnessBuilder *harness, LLVMValueRef area, PointerList *pointers)
{
    for (uint32_t i = 0; i < pointers->count; i++) {
        LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(harness->lowering->context), i, false);
        LLVMValueRef address = LLVMBuildGEP2(harness->builder, pointer_type(harness), area, &index, 1, "");
        pointers->data[i] = LLVMBuildLoad2(harness->builder, pointer_type(harness), address, "");
    }
}

// The function that a thread runs to call one of the program with what was passed to the thread. Numbers are inputs of
// the thread itself.
static LLVMValueRef make_thread_function(HarnessBuilder *harness, const HarnessThread *thread, PointerList *pointers)
{
    LLVMTypeRef pointer = pointer_type(harness);
    LLVMValueRef outer = harness->function;
    LLVMBasicBlockRef place = LLVMGetInsertBlock(harness->builder);
    LLVMValueRef function =
        begin_function(harness, arena_format(&harness->lowering->program->arena, "call of %s", thread->name),
                       LLVMFunctionType(pointer, &pointer, 1, false));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    harness_set_function(harness, thread->function, thread->name);
    LLVMValueRef argument = LLVMGetFirstParam(function);
    if (pointers->count == 1)
        pointers->data[0] = argument;
    else
        unpack(harness, argument, pointers);
    static LLVMValueRef const none[1];
    harness_call(harness, thread->function, thread->name, pointers->count ? pointers->data : none);
    LLVMBuildRet(harness->builder, LLVMConstNull(pointer));
    harness->function = outer;
    LLVMPositionBuilderAtEnd(harness->builder, place);
    harness_set_function(harness, thread->function, thread->name);
    return function;
}

static void create_thread(HarnessBuilder *harness, HarnessThread *thread)
{
    Lowering *lowering = harness->lowering;
    LLVMTypeRef pointer = pointer_type(harness), number = LLVMInt32TypeInContext(lowering->context);
    PointerList pointers = {0};
    harness_pointers(harness, thread->function, thread->name, &pointers);
    if (!harness->failed) {
        LLVMValueRef argument = !pointers.count       ? LLVMConstNull(pointer)
                                : pointers.count == 1 ? pointers.data[0]
                                                      : pack(harness, &pointers);
        LLVMValueRef start = harness_is_thread_function(harness, thread->function)
                                 ? thread->function
                                 : make_thread_function(harness, thread, &pointers);
        LLVMTypeRef parameters[] = {pointer, pointer, pointer, pointer};
        LLVMValueRef create = harness_library_function(harness, "pthread_create", number, parameters, 4);
        LLVMValueRef arguments[] = {thread->handle, LLVMConstNull(pointer), start, argument};
        LLVMValueRef result =
            LLVMBuildCall2(harness->builder, LLVMGlobalGetValueType(create), create, arguments, 4, "");
        harness_assume(harness, LLVMBuildICmp(harness->builder, LLVMIntEQ, result, LLVMConstNull(number), ""));
    }
    vector_free(&pointers);
}

static void join_thread(HarnessBuilder *harness, const HarnessThread *thread)
{
    LLVMTypeRef pointer = pointer_type(harness), number = LLVMInt32TypeInContext(harness->lowering->context);
    LLVMTypeRef parameters[] = {harness_word_type(harness), pointer};
    LLVMValueRef join = harness_library_function(harness, "pthread_join", number, parameters, 2);
    harness_set_function(harness, thread->function, thread->name);
    LLVMValueRef handle = LLVMBuildLoad2(harness->builder, harness_word_type(harness), thread->handle, "");
    LLVMValueRef arguments[] = {handle, LLVMConstNull(pointer)};
    LLVMBuildCall2(harness->builder, LLVMGlobalGetValueType(join), join, arguments, 2, "");
}

static void find_threads(HarnessBuilder *harness, ThreadList *threads)
{
    Arena *arena = &harness->lowering->program->arena;
    const char *cursor = harness->plan->threads;
    uint32_t length;
    for (const char *name; (name = call_plan_next_name(&cursor, &length)) && !harness->failed;) {
        HarnessThread thread = {.name = arena_format(arena, "%.*s", (int)length, name)};
        thread.function = find_function(harness, thread.name);
        vector_push(threads, thread);
    }
    // Threads of the same function have arguments of their own, and so names of their own for them.
    for (uint32_t i = threads->count; i-- > 0;)
        for (uint32_t j = 0; j < threads->count; j++)
            if (i != j && threads->data[i].function == threads->data[j].function) {
                threads->data[i].name = arena_format(arena, "%s, thread %u", threads->data[i].name, i + 1);
                break;
            }
}

static void run_threads(HarnessBuilder *harness, ThreadList *threads)
{
    for (uint32_t i = 0; i < threads->count; i++)
        threads->data[i].handle = LLVMBuildAlloca(harness->builder, harness_word_type(harness), "thread");
    for (uint32_t i = 0; i < threads->count && !harness->failed; i++)
        create_thread(harness, &threads->data[i]);
    for (uint32_t i = 0; i < threads->count && !harness->failed; i++)
        join_thread(harness, &threads->data[i]);
}

// ---- variables

static bool is_variable_of_program(LLVMValueRef global)
{
    const char *name = module_value_name(global);
    return !LLVMIsDeclaration(global) && !LLVMIsGlobalConstant(global) && !LLVMIsThreadLocal(global) &&
           strncmp(name, "llvm.", 5) && strncmp(name, "raddle.", 7);
}

static void fill_variables(HarnessBuilder *harness)
{
    Lowering *lowering = harness->lowering;
    VECTOR(LLVMValueRef) variables = {0};
    for (LLVMValueRef global = LLVMGetFirstGlobal(lowering->module); global; global = LLVMGetNextGlobal(global))
        if (is_variable_of_program(global))
            vector_push(&variables, global);
    harness->function_name = "";
    harness->in_variable = true;
    for (uint32_t i = 0; i < variables.count && !harness->failed; i++) {
        LLVMMetadataRef node = debug_global_node(variables.data[i]);
        LLVMMetadataRef type = node ? debug_operand(lowering, node, VARIABLE_TYPE) : NULL;
        if (!type)
            harness_fail(harness, module_value_name(variables.data[i]), "no debug information tells its type");
        else
            harness_fill(harness, variables.data[i], 0, type, debug_operand_string(lowering, node, VARIABLE_NAME),
                         NULL);
    }
    harness->in_variable = false;
    vector_free(&variables);
}

// ---- all of it

static void build(HarnessBuilder *harness)
{
    const CallPlan *plan = harness->plan;
    LLVMTypeRef number = LLVMInt32TypeInContext(harness->lowering->context);
    ThreadList threads = {0};
    LLVMValueRef setup = plan->setup ? find_function(harness, plan->setup) : NULL;
    LLVMValueRef finally = plan->finally && !harness->failed ? find_function(harness, plan->finally) : NULL;
    LLVMValueRef function = plan->function && !harness->failed ? find_function(harness, plan->function) : NULL;
    LLVMValueRef replaced = LLVMGetNamedFunction(harness->lowering->module, "main");
    if (!harness->failed)
        find_threads(harness, &threads);
    if (!harness->failed) {
        if (replaced)
            LLVMSetValueName2(replaced, "main.of.program", 15);
        begin_function(harness, "main", LLVMFunctionType(number, NULL, 0, false));
        LLVMValueRef first = setup ? setup : function ? function : threads.data[0].function;
        harness_set_function(harness, first, "");
        if (plan->arbitrary_globals)
            fill_variables(harness);
    }
    if (setup && !harness->failed) {
        harness->before_setup = true;
        LLVMValueRef call = harness_call(harness, setup, plan->setup, NULL);
        harness->before_setup = false;
        if (call)
            harness_keep_result(harness, setup, call);
    }
    if (function && !harness->failed)
        harness_call(harness, function, plan->function, NULL);
    if (!harness->failed)
        run_threads(harness, &threads);
    if (finally && !harness->failed)
        harness_call(harness, finally, plan->finally, NULL);
    if (!harness->failed)
        LLVMBuildRet(harness->builder, LLVMConstNull(number));
    vector_free(&threads);
}

bool harness_make(Lowering *lowering, const CallPlan *plan)
{
    HarnessBuilder harness = {.lowering = lowering,
                              .plan = plan,
                              .builder = LLVMCreateBuilderInContext(lowering->context),
                              .positions = LLVMCreateDIBuilder(lowering->module),
                              .function_name = ""};
    build(&harness);
    if (harness.made_pointer) {
        Text assumptions = {0};
        harness_append_assumptions(&harness, &assumptions);
        lowering->program->assumptions = arena_copy_string(&lowering->program->arena, text_string(&assumptions));
        text_free(&assumptions);
    }
    LLVMDisposeBuilder(harness.builder);
    LLVMDIBuilderFinalize(harness.positions);
    LLVMDisposeDIBuilder(harness.positions);
    vector_free(&harness.shared);
    return !harness.failed;
}
