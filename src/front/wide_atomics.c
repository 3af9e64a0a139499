// Atomic accesses to more than 64 bits, pointers with a tag for the most part, become calls of the library: of what is there
// for objects that are too large for the processor (models/atomic.c). That a weak exchange may fail without reason is
// decided beforehand, by one of a coin, so that whoever knows weak exchanges knows these.
//
// A round of a loop that ends with such a failure is given up as one of a narrow exchange is (machine/spin.c), if it has
// changed nothing: the coin is what it was, the call only looks, and what it stores as expected is what was expected, or the
// round has changed that. So the thread stands where it stood, and there is a run without the round, in which it comes to
// the loop later. Others may have written meanwhile: they do so in that run, too, and nobody saw the looks.
#include "front/lower.h"

enum { WIDE_BITS = 128, WIDE_SIZE = 16 };

typedef struct Widening {
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef nothing, bit, order, size, wide;
} Widening;

// As the library counts them.
static LLVMValueRef order_constant(const Widening *widening, LLVMAtomicOrdering order)
{
    enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
    int number = order == LLVMAtomicOrderingAcquire          ? ACQUIRE
                 : order == LLVMAtomicOrderingRelease        ? RELEASE
                 : order == LLVMAtomicOrderingAcquireRelease ? ACQ_REL
                 : order == LLVMAtomicOrderingMonotonic      ? RELAXED
                                                             : SEQ_CST;
    return LLVMConstInt(widening->order, (unsigned long long)number, false);
}

static LLVMValueRef call(const Widening *widening, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                         unsigned count)
{
    LLVMTypeRef types[8];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef function = LLVMGetNamedFunction(widening->module, name);
    if (!function)
        function = LLVMAddFunction(widening->module, name, type);
    return LLVMBuildCall2(widening->builder, type, function, arguments, count, "");
}

// A variable of the function that the instruction is in, which then holds the value; NULL: anything.
static LLVMValueRef make_place(const Widening *widening, LLVMValueRef instruction, LLVMTypeRef type, LLVMValueRef value)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
    LLVMPositionBuilderBefore(widening->builder, LLVMGetFirstInstruction(entry));
    LLVMValueRef place = LLVMBuildAlloca(widening->builder, type, "");
    LLVMPositionBuilderBefore(widening->builder, instruction);
    if (value)
        LLVMBuildStore(widening->builder, value, place);
    return place;
}

static void replace_load(const Widening *widening, LLVMValueRef load)
{
    LLVMValueRef place = make_place(widening, load, widening->wide, NULL);
    LLVMValueRef arguments[] = {LLVMConstInt(widening->size, WIDE_SIZE, false), LLVMGetOperand(load, 0), place,
                                order_constant(widening, LLVMGetOrdering(load))};
    call(widening, "__atomic_load", widening->nothing, arguments, 4);
    LLVMReplaceAllUsesWith(load, LLVMBuildLoad2(widening->builder, widening->wide, place, ""));
}

static void replace_store(const Widening *widening, LLVMValueRef store)
{
    LLVMValueRef place = make_place(widening, store, widening->wide, LLVMGetOperand(store, 0));
    LLVMValueRef arguments[] = {LLVMConstInt(widening->size, WIDE_SIZE, false), LLVMGetOperand(store, 1), place,
                                order_constant(widening, LLVMGetOrdering(store))};
    call(widening, "__atomic_store", widening->nothing, arguments, 4);
}

static void replace_swap(const Widening *widening, LLVMValueRef swap)
{
    LLVMValueRef given = make_place(widening, swap, widening->wide, LLVMGetOperand(swap, 1));
    LLVMValueRef old = make_place(widening, swap, widening->wide, NULL);
    LLVMValueRef arguments[] = {LLVMConstInt(widening->size, WIDE_SIZE, false), LLVMGetOperand(swap, 0), given, old,
                                order_constant(widening, LLVMGetOrdering(swap))};
    call(widening, "__atomic_exchange", widening->nothing, arguments, 5);
    LLVMReplaceAllUsesWith(swap, LLVMBuildLoad2(widening->builder, widening->wide, old, ""));
}

