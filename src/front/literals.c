// Compound literals inside functions. They live as long as the block they stand in, but clang has the whole function
// keep them. Here their lives get marks as those of other locals have them, by the blocks in the debug information: a
// life begins where the literal is first written, because nobody knows its address before, and ends before every access
// or call outside the block that can come next.
//
// Not all that clang puts outside a block is there: branches may have the scope around, and so has what leaves a block,
// calls by the attribute `cleanup` among it. These have the place of the marks that end the lives of other locals.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/lower.h"

static const char literal_name[] = ".compoundliteral"; // as clang calls them

typedef struct Literals {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef data;
    LLVMBuilderRef builder;
    unsigned loop; // metadata: of a way back to the head of a loop
} Literals;

static bool is_block(LLVMMetadataRef scope)
{
    return LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

// The scope around a block or a part of one in another file.
static LLVMMetadataRef scope_around(const Literals *this, LLVMMetadataRef scope)
{
    enum { PART_FILE, PART_SCOPE, PART_COUNT };
    LLVMValueRef node = LLVMMetadataAsValue(this->context, scope), parts[PART_COUNT];
    if (LLVMGetMDNodeNumOperands(node) != PART_COUNT)
        return NULL;
    LLVMGetMDNodeOperands(node, parts);
    return parts[PART_SCOPE] ? LLVMValueAsMetadata(parts[PART_SCOPE]) : NULL;
}

// The scope of an instruction that stands for something in the source; NULL if it does not.
static LLVMMetadataRef scope_of(LLVMValueRef instruction)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    return place && LLVMDILocationGetLine(place) ? LLVMDILocationGetScope(place) : NULL;
}

static bool scope_is_within(const Literals *this, LLVMMetadataRef scope, LLVMMetadataRef block)
{
    while (scope && scope != block) {
        bool nested = is_block(scope) || LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind;
        scope = nested ? scope_around(this, scope) : NULL;
    }
    return scope != NULL;
}

// The block in which a literal stands that is written here; NULL if that is the whole function, or not known.
static LLVMMetadataRef find_block(const Literals *this, LLVMValueRef write)
{
    LLVMMetadataRef scope = scope_of(write);
    while (scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind)
        scope = scope_around(this, scope);
    return scope && is_block(scope) ? scope : NULL;
}

static bool uses(LLVMValueRef instruction, LLVMValueRef local)
{
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (LLVMGetOperand(instruction, (unsigned)i) == local)
            return true;
    return false;
}

// clang emits what comes first first.
static LLVMValueRef find_first_use(LLVMValueRef function, LLVMValueRef local)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
            if (uses(value, local))
                return value;
    return NULL;
}

typedef VECTOR(LLVMValueRef) InstructionList;

// A walk over what is executed after an instruction.
typedef struct Walk {
    LLVMValueRef next;
    InstructionList pending;
    Map blocks; // those that were begun
} Walk;

static void walk_into(Walk *walk, LLVMValueRef terminator)
{
    for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
        LLVMBasicBlockRef successor = LLVMGetSuccessor(terminator, i);
        uint64_t *seen = map_insert(&walk->blocks, (uintptr_t)successor);
        if (!*seen)
            vector_push(&walk->pending, LLVMGetFirstInstruction(successor));
        *seen = 1;
    }
}

// The next instruction, NULL at the end. With `leave` the walk does not go on after the last one.
static LLVMValueRef walk_on(Walk *walk, bool leave)
{
    LLVMValueRef last = walk->next;
    if (leave)
        last = NULL;
    if (last && LLVMIsATerminatorInst(last))
        walk_into(walk, last);
    walk->next = last ? LLVMGetNextInstruction(last) : NULL;
    if (!walk->next && walk->pending.count)
        walk->next = vector_pop(&walk->pending);
    return walk->next;
}

static void walk_free(Walk *walk)
{
    vector_free(&walk->pending);
    map_free(&walk->blocks);
}

