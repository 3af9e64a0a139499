#include "orders/rewrite.h"

#include <ctype.h>
#include <string.h>

// How a function spells the orders that it is given.
typedef enum Spelling {
    SPELLING_NONE,     // it takes none: it is another function, with _explicit at its end, that does
    SPELLING_STANDARD, // memory_order_acquire
    SPELLING_BUILTIN,  // __ATOMIC_ACQUIRE
} Spelling;

typedef struct Span {
    size_t start, end; // one past the last
} Span;

enum { MOST_ARGUMENTS = 8 };

typedef struct Call {
    Span name;
    size_t close; // of the parenthesis
    Span arguments[MOST_ARGUMENTS];
    uint32_t count;
    Spelling spelling;
} Call;

// --- The call

static bool is_letter(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

static bool find_place(const Text *source, const Position *place, size_t *offset)
{
    const char *text = text_string(source), *line = text;
    for (uint32_t i = 1; i < place->line && line; i++) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    size_t length = line ? strcspn(line, "\n") : 0;
    if (!line || !place->column || place->column > length)
        return false;
    *offset = (size_t)(line - text) + place->column - 1;
    return true;
}

// Past a comment, a string or a character, if one begins here; else past one character.
static size_t skip_token(const char *text, size_t at)
{
    if (text[at] == '/' && text[at + 1] == '*') {
        const char *end = strstr(text + at + 2, "*/");
        return end ? (size_t)(end - text) + 2 : strlen(text);
    }
    if (text[at] == '/' && text[at + 1] == '/')
        return at + strcspn(text + at, "\n");
    if (text[at] == '"' || text[at] == '\'') {
        char quote = text[at++];
        while (text[at] && text[at] != quote)
            at += text[at] == '\\' && text[at + 1] ? 2 : 1;
    }
    return text[at] ? at + 1 : at;
}

static Span trim(const char *text, Span span)
{
    while (span.start < span.end && isspace((unsigned char)text[span.start]))
        span.start++;
    while (span.end > span.start && isspace((unsigned char)text[span.end - 1]))
        span.end--;
    return span;
}

static bool read_arguments(const char *text, size_t at, Call *call)
{
    uint32_t depth = 0;
    size_t start = at + 1;
    while (text[at]) {
        char character = text[at];
        bool closes = character == ')' || character == ']' || character == '}';
        depth += character == '(' || character == '[' || character == '{';
        if ((closes || character == ',') && depth == 1) {
            if (call->count == MOST_ARGUMENTS)
                return false;
            call->arguments[call->count++] = trim(text, (Span){start, at});
            call->close = at;
            start = at + 1;
        }
        if (closes && !--depth)
            return true;
        at = skip_token(text, at);
    }
    return false;
}

static bool names_one_of(const char *name, size_t length, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], name, length))
            return true;
    return false;
}

// C's functions, with or without _explicit; fences take an order in any case.
static bool find_spelling(const char *name, size_t length, Spelling *spelling)
{
    static const char *const functions[] = {
        "atomic_store",     "atomic_load",      "atomic_exchange",   "atomic_compare_exchange_strong",
        "atomic_fetch_add", "atomic_fetch_sub", "atomic_fetch_and",  "atomic_compare_exchange_weak",
        "atomic_fetch_or",  "atomic_fetch_xor", "atomic_flag_clear", "atomic_flag_test_and_set"};
    static const char *const fences[] = {"atomic_thread_fence", "atomic_signal_fence"};
    static const char explicit_[] = "_explicit";
    size_t tail = sizeof explicit_ - 1;
    bool says = length > tail && !strncmp(name + length - tail, explicit_, tail);
    *spelling = SPELLING_BUILTIN;
    if (!strncmp(name, "__atomic_", 9) || !strncmp(name, "__c11_atomic_", 13))
        return true;
    *spelling = SPELLING_STANDARD;
    if (names_one_of(name, length, fences, sizeof fences / sizeof *fences))
        return true;
    *spelling = says ? SPELLING_STANDARD : SPELLING_NONE;
    return names_one_of(name, says ? length - tail : length, functions, sizeof functions / sizeof *functions);
}

static bool read_call(const Text *source, const Position *place, Call *call)
{
    const char *text = text_string(source);
    size_t at;
    *call = (Call){0};
    if (!find_place(source, place, &at))
        return false;
    call->name.start = at;
    while (is_letter(text[at]))
        at++;
    call->name.end = at;
    if (!find_spelling(text + call->name.start, at - call->name.start, &call->spelling))
        return false;
    at += strspn(text + at, " \t\n");
    return text[at] == '(' && read_arguments(text, at, call);
}

// --- Changing it

static void append_order(Spelling spelling, MemoryOrder order, Text *out)
{
    const char *name = order_name(order);
    text_append(out, spelling == SPELLING_BUILTIN ? "__ATOMIC_" : "memory_order_");
    for (; *name; name++)
        text_append_character(out, spelling == SPELLING_BUILTIN ? (char)toupper((unsigned char)*name) : *name);
}

static void replace(Text *source, Span span, const char *by)
{
    Text changed = {0};
    text_append_bytes(&changed, text_string(source), span.start);
    text_append(&changed, by);
    text_append(&changed, text_string(source) + span.end);
    text_free(source);
    *source = changed;
}

static void replace_order(Text *source, Span span, Spelling spelling, MemoryOrder order)
{
    Text text = {0};
    append_order(spelling, order, &text);
    replace(source, span, text_string(&text));
    text_free(&text);
}

static void make_explicit(Text *source, const Call *call, const Site *site)
{
    Text orders = {0};
    text_append(&orders, ", ");
    append_order(SPELLING_STANDARD, site->now.order, &orders);
    if (site->kind == OPERATION_COMPARE_EXCHANGE) {
        text_append(&orders, ", ");
        append_order(SPELLING_STANDARD, site->now.failure, &orders);
    }
    replace(source, (Span){call->close, call->close}, text_string(&orders));
    replace(source, (Span){call->name.end, call->name.end}, "_explicit");
    text_free(&orders);
}

bool rewrite_orders(Text *source, const Site *site)
{
    Call call;
    uint32_t orders = site->kind == OPERATION_COMPARE_EXCHANGE ? 2 : 1;
    if (!read_call(source, &site->place, &call) || call.count < orders)
        return false;
    if (call.spelling == SPELLING_NONE) {
        make_explicit(source, &call, site);
        return true;
    }
    if (orders == 2 && site->now.failure != site->given.failure)
        replace_order(source, call.arguments[call.count - 1], call.spelling, site->now.failure);
    if (site->now.order != site->given.order)
        replace_order(source, call.arguments[call.count - orders], call.spelling, site->now.order);
    return true;
}
