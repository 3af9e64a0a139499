/* Conversions between floating and integer types of every width: truncation, rounding, large unsigned values. */
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    double samples[] = {0.999, -0.999, 1.5, -1.5, 100.75, -100.75, 1e9};
    for (int i = 0; i < 7; i++) {
        double d = samples[i];
        printf("%d %lld %d %d\n", (int)d, (long long)d, (short)(int)d, (signed char)(int)d);
    }
    printf("%u %llu\n", (unsigned)4294967295.0, (unsigned long long)1.8446744073709550e19);
    printf("%lld\n", (long long)-9.2233720368547758e18);
    printf("%.1f %.1f %.1f\n", (double)UINT64_MAX, (double)INT64_MIN, (double)UINT32_MAX);
    printf("%.1f %.1f\n", (float)16777217, (float)INT32_MAX);
    printf("%.1f %.1f\n", (double)(float)123456789, (double)9007199254740993LL);
    unsigned char c = (unsigned char)255.9;
    int n = 7;
    n *= 1.5;
    n += 0.9;
    printf("%d %d %d\n", c, n, (int)3.99f + (int)-3.99f);
    return 0;
}
