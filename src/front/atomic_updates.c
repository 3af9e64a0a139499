// Without a pass there are no other loops in which a value is carried by a phi: what the source calls a variable is in memory.
//
// Whether an operand is signed the module does not tell; clang's syntax tree does, and is asked for only where it matters. A
// node there has no place in the module: it must do that all operands of this width in the same function are signed, or all
// are unsigned, or else all in the file.
#include "front/atomic_updates.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/compile.h"

// The operands of the operators `op=` on _Atomic integers that are 8 << index bits wide.
typedef enum Sign {
    SIGN_SIGNED = 1,
    SIGN_UNSIGNED = 2, // both: it is not known
} Sign;

enum { WIDTHS = 5 };

typedef struct Signs {
    unsigned by_width[WIDTHS];
} Signs;

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
    Text tree;        // empty until it is asked for
    bool signed_char; // of the target; with the tree, what the user chose
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

static int width_index(unsigned bits)
{
    for (int i = 0; i < WIDTHS; i++)
        if (bits == 8u << i)
            return i;
    return -1;
}

static bool names(const char *type, size_t length, const char *name)
{
    return strlen(name) == length && !strncmp(type, name, length);
}

// Notes an operand of a type that clang names so.
static void note_type(const Mending *this, const char *type, size_t length, Signs *signs)
{
    static const char unsigned_[] = "unsigned ";
    unsigned sign = SIGN_SIGNED, bits = 0;
    if (length > strlen(unsigned_) && !strncmp(type, unsigned_, strlen(unsigned_))) {
        sign = SIGN_UNSIGNED;
        type += strlen(unsigned_);
        length -= strlen(unsigned_);
    } else if (names(type, length, "char")) {
        sign = this->signed_char ? SIGN_SIGNED : SIGN_UNSIGNED;
    }
    if (names(type, length, "char") || names(type, length, "signed char"))
        bits = 8;
    else if (names(type, length, "short"))
        bits = 16;
    else if (names(type, length, "int"))
        bits = 32;
    else if (names(type, length, "long"))
        bits = this->pointer_bits;
    else if (names(type, length, "long long"))
        bits = 64;
    else if (names(type, length, "__int128"))
        bits = 128;
    else if (length > 5 && !strncmp(type, "enum ", 5)) {
        sign = SIGN_SIGNED | SIGN_UNSIGNED;
        bits = 32;
    }
    int index = width_index(bits);
    if (index >= 0)
        signs->by_width[index] |= sign;
}

// The last of the quoted types that stand one after the other: without the names that the source gives them.
static const char *find_type(const char *line, const char *end, size_t *length)
{
    const char *begin = memchr(line, '\'', (size_t)(end - line));
    for (;;) {
        const char *close = begin ? memchr(begin + 1, '\'', (size_t)(end - begin - 1)) : NULL;
        if (!close)
            return NULL;
        *length = (size_t)(close - begin - 1);
        if (end - close < 3 || close[1] != ':' || close[2] != '\'')
            return begin + 1;
        begin = close + 2;
    }
}

static bool contains(const char *line, const char *end, const char *word)
{
    const char *found = strstr(line, word);
    return found && found < end;
}

// The name that a line of a function declares: the word before its type.
static bool declares(const char *line, const char *end, const char *name)
{
    const char *type = memchr(line, '\'', (size_t)(end - line));
    size_t length = strlen(name);
    return type && (size_t)(type - line) > length + 2 && !strncmp(type - 1 - length, name, length) &&
           type[-2 - (long)length] == ' ';
}

// Those in the function of the name, or in the whole file.
static Signs read_signs(const Mending *this, const char *function)
{
    static const char atomic[] = "_Atomic(";
    Signs signs = {0};
    bool inside = !function, assigned = false;
    size_t length = 0;
    const char *assignment = NULL, *line = text_string(&this->tree);
    for (const char *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        if (assigned) { // this is the left side
            size_t left_length;
            const char *left = find_type(line, end, &left_length);
            if (left && left_length > strlen(atomic) && !strncmp(left, atomic, strlen(atomic)) && assignment)
                note_type(this, assignment, length, &signs);
            assigned = false;
        }
        if (function && contains(line, end, "FunctionDecl 0x"))
            inside = declares(line, end, function);
        if (inside && contains(line, end, "CompoundAssignOperator 0x")) {
            assignment = find_type(line, end, &length);
            assigned = true;
        }
    }
    return signs;
}

// Whether the operands of this width are signed; false if that is not known.
static bool find_sign(Mending *this, LLVMValueRef function, unsigned bits, bool *is_signed)
{
    if (!this->tree.length)
        compile_to_tree(this->options, this->file, &this->tree, &this->signed_char);
    const char *const names_asked[] = {module_value_name(function), NULL};
    int index = width_index(bits);
    for (size_t i = 0; i < sizeof names_asked / sizeof *names_asked && index >= 0; i++) {
        unsigned signs = read_signs(this, names_asked[i]).by_width[index];
        *is_signed = signs == SIGN_SIGNED;
        if (signs == SIGN_SIGNED || signs == SIGN_UNSIGNED)
            return true;
    }
    return false;
}

static bool mend_conversions(Mending *this, const Update *update, LLVMValueRef function, Text *errors)
{
    LLVMValueRef conversion = find_conversion(update), stored = LLVMGetOperand(update->exchange, 2);
    bool converts_back = is_unsigned_conversion(stored) && LLVMGetInstructionOpcode(stored) == LLVMFPToUI, is_signed;
    if (!conversion && !converts_back)
        return true;
    if (!find_sign(this, function, LLVMGetIntTypeWidth(LLVMTypeOf(update->old)), &is_signed)) {
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
                    .signed_char = strstr(LLVMGetTarget(module), "86") != NULL, // as clang has it for Linux
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
    text_free(&this.tree);
    return mended;
}
