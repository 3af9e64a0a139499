/* Error handling without exceptions: result codes through several layers, clean-up in each, a final status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status { OK, BAD_SYNTAX, TOO_LONG, NOT_FOUND };

struct result {
    enum status status;
    char *text;
};

static struct result read_field(const char *line, int index)
{
    while (index-- > 0) {
        line = strchr(line, ',');
        if (!line) {
            return (struct result){NOT_FOUND, NULL};
        }
        line++;
    }
    size_t length = strcspn(line, ",");
    if (length > 8) {
        return (struct result){TOO_LONG, NULL};
    }
    char *text = malloc(length + 1);
    memcpy(text, line, length);
    text[length] = '\0';
    return (struct result){OK, text};
}

static enum status parse(const char *line, int *sum)
{
    *sum = 0;
    for (int i = 0;; i++) {
        struct result field = read_field(line, i);
        if (field.status != OK) {
            return field.status == NOT_FOUND && i > 0 ? OK : field.status;
        }
        char *end;
        long value = strtol(field.text, &end, 10);
        int good = end != field.text && *end == '\0';
        free(field.text);
        if (!good) {
            return BAD_SYNTAX;
        }
        *sum += (int)value;
    }
}

int main(void)
{
    static const char *const names[] = {"ok", "bad syntax", "too long", "not found"};
    static const char *const lines[] = {"1,2,3", "10", "4,x,5", "123456789,1", "", "7,-7,"};
    int failures = 0;
    for (int i = 0; i < 6; i++) {
        int sum;
        enum status status = parse(lines[i], &sum);
        printf("[%s] %s %d\n", lines[i], names[status], status == OK ? sum : 0);
        failures += status != OK;
    }
    return failures ? 10 + failures : 0;
}
