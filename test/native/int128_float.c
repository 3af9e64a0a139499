/* 128-bit integers to and from float and double: exact ones, rounded ones, halfway cases. */
#include <math.h>
#include <stdio.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

int main(void)
{
    for (int shift = 0; shift < 128; shift += 3) {
        wide one = (wide)1 << shift;
        wide values[] = {one,
                         one - 1,
                         one + 1,
                         one | one >> 24,
                         one | one >> 24 | one >> 25,
                         one | one >> 53,
                         one | one >> 53 | 1,
                         one | one >> 52 | one >> 53,
                         one * 3,
                         -one};
        for (int i = 0; i < 10; i++) {
            signed_wide other = (signed_wide)values[i];
            printf("%a %a %a %a\n", (double)values[i], (double)other, (double)(float)values[i], (double)(float)other);
        }
    }
    for (int exponent = -3; exponent < 127; exponent++) {
        double value = ldexp(1.7182818284590452, exponent);
        wide whole = (wide)value;
        signed_wide positive = (signed_wide)value, negative = (signed_wide)-value;
        wide from_float = (wide)(float)value;
        printf("%016llx%016llx %016llx%016llx %016llx%016llx %016llx%016llx\n", (unsigned long long)(whole >> 64),
               (unsigned long long)whole, (unsigned long long)(positive >> 64), (unsigned long long)positive,
               (unsigned long long)(negative >> 64), (unsigned long long)negative,
               (unsigned long long)(from_float >> 64), (unsigned long long)from_float);
    }
    wide zero = 0;
    printf("%g %g\n", (double)zero, (double)(float)(signed_wide)zero);
    wide scaled = 1000;
    scaled *= 1.5;
    printf("%llu\n", (unsigned long long)scaled);
    return 0;
}
