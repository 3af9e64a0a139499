// raddle functions: what --function and --threads can call.
#include <stdio.h>
#include <string.h>

#include "api/session.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/terminal.h"

static void append_as_json(const FunctionList *functions, Text *out)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < functions->count; i++) {
        const ListedFunction *function = &functions->data[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", json_text_string(function->name));
        json_object_set_new(object, "file", json_text_string(function->file));
        json_object_set_new(object, "line", json_integer(function->line));
        json_array_append_new(list, object);
    }
    json_text_append(out, list);
    text_append(out, "\n");
}

static void append_for_people(const FunctionList *functions, Text *out)
{
    for (uint32_t i = 0; i < functions->count; i++) {
        const ListedFunction *function = &functions->data[i];
        if (function->line)
            text_format(out, "%s:%u: ", function->file, function->line);
        text_format(out, "%s\n", function->name);
    }
}

static bool write_functions(const FunctionList *functions, const Options *options)
{
    Text text = {0}, error = {0};
    if (options->json)
        append_as_json(functions, &text);
    else
        append_for_people(functions, &text);
    bool to_file = options->json && strcmp(options->json, "-");
    bool written = to_file ? file_write_text(options->json, &text, &error)
                           : file_write_stream(stdout, "standard output", &text, &error);
    terminal_print_errors(&error);
    text_free(&text);
    text_free(&error);
    return written;
}

int command_functions(const Options *options)
{
    Arena strings = {0};
    FunctionList functions = {0};
    Limits limits;
    Text errors = {0};
    limits_start(&limits, options->timeout, options->memory_limit);
    limits.interrupt = limits_catch_signals();
    int status;
    if (session_list_functions(options, &limits, &strings, &functions, &errors)) {
        status = write_functions(&functions, options) ? STATUS_TRUE : STATUS_USAGE;
    } else {
        if (limits.reason == LIMIT_NONE)
            terminal_print_errors(&errors);
        status = outcome_report_unloaded(options, &limits, NULL);
    }
    vector_free(&functions);
    arena_release(&strings);
    text_free(&errors);
    return status;
}
