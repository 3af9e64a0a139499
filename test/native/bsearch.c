/* bsearch: found and missing keys, first and last element, empty array, a key of another type. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct country {
    const char *code;
    const char *name;
};

static const struct country countries[] = {{"AT", "Austria"}, {"DE", "Germany"}, {"FR", "France"}, {"IT", "Italy"},
                                           {"JP", "Japan"}};

static int compare_code(const void *key, const void *element)
{
    return strcmp(key, ((const struct country *)element)->code);
}

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    static const char *const codes[] = {"AT", "JP", "FR", "XX", "AA", "GB"};
    for (int i = 0; i < 6; i++) {
        const struct country *c = bsearch(codes[i], countries, 5, sizeof *countries, compare_code);
        printf("%s %s\n", codes[i], c ? c->name : "unknown");
    }
    int squares[20];
    int found = 0;
    for (int i = 0; i < 20; i++) {
        squares[i] = i * i;
    }
    for (int i = -5; i < 400; i++) {
        const int *place = bsearch(&i, squares, 20, sizeof *squares, compare_int);
        found += place && *place == i;
    }
    int key = 1;
    printf("%d %d\n", found, bsearch(&key, squares, 0, sizeof *squares, compare_int) == NULL);
    return 0;
}