// Whether a weak exchange may go on.
static LLVMValueRef toss_coin(const Widening *widening, LLVMValueRef exchange)
{
    if (!LLVMGetWeak(exchange))
        return LLVMConstInt(widening->bit, 1, false);
    LLVMValueRef zero = LLVMConstInt(widening->order, 0, false);
    LLVMValueRef coin = make_place(widening, exchange, widening->order, zero);
    LLVMValueRef tossed =
        LLVMBuildAtomicCmpXchg(widening->builder, coin, zero, zero, LLVMAtomicOrderingSequentiallyConsistent,
                               LLVMAtomicOrderingSequentiallyConsistent, false);
    LLVMSetWeak(tossed, true);
    return LLVMBuildExtractValue(widening->builder, tossed, 1, "");
}

static void replace_exchange(const Widening *widening, LLVMValueRef exchange)
{
    LLVMValueRef expected = make_place(widening, exchange, widening->wide, LLVMGetOperand(exchange, 1));
    LLVMValueRef desired = make_place(widening, exchange, widening->wide, LLVMGetOperand(exchange, 2));
    LLVMValueRef arguments[] = {LLVMConstInt(widening->size, WIDE_SIZE, false),
                                LLVMGetOperand(exchange, 0),
                                expected,
                                desired,
                                order_constant(widening, LLVMGetCmpXchgSuccessOrdering(exchange)),
                                order_constant(widening, LLVMGetCmpXchgFailureOrdering(exchange)),
                                toss_coin(widening, exchange)};
    LLVMValueRef done = call(widening, "__raddle_compare_exchange", widening->bit, arguments, 7);
    LLVMValueRef old = LLVMBuildLoad2(widening->builder, widening->wide, expected, "");
    LLVMValueRef result = LLVMGetUndef(LLVMTypeOf(exchange));
    result = LLVMBuildInsertValue(widening->builder, result, old, 0, "");
    result = LLVMBuildInsertValue(widening->builder, result, done, 1, "");
    LLVMReplaceAllUsesWith(exchange, result);
}

// Whether it was one, and has been replaced.
static bool replace(const Widening *widening, LLVMValueRef instruction)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    bool swaps = opcode == LLVMAtomicRMW && LLVMGetAtomicRMWBinOp(instruction) == LLVMAtomicRMWBinOpXchg;
    bool plain = opcode == LLVMLoad || opcode == LLVMStore;
    if ((plain && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic) ||
        (!plain && !swaps && opcode != LLVMAtomicCmpXchg))
        return false;
    LLVMTypeRef type = LLVMTypeOf(opcode == LLVMLoad    ? instruction
                                  : opcode == LLVMStore ? LLVMGetOperand(instruction, 0)
                                                        : LLVMGetOperand(instruction, 1));
    if (type != widening->wide)
        return false;
    if (opcode == LLVMLoad)
        replace_load(widening, instruction);
    else if (opcode == LLVMStore)
        replace_store(widening, instruction);
    else if (swaps)
        replace_swap(widening, instruction);
    else
        replace_exchange(widening, instruction);
    return true;
}

void module_call_wide_atomics(Lowering *lowering)
{
    LLVMContextRef context = lowering->context;
    Widening widening = {.module = lowering->module,
                         .builder = LLVMCreateBuilderInContext(context),
                         .nothing = LLVMVoidTypeInContext(context),
                         .bit = LLVMInt1TypeInContext(context),
                         .order = LLVMInt32TypeInContext(context),
                         .wide = LLVMIntTypeInContext(context, WIDE_BITS)};
    widening.size = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(lowering->module));
    for (LLVMValueRef function = LLVMGetFirstFunction(lowering->module); function;
         function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (replace(&widening, i))
                    LLVMInstructionEraseFromParent(i);
            }
    LLVMDisposeBuilder(widening.builder);
}
