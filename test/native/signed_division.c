/* Division and remainder truncate towards zero; signs of every combination and the extremes of each width. */
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int values[] = {7, -7, 8, -8, 1, -1, INT_MAX, INT_MIN};
    int divisors[] = {3, -3, 2, 7, INT_MAX};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 5; j++) {
            int q = values[i] / divisors[j];
            int r = values[i] % divisors[j];
            printf("%d:%d%s", q, r, q * divisors[j] + r == values[i] ? " " : "! ");
        }
        putchar('\n');
    }
    long long big = LLONG_MIN;
    printf("%lld %lld %lld\n", big / 10, big % 10, big / LLONG_MAX);
    printf("%u %u %llu\n", UINT_MAX / 7, UINT_MAX % 7, ULLONG_MAX / 10);
    signed char c = -128;
    printf("%d %d\n", c / 3, c % 5);
    return 0;
}
