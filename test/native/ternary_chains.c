/* The conditional operator: chains, as argument and index, mixed types, pointers, lvalues through pointers, void. */
#include <stdio.h>

static int calls;

static int noisy(int n)
{
    calls++;
    return n;
}

static const char *size(int n)
{
    return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : n < 100 ? "medium" : "large";
}

int main(void)
{
    int samples[] = {-5, 0, 7, 42, 1000};
    for (int i = 0; i < 5; i++) {
        printf("%s %c\n", size(samples[i]), "ab"[samples[i] > 5 ? 1 : 0]);
    }
    printf("%g %g\n", 1 ? 1 : 2.5, 0 ? 1 : 2.5);
    printf("%d %d\n", samples[1] ? noisy(1) : noisy(2), samples[2] ? noisy(3) : noisy(4));
    printf("%d %d\n", calls, samples[2] ?: 9);
    int a = 1;
    printf("%d %d\n", samples[1] ?: 9, (a ? (unsigned)a - 3 : 0u) > 0);
    int b = 2;
    *(a > b ? &a : &b) = 50;
    a < b ? a++ : (void)0;
    printf("%d %d\n", a, b);
    return 0;
}
