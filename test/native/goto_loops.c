/* goto: backwards as a loop, forwards out of nested loops, into a common clean-up. */
#include <stdio.h>
#include <stdlib.h>

static int find(int rows, int columns, const int *grid, int wanted, int *where)
{
    int r = 0;
    int c;
again:
    c = 0;
next:
    if (grid[r * columns + c] == wanted) {
        goto found;
    }
    if (++c < columns) {
        goto next;
    }
    if (++r < rows) {
        goto again;
    }
    return 0;
found:
    *where = r * 100 + c;
    return 1;
}

static int process(int fail_at)
{
    int result = -1;
    int *first = NULL;
    int *second = NULL;
    first = calloc(4, sizeof *first);
    if (fail_at == 1) {
        goto release;
    }
    second = calloc(4, sizeof *second);
    if (fail_at == 2) {
        goto release;
    }
    result = first[0] + second[3];
release:
    free(second);
    free(first);
    return result;
}

int main(void)
{
    static const int grid[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    int where = 0;
    printf("%d", find(3, 4, grid, 7, &where));
    printf(" %d\n", where);
    printf("%d\n", find(3, 4, grid, 13, &where));
    printf("%d %d %d\n", process(0), process(1), process(2));
    return 0;
}
