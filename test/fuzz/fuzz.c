// What a fuzzer calls: `fuzz FORMAT FILE` reads a file of one of the formats as raddle does. Built by afl-clang-fast it
// goes on with the files that the fuzzer gives it; built by another compiler it reads one, to look at what was found.
#include <stdio.h>
#include <string.h>

#include "api/task.h"
#include "base/property_file.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "predict/predict.h"
#include "trace/trace.h"

#ifndef __AFL_LOOP
static int rounds;
#define __AFL_LOOP(count) (rounds++ == 0)
#endif

static void read_property(const char *path)
{
    PropertyMask mask = 0;
    Text text = {0};
    if (property_read_file(path, &mask, &text))
        property_append_formulas(mask, &text);
    text_free(&text);
}

static void read_task(const char *path)
{
    Arena arena = {0};
    Task task = {0};
    Text error = {0};
    task_read(path, &arena, &task, &error);
    task_free(&task);
    text_free(&error);
    arena_release(&arena);
}

// Neither of these two has a second process watch it, which would hide that it broke down.

static void read_trace(const Options *options, const char *path)
{
    Limits limits;
    Text text = {0};
    Trace *trace = trace_load(path, &text);
    if (trace) {
        Verdict verdict = {.program = &trace->program};
        limits_start(&limits, options->timeout, options->memory_limit);
        if (trace->terms)
            predict_trace(trace, options, &limits, &verdict);
        verdict_free(&verdict);
        trace_append_json(trace, &text);
        trace_free(trace);
    }
    text_free(&text);
}

static void run_command(const char *command, const char *path)
{
    const char *const arguments[] = {"raddle", command, "-q", "--timeout=2", "--memory-limit=2000", path};
    Options options;
    Text error = {0};
    if (arguments_parse(&options, sizeof arguments / sizeof *arguments, arguments, &error)) {
        if (options.command == COMMAND_PREDICT)
            read_trace(&options, path);
        else
            command_run(&options);
    }
    text_free(&error);
    options_free(&options);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: fuzz trace|yml|prp|ll|bc FILE\n");
        return STATUS_USAGE;
    }
    const char *format = arguments[1], *path = arguments[2];
    while (__AFL_LOOP(500)) {
        if (!strcmp(format, "prp"))
            read_property(path);
        else if (!strcmp(format, "yml"))
            read_task(path);
        else if (!strcmp(format, "trace"))
            run_command("predict", path);
        else
            run_command("run", path);
    }
    return 0;
}
