// Which lines, branches and functions of a program the runs of a verification have come to, as lcov's tracefiles tell it, so
// that an UNKNOWN or a bounded TRUE shows what was looked at; and which operations of two threads met, as comments there.
#ifndef RADDLE_REPORT_LCOV_H
#define RADDLE_REPORT_LCOV_H

#include "ir/program.h"
#include "machine/reached.h"

// How many there are, and how many of them were come to.
typedef struct CoverageSum {
    uint64_t lines, lines_hit;
    uint64_t branches, branches_hit; // ways of branches
    uint64_t pairs;                  // of operations that met; nobody knows how many there are
    bool more_pairs;                 // so many that not all of them are told
} CoverageSum;

// Appends a record for each file that is not a header of the system, and sums up. The program has Program.cover, and what
// was reached has room for its points.
CoverageSum lcov_append(const Program *program, const Reached *reached, Text *out);

#endif
