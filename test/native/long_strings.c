/* Long strings: built by repetition, a literal of several hundred characters, counted and compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char paragraph[] =
    "In the beginning there was one thread, and it was easy to see what it did. Then there were two, and each of them "
    "was still easy to see, but not what they did together. Between any two steps of the one, the other could take as "
    "many as it liked; the number of ways grew faster than anybody could count, and the one that failed was always the "
    "one that nobody had tried. So people wrote locks, and forgot some of them, and took others in the wrong order.";

int main(void)
{
    int counts[26] = {0};
    int words = 0;
    for (const char *p = paragraph; *p; p++) {
        if (*p >= 'a' && *p <= 'z') {
            counts[*p - 'a']++;
        }
        words += *p == ' ';
    }
    printf("%zu %d\n", strlen(paragraph), words + 1);
    for (int i = 0; i < 26; i++) {
        printf("%c%d ", 'a' + i, counts[i]);
    }
    putchar('\n');
    size_t length = strlen(paragraph);
    char *repeated = malloc(length * 20 + 1);
    for (size_t i = 0; i < 20; i++) {
        memcpy(repeated + i * length, paragraph, length);
    }
    repeated[length * 20] = '\0';
    printf("%zu %d\n", strlen(repeated), memcmp(repeated, repeated + length, length * 19));
    char *found = strstr(repeated + length * 19, "wrong order");
    printf("%zu\n", (size_t)(found - repeated));
    free(repeated);
    return 0;
}
