// Violations that the user does not want reported: by a comment in the source, by a file of rules, or because a baseline
// has them. What is suppressed is counted and named in every report all the same.
#ifndef RADDLE_REPORT_SUPPRESS_H
#define RADDLE_REPORT_SUPPRESS_H

#include "base/arena.h"
#include "base/options.h"
#include "report/baseline.h"
#include "run/verdict.h"

typedef struct SuppressionRule {
    PropertyMask properties;
    const char *pattern; // of the file, as fnmatch reads it; or the name of a function
    uint32_t line;       // of the file: the only one; 0: all
    bool is_function;    // in which the violation happens, or that has called the one in which it does
    uint32_t written;    // the line of the rule
} SuppressionRule;

typedef struct Suppressions {
    Arena strings;
    VECTOR(SuppressionRule) rules;
    const char *rules_file, *baseline_file; // NULL: not given
    Baseline baseline;
    Surroundings surroundings;
    Text complaints; // about comments that are meant to suppress something and cannot be understood, one a line
} Suppressions;

// Reads the files that the options name. False after appending what is wrong; to be freed in any case.
bool suppressions_load(Suppressions *suppressions, const Options *options, const TraceProgram *program, Text *errors);
void suppressions_free(Suppressions *suppressions);

// A SuppressionTest, whose context is a Suppressions. Comments are asked first, then the rules, then the baseline.
Suppressor suppressions_test(void *context, const Trace *trace, Text *by);

// Reads the comment of a line: `// raddle: ignore`, perhaps with properties, perhaps with `-- ` and a reason. Returns
// whether there is one. Then `properties` is what it is about, 0 if it cannot be understood; what is wrong is appended
// to `error`. `alone` says whether nothing but the comment is on the line.
bool suppression_comment(const char *line, PropertyMask *properties, bool *alone, Text *error);

#endif
