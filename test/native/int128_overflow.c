/* __builtin_add_overflow and its kin where the common type of the operands has more than 64 bits. */
#include <stdio.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static const long samples[] = {0, 1, -1, 5, -5, __LONG_MAX__, -__LONG_MAX__ - 1, 0x100000000L, -0x100000001L};

static void mixed(long a, unsigned long b)
{
    long result;
    unsigned long positive;
    int narrow;
    int overflow = __builtin_add_overflow(a, b, &result);
    printf("%d %ld ", overflow, result);
    overflow = __builtin_sub_overflow(a, b, &positive);
    printf("%d %lu ", overflow, positive);
    overflow = __builtin_mul_overflow(a, b, &result);
    printf("%d %ld ", overflow, result);
    overflow = __builtin_add_overflow(b, a, &narrow);
    printf("%d %d\n", overflow, narrow);
}

static void show(int overflow, wide value)
{
    printf("%d %016llx%016llx\n", overflow, (unsigned long long)(value >> 64), (unsigned long long)value);
}

static void full(wide a, wide b)
{
    wide result;
    int overflow = __builtin_add_overflow(a, b, &result);
    show(overflow, result);
    overflow = __builtin_sub_overflow(a, b, &result);
    show(overflow, result);
    overflow = __builtin_mul_overflow(a, b, &result);
    show(overflow, result);
    signed_wide c = (signed_wide)a, d = (signed_wide)b, other;
    overflow = __builtin_add_overflow(c, d, &other);
    show(overflow, (wide)other);
    overflow = __builtin_sub_overflow(c, d, &other);
    show(overflow, (wide)other);
    overflow = __builtin_mul_overflow(c, d, &other);
    show(overflow, (wide)other);
}

int main(void)
{
    int count = sizeof samples / sizeof *samples;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            mixed(samples[i], (unsigned long)samples[j]);
            full((wide)samples[i] << 64 | (unsigned long)samples[j],
                 (wide)samples[j] << 64 | (unsigned long)samples[i]);
            full((wide)(signed_wide)samples[i], (wide)(unsigned long)samples[j]);
        }
    return 0;
}
