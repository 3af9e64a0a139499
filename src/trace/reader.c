#include "trace/reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void reader_fail(Reader *reader, const char *key, const char *problem)
{
    if (reader->failed)
        return;
    reader->failed = true;
    Text path = {0};
    text_append(&path, reader->parent);
    if (reader->index != SIZE_MAX)
        text_format(&path, "[%zu]", reader->index);
    if (*reader->child)
        text_format(&path, ".%s", reader->child);
    if (*key)
        text_format(&path, "%s%s", path.length ? "." : "", key);
    text_format(reader->error, "%s: not a trace of raddle: %s%s%s", reader->file, text_string(&path),
                path.length ? " " : "", problem);
    text_free(&path);
}

void reader_fail_format(Reader *reader, const char *key, const char *format, ...)
{
    char problem[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, sizeof problem, format, arguments);
    va_end(arguments);
    reader_fail(reader, key, problem);
}

json_t *reader_member(Reader *reader, json_t *object, const char *key, Presence presence)
{
    json_t *value = json_object_get(object, key);
    if (json_is_null(value))
        value = NULL;
    if (!value && presence == REQUIRED)
        reader_fail(reader, key, "is missing");
    return value;
}

json_t *reader_list(Reader *reader, json_t *object, const char *key, Presence presence)
{
    json_t *value = reader_member(reader, object, key, presence);
    if (value && !json_is_array(value))
        reader_fail(reader, key, "is not a list");
    return json_is_array(value) ? value : NULL;
}

json_t *reader_object(Reader *reader, json_t *object, const char *key)
{
    json_t *value = reader_member(reader, object, key, REQUIRED);
    if (value && !json_is_object(value))
        reader_fail(reader, key, "is not an object");
    return json_is_object(value) ? value : NULL;
}

uint64_t reader_number(Reader *reader, const char *key, const json_t *value, uint64_t limit)
{
    uint64_t number = 0;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        number = (uint64_t)json_integer_value(value);
    } else if (json_is_string(value) && !strncmp(json_string_value(value), "0x", 2)) {
        char *end;
        errno = 0;
        number = strtoull(json_string_value(value), &end, 16);
        if (errno || *end || end == json_string_value(value) + 2)
            reader_fail(reader, key, "is not a number");
    } else {
        reader_fail(reader, key, "is not a number that is 0 or more");
    }
    if (number > limit)
        reader_fail(reader, key, "is too large");
    return reader->failed ? 0 : number;
}

uint64_t reader_unsigned(Reader *reader, json_t *object, const char *key, Presence presence, uint64_t limit,
                         uint64_t missing)
{
    json_t *value = reader_member(reader, object, key, presence);
    uint64_t number = value ? reader_number(reader, key, value, limit) : missing;
    return reader->failed ? missing : number;
}

uint32_t reader_thread(Reader *reader, json_t *object, const char *key, Presence presence)
{
    return (uint32_t)reader_unsigned(reader, object, key, presence, READER_THREAD_LIMIT - 1, NO_THREAD);
}

bool reader_boolean(Reader *reader, json_t *object, const char *key)
{
    json_t *value = reader_member(reader, object, key, OPTIONAL);
    if (value && !json_is_boolean(value))
        reader_fail(reader, key, "is not true or false");
    return json_is_true(value);
}

const char *reader_string(Reader *reader, json_t *object, const char *key, Presence presence)
{
    json_t *value = reader_member(reader, object, key, presence);
    if (!value)
        return "";
    if (!json_is_string(value)) {
        reader_fail(reader, key, "is not a string");
        return "";
    }
    const char *text = json_string_value(value);
    return *text ? arena_copy_string(&reader->trace->arena, text) : "";
}

const char *reader_repeated(Reader *reader, json_t *object, const char *key, const char *recent)
{
    json_t *value = json_object_get(object, key);
    if (recent && json_is_string(value) && !strcmp(recent, json_string_value(value)))
        return recent;
    return reader_string(reader, object, key, OPTIONAL);
}

TracePosition reader_position(Reader *reader, json_t *object, const TracePosition *recent)
{
    TracePosition position = {.file = "", .function = ""};
    json_t *value = reader_member(reader, object, "location", OPTIONAL);
    if (!value)
        return position;
    if (!json_is_object(value)) {
        reader_fail(reader, "location", "is not an object");
        return position;
    }
    reader->child = "location";
    position.file = reader_repeated(reader, value, "file", recent ? recent->file : NULL);
    position.line = (uint32_t)reader_unsigned(reader, value, "line", REQUIRED, UINT32_MAX, 0);
    position.column = (uint32_t)reader_unsigned(reader, value, "column", OPTIONAL, UINT32_MAX, 0);
    position.function = reader_repeated(reader, value, "function", recent ? recent->function : NULL);
    reader->child = "";
    return position;
}

uint32_t reader_find_word(Reader *reader, const char *key, const json_t *value, const char *const *words,
                          uint32_t count)
{
    if (!json_is_string(value)) {
        reader_fail(reader, key, "is not a string");
        return count;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(words[i], json_string_value(value)))
            return i;
    reader_fail_format(reader, key, "has the unknown value '%.100s'", json_string_value(value));
    return count;
}

uint32_t reader_word(Reader *reader, json_t *object, const char *key, const char *const *words, uint32_t count)
{
    json_t *value = reader_member(reader, object, key, REQUIRED);
    return value ? reader_find_word(reader, key, value, words, count) : count;
}

Term reader_term(Reader *reader, json_t *object, const char *key)
{
    json_t *value = reader_member(reader, object, key, OPTIONAL);
    if (!value)
        return NO_TERM;
    uint64_t number = reader_number(reader, key, value, UINT64_MAX);
    if (number >= reader->term_count)
        reader_fail_format(reader, key, "is not the index of one of the %u terms", reader->term_count);
    return reader->failed ? NO_TERM : reader->terms[number];
}

bool reader_enter(Reader *reader, const char *name, size_t index, const json_t *element)
{
    reader->parent = name;
    reader->index = index;
    if (!json_is_object(element))
        reader_fail(reader, "", "is not an object");
    return !reader->failed;
}

void reader_leave(Reader *reader)
{
    reader->parent = "";
    reader->index = SIZE_MAX;
}
