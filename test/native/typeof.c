/* typeof: of expressions and types, of arrays and functions, in generic macros. */
#include <stdio.h>

#define SWAP(a, b)            \
    do {                      \
        __typeof__(a) keep_ = (a); \
        (a) = (b);            \
        (b) = keep_;          \
    } while (0)
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define MAP(result, array, function)                 \
    for (size_t i_ = 0; i_ < LENGTH(array); i_++) {  \
        (result)[i_] = (function)((array)[i_]);      \
    }

struct pair {
    int a;
    char b;
};

static double half(int n)
{
    return n / 2.0;
}

int main(void)
{
    struct pair p = {1, 'x'};
    struct pair q = {2, 'y'};
    SWAP(p, q);
    double d = 1.5;
    __typeof__(d) e = 2.5;
    SWAP(d, e);
    printf("%d %c %g %g\n", p.a, p.b, d, e);
    int numbers[] = {1, 2, 3, 4, 5};
    __typeof__(half(0)) results[LENGTH(numbers)];
    MAP(results, numbers, half)
    for (size_t i = 0; i < LENGTH(results); i++) {
        printf("%g ", results[i]);
    }
    __typeof__(numbers) copy = {9};
    __typeof__(&half) function = half;
    __typeof__(int *) pointer = copy;
    printf("%zu %d %g %zu\n", LENGTH(copy), *pointer, function(7), sizeof(__typeof__(p.b)));
    return 0;
}
