// Points (native/module.h): where they are, and what is inserted there for the machine and for the native program.
#ifndef RADDLE_NATIVE_POINTS_H
#define RADDLE_NATIVE_POINTS_H

#include "front/lower.h"
#include "native/module.h"

// Gives every instruction of a module that may become a point a number, from *next on, as metadata that clones of the
// module keep.
void points_number(Lowering *lowering, LLVMModuleRef module, uint64_t *next);
// For the machine, before locals move into registers: inserts a call that counts before each numbered copy, which may
// be split then; it does not keep its number, which is added to `kept`.
void points_insert_copy_counters(Lowering *lowering, LLVMModuleRef module, Map *kept);
// For the machine, afterwards: inserts a call that counts before each numbered instruction that is left, and adds its
// number to `kept`.
void points_insert_counters(Lowering *lowering, LLVMModuleRef module, Map *kept);
// For the native program: inserts calls of its runtime before the instructions whose numbers are in `kept`, replaces
// inputs by calls of the runtime, and inserts the checks that `options` ask for.
void points_instrument(Lowering *lowering, LLVMModuleRef module, const Map *kept, const NativeOptions *options);

// Whether calls of the function are performed by the machine itself or, natively, by the runtime; mathematics are not.
bool points_is_runtime_function(LLVMValueRef function);
// Whether the machine knows nothing of the function but its name.
bool points_is_unmodelled(const Lowering *lowering, LLVMValueRef function);

#endif
