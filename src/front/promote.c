// Moves locals into registers, by LLVM's sroa and nothing else. That pass takes for granted that what is undefined does
// not happen: it drops accesses outside a local, and operations whose results nobody uses. So whatever the machine has
// to check is kept from it. Operations that can be wrong get a user, a call of a function that does not exist, and a
// local moves only if every access to it is at a constant offset within its bounds, and in its block, and if it begins with
// an arbitrary value (module.c), so that bits which sroa leaves unset are padding: the others are pinned, by a call that takes
// their address. Once a pointer kept in a local is in a register, more is known about the local it points to; hence the
// rounds. The calls are taken away in the end.
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/fail.h"
#include "front/lower.h"

enum { PLACE_LIMIT = 1000 }; // pointers into one local that are followed

static const char witness_name[] = "raddle.witness";

static bool is_shift(LLVMOpcode opcode)
{
    return opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
}

bool operation_is_checked(LLVMValueRef instruction, bool check_overflow)
{
    if (!LLVMIsABinaryOperator(instruction))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul)
        return check_overflow && LLVMGetNSW(instruction);
    if (is_shift(opcode)) {
        LLVMValueRef amount = LLVMGetOperand(instruction, 1);
        return !LLVMIsAConstantInt(amount) ||
               LLVMConstIntGetZExtValue(amount) >= LLVMGetIntTypeWidth(LLVMTypeOf(amount));
    }
    return opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem;
}

bool pointer_has_constant_offset(LLVMValueRef value)
{
    if (!LLVMIsAGetElementPtrInst(value) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
        return false;
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(value, (unsigned)i)))
            return false;
    return true;
}

uint64_t pointer_constant_offset(LLVMTargetDataRef data, LLVMValueRef pointer)
{
    uint64_t offset = 0;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    for (int i = 1; i < LLVMGetNumOperands(pointer); i++) {
        int64_t index = LLVMConstIntGetSExtValue(LLVMGetOperand(pointer, (unsigned)i));
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            offset += LLVMOffsetOfElement(data, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
        } else {
            if (i > 1)
                type = LLVMGetElementType(type);
            offset += (uint64_t)index * LLVMABISizeOfType(data, type);
        }
    }
    return offset;
}

// A pointer into a local.
typedef struct Place {
    LLVMValueRef pointer;
    uint64_t offset;
} Place;

typedef VECTOR(Place) PlaceList;

// Where pointers meet, the same one is met again.
static void add_place(PlaceList *places, LLVMValueRef pointer, uint64_t offset)
{
    if (LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer))
        for (uint32_t i = 0; i < places->count; i++)
            if (places->data[i].pointer == pointer && places->data[i].offset == offset)
                return;
    vector_push(places, (Place){pointer, offset});
}

static bool is_within(uint64_t size, uint64_t offset, uint64_t length)
{
    return offset <= size && length <= size - offset;
}

