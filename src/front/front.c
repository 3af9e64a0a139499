// The pipeline from files to a Program: compile, load, link, prepare, lower what main reaches, fill in globals, check.
#include "front/front.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/TargetMachine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/none.h"
#include "front/atomic_updates.h"
#include "front/compile.h"
#include "front/debug_info.h"
#include "front/harness.h"
#include "front/lives.h"
#include "front/lower.h"
#include "front/trial.h"

static bool has_suffix(const char *text, const char *suffix)
{
    size_t length = strlen(text), suffix_length = strlen(suffix);
    return length >= suffix_length && !strcmp(text + length - suffix_length, suffix);
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *errors)
{
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *message = LLVMGetDiagInfoDescription(info);
    text_format(errors, "%s\n", message);
    LLVMDisposeMessage(message);
}

static LLVMModuleRef load_module(Lowering *lowering, const char *path, const char *shown)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        text_format(lowering->errors, "%s: %s\n", shown, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMModuleRef module = NULL;
    // The buffer belongs to the reader from here on.
    if (LLVMParseIRInContext(lowering->context, buffer, &module, &message)) {
        text_format(lowering->errors, "%s: not readable as LLVM 19 bitcode or assembly: %s\n", shown,
                    message ? message : "");
        LLVMDisposeMessage(message);
        return NULL;
    }
    return module;
}

// A file that somebody else made: it is not trusted before LLVM has verified it.
static LLVMModuleRef load_given_module(Lowering *lowering, const char *path)
{
    if (!trial_survives(path)) {
        text_format(lowering->errors, "%s: not readable as LLVM 19 bitcode or assembly: it is damaged\n", path);
        return NULL;
    }
    LLVMModuleRef module = load_module(lowering, path, path);
    char *message = NULL;
    if (!module || !LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
        LLVMDisposeMessage(message);
        return module;
    }
    text_format(lowering->errors, "%s: not valid as LLVM 19 bitcode or assembly: %.*s\n", path,
                (int)strcspn(message, "\n"), message);
    LLVMDisposeMessage(message);
    LLVMDisposeModule(module);
    return NULL;
}

static const char *shown_name(const FrontOptions *options, uint32_t file)
{
    return options->standard_input && !strcmp(options->files[file], "-") ? "<stdin>" : options->files[file];
}

