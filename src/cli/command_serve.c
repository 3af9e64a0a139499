// raddle serve: the playground.
#include <stdio.h>

#include "cli/commands.h"
#include "service/playground.h"

// Of a check, unless the options say otherwise.
enum { USUAL_TIMEOUT = 10, USUAL_MEMORY_MB = 512, USUAL_JOBS = 2, HIGHEST_PORT = 65535 };

int command_serve(const Options *options)
{
    PlaygroundOptions playground = {
        .port = options->port,
        .jobs = OPTION_GIVEN(options, jobs) ? options->jobs : USUAL_JOBS,
        .timeout = OPTION_GIVEN(options, timeout) ? options->timeout : USUAL_TIMEOUT,
        .memory_mb = OPTION_GIVEN(options, memory_limit) ? options->memory_limit : USUAL_MEMORY_MB,
    };
    if (playground.port > HIGHEST_PORT || !playground.jobs || playground.timeout <= 0 || !playground.memory_mb) {
        fprintf(stderr, "raddle: error: --port is at most %d; --jobs, --timeout and --memory-limit are more than 0\n",
                HIGHEST_PORT);
        return STATUS_USAGE;
    }
    return playground_serve(&playground);
}
