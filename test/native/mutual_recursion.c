/* Functions that call each other: parity, Hofstadter sequences, a recursive descent calculator. */
#include <ctype.h>
#include <stdio.h>

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int male(int n);

static int female(int n)
{
    return n == 0 ? 1 : n - male(female(n - 1));
}

static int male(int n)
{
    return n == 0 ? 0 : n - female(male(n - 1));
}

static double sum(const char **text);

static double factor(const char **text)
{
    if (**text == '-') {
        ++*text;
        return -factor(text);
    }
    if (**text == '(') {
        ++*text;
        double value = sum(text);
        ++*text;
        return value;
    }
    double value = 0;
    while (isdigit((unsigned char)**text)) {
        value = value * 10 + (*(*text)++ - '0');
    }
    return value;
}

static double product(const char **text)
{
    double value = factor(text);
    while (**text == '*' || **text == '/') {
        char operation = *(*text)++;
        double right = factor(text);
        value = operation == '*' ? value * right : value / right;
    }
    return value;
}

static double sum(const char **text)
{
    double value = product(text);
    while (**text == '+' || **text == '-') {
        char operation = *(*text)++;
        double right = product(text);
        value = operation == '+' ? value + right : value - right;
    }
    return value;
}

int main(void)
{
    printf("%d %d %d\n", is_even(10), is_odd(10), is_even(333));
    for (int i = 0; i < 12; i++) {
        printf("%d/%d ", female(i), male(i));
    }
    putchar('\n');
    static const char *const texts[] = {"1+2*3", "(1+2)*3", "2*-(3-10)/4", "((((7))))", "100/8/2-1"};
    for (int i = 0; i < 5; i++) {
        const char *text = texts[i];
        printf("%s = %g\n", texts[i], sum(&text));
    }
    return 0;
}
