// Takes away the checks of indices that hold in every run. LLVM says which these are, without getting at the program: it
// is shown a sketch, a copy of the module in which only the arithmetic of integers and the ways of control are left.
// From a program LLVM would conclude that what is undefined does not happen, while the machine goes on after some of
// it (signed arithmetic wraps unless overflow is asked about) and has to report the rest. So nothing in the sketch is
// undefined:
//
// - Arithmetic wraps: no operation is said not to overflow.
// - What is read, called, converted from something else or chosen arbitrarily, a quotient by a variable and a shift by
//   a variable is any number, and each time another one: a volatile read. So nothing is known of memory, which other
//   threads write to, and nothing follows from an access or a division having gone well.
// - Where control cannot come, the function returns. Functions and loops may go on for ever.
// - A check is a call that shows its condition and may not return, and after that the condition is taken for granted:
//   whoever violates a check goes no further, whatever is asked about.
//
// If the condition that is shown has become `true`, it followed from the conditions that control has passed, earlier
// checks among them, and from arithmetic.
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "front/lower.h"

enum { WORD = 64 };

// Ranges of what loops count come from indvars, which wants them rotated; conditions that hold on the way to a check
// are weighed by the last two.
static const char passes[] = "function(simplifycfg,early-cse,loop(loop-rotate),loop(indvars),correlated-propagation,"
                             "constraint-elimination)";

typedef VECTOR(LLVMValueRef) ValueList;

typedef struct Sketch {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef anything; // memory of which nothing is known
    LLVMValueRef show;     // given the condition of a check and its number
    LLVMTypeRef show_type;
    LLVMValueRef assume;
    LLVMTypeRef assume_type;
    uint32_t check_count;
    ValueList doomed;
} Sketch;

static bool is_index_check(LLVMValueRef instruction)
{
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) && !strcmp(module_value_name(callee), REQUIRE_FUNCTION) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 1)) == REQUIREMENT_INDEX;
}

static bool is_number(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= WORD;
}

// Whether an operation with this second operand has a result, whatever the first one is.
static bool is_harmless(LLVMOpcode opcode, LLVMValueRef operand)
{
    bool is_constant = LLVMIsAConstantInt(operand) != NULL;
    switch (opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return is_constant && LLVMConstIntGetZExtValue(operand) < LLVMGetIntTypeWidth(LLVMTypeOf(operand));
    case LLVMUDiv:
    case LLVMURem:
        return is_constant && LLVMConstIntGetZExtValue(operand);
    case LLVMSDiv:
    case LLVMSRem:
        return is_constant && LLVMConstIntGetSExtValue(operand) > 0;
    default:
        return false;
    }
}

static bool is_kept(LLVMValueRef value)
{
    if (!is_number(value) || (LLVMGetNumOperands(value) && !is_number(LLVMGetOperand(value, 0))))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMPHI:
    case LLVMSelect:
    case LLVMICmp:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
        return true;
    default:
        return LLVMIsABinaryOperator(value) && is_harmless(LLVMGetInstructionOpcode(value), LLVMGetOperand(value, 1));
    }
}

static LLVMValueRef make_anything(Sketch *this, LLVMTypeRef type, LLVMValueRef before)
{
    LLVMTypeRef bytes = LLVMIntTypeInContext(this->context, (LLVMGetIntTypeWidth(type) + 7) / 8 * 8);
    LLVMPositionBuilderBefore(this->builder, before);
    LLVMValueRef value = LLVMBuildLoad2(this->builder, bytes, this->anything, "");
    LLVMSetVolatile(value, 1);
    return bytes == type ? value : LLVMBuildTrunc(this->builder, value, type, "");
}

// Constants that are no plain numbers: addresses, and what is undefined.
static bool is_unknown(LLVMValueRef operand)
{
    return LLVMIsConstant(operand) && is_number(operand) && !LLVMIsAConstantInt(operand);
}

// What comes from the same block twice has to be the same.
static LLVMValueRef make_incoming(Sketch *this, LLVMValueRef phi, unsigned index)
{
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, index);
    for (unsigned i = 0; i < index; i++)
        if (LLVMGetIncomingBlock(phi, i) == block)
            return LLVMGetIncomingValue(phi, i);
    return make_anything(this, LLVMTypeOf(phi), LLVMGetBasicBlockTerminator(block));
}

static void free_operands(Sketch *this, LLVMValueRef value)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, i);
        if (is_unknown(operand))
            LLVMSetOperand(value, i,
                           LLVMIsAPHINode(value) ? make_incoming(this, value, i)
                                                 : make_anything(this, LLVMTypeOf(operand), value));
    }
}

