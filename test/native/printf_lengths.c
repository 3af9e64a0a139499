/* printf length modifiers for every integer type, extremes of each, and the result of printf. */
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    printf("%ld %ld %lu\n", LONG_MAX, LONG_MIN, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MAX, LLONG_MIN, ULLONG_MAX);
    printf("%hd %hd %hu\n", SHRT_MAX, SHRT_MIN, USHRT_MAX);
    printf("%hhd %hhd %hhu\n", SCHAR_MAX, SCHAR_MIN, UCHAR_MAX);
    printf("%zu %zx %td %jd %ju\n", (size_t)-1, (size_t)255, (ptrdiff_t)-9, INTMAX_MIN, UINTMAX_MAX);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 "\n", (int8_t)-8, (uint16_t)16, (uint32_t)0x32, (uint64_t)064);
    printf("%lx %llo %#lX\n", 0xfedcba9876543210UL, 01234567ULL, 0xabcUL);
    int written = 0;
    int length = printf("counted %n text\n", &written);
    printf("%d %d\n", written, length);
    return 0;
}
