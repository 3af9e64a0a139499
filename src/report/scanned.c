#include "report/scanned.h"

#include <ctype.h>
#include <string.h>

enum { LINES_READ = 10 };

// The source from the position on, a few lines of it.
static void read_call(SourceCache *sources, const TracePosition *position, Text *out)
{
    for (uint32_t i = 0; i < LINES_READ; i++) {
        Text line = {0};
        bool found = source_append_line(sources, position->file, position->line + i, &line);
        size_t from = i || !position->column ? 0 : position->column - 1;
        if (found && from <= line.length)
            text_format(out, "%s ", text_string(&line) + from);
        text_free(&line);
        if (!found)
            return;
    }
}

// How many conversions the format has; 0 if one of them is not of a number, or is not stored.
static uint32_t count_conversions(const char *format, size_t length)
{
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (format[i] != '%')
            continue;
        if (format[++i] == '%')
            continue;
        while (i < length && (isdigit((unsigned char)format[i]) || strchr("hljzt", format[i])))
            i++;
        if (i >= length || !strchr("diuoxXfeg", format[i]))
            return 0;
        count++;
    }
    return count;
}

// The end of the argument that begins at `at`: a comma or the parenthesis that closes the call; NULL if there is none.
static const char *find_end(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        if (*at == '"' || *at == '\'' || *at == ';')
            return NULL;
        if (!depth && (*at == ',' || *at == ')'))
            return at;
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
    }
    return NULL;
}

static const char *copy_argument(const char *from, const char *to, Arena *arena)
{
    while (from < to && (isspace((unsigned char)*from) || *from == '&'))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return arena_format(arena, "%.*s", (int)(to - from), from);
}

void scanned_find(SourceCache *sources, const TracePosition *position, Arena *arena, ScannedNames *names)
{
    Text text = {0};
    names->count = 0;
    read_call(sources, position, &text);
    const char *call = text_string(&text), *format = NULL;
    size_t length = 0;
    if (!strncmp(call, "scanf", 5) && call[5 + strspn(call + 5, " ")] == '(')
        format = call + 6 + strspn(call + 5, " ");
    if (format)
        format += strspn(format, " \t");
    if (format && *format == '"')
        length = strcspn(++format, "\"\\");
    uint32_t count = length && format[length] == '"' ? count_conversions(format, length) : 0;
    const char *at = count ? format + length + 1 : NULL;
    while (at && names->count < count) {
        at += strspn(at, " \t");
        const char *end = *at == ',' ? find_end(at + 1) : NULL;
        if (end)
            vector_push(names, copy_argument(at + 1, end, arena));
        at = end;
    }
    if (!at || *at != ')')
        names->count = 0;
    text_free(&text);
}
