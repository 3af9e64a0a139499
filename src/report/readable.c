// The recorder calls a block by the place that allocated it, heap(pool.c:97)#2. Where one variable of the program, and
// it alone in the whole run, is given the address of the block and no other, the block is what this variable points
// to: pool->queue.head, items[3], *counter. Else, if all blocks with its type come from one place, it is called by the
// type, and if not by its place, without the file if the run has one only.
#include "report/readable.h"

#include <ctype.h>
#include <string.h>

#include "base/vector.h"
#include "report/scanned.h"

// A block as it is named in a text.
typedef struct Token {
    const char *at;
    size_t length; // with the number
    size_t path_length, line_length;
    const char *number; // "#2" or ""
    size_t number_length;
} Token;

// A variable and the block that it points to.
typedef struct Holder {
    const char *name;
    const char *block; // "heap(pool.c:97)#2"; NULL: it was given other values, too
} Holder;

// A structure that is allocated at a place.
typedef struct BlockType {
    const char *place; // "heap(pool.c:97)": a block without its number
    const char *name;
    bool elsewhere; // at other places, too
} BlockType;

typedef struct Names {
    Arena *arena;
    const char *only_file; // NULL: there are several
    VECTOR(Holder) holders;
    VECTOR(BlockType) types;
} Names;

enum { HOLDER_LIMIT = 512, NAMED_INPUTS = 200 };

static size_t count_digits(const char *text)
{
    size_t count = 0;
    while (isdigit((unsigned char)text[count]))
        count++;
    return count;
}

// The first block named in the text; false if there is none.
static bool find_token(const char *text, Token *token)
{
    for (const char *at = strstr(text, "heap("); at; at = strstr(at + 1, "heap(")) {
        const char *path = at + strlen("heap(");
        for (const char *colon = strchr(path, ':'); colon; colon = strchr(colon + 1, ':')) {
            size_t line = count_digits(colon + 1);
            if (!line || colon[1 + line] != ')')
                continue;
            const char *end = colon + line + 2;
            size_t number = *end == '#' ? 1 + count_digits(end + 1) : 0;
            *token = (Token){.at = at,
                             .length = (size_t)(end - at) + number,
                             .path_length = (size_t)(colon - path),
                             .line_length = line,
                             .number = end,
                             .number_length = number};
            return true;
        }
    }
    return false;
}

// Whether the text is "&" and a block, or the first element of one, and nothing more.
static bool is_block_address(const char *text, Token *token)
{
    if (*text != '&' || !find_token(text, token) || token->at != text + 1)
        return false;
    const char *rest = token->at + token->length;
    return !*rest || !strcmp(rest, "[0]");
}

static bool is_block(const char *block, const Token *token)
{
    return strlen(block) == token->length && !strncmp(block, token->at, token->length);
}

static Holder *find_holder(Names *names, const char *name)
{
    for (uint32_t i = 0; i < names->holders.count; i++)
        if (!strcmp(names->holders.data[i].name, name))
            return &names->holders.data[i];
    return NULL;
}

// Variables in blocks are not looked at. A name that several variables have may be given several blocks, and then names
// none.
static void note_write(Names *names, const TraceEvent *event)
{
    Token token;
    if (!event_kind_writes(event->kind) || !*event->object || strstr(event->object, "heap(") ||
        !strncmp(event->value_text, "NULL", 4) || !strcmp(event->value_text, "0x0"))
        return;
    Holder *holder = find_holder(names, event->object);
    bool points = is_block_address(event->value_text, &token);
    if (!holder && points && names->holders.count < HOLDER_LIMIT)
        vector_push(&names->holders,
                    (Holder){event->object, arena_format(names->arena, "%.*s", (int)token.length, token.at)});
    else if (holder && (!points || !holder->block || !is_block(holder->block, &token)))
        holder->block = NULL;
}

static size_t place_length(const Token *token)
{
    return token->length - token->number_length;
}

static const BlockType *type_of(const Names *names, const Token *token)
{
    for (uint32_t i = 0; i < names->types.count; i++)
        if (strlen(names->types.data[i].place) == place_length(token) &&
            !strncmp(names->types.data[i].place, token->at, place_length(token)))
            return &names->types.data[i];
    return NULL;
}

static void note_allocation(Names *names, const TraceEvent *event)
{
    Token token;
    if (event->kind != EVENT_allocate || !*event->value_text || !find_token(event->object, &token) ||
        type_of(names, &token) || names->types.count >= HOLDER_LIMIT)
        return;
    BlockType type = {.place = arena_format(names->arena, "%.*s", (int)place_length(&token), token.at),
                      .name = event->value_text};
    for (uint32_t i = 0; i < names->types.count; i++)
        if (!strcmp(names->types.data[i].name, type.name))
            names->types.data[i].elsewhere = type.elsewhere = true;
    vector_push(&names->types, type);
}

static void note_file(Names *names, const TracePosition *position, bool *several)
{
    if (!*position->file)
        return;
    *several |= names->only_file && strcmp(names->only_file, position->file);
    names->only_file = position->file;
}

static void learn(Names *names, const Trace *trace)
{
    bool several = false;
    note_file(names, &trace->where, &several);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        note_file(names, &trace->events.data[i].position, &several);
        note_write(names, &trace->events.data[i]);
        note_allocation(names, &trace->events.data[i]);
    }
    if (several)
        names->only_file = NULL;
}

