/* A growing string buffer with formatted appending, insertion, replacement and joining. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length;
    size_t capacity;
};

static void reserve(struct builder *b, size_t extra)
{
    size_t needed = b->length + extra + 1;
    if (needed > b->capacity) {
        b->capacity = needed * 3 / 2 + 8;
        b->text = realloc(b->text, b->capacity);
    }
}

static void append(struct builder *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    reserve(b, (size_t)length);
    va_start(arguments, format);
    vsnprintf(b->text + b->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    b->length += (size_t)length;
}

static void insert(struct builder *b, size_t at, const char *text)
{
    size_t length = strlen(text);
    reserve(b, length);
    memmove(b->text + at + length, b->text + at, b->length - at + 1);
    memcpy(b->text + at, text, length);
    b->length += length;
}

static int replace(struct builder *b, const char *old, const char *new)
{
    int count = 0;
    size_t position = 0;
    char *found;
    while ((found = strstr(b->text + position, old))) {
        position = (size_t)(found - b->text);
        memmove(found, found + strlen(old), b->length - position - strlen(old) + 1);
        b->length -= strlen(old);
        insert(b, position, new);
        position += strlen(new);
        count++;
    }
    return count;
}

int main(void)
{
    struct builder b = {0};
    for (int i = 0; i < 10; i++) {
        append(&b, "%s%d", i ? ", " : "", i * i);
    }
    append(&b, "; %c %s %.3f", 'x', "end", 1.0 / 3);
    puts(b.text);
    insert(&b, 0, "squares: ");
    insert(&b, b.length, "!");
    printf("%d", replace(&b, ", ", " and "));
    printf(" %s\n", b.text);
    printf("%d", replace(&b, "4", ""));
    printf(" %zu %s\n", b.length, b.text);
    free(b.text);
    return 0;
}
