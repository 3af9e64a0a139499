// libyaml reports a file as a series of events. While a node is taken, `event` is its first one; afterwards it is its
// last one.
#include "base/yaml.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <yaml.h>

#include "base/fail.h"
#include "base/vector.h"

enum {
    DEPTH_LIMIT = 64,
    NODE_LIMIT = 10000 // with copies: aliases of aliases multiply
};

// What `&name` stands before.
typedef struct Anchor {
    const char *name;
    const YamlNode *node; // whole: an alias inside it would have no end
} Anchor;

typedef struct Reader {
    Arena *arena;
    const char *name;
    const char *text;
    Text *error;
    yaml_parser_t parser;
    yaml_event_t event;
    VECTOR(Anchor) anchors;
    unsigned depth; // of the node that is taken or copied
    unsigned nodes;
} Reader;

static YamlNode *take_node(Reader *reader);

__attribute__((format(printf, 3, 4))) static void *fail(Reader *reader, unsigned line, const char *format, ...)
{
    va_list arguments;
    text_format(reader->error, "%s:%u: ", reader->name, line);
    va_start(arguments, format);
    text_format_arguments(reader->error, format, arguments);
    va_end(arguments);
    return NULL;
}

static unsigned line_of(yaml_mark_t mark)
{
    return (unsigned)mark.line + 1;
}

static unsigned current_line(const Reader *reader)
{
    return line_of(reader->event.start_mark);
}

// Of characters that are none libyaml reports the offset only.
static unsigned line_at(const char *text, size_t offset)
{
    unsigned line = 1;
    for (size_t i = 0; i < offset && text[i]; i++)
        line += text[i] == '\n';
    return line;
}

// What libyaml complains about.
static void complain(Reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        fail_out_of_memory(0);
    bool unreadable = parser->error == YAML_READER_ERROR;
    unsigned line = unreadable ? line_at(reader->text, parser->problem_offset) : line_of(parser->problem_mark);
    fail(reader, line, "%s", parser->problem);
    if (!parser->context || unreadable)
        return;
    text_format(reader->error, " %s", parser->context);
    if (line_of(parser->context_mark) != line)
        text_format(reader->error, " that begins in line %u", line_of(parser->context_mark));
}

static bool advance(Reader *reader)
{
    yaml_event_delete(&reader->event);
    if (yaml_parser_parse(&reader->parser, &reader->event))
        return true;
    complain(reader);
    return false;
}

static YamlNode *make_node(Reader *reader, YamlKind kind, unsigned line)
{
    if (++reader->nodes > NODE_LIMIT)
        return fail(reader, current_line(reader), "more than %d values, aliases included", NODE_LIMIT);
    YamlNode *node = arena_allocate(reader->arena, sizeof *node);
    *node = (YamlNode){.kind = kind, .line = line, .text = ""};
    return node;
}

static YamlNode *copy_node(Reader *reader, const YamlNode *node)
{
    YamlNode *copy = make_node(reader, node->kind, node->line), **end = copy ? &copy->first : NULL;
    if (!copy)
        return NULL;
    if (++reader->depth > DEPTH_LIMIT)
        return fail(reader, current_line(reader), "too deep");
    copy->text = node->text;
    for (const YamlNode *element = node->first; element; element = element->next) {
        if (!(*end = copy_node(reader, element)))
            return NULL;
        (*end)->key = element->key;
        end = &(*end)->next;
    }
    reader->depth--;
    return copy;
}

// The last of those with that name, as YAML wants it.
static const YamlNode *find_anchor(const Reader *reader, const char *name)
{
    for (uint32_t i = reader->anchors.count; i-- > 0;)
        if (!strcmp(reader->anchors.data[i].name, name))
            return reader->anchors.data[i].node;
    return NULL;
}

static YamlNode *take_alias(Reader *reader)
{
    const char *name = (const char *)reader->event.data.alias.anchor;
    const YamlNode *node = find_anchor(reader, name);
    return node ? copy_node(reader, node) : fail(reader, current_line(reader), "nothing before is called &%s", name);
}

static bool is_null(const char *text)
{
    return !strcmp(text, "~") || !strcmp(text, "null") || !strcmp(text, "Null") || !strcmp(text, "NULL");
}

// The text of a scalar, as a string that stays.
static const char *take_text(Reader *reader)
{
    const char *text = (const char *)reader->event.data.scalar.value;
    if (strlen(text) != reader->event.data.scalar.length)
        return fail(reader, current_line(reader), "a zero byte in a string");
    return arena_copy_string(reader->arena, text);
}

