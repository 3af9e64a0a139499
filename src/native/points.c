// Points are numbered before locals move into registers and inserted after it: what that removes from the machine's
// module is no point of the native module either, which keeps all locals in memory so that a debugger shows them.
#include "native/points.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/property.h"
#include "native/runtime/native_interface.h"

typedef struct Instrumentation {
    Lowering *lowering;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef word, small, pointer, nothing;
    Map file_names; // by file id, values are LLVM's
} Instrumentation;

static const char point_metadata[] = "raddle.point", arbitrary_metadata[] = "raddle.uninitialised";

static unsigned metadata_kind(LLVMContextRef context, const char *name)
{
    return LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
}

bool points_is_runtime_function(LLVMValueRef function)
{
    Intrinsic intrinsic = intrinsic_find(module_value_name(function));
    return intrinsic != INTRINSIC_none && !intrinsic_is_math(intrinsic) && !intrinsic_marks_place(intrinsic) &&
           !intrinsic_jumps(intrinsic) && (LLVMIsDeclaration(function) || intrinsic_is_always(intrinsic));
}

static LLVMValueRef called_function(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction))
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    return LLVMIsAFunction(callee) ? callee : NULL;
}

static bool calls_block_operation(LLVMValueRef instruction)
{
    LLVMValueRef callee = called_function(instruction);
    return callee && (!strncmp(module_value_name(callee), "llvm.memcpy", 11) ||
                      !strncmp(module_value_name(callee), "llvm.memmove", 12) ||
                      !strncmp(module_value_name(callee), "llvm.memset", 11));
}

static bool may_be_point(LLVMValueRef instruction, unsigned arbitrary)
{
    if (LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
        return true;
    if (LLVMIsAStoreInst(instruction))
        return !LLVMGetMetadata(instruction, arbitrary);
    LLVMValueRef callee = called_function(instruction);
    return calls_block_operation(instruction) || (callee && points_is_runtime_function(callee));
}

// Calls `visit` for every instruction; it may insert others before that one, and erase that one.
static void visit_instructions(LLVMModuleRef module, void (*visit)(void *context, LLVMValueRef instruction),
                               void *context)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef next;
            for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction; instruction = next) {
                next = LLVMGetNextInstruction(instruction);
                visit(context, instruction);
            }
        }
}

typedef struct Numbering {
    LLVMContextRef context;
    unsigned point, arbitrary;
    uint64_t *next;
} Numbering;

static void number_instruction(void *context, LLVMValueRef instruction)
{
    Numbering *numbering = context;
    if (!may_be_point(instruction, numbering->arbitrary))
        return;
    LLVMValueRef number = LLVMConstInt(LLVMInt64TypeInContext(numbering->context), (*numbering->next)++, 0);
    LLVMMetadataRef operand = LLVMValueAsMetadata(number);
    LLVMSetMetadata(instruction, numbering->point,
                    LLVMMetadataAsValue(numbering->context, LLVMMDNodeInContext2(numbering->context, &operand, 1)));
}

void points_number(Lowering *lowering, LLVMModuleRef module, uint64_t *next)
{
    Numbering numbering = {lowering->context, metadata_kind(lowering->context, point_metadata),
                           metadata_kind(lowering->context, arbitrary_metadata), next};
    visit_instructions(module, number_instruction, &numbering);
}

static bool find_number(LLVMContextRef context, LLVMValueRef instruction, uint64_t *number)
{
    LLVMValueRef node = LLVMGetMetadata(instruction, metadata_kind(context, point_metadata));
    if (!node)
        return false;
    LLVMValueRef operand;
    LLVMGetMDNodeOperands(node, &operand);
    *number = LLVMConstIntGetZExtValue(operand);
    return true;
}

static void begin_instrumentation(Instrumentation *this, Lowering *lowering, LLVMModuleRef module)
{
    *this = (Instrumentation){.lowering = lowering,
                              .module = module,
                              .context = lowering->context,
                              .builder = LLVMCreateBuilderInContext(lowering->context),
                              .word = LLVMInt64TypeInContext(lowering->context),
                              .small = LLVMInt32TypeInContext(lowering->context),
                              .pointer = LLVMPointerTypeInContext(lowering->context, 0),
                              .nothing = LLVMVoidTypeInContext(lowering->context)};
}

