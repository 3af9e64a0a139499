// Functions that may reach their closing brace without the value they must return. In C that is undefined only if the
// caller uses the value, and functions that end so and whose value nobody uses are common: thread functions. So a flag
// goes with the variable that holds the value, and is given to UNFINISHED_FUNCTION before the function returns; calls
// whose value is used are marked, before a pass can drop the use.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/lower.h"

typedef struct Returning {
    Lowering *lowering;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef bit, type; // of the flag, of the function that is called
    LLVMValueRef unfinished;
    unsigned arbitrary; // metadata: the store of an arbitrary first value
} Returning;

// The parameter through which a function returns a large structure; NULL if there is none. `index` counts from 0.
static LLVMValueRef find_result_parameter(LLVMValueRef function, unsigned *index)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    for (*index = 0; *index < 2 && *index < LLVMCountParams(function); ++*index)
        if (LLVMGetEnumAttributeAtIndex(function, *index + 1, kind))
            return LLVMGetParam(function, *index);
    return NULL;
}

static LLVMValueRef skip_offsets(LLVMValueRef pointer)
{
    while (pointer_has_constant_offset(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

// A value of another size than its type has in registers is copied to another local first.
static LLVMValueRef find_original(LLVMValueRef local, LLVMBasicBlockRef block)
{
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (calls_named(user, "llvm.memcpy.") && LLVMGetInstructionParent(user) == block &&
            LLVMGetOperand(user, 0) == local && LLVMIsAAllocaInst(skip_offsets(LLVMGetOperand(user, 1))))
            return skip_offsets(LLVMGetOperand(user, 1));
    }
    return local;
}

// The return of a function and where its value is: a local, which clang loads right before, or where a parameter points to.
// False if it is not so.
static bool find_return(LLVMValueRef function, LLVMValueRef *instruction, LLVMValueRef *holder)
{
    unsigned index;
    *instruction = NULL;
    *holder = find_result_parameter(function, &index);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (!LLVMIsAReturnInst(terminator))
            continue;
        if (*instruction || (!*holder && !LLVMGetNumOperands(terminator)))
            return false;
        *instruction = terminator;
    }
    if (*holder || !*instruction)
        return *instruction != NULL;
    LLVMValueRef value = LLVMGetOperand(*instruction, 0);
    if (!LLVMIsALoadInst(value))
        return false;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(*instruction);
    *holder = skip_offsets(LLVMGetOperand(value, 0));
    if (!LLVMIsAAllocaInst(*holder) || LLVMGetInstructionParent(value) != block)
        return false;
    *holder = find_original(*holder, block);
    return true;
}

// Whether the call copies what is there to somewhere else.
static bool is_copied_by(LLVMValueRef call, LLVMValueRef pointer)
{
    return calls_named(call, "llvm.memcpy.") && LLVMGetOperand(call, 1) == pointer &&
           LLVMGetOperand(call, 0) != pointer;
}

typedef VECTOR(LLVMValueRef) ValueList;

// What may write the value: every use of the local but reads.
static void find_writes(Returning *this, LLVMValueRef pointer, ValueList *writes, ValueList *first_values)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (pointer_has_constant_offset(user))
            find_writes(this, user, writes, first_values);
        else if (LLVMIsAStoreInst(user) && LLVMGetMetadata(user, this->arbitrary))
            vector_push(first_values, user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer)
            continue; // clang keeps the address, which the program cannot get
        else if (!LLVMIsALoadInst(user) && !calls_named(user, "llvm.lifetime.") && !calls_named(user, "llvm.dbg.") &&
                 !is_copied_by(user, pointer))
            vector_push(writes, user);
    }
}

// Whether a way leads to the return on which nothing is written.
static bool may_be_unfinished(LLVMValueRef function, LLVMValueRef instruction, const ValueList *writes)
{
    enum { WRITES = 1, SEEN };
    Map blocks = {0};
    VECTOR(LLVMBasicBlockRef) pending = {0};
    for (uint32_t i = 0; i < writes->count; i++)
        *map_insert(&blocks, (uintptr_t)LLVMGetInstructionParent(writes->data[i])) = WRITES;
    vector_push(&pending, LLVMGetEntryBasicBlock(function));
    bool found = false;
    while (pending.count && !found) {
        LLVMBasicBlockRef block = vector_pop(&pending);
        uint64_t *state = map_insert(&blocks, (uintptr_t)block);
        if (*state)
            continue;
        *state = SEEN;
        found = block == LLVMGetInstructionParent(instruction);
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++)
            vector_push(&pending, LLVMGetSuccessor(terminator, i));
    }
    map_free(&blocks);
    vector_free(&pending);
    return found;
}

static void store_flag(Returning *this, LLVMValueRef before, LLVMValueRef flag, bool value)
{
    LLVMPositionBuilderBefore(this->builder, before);
    LLVMBuildStore(this->builder, LLVMConstInt(this->bit, value, 0), flag);
}

