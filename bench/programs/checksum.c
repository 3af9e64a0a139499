// A cyclic redundancy check by table: shifts, masks, byte loads.
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 4096, ROUNDS = 120 };

static uint32_t table[256];
static uint8_t data[SIZE];

int main(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        table[i] = value;
    }
    for (int i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i * 7 + (i >> 3));
    uint32_t checksum = 0xffffffffu;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SIZE; i++)
            checksum = table[(checksum ^ data[i]) & 0xff] ^ checksum >> 8;
    printf("%08x\n", checksum ^ 0xffffffffu);
    return 0;
}
