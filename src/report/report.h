// What people and programs read.
#ifndef RADDLE_REPORT_REPORT_H
#define RADDLE_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/options.h"
#include "run/verdict.h"

typedef struct ReportOptions {
    bool color;
    unsigned width; // columns of the terminal; 0: unlimited
    TraceDetail detail;
} ReportOptions;

// A counterexample as columns, one per thread: source lines, values read and written, locks held; then the violated
// line with a caret and the message; then the inputs.
void report_trace_append(const Trace *trace, const ReportOptions *options, Text *out);
void report_trace_text(const Trace *trace, const ReportOptions *options, FILE *stream);
// The page of report_html for a single run, whatever its end; `headline` says how it ended.
void report_html_run(const Trace *trace, const char *headline, Text *out);

// The formats of files that tell of a whole verdict. json: one object on one or more lines, see doc/command-line.md.
// html: one page that needs nothing beside itself, see doc/html-report.md: the verdict, and its counterexamples step by
// step. sarif: a log in SARIF 2.1.0, see doc/formats.md. witness: a verification witness of SV-COMP, in YAML (format 2)
// or in GraphML (format 1); nothing for UNKNOWN. junit: test results as CI servers read them, code-quality: findings as
// GitLab reads them, annotations: commands that GitHub's runner looks for in what a step prints; see doc/ci.md.
// diagnostics: what editors show, see doc/editors.md. baseline: see report/baseline.h.
// X(identifier, name, function, the field of Options with the file, how the names of such files end, what it can tell)
// Of the formats with the same option the one with the fitting ending is taken, else the one without any. EVERYTHING:
// it has words for each verdict. ANSWERS: for proofs and violations only.
#define REPORT_FORMAT_TABLE(X)                                                           \
    X(JSON, "json", report_json, json, NULL, EVERYTHING)                                 \
    X(HTML, "html", report_html, html, NULL, EVERYTHING)                                 \
    X(SARIF, "sarif", report_sarif, sarif, NULL, EVERYTHING)                             \
    X(JUNIT, "junit", report_junit, junit, NULL, EVERYTHING)                             \
    X(CODE_QUALITY, "code-quality", report_code_quality, code_quality, NULL, EVERYTHING) \
    X(ANNOTATIONS, "annotations", report_annotations, annotations, NULL, EVERYTHING)     \
    X(DIAGNOSTICS, "diagnostics", report_diagnostics, diagnostics, NULL, EVERYTHING)     \
    X(BASELINE, "baseline", report_baseline, write_baseline, NULL, EVERYTHING)           \
    X(WITNESS, "witness-yaml", report_witness, witness, NULL, ANSWERS)                   \
    X(WITNESS_GRAPHML, "witness-graphml", report_witness_graphml, witness, ".graphml", ANSWERS)

typedef enum ReportFormat {
#define X(identifier, ...) REPORT_##identifier,
    REPORT_FORMAT_TABLE(X)
#undef X
        REPORT_FORMAT_COUNT
} ReportFormat;

#define X(identifier, name, function, ...) void function(const Verdict *verdict, Text *out);
REPORT_FORMAT_TABLE(X)
#undef X

const char *report_format_name(ReportFormat format);
// REPORT_FORMAT_COUNT if there is none of that name.
ReportFormat report_format_find(const char *name);
// The file that is to be written in the format; NULL: none.
const char *report_format_path(ReportFormat format, const Options *options);
// Whether the format has words for the verdict: there is no witness of not knowing, and an answer within bounds is no
// proof.
bool report_can_tell(ReportFormat format, const Verdict *verdict);
void report_write(ReportFormat format, const Verdict *verdict, Text *out);

// Writes `text` to `path` ("-" is standard output) and checks that all of it arrived; on failure appends the reason.
bool report_write_file(const char *path, const Text *text, Text *error);

#endif
