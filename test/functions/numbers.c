// Functions of numbers: arguments are arbitrary, values that the caller must not pass are assumed away.
#include <assert.h>
#include <stdbool.h>

void __VERIFIER_assume(int condition);

enum direction { NORTH, EAST, SOUTH, WEST };

struct pair {
    int low;
    int high;
};

struct wide {
    long parts[5];
    bool sorted;
};

unsigned middle(unsigned a, unsigned b)
{
    unsigned result = (a & b) + ((a ^ b) >> 1);
    assert((a <= result && result <= b) || (b <= result && result <= a));
    return result;
}

int share(int total, int parts)
{
    return total / parts;
}

static int clamp(int value, struct pair range)
{
    __VERIFIER_assume(range.low <= range.high);
    int result = value < range.low ? range.low : value > range.high ? range.high : value;
    assert(range.low <= result && result <= range.high);
    return result;
}

int clamp_any(int value, struct pair range)
{
    int result = value < range.low ? range.low : value > range.high ? range.high : value;
    assert(range.low <= result && result <= range.high);
    return result;
}

struct wide copied(struct wide from, bool sorted)
{
    assert(from.sorted == 0 || from.sorted == 1);
    assert(from.parts[3] != 12 || !sorted);
    from.sorted = sorted;
    return from;
}

// An enumeration is a number like others: C lets it have values without a name.
int turn(enum direction from)
{
    switch (from) {
    case NORTH:
    case EAST:
    case SOUTH:
    case WEST:
        return (from + 1) % 4;
    }
    assert(0);
    return 0;
}
