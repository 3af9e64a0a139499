/* Returning large structs: directly, through a chain of calls, into an array element and as a temporary. */
#include <stdio.h>

struct matrix {
    long cells[3][3];
};

static struct matrix matrix_identity(void)
{
    return (struct matrix){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static struct matrix matrix_multiply(struct matrix a, struct matrix b)
{
    struct matrix c = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                c.cells[i][j] += a.cells[i][k] * b.cells[k][j];
            }
        }
    }
    return c;
}

static struct matrix matrix_power(struct matrix m, unsigned n)
{
    if (n == 0) {
        return matrix_identity();
    }
    struct matrix half = matrix_power(m, n / 2);
    half = matrix_multiply(half, half);
    return n % 2 ? matrix_multiply(half, m) : half;
}

int main(void)
{
    struct matrix m = {{{1, 1, 0}, {1, 0, 2}, {0, 1, 1}}};
    struct matrix powers[6];
    for (unsigned i = 0; i < 6; i++) {
        powers[i] = matrix_power(m, i * 3);
        printf("%ld %ld %ld\n", powers[i].cells[0][0], powers[i].cells[1][2], powers[i].cells[2][1]);
    }
    printf("%ld\n", matrix_power(m, 20).cells[0][1]);
    return 0;
}
