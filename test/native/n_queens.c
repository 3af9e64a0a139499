/* Backtracking: the number of solutions for n queens, by arrays and by bits, and the first solution of eight. */
#include <stdio.h>

static int place(int n, int row, int *columns)
{
    if (row == n) {
        return 1;
    }
    int count = 0;
    for (int c = 0; c < n; c++) {
        int safe = 1;
        for (int r = 0; r < row && safe; r++) {
            int distance = c - columns[r];
            safe = distance != 0 && distance != row - r && distance != r - row;
        }
        if (safe) {
            columns[row] = c;
            count += place(n, row + 1, columns);
            if (n == 8 && count) {
                return 1;
            }
        }
    }
    return count;
}

static int bits(unsigned all, unsigned columns, unsigned left, unsigned right)
{
    if (columns == all) {
        return 1;
    }
    int count = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        count += bits(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(void)
{
    int columns[8];
    for (int n = 1; n <= 7; n++) {
        printf("%d/%d ", place(n, 0, columns), bits((1u << n) - 1, 0, 0, 0));
    }
    printf("%d\n", bits(255, 0, 0, 0));
    place(8, 0, columns);
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 8; c++) {
            putchar(columns[r] == c ? 'Q' : '.');
        }
        putchar('\n');
    }
    return 0;
}