static LLVMValueRef local_of(LLVMValueRef pointer)
{
    while (pointer_has_constant_offset(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

// A copy within a local is left where it is, because it may overlap.
static bool call_stays_within(LLVMValueRef call, uint64_t size, uint64_t offset)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? module_value_name(callee) : "";
    if (!strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.dbg.", 9))
        return true;
    if (strncmp(name, "llvm.memcpy", 11) && strncmp(name, "llvm.memmove", 12) && strncmp(name, "llvm.memset", 11))
        return false;
    if (!strncmp(name, "llvm.memcpy", 11) && local_of(LLVMGetOperand(call, 0)) == local_of(LLVMGetOperand(call, 1)))
        return false;
    LLVMValueRef length = LLVMGetOperand(call, 2);
    return LLVMIsAConstantInt(length) && is_within(size, offset, LLVMConstIntGetZExtValue(length));
}

// Looks at one use of a pointer into a local. False if it may lead outside or lets the address out.
static bool use_stays_within(LLVMTargetDataRef data, LLVMValueRef user, Place place, uint64_t size, PlaceList *places)
{
    if (LLVMIsALoadInst(user))
        return is_within(size, place.offset, LLVMStoreSizeOfType(data, LLVMTypeOf(user)));
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) != place.pointer &&
               is_within(size, place.offset, LLVMStoreSizeOfType(data, LLVMTypeOf(LLVMGetOperand(user, 0))));
    if (LLVMIsACallInst(user))
        return call_stays_within(user, size, place.offset);
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) {
        add_place(places, user, place.offset);
        return true;
    }
    if (!pointer_has_constant_offset(user))
        return false;
    add_place(places, user, place.offset + pointer_constant_offset(data, user));
    return true;
}

static bool is_mark_of(LLVMValueRef instruction, LLVMValueRef local, const char *name)
{
    return calls_named(instruction, name) && LLVMGetOperand(instruction, 1) == local;
}

// Follows what comes after an instruction until the life of the local begins again. `blocks` are those followed from
// their beginning.
static bool reaches_user(LLVMValueRef instruction, LLVMValueRef local, const Map *users, Map *blocks)
{
    VECTOR(LLVMBasicBlockRef) pending = {0};
    bool found = false;
    for (;;) {
        for (; instruction && !found && !is_mark_of(instruction, local, "llvm.lifetime.start");
             instruction = LLVMGetNextInstruction(instruction)) {
            found = map_find(users, (uintptr_t)instruction) != NULL;
            if (!LLVMIsATerminatorInst(instruction))
                continue;
            for (unsigned i = 0; i < LLVMGetNumSuccessors(instruction); i++) {
                uint64_t *seen = map_insert(blocks, (uintptr_t)LLVMGetSuccessor(instruction, i));
                if (!*seen)
                    vector_push(&pending, LLVMGetSuccessor(instruction, i));
                *seen = 1;
            }
        }
        if (found || !pending.count)
            break;
        instruction = LLVMGetFirstInstruction(vector_pop(&pending));
    }
    vector_free(&pending);
    return found;
}

bool local_outlives_block(LLVMValueRef local)
{
    PlaceList places = {0};
    Map users = {0}, blocks = {0};
    VECTOR(LLVMValueRef) ends = {0};
    vector_push(&places, (Place){local, 0});
    for (uint32_t i = 0; i < places.count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(places.data[i].pointer); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (is_mark_of(user, local, "llvm.lifetime.end"))
                vector_push(&ends, user);
            else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
                add_place(&places, user, 0);
            else if (!is_mark_of(user, local, "llvm.lifetime.start"))
                *map_insert(&users, (uintptr_t)user) = 1;
        }
    bool found = false;
    for (uint32_t i = 0; i < ends.count && !found; i++)
        found = reaches_user(ends.data[i], local, &users, &blocks);
    vector_free(&places);
    vector_free(&ends);
    map_free(&users);
    map_free(&blocks);
    return found;
}

static bool stays_within(LLVMTargetDataRef data, LLVMValueRef local, PlaceList *places)
{
    LLVMValueRef count = LLVMGetOperand(local, 0);
    if (!LLVMIsAConstantInt(count))
        return false;
    uint64_t size = LLVMABISizeOfType(data, LLVMGetAllocatedType(local)) * LLVMConstIntGetZExtValue(count);
    places->count = 0;
    vector_push(places, (Place){local, 0});
    for (uint32_t i = 0; i < places->count; i++) {
        if (places->count > PLACE_LIMIT)
            return false;
        Place place = places->data[i];
        for (LLVMUseRef use = LLVMGetFirstUse(place.pointer); use; use = LLVMGetNextUse(use))
            if (!use_stays_within(data, LLVMGetUser(use), place, size, places))
                return false;
    }
    return true;
}

typedef struct Promotion {
    LLVMModuleRef module;
    LLVMTargetDataRef data;
    LLVMBuilderRef builder;
    LLVMValueRef witness;
    PlaceList places;
} Promotion;

// The witness is declared without parameters; what it is called with differs from call to call.
static void call_witness(Promotion *this, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeRef function = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(this->module)), &type, 1, 0);
    LLVMBuildCall2(this->builder, function, this->witness, &value, 1, "");
}

static void keep_operations(Promotion *this, bool check_overflow)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(this->module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef next;
            for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = next) {
                next = LLVMGetNextInstruction(value);
                if (!operation_is_checked(value, check_overflow))
                    continue;
                LLVMPositionBuilderBefore(this->builder, next);
                call_witness(this, value);
            }
        }
}

// clang computes what is constant; where that is a division by zero or a shift too far it leaves a poison value and
// nothing to check. A call before its use says so.
static void mark_undefined_constants(Promotion *this)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(this->module)), NULL, 0, 0);
    LLVMValueRef undefined = LLVMGetNamedFunction(this->module, UNDEFINED_FUNCTION);
    for (LLVMValueRef function = LLVMGetFirstFunction(this->module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef user = LLVMGetFirstInstruction(block); user; user = LLVMGetNextInstruction(user)) {
                bool meets = LLVMIsAPHINode(user) != NULL;
                if (LLVMIsASelectInst(user) || LLVMIsAInsertValueInst(user) || LLVMIsAInsertElementInst(user) ||
                    LLVMIsAShuffleVectorInst(user) || LLVMIsAFreezeInst(user))
                    continue;
                for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
                    LLVMValueRef operand = LLVMGetOperand(user, i);
                    if (!LLVMIsPoison(operand) || LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMIntegerTypeKind)
                        continue;
                    LLVMValueRef before = meets ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, i)) : user;
                    if (!undefined)
                        undefined = LLVMAddFunction(this->module, UNDEFINED_FUNCTION, type);
                    LLVMPositionBuilderBefore(this->builder, before);
                    LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(user));
                    LLVMBuildCall2(this->builder, type, undefined, NULL, 0, "");
                    LLVMSetCurrentDebugLocation2(this->builder, NULL);
                }
            }
}

