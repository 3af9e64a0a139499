#include "base/compile_commands.h"

#include <jansson.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { RESPONSE_DEPTH = 8 }; // of response files that name others

typedef struct DatabaseReader {
    const char *path;
    const char *here; // the directory of the database, absolute
    Arena *arena;
    Text *error;
    size_t index; // of the entry that is read
} DatabaseReader;

const char *path_resolve(Arena *arena, const char *directory, const char *path)
{
    const char *whole = *path == '/' ? path : arena_format(arena, "%s/%s", directory, path);
    char *result = arena_allocate(arena, strlen(whole) + 2);
    size_t length = 0;
    for (const char *cursor = whole; *cursor;) {
        size_t part = strcspn(cursor, "/");
        if (part == 2 && !memcmp(cursor, "..", 2)) {
            while (length && result[length - 1] != '/')
                length--;
            length -= length > 0;
        } else if (part && !(part == 1 && *cursor == '.')) {
            result[length++] = '/';
            memcpy(result + length, cursor, part);
            length += part;
        }
        cursor += part;
        cursor += *cursor == '/';
    }
    result[length] = 0;
    return length ? result : "/";
}

static bool fail(DatabaseReader *reader, const char *what)
{
    text_format(reader->error, "%s: entry %zu: %s", reader->path, reader->index + 1, what);
    return false;
}

static const char *string_of(DatabaseReader *reader, const json_t *entry, const char *key)
{
    const char *text = json_string_value(json_object_get(entry, key));
    return text ? arena_copy_string(reader->arena, text) : NULL;
}

// @FILE stands for the words in FILE.
static bool expand_response(DatabaseReader *reader, const char *directory, const char *word, int depth, WordList *words)
{
    const char *path = path_resolve(reader->arena, directory, word + 1);
    WordList inner = {0};
    Text text = {0};
    if (depth >= RESPONSE_DEPTH) {
        text_format(reader->error, "%s: entry %zu: response files are nested too deeply: %s", reader->path,
                    reader->index + 1, word);
        return false;
    }
    bool read = file_read_text(path, &text, reader->error) &&
                words_split(reader->arena, text_string(&text), &inner, reader->error);
    for (uint32_t i = 0; read && i < inner.count; i++)
        if (inner.data[i][0] == '@' && inner.data[i][1])
            read = expand_response(reader, directory, inner.data[i], depth + 1, words);
        else
            vector_push(words, inner.data[i]);
    if (!read)
        text_format(reader->error, " (response file of entry %zu of %s)", reader->index + 1, reader->path);
    text_free(&text);
    vector_free(&inner);
    return read;
}

// The words of the command: `arguments` is a list of them, `command` a line as a shell reads it.
static bool collect_words(DatabaseReader *reader, const json_t *entry, WordList *words)
{
    const json_t *list = json_object_get(entry, "arguments");
    const char *line = json_string_value(json_object_get(entry, "command"));
    if (!list && !line)
        return fail(reader, "it has neither `arguments` nor `command`");
    if (list && !json_is_array(list))
        return fail(reader, "`arguments` is not a list");
    if (!list) {
        Text problem = {0};
        bool split = words_split(reader->arena, line, words, &problem);
        if (!split)
            text_format(reader->error, "%s: entry %zu: in `command`, %s", reader->path, reader->index + 1,
                        text_string(&problem));
        text_free(&problem);
        return split;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word)
            return fail(reader, "`arguments` holds something that is not a string");
        vector_push(words, arena_copy_string(reader->arena, word));
    }
    return true;
}

static bool read_arguments(DatabaseReader *reader, const json_t *entry, CompileCommand *command)
{
    WordList words = {0};
    bool read = collect_words(reader, entry, &words);
    if (read && !words.count)
        read = fail(reader, "the command is empty");
    for (uint32_t i = 1; read && i < words.count; i++)
        if (words.data[i][0] == '@' && words.data[i][1])
            read = expand_response(reader, command->directory, words.data[i], 0, &command->arguments);
        else
            vector_push(&command->arguments, words.data[i]);
    if (read)
        command->compiler = words.data[0];
    vector_free(&words);
    return read;
}

static bool read_entry(DatabaseReader *reader, const json_t *entry, CompileCommand *command)
{
    if (!json_is_object(entry))
        return fail(reader, "it is not an object");
    const char *file = string_of(reader, entry, "file"), *directory = string_of(reader, entry, "directory");
    if (!file || !*file)
        return fail(reader, "it has no `file`");
    command->directory = path_resolve(reader->arena, reader->here, directory ? directory : ".");
    command->file = path_resolve(reader->arena, command->directory, file);
    return read_arguments(reader, entry, command);
}

static bool read_list(DatabaseReader *reader, const json_t *root, CompileCommands *commands)
{
    if (!json_is_array(root)) {
        text_format(reader->error, "%s: not a compilation database: not a list of commands", reader->path);
        return false;
    }
    for (reader->index = 0; reader->index < json_array_size(root); reader->index++) {
        CompileCommand command = {0};
        bool read = read_entry(reader, json_array_get(root, reader->index), &command);
        vector_push(&commands->list, command);
        if (!read)
            return false;
    }
    if (!commands->list.count)
        text_format(reader->error, "%s: the compilation database has no entries", reader->path);
    return commands->list.count;
}

// The directory of a file, absolute.
static const char *directory_of(Arena *arena, const char *path)
{
    char here[4096];
    const char *whole = path_resolve(arena, getcwd(here, sizeof here) ? here : "/", path);
    const char *slash = strrchr(whole, '/');
    return slash == whole ? "/" : arena_format(arena, "%.*s", (int)(slash - whole), whole);
}

bool compile_commands_read(const char *path, Arena *arena, CompileCommands *commands, Text *error)
{
    struct stat status;
    bool directory = !stat(path, &status) && S_ISDIR(status.st_mode);
    commands->path = directory ? arena_format(arena, "%s/compile_commands.json", path) : path;
    DatabaseReader reader = {
        .path = commands->path, .here = directory_of(arena, commands->path), .arena = arena, .error = error};
    Text text = {0};
    bool read = file_read_text(commands->path, &text, error);
    if (read) {
        json_error_t problem;
        json_t *root = json_loads(text_string(&text), 0, &problem);
        if (root)
            read = read_list(&reader, root, commands);
        else
            text_format(error, "%s:%d: not JSON: %s", commands->path, problem.line, problem.text);
        read = read && root;
        json_decref(root);
    } else if (directory) {
        text_append(error, " (CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)");
    }
    text_free(&text);
    return read;
}

void compile_commands_free(CompileCommands *commands)
{
    for (uint32_t i = 0; i < commands->list.count; i++)
        vector_free(&commands->list.data[i].arguments);
    vector_free(&commands->list);
}
