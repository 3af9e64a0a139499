/* A variadic function that takes integers, doubles, pointers and longs in any order, more than fit into registers. */
#include <stdarg.h>
#include <stdio.h>

static void show(const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    for (; *types; types++) {
        switch (*types) {
        case 'i':
            printf("%d ", va_arg(arguments, int));
            break;
        case 'l':
            printf("%ld ", va_arg(arguments, long));
            break;
        case 'd':
            printf("%g ", va_arg(arguments, double));
            break;
        case 's':
            printf("%s ", va_arg(arguments, const char *));
            break;
        case 'q':
            printf("%llx ", va_arg(arguments, unsigned long long));
            break;
        }
    }
    va_end(arguments);
    putchar('\n');
}

int main(void)
{
    show("");
    show("i", -1);
    show("idids", 1, 2.5, 3, 4.5f, "five");
    show("lllllllldddddddddd", 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.0);
    show("sqsqsqsqsq", "a", 1ULL << 63, "b", 2ULL, "c", 3ULL, "d", 4ULL, "e", 0xdeadbeefcafeULL);
    show("iii", 'c', (short)-3, (unsigned char)200);
    return 0;
}
