// Functions that may reach their closing brace without the value they must return. In C that is undefined only if the
// caller uses the value, and functions that end so and whose value nobody uses are common: thread functions. So a flag
// goes with the variable that holds the value, and is given to UNFINISHED_FUNCTION before the function returns; calls
// whose value is used are marked, before a pass can drop the use.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/lower.h"

typedef struct Returning {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef bit, type; // of the flag, of the function that is called
    LLVMValueRef unfinished;
    unsigned arbitrary; // metadata: the store of an arbitrary first value
} Returning;

// The return of a function and the local that holds its value: clang loads it right before. False if it is not so.
static bool find_return(LLVMValueRef function, LLVMValueRef *instruction, LLVMValueRef *holder)
{
    *instruction = NULL;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (!LLVMIsAReturnInst(terminator))
            continue;
        if (*instruction || !LLVMGetNumOperands(terminator))
            return false;
        *instruction = terminator;
    }
    LLVMValueRef value = *instruction ? LLVMGetOperand(*instruction, 0) : NULL;
    if (!value || !LLVMIsALoadInst(value))
        return false;
    *holder = LLVMGetOperand(value, 0);
    while (pointer_has_constant_offset(*holder))
        *holder = LLVMGetOperand(*holder, 0);
    return LLVMIsAAllocaInst(*holder) && LLVMGetInstructionParent(value) == LLVMGetInstructionParent(*instruction);
}

static bool names_intrinsic(LLVMValueRef call, const char *prefix)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) && !strncmp(module_value_name(callee), prefix, strlen(prefix));
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
        else if (!LLVMIsALoadInst(user) && !names_intrinsic(user, "llvm.lifetime.") &&
                 !names_intrinsic(user, "llvm.dbg."))
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

// A value that is only converted, or meets others, is used if the result is.
static bool is_used(LLVMValueRef value, uint32_t depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!depth || !(LLVMIsACastInst(user) || LLVMIsAPHINode(user)) || is_used(user, depth - 1))
            return true;
    }
    return false;
}

static void mark_used_calls(Returning *this)
{
    unsigned used = LLVMGetMDKindIDInContext(this->context, USED_METADATA, strlen(USED_METADATA));
    LLVMValueRef mark = LLVMMetadataAsValue(this->context, LLVMMDNodeInContext2(this->context, NULL, 0));
    for (LLVMValueRef function = LLVMGetFirstFunction(this->module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef call = LLVMGetFirstInstruction(block); call; call = LLVMGetNextInstruction(call))
                if (LLVMIsACallInst(call) && is_used(call, 4))
                    LLVMSetMetadata(call, used, mark);
}

void module_watch_returns(Lowering *lowering, LLVMModuleRef module)
{
    LLVMContextRef context = lowering->context;
    LLVMTypeRef bit = LLVMInt1TypeInContext(context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &bit, 1, 0);
    Returning this = {.module = module,
                      .context = context,
                      .builder = LLVMCreateBuilderInContext(context),
                      .bit = bit,
                      .type = type,
                      .unfinished = LLVMAddFunction(module, UNFINISHED_FUNCTION, type),
                      .arbitrary = LLVMGetMDKindIDInContext(context, "raddle.uninitialised", 20)};
    bool watched = false;
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function) && strcmp(module_value_name(function), "main"))
            watched |= watch_return(&this, function);
    mark_used_calls(&this);
    if (!watched)
        LLVMDeleteFunction(this.unfinished);
    LLVMDisposeBuilder(this.builder);
}
