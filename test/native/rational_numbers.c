/* Fractions by value: normalised arithmetic, comparison, continued fractions, harmonic sums. */
#include <stdio.h>

struct fraction {
    long numerator;
    long denominator;
};

static struct fraction make(long n, long d)
{
    long a = n < 0 ? -n : n;
    long b = d;
    while (b) {
        long rest = a % b;
        a = b;
        b = rest;
    }
    return (struct fraction){n / a, d / a};
}

static struct fraction add(struct fraction a, struct fraction b)
{
    return make(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

static struct fraction invert(struct fraction a)
{
    return a.numerator < 0 ? (struct fraction){-a.denominator, -a.numerator}
                           : (struct fraction){a.denominator, a.numerator};
}

static int compare(struct fraction a, struct fraction b)
{
    long left = a.numerator * b.denominator;
    long right = b.numerator * a.denominator;
    return (left > right) - (left < right);
}

int main(void)
{
    struct fraction sum = {0, 1};
    for (long i = 1; i <= 15; i++) {
        sum = add(sum, make(1, i));
    }
    printf("%ld/%ld\n", sum.numerator, sum.denominator);
    struct fraction approximation = {1, 1};
    for (int i = 0; i < 15; i++) {
        approximation = add(make(1, 1), invert(add(make(1, 1), approximation)));
        printf("%ld/%ld ", approximation.numerator, approximation.denominator);
    }
    putchar('\n');
    printf("%d %d %d\n", compare(make(1, 3), make(2, 6)), compare(make(-1, 2), make(1, 3)),
           compare(make(7, 8), make(6, 7)));
    return 0;
}
