// Whether LLVM can read a file that raddle did not make itself.
#ifndef RADDLE_FRONT_TRIAL_H
#define RADDLE_FRONT_TRIAL_H

#include <stdbool.h>

// Has a child of this process read and verify bitcode or assembly. False if that ended the child, as damaged bitcode
// may: then this process must not try. A file that is merely wrong is readable in this sense; reading it says what is
// wrong.
bool trial_survives(const char *path);

#endif
