#include "base/escape.h"

#include <string.h>

void text_append_escaped(Text *text, const void *bytes, size_t count)
{
    const unsigned char *source = bytes;
    for (size_t i = 0; i < count; i++) {
        if (source[i] == '\n')
            text_append(text, "\\n");
        else if (source[i] == '\\')
            text_append(text, "\\\\");
        else if (source[i] >= ' ' && source[i] < 0x7f)
            text_append_character(text, (char)source[i]);
        else
            text_format(text, "\\%03o", source[i]);
    }
}

static int digit_value(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    if (character >= 'A' && character <= 'F')
        return character - 'A' + 10;
    return 16;
}

// The digits of a number of one byte. NULL if there are none, or it is too large.
static const char *read_byte(const char *cursor, int base, int most_digits, Text *text)
{
    int value = 0, digits = 0;
    while (digits < most_digits && digit_value(*cursor) < base) {
        value = value * base + digit_value(*cursor++);
        digits++;
    }
    if (!digits || value > 0xff)
        return NULL;
    text_append_character(text, (char)value);
    return cursor;
}

// What follows a backslash.
static const char *read_escape(const char *cursor, Text *text)
{
    static const char letters[] = "abfnrtv\\'\"?", values[] = "\a\b\f\n\r\t\v\\'\"?";
    if (*cursor == 'x')
        return read_byte(cursor + 1, 16, 2, text);
    const char *letter = *cursor ? strchr(letters, *cursor) : NULL;
    if (!letter)
        return read_byte(cursor, 8, 3, text);
    text_append_character(text, values[letter - letters]);
    return cursor + 1;
}

bool text_append_unescaped(Text *text, const char *string)
{
    while (string && *string)
        if (*string == '\\') {
            string = read_escape(string + 1, text);
        } else {
            text_append_character(text, *string);
            string++;
        }
    return string != NULL;
}
