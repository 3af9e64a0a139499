// A baseline: the violations that were there on some day, so that only new ones are reported later. A violation is known
// by its property, its file, the text of its line and which of the lines with that text it is: lines may move.
#ifndef RADDLE_REPORT_BASELINE_H
#define RADDLE_REPORT_BASELINE_H

#include <stdbool.h>

#include "base/vector.h"
#include "report/finding.h"

typedef struct BaselineEntry {
    char *fingerprint; // of finding_append_fingerprint; owned
    uint32_t occurrence;
} BaselineEntry;

typedef struct Baseline {
    VECTOR(BaselineEntry) entries;
} Baseline;

// Reads what the format `baseline` of report/report.h writes. False after appending what is wrong.
bool baseline_read(Baseline *baseline, const char *path, Text *error);
bool baseline_has(const Baseline *baseline, Surroundings *surroundings, const Trace *trace);
void baseline_free(Baseline *baseline);

#endif