// The same operation, of which nothing is said but what it computes.
static void replace_with_plain(Sketch *this, LLVMValueRef value)
{
    LLVMValueRef plain;
    LLVMPositionBuilderBefore(this->builder, value);
    if (LLVMIsABinaryOperator(value))
        plain = LLVMBuildBinOp(this->builder, LLVMGetInstructionOpcode(value), LLVMGetOperand(value, 0),
                               LLVMGetOperand(value, 1), "");
    else if (LLVMIsACastInst(value))
        plain = LLVMBuildCast(this->builder, LLVMGetInstructionOpcode(value), LLVMGetOperand(value, 0),
                              LLVMTypeOf(value), "");
    else
        return;
    LLVMReplaceAllUsesWith(value, plain);
    vector_push(&this->doomed, value);
}

static void show_check(Sketch *this, LLVMValueRef check)
{
    LLVMValueRef condition = LLVMGetOperand(check, 0);
    LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(this->context), this->check_count++, 0);
    LLVMPositionBuilderBefore(this->builder, check);
    LLVMBuildCall2(this->builder, this->show_type, this->show, (LLVMValueRef[]){condition, number}, 2, "");
    LLVMBuildCall2(this->builder, this->assume_type, this->assume, &condition, 1, "");
    vector_push(&this->doomed, check);
}

static void simplify_instruction(Sketch *this, LLVMValueRef value)
{
    if (is_kept(value)) {
        free_operands(this, value);
        replace_with_plain(this, value);
    } else if (is_index_check(value)) {
        free_operands(this, value);
        show_check(this, value);
    } else {
        if (is_number(value) && LLVMGetFirstUse(value))
            LLVMReplaceAllUsesWith(value, make_anything(this, LLVMTypeOf(value), value));
        else if (LLVMGetFirstUse(value))
            LLVMReplaceAllUsesWith(value, LLVMGetPoison(LLVMTypeOf(value))); // its users go, too
        vector_push(&this->doomed, value);
    }
}

static void return_instead(Sketch *this, LLVMValueRef terminator, LLVMTypeRef result)
{
    LLVMPositionBuilderBefore(this->builder, terminator);
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(this->builder);
    else
        LLVMBuildRet(this->builder, LLVMConstNull(result));
    LLVMInstructionEraseFromParent(terminator);
}

static void simplify_terminator(Sketch *this, LLVMValueRef terminator, LLVMTypeRef result)
{
    if (LLVMIsAReturnInst(terminator) || LLVMIsAUnreachableInst(terminator)) {
        return_instead(this, terminator, result);
        return;
    }
    free_operands(this, terminator);
    LLVMSetMetadata(terminator, LLVMGetMDKindIDInContext(this->context, "llvm.loop", 9), NULL);
}

static void remove_attributes(LLVMValueRef function, LLVMAttributeIndex index)
{
    unsigned count = LLVMGetAttributeCountAtIndex(function, index), length;
    LLVMAttributeRef *attributes = memory_allocate((count + 1) * sizeof *attributes);
    LLVMGetAttributesAtIndex(function, index, attributes);
    for (unsigned i = 0; i < count; i++) {
        if (!LLVMIsStringAttribute(attributes[i])) {
            LLVMRemoveEnumAttributeAtIndex(function, index, LLVMGetEnumAttributeKind(attributes[i]));
            continue;
        }
        const char *kind = LLVMGetStringAttributeKind(attributes[i], &length);
        LLVMRemoveStringAttributeAtIndex(function, index, kind, length);
    }
    free(attributes);
}

static void simplify_function(Sketch *this, LLVMValueRef function)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    this->doomed.count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef next, terminator = LLVMGetBasicBlockTerminator(block);
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value != terminator; value = next) {
            next = LLVMGetNextInstruction(value);
            simplify_instruction(this, value);
        }
        simplify_terminator(this, terminator, result);
    }
    for (uint32_t i = 0; i < this->doomed.count; i++)
        LLVMInstructionEraseFromParent(this->doomed.data[i]);
    for (unsigned i = 0; i <= LLVMCountParams(function); i++)
        remove_attributes(function, i);
    remove_attributes(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
}

// Whether control goes only where the sketch shows it, and a check is there to be decided.
static bool is_worth_it(LLVMValueRef function)
{
    bool has_check = false;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (!LLVMIsABranchInst(terminator) && !LLVMIsASwitchInst(terminator) && !LLVMIsAReturnInst(terminator) &&
            !LLVMIsAUnreachableInst(terminator))
            return false;
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
            has_check = has_check || is_index_check(value);
    }
    return has_check;
}

