/* Functions defined in the style of K&R, and calls through declarations without a prototype. */
#include <stdio.h>

static int add(a, b) int a, b;
{
    return a + b;
}

static double scale(value, factor, name) double value;
int factor;
char *name;
{
    printf("%s: ", name);
    return value * factor;
}

static int narrow(c, s) char c;
short s;
{
    return c + s;
}

int main(void)
{
    int (*function)() = add;
    printf("%d %d\n", add(2, 3), function(4, 5));
    printf("%g\n", scale(2.5, 4, "scaled"));
    printf("%d\n", narrow('A', (short)-60));
    return 0;
}
