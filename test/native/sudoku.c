/* Constraint search: a sudoku solver with bit masks that picks the cell with the fewest choices. */
#include <stdio.h>

static const char puzzle[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

struct grid {
    unsigned short rows[9];
    unsigned short columns[9];
    unsigned short boxes[9];
    unsigned char cells[81];
};

static int nodes;

static void flip(struct grid *g, int cell, int digit)
{
    unsigned short bit = (unsigned short)(1 << digit);
    g->rows[cell / 9] ^= bit;
    g->columns[cell % 9] ^= bit;
    g->boxes[cell / 27 * 3 + cell % 9 / 3] ^= bit;
}

static int solve(struct grid *g)
{
    int best = -1;
    unsigned choices = 0;
    int fewest = 10;
    nodes++;
    for (int cell = 0; cell < 81; cell++) {
        if (g->cells[cell]) {
            continue;
        }
        unsigned used = g->rows[cell / 9] | g->columns[cell % 9] | g->boxes[cell / 27 * 3 + cell % 9 / 3];
        unsigned open = ~used & 0x3fe;
        if (__builtin_popcount(open) < fewest) {
            fewest = __builtin_popcount(open);
            best = cell;
            choices = open;
        }
    }
    if (best < 0) {
        return 1;
    }
    for (int digit = 1; digit <= 9; digit++) {
        if (choices >> digit & 1) {
            g->cells[best] = (unsigned char)digit;
            flip(g, best, digit);
            if (solve(g)) {
                return 1;
            }
            flip(g, best, digit);
        }
    }
    g->cells[best] = 0;
    return 0;
}

int main(void)
{
    struct grid g = {0};
    for (int i = 0; i < 81; i++) {
        if (puzzle[i] != '.') {
            g.cells[i] = (unsigned char)(puzzle[i] - '0');
            flip(&g, i, g.cells[i]);
        }
    }
    printf("%d\n", solve(&g));
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) {
            printf("%d", g.cells[r * 9 + c]);
        }
        putchar('\n');
    }
    return nodes > 81 ? 1 : 0;
}
