// What is known of a program before it runs.
#ifndef RADDLE_ANALYSIS_FACTS_H
#define RADDLE_ANALYSIS_FACTS_H

#include "ir/program.h"

typedef enum GlobalUse {
    GLOBAL_SHARED,    // several threads may reach it, or nothing is known
    GLOBAL_MAIN_ONLY, // only code that the main thread alone can run uses it, and its address goes nowhere
    GLOBAL_READ_ONLY, // its address goes nowhere and nothing writes to it
} GlobalUse;

typedef struct Facts {
    GlobalUse *global_uses; // one per global of the program
} Facts;

Facts *facts_compute(const Program *program);
void facts_free(Facts *facts);

#endif
