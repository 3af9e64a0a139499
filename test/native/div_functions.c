/* div, ldiv, lldiv, abs and relatives, and their results as structs by value. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    for (int n = -7; n <= 7; n += 7) {
        for (int d = -2; d <= 2; d += 4) {
            div_t a = div(n, d);
            ldiv_t b = ldiv(n * 1000L, d);
            lldiv_t c = lldiv(n * 10000000000LL, d * 3);
            printf("%d:%d %ld:%ld %lld:%lld\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem);
        }
    }
    imaxdiv_t m = imaxdiv(100, 7);
    printf("%d %ld %lld %" PRIdMAX " %" PRIdMAX "\n", abs(-5), labs(-6L), llabs(-7LL), imaxabs(-8), m.quot);
    return div(17, 5).rem;
}
