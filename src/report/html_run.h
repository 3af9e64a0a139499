// One run as the page shows it.
#ifndef RADDLE_REPORT_HTML_RUN_H
#define RADDLE_REPORT_HTML_RUN_H

#include "report/html_sources.h"
#include "trace/trace.h"

// Appends a JSON object; page.js, which reads it, says what it holds. The lines that occur are noted in `sources`.
void html_run_append(const Trace *trace, HtmlSources *sources, Text *out);

#endif
