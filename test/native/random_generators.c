/* Pseudo-random generators written out: xorshift, a linear congruence, a Mersenne-like twister, shuffles. */
#include <stdint.h>
#include <stdio.h>

static uint64_t xorshift(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

struct twister {
    uint32_t words[624];
    int index;
};

static void twister_seed(struct twister *t, uint32_t seed)
{
    t->words[0] = seed;
    for (uint32_t i = 1; i < 624; i++) {
        t->words[i] = 1812433253u * (t->words[i - 1] ^ t->words[i - 1] >> 30) + i;
    }
    t->index = 624;
}

static uint32_t twister_next(struct twister *t)
{
    if (t->index == 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (t->words[i] & 0x80000000u) | (t->words[(i + 1) % 624] & 0x7fffffffu);
            t->words[i] = t->words[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        t->index = 0;
    }
    uint32_t y = t->words[t->index++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

int main(void)
{
    uint64_t state = 88172645463325252ULL;
    for (int i = 0; i < 4; i++) {
        printf("%llu\n", (unsigned long long)xorshift(&state));
    }
    struct twister t;
    twister_seed(&t, 5489);
    for (int i = 0; i < 5; i++) {
        printf("%u ", twister_next(&t));
    }
    for (int i = 5; i < 9999; i++) {
        twister_next(&t);
    }
    printf("%u\n", twister_next(&t));
    int cards[52];
    for (int i = 0; i < 52; i++) {
        cards[i] = i;
    }
    for (int i = 51; i > 0; i--) {
        int j = (int)(twister_next(&t) % (unsigned)(i + 1));
        int keep = cards[i];
        cards[i] = cards[j];
        cards[j] = keep;
    }
    for (int i = 0; i < 13; i++) {
        printf("%c%c ", "23456789TJQKA"[cards[i] % 13], "cdhs"[cards[i] / 13]);
    }
    putchar('\n');
    return 0;
}
