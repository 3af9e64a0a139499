// One use of inline assembly while it is made into instructions of LLVM: what the program passes and gets, what is in the
// registers, the flags. Private to the files assembly*.c.
//
// A function that returns false, or NULL for a value, has met something that is not understood: then the whole text is
// refused.
#ifndef RADDLE_FRONT_ASSEMBLY_H
#define RADDLE_FRONT_ASSEMBLY_H

#include <llvm-c/Core.h>

#include "front/assembly_text.h"

// A register: one of the processor's by its name, or one that the compiler chooses.
typedef struct AssemblyPlace {
    char name[ASSEMBLY_NAME_SIZE]; // as normalised; empty: the compiler chooses
    LLVMValueRef word;             // 64 bits
    uint32_t valid;                // so many of its lower bits are known; 0: nothing was put there
} AssemblyPlace;

typedef struct AssemblyArgument {
    bool is_output;
    bool is_memory; // `value` points there
    bool is_plain;  // memory that might as well be a register: no other thread is meant to look at it
    bool is_flag;   // an output that tells whether `condition` holds
    char condition[ASSEMBLY_NAME_SIZE];
    uint32_t place; // of a register
    LLVMTypeRef type;
    LLVMValueRef value;
} AssemblyArgument;

// What the last comparison or operation told; NULL: nothing that is known.
typedef struct AssemblyFlags {
    LLVMValueRef zero, carry, sign;
    LLVMValueRef less; // signed
} AssemblyFlags;

typedef struct Assembly {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef call;
    AssemblyText text;
    const char *(*normalise)(const char *name, uint32_t *width); // the name of a register; NULL: it is none
    uint32_t (*modified_width)(char modifier);                   // 0: it says nothing of a width
    VECTOR(AssemblyArgument) arguments;
    VECTOR(AssemblyPlace) places;
    AssemblyFlags flags;
} Assembly;

// assembly_operands.c
// Reads the constraints and puts the inputs into their registers.
bool assembly_open(Assembly *assembly);
// The values of the outputs that are registers, in their order.
typedef VECTOR(LLVMValueRef) AssemblyResults;
bool assembly_collect(Assembly *assembly, AssemblyResults *results);
void assembly_close(Assembly *assembly);
LLVMTypeRef assembly_type(const Assembly *assembly, uint32_t width);
LLVMValueRef assembly_constant(const Assembly *assembly, uint32_t width, int64_t value);
bool assembly_is_memory(const Assembly *assembly, const AssemblyOperand *operand);
bool assembly_is_plain(const Assembly *assembly, const AssemblyOperand *operand);
// The width of an operand as it is written; 0: it has none.
uint32_t assembly_operand_width(const Assembly *assembly, const AssemblyOperand *operand);
LLVMValueRef assembly_address(Assembly *assembly, const AssemblyOperand *operand);
// A register or a number.
LLVMValueRef assembly_read(Assembly *assembly, const AssemblyOperand *operand, uint32_t width);
bool assembly_write(Assembly *assembly, const AssemblyOperand *operand, LLVMValueRef value);
// A register of the processor that the assembly declares; NULL: it does not.
AssemblyPlace *assembly_place(Assembly *assembly, const char *name);
AssemblyPlace *assembly_operand_place(Assembly *assembly, const AssemblyOperand *operand);
LLVMValueRef assembly_place_read(Assembly *assembly, const AssemblyPlace *place, uint32_t width);
void assembly_place_write(Assembly *assembly, AssemblyPlace *place, LLVMValueRef value);
LLVMValueRef assembly_load(Assembly *assembly, LLVMValueRef address, uint32_t width, LLVMAtomicOrdering order);
void assembly_store(Assembly *assembly, LLVMValueRef address, LLVMValueRef value, LLVMAtomicOrdering order);
LLVMValueRef assembly_update(Assembly *assembly, LLVMAtomicRMWBinOp operation, LLVMValueRef address, LLVMValueRef value,
                             LLVMAtomicOrdering order);
// Sets *swapped to whether it happened; returns what was there.
LLVMValueRef assembly_exchange(Assembly *assembly, LLVMValueRef address, LLVMValueRef expected, LLVMValueRef desired,
                               LLVMAtomicOrdering order, LLVMValueRef *swapped);
LLVMValueRef assembly_is_zero(Assembly *assembly, LLVMValueRef value);
LLVMValueRef assembly_is_negative(Assembly *assembly, LLVMValueRef value);
// Calls a function of one operand that LLVM has for every width (llvm.ctpop), with false as the second if it takes two.
LLVMValueRef assembly_builtin(Assembly *assembly, const char *name, LLVMValueRef value, bool flagged, bool undefined);
// Calls a function of the models without arguments.
LLVMValueRef assembly_ask(Assembly *assembly, const char *function, uint32_t width);
// By the name of a condition of either processor.
LLVMValueRef assembly_condition(Assembly *assembly, const char *name);
void assembly_compare(Assembly *assembly, LLVMValueRef left, LLVMValueRef right);

// assembly_x86.c, assembly_arm.c: translate the text.
bool assembly_translate_x86(Assembly *assembly);
const char *assembly_x86_register(const char *name, uint32_t *width);
uint32_t assembly_x86_width(char modifier);
bool assembly_translate_arm(Assembly *assembly);
const char *assembly_arm_register(const char *name, uint32_t *width);
uint32_t assembly_arm_width(char modifier);

#endif
