/* The hash function SHA-256 on texts of several lengths: rotations, padding, big-endian words. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t constants[64];
static uint32_t start[8];

static uint32_t fraction(int prime, int root)
{
    double x = prime;
    double guess = root == 2 ? x / 2 : x / 3;
    for (int i = 0; i < 200; i++) {
        guess = root == 2 ? (guess + x / guess) / 2 : (2 * guess + x / (guess * guess)) / 3;
    }
    return (uint32_t)((guess - (double)(int)guess) * 4294967296.0);
}

static void prepare(void)
{
    int found = 0;
    for (int n = 2; found < 64; n++) {
        int prime = 1;
        for (int d = 2; d * d <= n; d++) {
            prime &= n % d != 0;
        }
        if (prime) {
            constants[found] = fraction(n, 3);
            if (found < 8) {
                start[found] = fraction(n, 2);
            }
            found++;
        }
    }
}

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15];
        uint32_t b = w[i - 2];
        w[i] =
            w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    uint32_t v[8];
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + choice + constants[i] + w[i];
        uint32_t two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) {
        state[i] += v[i];
    }
}

static void digest(const char *text, size_t length)
{
    uint32_t state[8];
    unsigned char block[128] = {0};
    memcpy(state, start, sizeof state);
    uint64_t bits = (uint64_t)length * 8;
    for (; length >= 64; length -= 64, text += 64) {
        compress(state, (const unsigned char *)text);
    }
    memcpy(block, text, length);
    block[length] = 0x80;
    size_t end = length < 56 ? 64 : 128;
    for (int i = 0; i < 8; i++) {
        block[end - 1 - (size_t)i] = (unsigned char)(bits >> 8 * i);
    }
    for (size_t i = 0; i < end; i += 64) {
        compress(state, block + i);
    }
    for (int i = 0; i < 8; i++) {
        printf("%08x", state[i]);
    }
    putchar('\n');
}

int main(void)
{
    char text[300];
    prepare();
    digest("", 0);
    digest("abc", 3);
    memset(text, 'a', sizeof text);
    digest(text, 55);
    digest(text, 56);
    digest(text, 64);
    digest(text, 300);
    return 0;
}
