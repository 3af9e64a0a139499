// The state of making a harness. Private to harness.c, harness_calls.c and harness_values.c.
#ifndef RADDLE_FRONT_HARNESS_BUILDER_H
#define RADDLE_FRONT_HARNESS_BUILDER_H

#include <llvm-c/DebugInfo.h>

#include "base/call_plan.h"
#include "front/debug_info.h"
#include "front/lower.h"

// An object that all functions share which take a pointer to its type at the same place among such pointers.
typedef struct SharedObject {
    const char *type; // harness_type_name of it
    uint32_t ordinal; // among the parameters of a function that point to this type
    LLVMValueRef pointer;
} SharedObject;

// A type on the way from a parameter to an object that is made.
typedef struct TypeChain {
    const struct TypeChain *outer;
    const char *type;
} TypeChain;

typedef struct HarnessBuilder {
    Lowering *lowering;
    const CallPlan *plan;
    LLVMBuilderRef builder;
    LLVMValueRef function;     // the one being built
    LLVMMetadataRef scope;     // of the program's function on whose behalf; NULL: none yet
    const char *function_name; // its name
    LLVMDIBuilderRef positions;
    VECTOR(SharedObject) shared;
    LLVMValueRef setup_result;     // a pointer that the set-up function returned; NULL: none
    const char *setup_result_type; // of what it points to
    uint32_t object_count;
    bool made_pointer;
    bool made_text; // some object is text
    bool cut_chain; // some pointer is NULL because its type occurred too often
    uint32_t store_count;
    bool in_variable;  // what is filled is a variable, with its initialiser, and not memory that is arbitrary anyway
    bool by_value;     // what is filled is an argument itself, not what one points to
    bool before_setup; // the set-up function gets what is made now: it may initialise what nobody else can
    bool failed;       // said in the errors
} HarnessBuilder;

// harness_values.c
// The type without qualifiers and names given by typedef. NULL: void.
LLVMMetadataRef harness_strip_type(HarnessBuilder *harness, LLVMMetadataRef type);
// What tells types apart, also those of different files: "struct list", "int *".
const char *harness_type_name(HarnessBuilder *harness, LLVMMetadataRef type);
// From now on code is built on behalf of this function.
void harness_set_function(HarnessBuilder *harness, LLVMValueRef function, const char *name);
// An input of that LLVM type.
LLVMValueRef harness_input(HarnessBuilder *harness, LLVMTypeRef type, const char *name);
// A pointer to a fresh object with arbitrary content; `name` is the pointer's, in the words of C.
LLVMValueRef harness_pointer(HarnessBuilder *harness, LLVMMetadataRef pointed, const char *name,
                             const TypeChain *chain);
// The same, or NULL, if NULL is to be tried.
LLVMValueRef harness_or_null(HarnessBuilder *harness, LLVMValueRef pointer, const char *name);
// Arbitrary content for an object of that type at an address; `name` is the object's.
void harness_fill(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                  const char *name, const TypeChain *chain);
// Appends "argument NAME of FUNCTION: " and what is wrong, once.
void harness_fail(HarnessBuilder *harness, const char *name, const char *what);
// A function of the program or of the library, declared if it is not there.
LLVMValueRef harness_library_function(HarnessBuilder *harness, const char *name, LLVMTypeRef result,
                                      LLVMTypeRef *parameters, unsigned count);
// A run goes on only if the condition holds.
void harness_assume(HarnessBuilder *harness, LLVMValueRef condition);
LLVMTypeRef harness_word_type(HarnessBuilder *harness); // an integer as wide as a pointer

// What the pointers that were made have in common, in words.
void harness_append_assumptions(const HarnessBuilder *harness, Text *out);

// harness_calls.c
// Calls a function of the program with arbitrary arguments, in the function being built. `passed`: the pointers to
// objects among them, in their order, or NULL, if they are to be made here. Returns the call, NULL after a failure.
LLVMValueRef harness_call(HarnessBuilder *harness, LLVMValueRef function, const char *name, const LLVMValueRef *passed);
typedef VECTOR(LLVMValueRef) PointerList;
// The pointers to objects that a function takes, made or found here.
void harness_pointers(HarnessBuilder *harness, LLVMValueRef function, const char *name, PointerList *pointers);
// Keeps what the set-up function has returned for those that take it.
void harness_keep_result(HarnessBuilder *harness, LLVMValueRef function, LLVMValueRef call);
// Whether a thread can run the function as it is.
bool harness_is_thread_function(HarnessBuilder *harness, LLVMValueRef function);

#endif
