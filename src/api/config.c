#include "api/config.h"

#include <string.h>
#include <unistd.h>

#include "api/task.h"
#include "base/file.h"
#include "base/suggest.h"
#include "base/toml.h"

typedef struct ConfigReader {
    const char *path;
    Options *options;
    OptionSet given;  // on the command line
    bool takes_files; // the command line has none
    Text *error;
} ConfigReader;

// Keys that are no options: X(key, what stands before each value; NULL: files, "": arguments of clang)
#define CONFIG_LIST_TABLE(X) \
    X("files", NULL)         \
    X("defines", "-D")       \
    X("includes", "-I")      \
    X("clang", "")

static const struct {
    const char *key, *prefix;
} lists[] = {
#define X(key, prefix) {key, prefix},
    CONFIG_LIST_TABLE(X)
#undef X
};
enum { LIST_COUNT = sizeof lists / sizeof *lists };

static bool fail(const ConfigReader *reader, const TomlEntry *entry, const char *what)
{
    text_format(reader->error, "%s:%u: %s: %s", reader->path, entry->line, entry->key, what);
    return false;
}

// Whether a file of settings may have the option: it says something of the project, not of this one call.
static bool is_setting(OptionId id)
{
    return options_description(id)->commands & ON_CHECK && id != OPTION_ID_help && id != OPTION_ID_version &&
           id != OPTION_ID_config && id != OPTION_ID_no_config;
}

static bool find_option(const char *key, OptionId *id)
{
    for (*id = 0; *id < OPTION_COUNT; (*id)++)
        if (is_setting(*id) && !strcmp(options_description(*id)->name, key))
            return true;
    return false;
}

static bool report_unknown(const ConfigReader *reader, const TomlEntry *entry)
{
    Suggestion suggestion = suggestion_start(entry->key);
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (is_setting(id))
            suggestion_consider(&suggestion, options_description(id)->name);
    for (int i = 0; i < LIST_COUNT; i++)
        suggestion_consider(&suggestion, lists[i].key);
    text_format(reader->error, "%s:%u: unknown key '%s'", reader->path, entry->line, entry->key);
    if (suggestion.best)
        text_format(reader->error, "; did you mean '%s'?", suggestion.best);
    return false;
}

// As if the argument stood on the command line.
static bool apply(const ConfigReader *reader, const TomlEntry *entry, const char *argument)
{
    Text error = {0};
    bool right = options_parse(reader->options, 1, &argument, &error);
    if (!right)
        fail(reader, entry, text_string(&error));
    text_free(&error);
    return right;
}

static bool apply_value(const ConfigReader *reader, const TomlEntry *entry, OptionId id, const char *value)
{
    return apply(reader, entry,
                 arena_format(&reader->options->strings, "--%s=%s", options_description(id)->name, value));
}

static bool apply_flag(const ConfigReader *reader, const TomlEntry *entry)
{
    if (entry->kind != TOML_BOOLEAN)
        return fail(reader, entry, "expected true or false");
    return strcmp(entry->values.data[0], "true") != 0 ||
           apply(reader, entry, arena_format(&reader->options->strings, "--%s", entry->key));
}

// Of an option with one value that is a list itself.
static bool apply_joined(const ConfigReader *reader, const TomlEntry *entry, OptionId id)
{
    Text value = {0};
    for (uint32_t i = 0; i < entry->values.count; i++)
        text_format(&value, "%s%s", i ? "," : "", entry->values.data[i]);
    bool right = apply_value(reader, entry, id, text_string(&value));
    text_free(&value);
    return right;
}

static bool apply_option(const ConfigReader *reader, const TomlEntry *entry, OptionId id)
{
    const OptionDescription *option = options_description(id);
    if (reader->given >> id & 1 || !(option->commands & 1u << reader->options->command))
        return true;
    if (option->kind == OPTION_FLAG)
        return apply_flag(reader, entry);
    if (entry->kind == TOML_BOOLEAN)
        return fail(reader, entry, "expected a value, not true or false");
    bool joins = option->kind == OPTION_PROPERTIES || option->kind == OPTION_CHOICES || id == OPTION_ID_threads;
    if (entry->kind == TOML_ARRAY && !joins && !options_is_list(option->kind))
        return fail(reader, entry, "expected one value, not an array");
    if (joins)
        return apply_joined(reader, entry, id);
    for (uint32_t i = 0; i < entry->values.count; i++)
        if (!apply_value(reader, entry, id, entry->values.data[i]))
            return false;
    return true;
}

