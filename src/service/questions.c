#include "service/questions.h"

#include <jansson.h>
#include <string.h>

// Keys of the question that are options, and the characters that their values have: none of them can name a file.
static const struct {
    const char *key, *option, *characters;
} known[] = {
    {"property", "property", "abcdefghijklmnopqrstuvwxyz,"},
    {"engine", "engine", "abcdefghijklmnopqrstuvwxyz"},
    {"memory_model", "memory-model", "abcdefghijklmnopqrstuvwxyz0123456789"},
    {"unwind", "unwind", "abcdefghijklmnopqrstuvwxyz0123456789"},
    {"context_bound", "context-bound", "0123456789"},
};

enum { LONGEST_VALUE = 100 };

static bool add_option(const json_t *question, size_t row, Arena *arena, WordList *arguments, Text *error)
{
    const json_t *value = json_object_get(question, known[row].key);
    const char *text = json_string_value(value);
    if (!value || (text && !*text))
        return true;
    size_t length = text ? strlen(text) : 0;
    if (!length || length > LONGEST_VALUE || strspn(text, known[row].characters) != length) {
        text_format(error, "wrong value of %s", known[row].key);
        return false;
    }
    vector_push(arguments, arena_format(arena, "--%s=%s", known[row].option, text));
    return true;
}

bool question_read(const char *text, size_t length, Arena *arena, Text *source, WordList *arguments, Text *error)
{
    json_t *question = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *program = json_string_value(json_object_get(question, "source"));
    bool right = program != NULL;
    if (!right)
        text_append(error, "not JSON with a string `source`");
    for (size_t i = 0; i < sizeof known / sizeof *known && right; i++)
        right = add_option(question, i, arena, arguments, error);
    if (right)
        text_append(source, program);
    json_decref(question);
    return right;
}
