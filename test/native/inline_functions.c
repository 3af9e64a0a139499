/* Inline functions, static and extern, noinline and always_inline, recursion in one of them. */
#include <stdio.h>

static inline int square(int n)
{
    return n * n;
}

extern inline int cube(int n);
inline int cube(int n)
{
    return n * square(n);
}

static inline __attribute__((always_inline)) int twice(int n)
{
    return n + n;
}

static __attribute__((noinline)) int thrice(int n)
{
    return n + twice(n);
}

static inline int power(int base, int exponent)
{
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

int main(void)
{
    int (*function)(int) = square;
    printf("%d %d %d %d\n", square(5), cube(4), twice(7), thrice(8));
    printf("%d %d\n", power(3, 7), function(12));
    function = cube;
    printf("%d\n", function(3));
    return 0;
}
