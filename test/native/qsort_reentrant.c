/* qsort_r hands a context to the comparison: an order by a permutation kept elsewhere, and a count of comparisons. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

struct context {
    const int *rank;
    int calls;
};

static int compare(const void *a, const void *b, void *data)
{
    struct context *context = data;
    context->calls++;
    return context->rank[*(const unsigned char *)a] - context->rank[*(const unsigned char *)b];
}

int main(void)
{
    int rank[10];
    unsigned char digits[10];
    for (int i = 0; i < 10; i++) {
        rank[i] = i * 7 % 10;
        digits[i] = (unsigned char)i;
    }
    struct context context = {rank, 0};
    qsort_r(digits, 10, 1, compare, &context);
    for (int i = 0; i < 10; i++) {
        printf("%d ", digits[i]);
    }
    printf("%s\n", context.calls >= 9 ? "compared" : "not compared");
    qsort_r(digits, 0, 1, compare, &context);
    qsort_r(digits, 1, 1, compare, &context);
    printf("%d\n", digits[0]);
    return 0;
}
