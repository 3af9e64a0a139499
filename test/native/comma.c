/* The comma operator: order, value, in loops with several variables, in macros and conditions. */
#include <stdio.h>

#define SWAP(a, b) ((a) ^= (b), (b) ^= (a), (a) ^= (b))

static int log_value(int n)
{
    printf("<%d>", n);
    return n;
}

int main(void)
{
    int x = (log_value(1), log_value(2), log_value(3));
    printf(" %d\n", x);
    for (int i = 0, j = 10; i < j; i++, j -= 2) {
        printf("%d:%d ", i, j);
    }
    putchar('\n');
    int a = 5;
    int b = 9;
    SWAP(a, b);
    printf("%d %d\n", a, b);
    int n = 0;
    while (n++, n * n < 50) {
    }
    printf("%d\n", n);
    int values[] = {(a++, a * 2), (b++, b * 3)};
    printf("%d %d\n", values[0], values[1]);
    return (n--, a + n - 16);
}
