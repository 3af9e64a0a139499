#include <stdio.h>

#include "cli/commands.h"
#include "engine/engine.h"

int command_engines(const Options *options)
{
    (void)options;
    for (uint32_t i = 0; i < engine_count(); i++) {
        const Engine *engine = engine_at(i);
        printf("%-10s %s\n", engine->name, engine->summary);
        if (*engine->source)
            printf("%-10s   (%s)\n", "", engine->source);
    }
    return STATUS_TRUE;
}
