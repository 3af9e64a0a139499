// The state of lowering one function. Private to src/front.
#ifndef RADDLE_FRONT_FUNCTION_BUILDER_H
#define RADDLE_FRONT_FUNCTION_BUILDER_H

#include "base/property.h"
#include "front/lower.h"

// A target that is known only when all blocks have been placed.
typedef struct Fixup {
    uint32_t instruction;
    enum { FIXUP_B, FIXUP_IMM, FIXUP_SWITCH_DEFAULT, FIXUP_SWITCH_CASE } field;
    uint32_t index; // of the case
    LLVMBasicBlockRef block;
} Fixup;

// Code that belongs to an edge: copies into phi registers and loop bookkeeping. Placed after the terminator.
typedef struct Stub {
    Fixup fixup;     // who jumps here; `block` is where the edge leads
    bool is_counted; // its visits are; then it is this way of the last branch
    uint32_t way;
} Stub;

typedef struct FunctionBuilder {
    Lowering *lowering;
    LLVMValueRef value;
    uint32_t id;
    bool is_jumped_into; // see function_is_jumped_into
    Map registers;       // value -> first register + 1
    Map blocks;          // block -> first instruction + 1
    Map locals;          // alloca -> Variable id + 1
    Map block_state;     // block -> 1 while on the path of the depth-first search, 2 after
    Map back_edges;      // hash of (from, to) -> 1
    Map loop_ids;        // header -> loop id + 1
    VECTOR(Instruction) code;
    VECTOR(uint32_t) positions;
    VECTOR(CallOperands) calls;
    VECTOR(OperandList) lists;
    VECTOR(SwitchTable) switches;
    VECTOR(Loop) loops;
    VECTOR(Block) block_list;
    VECTOR(Fixup) fixups;
    VECTOR(Stub) stubs;
    uint32_t first_temporary; // registers from here on live for one instruction
    uint32_t next_temporary;
    uint32_t register_count;
    uint32_t position;
    LLVMBasicBlockRef block;
    bool covers; // visits of blocks and ways are counted
} FunctionBuilder;

uint32_t builder_emit(FunctionBuilder *builder, Instruction instruction);
uint32_t builder_temporary(FunctionBuilder *builder, uint32_t count);
void builder_unsupported(FunctionBuilder *builder, const char *what);
// r[condition] must not be 0: otherwise the property is violated.
void builder_require_below(FunctionBuilder *builder, uint32_t value, uint8_t width, uint64_t bound,
                           const char *message);
void builder_require(FunctionBuilder *builder, uint32_t condition, Property property, const char *message);
// The first register of a value; constants are put into temporaries.
uint32_t builder_value(FunctionBuilder *builder, LLVMValueRef value);
// The register assigned to an instruction's result.
uint32_t builder_result(FunctionBuilder *builder, LLVMValueRef value);
// The address of a memory operand as register + constant offset.
uint32_t builder_address(FunctionBuilder *builder, LLVMValueRef pointer, uint64_t *offset);
uint32_t builder_constant(FunctionBuilder *builder, uint64_t word);

// Emits the words of a constant into registers from *next on.
void builder_put_constant(FunctionBuilder *builder, LLVMValueRef constant, uint32_t *next);
// Whether a value is the arbitrary first value of a local. It is drawn when it is first used, once per call, and not at
// all on paths that do not use it; a flag per word after its registers remembers that.
bool builder_is_arbitrary(LLVMValueRef value);
// Copies r[length] bytes between the addresses in two registers.
void builder_copy(FunctionBuilder *builder, uint32_t to, uint32_t from, uint32_t length, uint8_t flags);

// lower_call.c
void lower_call(FunctionBuilder *builder, LLVMValueRef call);
// Whether nothing is emitted for a call.
bool lower_ignores_call(FunctionBuilder *builder, LLVMValueRef call);
// lower_instruction.c
void lower_instruction(FunctionBuilder *builder, LLVMValueRef instruction);
// lower_wide.c
// Lowers an instruction whose result or operand is an integer of more than 64 bits. False if the ordinary way, word by
// word, is right for it.
bool lower_wide_instruction(FunctionBuilder *builder, LLVMValueRef instruction);
// The same for a call of one of LLVM's intrinsics.
bool lower_wide_intrinsic(FunctionBuilder *builder, LLVMValueRef call, const char *name);

#endif
