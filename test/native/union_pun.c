/* Reading another member of a union than the one written: floats as bits, bytes of integers. */
#include <stdint.h>
#include <stdio.h>

union number {
    float real;
    uint32_t bits;
    unsigned char bytes[4];
};

union wide {
    double real;
    uint64_t bits;
    uint32_t halves[2];
};

int main(void)
{
    union number n;
    float samples[] = {0, 1, -1, 0.1f, 3.40282347e38f, 1.17549435e-38f};
    for (int i = 0; i < 6; i++) {
        n.real = samples[i];
        printf("%08x sign %u exponent %u\n", n.bits, n.bits >> 31, n.bits >> 23 & 0xff);
    }
    n.bits = 0x40490fdb;
    printf("%.6f %02x %02x\n", n.real, n.bytes[0], n.bytes[3]);
    union wide w = {.real = -2.5};
    printf("%016llx %x %x\n", (unsigned long long)w.bits, w.halves[0], w.halves[1]);
    w.bits ^= 1ULL << 63;
    printf("%g\n", w.real);
    return 0;
}
