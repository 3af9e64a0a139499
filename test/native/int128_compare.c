/* All comparisons of 128-bit integers, signed and unsigned; conversions to and from every other integer type. */
#include <stdbool.h>
#include <stdio.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static unsigned long long halves[] = {0, 1, 0x7fffffffffffffffULL, 0x8000000000000000ULL, 0xffffffffffffffffULL};

static void compare(wide a, wide b)
{
    signed_wide c = (signed_wide)a, d = (signed_wide)b;
    printf("%d%d%d%d%d%d %d%d%d%d%d%d\n", a == b, a != b, a<b, a <= b, a> b, a >= b, c == d, c != d, c<d, c <= d, c> d,
           c >= d);
}

static void convert(wide a)
{
    signed_wide b = (signed_wide)a;
    printf("%d %u %ld %lu %d %d %d %d %d\n", (int)a, (unsigned)b, (long)a, (unsigned long)b, (short)a, (unsigned char)b,
           (bool)a, !b, a ? 1 : 2);
}

static signed_wide widen(int kind, long value)
{
    switch (kind) {
    case 0:
        return (signed char)value;
    case 1:
        return (unsigned char)value;
    case 2:
        return (short)value;
    case 3:
        return (unsigned short)value;
    case 4:
        return (int)value;
    case 5:
        return (unsigned)value;
    case 6:
        return value;
    case 7:
        return (unsigned long)value;
    default:
        return (bool)value;
    }
}

int main(void)
{
    for (int i = 0; i < 25; i++) {
        wide a = (wide)halves[i / 5] << 64 | halves[i % 5];
        convert(a);
        for (int j = 0; j < 25; j++)
            compare(a, (wide)halves[j / 5] << 64 | halves[j % 5]);
    }
    for (int kind = 0; kind < 9; kind++) {
        signed_wide value = widen(kind, -2);
        printf("%llx %llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
    }
    wide small = (wide)5 << 64, large = (wide)6 << 64, *chosen = &small;
    wide smaller = small < large ? small : large;
    printf("%d %d\n", smaller == *chosen, small > large || !(large > small));
    while (large > *chosen)
        large -= (wide)1 << 62;
    printf("%llx\n", (unsigned long long)(large >> 62));
    return 0;
}
