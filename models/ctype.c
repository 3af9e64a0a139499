/*
 * ctype.h in the C locale: functions, and the tables that glibc's macros index from -128 to 255. The bits of a class
 * are glibc's on little-endian machines.
 */
#include "model.h"

enum {
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    HEXADECIMAL = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 0x1,
    CONTROL = 0x2,
    PUNCTUATION = 0x4,
    ALPHANUMERIC = 0x8,
    VISIBLE = PRINT | GRAPH,
    LETTER = VISIBLE | ALPHA | ALPHANUMERIC
};

#define AT(character) [128 + (character)]
#define RANGE(first, last) [128 + (first)... 128 + (last)]

static const unsigned short class_table[384] = {
    RANGE(0, 8) = CONTROL,
    AT('\t') = CONTROL | SPACE | BLANK,
    RANGE('\n', '\r') = CONTROL | SPACE,
    RANGE(14, 31) = CONTROL,
    AT(' ') = PRINT | SPACE | BLANK,
    RANGE('!', '/') = VISIBLE | PUNCTUATION,
    RANGE('0', '9') = VISIBLE | DIGIT | HEXADECIMAL | ALPHANUMERIC,
    RANGE(':', '@') = VISIBLE | PUNCTUATION,
    RANGE('A', 'F') = LETTER | UPPER | HEXADECIMAL,
    RANGE('G', 'Z') = LETTER | UPPER,
    RANGE('[', '`') = VISIBLE | PUNCTUATION,
    RANGE('a', 'f') = LETTER | LOWER | HEXADECIMAL,
    RANGE('g', 'z') = LETTER | LOWER,
    RANGE('{', '~') = VISIBLE | PUNCTUATION,
    AT(127) = CONTROL,
};

/* A negative char maps to the same character as unsigned, EOF to itself. */
#define LOWER_OF(c) ((c) == -1 ? -1 : (c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c) & 0xff)
#define UPPER_OF(c) ((c) == -1 ? -1 : (c) >= 'a' && (c) <= 'z' ? (c) - 32 : (c) & 0xff)
#define ROW_4(OF, c) OF(c), OF((c) + 1), OF((c) + 2), OF((c) + 3)
#define ROW_16(OF, c) ROW_4(OF, c), ROW_4(OF, (c) + 4), ROW_4(OF, (c) + 8), ROW_4(OF, (c) + 12)
#define ROW_64(OF, c) ROW_16(OF, c), ROW_16(OF, (c) + 16), ROW_16(OF, (c) + 32), ROW_16(OF, (c) + 48)
#define ROW_128(OF, c) ROW_64(OF, c), ROW_64(OF, (c) + 64)

static const int lower_table[384] = {ROW_128(LOWER_OF, -128), ROW_128(LOWER_OF, 0), ROW_128(LOWER_OF, 128)};
static const int upper_table[384] = {ROW_128(UPPER_OF, -128), ROW_128(UPPER_OF, 0), ROW_128(UPPER_OF, 128)};

const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short *const table = class_table + 128;
    return (const unsigned short **)&table;
}

const int **__ctype_tolower_loc(void)
{
    static const int *const table = lower_table + 128;
    return (const int **)&table;
}

const int **__ctype_toupper_loc(void)
{
    static const int *const table = upper_table + 128;
    return (const int **)&table;
}

size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}

/* The functions compute, because a comparison is easier on a symbolic character than a look-up is. */
static int ctype_in(int character, int first, int last)
{
    return (unsigned)character - (unsigned)first <= (unsigned)(last - first);
}

int isdigit(int character)
{
    return ctype_in(character, '0', '9') ? DIGIT : 0;
}

int islower(int character)
{
    return ctype_in(character, 'a', 'z') ? LOWER : 0;
}

int isupper(int character)
{
    return ctype_in(character, 'A', 'Z') ? UPPER : 0;
}

int isalpha(int character)
{
    return ctype_in(character | 32, 'a', 'z') ? ALPHA : 0;
}

int isalnum(int character)
{
    return (ctype_in(character | 32, 'a', 'z') | ctype_in(character, '0', '9')) ? ALPHANUMERIC : 0;
}

int isxdigit(int character)
{
    return (ctype_in(character | 32, 'a', 'f') | ctype_in(character, '0', '9')) ? HEXADECIMAL : 0;
}

int isspace(int character)
{
    return ((character == ' ') | ctype_in(character, '\t', '\r')) ? SPACE : 0;
}

int isblank(int character)
{
    return ((character == ' ') | (character == '\t')) ? BLANK : 0;
}

int iscntrl(int character)
{
    return (ctype_in(character, 0, 31) | (character == 127)) ? CONTROL : 0;
}

int isprint(int character)
{
    return ctype_in(character, ' ', '~') ? PRINT : 0;
}

int isgraph(int character)
{
    return ctype_in(character, '!', '~') ? GRAPH : 0;
}

int ispunct(int character)
{
    return isgraph(character) && !isalnum(character) ? PUNCTUATION : 0;
}

int isascii(int character)
{
    return (character & ~0x7f) == 0;
}

int toascii(int character)
{
    return character & 0x7f;
}

int tolower(int character)
{
    return character + 32 * ctype_in(character, 'A', 'Z');
}

int toupper(int character)
{
    return character - 32 * ctype_in(character, 'a', 'z');
}
