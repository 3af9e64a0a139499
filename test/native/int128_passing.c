/* 128-bit integers as arguments and results, in structs, arrays and unions, through function pointers, behind `...`. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

struct pair {
    wide first;
    char tag;
    signed_wide second;
};

struct single {
    wide value;
};

union view {
    wide value;
    unsigned long long words[2];
    unsigned char bytes[16];
};

static void show(const char *what, wide value)
{
    printf("%s %016llx %016llx\n", what, (unsigned long long)(value >> 64), (unsigned long long)value);
}

static wide many(int a, wide b, char c, wide d, long e, wide f, wide g, int h, wide i)
{
    return (wide)a + b * 2 + (wide)c + d * 3 + (wide)e + f * 5 + g * 7 + (wide)h + i * 11;
}

static struct pair swap(struct pair both)
{
    return (struct pair){(wide)both.second, both.tag, (signed_wide)both.first};
}

static struct single wrap(wide value)
{
    return (struct single){value + 1};
}

static wide unwrap(struct single one, struct single two)
{
    return one.value ^ two.value;
}

static wide gather(int count, ...)
{
    va_list list;
    wide result = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        result = result * 3 + va_arg(list, wide);
    va_end(list);
    return result;
}

static wide recurse(unsigned depth, wide value)
{
    return depth ? recurse(depth - 1, value * 31 + depth) ^ value : value;
}

static wide table[3] = {1, (wide)2 << 64, ~(wide)0};
static struct pair initial = {((wide)0x1122334455667788ULL << 64) + 5, 'x', -3};
static wide (*operations[])(unsigned, wide) = {recurse};

static void store(wide *target, const wide *source, int count)
{
    for (int i = 0; i < count; i++)
        target[i] = source[count - 1 - i];
}

int main(void)
{
    wide big = (wide)0x0123456789abcdefULL << 64 | 0xfedcba9876543210ULL;
    show("many", many(1, big, 'c', big + 1, -7L, big >> 3, big << 3, 9, ~big));
    struct pair swapped = swap(initial);
    show("first", swapped.first);
    show("second", (wide)swapped.second);
    printf("%c %zu %zu\n", swapped.tag, sizeof swapped, _Alignof(wide));
    show("wrap", unwrap(wrap(big), wrap(~big)));
    show("gather", gather(4, big, ~big, (wide)1, big * big));
    show("gather", gather(1, big));
    show("recurse", operations[0](20, big));
    wide copy[3];
    store(copy, table, 3);
    for (int i = 0; i < 3; i++)
        show("copy", copy[i]);
    union view view = {.value = big};
    printf("%llx %llx %x\n", view.words[0], view.words[1], view.bytes[9]);
    view.bytes[15] = 0xee;
    show("view", view.value);
    volatile wide often = big;
    often += often;
    show("volatile", often);
    wide uninitialised;
    memset(&uninitialised, 0x5a, sizeof uninitialised);
    show("filled", uninitialised);
    wide *pointer = copy;
    show("pointer", *++pointer);
    pointer[1] = pointer[-1];
    show("pointer", copy[2]);
    static wide accumulated;
    for (wide i = 0; i < 10; i++)
        accumulated = accumulated << 7 ^ i;
    show("static", accumulated);
    return 0;
}