static bool is_cpp(const char *path)
{
    static const char *const suffixes[] = {".cpp", ".cc", ".cxx", ".c++", ".C", ".ii", ".hpp", ".hh", ".hxx"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (has_suffix(path, suffixes[i]))
            return true;
    return false;
}

static LLVMModuleRef load_file(Lowering *lowering, const FrontOptions *options, uint32_t index)
{
    const char *path = options->files[index];
    struct stat status;
    bool given = options->standard_input && !strcmp(path, "-");
    if (options->confined && !given) { // so that every file that is named is none of its own
        text_format(lowering->errors, "--confined takes the program from standard input: give - in place of %s\n",
                    path);
        return NULL;
    }
    bool missing = !given && stat(path, &status) != 0;
    if (missing || (!given && S_ISDIR(status.st_mode))) {
        text_format(lowering->errors, "%s: %s\n", path, missing ? strerror(errno) : "is a directory");
        return NULL;
    }
    if (has_suffix(path, ".bc") || has_suffix(path, ".ll"))
        return load_given_module(lowering, path);
    if (is_cpp(path)) {
        text_format(lowering->errors, "raddle reads C, and %s is C++\n", path);
        return NULL;
    }
    if (!given && !has_suffix(path, ".c") && !has_suffix(path, ".i")) {
        text_format(lowering->errors, "%s: not a .c, .i, .bc or .ll file\n", path);
        return NULL;
    }
    char output[] = "/tmp/raddle-XXXXXX.bc";
    int descriptor = mkstemps(output, 3);
    if (descriptor < 0) {
        text_format(lowering->errors, "cannot create a temporary file: %s\n", strerror(errno));
        return NULL;
    }
    close(descriptor);
    LLVMModuleRef module = NULL;
    if (compile_to_bitcode(options, index, output, lowering->errors))
        module = load_module(lowering, output, path);
    if (module && options->check_overflow)
        module_restore_arithmetic(module);
    if (module && !module_mend_atomic_updates(module, options, index, lowering->errors)) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    if (module)
        module_mark_lives(module, options, index);
    unlink(output);
    return module;
}

typedef VECTOR(LLVMModuleRef) ModuleList;

static LLVMValueRef find_main(LLVMModuleRef module)
{
    LLVMValueRef found = LLVMGetNamedFunction(module, "main");
    return found && !LLVMIsDeclaration(found) ? found : NULL;
}

// A program has one main. If others than main are called, every file may have its own.
static bool check_mains(Lowering *lowering, const FrontOptions *options, const ModuleList *modules)
{
    VECTOR(const char *) files = {0};
    for (uint32_t i = 0; i < modules->count; i++)
        if (find_main(modules->data[i]))
            vector_push(&files, shown_name(options, i));
    bool right = files.count < 2 || call_plan_given(&options->calls);
    if (!right) {
        text_append(lowering->errors, "there are several functions main, in");
        for (uint32_t i = 0; i < files.count; i++)
            text_format(lowering->errors, "%s %s", !i ? "" : i + 1 < files.count ? "," : " and", files.data[i]);
        text_append(lowering->errors, ": name the files of one program\n");
    }
    for (uint32_t i = 0; right && files.count > 1 && i < modules->count; i++)
        if (find_main(modules->data[i]))
            LLVMSetLinkage(find_main(modules->data[i]), LLVMInternalLinkage);
    vector_free(&files);
    return right;
}

// The linker drops what is static in a file and not used there. Held by a variable that is not static, it stays.
static void keep_static_functions(Lowering *lowering, LLVMModuleRef module, uint32_t number)
{
    VECTOR(LLVMValueRef) functions = {0};
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        if (LLVMGetLinkage(function) == LLVMInternalLinkage && !LLVMIsDeclaration(function))
            vector_push(&functions, function);
    if (functions.count) {
        LLVMTypeRef pointer = LLVMPointerTypeInContext(lowering->context, 0);
        char name[32];
        snprintf(name, sizeof name, "raddle.static.%u", number);
        LLVMValueRef holder = LLVMAddGlobal(module, LLVMArrayType2(pointer, functions.count), name);
        LLVMSetInitializer(holder, LLVMConstArray2(pointer, functions.data, functions.count));
    }
    vector_free(&functions);
}

static bool link_modules(Lowering *lowering, const FrontOptions *options, ModuleList *modules)
{
    for (uint32_t i = 0; i < modules->count; i++) {
        LLVMModuleRef module = modules->data[i];
        modules->data[i] = NULL;
        if (call_plan_given(&options->calls))
            keep_static_functions(lowering, module, i);
        if (!lowering->module) {
            lowering->module = module;
        } else if (LLVMLinkModules2(lowering->module, module)) { // takes `module` over
            text_format(lowering->errors, "%s: cannot be linked with the other files\n", shown_name(options, i));
            return false;
        }
    }
    return true;
}

static bool load_program(Lowering *lowering, const FrontOptions *options)
{
    ModuleList modules = {0};
    bool loaded = true;
    for (uint32_t i = 0; i < options->file_count && loaded; i++) {
        LLVMModuleRef module = load_file(lowering, options, i);
        if (module)
            vector_push(&modules, module);
        loaded = module != NULL;
    }
    loaded = loaded && check_mains(lowering, options, &modules) && link_modules(lowering, options, &modules);
    for (uint32_t i = 0; i < modules.count; i++)
        if (modules.data[i])
            LLVMDisposeModule(modules.data[i]);
    vector_free(&modules);
    return loaded;
}

static const char *target_architecture(const char *triple)
{
    if (!strncmp(triple, "x86_64", 6))
        return "x86_64";
    if (!strncmp(triple, "aarch64", 7) || !strncmp(triple, "arm64", 5))
        return "aarch64";
    if (triple[0] == 'i' && triple[2] == '8' && triple[3] == '6')
        return "i386";
    if (!strncmp(triple, "arm", 3))
        return "arm";
    return "";
}

// Returns the models for the target of the program; NULL, with the reason in `errors`, if there are none.
static const ModelLibrary *set_target(Lowering *lowering)
{
    Program *program = lowering->program;
    if (!*LLVMGetTarget(lowering->module)) { // written by hand, perhaps: it is for this machine
        char *host = LLVMGetDefaultTargetTriple();
        LLVMSetTarget(lowering->module, host);
        LLVMDisposeMessage(host);
    }
    program->target = arena_copy_string(&program->arena, LLVMGetTarget(lowering->module));
    const char *architecture = target_architecture(program->target);
    lowering->data = LLVMGetModuleDataLayout(lowering->module);
    if (LLVMByteOrder(lowering->data) != LLVMLittleEndian) {
        text_format(lowering->errors, "target %s: big-endian targets are not supported\n", program->target);
        return NULL;
    }
    program->layout = layout_for_pointer_bits(LLVMPointerSize(lowering->data) * 8);
    program->variadic_abi = !strcmp(architecture, "x86_64")    ? VARIADIC_X86_64
                            : !strcmp(architecture, "aarch64") ? VARIADIC_AARCH64
                            : *architecture                    ? VARIADIC_POINTER
                                                               : VARIADIC_UNKNOWN;
    const ModelLibrary *library = model_library_find(architecture);
    if (!library)
        text_format(lowering->errors, "target %s is not supported (x86_64, i386, aarch64 and arm are)\n",
                    program->target);
    return library;
}

// Memory that the program gets from who starts it: its own, so that threads which write there are noticed.
static uint64_t add_bytes(Lowering *lowering, const char *name, uint32_t type, const void *bytes, uint64_t size)
{
    Program *program = lowering->program;
    vector_push(&program->variables, (Variable){arena_copy_string(&program->arena, name), type});
    return symbol_new_global(lowering, (Global){.name = vector_last(&program->variables).name,
                                                .size = size,
                                                .alignment = 8,
                                                .variable = program->variables.count,
                                                .bytes = arena_copy(&program->arena, bytes, size)});
}

typedef VECTOR(Instruction) Code;
typedef VECTOR(CallOperands) Calls;

static void emit_plain_call(Program *program, Code *code, Calls *calls, uint32_t function, const uint32_t *arguments,
                            uint32_t count, uint32_t dst)
{
    CallOperands operands = {.argument_count = count,
                             .result_count = dst ? 1 : 0,
                             .result_width = 32,
                             .arguments = arena_copy(&program->arena, arguments, count * sizeof *arguments)};
    vector_push(calls, operands);
    vector_push(code, (Instruction){.opcode = OP_call, .dst = dst, .b = calls->count - 1, .imm = function});
}

// Calls `callee` for every function in llvm.global_ctors or llvm.global_dtors, in the order of priorities: constructors
// directly, destructors by handing them to atexit.
static void emit_listed_functions(Lowering *lowering, const char *list_name, uint32_t at_exit, Code *code, Calls *calls)
{
    LLVMValueRef list = LLVMGetNamedGlobal(lowering->module, list_name);
    LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
    unsigned count = entries ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(entries)) : 0;
    for (uint32_t priority = 0; count;) {
        uint32_t next = NONE;
        for (unsigned i = 0; i < count; i++) {
            LLVMValueRef entry = LLVMGetAggregateElement(entries, i);
            uint32_t value = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
            LLVMValueRef function = LLVMGetAggregateElement(entry, 1);
            if (value > priority && value < next)
                next = value;
            if (value != priority || !LLVMIsAFunction(function))
                continue;
            uint32_t id = symbol_function(lowering, function);
            if (at_exit == NO_FUNCTION) {
                emit_plain_call(lowering->program, code, calls, id, NULL, 0, 0);
            } else {
                vector_push(
                    code, (Instruction){.opcode = OP_constant, .imm = program_function_address(lowering->program, id)});
                emit_plain_call(lowering->program, code, calls, at_exit, &(uint32_t){0}, 1, 0);
            }
        }
        if (next == NONE)
            break;
        priority = next;
    }
}

