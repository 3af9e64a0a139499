#include "base/suggest.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned suggest_distance(const char *from, const char *to)
{
    size_t rows = strlen(from) + 1, columns = strlen(to) + 1;
    unsigned *table = memory_allocate(rows * columns * sizeof *table);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            unsigned *cell = &table[i * columns + j];
            if (!i || !j) {
                *cell = (unsigned)(i + j);
                continue;
            }
            unsigned changed = from[i - 1] != to[j - 1];
            *cell = smaller(smaller(cell[-(ptrdiff_t)columns], cell[-1]) + 1, cell[-(ptrdiff_t)columns - 1] + changed);
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                *cell = smaller(*cell, table[(i - 2) * columns + j - 2] + 1);
        }
    }
    unsigned distance = table[rows * columns - 1];
    free(table);
    return distance;
}

Suggestion suggestion_start(const char *word)
{
    return (Suggestion){.word = word};
}

void suggestion_consider(Suggestion *suggestion, const char *candidate)
{
    size_t length = strlen(suggestion->word);
    unsigned allowed = length < 3 ? 1 : length < 6 ? 2 : 3;
    unsigned distance = suggest_distance(suggestion->word, candidate);
    if (distance > allowed || distance >= length || (suggestion->best && distance >= suggestion->distance))
        return;
    suggestion->best = candidate;
    suggestion->distance = distance;
}
