#include "engine/table.h"

#include <string.h>

static const Engine *const engines[] = {
#define X(name) &engine_##name,
    ENGINE_TABLE(X)
#undef X
};

uint32_t engine_count(void)
{
    return sizeof engines / sizeof *engines;
}

const Engine *engine_at(uint32_t index)
{
    return engines[index];
}

const Engine *engine_find(const char *name)
{
    for (uint32_t i = 0; i < engine_count(); i++)
        if (!strcmp(engines[i]->name, name))
            return engines[i];
    return NULL;
}

// The options that some engine heeds and others do not.
static OptionSet particular_options(void)
{
    OptionSet options = 0;
    for (uint32_t i = 0; i < engine_count(); i++)
        options |= engines[i]->options;
    return options;
}

void engine_append_notes(const Engine *engine, const Options *options, Text *notes)
{
    OptionSet unheeded = options->given & particular_options() & ~engine->options;
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (unheeded >> id & 1)
            text_format(notes, "engine %s does not heed --%s\n", engine->name, options_description(id)->name);
    if (options->dump & ~(unsigned)DUMP_IR & ~engine->dumps)
        text_format(notes, "engine %s has not all that --dump asks for\n", engine->name);
}
