/* Six sorting algorithms on the same data must agree: bubble, insertion, shell, heap, quick, radix. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 300 };

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t keep = *a;
    *a = *b;
    *b = keep;
}

static void bubble(uint32_t *v, int n)
{
    for (int swapped = 1; swapped; n--) {
        swapped = 0;
        for (int i = 1; i < n; i++) {
            if (v[i - 1] > v[i]) {
                swap(&v[i - 1], &v[i]);
                swapped = 1;
            }
        }
    }
}

static void insertion(uint32_t *v, int n)
{
    for (int i = 1; i < n; i++) {
        uint32_t x = v[i];
        int j = i;
        for (; j > 0 && v[j - 1] > x; j--) {
            v[j] = v[j - 1];
        }
        v[j] = x;
    }
}

static void shell(uint32_t *v, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < n; i++) {
            for (int j = i; j >= gap && v[j - gap] > v[j]; j -= gap) {
                swap(&v[j], &v[j - gap]);
            }
        }
    }
}

static void sift(uint32_t *v, int root, int n)
{
    for (int child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && v[child + 1] > v[child];
        if (v[root] >= v[child]) {
            return;
        }
        swap(&v[root], &v[child]);
    }
}

static void heap(uint32_t *v, int n)
{
    for (int i = n / 2; i-- > 0;) {
        sift(v, i, n);
    }
    while (--n > 0) {
        swap(&v[0], &v[n]);
        sift(v, 0, n);
    }
}

static void quick(uint32_t *v, int n)
{
    if (n < 2) {
        return;
    }
    uint32_t pivot = v[n / 2];
    int i = 0;
    int j = n - 1;
    while (i <= j) {
        while (v[i] < pivot) {
            i++;
        }
        while (v[j] > pivot) {
            j--;
        }
        if (i <= j) {
            swap(&v[i++], &v[j--]);
        }
    }
    quick(v, j + 1);
    quick(v + i, n - i);
}

static void radix(uint32_t *v, int n)
{
    uint32_t other[N];
    for (int shift = 0; shift < 32; shift += 8) {
        int starts[257] = {0};
        for (int i = 0; i < n; i++) {
            starts[(v[i] >> shift & 0xff) + 1]++;
        }
        for (int i = 0; i < 256; i++) {
            starts[i + 1] += starts[i];
        }
        for (int i = 0; i < n; i++) {
            other[starts[v[i] >> shift & 0xff]++] = v[i];
        }
        memcpy(v, other, (size_t)n * sizeof *v);
    }
}

int main(void)
{
    static void (*const algorithms[])(uint32_t *, int) = {bubble, insertion, shell, heap, quick, radix};
    uint32_t data[N];
    uint32_t seed = 42;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525 + 1013904223;
        data[i] = i % 5 ? seed : seed % 10;
    }
    for (int a = 0; a < 6; a++) {
        uint32_t copy[N];
        uint32_t hash = 0;
        memcpy(copy, data, sizeof copy);
        algorithms[a](copy, N);
        for (int i = 0; i < N; i++) {
            hash = hash * 31 + copy[i];
        }
        printf("%u %u %u\n", copy[0], copy[N - 1], hash);
    }
    return 0;
}
