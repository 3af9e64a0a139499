#include "base/toml.h"

#include <ctype.h>
#include <string.h>

typedef struct TomlReader {
    Arena *arena;
    const char *name;
    const char *cursor;
    uint32_t line;
    const char *table;
    VECTOR(const char *) tables; // those seen so far
    TomlDocument *document;
    Text *error;
} TomlReader;

static bool fail(TomlReader *reader, const char *what)
{
    text_format(reader->error, "%s:%u: %s", reader->name, reader->line, what);
    return false;
}

static void skip_blanks(TomlReader *reader)
{
    while (*reader->cursor == ' ' || *reader->cursor == '\t')
        reader->cursor++;
}

// Blanks and a comment; then whether the line is over.
static bool skip_to_end(TomlReader *reader)
{
    skip_blanks(reader);
    if (*reader->cursor == '#')
        reader->cursor += strcspn(reader->cursor, "\n");
    if (reader->cursor[0] == '\r' && reader->cursor[1] == '\n')
        reader->cursor++;
    if (*reader->cursor != '\n')
        return !*reader->cursor;
    reader->cursor++;
    reader->line++;
    return true;
}

static void skip_lines(TomlReader *reader)
{
    while (*reader->cursor && skip_to_end(reader))
        continue;
}

// --- Strings

static void append_code_point(Text *out, uint32_t code)
{
    if (code < 0x80) {
        text_append_character(out, (char)code);
    } else if (code < 0x800) {
        text_append_character(out, (char)(0xc0 | code >> 6));
        text_append_character(out, (char)(0x80 | (code & 0x3f)));
    } else {
        text_append_character(out, (char)(0xe0 | code >> 12));
        text_append_character(out, (char)(0x80 | (code >> 6 & 0x3f)));
        text_append_character(out, (char)(0x80 | (code & 0x3f)));
    }
}

// The four digits of \uXXXX; a zero byte and half of a pair are no characters.
static bool read_code_point(TomlReader *reader, Text *out)
{
    uint32_t code = 0;
    for (int i = 0; i < 4; i++) {
        char digit = (char)tolower((unsigned char)*reader->cursor);
        if (!isxdigit((unsigned char)digit))
            return fail(reader, "expected four hexadecimal digits after \\u");
        code = code * 16 + (uint32_t)(isdigit((unsigned char)digit) ? digit - '0' : digit - 'a' + 10);
        reader->cursor++;
    }
    if (!code || (code >= 0xd800 && code < 0xe000))
        return fail(reader, "\\u does not name a character");
    append_code_point(out, code);
    return true;
}

static bool read_escape(TomlReader *reader, Text *out)
{
    static const char names[] = "btnfr\"\\", meanings[] = "\b\t\n\f\r\"\\";
    char name = *reader->cursor;
    const char *found = name ? strchr(names, name) : NULL;
    if (found) {
        reader->cursor++;
        text_append_character(out, meanings[found - names]);
        return true;
    }
    if (name != 'u')
        return fail(reader, "unknown escape in a string");
    reader->cursor++;
    return read_code_point(reader, out);
}

// The cursor is on the quote.
static bool read_string(TomlReader *reader, const char **value)
{
    char quote = *reader->cursor;
    if (reader->cursor[1] == quote && reader->cursor[2] == quote)
        return fail(reader, "strings of several lines are not read here");
    Text text = {0};
    bool right = true;
    for (reader->cursor++; right && *reader->cursor != quote;) {
        char character = *reader->cursor;
        if (!character || character == '\n') {
            right = fail(reader, "a string is not closed");
        } else if (character == '\\' && quote == '"') {
            reader->cursor++;
            right = read_escape(reader, &text);
        } else {
            text_append_character(&text, character);
            reader->cursor++;
        }
    }
    if (right)
        reader->cursor++;
    *value = arena_copy_string(reader->arena, text_string(&text));
    text_free(&text);
    return right;
}

void toml_append_string(Text *out, const char *string)
{
    text_append_character(out, '"');
    for (; *string; string++) {
        unsigned char byte = (unsigned char)*string;
        if (byte == '"' || byte == '\\')
            text_format(out, "\\%c", byte);
        else if (byte < 32 || byte == 127)
            text_format(out, "\\u%04x", byte);
        else
            text_append_character(out, *string);
    }
    text_append_character(out, '"');
}

// --- Values

// A number, true or false: the word as it stands, without the underscores of numbers.
static bool read_word(TomlReader *reader, TomlKind *kind, const char **value)
{
    size_t length = strcspn(reader->cursor, " \t\r\n,]#");
    const char *word = reader->cursor;
    bool number = length && strspn(word, "0123456789_+-.eExXabcdefABCDEFo") >= length && strpbrk(word, "0123456789");
    bool boolean = (length == 4 && !strncmp(word, "true", 4)) || (length == 5 && !strncmp(word, "false", 5));
    bool dated = number && length >= 8 && word[4] == '-';
    if (!boolean && (!number || dated || !(isdigit((unsigned char)*word) || strchr("+-", *word))))
        return fail(reader, "expected a string between quotes, a number, true, false or an array");
    Text text = {0};
    for (size_t i = 0; i < length; i++)
        if (word[i] != '_')
            text_append_character(&text, word[i]);
    *kind = boolean ? TOML_BOOLEAN : TOML_NUMBER;
    *value = arena_copy_string(reader->arena, text_string(&text));
    reader->cursor += length;
    text_free(&text);
    return true;
}

