/* Arrays of two and three dimensions: layout, pointers to rows, parameters, a game of life on a torus. */
#include <stdio.h>
#include <string.h>

enum { ROWS = 8, COLUMNS = 10 };

static int sum(int cube[][3][4], int planes)
{
    int total = 0;
    for (int p = 0; p < planes; p++) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                total += cube[p][r][c] * (p + 1);
            }
        }
    }
    return total;
}

static void step(char world[ROWS][COLUMNS])
{
    char next[ROWS][COLUMNS];
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++) {
            int neighbours = -world[r][c];
            for (int dr = -1; dr <= 1; dr++) {
                for (int dc = -1; dc <= 1; dc++) {
                    neighbours += world[(r + dr + ROWS) % ROWS][(c + dc + COLUMNS) % COLUMNS];
                }
            }
            next[r][c] = neighbours == 3 || (neighbours == 2 && world[r][c]);
        }
    }
    memcpy(world, next, sizeof next);
}

int main(void)
{
    int cube[2][3][4];
    for (int p = 0; p < 2; p++) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                cube[p][r][c] = p * 100 + r * 10 + c;
            }
        }
    }
    int(*row)[4] = cube[1];
    printf("%d %d %d %zu %zu\n", sum(cube, 2), row[2][3], (*(row + 1))[0], sizeof cube, sizeof cube[0]);
    char world[ROWS][COLUMNS] = {[1][2] = 1, [2][3] = 1, [3] = {0, 1, 1, 1}};
    for (int i = 0; i < 12; i++) {
        step(world);
    }
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++) {
            putchar(world[r][c] ? '#' : '.');
        }
        putchar('\n');
    }
    return 0;
}
