// Entries are found as clang's tools find them: by the path of the file, from the working directory or absolute, or by
// its end, if that fits one entry only. A file without an entry, such as a test's main, is compiled as its nearest
// neighbour is.
#include "api/project.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compile_commands.h"

typedef struct Project {
    Options *options;
    CompileCommands commands;
    StringList files; // of the result
    const char *here; // the working directory
    Text *error;
} Project;

static bool ends_in(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && !strcmp(text + length - tail, ending);
}

static bool ends_in_any(const char *path, const char *const *endings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ends_in(path, endings[i]))
            return true;
    return false;
}

#define ENDS_IN_ANY(path, ...)                            \
    ends_in_any(path, (const char *const[]){__VA_ARGS__}, \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

// A path that people gave or will see: from the working directory, if it is below that.
static const char *shown_path(const Project *project, const char *path)
{
    size_t length = strlen(project->here);
    bool below = !strncmp(path, project->here, length) && path[length] == '/';
    return below ? path + length + 1 : path;
}

static void add_note(Project *project, const char *note)
{
    vector_push(&project->options->notes, note);
}

// ---- the arguments of an entry

// The language that -x names last; NULL: none.
static const char *chosen_language(const CompileCommand *command)
{
    const char *language = NULL;
    for (uint32_t i = 0; i < command->arguments.count; i++) {
        const char *argument = command->arguments.data[i];
        if (!strncmp(argument, "-x", 2))
            language = argument[2]                        ? argument + 2
                       : i + 1 < command->arguments.count ? command->arguments.data[i + 1]
                                                          : "";
    }
    return language;
}

static bool is_cpp(const CompileCommand *command)
{
    const char *language = chosen_language(command);
    if (language)
        return !strcmp(language, "c++");
    for (uint32_t i = 0; i < command->arguments.count; i++)
        if (!strncmp(command->arguments.data[i], "-std=", 5) && strstr(command->arguments.data[i], "++"))
            return true;
    return ENDS_IN_ANY(command->file, ".cpp", ".cc", ".cxx", ".c++", ".C") ||
           ENDS_IN_ANY(command->compiler, "g++", "clang++", "c++");
}

static bool is_assembly(const CompileCommand *command)
{
    return ENDS_IN_ANY(command->file, ".s", ".S", ".asm");
}

// Where a path in an argument begins: 0 if none does, and its length if the path is the next argument.
static size_t path_start(const char *argument)
{
    static const char *const joined[] = {"-I", "-isystem", "-iquote", "-idirafter", "--sysroot=", "-isysroot"};
    static const char *const separate[] = {"-include", "-imacros", "--sysroot"};
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
        if (!strncmp(argument, joined[i], strlen(joined[i])))
            return strlen(joined[i]);
    for (size_t i = 0; i < sizeof separate / sizeof *separate; i++)
        if (!strcmp(argument, separate[i]))
            return strlen(separate[i]);
    return 0;
}

// Names that the compiler looked up where it was run. A file that is not there is found among the headers.
static const char *resolve(Project *project, const CompileCommand *command, const char *option, const char *path)
{
    Arena *arena = &project->options->strings;
    const char *whole = path_resolve(arena, command->directory, path);
    bool file = !strcmp(option, "-include") || !strcmp(option, "-imacros");
    if (*path == '=' || (file && access(whole, F_OK)))
        return path;
    return whole;
}

static void append_arguments(Project *project, const CompileCommand *command, const StringList *passed, Text *out)
{
    Arena *arena = &project->options->strings;
    for (uint32_t i = 0; i < passed->count; i++) {
        const char *argument = passed->data[i];
        size_t start = path_start(argument);
        if (!strncmp(argument, "-W", 2))
            continue; // warnings are not what raddle is asked for
        if (start && argument[start]) {
            const char *path = resolve(project, command, "", argument + start);
            words_append(out, arena_format(arena, "%.*s%s", (int)start, argument, path));
        } else {
            words_append(out, argument);
            if (start && i + 1 < passed->count)
                words_append(out, resolve(project, command, argument, passed->data[++i]));
        }
    }
}

// The arguments of an entry that matter, quoted; NULL after saying what is wrong.
static const char *make_arguments(Project *project, const CompileCommand *command)
{
    Options scratch;
    Text text = {0};
    const char *result = NULL;
    size_t before = project->error->length;
    options_initialize(&scratch, COMMAND_CHECK);
    if (options_parse_compiler(&scratch, (int)command->arguments.count, command->arguments.data, project->error)) {
        append_arguments(project, command, &scratch.compiler_arguments, &text);
        result = arena_copy_string(&project->options->strings, text_string(&text));
    } else if (project->error->length > before) {
        text_format(project->error, " (in the command for %s in %s)", shown_path(project, command->file),
                    project->commands.path);
    }
    text_free(&text);
    options_free(&scratch);
    return result;
}

// ---- which entries

static uint32_t count_entries(const Project *project, const char *file)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < project->commands.list.count; i++)
        count += !strcmp(project->commands.list.data[i].file, file);
    return count;
}

