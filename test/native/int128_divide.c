/* Quotients and remainders of 128-bit integers, and their uses: printing, common divisors, modular powers. */
#include <stdio.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static void show(wide value)
{
    printf("%016llx%016llx", (unsigned long long)(value >> 64), (unsigned long long)value);
}

static const char *decimal(signed_wide value, char *buffer)
{
    char *end = buffer + 47;
    wide rest = value < 0 ? -(wide)value : (wide)value;
    *end = 0;
    do {
        *--end = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--end = '-';
    return end;
}

static wide divisor_of_both(wide a, wide b)
{
    while (b) {
        wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static unsigned long long power_modulo(unsigned long long base, unsigned long long exponent, unsigned long long modulus)
{
    wide result = 1, factor = base % modulus;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * factor % modulus;
        factor = factor * factor % modulus;
    }
    return (unsigned long long)result;
}

int main(void)
{
    unsigned long long halves[] = {
        0, 1, 7, 0x7fffffffffffffffULL, 0x8000000000000000ULL, 0xfedcba9876543210ULL, 0xffffffffffffffffULL};
    char buffer[48];
    for (int i = 0; i < 49; i++) {
        wide a = (wide)halves[i / 7] << 64 | halves[i % 7];
        printf("%s\n", decimal((signed_wide)a, buffer));
        for (int j = 1; j < 49; j += 2) {
            wide b = (wide)halves[j / 7] << 64 | halves[j % 7];
            show(a / b);
            putchar(' ');
            show(a % b);
            signed_wide c = (signed_wide)a, d = (signed_wide)b;
            if (d != -1) {
                putchar(' ');
                show((wide)(c / d));
                putchar(' ');
                show((wide)(c % d));
            }
            putchar('\n');
        }
    }
    show(divisor_of_both((wide)0x123456789ULL * 0xfedcba987654321ULL, (wide)0x123456789ULL * 0xabcdef0123456ULL));
    printf("\n%llu\n", power_modulo(3, 0xfffffffffffffff0ULL, 0xffffffffffffffc5ULL));
    signed_wide value = -1000000007;
    value *= 1000000009;
    value *= 998244353;
    value /= 12345;
    printf("%s\n", decimal(value, buffer));
    value %= 1000000;
    printf("%s\n", decimal(value, buffer));
    return (int)(value & 63);
}