static const char *holder_of(const Names *names, const Token *token)
{
    for (uint32_t i = 0; i < names->holders.count; i++) {
        const char *block = names->holders.data[i].block;
        if (block && is_block(block, token))
            return names->holders.data[i].name;
    }
    return NULL;
}

// A block that no variable has to itself: Task#2, heap(line 97)#2, heap(pool.c:97)#2.
static void append_place(const Names *names, const Token *token, Text *out)
{
    const BlockType *type = type_of(names, token);
    if (type && !type->elsewhere) {
        text_append(out, type->name);
        text_append_bytes(out, token->number_length ? token->number : "#1",
                          token->number_length ? token->number_length : 2);
        return;
    }
    const char *path = token->at + strlen("heap(");
    size_t path_length = token->path_length;
    bool only =
        names->only_file && strlen(names->only_file) == path_length && !strncmp(names->only_file, path, path_length);
    if (only) {
        text_append(out, "heap(line ");
    } else {
        while (path_length && memchr(path, '/', path_length)) {
            path++;
            path_length--;
        }
        text_append(out, "heap(");
        text_append_bytes(out, path, path_length + 1);
    }
    text_append_bytes(out, token->number - token->line_length - 1, token->line_length + 1);
    text_append_bytes(out, token->number, token->number_length);
}

// Returns how much of what follows the block in the text is written, too.
static size_t append_block(const Names *names, const Token *token, bool is_address, Text *out)
{
    const char *rest = token->at + token->length, *holder = holder_of(names, token);
    bool is_start = !*rest || !strcmp(rest, "[0]");
    if (!holder || *rest == '+' || (is_address && (is_start || (*rest != '.' && *rest != '[')))) {
        append_place(names, token, out);
        return 0;
    }
    if (*rest == '.') {
        text_format(out, "%s->", holder);
        return 1;
    }
    text_format(out, *rest == '[' ? "%s" : "*%s", holder);
    return 0;
}

static const char *rename_text(const Names *names, const char *text)
{
    Token token;
    if (!strstr(text, "heap(") || !find_token(text, &token))
        return text;
    Text out = {0};
    do {
        text_append_bytes(&out, text, (size_t)(token.at - text));
        size_t more = append_block(names, &token, token.at > text && token.at[-1] == '&', &out);
        text = token.at + token.length + more;
    } while (find_token(text, &token));
    text_append(&out, text);
    const char *renamed = arena_copy_string(names->arena, text_string(&out));
    text_free(&out);
    return renamed;
}

// What is freed is the block, and not what is in it.
static const char *rename_object(const Names *names, const TraceEvent *event)
{
    const char *renamed = rename_text(names, event->object);
    bool whole = event->kind == EVENT_free || event->kind == EVENT_allocate;
    return whole && *renamed == '*' ? renamed + 1 : renamed;
}

static bool same_call(const TraceInput *a, const TraceInput *b)
{
    return a->thread == b->thread && a->position.line == b->position.line && a->position.column == b->position.column &&
           !strcmp(a->position.file, b->position.file) && !strcmp(a->name, b->name);
}

// Inputs of one call of scanf follow each other in its thread, each time it is executed.
static const char *name_input(Readable *readable, SourceCache *sources, const Trace *trace, uint32_t index)
{
    const TraceInput *input = &trace->inputs.data[index];
    ScannedNames names = {0};
    const char *name = input->name;
    uint32_t before = 0;
    if (strcmp(name, "scanf"))
        return name;
    for (uint32_t i = 0; i < index; i++)
        before += same_call(&trace->inputs.data[i], input);
    scanned_find(sources, &input->position, &readable->arena, &names);
    if (names.count)
        name = arena_format(&readable->arena, "%s (by scanf)", names.data[before % names.count]);
    vector_free(&names);
    return name;
}

static void name_inputs(Readable *readable, const Trace *trace)
{
    SourceCache sources = {0};
    memset(&readable->trace.inputs, 0, sizeof readable->trace.inputs);
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        TraceInput input = trace->inputs.data[i];
        input.name = i < NAMED_INPUTS ? name_input(readable, &sources, trace, i) : input.name;
        vector_push(&readable->trace.inputs, input);
    }
    source_free(&sources);
    uint32_t index = 0;
    for (uint32_t i = 0; i < readable->trace.events.count; i++) {
        TraceEvent *event = &readable->trace.events.data[i];
        if (event->kind == EVENT_input && index < trace->inputs.count)
            event->object = readable->trace.inputs.data[index++].name;
    }
}

void readable_create(Readable *readable, const Trace *trace)
{
    *readable = (Readable){.trace = *trace};
    Names names = {.arena = &readable->arena};
    learn(&names, trace);
    memset(&readable->trace.events, 0, sizeof readable->trace.events);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        TraceEvent event = trace->events.data[i];
        event.object = rename_object(&names, &event);
        event.value_text = rename_text(&names, event.value_text);
        event.previous_text = rename_text(&names, event.previous_text);
        event.locks = rename_text(&names, event.locks);
        vector_push(&readable->trace.events, event);
    }
    readable->trace.message = rename_text(&names, trace->message);
    name_inputs(readable, trace);
    vector_free(&names.holders);
    vector_free(&names.types);
}

void readable_free(Readable *readable)
{
    vector_free(&readable->trace.events);
    vector_free(&readable->trace.inputs);
    arena_release(&readable->arena);
}
