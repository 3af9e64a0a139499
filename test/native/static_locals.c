/* Static locals keep their value, are initialised once, and are distinct per function. */
#include <stdio.h>

static int counter(void)
{
    static int count = 10;
    return count++;
}

static int other(void)
{
    static int count;
    static int *alias = &count;
    *alias += 2;
    return count;
}

static const char *history(char c)
{
    static char text[8];
    static unsigned length;
    if (length < sizeof text - 1) {
        text[length++] = c;
    }
    return text;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        int first = counter();
        int second = other();
        printf("%d %d %s\n", first, second, history((char)('a' + i)));
    }
    for (int i = 0; i < 10; i++) {
        history('z');
    }
    puts(history('!'));
    return counter() - 14;
}
