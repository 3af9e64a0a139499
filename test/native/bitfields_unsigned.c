/* Unsigned bit-fields: wrap-around, increments, a zero-width field, fields of 64-bit units. */
#include <stdio.h>

struct flags {
    unsigned ready : 1;
    unsigned mode : 2;
    unsigned count : 5;
    unsigned : 0;
    unsigned level : 12;
};

struct wide {
    unsigned long long low : 40;
    unsigned long long high : 24;
};

int main(void)
{
    struct flags f = {.ready = 1, .mode = 3, .count = 30, .level = 4095};
    for (int i = 0; i < 4; i++) {
        f.count++;
        f.mode += 3;
        f.level -= 1000;
        f.ready = !f.ready;
        printf("%u %u %u %u\n", f.ready, f.mode, f.count, f.level);
    }
    struct wide w = {0xabcdef0123ULL, 0x987654};
    w.low += 0x10;
    w.high <<= 4;
    printf("%llx %llx %zu %zu\n", (unsigned long long)w.low, (unsigned long long)w.high, sizeof f, sizeof w);
    return f.level == 95 ? 0 : 3;
}
