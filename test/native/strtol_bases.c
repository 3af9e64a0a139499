/* strtol and strtoul: bases, prefixes, signs, white space, where they stop, overflow and errno. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char *const texts[] = {"42",   "  -17xyz", "0x1F", "077",  "08",   "z",     "",         "+5",
                                        "0x",   "-0xff",    "1010", "zz",   "9999999999", "99999999999999999999",
                                        "-99999999999999999999", "- 5"};
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        printf("[%s]", texts[i]);
        for (unsigned j = 0; j < 6; j++) {
            char *end;
            errno = 0;
            long value = strtol(texts[i], &end, bases[j]);
            printf(" %ld/%d%s", value, (int)(end - texts[i]), errno == ERANGE ? "!" : "");
        }
        putchar('\n');
    }
    printf("%lu %lu\n", strtoul("-1", NULL, 10), strtoul("ffff", NULL, 16));
    printf("%lld %llu\n", strtoll("-9223372036854775808", NULL, 10), strtoull("18446744073709551615", NULL, 10));
    printf("%d %ld %lld\n", atoi(" 12ab"), atol("-7"), atoll("1234567890123"));
    errno = 0;
    printf("%ld", strtol("10", NULL, 99));
    printf(" %d\n", errno == EINVAL);
    return 0;
}
