// Marks of the lives of objects that clang gives none.
#ifndef RADDLE_FRONT_LIVES_H
#define RADDLE_FRONT_LIVES_H

#include <llvm-c/Types.h>

#include "front/front.h"

// For a module that clang has made of a file of the options, of C and without a pass.
void module_mark_lives(LLVMModuleRef module, const FrontOptions *options, uint32_t file);

#endif
