// The source lines that the page carries with it.
#ifndef RADDLE_REPORT_HTML_SOURCES_H
#define RADDLE_REPORT_HTML_SOURCES_H

#include "base/none.h"
#include "report/source.h"
#include "trace/trace.h"

typedef VECTOR(bool) LineSet; // by line, 1 is the first

typedef struct HtmlFile {
    const char *path;
    LineSet occurring; // an event or a violation is there
} HtmlFile;

typedef struct HtmlSources {
    SourceCache cache;
    VECTOR(HtmlFile) files;
} HtmlSources;

// The number of the file in the page, which will hold the line; NONE if the position is unknown. The position's
// strings must outlive `sources`.
uint32_t html_sources_note(HtmlSources *sources, const TracePosition *position);
// Appends a JSON list of {"path", "parts"}; a part is the number of its first line and the lines. Files that cannot be
// read have no parts.
void html_sources_append(HtmlSources *sources, Text *out);
void html_sources_free(HtmlSources *sources);

#endif
