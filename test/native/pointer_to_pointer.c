/* Pointers to pointers: output parameters, arrays of strings, a table of rows on the heap, triple indirection. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int split(const char *text, char separator, char ***parts)
{
    int count = 1;
    for (const char *p = text; *p; p++) {
        count += *p == separator;
    }
    *parts = malloc((size_t)count * sizeof **parts);
    for (int i = 0; i < count; i++) {
        const char *end = strchr(text, separator);
        size_t length = end ? (size_t)(end - text) : strlen(text);
        (*parts)[i] = calloc(length + 1, 1);
        memcpy((*parts)[i], text, length);
        text += length + 1;
    }
    return count;
}

static void swap(const char **a, const char **b)
{
    const char *keep = *a;
    *a = *b;
    *b = keep;
}

int main(void)
{
    char **parts;
    int count = split("alpha:beta::gamma", ':', &parts);
    for (int i = 0; i < count; i++) {
        printf("[%s]", parts[i]);
        free(parts[i]);
    }
    putchar('\n');
    free(parts);
    const char *names[] = {"x", "y", "z"};
    swap(&names[0], names + 2);
    const char **cursor = names;
    printf("%s %s %c\n", *cursor, *(cursor + 1), **(names + 2));
    int **rows = malloc(4 * sizeof *rows);
    for (int i = 0; i < 4; i++) {
        rows[i] = malloc((size_t)(i + 1) * sizeof *rows[i]);
        for (int j = 0; j <= i; j++) {
            rows[i][j] = j == 0 || j == i ? 1 : rows[i - 1][j - 1] + rows[i - 1][j];
        }
    }
    int ***all = &rows;
    printf("%d %d\n", (*all)[3][1], *(**all + 0));
    for (int i = 0; i < 4; i++) {
        free(rows[i]);
    }
    free(rows);
    return 0;
}
