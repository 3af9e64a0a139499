/* Searching in strings: strchr, strrchr, strstr, strspn, strcspn, strpbrk, memchr and the GNU ones. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void show(const char *base, const char *found)
{
    if (found) {
        printf("%d ", (int)(found - base));
    } else {
        printf("- ");
    }
}

int main(void)
{
    const char *text = "the rain in Spain falls mainly";
    show(text, strchr(text, 'a'));
    show(text, strchr(text, 'z'));
    show(text, strchr(text, '\0'));
    show(text, strrchr(text, 'a'));
    show(text, strrchr(text, 'q'));
    show(text, strstr(text, "ain"));
    show(text, strstr(text, ""));
    show(text, strstr(text, "mainlyy"));
    show(text, strcasestr(text, "SPAIN"));
    show(text, strpbrk(text, "xyz"));
    show(text, strpbrk(text, "q"));
    putchar('\n');
    printf("%zu %zu %zu %zu\n", strspn(text, "eht "), strcspn(text, "i"), strspn(text, ""), strcspn(text, ""));
    show(text, memchr(text, 'n', 8));
    show(text, memchr(text, 'n', 7));
    show(text, memrchr(text, 'n', strlen(text)));
    show(text, memmem(text, strlen(text), "in ", 3));
    show(text, strchrnul(text, 'z'));
    show(text, rawmemchr(text, 'm'));
    printf("%zu %zu\n", strnlen(text, 5), strnlen(text, 500));
    return 0;
}