static bool watch_return(Returning *this, LLVMValueRef function)
{
    LLVMValueRef instruction, holder;
    if (!find_return(function, &instruction, &holder))
        return false;
    ValueList writes = {0}, first_values = {0};
    find_writes(this, holder, &writes, &first_values);
    bool watched = may_be_unfinished(function, instruction, &writes);
    if (watched) {
        LLVMPositionBuilderBefore(this->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
        LLVMValueRef flag = LLVMBuildAlloca(this->builder, this->bit, "");
        store_flag(this, LLVMGetNextInstruction(flag), flag, true);
        for (uint32_t i = 0; i < writes.count; i++)
            store_flag(this, LLVMGetNextInstruction(writes.data[i]), flag, false);
        LLVMPositionBuilderBefore(this->builder, instruction);
        LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(instruction));
        LLVMValueRef unfinished = LLVMBuildLoad2(this->builder, this->bit, flag, "");
        LLVMBuildCall2(this->builder, this->type, this->unfinished, &unfinished, 1, "");
        LLVMSetCurrentDebugLocation2(this->builder, NULL);
    }
    // What is not used is no input.
    for (uint32_t i = 0; watched && i < first_values.count; i++) {
        LLVMValueRef store = first_values.data[i];
        LLVMSetOperand(store, 0, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(store, 0))));
        LLVMSetMetadata(store, this->arbitrary, NULL);
    }
    vector_free(&writes);
    vector_free(&first_values);
    return watched;
}

// The argument through which a call gets a large structure; NULL if there is none.
static LLVMValueRef result_argument(LLVMValueRef call)
{
    if (!LLVMIsACallInst(call))
        return NULL;
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    for (unsigned i = 0; i < 2 && i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetCallSiteEnumAttribute(call, i + 1, kind))
            return LLVMGetOperand(call, i);
    return NULL;
}

// Whether something is put where nobody looks: into a local without a name that is only written, or copied to another
// such one. `pointer` points into it, and `named` are the locals that have a name.
static bool is_dropped(const Map *named, LLVMValueRef pointer, uint32_t depth)
{
    if (!depth || !(LLVMIsAAllocaInst(pointer) || pointer_has_constant_offset(pointer)) ||
        map_find(named, (uintptr_t)pointer))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool writes = (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer) ||
                      calls_named(user, "llvm.lifetime.") || result_argument(user) == pointer ||
                      (calls_named(user, "llvm.memcpy.") && LLVMGetOperand(user, 1) != pointer);
        bool copies =
            is_copied_by(user, pointer) && is_dropped(named, skip_offsets(LLVMGetOperand(user, 0)), depth - 1);
        if (!writes && !copies && !(pointer_has_constant_offset(user) && is_dropped(named, user, depth - 1)))
            return false;
    }
    return true;
}

// A value that is only converted, or meets others, is used if the result is.
static bool is_used(const Map *named, LLVMValueRef value, uint32_t depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value &&
            is_dropped(named, skip_offsets(LLVMGetOperand(user, 1)), depth))
            continue;
        bool passes = LLVMIsACastInst(user) || LLVMIsAPHINode(user) || LLVMIsAExtractValueInst(user);
        if (!depth || !passes || is_used(named, user, depth - 1))
            return true;
    }
    return false;
}

static bool call_is_used(const Map *named, LLVMValueRef call)
{
    enum { DEPTH = 4 };
    LLVMValueRef result = result_argument(call);
    return result ? !is_dropped(named, result, DEPTH) : is_used(named, call, DEPTH);
}

static void mark_used_calls(Returning *this)
{
    unsigned used = LLVMGetMDKindIDInContext(this->context, USED_METADATA, strlen(USED_METADATA));
    LLVMValueRef mark = LLVMMetadataAsValue(this->context, LLVMMDNodeInContext2(this->context, NULL, 0));
    for (LLVMValueRef function = LLVMGetFirstFunction(this->module); function;
         function = LLVMGetNextFunction(function)) {
        Map named = {0};
        debug_collect_locals(this->lowering, function, &named);
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef call = LLVMGetFirstInstruction(block); call; call = LLVMGetNextInstruction(call))
                if (LLVMIsACallInst(call) && call_is_used(&named, call))
                    LLVMSetMetadata(call, used, mark);
        map_free(&named);
    }
}

void module_watch_returns(Lowering *lowering, LLVMModuleRef module)
{
    LLVMContextRef context = lowering->context;
    LLVMTypeRef bit = LLVMInt1TypeInContext(context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &bit, 1, 0);
    Returning this = {.lowering = lowering,
                      .module = module,
                      .context = context,
                      .builder = LLVMCreateBuilderInContext(context),
                      .bit = bit,
                      .type = type,
                      .unfinished = LLVMAddFunction(module, UNFINISHED_FUNCTION, type),
                      .arbitrary = LLVMGetMDKindIDInContext(context, "raddle.uninitialised", 20)};
    bool watched = false;
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function && module != lowering->models;
         function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function) && strcmp(module_value_name(function), "main"))
            watched |= watch_return(&this, function);
    mark_used_calls(&this);
    if (!watched)
        LLVMDeleteFunction(this.unfinished);
    LLVMDisposeBuilder(this.builder);
}
