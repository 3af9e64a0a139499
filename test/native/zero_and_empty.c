/* Corner cases of size: empty strings, loops that never run, zero-length copies, empty structs' neighbours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct empty {};

struct around {
    int before;
    struct empty nothing;
    int none[0];
    int after;
};

static int count(const char *text)
{
    int n = 0;
    for (; *text; text++) {
        n++;
    }
    return n;
}

int main(void)
{
    struct around a = {.before = 1, .after = 2};
    char buffer[4] = "";
    printf("%zu %d %d\n", sizeof(struct around), a.before, a.after);
    memcpy(buffer, "abc", 0);
    memset(buffer, 'x', 0);
    strncpy(buffer, "abc", 0);
    printf("[%s] %d %d %d\n", buffer, count(buffer), strcmp("", ""), memcmp("a", "b", 0));
    for (int i = 5; i < 5; i++) {
        puts("never");
    }
    printf("%s%.0s%s\n", "", "hidden", "shown");
    char *none = realloc(NULL, 1);
    none[0] = '\0';
    printf("%zu %d\n", strlen(none), strstr(none, "") == none);
    free(none);
    qsort(buffer, 0, 1, NULL);
    ;
    return 0;
}
