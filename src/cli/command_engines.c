#include <stdio.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "engine/table.h"
#include "report/report.h"
#include "base/json.h"

static json_t *options_to_json(const Engine *engine)
{
    json_t *names = json_array();
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (engine->options >> id & 1)
            json_array_append_new(names, json_string(options_description(id)->name));
    return names;
}

static json_t *engine_to_json(const Engine *engine)
{
    static const char *const inputs[] = {
        [ENGINE_INPUTS_ALL] = "all", [ENGINE_INPUTS_ONE] = "one", [ENGINE_INPUTS_RANDOM] = "random"};
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(engine->name));
    json_object_set_new(object, "summary", json_string(engine->summary));
    json_object_set_new(object, "in_short", json_string(engine->in_short));
    json_object_set_new(object, "source", json_string(engine->source));
    json_object_set_new(object, "inputs", json_string(inputs[engine->inputs]));
    json_object_set_new(object, "one_path", json_boolean(engine->one_path));
    json_object_set_new(object, "proves", json_boolean(!engine->never_proves));
    json_object_set_new(object, "finds", json_boolean(!engine->never_finds));
    json_object_set_new(object, "options", options_to_json(engine));
    return object;
}

static void append_json(Text *out)
{
    for (uint32_t i = 0; i < engine_count(); i++) {
        text_append(out, i ? ",\n " : "[");
        json_text_append(out, engine_to_json(engine_at(i)));
    }
    text_append(out, "]\n");
}

static void print_engine(const Engine *engine)
{
    printf("%-10s %s\n", engine->name, engine->summary);
    if (*engine->source)
        printf("%-10s   (%s)\n", "", engine->source);
}

int command_engines(const Options *options)
{
    if (options->json) {
        Text text = {0}, error = {0};
        append_json(&text);
        bool written = report_write_file(options->json, &text, &error);
        terminal_print_errors(&error);
        text_free(&text);
        text_free(&error);
        return written ? STATUS_TRUE : STATUS_USAGE;
    }
    for (uint32_t i = 0; i < engine_count(); i++)
        print_engine(engine_at(i));
    return STATUS_TRUE;
}
