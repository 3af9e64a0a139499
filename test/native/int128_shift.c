/* Shifts of 128-bit integers by constants and by variables, through the word boundary, with and without sign. */
#include <stdio.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static void show(wide value)
{
    printf("%016llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
}

static wide rotate(wide value, int amount)
{
    return amount ? value << amount | value >> (128 - amount) : value;
}

int main(void)
{
    wide values[] = {(wide)0x0123456789abcdefULL << 64 | 0xfedcba9876543210ULL, (wide)0x8000000000000000ULL << 64 | 1,
                     ~(wide)0, 1, 0};
    for (int i = 0; i < 5; i++) {
        wide value = values[i];
        signed_wide other = (signed_wide)value;
        for (int amount = 0; amount < 128; amount++) {
            show(value << amount);
            show(value >> amount);
            show((wide)(other >> amount));
        }
        show(value << 0);
        show(value << 1);
        show(value << 63);
        show(value << 64);
        show(value << 65);
        show(value << 127);
        show(value >> 1);
        show(value >> 63);
        show(value >> 64);
        show(value >> 65);
        show(value >> 127);
        show((wide)(other >> 1));
        show((wide)(other >> 63));
        show((wide)(other >> 64));
        show((wide)(other >> 65));
        show((wide)(other >> 127));
        show(rotate(value, 0));
        show(rotate(value, 13));
        show(rotate(value, 100));
        unsigned char narrow = 77;
        signed_wide amount = 99;
        value <<= narrow;
        other >>= amount;
        show(value);
        show((wide)other);
    }
    return 0;
}
