/* _Generic: choice by type, with default, on qualified and decayed types, selecting functions. */
#include <math.h>
#include <stdio.h>

#define NAME(x)                 \
    _Generic((x), char: "char", \
        signed char: "signed char", \
        unsigned char: "unsigned char", \
        short: "short", \
        int: "int", \
        unsigned: "unsigned", \
        long: "long", \
        float: "float", \
        double: "double", \
        char *: "string", \
        const char *: "constant string", \
        int (*)(int): "function", \
        default: "other")

static int increment_int(int x)
{
    return x + 1;
}

static double increment_double(double x)
{
    return x + 0.5;
}

#define INCREMENT(x) _Generic((x), int: increment_int, double: increment_double)(x)

int main(void)
{
    char c = 'c';
    short s = 1;
    float f = 1;
    const int constant = 3;
    struct {
        int x;
    } other = {0};
    printf("%s %s %s %s\n", NAME(c), NAME('c'), NAME(s), NAME(s + s));
    printf("%s %s %s %s\n", NAME(f), NAME(f * 1.0), NAME(1u), NAME(1L));
    printf("%s %s %s\n", NAME("text"), NAME((const char *)"x"), NAME(increment_int));
    printf("%s %s %s\n", NAME(constant), NAME(other), NAME(&c));
    printf("%d %g\n", INCREMENT(4), INCREMENT(4.0));
    (void)other;
    return 0;
}
