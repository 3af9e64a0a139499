// libraddle: options, loading, verifying. Settings are kept as arguments of the command line, so that the parser of
// options and the reader of task definitions treat them like those of `raddle check`.
#include "api/library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/project.h"
#include "api/task.h"
#include "base/memory.h"
#include "engine/table.h"

const char *raddle_version(void)
{
    return RADDLE_VERSION;
}

raddle *raddle_create(void)
{
    raddle *handle = memory_allocate_zeroed(sizeof *handle);
    atomic_init(&handle->interrupt, false);
    return handle;
}

static void unload(raddle *handle)
{
    library_drop_results(handle);
    if (!handle->loaded)
        return;
    session_close(&handle->session);
    options_free(&handle->options);
    handle->loaded = false;
}

void raddle_free(raddle *handle)
{
    if (!handle)
        return;
    unload(handle);
    vector_free(&handle->settings);
    vector_free(&handle->clang_arguments);
    vector_free(&handle->files);
    text_free(&handle->error);
    text_free(&handle->diagnostics);
    arena_release(&handle->strings);
    free(handle);
}

bool library_fail(raddle *handle, const char *format, ...)
{
    va_list arguments;
    char *message;
    va_start(arguments, format);
    int length = vasprintf(&message, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    text_clear(&handle->error);
    while (length && message[length - 1] == '\n')
        length--;
    text_append_bytes(&handle->error, message, (size_t)length);
    free(message);
    return false;
}

const char *raddle_error(const raddle *handle)
{
    return text_string(&handle->error);
}

const char *raddle_diagnostics(const raddle *handle)
{
    return text_string(&handle->diagnostics);
}

// --- Options

// Everything that was set, as if it stood on the command line. `options` are initialized in any case, and freed by the
// caller.
static bool make_options(const raddle *handle, Options *options, Text *error)
{
    StringList arguments = {0};
    for (uint32_t i = 0; i < handle->settings.count; i++)
        vector_push(&arguments, handle->settings.data[i].argument);
    for (uint32_t i = 0; i < handle->clang_arguments.count; i++)
        vector_push(&arguments, handle->clang_arguments.data[i]);
    vector_push(&arguments, "--");
    for (uint32_t i = 0; i < handle->files.count; i++)
        vector_push(&arguments, handle->files.data[i]);
    options_initialize(options, COMMAND_CHECK);
    bool made = options_parse(options, (int)arguments.count, arguments.data, error) &&
                task_expand(options, (int)arguments.count, arguments.data, error) && project_expand(options, error);
    vector_free(&arguments);
    return made;
}

bool library_option(const OptionDescription *option)
{
    return option->group != OPTION_GROUP_OUTPUT && (option->commands & ON_CHECK);
}

// Reads one argument alone, the way it will be read among the others.
static bool check_argument(const char *argument, Text *error)
{
    Options options;
    options_initialize(&options, COMMAND_CHECK);
    bool right = options_parse(&options, 1, &argument, error) && session_choose_engine(&options, error);
    options_free(&options);
    return right;
}

static bool find_option(raddle *handle, const char *name, OptionId *id)
{
    for (*id = 0; *id < OPTION_COUNT; (*id)++) {
        const OptionDescription *option = options_description(*id);
        if (strcmp(option->name, name))
            continue;
        if (!library_option(option))
            return library_fail(handle, "option '%s' is for the command line only", name);
        return true;
    }
    Text argument = {0}, error = {0};
    text_format(&argument, "--%s=value", name);
    if (check_argument(text_string(&argument), &error))
        text_format(&error, "'%s' is an argument for clang", name);
    library_fail(handle, "%s", text_string(&error));
    text_free(&argument);
    text_free(&error);
    return false;
}

// The argument that sets the option; NULL takes the option back. False if the value is wrong.
static bool make_argument(raddle *handle, const OptionDescription *option, const char *value, const char **argument)
{
    bool flag = option->kind == OPTION_FLAG;
    *argument = NULL;
    if (flag && value && strcmp(value, "true") && strcmp(value, "false"))
        return library_fail(handle, "wrong value '%s' for '%s': expected true or false", value, option->name);
    if (flag ? value && !strcmp(value, "false") : !value)
        return true;
    *argument = flag ? arena_format(&handle->strings, "--%s", option->name)
                     : arena_format(&handle->strings, "--%s=%s", option->name, value);
    Text error = {0};
    bool right = check_argument(*argument, &error);
    if (!right)
        library_fail(handle, "%s", text_string(&error));
    text_free(&error);
    return right;
}

static void remove_settings(raddle *handle, OptionId option)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < handle->settings.count; i++)
        if (handle->settings.data[i].option != option)
            handle->settings.data[kept++] = handle->settings.data[i];
    handle->settings.count = kept;
}

