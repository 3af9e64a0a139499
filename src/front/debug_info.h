// The parts of debug metadata that LLVM's C API has no names for; the numbers are those of DWARF and of LLVM 19.
#ifndef RADDLE_FRONT_DEBUG_INFO_H
#define RADDLE_FRONT_DEBUG_INFO_H

#include "front/lower.h"

enum { // DWARF tags
    TAG_ARRAY = 0x01,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCTURE = 0x13,
    TAG_SUBROUTINE = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47,
};

enum { // operands of DI nodes
    TYPE_NAME = 2,
    TYPE_BASE_TYPE = 3,
    COMPOSITE_ELEMENTS = 4,
    SUBROUTINE_TYPES = 3,
    SUBPROGRAM_NAME = 2,
    SUBPROGRAM_TYPE = 4,
    VARIABLE_NAME = 1,
    VARIABLE_TYPE = 3,
};

typedef VECTOR(LLVMValueRef) OperandVector;

// An operand of a node; NULL if it, or the node, is absent.
LLVMMetadataRef debug_operand(Lowering *lowering, LLVMMetadataRef node, unsigned index);
// "" if it is no string.
const char *debug_operand_string(Lowering *lowering, LLVMMetadataRef node, unsigned index);
// The name that the function has in the source; static ones of different files may share it.
const char *debug_function_name(Lowering *lowering, LLVMValueRef function);
// All operands of a node, which may be NULL. To be freed.
void debug_operands(Lowering *lowering, LLVMMetadataRef node, OperandVector *operands);
// The Type that a node describes.
uint32_t debug_type(Lowering *lowering, LLVMMetadataRef node);
// The node of the variable that a global is; NULL without one.
LLVMMetadataRef debug_global_node(LLVMValueRef global);

#endif
