/* Variable length arrays: one and two dimensions, as parameters, sizeof at run time, in a loop. */
#include <stdio.h>

static long trace(int n, int matrix[n][n])
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += matrix[i][i];
    }
    return sum;
}

static void fill(int rows, int columns, int grid[rows][columns])
{
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            grid[r][c] = r * 10 + c;
        }
    }
}

int main(void)
{
    for (int n = 1; n <= 5; n++) {
        int matrix[n][n];
        fill(n, n, matrix);
        printf("%d: %zu %ld\n", n, sizeof matrix / sizeof(int), trace(n, matrix));
    }
    int rows = 3;
    int columns = 4;
    int grid[rows][columns];
    int(*row)[columns] = grid;
    fill(rows, columns, grid);
    row += 2;
    printf("%d %zu\n", (*row)[3], sizeof *row);
    return 0;
}
