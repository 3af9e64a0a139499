/* Overflow built-ins: add, sub and mul in several types, also into a narrower result. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int numbers[] = {0, 1, -1, 46341, -46341, INT_MAX, INT_MIN};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            int sum;
            int difference;
            int product;
            int a = __builtin_add_overflow(numbers[i], numbers[j], &sum);
            int s = __builtin_sub_overflow(numbers[i], numbers[j], &difference);
            int m = __builtin_mul_overflow(numbers[i], numbers[j], &product);
            printf("%d%d%d%x ", a, s, m, (unsigned)(sum ^ difference ^ product));
        }
        putchar('\n');
    }
    unsigned u;
    printf("%d", __builtin_sub_overflow(1u, 2u, &u));
    printf(" %u\n", u);
    int64_t w;
    printf("%d", __builtin_mul_overflow(INT64_MAX, INT64_C(2), &w));
    printf(" %lld\n", (long long)w);
    uint8_t b;
    printf("%d", __builtin_add_overflow(200, 100, &b));
    printf(" %d\n", b);
    size_t z;
    printf("%d %d\n", __builtin_umul_overflow(65536, 65535, &u),
           __builtin_mul_overflow((size_t)1 << 40, (size_t)1 << 30, &z));
    return 0;
}
