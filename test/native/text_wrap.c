/* Text processing: wrapping and justifying a paragraph, word frequencies, reversing words in place. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void wrap(const char *text, int width)
{
    while (*text) {
        int length = 0;
        int end = 0;
        while (length <= width && text[length]) {
            if (text[length] == ' ') {
                end = length;
            }
            length++;
        }
        if (length <= width) {
            end = length;
        }
        printf("|%-*.*s|\n", width, end, text);
        text += end;
        text += *text == ' ';
    }
}

static void reverse(char *from, char *to)
{
    while (from < --to) {
        char keep = *from;
        *from++ = *to;
        *to = keep;
    }
}

static void reverse_words(char *text)
{
    reverse(text, text + strlen(text));
    for (char *start = text; *start;) {
        char *end = start;
        while (*end && *end != ' ') {
            end++;
        }
        reverse(start, end);
        start = *end ? end + 1 : end;
    }
}

static int is_palindrome(const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        if (!isalpha((unsigned char)*text)) {
            text++;
        } else if (!isalpha((unsigned char)end[-1])) {
            end--;
        } else if (tolower((unsigned char)*text++) != tolower((unsigned char)*--end)) {
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    char text[] = "a raddle is the comb on a loom that keeps the threads apart and in order";
    wrap(text, 20);
    wrap(text, 33);
    reverse_words(text);
    puts(text);
    printf("%d %d\n", is_palindrome("A man, a plan, a canal: Panama"), is_palindrome("not this"));
    return 0;
}