bool raddle_set(raddle *handle, const char *name, const char *value)
{
    OptionId id;
    const char *argument;
    if (!find_option(handle, name, &id) || !make_argument(handle, options_description(id), value, &argument))
        return false;
    if (!options_is_list(options_description(id)->kind) || !argument)
        remove_settings(handle, id);
    if (argument)
        vector_push(&handle->settings, (LibrarySetting){id, argument});
    handle->outdated = true;
    return true;
}

bool raddle_add_clang_arguments(raddle *handle, size_t count, const char *const *arguments)
{
    Options options;
    Text error = {0};
    options_initialize(&options, COMMAND_CHECK);
    bool right = options_parse(&options, (int)count, arguments, &error);
    if (right && (options.given || options.files.count)) {
        text_append(&error, "expected arguments for clang only");
        right = false;
    }
    options_free(&options);
    for (size_t i = 0; i < count && right; i++)
        vector_push(&handle->clang_arguments, arena_copy_string(&handle->strings, arguments[i]));
    handle->outdated |= right;
    if (!right)
        library_fail(handle, "%s", text_string(&error));
    text_free(&error);
    return right;
}

// --- Loading and verifying

static bool load(raddle *handle)
{
    Text error = {0};
    SessionContext context = {.interrupt = &handle->interrupt, .diagnostics = &handle->diagnostics};
    unload(handle);
    text_clear(&handle->diagnostics);
    handle->loaded = make_options(handle, &handle->options, &error) &&
                     (handle->engine = session_choose_engine(&handle->options, &error)) &&
                     session_open(&handle->session, &handle->options, &context, &error);
    handle->outdated = false;
    if (handle->loaded) {
        engine_append_notes(handle->engine, &handle->options, &handle->diagnostics);
    } else {
        options_free(&handle->options);
        library_fail(handle, "%s%s", text_string(&handle->diagnostics), text_string(&error));
    }
    text_free(&error);
    return handle->loaded;
}

bool raddle_load(raddle *handle, size_t count, const char *const *files)
{
    handle->files.count = 0;
    for (size_t i = 0; i < count; i++)
        vector_push(&handle->files, arena_copy_string(&handle->strings, files[i]));
    return load(handle);
}

void raddle_on_progress(raddle *handle, raddle_progress *callback, void *context)
{
    handle->progress = callback;
    handle->progress_context = context;
}

static void pass_progress(void *context, const char *engine, const Statistics *statistics)
{
    raddle *handle = context;
    handle->progress(handle->progress_context, engine, statistics->runs, statistics->events);
}

bool raddle_verify(raddle *handle)
{
    library_drop_results(handle);
    if (!handle->loaded)
        return library_fail(handle, "no program is loaded");
    if (handle->outdated && !load(handle))
        return false;
    Session *session = &handle->session;
    limits_start(&session->limits, handle->options.timeout, handle->options.memory_limit);
    session->limits.interrupt = &handle->interrupt;
    session_verify(session, &handle->options, handle->engine, handle->progress ? pass_progress : NULL, handle,
                   &handle->verdict);
    atomic_store(&handle->interrupt, false);
    handle->verified = true;
    library_keep_results(handle);
    return true;
}

void raddle_interrupt(raddle *handle)
{
    atomic_store(&handle->interrupt, true);
}
