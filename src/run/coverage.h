// What the runs of a search depended on, and so what its answer is about.
#ifndef RADDLE_RUN_COVERAGE_H
#define RADDLE_RUN_COVERAGE_H

#include "base/bytes.h"
#include "machine/machine.h"
#include "trace/trace.h"

// escaped: a thread reached an object that was thought private to another, so that nothing of the search counts;
// read_free_input: an input that nothing fixed; read_given_input: one that the user fixed; havocked: the result of a
// function without body; cut_loops, cut_threads: by bounds (base/bounds.h);
// cut_switches: by --context-bound; ended: some run came to its end.
#define COVERAGE_FLAGS(X) \
    X(escaped) X(read_free_input) X(read_given_input) X(havocked) X(cut_loops) X(cut_threads) X(cut_switches) X(ended)

typedef struct Coverage {
#define X(flag) bool flag;
    COVERAGE_FLAGS(X)
#undef X
    Cut cut;             // where, as far as it is known
    Text unknown;        // the first reason why something was not explored, or empty
    char input_name[64]; // of the first free input
} Coverage;

// The words are kept if there are none yet.
void coverage_note_unknown(Coverage *coverage, const char *format, ...) __attribute__((format(printf, 2, 3)));
void coverage_add(Coverage *coverage, const Machine *machine);
// For those who do not try every order in which threads end.
void coverage_add_last(Coverage *coverage, const Machine *machine);
// What other runs depended on.
void coverage_join(Coverage *coverage, const Coverage *other);
// The same of a recorded symbolic run, as far as the recording shows it: in case of doubt it depended on more.
void coverage_add_trace(Coverage *coverage, const Trace *trace);
// For who looks at one order of threads and concludes on others: blocks that nobody has freed when the process ends may
// be lost in another order, and so may those of threads that are still running then.
void coverage_add_leaks(Coverage *coverage, const Trace *trace);
void coverage_free(Coverage *coverage);

void coverage_put(const Coverage *coverage, Bytes *out);
// Fills a zeroed struct.
void coverage_get(BytesReader *reader, Coverage *out);

#endif