static void end_instrumentation(Instrumentation *this)
{
    LLVMDisposeBuilder(this->builder);
    map_free(&this->file_names);
}

static LLVMValueRef insert_call(Instrumentation *this, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                                unsigned count)
{
    LLVMTypeRef parameters[8];
    for (unsigned i = 0; i < count; i++)
        parameters[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, parameters, count, 0);
    LLVMValueRef function = LLVMGetNamedFunction(this->module, name);
    if (!function)
        function = LLVMAddFunction(this->module, name, type);
    return LLVMBuildCall2(this->builder, type, function, arguments, count, "");
}

static void place_before(Instrumentation *this, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(this->builder, instruction);
    LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(instruction));
}

typedef struct Counting {
    Instrumentation instrumentation;
    Map *kept;
} Counting;

static void count_instruction(void *context, LLVMValueRef instruction)
{
    Counting *counting = context;
    Instrumentation *this = &counting->instrumentation;
    uint64_t number;
    if (!find_number(this->context, instruction, &number))
        return;
    *map_insert(counting->kept, number) = 1;
    place_before(this, instruction);
    insert_call(this, POINT_FUNCTION, this->nothing, NULL, 0);
}

static void count_copy(void *context, LLVMValueRef instruction)
{
    Counting *counting = context;
    Instrumentation *this = &counting->instrumentation;
    uint64_t number;
    if (!calls_block_operation(instruction) || !find_number(this->context, instruction, &number))
        return;
    *map_insert(counting->kept, number) = 1;
    LLVMSetMetadata(instruction, metadata_kind(this->context, point_metadata), NULL);
    place_before(this, instruction);
    insert_call(this, COPY_POINT_FUNCTION, this->nothing, NULL, 0);
}

static void insert_counters(Lowering *lowering, LLVMModuleRef module, Map *kept,
                            void (*visit)(void *context, LLVMValueRef instruction))
{
    Counting counting = {.kept = kept};
    begin_instrumentation(&counting.instrumentation, lowering, module);
    visit_instructions(module, visit, &counting);
    end_instrumentation(&counting.instrumentation);
}

void points_insert_copy_counters(Lowering *lowering, LLVMModuleRef module, Map *kept)
{
    insert_counters(lowering, module, kept, count_copy);
}

void points_insert_counters(Lowering *lowering, LLVMModuleRef module, Map *kept)
{
    insert_counters(lowering, module, kept, count_instruction);
}

// --- The native program

static LLVMValueRef small_constant(const Instrumentation *this, uint64_t value)
{
    return LLVMConstInt(this->small, value, 0);
}

static LLVMValueRef size_of_type(const Instrumentation *this, LLVMTypeRef type)
{
    return LLVMConstInt(this->word, LLVMABISizeOfType(this->lowering->data, type), 0);
}

// The file and line of an instruction as arguments; a null pointer and 0 where there are none.
static void append_place(Instrumentation *this, LLVMValueRef instruction, LLVMValueRef *arguments)
{
    const Program *program = this->lowering->program;
    uint32_t id = debug_position(this->lowering, instruction);
    const Position *position = &program->positions.data[id];
    arguments[0] = LLVMConstNull(this->pointer);
    arguments[1] = small_constant(this, id ? position->line : 0);
    if (!id || !position->line)
        return;
    uint64_t *known = map_insert(&this->file_names, position->file);
    if (!*known)
        *known = (uintptr_t)LLVMBuildGlobalStringPtr(this->builder, program->files.data[position->file], "raddle.file");
    arguments[0] = (LLVMValueRef)(uintptr_t)*known;
}