// The registers of the first function; 0 is for what is used at once.
enum { REGISTER_RESULT = 1, REGISTER_ARGC, REGISTER_ARGV, REGISTER_ENVP, REGISTER_COUNT };

typedef struct ProgramArguments {
    uint32_t count;
    uint64_t list;               // address of argv
    uint64_t *strings;           // their addresses
    const char *const *symbolic; // by argument: what its bytes are called as inputs; NULL: it is given
} ProgramArguments;

enum { SYMBOLIC_ARGUMENT_SIZE = 5 };

static uint32_t add_type(Program *program, Type type)
{
    vector_push(&program->types, type);
    return program->types.count - 1;
}

static uint32_t add_array_type(Program *program, uint32_t element, uint64_t count)
{
    uint64_t size = program->types.data[element].size;
    return add_type(program,
                    (Type){.kind = TYPE_ARRAY, .name = "", .element = element, .count = count, .size = count * size});
}

static ProgramArguments make_arguments(Lowering *lowering, const FrontOptions *options)
{
    Program *program = lowering->program;
    Arena *arena = &program->arena;
    uint32_t word = program->layout.pointer_bits / 8;
    uint32_t character = add_type(program, (Type){.kind = TYPE_CHARACTER, .name = "char", .size = 1});
    uint32_t pointer = add_type(program, (Type){.kind = TYPE_POINTER, .name = "", .element = character, .size = word});
    uint32_t count = 1 + options->argument_count + options->symbolic_argument_count;
    uint64_t *strings = arena_allocate(arena, (count + 1) * sizeof *strings);
    uint32_t *narrow = arena_allocate(arena, (count + 1) * sizeof *narrow);
    const char **symbolic = arena_allocate(arena, count * sizeof *symbolic);
    for (uint32_t i = 0; i < count; i++) {
        static const char empty[SYMBOLIC_ARGUMENT_SIZE];
        const char *name = arena_format(arena, "argv[%u]", i);
        const char *given = !i ? "program" : i <= options->argument_count ? options->arguments[i - 1] : NULL;
        uint64_t size = given ? strlen(given) + 1 : sizeof empty;
        strings[i] = add_bytes(lowering, name, add_array_type(program, character, size), given ? given : empty, size);
        narrow[i] = (uint32_t)strings[i];
        symbolic[i] = given ? NULL : name;
    }
    strings[count] = narrow[count] = 0;
    const void *addresses = word == 8 ? (const void *)strings : narrow;
    uint64_t list =
        add_bytes(lowering, "argv", add_array_type(program, pointer, count + 1), addresses, (count + 1) * word);
    return (ProgramArguments){.count = count, .list = list, .strings = strings, .symbolic = symbolic};
}