static bool read_scalar(TomlReader *reader, TomlKind *kind, const char **value)
{
    if (*reader->cursor == '{')
        return fail(reader, "inline tables are not read here");
    if (*reader->cursor != '"' && *reader->cursor != '\'')
        return read_word(reader, kind, value);
    *kind = TOML_STRING;
    return read_string(reader, value);
}

// The cursor is after the bracket.
static bool read_array(TomlReader *reader, TomlEntry *entry)
{
    entry->kind = TOML_ARRAY;
    for (bool more = true;;) {
        TomlKind kind;
        const char *value;
        skip_lines(reader);
        if (*reader->cursor == ']') {
            reader->cursor++;
            return true;
        }
        if (!more)
            return fail(reader, "expected a comma or the end of the array");
        if (*reader->cursor == '[')
            return fail(reader, "arrays of arrays are not read here");
        if (!read_scalar(reader, &kind, &value))
            return false;
        vector_push(&entry->values, value);
        skip_lines(reader);
        more = *reader->cursor == ',';
        reader->cursor += more;
    }
}

static bool read_value(TomlReader *reader, TomlEntry *entry)
{
    if (*reader->cursor == '[') {
        reader->cursor++;
        return read_array(reader, entry);
    }
    const char *value;
    bool read = read_scalar(reader, &entry->kind, &value);
    if (read)
        vector_push(&entry->values, value);
    return read;
}

// --- Lines

static bool read_name(TomlReader *reader, const char *kind, const char **name)
{
    if (*reader->cursor == '"' || *reader->cursor == '\'')
        return read_string(reader, name);
    size_t length = 0;
    while (isalnum((unsigned char)reader->cursor[length]) ||
           (reader->cursor[length] && strchr("_-", reader->cursor[length])))
        length++;
    if (!length) {
        text_format(reader->error, "%s:%u: expected the name of a %s", reader->name, reader->line, kind);
        return false;
    }
    *name = arena_format(reader->arena, "%.*s", (int)length, reader->cursor);
    reader->cursor += length;
    skip_blanks(reader);
    return *reader->cursor != '.' || fail(reader, "names with dots are not read here");
}

static bool read_table(TomlReader *reader)
{
    reader->cursor++;
    if (*reader->cursor == '[')
        return fail(reader, "arrays of tables are not read here");
    skip_blanks(reader);
    if (!read_name(reader, "table", &reader->table))
        return false;
    skip_blanks(reader);
    if (*reader->cursor != ']')
        return fail(reader, "expected ] after the name of a table");
    reader->cursor++;
    for (uint32_t i = 0; i < reader->tables.count; i++)
        if (!strcmp(reader->tables.data[i], reader->table))
            return fail(reader, "this table is there already");
    vector_push(&reader->tables, reader->table);
    return true;
}

static bool is_there(const TomlReader *reader, const char *key)
{
    for (uint32_t i = 0; i < reader->document->entries.count; i++) {
        const TomlEntry *entry = &reader->document->entries.data[i];
        if (!strcmp(entry->table, reader->table) && !strcmp(entry->key, key))
            return true;
    }
    return false;
}

static bool read_entry(TomlReader *reader)
{
    TomlEntry entry = {.table = reader->table, .line = reader->line};
    if (!read_name(reader, "key", &entry.key))
        return false;
    if (is_there(reader, entry.key))
        return fail(reader, "this key is there already");
    skip_blanks(reader);
    if (*reader->cursor != '=')
        return fail(reader, "expected = after the key");
    reader->cursor++;
    skip_blanks(reader);
    bool read = read_value(reader, &entry);
    vector_push(&reader->document->entries, entry);
    return read;
}

bool toml_parse(Arena *arena, const char *name, const char *text, TomlDocument *document, Text *error)
{
    TomlReader reader = {
        .arena = arena, .name = name, .cursor = text, .line = 1, .table = "", .document = document, .error = error};
    bool right = true;
    while (right) {
        skip_lines(&reader);
        if (!*reader.cursor)
            break;
        right = *reader.cursor == '[' ? read_table(&reader) : read_entry(&reader);
        if (right && !skip_to_end(&reader))
            right = fail(&reader, "expected the end of the line");
    }
    vector_free(&reader.tables);
    return right;
}

void toml_free(TomlDocument *document)
{
    for (uint32_t i = 0; i < document->entries.count; i++)
        vector_free(&document->entries.data[i].values);
    vector_free(&document->entries);
}
