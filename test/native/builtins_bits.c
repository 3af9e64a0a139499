/* Bit built-ins: clz, ctz, popcount, parity, ffs, bswap on every width, bit reversal. */
#include <stdint.h>
#include <stdio.h>
#include <strings.h>

int main(void)
{
    uint32_t values[] = {1, 2, 3, 0x80000000, 0xffffffff, 0x00f0f000, 12345678};
    for (int i = 0; i < 7; i++) {
        uint32_t v = values[i];
        printf("%d %d %d %d %d %08x\n", __builtin_clz(v), __builtin_ctz(v), __builtin_popcount(v), __builtin_parity(v),
               ffs((int)v), __builtin_bswap32(v));
    }
    uint64_t wide[] = {1, 1ULL << 40, 0xff00ff00ff00ff00, UINT64_MAX};
    for (int i = 0; i < 4; i++) {
        uint64_t v = wide[i];
        printf("%d %d %d %d %016llx\n", __builtin_clzll(v), __builtin_ctzll(v), __builtin_popcountll(v),
               __builtin_ffsll((long long)v), (unsigned long long)__builtin_bswap64(v));
    }
    printf("%04x %d %d\n", __builtin_bswap16(0x1234), __builtin_clrsb(-1), __builtin_clrsb(1000));
    uint8_t b = 0x2d;
    uint8_t r = 0;
    for (int i = 0; i < 8; i++) {
        r = (uint8_t)(r << 1 | (b >> i & 1));
    }
    printf("%02x\n", r);
    return 0;
}