// What is accessed where: kind, address and size.
static void append_access(Instrumentation *this, LLVMValueRef instruction, LLVMValueRef *arguments)
{
    unsigned kind = 0;
    arguments[1] = LLVMConstNull(this->pointer);
    arguments[2] = LLVMConstNull(this->word);
    if (LLVMIsALoadInst(instruction)) {
        kind = NATIVE_READ;
        arguments[1] = LLVMGetOperand(instruction, 0);
        arguments[2] = size_of_type(this, LLVMTypeOf(instruction));
    } else if (LLVMIsAStoreInst(instruction)) {
        kind = NATIVE_WRITE;
        arguments[1] = LLVMGetOperand(instruction, 1);
        arguments[2] = size_of_type(this, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
    } else if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction)) {
        kind = NATIVE_READ | NATIVE_WRITE | NATIVE_ATOMIC;
        arguments[1] = LLVMGetOperand(instruction, 0);
        arguments[2] = size_of_type(this, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
    } else if (calls_block_operation(instruction)) {
        kind = NATIVE_WRITE | NATIVE_BLOCK;
        arguments[1] = LLVMGetOperand(instruction, 0);
        arguments[2] = LLVMBuildZExtOrBitCast(this->builder, LLVMGetOperand(instruction, 2), this->word, "");
    }
    LLVMValueRef callee = called_function(instruction);
    const SyncCall *sync = callee ? intrinsic_sync_call(intrinsic_find(module_value_name(callee))) : NULL;
    if (sync && sync->action == SYNC_TAKE && sync->manner == SYNC_WAITS) {
        kind = NATIVE_WAIT;
        arguments[1] = LLVMGetOperand(instruction, 0);
    }
    if ((LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
        LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
        kind |= NATIVE_ATOMIC;
    arguments[0] = small_constant(this, kind);
}

static void insert_point(Instrumentation *this, LLVMValueRef instruction)
{
    LLVMValueRef arguments[5];
    append_place(this, instruction, arguments);
    append_access(this, instruction, arguments + 2);
    insert_call(this, NATIVE_PREFIX "point", this->nothing, arguments, 5);
}

// Copies and fills go a word at a time, as in the machine: others may come in between.
static void replace_block_operation(Instrumentation *this, LLVMValueRef call)
{
    bool fills = strstr(module_value_name(called_function(call)), "memset") != NULL;
    LLVMValueRef second = LLVMGetOperand(call, 1);
    if (fills)
        second = LLVMBuildZExt(this->builder, second, this->small, "");
    LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), second,
                                LLVMBuildZExtOrBitCast(this->builder, LLVMGetOperand(call, 2), this->word, "")};
    insert_call(this, fills ? NATIVE_PREFIX "fill" : NATIVE_PREFIX "copy", this->nothing, arguments, 3);
    LLVMInstructionEraseFromParent(call);
}

// A weak exchange fails where the plan says so: it expects what is not there. Elsewhere it is a strong one.
static void plan_exchange(Instrumentation *this, LLVMValueRef exchange)
{
    LLVMValueRef address = LLVMGetOperand(exchange, 0), expected = LLVMGetOperand(exchange, 1);
    LLVMTypeRef type = LLVMTypeOf(expected);
    bool points = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    LLVMTypeRef integer = points ? LLVMIntPtrTypeInContext(this->context, this->lowering->data) : type;
    LLVMValueRef fails = insert_call(this, NATIVE_PREFIX "exchange_fails", this->small, NULL, 0);
    LLVMValueRef other = LLVMBuildNot(this->builder, LLVMBuildLoad2(this->builder, integer, address, ""), "");
    if (points)
        other = LLVMBuildIntToPtr(this->builder, other, type, "");
    fails = LLVMBuildICmp(this->builder, LLVMIntNE, fails, small_constant(this, 0), "");
    LLVMSetOperand(exchange, 1, LLVMBuildSelect(this->builder, fails, other, expected, ""));
    LLVMSetWeak(exchange, 0);
}

// A word as a value of that type, or NULL.
static LLVMValueRef convert_word(Instrumentation *this, LLVMValueRef word, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) > 64 ? NULL : LLVMBuildTruncOrBitCast(this->builder, word, type, "");
    case LLVMPointerTypeKind:
        return LLVMBuildIntToPtr(this->builder, word, type, "");
    case LLVMDoubleTypeKind:
        return LLVMBuildBitCast(this->builder, word, type, "");
    case LLVMFloatTypeKind:
        return LLVMBuildBitCast(this->builder, LLVMBuildTrunc(this->builder, word, this->small, ""), type, "");
    default:
        return NULL;
    }
}

