#include "api/task.h"

#include <ctype.h>
#include <string.h>

#include "base/property_file.h"
#include "base/file.h"
#include "base/yaml.h"

typedef struct TaskReader {
    const char *path;
    Arena *arena;
    Task *task;
    Text *error;
} TaskReader;

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && !strcmp(path + length - tail, ending);
}

static bool is_definition(const char *path)
{
    return ends_in(path, ".yml") || ends_in(path, ".yaml");
}

static bool fail(TaskReader *reader, const YamlNode *node, const char *what)
{
    text_format(reader->error, "%s:%u: %s", reader->path, node->line, what);
    return false;
}

// Names in a definition are relative to it.
static const char *resolve(TaskReader *reader, const char *name)
{
    const char *slash = strrchr(reader->path, '/');
    if (*name == '/' || !slash)
        return arena_copy_string(reader->arena, name);
    return arena_format(reader->arena, "%.*s/%s", (int)(slash - reader->path), reader->path, name);
}

// The mapping below a key of the definition; NULL and true if there is none.
static bool find_section(TaskReader *reader, const YamlNode *root, const char *key, const YamlNode **section)
{
    *section = yaml_find(root, key);
    bool none = !*section || ((*section)->kind == YAML_SCALAR && !*(*section)->text);
    if (none || (*section)->kind == YAML_MAPPING)
        return true;
    text_format(reader->error, "%s:%u: %s is no mapping", reader->path, (*section)->line, key);
    return false;
}

static bool add_file(TaskReader *reader, const YamlNode *node)
{
    if (node->kind != YAML_SCALAR || !*node->text)
        return fail(reader, node, "expected the name of a file");
    vector_push(&reader->task->files, resolve(reader, node->text));
    return true;
}

static bool read_files(TaskReader *reader, const YamlNode *root)
{
    const YamlNode *files = yaml_find(root, "input_files");
    if (!files)
        return fail(reader, root, "a task definition needs input_files");
    if (files->kind == YAML_MAPPING)
        return fail(reader, files, "input_files is neither a name nor a list of names");
    if (files->kind == YAML_SCALAR)
        return add_file(reader, files);
    if (!files->first)
        return fail(reader, files, "input_files names no file");
    for (const YamlNode *file = files->first; file; file = file->next)
        if (!add_file(reader, file))
            return false;
    return true;
}

static bool read_properties(TaskReader *reader, const YamlNode *root)
{
    const YamlNode *properties = yaml_find(root, "properties");
    if (!properties || (properties->kind == YAML_SCALAR && !*properties->text))
        return true;
    if (properties->kind != YAML_SEQUENCE)
        return fail(reader, properties, "properties is not a list");
    if (!properties->first)
        return true;
    const YamlNode *file = yaml_find(properties->first, "property_file");
    if (!file || file->kind != YAML_SCALAR || !*file->text)
        return fail(reader, properties->first, "a property needs a property_file");
    reader->task->property_file = resolve(reader, file->text);
    return true;
}

static bool read_options(TaskReader *reader, const YamlNode *root)
{
    const YamlNode *options;
    if (!find_section(reader, root, "options", &options))
        return false;
    const YamlNode *language = yaml_find(options, "language"), *model = yaml_find(options, "data_model");
    if (language && strcmp(language->text, "C"))
        return fail(reader, language, "raddle verifies C programs");
    if (!model)
        return true;
    if (!strcmp(model->text, "ILP32"))
        reader->task->data_model = DATA_MODEL_ILP32;
    else if (!strcmp(model->text, "LP64"))
        reader->task->data_model = DATA_MODEL_LP64;
    else
        return fail(reader, model, "data_model is neither ILP32 nor LP64");
    return true;
}

// Words between spaces; a pair of quotes, single or double, keeps spaces in a word.
static bool split_words(TaskReader *reader, const YamlNode *node)
{
    const char *cursor = node->text;
    for (;;) {
        Text word = {0};
        char quote = 0;
        while (isspace((unsigned char)*cursor))
            cursor++;
        bool any = *cursor;
        for (; *cursor && (quote || !isspace((unsigned char)*cursor)); cursor++) {
            if (quote ? *cursor == quote : *cursor == '\'' || *cursor == '"')
                quote = quote ? 0 : *cursor;
            else
                text_append_character(&word, *cursor);
        }
        if (any)
            vector_push(&reader->task->arguments, arena_copy_string(reader->arena, text_string(&word)));
        text_free(&word);
        if (quote)
            return fail(reader, node, "a word without its closing quote");
        if (!any)
            return true;
    }
}

static bool read_arguments(TaskReader *reader, const YamlNode *root)
{
    const YamlNode *section;
    if (!find_section(reader, root, "raddle", &section))
        return false;
    const YamlNode *arguments = yaml_find(section, "arguments");
    if (arguments && arguments->kind != YAML_SCALAR)
        return fail(reader, arguments, "arguments is no text");
    return !arguments || split_words(reader, arguments);
}

static bool read_version(TaskReader *reader, const YamlNode *root)
{
    const YamlNode *version = yaml_find(root, "format_version");
    if (root->kind != YAML_MAPPING || !version)
        return fail(reader, root, "not a task definition: no format_version");
    if (strncmp(version->text, "1.", 2) && strncmp(version->text, "2.", 2))
        return fail(reader, version, "only versions 1 and 2 of the format are known");
    return true;
}

bool task_read(const char *path, Arena *arena, Task *task, Text *error)
{
    TaskReader reader = {path, arena, task, error};
    Text text = {0};
    const YamlNode *root = NULL;
    if (file_read_text(path, &text, error))
        root = yaml_parse(arena, path, text_string(&text), error);
    text_free(&text);
    return root && read_version(&reader, root) && read_files(&reader, root) && read_properties(&reader, root) &&
           read_options(&reader, root) && read_arguments(&reader, root);
}

void task_free(Task *task)
{
    vector_free(&task->files);
    vector_free(&task->arguments);
}

bool task_names_definition(const Options *options)
{
    if (!options_take_program(options))
        return false;
    for (uint32_t i = 0; i < options->files.count; i++)
        if (is_definition(options->files.data[i]))
            return true;
    return false;
}

// The options of the task come first, so that those of the arguments win.
static bool apply(Options *options, const Task *task, int count, const char *const *arguments, Text *error)
{
    if (!options_parse(options, (int)task->arguments.count, task->arguments.data, error)) {
        text_append(error, " (in the section `raddle` of the task definition)");
        return false;
    }
    if (!options_parse(options, count, arguments, error))
        return false;
    options->files.count = 0;
    for (uint32_t i = 0; i < task->files.count; i++)
        vector_push(&options->files, task->files.data[i]);
    if (!OPTION_GIVEN(options, data_model))
        options->data_model = task->data_model;
    if (OPTION_GIVEN(options, property) || !task->property_file)
        return true;
    // As if it were given with --property: what it names is asked for, whatever language the program speaks.
    options->given |= OPTION_BIT(property);
    return property_read_file(task->property_file, &options->property, error);
}

bool task_expand(Options *options, int count, const char *const *arguments, Text *error)
{
    Arena strings = {0};
    Task task = {0};
    if (!task_names_definition(options))
        return true;
    if (options->files.count > 1) {
        text_append(error, "a task definition (.yml) must be the only file");
        return false;
    }
    bool read = task_read(options->files.data[0], &strings, &task, error);
    if (read) {
        Command command = options->command;
        options_free(options);
        options_initialize(options, command);
        read = apply(options, &task, count, arguments, error);
    }
    options->strings = strings;
    task_free(&task);
    return read;
}
