/* Matrices of doubles: product, transposition, determinant by elimination, Gauss-Jordan inverse. */
#include <stdio.h>

enum { N = 4 };

static void multiply(double c[N][N], double a[N][N], double b[N][N])
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++) {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}

static double eliminate(double source[N][N], double inverse[N][N])
{
    double work[N][2 * N];
    double determinant = 1;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            work[i][j] = source[i][j];
            work[i][N + j] = i == j;
        }
    }
    for (int column = 0; column < N; column++) {
        int pivot = column;
        for (int row = column + 1; row < N; row++) {
            if (work[row][column] * work[row][column] > work[pivot][column] * work[pivot][column]) {
                pivot = row;
            }
        }
        for (int j = 0; j < 2 * N; j++) {
            double keep = work[column][j];
            work[column][j] = work[pivot][j];
            work[pivot][j] = keep;
        }
        determinant *= pivot == column ? work[column][column] : -work[column][column];
        double scale = work[column][column];
        for (int j = 0; j < 2 * N; j++) {
            work[column][j] /= scale;
        }
        for (int row = 0; row < N; row++) {
            double factor = work[row][column];
            for (int j = 0; row != column && j < 2 * N; j++) {
                work[row][j] -= factor * work[column][j];
            }
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            inverse[i][j] = work[i][N + j];
        }
    }
    return determinant;
}

int main(void)
{
    double a[N][N] = {{2, 1, 0, 3}, {-1, 4, 2, 0}, {0, 5, -3, 1}, {6, 0, 1, 1}};
    double b[N][N];
    double c[N][N];
    printf("%.6f\n", eliminate(a, b));
    multiply(c, a, b);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            printf("%9.5f/%.1f", b[i][j], c[i][j] + 10);
        }
        putchar('\n');
    }
    return 0;
}
