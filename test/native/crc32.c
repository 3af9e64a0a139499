/* CRC-32 by table and bit by bit, Adler-32 and FNV-1a over the same data. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void prepare(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
        table[i] = crc;
    }
}

static uint32_t crc_table(const unsigned char *data, size_t length)
{
    uint32_t crc = ~0u;
    while (length--) {
        crc = crc >> 8 ^ table[(crc ^ *data++) & 0xff];
    }
    return ~crc;
}

static uint32_t crc_bits(const unsigned char *data, size_t length)
{
    uint32_t crc = ~0u;
    while (length--) {
        crc ^= *data++;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
        }
    }
    return ~crc;
}

static uint32_t adler(const unsigned char *data, size_t length)
{
    uint32_t a = 1;
    uint32_t b = 0;
    while (length--) {
        a = (a + *data++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint64_t fnv(const unsigned char *data, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    while (length--) {
        hash = (hash ^ *data++) * 1099511628211u;
    }
    return hash;
}

int main(void)
{
    static const char *const texts[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    prepare();
    for (int i = 0; i < 4; i++) {
        const unsigned char *data = (const unsigned char *)texts[i];
        size_t length = strlen(texts[i]);
        printf("%08x %d %08x %016llx\n", crc_table(data, length), crc_table(data, length) == crc_bits(data, length),
               adler(data, length), (unsigned long long)fnv(data, length));
    }
    return 0;
}
