// The eight queens problem on a larger board: recursion and bit operations.
#include <stdio.h>

static unsigned place(unsigned all, unsigned columns, unsigned left, unsigned right)
{
    if (columns == all)
        return 1;
    unsigned count = 0;
    for (unsigned free = all & ~(columns | left | right); free;) {
        unsigned bit = free & -free;
        free ^= bit;
        count += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(void)
{
    printf("%u\n", place((1u << 12) - 1, 0, 0, 0));
    return 0;
}