static void add_attribute(Sketch *this, LLVMValueRef function, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(this->context, kind, 0));
}

// LLVM's passes leave functions alone that are not to be optimised.
static void set_aside(Sketch *this, LLVMValueRef function)
{
    remove_attributes(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    add_attribute(this, function, "optnone");
    add_attribute(this, function, "noinline");
}

static void collect_checks(LLVMModuleRef module, ValueList *checks)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        if (!is_worth_it(function))
            continue;
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
                if (is_index_check(value))
                    vector_push(checks, value);
    }
}

// Numbers the checks in the order of collect_checks.
static void draw(Sketch *this)
{
    LLVMTypeRef nothing = LLVMVoidTypeInContext(this->context), truth = LLVMInt1TypeInContext(this->context);
    LLVMTypeRef memory = LLVMArrayType2(LLVMInt8TypeInContext(this->context), WORD / 8);
    this->show_type = LLVMFunctionType(nothing, (LLVMTypeRef[]){truth, LLVMInt32TypeInContext(this->context)}, 2, 0);
    this->assume_type = LLVMFunctionType(nothing, &truth, 1, 0);
    this->anything = LLVMAddGlobal(this->module, memory, "raddle.anything");
    this->show = LLVMAddFunction(this->module, "raddle.show", this->show_type);
    this->assume = LLVMGetIntrinsicDeclaration(this->module, LLVMLookupIntrinsicID("llvm.assume", 11), NULL, 0);
    for (LLVMValueRef function = LLVMGetFirstFunction(this->module); function;
         function = LLVMGetNextFunction(function)) {
        if (is_worth_it(function))
            simplify_function(this, function);
        else if (!LLVMIsDeclaration(function))
            set_aside(this, function);
    }
}

static void run_passes(LLVMModuleRef module)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
    if (error)
        INTERNAL_ERROR("LLVM refused to run its passes: %s", LLVMGetErrorMessage(error));
    LLVMDisposePassBuilderOptions(options);
}

typedef enum Finding { NOT_SEEN, HOLDS, MAY_FAIL } Finding;

// A check that a pass has copied holds if all its copies do. One that is gone is where control never comes; it may stay.
// Nothing is found if a pass has made one call of two.
static bool read_findings(const Sketch *this, uint8_t *findings)
{
    for (LLVMUseRef use = LLVMGetFirstUse(this->show); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (!LLVMIsACallInst(call) || !LLVMIsAConstantInt(LLVMGetOperand(call, 1)))
            return false;
        LLVMValueRef condition = LLVMGetOperand(call, 0);
        uint8_t *finding = &findings[LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1))];
        bool holds = LLVMIsAConstantInt(condition) && LLVMConstIntGetZExtValue(condition);
        *finding = holds && *finding != MAY_FAIL ? HOLDS : MAY_FAIL;
    }
    return true;
}

// With what only it needed.
static void remove_check(LLVMValueRef check)
{
    LLVMValueRef value = LLVMGetOperand(check, 0);
    LLVMInstructionEraseFromParent(check);
    while ((LLVMIsAICmpInst(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value)) && !LLVMGetFirstUse(value)) {
        LLVMValueRef operand = LLVMGetOperand(value, 0);
        LLVMInstructionEraseFromParent(value);
        value = operand;
    }
}

static void find_sure_checks(LLVMModuleRef module, uint32_t check_count, uint8_t *findings)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    Sketch this = {
        .module = LLVMCloneModule(module), .context = context, .builder = LLVMCreateBuilderInContext(context)};
    LLVMStripModuleDebugInfo(this.module);
    draw(&this);
    CHECK(this.check_count == check_count);
    run_passes(this.module);
    if (!read_findings(&this, findings))
        memset(findings, NOT_SEEN, check_count);
    vector_free(&this.doomed);
    LLVMDisposeBuilder(this.builder);
    LLVMDisposeModule(this.module);
}

void module_drop_sure_checks(LLVMModuleRef module)
{
    ValueList checks = {0};
    collect_checks(module, &checks);
    if (checks.count) {
        uint8_t *findings = memory_allocate_zeroed(checks.count);
        find_sure_checks(module, checks.count, findings);
        for (uint32_t i = 0; i < checks.count; i++)
            if (findings[i] == HOLDS)
                remove_check(checks.data[i]);
        free(findings);
    }
    vector_free(&checks);
}
