// A growing string, always NUL-terminated once something was appended. A zeroed struct is an empty text.
#ifndef RADDLE_BASE_TEXT_H
#define RADDLE_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    char *data;
    size_t length;
    size_t capacity;
} Text;

void text_append(Text *text, const char *string);
void text_append_bytes(Text *text, const void *bytes, size_t count);
void text_append_character(Text *text, char character);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_arguments(Text *text, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
// In decimal; faster than text_format.
void text_append_unsigned(Text *text, uint64_t number);
void text_append_signed(Text *text, int64_t number);
// A number of things, whose plural ends in s: "1 run", "2 runs".
void text_append_count(Text *text, uint64_t count, const char *thing);
// Words in lines of at most `width` columns, of which the second and all further begin with `indent` spaces; the caller has
// already brought the first one so far. The last line is ended, too.
void text_append_wrapped(Text *text, const char *words, size_t indent, size_t width);
const char *text_string(const Text *text); // "" when nothing was appended
void text_clear(Text *text);
void text_free(Text *text);

#endif
