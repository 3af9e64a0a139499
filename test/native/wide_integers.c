/* 64-bit arithmetic: carries, products of 32-bit halves, comparisons, mixed with 32-bit values. */
#include <inttypes.h>
#include <stdio.h>

static void multiply(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low)
{
    uint64_t a0 = a & 0xffffffff;
    uint64_t a1 = a >> 32;
    uint64_t b0 = b & 0xffffffff;
    uint64_t b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (middle & 0xffffffff);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    *low = a * b;
}

int main(void)
{
    uint64_t x = 0x9e3779b97f4a7c15;
    uint64_t high;
    uint64_t low;
    for (int i = 0; i < 5; i++) {
        multiply(x, x ^ 0xffffffff, &high, &low);
        printf("%016" PRIx64 " %016" PRIx64 "\n", high, low);
        x = x * 6364136223846793005u + 1442695040888963407u;
    }
    int64_t s = INT64_C(-5000000000);
    int32_t t = 3;
    printf("%" PRId64 " %" PRId64 " %" PRId64 " %d\n", s * t, s / t, s % t, s < t);
    printf("%" PRIu64 "\n", (uint64_t)s);
    return 0;
}
