/* Shifts of all types: logical and arithmetic, by variable amounts, rotations, and shifts of promoted operands. */
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate_left(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> (-n & 31);
}

static uint64_t rotate_right(uint64_t x, unsigned n)
{
    return x >> (n & 63) | x << (-n & 63);
}

int main(void)
{
    uint32_t u = 0x80000001;
    int32_t s = -256;
    for (unsigned n = 0; n < 32; n += 7) {
        printf("%08x %08x %d %08x\n", u << n, u >> n, s >> n, rotate_left(0x12345678, n));
    }
    uint64_t w = 0x0123456789abcdef;
    for (unsigned n = 0; n < 64; n += 13) {
        printf("%016llx %016llx %lld\n", (unsigned long long)(w << n), (unsigned long long)rotate_right(w, n),
               (long long)(INT64_MIN >> n));
    }
    uint8_t b = 0xc3;
    int8_t c = -64;
    printf("%d %d %d %d\n", b << 4, b >> 4, c >> 3, (uint8_t)(b << 4));
    return 0;
}
