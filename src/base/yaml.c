// A recursive descent over lines. A line is its indentation and its text; "- " is taken off a line by moving its start
// to what follows, so that the elements of a sequence are blocks of their own.
#include "base/yaml.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"

enum { DEPTH_LIMIT = 64 };

typedef struct Line {
    unsigned number;
    size_t indentation;
    const char *text; // without indentation, comment at its start, and white space at its end
} Line;

typedef struct Parser {
    Arena *arena;
    const char *name;
    Text *error;
    VECTOR(Line) lines;
    uint32_t next;
    unsigned depth;
} Parser;

static YamlNode *parse_block(Parser *parser, size_t indentation);

__attribute__((format(printf, 3, 4))) static void *fail(Parser *parser, unsigned line, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    text_format(parser->error, "%s:%u: %s", parser->name, line, message);
    return NULL;
}

static bool split_lines(Parser *parser, const char *text)
{
    for (unsigned number = 1; *text; number++) {
        size_t length = strcspn(text, "\n"), indentation = strspn(text, " ");
        size_t end = length;
        while (end > indentation && strchr(" \t\r", text[end - 1]))
            end--;
        bool blank = end <= indentation || text[indentation] == '#';
        bool marker = number == 1 && end == 3 && !strncmp(text, "---", 3);
        if (!blank && text[indentation] == '\t')
            return fail(parser, number, "a tab in the indentation");
        if (!blank && !marker) {
            char *copy = arena_format(parser->arena, "%.*s", (int)(end - indentation), text + indentation);
            vector_push(&parser->lines, (Line){number, indentation, copy});
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

static const Line *current(const Parser *parser)
{
    return parser->next < parser->lines.count ? &parser->lines.data[parser->next] : NULL;
}

static bool is_element(const char *text)
{
    return text[0] == '-' && (!text[1] || text[1] == ' ');
}

static YamlNode *make_node(Parser *parser, YamlKind kind, unsigned line)
{
    YamlNode *node = arena_allocate(parser->arena, sizeof *node);
    *node = (YamlNode){.kind = kind, .line = line, .text = ""};
    return node;
}

// What a backslash and the character behind it mean in double quotes; 0: not known.
static char unescape(char character)
{
    static const char pairs[] = "\"\"\\\\//n\nt\tr\r";
    for (const char *pair = pairs; *pair; pair += 2)
        if (*pair == character)
            return pair[1];
    return 0;
}

// Takes a string in quotes; `*cursor` stands at the first quote, and then behind the last.
static const char *take_quoted(Parser *parser, const char **cursor, unsigned line)
{
    char quote = *(*cursor)++;
    Text text = {0};
    const char *problem = "a string without its closing quote";
    for (; **cursor; ++*cursor) {
        char character = **cursor;
        if (character == quote && !(quote == '\'' && (*cursor)[1] == '\'')) {
            ++*cursor;
            problem = NULL;
            break;
        }
        if (character == '\'' && quote == '\'')
            ++*cursor;
        if (character == '\\' && quote == '"') {
            character = unescape(*++*cursor);
            if (!character) {
                problem = "an escape in a string that is not known";
                break;
            }
        }
        text_append_character(&text, character);
    }
    const char *result =
        problem ? fail(parser, line, "%s", problem) : arena_copy_string(parser->arena, text_string(&text));
    text_free(&text);
    return result;
}

static bool is_comment(const char *rest)
{
    const char *start = rest + strspn(rest, " \t");
    return !*start || (*start == '#' && start > rest);
}

// Where a plain text ends: at a comment, which has a space in front.
static size_t plain_length(const char *text)
{
    size_t length = strlen(text);
    for (const char *hash = strchr(text, '#'); hash; hash = strchr(hash + 1, '#')) {
        if (hash > text && strchr(" \t", hash[-1])) {
            length = (size_t)(hash - text);
            break;
        }
    }
    while (length && strchr(" \t", text[length - 1]))
        length--;
    return length;
}

// The colon behind a plain key, or NULL.
static const char *find_colon(const char *text)
{
    size_t length = plain_length(text);
    for (const char *colon = memchr(text, ':', length); colon; colon = strchr(colon + 1, ':'))
        if (colon < text + length && (colon + 1 == text + length || strchr(" \t", colon[1])))
            return colon;
    return NULL;
}

static YamlNode *parse_scalar(Parser *parser, const char *text, unsigned line)
{
    YamlNode *node = make_node(parser, YAML_SCALAR, line);
    if (*text == '\'' || *text == '"') {
        node->text = take_quoted(parser, &text, line);
        if (node->text && !is_comment(text))
            return fail(parser, line, "something behind a string: %s", text);
        return node->text ? node : NULL;
    }
    if (strchr("[]{}&*!|>%@`,?", *text))
        return fail(parser, line, "not understood: %s", text);
    if (find_colon(text))
        return fail(parser, line, "a key where a value is expected: %s", text);
    node->text = arena_format(parser->arena, "%.*s", (int)plain_length(text), text);
    return node;
}

// Takes "key:" off a line; `*rest` is what follows. NULL without a message if the line has no key.
static const char *take_key(Parser *parser, const Line *line, const char **rest)
{
    const char *cursor = line->text, *key;
    if (*cursor == '\'' || *cursor == '"') {
        key = take_quoted(parser, &cursor, line->number);
        if (!key || *cursor != ':' || (cursor[1] && !strchr(" \t", cursor[1])))
            return NULL;
    } else {
        const char *colon = find_colon(cursor);
        if (!colon || strchr("[]{}&*!|>%@`,?", *cursor))
            return NULL;
        key = arena_format(parser->arena, "%.*s", (int)(colon - cursor), cursor);
        cursor = colon;
    }
    *rest = cursor + 1 + strspn(cursor + 1, " \t");
    if (**rest == '#')
        *rest = "";
    return key;
}

// What belongs to a key with nothing behind it: a deeper block, a sequence as deep as the key, or nothing.
static YamlNode *parse_below(Parser *parser, size_t indentation, unsigned number)
{
    const Line *line = current(parser);
    bool deeper = line && line->indentation > indentation;
    bool sequence = line && line->indentation == indentation && is_element(line->text);
    if (deeper || sequence)
        return parse_block(parser, line->indentation);
    return make_node(parser, YAML_SCALAR, number);
}

static YamlNode *parse_mapping(Parser *parser, size_t indentation)
{
    YamlNode *mapping = make_node(parser, YAML_MAPPING, current(parser)->number), **end = &mapping->first;
    for (const Line *line = current(parser); line && line->indentation == indentation; line = current(parser)) {
        if (is_element(line->text))
            break;
        const char *rest;
        unsigned number = line->number;
        const char *key = take_key(parser, line, &rest);
        if (!key)
            return parser->error->length ? NULL : fail(parser, number, "expected `key: value`, got %s", line->text);
        if (yaml_find(mapping, key))
            return fail(parser, number, "'%s' stands here twice", key);
        parser->next++;
        YamlNode *value = *rest ? parse_scalar(parser, rest, number) : parse_below(parser, indentation, number);
        if (!value)
            return NULL;
        value->key = key;
        *end = value;
        end = &value->next;
    }
    return mapping;
}

static YamlNode *parse_sequence(Parser *parser, size_t indentation)
{
    YamlNode *sequence = make_node(parser, YAML_SEQUENCE, current(parser)->number), **end = &sequence->first;
    for (const Line *found = current(parser); found && found->indentation == indentation && is_element(found->text);
         found = current(parser)) {
        Line *line = &parser->lines.data[parser->next];
        size_t skipped = 1 + strspn(line->text + 1, " ");
        YamlNode *element;
        if (!line->text[1] || line->text[skipped] == '#') {
            parser->next++;
            const Line *below = current(parser);
            bool deeper = below && below->indentation > indentation;
            element = deeper ? parse_block(parser, below->indentation) : make_node(parser, YAML_SCALAR, line->number);
        } else {
            line->text += skipped;
            line->indentation += skipped;
            element = parse_block(parser, line->indentation);
        }
        if (!element)
            return NULL;
        *end = element;
        end = &element->next;
    }
    return sequence;
}

static YamlNode *parse_block(Parser *parser, size_t indentation)
{
    const Line *line = current(parser);
    const char *rest;
    YamlNode *node;
    if (++parser->depth > DEPTH_LIMIT)
        return fail(parser, line->number, "too deep");
    if (is_element(line->text)) {
        node = parse_sequence(parser, indentation);
    } else if (take_key(parser, line, &rest)) {
        node = parse_mapping(parser, indentation);
    } else if (parser->error->length) {
        node = NULL;
    } else {
        parser->next++;
        node = parse_scalar(parser, line->text, line->number);
    }
    parser->depth--;
    line = current(parser);
    if (node && line && line->indentation > indentation)
        return fail(parser, line->number, "the indentation fits nothing above");
    return node;
}

const YamlNode *yaml_parse(Arena *arena, const char *name, const char *text, Text *error)
{
    Parser parser = {.arena = arena, .name = name, .error = error};
    YamlNode *root = NULL;
    if (split_lines(&parser, text)) {
        root = parser.lines.count ? parse_block(&parser, parser.lines.data[0].indentation)
                                  : fail(&parser, 1, "nothing in it");
        const Line *left = current(&parser);
        if (root && left)
            root = fail(&parser, left->number, "the indentation fits nothing above");
    }
    vector_free(&parser.lines);
    return root;
}

const YamlNode *yaml_find(const YamlNode *node, const char *key)
{
    if (!node || node->kind != YAML_MAPPING)
        return NULL;
    for (const YamlNode *element = node->first; element; element = element->next)
        if (!strcmp(element->key, key))
            return element;
    return NULL;
}
