/*
 * Text to number: strtol and its family. One function reads sign, prefix and digits; the public ones differ only in the
 * range they saturate to. The __isoc23 entry points are what glibc 2.38 and later redirect to, and read binary prefixes.
 */
#include "model.h"

struct number {
    unsigned long long magnitude;
    _Bool negative;
    _Bool overflow;
};

static unsigned number_digit(unsigned char character)
{
    if ((unsigned)character - '0' < 10) {
        return character - '0';
    }
    unsigned letter = (character | 32u) - 'a';
    return letter < 26 ? letter + 10 : 99;
}

static _Bool number_prefix(const char *text, char letter, unsigned base)
{
    return text[0] == '0' && (text[1] | 32) == letter && number_digit((unsigned char)text[2]) < base;
}

static struct number number_parse(const char *text, char **end, int base, _Bool binary_prefix)
{
    struct number number = {0, 0, 0};
    if (end) {
        *end = (char *)text;
    }
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return number;
    }
    while (model_is_space((unsigned char)*text)) {
        text++;
    }
    if (*text == '-' || *text == '+') {
        number.negative = *text == '-';
        text++;
    }
    if ((base == 0 || base == 16) && number_prefix(text, 'x', 16)) {
        text += 2;
        base = 16;
    } else if (binary_prefix && (base == 0 || base == 2) && number_prefix(text, 'b', 2)) {
        text += 2;
        base = 2;
    } else if (base == 0) {
        base = *text == '0' ? 8 : 10;
    }
    const char *first = text;
    for (unsigned digit; (digit = number_digit((unsigned char)*text)) < (unsigned)base; text++) {
        unsigned long long scaled;
        if (__builtin_mul_overflow(number.magnitude, (unsigned)base, &scaled) ||
            __builtin_add_overflow(scaled, digit, &number.magnitude)) {
            number.overflow = 1;
        }
    }
    if (end && text > first) {
        *end = (char *)text;
    }
    return number;
}

static long long number_signed(struct number number, long long minimum, long long maximum)
{
    unsigned long long limit = number.negative ? (unsigned long long)maximum + 1 : (unsigned long long)maximum;
    if (number.overflow || number.magnitude > limit) {
        errno = ERANGE;
        return number.negative ? minimum : maximum;
    }
    return (long long)(number.negative ? -number.magnitude : number.magnitude);
}

static unsigned long long number_unsigned(struct number number, unsigned long long maximum)
{
    if (number.overflow || number.magnitude > maximum) {
        errno = ERANGE;
        return maximum;
    }
    return number.negative ? -number.magnitude : number.magnitude;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)number_signed(number_parse(text, end, base, 0), LONG_MIN, LONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return number_signed(number_parse(text, end, base, 0), LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)number_unsigned(number_parse(text, end, base, 0), ULONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return number_unsigned(number_parse(text, end, base, 0), ULLONG_MAX);
}

intmax_t strtoimax(const char *restrict text, char **restrict end, int base)
{
    return strtoll(text, end, base);
}

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base)
{
    return strtoull(text, end, base);
}

long __isoc23_strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)number_signed(number_parse(text, end, base, 1), LONG_MIN, LONG_MAX);
}

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base)
{
    return number_signed(number_parse(text, end, base, 1), LLONG_MIN, LLONG_MAX);
}

unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)number_unsigned(number_parse(text, end, base, 1), ULONG_MAX);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base)
{
    return number_unsigned(number_parse(text, end, base, 1), ULLONG_MAX);
}

intmax_t __isoc23_strtoimax(const char *restrict text, char **restrict end, int base)
{
    return __isoc23_strtoll(text, end, base);
}

uintmax_t __isoc23_strtoumax(const char *restrict text, char **restrict end, int base)
{
    return __isoc23_strtoull(text, end, base);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}

/* Has the number digits other than 0 before its exponent? Then a zero or tiny result has underflowed. */
static _Bool number_is_nonzero(const char *text, const char *end)
{
    for (; text < end && (*text | 32) != 'e' && (*text | 32) != 'p'; text++) {
        if ((unsigned)*text - '1' < 9) {
            return 1;
        }
    }
    return 0;
}

static double number_floating(const char *text, char **end, double tiny, double huge)
{
    unsigned long consumed = 0;
    double value = __raddle_strtod(text, &consumed);
    double magnitude = value < 0 ? -value : value;
    const char *last = consumed > 0 ? text + consumed - 1 : text;
    if (end) {
        *end = (char *)text + consumed;
    }
    if (consumed == 0) {
        return value;
    }
    _Bool is_infinity_word = (*last | 32) == 'y' || (*last | 32) == 'f';
    if (magnitude > huge) {
        while (model_is_space((unsigned char)*text) || *text == '-' || *text == '+') {
            text++;
        }
        is_infinity_word = is_infinity_word && (*text | 32) == 'i';
        if (!is_infinity_word) {
            errno = ERANGE;
        }
    } else if (magnitude < tiny && number_is_nonzero(text, last + 1)) {
        errno = ERANGE;
    }
    return value;
}

double strtod(const char *restrict text, char **restrict end)
{
    return number_floating(text, end, __DBL_MIN__, __DBL_MAX__);
}

/* Rounds to double first; a decimal number so close to the middle of two floats that this matters is very rare. */
float strtof(const char *restrict text, char **restrict end)
{
    return (float)number_floating(text, end, __FLT_MIN__, __FLT_MAX__);
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
