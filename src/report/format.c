// The table of formats.
#include <string.h>

#include "report/report.h"

static const struct {
    const char *name;
    void (*write)(const Verdict *verdict, Text *out);
} formats[REPORT_FORMAT_COUNT] = {
#define X(identifier, name, function) {name, function},
    REPORT_FORMAT_TABLE(X)
#undef X
};

const char *report_format_name(ReportFormat format)
{
    return formats[format].name;
}

ReportFormat report_format_find(const char *name)
{
    ReportFormat format = 0;
    while (format < REPORT_FORMAT_COUNT && strcmp(formats[format].name, name))
        format++;
    return format;
}

bool report_can_tell(ReportFormat format, const Verdict *verdict)
{
    if (format != REPORT_WITNESS && format != REPORT_WITNESS_GRAPHML)
        return true;
    bool proved = verdict->answer == ANSWER_TRUE && !verdict->bounded;
    return proved || verdict->answer == ANSWER_FALSE;
}

void report_write(ReportFormat format, const Verdict *verdict, Text *out)
{
    formats[format].write(verdict, out);
}
