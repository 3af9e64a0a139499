/* Integer promotions and the usual arithmetic conversions between signed and unsigned types of all sizes. */
#include <stdio.h>

int main(void)
{
    unsigned char uc = 200;
    signed char sc = -100;
    unsigned short us = 65535;
    short ss = -1;
    unsigned u = 1;
    int i = -1;
    long l = -1;
    unsigned long long ull = 1;
    printf("%d %d %d\n", uc + uc, sc * 2, us * 2);
    printf("%d %d\n", ~uc, -us);
    printf("%d %d %d %d\n", i < (int)u, i > (long)u, (unsigned)i > u, l < (long)u);
    printf("%u %llu\n", u + (unsigned)i, ull - 2);
    printf("%d %d\n", us == (unsigned short)ss, us == ss);
    printf("%zu %zu %zu %zu\n", sizeof(uc + uc), sizeof(us + 1L), sizeof('a'), sizeof(u + ull));
    uc += 100;
    sc = (signed char)(sc - 100);
    us++;
    printf("%d %d %d\n", uc, sc, us);
    printf("%d %d\n", (signed char)0x1ff, (unsigned char)-1);
    printf("%lld %llu\n", (long long)i, (unsigned long long)i);
    printf("%lld %lld\n", (long long)u << 40, (long long)(int)0x80000000);
    return 0;
}
