#include "encode/cuts.h"

#include <stdlib.h>

void cuts_add(Cuts *cuts, uint64_t address, uint64_t size)
{
    vector_push(&cuts->at, address);
    vector_push(&cuts->at, address + size);
}

static int compare_words(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

void cuts_sort(Cuts *cuts)
{
    uint32_t kept = 0;
    if (cuts->at.count)
        qsort(cuts->at.data, cuts->at.count, sizeof *cuts->at.data, compare_words);
    for (uint32_t i = 0; i < cuts->at.count; i++)
        if (!kept || cuts->at.data[kept - 1] != cuts->at.data[i])
            cuts->at.data[kept++] = cuts->at.data[i];
    cuts->at.count = kept;
}

uint64_t cuts_next(const Cuts *cuts, uint64_t after, uint64_t limit)
{
    uint32_t low = 0, high = cuts->at.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (cuts->at.data[middle] <= after)
            low = middle + 1;
        else
            high = middle;
    }
    return low < cuts->at.count && cuts->at.data[low] < limit ? cuts->at.data[low] : limit;
}

void cuts_free(Cuts *cuts)
{
    vector_free(&cuts->at);
}
