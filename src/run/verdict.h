// The answer to a verification.
#ifndef RADDLE_RUN_VERDICT_H
#define RADDLE_RUN_VERDICT_H

#include <stdbool.h>

#include "base/statistics.h"
#include "base/text.h"
#include "base/vector.h"
#include "run/proof.h"
#include "trace/trace.h"

typedef enum Answer { ANSWER_TRUE, ANSWER_FALSE, ANSWER_UNKNOWN } Answer;

// What is to be said with a TRUE.
typedef enum RemarkKind {
    REMARK_VACUOUS,    // it is about less than the user may think
    REMARK_WEAK_ORDER, // what happens under weaker orders of memory was not explored
    REMARK_MODEL,      // it was
} RemarkKind;

typedef struct Remark {
    RemarkKind kind;
    Text message;     // one line, the place included
    const char *file; // of the program; "" if there is no place
    uint32_t line;
} Remark;

// An engine that did not come to an answer because something in raddle is wrong, or memory was gone.
typedef struct Failure {
    const char *engine;
    Text where;   // "src/engine/explore.c:176"; "" if it is not known
    Text message; // one line
} Failure;

// Who says that a violation is not to be reported.
typedef enum Suppressor {
    SUPPRESSOR_NONE,
    SUPPRESSOR_COMMENT,  // a comment in the source
    SUPPRESSOR_FILE,     // a line of the file of --suppressions
    SUPPRESSOR_BASELINE, // it was there when the file of --baseline was written
} Suppressor;

typedef struct Suppressed {
    Trace *trace; // owned
    Suppressor suppressor;
    Text by; // in words: "the comment at x.c:12"
} Suppressed;

// How far a search with bounds on rounds and threads came that were let grow (engine/deepen.h).
typedef struct Depth {
    uint64_t rounds, threads;     // within which nothing is violated; 0: none
    Cut cut;                      // where bounds cut runs, as far as it is known
    TracePosition loop, creation; // the same as places, of what the user sees; line 0: none
} Depth;

typedef struct Verdict {
    Answer answer;
    bool bounded;             // something cut the search: a bound, a fixed input, a havocked function
    bool was_cut;             // ANSWER_TRUE: by bounds on rounds and threads
    const char *memory_model; // that the answer is about; NULL: it is not known
    Depth depth;
    const char *engine;              // which one decided
    const TraceProgram *program;     // what was verified, for reports; not owned; NULL: unknown
    Text reason;                     // ANSWER_UNKNOWN: what stands in UNKNOWN(...); else ""
    Text note;                       // what was covered, in words, e.g. "for the given input only"; may be empty
    Text covered;                    // ANSWER_UNKNOWN: in what no violation is, in words; may be empty
    VECTOR(Remark) remarks;          // ANSWER_TRUE
    Proof proof;                     // likewise, if there is one to be shown
    VECTOR(Trace *) counterexamples; // ANSWER_FALSE: one per violated line, the first is the one reported; owned
    VECTOR(Suppressed) suppressed;   // violations that were found and are not reported
    Text rest;                       // ANSWER_FALSE: for what nothing else is violated; empty: there may be more
    Text more;                       // ANSWER_FALSE: why there may be more, as far as it is known
    VECTOR(Failure) failures;        // of engines that were tried
    Text dump;                       // what --dump asked of the engine
    Statistics statistics;
} Verdict;

void verdict_free(Verdict *verdict);
// "TRUE", "TRUE, 2 suppressed", "FALSE(assertion) bank.c:12", "UNKNOWN(timeout)"
void verdict_append_line(const Verdict *verdict, Text *out);
// The remark as a sentence of its own: "vacuous: no second thread was ever created (x.c:7)".
void remark_append(const Remark *remark, Text *out);
// "engine mpc failed (internal error at src/engine/explore.c:176: ...); please report this program".
void failure_append(const Failure *failure, Text *out);
// "suppressed: race x.c:7, by the comment at x.c:6".
void suppressed_append(const Suppressed *suppressed, Text *out);
// Adds a failure, whose texts it takes over; one that is there already is not added again.
void verdict_add_failure(Verdict *verdict, Failure failure);
// Moves the failures of one verdict to another.
void verdict_take_failures(Verdict *verdict, Verdict *from);
// Moves what was suppressed there and is not known here.
void verdict_take_suppressed(Verdict *verdict, Verdict *from);
// A proof about functions holds under what was assumed of their arguments.
void verdict_add_assumptions(Verdict *verdict, const TraceProgram *program);
// Whether it is UNKNOWN because a bound cut the search, not time or memory.
bool verdict_is_bound(const Verdict *verdict);
// What the user can do about an UNKNOWN, as a sentence; nothing if there is no advice.
void verdict_append_hint(const Verdict *verdict, Text *out);
// What the process returns for it, if nothing else goes wrong.
int verdict_exit_status(Answer answer);

#endif
