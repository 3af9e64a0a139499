#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void reserve(Text *text, size_t extra)
{
    size_t needed = text->length + extra + 1;
    if (needed <= text->capacity)
        return;
    text->capacity = text->capacity * 2 > needed ? text->capacity * 2 : needed;
    text->data = memory_resize(text->data, text->capacity);
}

void text_append_bytes(Text *text, const void *bytes, size_t count)
{
    reserve(text, count);
    if (count)
        memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void text_append(Text *text, const char *string)
{
    text_append_bytes(text, string, strlen(string));
}

void text_append_character(Text *text, char character)
{
    text_append_bytes(text, &character, 1);
}

void text_format_arguments(Text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    reserve(text, (size_t)length);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
    va_end(again);
}

void text_format(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_format_arguments(text, format, arguments);
    va_end(arguments);
}

void text_append_unsigned(Text *text, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + number % 10);
    while (number /= 10);
    text_append_bytes(text, digits + first, sizeof digits - first);
}

void text_append_signed(Text *text, int64_t number)
{
    if (number < 0)
        text_append_character(text, '-');
    text_append_unsigned(text, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void text_append_count(Text *text, uint64_t count, const char *thing)
{
    text_append_unsigned(text, count);
    text_format(text, " %s%s", thing, count == 1 ? "" : "s");
}

void text_append_wrapped(Text *text, const char *words, size_t indent, size_t width)
{
    size_t column = indent;
    while (*words) {
        size_t length = strcspn(words, " ");
        if (column > indent && column + 1 + length > width) {
            text_append_character(text, '\n');
            for (column = 0; column < indent; column++)
                text_append_character(text, ' ');
        }
        if (column > indent) {
            text_append_character(text, ' ');
            column++;
        }
        text_append_bytes(text, words, length);
        column += length;
        words += length + (words[length] == ' ');
    }
    text_append_character(text, '\n');
}

const char *text_string(const Text *text)
{
    return text->data ? text->data : "";
}

void text_clear(Text *text)
{
    text->length = 0;
    if (text->data)
        text->data[0] = '\0';
}

void text_free(Text *text)
{
    free(text->data);
    *text = (Text){0};
}