static LLVMValueRef input_function(const Lowering *lowering)
{
    static const char name[] = "__raddle_input";
    LLVMValueRef declared = LLVMGetNamedFunction(lowering->models, name);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(lowering->context), NULL, 0, false);
    return declared ? declared : LLVMAddFunction(lowering->models, name, type);
}

// Every byte but the last is an input.
static void emit_argument_inputs(Lowering *lowering, Code *code, Calls *calls, uint64_t string, const char *name)
{
    Program *program = lowering->program;
    uint32_t read_input = symbol_function(lowering, input_function(lowering));
    for (uint32_t i = 0; i + 1 < SYMBOLIC_ARGUMENT_SIZE; i++) {
        const char *shown = arena_format(&program->arena, "%s[%u]", name, i);
        uint64_t address = symbol_new_global(lowering, (Global){.name = shown,
                                                                .size = strlen(shown) + 1,
                                                                .alignment = 1,
                                                                .constant = true,
                                                                .from_model = true,
                                                                .bytes = (const uint8_t *)shown});
        vector_push(code, (Instruction){.opcode = OP_constant, .dst = REGISTER_ARGC, .imm = address});
        vector_push(code, (Instruction){.opcode = OP_constant, .dst = REGISTER_ARGV, .imm = 8});
        emit_plain_call(program, code, calls, read_input, (uint32_t[]){REGISTER_ARGC, REGISTER_ARGV}, 2,
                        REGISTER_RESULT);
        vector_push(code, (Instruction){.opcode = OP_constant, .dst = REGISTER_ARGV, .imm = string});
        vector_push(code,
                    (Instruction){.opcode = OP_store, .width = 8, .a = REGISTER_RESULT, .b = REGISTER_ARGV, .imm = i});
    }
}

