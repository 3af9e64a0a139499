// The table of formats.
#include <string.h>

#include "report/report.h"

enum { EVERYTHING, ANSWERS };

static const struct {
    const char *name;
    void (*write)(const Verdict *verdict, Text *out);
    OptionId option;
    const char *ending; // NULL: any
    int tells;
} formats[REPORT_FORMAT_COUNT] = {
#define X(identifier, name, function, option, ending, tells) {name, function, OPTION_ID_##option, ending, tells},
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

static bool has_ending(ReportFormat format, const char *path)
{
    const char *ending = formats[format].ending;
    size_t length = ending ? strlen(ending) : 0;
    return ending && strlen(path) >= length && !strcmp(path + strlen(path) - length, ending);
}

// Without an ending of its own a format leaves those of the others to them.
static bool takes_path(ReportFormat format, const char *path)
{
    if (formats[format].ending)
        return has_ending(format, path);
    for (ReportFormat other = 0; other < REPORT_FORMAT_COUNT; other++)
        if (formats[other].option == formats[format].option && has_ending(other, path))
            return false;
    return true;
}

const char *report_format_path(ReportFormat format, const Options *options)
{
    const char *const paths[REPORT_FORMAT_COUNT] = {
#define X(identifier, name, function, option, ...) options->option,
        REPORT_FORMAT_TABLE(X)
#undef X
    };
    const char *path = paths[format];
    return path && takes_path(format, path) ? path : NULL;
}

bool report_can_tell(ReportFormat format, const Verdict *verdict)
{
    if (formats[format].tells == EVERYTHING)
        return true;
    bool proved = verdict->answer == ANSWER_TRUE && !verdict->bounded;
    return proved || verdict->answer == ANSWER_FALSE;
}

void report_write(ReportFormat format, const Verdict *verdict, Text *out)
{
    formats[format].write(verdict, out);
}