// Lets a call of a function without a body call `asked` of the runtime, with the name of the function and the width of
// the word it returns.
static void replace_call(Instrumentation *this, LLVMValueRef call, const char *name, const char *asked)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    bool returns = LLVMGetTypeKind(type) != LLVMVoidTypeKind;
    bool boolean = !strcmp(asked, NATIVE_PREFIX "__raddle_input") && (strstr(name, "bool") || strstr(name, "Bool"));
    uint64_t bits = !returns ? 0 : boolean ? 1 : LLVMSizeOfTypeInBits(this->lowering->data, type);
    LLVMValueRef arguments[] = {LLVMBuildGlobalStringPtr(this->builder, name, "raddle.name"),
                                small_constant(this, bits)};
    LLVMValueRef word = insert_call(this, asked, this->word, arguments, 2);
    LLVMValueRef value = returns ? convert_word(this, word, type) : NULL;
    if (value)
        LLVMReplaceAllUsesWith(call, value);
    if (value || !returns)
        LLVMInstructionEraseFromParent(call);
}

bool points_is_unmodelled(const Lowering *lowering, LLVMValueRef function)
{
    const char *name = module_value_name(function);
    LLVMValueRef model = LLVMGetNamedFunction(lowering->models, name);
    return LLVMIsDeclaration(function) && !LLVMGetIntrinsicID(function) && intrinsic_find(name) == INTRINSIC_none &&
           strncmp(name, NATIVE_PREFIX, strlen(NATIVE_PREFIX)) && (!model || LLVMIsDeclaration(model));
}

// The first value of a local, whose name stands in `mark`.
static void replace_arbitrary(Instrumentation *this, LLVMValueRef store, LLVMValueRef mark)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    LLVMValueRef string;
    unsigned length;
    LLVMGetMDNodeOperands(mark, &string);
    const char *text = LLVMGetMDString(string, &length);
    const char *name = arena_format(&this->lowering->program->arena, "%.*s", (int)length, text);
    LLVMValueRef arguments[] = {LLVMBuildGlobalStringPtr(this->builder, name, "raddle.name"),
                                small_constant(this, LLVMSizeOfTypeInBits(this->lowering->data, type))};
    LLVMValueRef word = insert_call(this, NATIVE_PREFIX "arbitrary", this->word, arguments, 2);
    LLVMValueRef value = convert_word(this, word, type);
    if (value)
        LLVMSetOperand(store, 0, value);
}

static void insert_check(Instrumentation *this, LLVMValueRef violated, Property property, const char *message,
                         LLVMValueRef instruction)
{
    LLVMValueRef arguments[5] = {LLVMBuildZExt(this->builder, violated, this->small, ""),
                                 LLVMBuildGlobalStringPtr(this->builder, property_name(property), "raddle.property"),
                                 LLVMBuildGlobalStringPtr(this->builder, message, "raddle.message")};
    append_place(this, instruction, arguments + 3);
    insert_call(this, NATIVE_PREFIX "check", this->nothing, arguments, 5);
}

static void check_division(Instrumentation *this, LLVMValueRef instruction, LLVMOpcode opcode)
{
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    LLVMTypeRef type = LLVMTypeOf(right);
    insert_check(this, LLVMBuildICmp(this->builder, LLVMIntEQ, right, LLVMConstNull(type), ""), PROPERTY_DIVISION,
                 "division by zero", instruction);
    unsigned width = LLVMGetIntTypeWidth(type);
    if ((opcode != LLVMSDiv && opcode != LLVMSRem) || width > 64)
        return;
    LLVMValueRef minimum = LLVMConstInt(type, UINT64_C(1) << (width - 1), 0);
    LLVMValueRef both = LLVMBuildAnd(this->builder, LLVMBuildICmp(this->builder, LLVMIntEQ, left, minimum, ""),
                                     LLVMBuildICmp(this->builder, LLVMIntEQ, right, LLVMConstAllOnes(type), ""), "");
    insert_check(this, both, PROPERTY_DIVISION, "signed division overflows", instruction);
}

