// Weak compare-exchanges whose failure is of no consequence. One that may fail without reason stands in a loop nearly
// always, and then a failure without reason leads back to where the round began, with everything as it was: it found
// the value it expected, so what it stored as expected was there before. The round did nothing but look. A run without
// it is just as good, and the exchange may as well be a strong one.
//
// The way from the failure is followed in the code, for all values at once: it must have no effect, and must lead to a
// block that all ways to the exchange go through (the head of the loop), into which nothing new is carried; and
// between that block and the exchange there must be no effect either.
#include <string.h>

#include "base/vector.h"
#include "front/lower.h"

enum { WAY_LIMIT = 32 }; // blocks

typedef struct Known {
    LLVMValueRef phi, value;
} Known;

typedef struct Way {
    LLVMValueRef exchange;
    VECTOR(Known) known; // what the phis met on the way are
} Way;

typedef VECTOR(LLVMBasicBlockRef) BlockList;

// What a value is on the way, as another value.
static LLVMValueRef resolve(const Way *way, LLVMValueRef value)
{
    for (uint32_t i = way->known.count; i-- > 0;)
        if (way->known.data[i].phi == value)
            return way->known.data[i].value;
    if (LLVMIsAExtractValueInst(value) && LLVMGetOperand(value, 0) == way->exchange && !*LLVMGetIndices(value))
        return LLVMGetOperand(way->exchange, 1); // it found what it expected
    return value;
}

// What an integer is on the way: false if that is not known.
static bool evaluate(const Way *way, LLVMValueRef value, unsigned long long *out)
{
    value = resolve(way, value);
    if (LLVMIsAConstantInt(value)) {
        *out = LLVMConstIntGetZExtValue(value);
        return LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
    }
    if (LLVMIsAExtractValueInst(value) && LLVMGetOperand(value, 0) == way->exchange) {
        *out = 0; // it failed
        return *LLVMGetIndices(value) == 1;
    }
    unsigned long long left, right;
    if (LLVMIsAZExtInst(value))
        return evaluate(way, LLVMGetOperand(value, 0), out);
    if (LLVMIsATruncInst(value)) {
        bool found = evaluate(way, LLVMGetOperand(value, 0), out);
        unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
        *out &= width < 64 ? (1ull << width) - 1 : ~0ull;
        return found;
    }
    bool is_xor = LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMXor;
    if ((!is_xor && !LLVMIsAICmpInst(value)) || !evaluate(way, LLVMGetOperand(value, 0), &left) ||
        !evaluate(way, LLVMGetOperand(value, 1), &right))
        return false;
    LLVMIntPredicate predicate = is_xor ? 0 : LLVMGetICmpPredicate(value);
    *out = is_xor ? left ^ right : (left == right) == (predicate == LLVMIntEQ);
    return is_xor || predicate == LLVMIntEQ || predicate == LLVMIntNE;
}

static bool call_is_quiet(LLVMValueRef call)
{
    static const char *const quiet[] = {"llvm.dbg.",   "llvm.lifetime.", "llvm.expect.",
                                        "sched_yield", "pthread_yield",  "thrd_yield"};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    for (size_t i = 0; LLVMIsAFunction(callee) && i < sizeof quiet / sizeof *quiet; i++)
        if (!strncmp(module_value_name(callee), quiet[i], strlen(quiet[i])))
            return true;
    return false;
}

// Whether it does nothing that anybody could notice, or that would not be done again.
static bool is_quiet(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMAlloca:
    case LLVMVAArg:
    case LLVMInvoke:
    case LLVMCallBr:
        return false;
    case LLVMCall:
        return call_is_quiet(instruction);
    default:
        return true;
    }
}

static bool is_quiet_from(LLVMValueRef first, LLVMValueRef end)
{
    for (LLVMValueRef i = first; i && i != end; i = LLVMGetNextInstruction(i))
        if (!is_quiet(i))
            return false;
    return true;
}

static bool contains(const BlockList *list, LLVMBasicBlockRef block)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] == block)
            return true;
    return false;
}

static void add_predecessors(LLVMBasicBlockRef block, BlockList *out)
{
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMBasicBlockRef from = LLVMIsATerminatorInst(user) ? LLVMGetInstructionParent(user) : NULL;
        if (from && !contains(out, from))
            vector_push(out, from);
    }
}

// Whether all ways to the exchange go through the block, and do nothing from there on.
static bool begins_round(const Way *way, LLVMBasicBlockRef head)
{
    LLVMBasicBlockRef last = LLVMGetInstructionParent(way->exchange);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(last));
    BlockList blocks = {0};
    bool begins = is_quiet_from(LLVMGetFirstInstruction(last), way->exchange);
    if (head != last)
        add_predecessors(last, &blocks);
    for (uint32_t i = 0; i < blocks.count && begins; i++) {
        LLVMBasicBlockRef block = blocks.data[i];
        begins = block != entry && block != last && blocks.count < WAY_LIMIT &&
                 is_quiet_from(LLVMGetFirstInstruction(block), NULL);
        if (block != head)
            add_predecessors(block, &blocks);
    }
    begins &= head == last || contains(&blocks, head);
    vector_free(&blocks);
    return begins;
}

static bool is_always(LLVMValueRef phi, LLVMValueRef value)
{
    bool always = LLVMIsConstant(value);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        always &= LLVMGetIncomingValue(phi, i) == value || LLVMGetIncomingValue(phi, i) == phi;
    return always;
}

// Whether what is carried into the block from there is what was carried into it before.
static bool carries_nothing(const Way *way, LLVMBasicBlockRef head, LLVMBasicBlockRef from)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(head); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
            if (LLVMGetIncomingBlock(phi, i) == from && resolve(way, LLVMGetIncomingValue(phi, i)) != phi &&
                !is_always(phi, LLVMGetIncomingValue(phi, i)))
                return false;
    return true;
}

// The phis take their values at the same time.
static void enter(Way *way, LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
    VECTOR(Known) taken = {0};
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
            if (LLVMGetIncomingBlock(phi, i) == from)
                vector_push(&taken, (Known){phi, resolve(way, LLVMGetIncomingValue(phi, i))});
    for (uint32_t i = 0; i < taken.count; i++)
        vector_push(&way->known, taken.data[i]);
    vector_free(&taken);
}

static LLVMBasicBlockRef next_block(const Way *way, LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    unsigned long long condition = 0;
    if (!LLVMIsABranchInst(end) || (LLVMIsConditional(end) && !evaluate(way, LLVMGetCondition(end), &condition)))
        return NULL;
    return LLVMGetSuccessor(end, LLVMIsConditional(end) && !condition ? 1 : 0);
}

bool exchange_is_retried(LLVMValueRef exchange)
{
    Way way = {.exchange = exchange};
    LLVMBasicBlockRef block = LLVMGetInstructionParent(exchange);
    LLVMValueRef first = LLVMGetNextInstruction(exchange);
    bool found = false;
    for (uint32_t steps = 0; steps < WAY_LIMIT && !found && is_quiet_from(first, NULL); steps++) {
        LLVMBasicBlockRef next = next_block(&way, block);
        if (!next)
            break;
        found = carries_nothing(&way, next, block) && begins_round(&way, next);
        enter(&way, next, block);
        block = next;
        first = LLVMGetFirstInstruction(next);
    }
    vector_free(&way.known);
    return found;
}
