// Compound assignments, ++ and -- of _Atomic objects, for which clang makes a loop round a compare-exchange. clang 19 makes
// mistakes there: it takes the operand for unsigned where it is converted, takes _Bool for a number, and gives a postfix
// operator the value of the first round.
#ifndef RADDLE_FRONT_ATOMIC_UPDATES_H
#define RADDLE_FRONT_ATOMIC_UPDATES_H

#include "front/front.h"
#include "front/lower.h"

// For a module that clang has made of a file of the options without a pass. False, with the reason in `errors`, if the sign
// of an operand matters and is not known.
bool module_mend_atomic_updates(LLVMModuleRef module, const FrontOptions *options, uint32_t file, Text *errors);

#endif
