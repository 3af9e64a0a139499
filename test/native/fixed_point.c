/* Fixed-point arithmetic in 16.16: products, quotients, square roots, a sine table by recurrence. */
#include <stdint.h>
#include <stdio.h>

typedef int32_t fixed;

static fixed multiply(fixed a, fixed b)
{
    return (fixed)(((int64_t)a * b) / 65536);
}

static fixed divide(fixed a, fixed b)
{
    return (fixed)((int64_t)a * 65536 / b);
}

static fixed root(fixed x)
{
    uint64_t n = (uint64_t)x << 16;
    uint64_t result = 0;
    for (uint64_t bit = 1ULL << 46; bit; bit >>= 2) {
        if (n >= result + bit) {
            n -= result + bit;
            result = (result >> 1) + bit;
        } else {
            result >>= 1;
        }
    }
    return (fixed)result;
}

static void show(fixed x)
{
    int64_t thousandths = (int64_t)x * 1000 / 65536;
    printf("%s%lld.%03lld ", x < 0 ? "-" : "", (long long)(thousandths < 0 ? -thousandths : thousandths) / 1000,
           (long long)(thousandths < 0 ? -thousandths : thousandths) % 1000);
}

int main(void)
{
    show(multiply(3 << 16, 32768));
    show(divide(1 << 16, 3 << 16));
    show(root(2 << 16));
    show(root(100 << 16));
    show(multiply(-98304, 131072));
    putchar('\n');
    fixed x = 65536;
    fixed y = 0;
    for (int i = 0; i < 24; i++) {
        show(y);
        fixed next = multiply(x, 63303) - multiply(y, 16962);
        y = multiply(x, 16962) + multiply(y, 63303);
        x = next;
    }
    putchar('\n');
    return 0;
}
