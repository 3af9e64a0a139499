#include "machine/local.h"

static uint64_t key_of(uint32_t thread, uint32_t index)
{
    return (uint64_t)thread << 32 | index;
}

uint64_t *local_reads_value(LocalReads *reads, uint32_t thread, uint32_t index)
{
    return map_insert(&reads->values, key_of(thread, index));
}

const uint64_t *local_reads_find(const LocalReads *reads, uint32_t thread, uint32_t index)
{
    return map_find(&reads->values, key_of(thread, index));
}

Term local_reads_symbol(LocalReads *reads, TermTable *terms, uint32_t thread, uint32_t index, uint32_t width,
                        const char *name)
{
    uint64_t *symbol = map_insert(&reads->symbols, (uint64_t)thread << 48 ^ (uint64_t)index << 8 ^ width);
    if (!*symbol) {
        *symbol = term_symbol(terms, width, name);
        *map_insert(&reads->readers, *symbol) = thread;
    }
    return (Term)*symbol;
}

void local_reads_forget_values(LocalReads *reads)
{
    map_free(&reads->values);
    reads->values = (Map){0};
}

void local_reads_free(LocalReads *reads)
{
    map_free(&reads->values);
    map_free(&reads->readers);
    map_free(&reads->symbols);
}
