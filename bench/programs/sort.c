// Heap sort with a comparison through a function pointer.
#include <stdio.h>

enum { COUNT = 30000 };

static int values[COUNT];

static int less(int a, int b)
{
    return a < b;
}

static void sift(int *data, int start, int end, int (*compare)(int, int))
{
    for (int root = start; 2 * root + 1 < end;) {
        int child = 2 * root + 1;
        if (child + 1 < end && compare(data[child], data[child + 1]))
            child++;
        if (!compare(data[root], data[child]))
            return;
        int value = data[root];
        data[root] = data[child];
        data[child] = value;
        root = child;
    }
}

int main(void)
{
    unsigned random = 12345;
    for (int i = 0; i < COUNT; i++) {
        random = random * 1664525u + 1013904223u;
        values[i] = (int)(random >> 8);
    }
    for (int i = COUNT / 2; i-- > 0;)
        sift(values, i, COUNT, less);
    for (int end = COUNT - 1; end > 0; end--) {
        int value = values[0];
        values[0] = values[end];
        values[end] = value;
        sift(values, 0, end, less);
    }
    for (int i = 1; i < COUNT; i++)
        if (values[i - 1] > values[i])
            return 1;
    printf("%d %d\n", values[0], values[COUNT - 1]);
    return 0;
}
