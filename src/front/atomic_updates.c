// Without a pass there are no other loops in which a value is carried by a phi: what the source calls a variable is in memory.
//
// Whether an operand is signed the module does not tell; clang's syntax tree does, and is asked for only where it matters. The
// operator is found there by its place. Where a macro gives several operators one place, all operands of this width there must
// be signed, or all unsigned, or else all in the same function.
#include "front/atomic_updates.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/syntax_tree.h"

// What the operands of operators `op=` on _Atomic integers may be.
typedef enum Sign {
    SIGN_SIGNED = 1,
    SIGN_UNSIGNED = 2, // both: it is not known
} Sign;

// A loop
//     head:   old = phi [first, before], [seen, latch]
//             ...
//             result = cmpxchg place, old, new
//             seen = extractvalue result, 0
// where a _Bool goes through a truncation to one bit and back on each way to the phi.
typedef struct Update {
    LLVMValueRef old, exchange, first;
    LLVMValueRef bit; // of a _Bool: `first` is this extended; else NULL
} Update;

typedef struct Mending {
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    const FrontOptions *options;
    uint32_t file;
    SyntaxTree tree;
    unsigned pointer_bits;
} Mending;

static LLVMValueRef only_operand(LLVMValueRef value, LLVMOpcode opcode)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode ? LLVMGetOperand(value, 0) : NULL;
}

// The value whose lowest bit `value` is, as a _Bool in memory; else NULL. `bit` becomes the bit.
static LLVMValueRef boolean_of(LLVMValueRef value, LLVMValueRef *bit)
{
    LLVMValueRef narrow = only_operand(value, LLVMZExt);
    *bit = narrow;
    return narrow && LLVMGetIntTypeWidth(LLVMTypeOf(narrow)) == 1 ? only_operand(narrow, LLVMTrunc) : NULL;
}

// The exchange whose result comes round to `old` as `seen`.
static LLVMValueRef exchange_of(LLVMValueRef old, LLVMValueRef seen)
{
    LLVMValueRef exchange = LLVMIsAExtractValueInst(seen) && !*LLVMGetIndices(seen) ? LLVMGetOperand(seen, 0) : NULL;
    return exchange && LLVMIsAAtomicCmpXchgInst(exchange) && LLVMGetOperand(exchange, 1) == old ? exchange : NULL;
}

static bool find_update(LLVMValueRef old, Update *update)
{
    if (LLVMCountIncoming(old) != 2)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef seen = LLVMGetIncomingValue(old, i), bit;
        LLVMValueRef whole = boolean_of(seen, &bit);
        *update = (Update){.old = old, .exchange = exchange_of(old, whole ? whole : seen)};
        if (!update->exchange)
            continue;
        update->first = LLVMGetIncomingValue(old, 1 - i);
        if (whole && !boolean_of(update->first, &update->bit))
            update->bit = NULL;
        return true;
    }
    return false;
}

// All uses but that of `except` (of the value itself, or of what is made of it) get the other value.
static void replace_uses(LLVMValueRef value, LLVMValueRef other, LLVMValueRef except)
{
    LLVMUseRef following;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = following) {
        following = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        for (int i = 0, count = LLVMGetNumOperands(user); user != except && !LLVMIsAPHINode(user) && i < count; i++)
            if (LLVMGetOperand(user, (unsigned)i) == value)
                LLVMSetOperand(user, (unsigned)i, other);
    }
}

static void begin_before(const Mending *this, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(this->builder, instruction);
    LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(instruction));
}

static LLVMValueRef first_after_phis(LLVMValueRef phi)
{
    while (LLVMIsAPHINode(phi))
        phi = LLVMGetNextInstruction(phi);
    return phi;
}

// What a postfix operator gives is what was there in the round that succeeds. Only the loop needs what was there first.
static void mend_result(const Mending *this, const Update *update)
{
    if (LLVMIsAInstruction(update->first))
        replace_uses(update->first, update->old, NULL);
    if (!update->bit)
        return;
    begin_before(this, first_after_phis(update->old));
    LLVMValueRef bit = LLVMBuildTrunc(this->builder, update->old, LLVMTypeOf(update->bit), "");
    replace_uses(update->bit, bit, update->first);
}

// Anything but zero is 1 as a _Bool.
static void mend_boolean(const Mending *this, const Update *update)
{
    LLVMValueRef stored = LLVMGetOperand(update->exchange, 2), value = stored;
    if (!LLVMIsAInstruction(stored))
        return;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(stored);
    if (opcode == LLVMTrunc || opcode == LLVMFPToUI)
        value = LLVMGetOperand(stored, 0);
    LLVMValueRef next = LLVMGetNextInstruction(stored);
    begin_before(this, next);
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(value));
    LLVMValueRef bit = opcode == LLVMFPToUI ? LLVMBuildFCmp(this->builder, LLVMRealUNE, value, zero, "")
                                            : LLVMBuildICmp(this->builder, LLVMIntNE, value, zero, "");
    replace_uses(stored, LLVMBuildZExt(this->builder, bit, LLVMTypeOf(stored), ""), bit);
}

static void replace_instruction(LLVMValueRef old, LLVMValueRef replacement)
{
    LLVMReplaceAllUsesWith(old, replacement);
    LLVMInstructionEraseFromParent(old);
}

// Whether a conversion takes an operand, or what is stored, for unsigned.
static bool is_unsigned_conversion(LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    return opcode == LLVMZExt || opcode == LLVMUIToFP || opcode == LLVMFPToUI;
}

