// Product of integer matrices: nested loops, two-dimensional indexing.
#include <stdio.h>

enum { SIZE = 90 };

static int left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            left[i][j] = i * 3 + j;
            right[i][j] = i - j * 2;
        }
    unsigned sum = 0;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            int cell = 0;
            for (int k = 0; k < SIZE; k++)
                cell += left[i][k] * right[k][j];
            product[i][j] = cell;
            sum = sum * 31 + (unsigned)cell;
        }
    printf("%u %d\n", sum, product[SIZE - 1][SIZE - 1]);
    return 0;
}
