/* Unsigned arithmetic is modulo 2^n in every width, also where a smaller type is stored back. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    uint8_t a = 0;
    uint16_t b = 0;
    uint32_t c = 0;
    uint64_t d = 0;
    a--;
    b--;
    c--;
    d--;
    printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
    a = (uint8_t)(a * a);
    b = (uint16_t)(b * (uint32_t)b);
    c *= c;
    d *= d;
    printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 100; i++) {
        hash = (hash ^ (uint32_t)i) * 16777619u;
    }
    printf("%u %u %u\n", hash, -hash, 0u - 1u);
    printf("%zu %d\n", (size_t)0 - 1 > 0 ? sizeof(size_t) : 0, UINT_MAX + 1u == 0);
    return (int)(hash & 0x3f);
}