// Whether a way from the beginning of the function leads to another use without passing the first one.
static bool is_used_before(LLVMValueRef function, LLVMValueRef local, LLVMValueRef first)
{
    Walk walk = {0};
    vector_push(&walk.pending, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    bool found = false;
    for (LLVMValueRef value = walk_on(&walk, false); value && !found; value = walk_on(&walk, value == first))
        found = value != first && uses(value, local);
    walk_free(&walk);
    return found;
}

static bool calls_intrinsic(LLVMValueRef instruction, const char *prefix)
{
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) && !strncmp(module_value_name(callee), prefix, strlen(prefix));
}

// The places at which lives end, in a function without computed gotos: with them clang marks no lives.
static bool find_exits(LLVMValueRef function, Map *exits)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value)) {
            if (LLVMIsAIndirectBrInst(value))
                return false;
            if (calls_intrinsic(value, "llvm.lifetime.end"))
                *map_insert(exits, (uintptr_t)LLVMInstructionGetDebugLoc(value)) = 1;
        }
    return true;
}

// Whether the source accesses memory here, calls a function or begins the next round of a loop.
static bool does_something(const Literals *this, LLVMValueRef value)
{
    if (LLVMIsABranchInst(value))
        return !LLVMIsConditional(value) && LLVMGetMetadata(value, this->loop);
    if (LLVMIsACallInst(value))
        return !calls_intrinsic(value, "llvm.") || calls_intrinsic(value, "llvm.mem");
    return LLVMIsALoadInst(value) || LLVMIsAStoreInst(value) || LLVMIsAAtomicRMWInst(value) ||
           LLVMIsAAtomicCmpXchgInst(value);
}

static void find_ends(const Literals *this, LLVMValueRef first, LLVMMetadataRef block, const Map *exits,
                      InstructionList *ends)
{
    Walk walk = {.next = first};
    bool outside = false;
    for (LLVMValueRef value = walk_on(&walk, false); value; value = walk_on(&walk, outside)) {
        LLVMMetadataRef scope = scope_of(value);
        outside = scope && does_something(this, value) && !scope_is_within(this, scope, block) &&
                  !map_find(exits, (uintptr_t)LLVMInstructionGetDebugLoc(value));
        if (outside)
            vector_push(ends, value);
    }
    walk_free(&walk);
}

static void mark(const Literals *this, const char *name, LLVMValueRef before, LLVMValueRef local)
{
    LLVMTypeRef pointer = LLVMTypeOf(local);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(this->module, id, &pointer, 1);
    uint64_t size = LLVMABISizeOfType(this->data, LLVMGetAllocatedType(local));
    LLVMValueRef arguments[] = {LLVMConstInt(LLVMInt64TypeInContext(this->context), size, 0), local};
    LLVMPositionBuilderBefore(this->builder, before);
    LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(before));
    LLVMBuildCall2(this->builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

static void mark_life(const Literals *this, LLVMValueRef function, LLVMValueRef local, const Map *exits)
{
    LLVMValueRef first = find_first_use(function, local);
    LLVMMetadataRef block = first ? find_block(this, first) : NULL;
    if (!block || LLVMIsAPHINode(first) || is_used_before(function, local, first))
        return;
    InstructionList ends = {0};
    find_ends(this, first, block, exits, &ends);
    mark(this, "llvm.lifetime.start", first, local);
    for (uint32_t i = 0; i < ends.count; i++)
        mark(this, "llvm.lifetime.end", ends.data[i], local);
    vector_free(&ends);
}

static bool is_literal(LLVMValueRef instruction)
{
    return LLVMIsAAllocaInst(instruction) && LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)) &&
           !strncmp(module_value_name(instruction), literal_name, sizeof literal_name - 1);
}

void module_mark_literals(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    Literals this = {.module = module,
                     .context = context,
                     .data = LLVMGetModuleDataLayout(module),
                     .builder = LLVMCreateBuilderInContext(context),
                     .loop = LLVMGetMDKindIDInContext(context, "llvm.loop", 9)};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        if (LLVMIsDeclaration(function))
            continue;
        Map exits = {0};
        bool known = find_exits(function, &exits);
        for (LLVMValueRef local = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); known && local;
             local = LLVMGetNextInstruction(local))
            if (is_literal(local))
                mark_life(&this, function, local, &exits);
        map_free(&exits);
    }
    LLVMDisposeBuilder(this.builder);
}
