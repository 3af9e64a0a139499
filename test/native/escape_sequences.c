/* Escape sequences, adjacent literals, embedded NUL, trigraph-free punctuation, character constants. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char text[] = "tab\there\nquote\" backslash\\ bell\a\b\f\v\r octal\101 hex\x42"
                        "C nul\0after";
    printf("%zu %zu\n", sizeof text, strlen(text));
    for (size_t i = 0; i < sizeof text; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 32) {
            printf("<%d>", c);
        } else {
            putchar(c);
        }
    }
    putchar('\n');
    printf("%d %d %d %d %d\n", '\n', '\\', '\'', '\x7f', '\060');
    printf("%s|%s\n", "one" " " "two", "");
    printf("%c%c%c\n", "string"[0], *"literal", "pointer"[3]);
    printf("%s\n", "\u00e9\u20ac");
    printf("%zu\n", strlen("\u00e9\u20ac"));
    return 0;
}
