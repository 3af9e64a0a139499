/* Structs as variadic arguments, small and large, and a struct after many integers. */
#include <stdarg.h>
#include <stdio.h>

struct small {
    int a;
    int b;
};

struct large {
    long values[5];
};

struct real {
    double x;
    double y;
};

static long sum(int count, ...)
{
    va_list arguments;
    long total = 0;
    va_start(arguments, count);
    for (int i = 0; i < count; i++) {
        struct small s = va_arg(arguments, struct small);
        struct large l = va_arg(arguments, struct large);
        struct real r = va_arg(arguments, struct real);
        int n = va_arg(arguments, int);
        total += s.a * s.b + l.values[0] + l.values[4] + (long)(r.x * r.y) + n;
        printf("%d %d %ld %ld %g %g %d\n", s.a, s.b, l.values[0], l.values[4], r.x, r.y, n);
    }
    va_end(arguments);
    return total;
}

int main(void)
{
    struct small s = {2, 3};
    struct large l = {{1, 2, 3, 4, 5}};
    struct real r = {1.5, 4};
    printf("%ld\n", sum(3, s, l, r, 10, (struct small){4, 5}, l, r, 20, s, l, (struct real){-1, 7}, 30));
    return 0;
}
