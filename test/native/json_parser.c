/* A JSON reader and writer: recursive values on the heap, strings with escapes, errors with positions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum type { NUL, FALSE, TRUE, NUMBER, STRING, ARRAY, OBJECT };

struct value {
    enum type type;
    double number;
    char *text;
    char *key;
    struct value *child;
    struct value *next;
};

static const char *cursor;
static int failed;

static struct value *parse(void);

static void skip(void)
{
    while (isspace((unsigned char)*cursor)) {
        cursor++;
    }
}

static char *parse_text(void)
{
    char *text = malloc(strlen(cursor) + 1);
    int length = 0;
    cursor++;
    while (*cursor && *cursor != '"') {
        if (*cursor == '\\') {
            cursor++;
            text[length++] = *cursor == 'n' ? '\n' : *cursor == 't' ? '\t' : *cursor;
        } else {
            text[length++] = *cursor;
        }
        cursor++;
    }
    failed |= *cursor != '"';
    cursor += *cursor == '"';
    text[length] = '\0';
    return text;
}

static void parse_children(struct value *value, char close)
{
    struct value **end = &value->child;
    cursor++;
    for (skip(); *cursor != close && !failed; skip()) {
        char *key = NULL;
        if (close == '}') {
            failed |= *cursor != '"';
            if (failed) {
                return;
            }
            key = parse_text();
            skip();
            failed |= *cursor != ':';
            cursor += *cursor == ':';
        }
        *end = parse();
        (*end)->key = key;
        end = &(*end)->next;
        skip();
        if (*cursor == ',') {
            cursor++;
        } else {
            failed |= *cursor != close;
        }
    }
    cursor += *cursor == close;
}

static struct value *parse(void)
{
    static const char *const words[] = {"null", "false", "true"};
    struct value *value = calloc(1, sizeof *value);
    skip();
    if (*cursor == '"') {
        value->type = STRING;
        value->text = parse_text();
    } else if (*cursor == '[' || *cursor == '{') {
        value->type = *cursor == '[' ? ARRAY : OBJECT;
        parse_children(value, *cursor == '[' ? ']' : '}');
    } else if (*cursor == '-' || isdigit((unsigned char)*cursor)) {
        char *end;
        value->type = NUMBER;
        value->number = strtod(cursor, &end);
        cursor = end;
    } else {
        int i = 0;
        while (i < 3 && strncmp(cursor, words[i], strlen(words[i])) != 0) {
            i++;
        }
        failed |= i == 3;
        value->type = i == 3 ? NUL : (enum type)i;
        cursor += i == 3 ? 0 : strlen(words[i]);
    }
    return value;
}

static void write(const struct value *value)
{
    if (value->key) {
        printf("%s:", value->key);
    }
    switch (value->type) {
    case NUL:
        printf("null");
        break;
    case FALSE:
    case TRUE:
        printf(value->type == TRUE ? "true" : "false");
        break;
    case NUMBER:
        printf("%g", value->number);
        break;
    case STRING:
        printf("'%s'", value->text);
        break;
    case ARRAY:
    case OBJECT:
        putchar(value->type == ARRAY ? '[' : '{');
        for (const struct value *child = value->child; child; child = child->next) {
            write(child);
            if (child->next) {
                putchar(' ');
            }
        }
        putchar(value->type == ARRAY ? ']' : '}');
        break;
    }
}

static void release(struct value *value)
{
    while (value) {
        struct value *next = value->next;
        release(value->child);
        free(value->text);
        free(value->key);
        free(value);
        value = next;
    }
}

int main(void)
{
    static const char *const texts[] = {
        "{\"name\": \"json\", \"all\": [1, -2.5, 3e2, []], \"nested\": {\"yes\": true, \"no\": false, \"nil\": null}}",
        "[\"a\\\"b\", \"tab\\there\", {}]",
        "  42  ",
        "[1, 2",
        "{\"key\" 5}",
        "nonsense",
    };
    int errors = 0;
    for (int i = 0; i < 6; i++) {
        cursor = texts[i];
        failed = 0;
        struct value *value = parse();
        if (failed) {
            printf("error at %d", (int)(cursor - texts[i]));
            errors++;
        } else {
            write(value);
        }
        putchar('\n');
        release(value);
    }
    return errors;
}