static void make_signed(const Mending *this, LLVMValueRef value)
{
    LLVMValueRef operand = LLVMGetOperand(value, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    begin_before(this, value);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMZExt:
        replace_instruction(value, LLVMBuildSExt(this->builder, operand, type, ""));
        break;
    case LLVMUIToFP:
        replace_instruction(value, LLVMBuildSIToFP(this->builder, operand, type, ""));
        break;
    default:
        replace_instruction(value, LLVMBuildFPToSI(this->builder, operand, type, ""));
    }
}

// The conversion of the operand, NULL: there is none.
static LLVMValueRef find_conversion(const Update *update)
{
    for (LLVMUseRef use = LLVMGetFirstUse(update->old); use; use = LLVMGetNextUse(use))
        if (is_unsigned_conversion(LLVMGetUser(use)))
            return LLVMGetUser(use);
    return NULL;
}

// --- the syntax tree ---

static bool begins_with(const char *text, const char *beginning)
{
    return !strncmp(text, beginning, strlen(beginning));
}

// Which signs an operand of this width may have, if its type is called so; 0: it has another width.
static unsigned sign_of_type(const Mending *this, const char *type, unsigned bits)
{
    const struct {
        const char *name;
        unsigned bits;
    } rows[] = {{"char", 8},       {"signed char", 8}, {"short", 16}, {"int", 32}, {"long", this->pointer_bits},
                {"long long", 64}, {"__int128", 128}};
    static const char prefix[] = "unsigned ";
    unsigned sign = SIGN_SIGNED;
    if (begins_with(type, "enum "))
        return bits == 32 ? SIGN_SIGNED | SIGN_UNSIGNED : 0;
    if (begins_with(type, prefix)) {
        sign = SIGN_UNSIGNED;
        type += strlen(prefix);
    } else if (!strcmp(type, "char")) {
        sign = this->tree.signed_char ? SIGN_SIGNED : SIGN_UNSIGNED;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(type, rows[i].name))
            return rows[i].bits == bits ? sign : 0;
    return 0;
}

// The part of a node that comes after so many others; NULL if there is none.
static const TreeNode *part_of(const SyntaxTree *tree, uint32_t node, uint32_t before)
{
    for (uint32_t i = node + 1; i < tree->nodes.count; i++)
        if (tree->nodes.data[i].parent == node && !before--)
            return &tree->nodes.data[i];
    return NULL;
}

// The signs of all operands of this width: of the operators at a place, or in the whole function if that is 0.
static unsigned read_signs(const Mending *this, unsigned bits, TreePlace place)
{
    const SyntaxTree *tree = &this->tree;
    unsigned signs = 0;
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        if (!tree_node_is(&tree->nodes.data[i], "CompoundAssignOperator"))
            continue;
        const TreeNode *left = part_of(tree, i, 0), *right = part_of(tree, i, 1);
        if (!left || !right || !begins_with(left->type, "_Atomic("))
            continue;
        if (!place || (left->last && left->last <= place && place <= right->first))
            signs |= sign_of_type(this, tree->nodes.data[i].type, bits);
    }
    return signs;
}

// Whether the operand of an operator is signed; false if that is not known.
static bool find_sign(Mending *this, LLVMValueRef function, LLVMValueRef exchange, unsigned bits, bool *is_signed)
{
    if (!syntax_tree_read(&this->tree, this->options, this->file, function))
        return false;
    TreePlace place = tree_place_of_location(function, LLVMInstructionGetDebugLoc(exchange));
    unsigned signs = place ? read_signs(this, bits, place) : 0;
    if (signs != SIGN_SIGNED && signs != SIGN_UNSIGNED)
        signs = read_signs(this, bits, 0);
    *is_signed = signs == SIGN_SIGNED;
    return signs == SIGN_SIGNED || signs == SIGN_UNSIGNED;
}

static bool mend_conversions(Mending *this, const Update *update, LLVMValueRef function, Text *errors)
{
    LLVMValueRef conversion = find_conversion(update), stored = LLVMGetOperand(update->exchange, 2);
    bool converts_back = is_unsigned_conversion(stored) && LLVMGetInstructionOpcode(stored) == LLVMFPToUI, is_signed;
    if (!conversion && !converts_back)
        return true;
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(update->old));
    if (!find_sign(this, function, update->exchange, bits, &is_signed)) {
        LLVMMetadataRef place = LLVMInstructionGetDebugLoc(update->exchange);
        text_format(errors,
                    "%s:%u: the left side of this operator is _Atomic, and whether it is signed cannot be seen: in a "
                    "function of its own it can\n",
                    this->options->files[this->file], place ? LLVMDILocationGetLine(place) : 0);
        return false;
    }
    while (is_signed && (conversion = find_conversion(update)))
        make_signed(this, conversion);
    if (is_signed && converts_back)
        make_signed(this, stored);
    return true;
}

static bool mend_update(Mending *this, const Update *update, LLVMValueRef function, Text *errors)
{
    mend_result(this, update);
    if (update->bit) {
        mend_boolean(this, update);
        return true;
    }
    return LLVMGetTypeKind(LLVMTypeOf(update->old)) != LLVMIntegerTypeKind ||
           mend_conversions(this, update, function, errors);
}

bool module_mend_atomic_updates(LLVMModuleRef module, const FrontOptions *options, uint32_t file, Text *errors)
{
    Mending this = {.module = module,
                    .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
                    .options = options,
                    .file = file,
                    .pointer_bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module))};
    bool mended = true;
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
                 phi = LLVMGetNextInstruction(phi)) {
                Update update;
                if (mended && find_update(phi, &update))
                    mended = mend_update(&this, &update, function, errors);
            }
    LLVMDisposeBuilder(this.builder);
    syntax_tree_free(&this.tree);
    return mended;
}
