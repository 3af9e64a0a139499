/* Sums, differences, products, negation and bitwise operations of 128-bit integers around the word boundary. */
#include <stdio.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static void show(const char *what, wide value)
{
    printf("%s %016llx %016llx\n", what, (unsigned long long)(value >> 64), (unsigned long long)value);
}

static wide make(unsigned long long high, unsigned long long low)
{
    return (wide)high << 64 | low;
}

static const wide powers[] = {1, (wide)1 << 63, (wide)1 << 64, (wide)1 << 127};
static signed_wide negative = -5;

int main(void)
{
    wide values[] = {
        0,
        1,
        2,
        0xffffffffULL,
        0xffffffffffffffffULL,
        make(1, 0),
        make(1, 1),
        make(0x7fffffffffffffffULL, 0xffffffffffffffffULL),
        make(0x8000000000000000ULL, 0),
        make(0xffffffffffffffffULL, 0xffffffffffffffffULL),
        make(0x0123456789abcdefULL, 0xfedcba9876543210ULL),
        make(0xdeadbeef, 0xcafebabe12345678ULL),
    };
    int count = sizeof values / sizeof *values;
    for (int i = 0; i < count; i++) {
        show("neg", -values[i]);
        show("not", ~values[i]);
        for (int j = 0; j < count; j++) {
            wide a = values[i], b = values[j];
            show("add", a + b);
            show("sub", a - b);
            show("mul", a * b);
            show("and", a & b);
            show("or ", a | b);
            show("xor", a ^ b);
        }
    }
    for (int i = 0; i < 4; i++)
        show("global", powers[i]);
    show("negative", (wide)negative);

    wide factorial = 1;
    for (int i = 1; i <= 34; i++)
        factorial *= i;
    show("34!", factorial);

    signed_wide sum = 0;
    for (int i = -50; i < 40; i++)
        sum += (signed_wide)i * 0x123456789abcdefLL * i * i;
    show("sum", (wide)sum);

    wide counter = make(0, 0xfffffffffffffffeULL);
    wide before = counter++;
    show("before", before);
    show("after", ++counter);
    show("down", --counter);
    counter += 1;
    counter *= 3;
    counter -= make(3, 0);
    counter ^= 0xff;
    counter |= make(0xf0, 0);
    counter &= ~(wide)1;
    show("counter", counter);
    return (int)(counter % 97 & 0x7f) == 0;
}