// The first function: destructors registered, constructors, main(argc, argv, {NULL}), exit with main's result.
static bool make_start_function(Lowering *lowering, const FrontOptions *options)
{
    Program *program = lowering->program;
    LLVMValueRef main_value = LLVMGetNamedFunction(lowering->module, "main");
    if (!main_value || LLVMIsDeclaration(main_value)) {
        text_format(lowering->errors, "%s: there is no function main%s\n", shown_name(options, 0),
                    options->file_count > 1 ? " there or in the other files" : "");
        return false;
    }
    uint32_t exit_id = symbol_function_named(lowering, "exit");
    uint32_t main_id = symbol_function(lowering, main_value);
    ProgramArguments arguments = make_arguments(lowering, options);
    uint64_t environment = add_bytes(lowering, "envp", 0, &(uint64_t){0}, 8);
    Code code = {0};
    Calls calls = {0};
    if (LLVMGetNamedGlobal(lowering->module, "llvm.global_dtors"))
        emit_listed_functions(lowering, "llvm.global_dtors", symbol_function_named(lowering, "atexit"), &code, &calls);
    emit_listed_functions(lowering, "llvm.global_ctors", UINT32_MAX, &code, &calls);
    for (uint32_t i = 0; i < arguments.count; i++)
        if (arguments.symbolic[i])
            emit_argument_inputs(lowering, &code, &calls, arguments.strings[i], arguments.symbolic[i]);
    vector_push(&code, (Instruction){.opcode = OP_constant, .dst = REGISTER_RESULT});
    vector_push(&code, (Instruction){.opcode = OP_constant, .dst = REGISTER_ARGC, .imm = arguments.count});
    vector_push(&code, (Instruction){.opcode = OP_constant, .dst = REGISTER_ARGV, .imm = arguments.list});
    vector_push(&code, (Instruction){.opcode = OP_constant, .dst = REGISTER_ENVP, .imm = environment});
    uint32_t parameters[] = {REGISTER_ARGC, REGISTER_ARGV, REGISTER_ENVP};
    emit_plain_call(program, &code, &calls, main_id, parameters, 3, REGISTER_RESULT);
    uint32_t status[] = {REGISTER_RESULT};
    emit_plain_call(program, &code, &calls, exit_id, status, 1, 0);
    vector_push(&code, (Instruction){.opcode = OP_unreachable});
    Function start = {
        .name = "start",
        .defined = true,
        .from_model = true,
        .register_count = REGISTER_COUNT,
        .instruction_count = code.count,
        .instructions = arena_copy(&program->arena, code.data, code.count * sizeof *code.data),
        .positions = arena_allocate(&program->arena, code.count * sizeof(uint32_t)),
        .blocks = arena_copy(&program->arena, &(Block){0, code.count}, sizeof(Block)),
        .block_count = 1,
        .calls = arena_copy(&program->arena, calls.data, calls.count * sizeof *calls.data),
        .call_count = calls.count,
    };
    program->start_function = program->functions.count;
    program->exit_function = exit_id;
    vector_push(&program->functions, start);
    vector_push(&lowering->function_values, NULL);
    vector_free(&code);
    vector_free(&calls);
    return exit_id != NO_FUNCTION;
}

// A program that declares pthread_join itself may have no type named pthread_t; the parameter tells its size.
static void note_handle_size(Lowering *lowering)
{
    uint64_t *size = &lowering->program->library_type_sizes[LIBRARY_TYPE_thread];
    static const char *const functions[] = {"pthread_join", "pthread_detach"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(lowering->module, functions[i]);
        LLVMValueRef handle = function ? LLVMGetFirstParam(function) : NULL;
        LLVMTypeRef type = handle ? LLVMTypeOf(handle) : NULL;
        if (type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && (!*size || LLVMGetIntTypeWidth(type) / 8 < *size))
            *size = LLVMGetIntTypeWidth(type) / 8;
    }
}

// False if a limit was exceeded before all was lowered.
static bool lower_reachable(Lowering *lowering, Limits *limits)
{
    Program *program = lowering->program;
    uint32_t next_function = 0, next_global = 0;
    program->interrupt_function = symbol_interrupt(lowering);
    while (next_function < program->functions.count || next_global < program->globals.count) {
        for (; next_function < program->functions.count; next_function++) {
            if (limits_stop(limits))
                return false;
            if (program->functions.data[next_function].intrinsic == INTRINSIC_pthread_create)
                program->thread_main_function = symbol_thread_main(lowering);
            if (lowering->function_values.data[next_function])
                lower_function_body(lowering, next_function, lowering->function_values.data[next_function]);
        }
        for (; next_global < program->globals.count; next_global++) {
            LLVMValueRef value = lowering->global_values.data[next_global];
            LLVMValueRef initialiser = value ? LLVMGetInitializer(value) : NULL;
            if (!initialiser || LLVMIsNull(initialiser))
                continue;
            uint8_t *bytes = arena_allocate(&program->arena, program->globals.data[next_global].size);
            if (!constant_bytes(lowering, initialiser, bytes))
                program->globals.data[next_global].external =
                    true; // its value is not representable: refuse when accessed
            program->globals.data[next_global].bytes = bytes;
        }
    }
    return true;
}

