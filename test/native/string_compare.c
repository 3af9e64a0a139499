/* Comparing strings: strcmp, strncmp, strcasecmp, memcmp, as orders and as equalities, bytes above 127. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

static char sign(int value)
{
    return value < 0 ? '<' : value > 0 ? '>' : '=';
}

int main(void)
{
    static const char *const words[] = {"", "a", "A", "abc", "abd", "ABC", "ab", "\xc3\xa9", "zebra"};
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) {
            printf("%c%c%c ", sign(strcmp(words[i], words[j])), sign(strncmp(words[i], words[j], 2)),
                   sign(strcasecmp(words[i], words[j])));
        }
        putchar('\n');
    }
    printf("%c %c %c\n", sign(memcmp("a\0b", "a\0c", 3)), sign(memcmp("a\0b", "a\0c", 2)), sign(memcmp("x", "y", 0)));
    printf("%c %c\n", sign(strncasecmp("HELLO there", "hello world", 5)), sign(strncmp("same", "same", 100)));
    printf("%c\n", sign(strcoll("b", "a")));
    return 0;
}
