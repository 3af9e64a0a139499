/*
 * A function that the library calls, and whose value it uses, ends without one where two elements are equal.
 */
#include <stdlib.h>

#ifndef LAST
#define LAST 2
#endif

static int compare(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    if (a < b) {
        return -1;
    }
    if (a > b) {
        return 1;
    }
}

int main(void)
{
    int numbers[] = {2, 1, LAST};
    qsort(numbers, 3, sizeof *numbers, compare);
    return numbers[0] != 1;
}