static bool globals_fit(const Lowering *lowering)
{
    const Layout *layout = &lowering->program->layout;
    if (lowering->next_global_slot <= UINT64_C(1) << (layout->region_bits - layout->slot_bits))
        return true;
    text_format(lowering->errors,
                "the global variables are larger than %llu MB, the most that is supported with %u-bit pointers\n",
                (unsigned long long)((UINT64_C(1) << layout->region_bits) >> 20), layout->pointer_bits);
    return false;
}

static void release(Lowering *lowering)
{
    if (lowering->models)
        LLVMDisposeModule(lowering->models);
    if (lowering->module)
        LLVMDisposeModule(lowering->module);
    LLVMContextDispose(lowering->context);
    map_free(&lowering->function_ids);
    map_free(&lowering->global_ids);
    map_free(&lowering->label_ids);
    map_free(&lowering->type_ids);
    map_free(&lowering->position_ids);
    map_free(&lowering->file_ids);
    map_free(&lowering->variable_ids);
    map_free(&lowering->input_names);
    vector_free(&lowering->function_values);
    vector_free(&lowering->global_values);
    vector_free(&lowering->label_blocks);
}

static bool prepare(Lowering *lowering, const FrontPreparation *preparation)
{
    if (preparation)
        return preparation->prepare(preparation->context, lowering);
    module_prepare(lowering, lowering->module);
    module_prepare(lowering, lowering->models);
    return true;
}

static Lowering begin_lowering(const FrontOptions *options, Text *errors)
{
    Lowering lowering = {.program = program_create(),
                         .context = LLVMContextCreate(),
                         .errors = errors,
                         .check_overflow = options->check_overflow,
                         .confined = options->confined,
                         .coverage = options->coverage};
    LLVMContextSetDiagnosticHandler(lowering.context, ignore_diagnostic, errors);
    return lowering;
}

bool front_list_functions(const FrontOptions *options, Arena *arena, FunctionList *functions, Text *errors)
{
    Lowering lowering = begin_lowering(options, errors);
    const Program *program = lowering.program;
    FrontOptions chosen = *options;
    chosen.calls.function = "any"; // as for a plan, static functions are kept, and every file may have a main
    bool loaded = load_program(&lowering, &chosen);
    for (LLVMValueRef function = loaded ? LLVMGetFirstFunction(lowering.module) : NULL; function;
         function = LLVMGetNextFunction(function)) {
        if (!harness_can_call(&lowering, function))
            continue;
        const Position *position = &program->positions.data[debug_function_position(&lowering, function)];
        const char *file = position->line ? program->files.data[position->file] : "";
        vector_push(functions,
                    (ListedFunction){.name = arena_copy_string(arena, debug_function_name(&lowering, function)),
                                     .file = arena_copy_string(arena, file),
                                     .line = position->line});
    }
    release(&lowering);
    program_free(lowering.program);
    return loaded;
}

Program *front_load(const FrontOptions *options, Text *errors)
{
    Lowering lowering = begin_lowering(options, errors);
    const ModelLibrary *models = load_program(&lowering, options) ? set_target(&lowering) : NULL;
    bool loaded = models != NULL;
    if (loaded && call_plan_given(&options->calls))
        loaded = harness_make(&lowering, &options->calls);
    if (loaded) {
        module_translate_assembly(lowering.module);
        module_replace_processor_calls(lowering.module);
        module_call_wide_atomics(&lowering);
    }
    loaded = loaded && module_load_models(&lowering, models);
    loaded = loaded && module_give_files(&lowering, options->given_files, options->given_file_count);
    if (loaded)
        module_drop_unused_models(&lowering);
    loaded = loaded && prepare(&lowering, options->preparation);
    loaded = loaded && make_start_function(&lowering, options);
    if (loaded) {
        note_handle_size(&lowering);
        loaded = lower_reachable(&lowering, options->limits) && globals_fit(&lowering);
    }
    if (loaded)
        stubs_write(&lowering);
    release(&lowering);
    if (!loaded) {
        program_free(lowering.program);
        return NULL;
    }
    program_check(lowering.program);
    return lowering.program;
}
