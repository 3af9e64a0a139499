#include "base/words.h"

#include <ctype.h>
#include <string.h>

// Reads on until the end of the quotes. Inside double ones a backslash stands for itself unless one of four follows.
static const char *read_quoted(const char *cursor, char quote, Text *word)
{
    for (; *cursor && *cursor != quote; cursor++) {
        bool escape = quote == '"' && *cursor == '\\' && cursor[1] && strchr("\"\\$`", cursor[1]);
        cursor += escape;
        text_append_character(word, *cursor);
    }
    return *cursor ? cursor + 1 : NULL;
}

// Reads one word; NULL if it is not complete.
static const char *read_word(const char *cursor, Text *word, Text *error)
{
    while (cursor && *cursor && !isspace((unsigned char)*cursor)) {
        char character = *cursor++;
        if (character == '\'' || character == '"') {
            cursor = read_quoted(cursor, character, word);
            if (!cursor)
                text_format(error, "the quote %c is not closed", character);
        } else if (character == '\\' && !*cursor) {
            text_append(error, "nothing follows the backslash at the end");
            return NULL;
        } else if (character == '\\') {
            if (*cursor != '\n')
                text_append_character(word, *cursor);
            cursor++;
        } else {
            text_append_character(word, character);
        }
    }
    return cursor;
}

bool words_split(Arena *arena, const char *text, WordList *words, Text *error)
{
    const char *cursor = text;
    for (;;) {
        while (isspace((unsigned char)*cursor))
            cursor++;
        if (!*cursor)
            return true;
        Text word = {0};
        cursor = read_word(cursor, &word, error);
        if (cursor)
            vector_push(words, arena_copy_string(arena, text_string(&word)));
        text_free(&word);
        if (!cursor)
            return false;
    }
}

static bool is_plain(const char *word)
{
    for (const char *c = word; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_=+./,:@%^", *c))
            return false;
    return *word;
}

void words_append(Text *text, const char *word)
{
    if (text->length)
        text_append_character(text, ' ');
    if (is_plain(word)) {
        text_append(text, word);
        return;
    }
    text_append_character(text, '\'');
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            text_append(text, "'\\''");
        else
            text_append_character(text, *c);
    text_append_character(text, '\'');
}