static bool marks_place(LLVMValueRef function)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) ||
           (strstr(module_value_name(function), "setjmp") &&
            intrinsic_marks_place(intrinsic_find(module_value_name(function))));
}

// What the locals of such a function hold after a jump is what was written last, and only memory knows that.
bool function_is_jumped_into(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef user = LLVMGetFirstInstruction(block); user; user = LLVMGetNextInstruction(user))
            for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
                if (LLVMIsAFunction(LLVMGetOperand(user, i)) && marks_place(LLVMGetOperand(user, i)))
                    return true;
    return false;
}

// Returns the number of locals that must not move. In the first round locals that can are accessed by their names
// alone, and so nowhere else than in their blocks.
static uint32_t pin_locals(Promotion *this, bool first)
{
    uint32_t pinned = 0;
    for (LLVMValueRef function = LLVMGetFirstFunction(this->module); function;
         function = LLVMGetNextFunction(function)) {
        if (LLVMIsDeclaration(function))
            continue;
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
        bool pins_all = function_is_jumped_into(function);
        LLVMPositionBuilderBefore(this->builder, LLVMGetBasicBlockTerminator(entry));
        for (LLVMValueRef local = LLVMGetFirstInstruction(entry); local; local = LLVMGetNextInstruction(local))
            if (LLVMIsAAllocaInst(local) &&
                (pins_all || !local_has_first_value(local) || !stays_within(this->data, local, &this->places) ||
                 (!first && local_outlives_block(local)))) {
                call_witness(this, local);
                pinned++;
            }
    }
    return pinned;
}

static void remove_calls(LLVMValueRef witness, bool of_locals)
{
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(witness); use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef call = LLVMGetUser(use);
        if (!of_locals || LLVMIsAAllocaInst(LLVMGetOperand(call, 0)))
            LLVMInstructionEraseFromParent(call);
    }
}

// Operations that neither do something nor can be wrong.
static bool is_pure(LLVMValueRef value, bool check_overflow)
{
    if (LLVMIsABinaryOperator(value))
        return !operation_is_checked(value, check_overflow);
    return LLVMIsACastInst(value) || LLVMIsAFreezeInst(value) || LLVMIsAInsertValueInst(value) ||
           LLVMIsAExtractValueInst(value);
}

// What is left of first values that nobody reads: they would be drawn as inputs.
static void remove_unused(LLVMModuleRef module, bool check_overflow)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetLastBasicBlock(function); block;
             block = LLVMGetPreviousBasicBlock(block)) {
            LLVMValueRef previous;
            for (LLVMValueRef value = LLVMGetLastInstruction(block); value; value = previous) {
                previous = LLVMGetPreviousInstruction(value);
                if (!LLVMGetFirstUse(value) && is_pure(value, check_overflow))
                    LLVMInstructionEraseFromParent(value);
            }
        }
}

static void run_sroa(LLVMModuleRef module)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, "function(sroa)", NULL, options);
    if (error)
        INTERNAL_ERROR("LLVM refused to run its passes: %s", LLVMGetErrorMessage(error));
    LLVMDisposePassBuilderOptions(options);
    LLVMSetIsNewDbgInfoFormat(module, 0);
}

void module_promote_locals(LLVMModuleRef module, bool check_overflow)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0);
    Promotion this = {.module = module,
                      .data = LLVMGetModuleDataLayout(module),
                      .builder = LLVMCreateBuilderInContext(context),
                      .witness = LLVMAddFunction(module, witness_name, type)};
    keep_operations(&this, check_overflow);
    mark_undefined_constants(&this);
    for (uint32_t pinned = pin_locals(&this, true), before = UINT32_MAX; pinned < before;) {
        run_sroa(module);
        remove_calls(this.witness, true);
        before = pinned;
        pinned = pin_locals(&this, false);
    }
    remove_calls(this.witness, false);
    remove_unused(module, check_overflow);
    LLVMDeleteFunction(this.witness);
    LLVMDisposeBuilder(this.builder);
    vector_free(&this.places);
}
