// A violation as other tools get it: what it says, where it is, and what makes it the same as yesterday.
#ifndef RADDLE_REPORT_FINDING_H
#define RADDLE_REPORT_FINDING_H

#include "report/source.h"
#include "trace/trace.h"

// Where the files that findings name are.
typedef struct Surroundings {
    char *directory; // the working directory: tools name files from there
    SourceCache sources;
} Surroundings;

// `program` may be NULL. Free with surroundings_free.
Surroundings surroundings_of(const TraceProgram *program);
void surroundings_free(Surroundings *surroundings);

// Where the violation of the trace is; if that is not known, the first file of the program.
TracePosition finding_place(const Trace *trace);
// What is violated, and why.
void finding_append_message(const Trace *trace, Text *out);
// A digest that is the same as long as the property, the file and the text of the violated line are: lines may move.
void finding_append_fingerprint(Surroundings *surroundings, const Trace *trace, Text *out);

#endif
