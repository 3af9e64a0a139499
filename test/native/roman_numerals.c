/* Conversions of numbers to text and back: Roman, words, any base, with round trips. */
#include <stdio.h>
#include <string.h>

static const struct {
    int value;
    const char *text;
} numerals[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
                {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"}};

static void to_roman(int n, char *out)
{
    *out = '\0';
    for (int i = 0; n > 0; i++) {
        for (; n >= numerals[i].value; n -= numerals[i].value) {
            strcat(out, numerals[i].text);
        }
    }
}

static int from_roman(const char *text)
{
    int n = 0;
    for (int i = 0; i < 13; i++) {
        size_t length = strlen(numerals[i].text);
        while (strncmp(text, numerals[i].text, length) == 0) {
            n += numerals[i].value;
            text += length;
        }
    }
    return *text ? -1 : n;
}

static void to_words(unsigned n)
{
    static const char *const small[] = {
        "zero", "one",    "two",    "three",    "four",     "five",    "six",     "seven",     "eight",    "nine",
        "ten",  "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
    static const char *const tens[] = {"",      "",      "twenty",  "thirty", "forty",
                                       "fifty", "sixty", "seventy", "eighty", "ninety"};
    static const struct {
        unsigned size;
        const char *name;
    } scales[] = {{1000000000, "billion"}, {1000000, "million"}, {1000, "thousand"}, {100, "hundred"}};
    for (int i = 0; i < 4; i++) {
        if (n >= scales[i].size) {
            to_words(n / scales[i].size);
            printf(" %s", scales[i].name);
            n %= scales[i].size;
            if (n == 0) {
                return;
            }
            putchar(' ');
        }
    }
    if (n < 20) {
        printf("%s", small[n]);
    } else {
        printf("%s%s%s", tens[n / 10], n % 10 ? "-" : "", n % 10 ? small[n % 10] : "");
    }
}

int main(void)
{
    char text[32];
    int wrong = 0;
    for (int n = 1; n < 4000; n++) {
        to_roman(n, text);
        wrong += from_roman(text) != n;
    }
    to_roman(1994, text);
    printf("%d %s %d\n", wrong, text, from_roman("MMXQ"));
    static const unsigned samples[] = {0, 13, 42, 100, 719, 1000, 12345, 1000001, 4294967295u};
    for (int i = 0; i < 9; i++) {
        to_words(samples[i]);
        putchar('\n');
    }
    return 0;
}
