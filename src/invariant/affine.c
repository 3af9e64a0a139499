// Elimination modulo a large prime, after which the coefficients are read as fractions of small numbers. The constant
// comes first and the columns follow in their order, so that an equation tells what a column is in terms of earlier ones.
#include "invariant/affine.h"

#include <stdbool.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define PRIME UINT64_C(2305843009213693951) // 2^61 - 1

#define LARGEST_COEFFICIENT 64
#define LARGEST_CONSTANT (INT64_C(1) << 40)

typedef struct Matrix {
    uint64_t *cells;
    uint32_t rows, columns;
    uint32_t *pivots; // by row: its column
    uint32_t rank;
} Matrix;

static uint64_t multiply(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b % PRIME);
}

static uint64_t subtract(uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + PRIME - b;
}

static uint64_t invert(uint64_t a)
{
    uint64_t result = 1, exponent = PRIME - 2;
    for (; exponent; exponent >>= 1, a = multiply(a, a))
        if (exponent & 1)
            result = multiply(result, a);
    return result;
}

static uint64_t reduce(int64_t value)
{
    int64_t rest = value % (int64_t)PRIME;
    return rest < 0 ? (uint64_t)(rest + (int64_t)PRIME) : (uint64_t)rest;
}

static uint64_t *row_of(const Matrix *matrix, uint32_t row)
{
    return matrix->cells + (uint64_t)row * matrix->columns;
}

static void swap_rows(const Matrix *matrix, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < matrix->columns; i++) {
        uint64_t kept = row_of(matrix, a)[i];
        row_of(matrix, a)[i] = row_of(matrix, b)[i];
        row_of(matrix, b)[i] = kept;
    }
}

static void eliminate(Matrix *matrix)
{
    for (uint32_t column = 0; column < matrix->columns && matrix->rank < matrix->rows; column++) {
        uint32_t found = matrix->rank;
        while (found < matrix->rows && !row_of(matrix, found)[column])
            found++;
        if (found == matrix->rows)
            continue;
        swap_rows(matrix, found, matrix->rank);
        uint64_t *pivot = row_of(matrix, matrix->rank), factor = invert(pivot[column]);
        for (uint32_t i = column; i < matrix->columns; i++)
            pivot[i] = multiply(pivot[i], factor);
        for (uint32_t row = 0; row < matrix->rows; row++) {
            uint64_t *other = row_of(matrix, row), times = other[column];
            for (uint32_t i = column; row != matrix->rank && times && i < matrix->columns; i++)
                other[i] = subtract(other[i], multiply(times, pivot[i]));
        }
        matrix->pivots[matrix->rank++] = column;
    }
}

// The number as a small one, if it is one after multiplication with `denominator`.
static bool is_small(uint64_t value, int64_t denominator, int64_t limit, int64_t *out)
{
    uint64_t product = multiply(value, (uint64_t)denominator);
    *out = product > PRIME / 2 ? -(int64_t)(PRIME - product) : (int64_t)product;
    return *out >= -limit && *out <= limit;
}

// The equation that tells what a column without pivot is.
static bool find_equation(const Matrix *matrix, uint32_t column, int64_t *coefficients)
{
    for (int64_t denominator = 1; denominator <= 4; denominator++) {
        bool small = true;
        memset(coefficients, 0, matrix->columns * sizeof *coefficients);
        coefficients[column] = -denominator;
        for (uint32_t i = 0; i < matrix->rank && small; i++)
            small =
                is_small(row_of(matrix, i)[column], denominator,
                         matrix->pivots[i] ? LARGEST_COEFFICIENT : LARGEST_CONSTANT, &coefficients[matrix->pivots[i]]);
        if (small)
            return true;
    }
    return false;
}

void affine_find(const int64_t *rows, uint32_t count, uint32_t width,
                 void (*visit)(void *context, const int64_t *coefficients), void *context)
{
    Matrix matrix = {.rows = count, .columns = width + 1};
    matrix.cells = memory_allocate((uint64_t)count * matrix.columns * sizeof *matrix.cells + 1);
    matrix.pivots = memory_allocate((matrix.columns + 1) * sizeof *matrix.pivots);
    for (uint32_t i = 0; i < count; i++) {
        row_of(&matrix, i)[0] = 1;
        for (uint32_t j = 0; j < width; j++)
            row_of(&matrix, i)[j + 1] = reduce(rows[(uint64_t)i * width + j]);
    }
    eliminate(&matrix);
    int64_t *coefficients = memory_allocate(matrix.columns * sizeof *coefficients);
    for (uint32_t column = 0, next = 0; column < matrix.columns; column++) {
        if (next < matrix.rank && matrix.pivots[next] == column)
            next++;
        else if (find_equation(&matrix, column, coefficients))
            visit(context, coefficients);
    }
    free(coefficients);
    free(matrix.cells);
    free(matrix.pivots);
}
