/* Copying and joining strings: strcpy, strncpy with padding, strcat, strncat, stpcpy, mempcpy, strdup, strndup. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump(const char *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        putchar(bytes[i] ? bytes[i] : '.');
    }
    putchar('\n');
}

int main(void)
{
    char buffer[16];
    memset(buffer, '#', sizeof buffer);
    strcpy(buffer, "abc");
    dump(buffer, 16);
    strncpy(buffer, "xy", 8);
    dump(buffer, 16);
    strncpy(buffer, "longer than four", 4);
    dump(buffer, 16);
    strcpy(buffer, "one");
    strcat(buffer, "two");
    strncat(buffer, "threefour", 5);
    dump(buffer, 16);
    char *end = stpcpy(stpcpy(buffer, "left"), "right");
    printf("%d %s\n", (int)(end - buffer), buffer);
    end = mempcpy(buffer, "12345", 3);
    *end = '\0';
    puts(buffer);
    char *copy = strdup("duplicate");
    char *part = strndup(copy, 3);
    copy[0] = 'D';
    printf("%s %s %zu\n", copy, part, strlen(part));
    free(copy);
    free(part);
    return 0;
}