static void check_shift(Instrumentation *this, LLVMValueRef instruction)
{
    LLVMValueRef amount = LLVMGetOperand(instruction, 1);
    LLVMTypeRef type = LLVMTypeOf(amount);
    LLVMValueRef width = LLVMConstInt(type, LLVMGetIntTypeWidth(type), 0);
    insert_check(this, LLVMBuildICmp(this->builder, LLVMIntUGE, amount, width, ""), PROPERTY_DIVISION,
                 "shift by too much", instruction);
}

static void check_overflow(Instrumentation *this, LLVMValueRef instruction, const char *intrinsic)
{
    if (!LLVMGetNSW(instruction))
        return;
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef operands[] = {LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1)};
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(this->module, id, &type, 1);
    LLVMTypeRef function_type = LLVMIntrinsicGetType(this->context, id, &type, 1);
    LLVMValueRef both = LLVMBuildCall2(this->builder, function_type, function, operands, 2, "");
    insert_check(this, LLVMBuildExtractValue(this->builder, both, 1, ""), PROPERTY_OVERFLOW, "signed overflow",
                 instruction);
}

static void check_instruction(Instrumentation *this, LLVMValueRef instruction, const NativeOptions *options)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVMUnreachable) {
        insert_call(this, NATIVE_PREFIX "unreachable", this->nothing, NULL, 0);
        return;
    }
    if (!LLVMIsABinaryOperator(instruction) || LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind)
        return;
    bool divides = opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem;
    bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
    if (options->check_arithmetic && divides)
        check_division(this, instruction, opcode);
    if (options->check_arithmetic && shifts)
        check_shift(this, instruction);
    if (options->check_overflow && opcode == LLVMAdd)
        check_overflow(this, instruction, "llvm.sadd.with.overflow");
    if (options->check_overflow && opcode == LLVMSub)
        check_overflow(this, instruction, "llvm.ssub.with.overflow");
    if (options->check_overflow && opcode == LLVMMul)
        check_overflow(this, instruction, "llvm.smul.with.overflow");
}

static void replace_requirement(Instrumentation *this, LLVMValueRef call)
{
    Requirement requirement = (Requirement)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    insert_check(this, LLVMBuildNot(this->builder, LLVMGetOperand(call, 0), ""), requirement_property(requirement),
                 requirement_message(requirement), call);
    LLVMInstructionEraseFromParent(call);
}

typedef struct Rewriting {
    Instrumentation instrumentation;
    const Map *kept;
    const NativeOptions *options;
} Rewriting;

static void rewrite_instruction(void *context, LLVMValueRef instruction)
{
    Rewriting *rewriting = context;
    Instrumentation *this = &rewriting->instrumentation;
    uint64_t number;
    place_before(this, instruction);
    if (find_number(this->context, instruction, &number) && map_find(rewriting->kept, number)) {
        insert_point(this, instruction);
        if (calls_block_operation(instruction)) {
            replace_block_operation(this, instruction);
            return;
        }
    }
    if (LLVMIsAAtomicCmpXchgInst(instruction) && LLVMGetWeak(instruction))
        plan_exchange(this, instruction);
    LLVMValueRef callee = called_function(instruction);
    if (callee && !strcmp(module_value_name(callee), REQUIRE_FUNCTION)) {
        replace_requirement(this, instruction);
        return;
    }
    check_instruction(this, instruction, rewriting->options);
    LLVMValueRef mark = LLVMIsAStoreInst(instruction)
                            ? LLVMGetMetadata(instruction, metadata_kind(this->context, arbitrary_metadata))
                            : NULL;
    if (mark)
        replace_arbitrary(this, instruction, mark);
    if (callee && LLVMIsDeclaration(callee) && intrinsic_find(module_value_name(callee)) == INTRINSIC_nondet)
        replace_call(this, instruction, module_value_name(callee), NATIVE_PREFIX "__raddle_input");
    else if (callee && points_is_unmodelled(this->lowering, callee))
        replace_call(this, instruction, module_value_name(callee), NATIVE_PREFIX "unmodelled");
}

void points_instrument(Lowering *lowering, LLVMModuleRef module, const Map *kept, const NativeOptions *options)
{
    Rewriting rewriting = {.kept = kept, .options = options};
    begin_instrumentation(&rewriting.instrumentation, lowering, module);
    visit_instructions(module, rewrite_instruction, &rewriting);
    end_instrumentation(&rewriting.instrumentation);
}
