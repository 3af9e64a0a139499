// libraddle: the engines, options, properties, statistics and formats there are.
#include "api/library.h"
#include "engine/table.h"
#include "report/report.h"

bool raddle_engine_at(size_t index, raddle_engine_description *description)
{
    if (index >= engine_count())
        return false;
    const Engine *engine = engine_at((uint32_t)index);
    *description = (raddle_engine_description){engine->name, engine->summary, engine->source,
                                               (engine->options & HEEDS(jobs)) != 0};
    return true;
}

bool raddle_option_at(size_t index, raddle_option_description *description)
{
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        const OptionDescription *option = options_description(id);
        if (!library_option(option) || index--)
            continue;
        *description = (raddle_option_description){option->name, option->placeholder, option->default_text,
                                                   options_group_title(option->group), option->help};
        return true;
    }
    return false;
}

const char *raddle_property_at(size_t index)
{
    return index < PROPERTY_COUNT ? property_name((Property)index) : NULL;
}

const char *raddle_statistic_at(size_t index)
{
    static const char *const names[] = {
#define X(kind, name, description) #name,
        STATISTICS_TABLE(X)
#undef X
    };
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

const char *raddle_format_at(size_t index)
{
    return index < REPORT_FORMAT_COUNT ? report_format_name((ReportFormat)index) : NULL;
}
