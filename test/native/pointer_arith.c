/* Pointer arithmetic: differences, comparisons, negative indexes, one past the end, byte views, const chains. */
#include <stdio.h>

static int sum_between(const int *from, const int *to)
{
    int sum = 0;
    while (from < to) {
        sum += *from++;
    }
    return sum;
}

int main(void)
{
    int values[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    int *middle = values + 4;
    int *end = values + 8;
    printf("%d %d %d\n", middle[-2], *(middle + 1), middle[3]);
    printf("%d %d %d\n", (int)(end - middle), (int)(values - middle), (int)((char *)end - (char *)values));
    printf("%d %d %d\n", middle > values, end <= middle, middle == &values[4]);
    printf("%d %d\n", sum_between(values + 2, end), sum_between(end, values));
    int *walker = values;
    printf("%d ", *walker++);
    printf("%d ", *++walker);
    printf("%d ", (*walker)++);
    printf("%d ", ++*walker);
    printf("%d\n", *(walker -= 2));
    unsigned char *bytes = (unsigned char *)&values[7];
    int total = 0;
    for (unsigned i = 0; i < sizeof(int); i++) {
        total += bytes[i];
    }
    printf("%d %d\n", total, 2 [values]);
    double reals[3] = {1.5, 2.5, 3.5};
    double *reverse = reals + 3;
    while (reverse-- > reals) {
        printf("%g ", *reverse);
    }
    putchar('\n');
    return 0;
}