static const CompileCommand *find_entry(const Project *project, const char *file)
{
    for (uint32_t i = 0; i < project->commands.list.count; i++)
        if (!strcmp(project->commands.list.data[i].file, file))
            return &project->commands.list.data[i];
    return NULL;
}

static bool add_entry(Project *project, const CompileCommand *command)
{
    Arena *arena = &project->options->strings;
    const char *shown = shown_path(project, command->file);
    if (is_cpp(command)) {
        text_format(project->error, "raddle reads C, and %s is C++", shown);
        return false;
    }
    if (count_entries(project, command->file) > 1)
        add_note(project, arena_format(arena, "%s has several entries in %s; the first is taken", shown,
                                       project->commands.path));
    const char *arguments = make_arguments(project, command);
    if (!arguments)
        return false;
    vector_push(&project->files, shown);
    vector_push(&project->options->file_arguments, arguments);
    return true;
}

static bool add_all(Project *project)
{
    Arena *arena = &project->options->strings;
    for (uint32_t i = 0; i < project->commands.list.count; i++) {
        const CompileCommand *command = &project->commands.list.data[i];
        if (find_entry(project, command->file) != command)
            continue;
        if (is_assembly(command))
            add_note(project, arena_format(arena, "%s is assembly, and left out", shown_path(project, command->file)));
        else if (!add_entry(project, command))
            return false;
    }
    if (!project->files.count)
        text_format(project->error, "%s: no entry is of a C file", project->commands.path);
    return project->files.count;
}

// The entry whose path ends in the one given. False if there are several.
static bool find_ending(Project *project, const char *given, const CompileCommand **found)
{
    const char *tail = given;
    while (!strncmp(tail, "./", 2))
        tail += 2;
    const char *ending = arena_format(&project->options->strings, "/%s", tail);
    for (uint32_t i = 0; i < project->commands.list.count; i++) {
        const CompileCommand *command = &project->commands.list.data[i];
        if (!ends_in(command->file, ending))
            continue;
        if (*found && strcmp((*found)->file, command->file)) {
            text_format(project->error, "%s may be %s or %s: give more of its path", given,
                        shown_path(project, (*found)->file), shown_path(project, command->file));
            return false;
        }
        *found = *found ? *found : command;
    }
    return true;
}

// How many characters of the directories two paths have in common.
static size_t common_length(const char *a, const char *b)
{
    size_t common = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            common = i + 1;
    return common;
}

static const CompileCommand *nearest_entry(const Project *project, const char *file)
{
    const CompileCommand *best = NULL;
    size_t most = 0;
    for (uint32_t i = 0; i < project->commands.list.count; i++) {
        const CompileCommand *command = &project->commands.list.data[i];
        size_t common = common_length(command->file, file);
        if (!is_cpp(command) && !is_assembly(command) && (!best || common > most)) {
            best = command;
            most = common;
        }
    }
    return best;
}

static bool add_neighbour(Project *project, const char *given, const char *file)
{
    Arena *arena = &project->options->strings;
    const CompileCommand *nearest = nearest_entry(project, file);
    const char *arguments = nearest ? make_arguments(project, nearest) : "";
    if (!arguments)
        return false;
    if (nearest)
        add_note(project, arena_format(arena, "%s has no entry in %s; it is compiled as %s is", given,
                                       project->commands.path, shown_path(project, nearest->file)));
    vector_push(&project->files, given);
    vector_push(&project->options->file_arguments, arguments);
    return true;
}

static bool add_given(Project *project, const char *given)
{
    const char *file = path_resolve(&project->options->strings, project->here, given);
    const CompileCommand *command = find_entry(project, file);
    bool input = !strcmp(given, "-");
    if (command)
        return add_entry(project, command);
    if (ENDS_IN_ANY(given, ".bc", ".ll")) {
        vector_push(&project->files, given);
        vector_push(&project->options->file_arguments, "");
        return true;
    }
    bool missing = !input && access(file, F_OK);
    if (missing && !find_ending(project, given, &command))
        return false;
    if (command)
        return add_entry(project, command);
    if (missing)
        text_format(project->error, "%s: there is no such file, nor an entry for it in %s", given,
                    project->commands.path);
    return !missing && add_neighbour(project, given, file);
}

bool project_expand(Options *options, Text *error)
{
    if (!options->build)
        return true;
    char here[4096];
    Project project = {.options = options, .error = error, .here = getcwd(here, sizeof here) ? here : ""};
    bool right = compile_commands_read(options->build, &options->strings, &project.commands, error);
    for (uint32_t i = 0; right && i < options->files.count; i++)
        right = add_given(&project, options->files.data[i]);
    if (right && !options->files.count)
        right = add_all(&project);
    if (right) {
        vector_free(&options->files);
        options->files = project.files;
    } else {
        vector_free(&project.files);
    }
    compile_commands_free(&project.commands);
    return right;
}