static bool is_plain(const Reader *reader)
{
    return reader->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static YamlNode *take_scalar(Reader *reader)
{
    YamlNode *node = make_node(reader, YAML_SCALAR, current_line(reader));
    const char *text = node ? take_text(reader) : NULL;
    if (!text)
        return NULL;
    node->text = is_plain(reader) && is_null(text) ? "" : text;
    return node;
}

static YamlNode *take_sequence(Reader *reader)
{
    YamlNode *sequence = make_node(reader, YAML_SEQUENCE, current_line(reader)), **end;
    if (!sequence)
        return NULL;
    for (end = &sequence->first; advance(reader); end = &(*end)->next) {
        if (reader->event.type == YAML_SEQUENCE_END_EVENT)
            return sequence;
        if (!(*end = take_node(reader)))
            return NULL;
    }
    return NULL;
}

static bool append_missing(Reader *reader, YamlNode *mapping, const YamlNode *source)
{
    YamlNode **end = &mapping->first;
    if (source->kind != YAML_MAPPING)
        return fail(reader, source->line, "<< takes in what is no mapping");
    while (*end)
        end = &(*end)->next;
    for (const YamlNode *element = source->first; element; element = element->next) {
        if (yaml_find(mapping, element->key))
            continue;
        if (!(*end = copy_node(reader, element)))
            return false;
        (*end)->key = element->key;
        end = &(*end)->next;
    }
    return true;
}

// `<<: *name` takes in the elements of another mapping, or of several, that the mapping does not have itself.
static bool merge(Reader *reader, YamlNode *mapping, const YamlNode *source)
{
    if (!source || source->kind != YAML_SEQUENCE)
        return !source || append_missing(reader, mapping, source);
    for (const YamlNode *element = source->first; element; element = element->next)
        if (!append_missing(reader, mapping, element))
            return false;
    return true;
}

static const char *take_key(Reader *reader, bool *merges)
{
    if (reader->event.type != YAML_SCALAR_EVENT)
        return fail(reader, current_line(reader), "a key that is no text");
    const char *key = take_text(reader);
    *merges = key && is_plain(reader) && !strcmp(key, "<<");
    return key;
}

static YamlNode *take_mapping(Reader *reader)
{
    YamlNode *mapping = make_node(reader, YAML_MAPPING, current_line(reader)), *merged = NULL, **end;
    if (!mapping)
        return NULL;
    end = &mapping->first;
    while (advance(reader)) {
        bool merges = false;
        if (reader->event.type == YAML_MAPPING_END_EVENT)
            return merge(reader, mapping, merged) ? mapping : NULL;
        unsigned line = current_line(reader);
        const char *key = take_key(reader, &merges);
        if (!key)
            return NULL;
        if (merges ? merged : yaml_find(mapping, key))
            return fail(reader, line, "'%s' stands here twice", key);
        YamlNode *value = advance(reader) ? take_node(reader) : NULL;
        if (!value)
            return NULL;
        if (merges) {
            merged = value;
            continue;
        }
        value->key = key;
        *end = value;
        end = &value->next;
    }
    return NULL;
}

// Tags of values that are what they look like.
static bool tag_is_known(const char *tag)
{
    static const char *const names[] = {"str", "int", "float", "bool", "null", "seq", "map"};
    const char *prefix = "tag:yaml.org,2002:";
    size_t length = strlen(prefix);
    if (!tag || !strcmp(tag, "!"))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(tag, prefix, length) && !strcmp(tag + length, names[i]))
            return true;
    return false;
}

// Takes a node that is no alias, of which libyaml has reported these.
static YamlNode *take_named(Reader *reader, const yaml_char_t *anchor, const yaml_char_t *tag,
                            YamlNode *(*take)(Reader *reader))
{
    const char *name = anchor ? arena_copy_string(reader->arena, (const char *)anchor) : NULL;
    if (!tag_is_known((const char *)tag))
        return fail(reader, current_line(reader), "the tag %s is not known", (const char *)tag);
    if (++reader->depth > DEPTH_LIMIT)
        return fail(reader, current_line(reader), "too deep");
    YamlNode *node = take(reader);
    reader->depth--;
    if (node && name)
        vector_push(&reader->anchors, (Anchor){name, node});
    return node;
}

static YamlNode *take_node(Reader *reader)
{
    const yaml_event_t *event = &reader->event;
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return take_alias(reader);
    case YAML_SCALAR_EVENT:
        return take_named(reader, event->data.scalar.anchor, event->data.scalar.tag, take_scalar);
    case YAML_SEQUENCE_START_EVENT:
        return take_named(reader, event->data.sequence_start.anchor, event->data.sequence_start.tag, take_sequence);
    case YAML_MAPPING_START_EVENT:
        return take_named(reader, event->data.mapping_start.anchor, event->data.mapping_start.tag, take_mapping);
    default:
        INTERNAL_ERROR("libyaml reports event %d where a value begins", (int)event->type);
    }
}

// The events around: the stream begins, the document begins, the root, the document ends, the stream ends.
static YamlNode *take_document(Reader *reader)
{
    if (!advance(reader) || !advance(reader))
        return NULL;
    if (reader->event.type == YAML_STREAM_END_EVENT)
        return fail(reader, 1, "nothing in it");
    YamlNode *root = advance(reader) ? take_node(reader) : NULL;
    if (!root || !advance(reader) || !advance(reader))
        return NULL;
    if (reader->event.type != YAML_STREAM_END_EVENT)
        return fail(reader, current_line(reader), "a second document begins");
    return root;
}

const YamlNode *yaml_parse(Arena *arena, const char *name, const char *text, Text *error)
{
    Reader reader = {.arena = arena, .name = name, .text = text, .error = error};
    if (!yaml_parser_initialize(&reader.parser))
        fail_out_of_memory(sizeof reader.parser);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, strlen(text));
    YamlNode *root = take_document(&reader);
    yaml_event_delete(&reader.event);
    yaml_parser_delete(&reader.parser);
    vector_free(&reader.anchors);
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