static bool apply_list(const ConfigReader *reader, const TomlEntry *entry, const char *prefix)
{
    Options *options = reader->options;
    if (entry->kind != TOML_STRING && entry->kind != TOML_ARRAY)
        return fail(reader, entry, "expected a string or an array of strings");
    for (uint32_t i = 0; i < entry->values.count; i++) {
        const char *value = entry->values.data[i];
        if (!prefix && reader->takes_files)
            vector_push(&options->files, value);
        if (!prefix)
            continue;
        Text error = {0};
        const char *argument = arena_format(&options->strings, "%s%s", prefix, value);
        bool right = options_parse_compiler(options, 1, &argument, &error);
        if (!right)
            fail(reader, entry, text_string(&error));
        text_free(&error);
        if (!right)
            return false;
    }
    return true;
}

static bool apply_entry(const ConfigReader *reader, const TomlEntry *entry)
{
    OptionId id;
    if (*entry->table && strcmp(entry->table, "raddle")) {
        text_format(reader->error, "%s:%u: unknown table '%s'; settings stand in [raddle] or before any table",
                    reader->path, entry->line, entry->table);
        return false;
    }
    for (int i = 0; i < LIST_COUNT; i++)
        if (!strcmp(entry->key, lists[i].key))
            return apply_list(reader, entry, lists[i].prefix);
    return find_option(entry->key, &id) ? apply_option(reader, entry, id) : report_unknown(reader, entry);
}

// clang's arguments of the file stand before those of the command line: the last one decides.
static bool apply_document(const ConfigReader *reader, const TomlDocument *document)
{
    Options *options = reader->options;
    StringList given = options->compiler_arguments;
    options->compiler_arguments = (StringList){0};
    bool right = true;
    for (uint32_t i = 0; i < document->entries.count && right; i++)
        right = apply_entry(reader, &document->entries.data[i]);
    for (uint32_t i = 0; i < given.count; i++)
        vector_push(&options->compiler_arguments, given.data[i]);
    vector_free(&given);
    return right;
}

bool config_expand(Options *options, Text *error)
{
    const char *path = options->config ? options->config : CONFIG_FILE;
    if (!options_take_program(options) || options->no_config || task_names_definition(options) ||
        (!options->config && access(path, F_OK)))
        return true;
    ConfigReader reader = {.path = path,
                           .options = options,
                           .given = options->given,
                           .takes_files = !options->files.count && !options->build,
                           .error = error};
    Text text = {0};
    TomlDocument document = {0};
    bool right = file_read_text(path, &text, error) &&
                 toml_parse(&options->strings, path, text_string(&text), &document, error) &&
                 apply_document(&reader, &document);
    if (right)
        vector_push(&options->notes, arena_format(&options->strings, "%s is heeded; --no-config leaves it out", path));
    toml_free(&document);
    text_free(&text);
    return right;
}

// --- The template

// Those that projects set, with a value that shows how it is written.
static const struct {
    OptionId id;
    const char *value;
} shown[] = {
    {OPTION_ID_property, "[\"assertion\", \"deadlock\", \"memory\", \"race\"]"},
    {OPTION_ID_timeout, "60"},
    {OPTION_ID_memory_limit, "4096"},
    {OPTION_ID_unwind, "3"},
    {OPTION_ID_context_bound, "3"},
    {OPTION_ID_engine, "\"auto\""},
    {OPTION_ID_all, "true"},
    {OPTION_ID_build, "\"build\""},
    {OPTION_ID_function, "\"push\""},
    {OPTION_ID_threads, "[\"push\", \"pop\"]"},
    {OPTION_ID_setup, "\"prepare\""},
    {OPTION_ID_finally, "\"check\""},
    {OPTION_ID_args, "[\"-n\", \"2\"]"},
    {OPTION_ID_suppressions, "\"raddle-suppressions.txt\""},
    {OPTION_ID_baseline, "\"raddle-baseline.json\""},
};

static void append_files(const StringList *files, Text *out)
{
    text_append(out, "# The program: several files are linked.\n");
    text_append(out, files->count ? "files = [" : "# files = [\"main.c\", \"queue.c\"]");
    for (uint32_t i = 0; i < files->count; i++) {
        text_append(out, i ? ", " : "");
        toml_append_string(out, files->data[i]);
    }
    text_append(out, files->count ? "]\n" : "\n");
}

void config_append_template(const StringList *files, Text *out)
{
    text_append(out,
                "# Settings of raddle for this project, read by `raddle` in this folder. What the command line says\n"
                "# wins. Every option of `raddle check` can stand here by its long name.\n\n");
    append_files(files, out);
    text_append(out, "\n# How it is compiled.\n"
                     "# defines = [\"NDEBUG\", \"SIZE=2\"]\n"
                     "# includes = [\"include\"]\n"
                     "# clang = [\"-std=gnu11\"]\n");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const OptionDescription *option = options_description(shown[i].id);
        text_format(out, "\n# %s.\n# %s = %s\n", option->help, option->name, shown[i].value);
    }
}
