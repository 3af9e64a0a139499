// A hash map from 64-bit keys to 64-bit values, open addressing with linear probing. A zeroed struct is an empty map.
// Any key is allowed. Iteration order is that of the table and must not influence results.
#ifndef RADDLE_BASE_MAP_H
#define RADDLE_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct MapEntry {
    uint64_t key;
    uint64_t value;
    bool used;
} MapEntry;

typedef struct Map {
    MapEntry *entries;
    uint32_t count;
    uint32_t capacity; // a power of two, or 0
} Map;

// The value stored under `key`, or NULL. Valid until the next insertion.
uint64_t *map_find(const Map *map, uint64_t key);
// The value stored under `key`, inserted as 0 if missing. Valid until the next insertion.
uint64_t *map_insert(Map *map, uint64_t key);
void map_free(Map *map);
void map_copy(Map *to, const Map *from); // `to` is not freed before

// A permutation of the words.
static inline uint64_t hash_mix(uint64_t value)
{
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdu;
    value ^= value >> 33;
    value *= 0xc4ceb9fe1a85ec53u;
    return value ^ value >> 33;
}

// The hash of a sequence with one more word, or two. Nothing else may come between two steps: small numbers that are
// added after one and exclusive-ored before the next make the same of different sequences.
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    return hash_mix(hash ^ word);
}

static inline uint64_t hash_words(uint64_t hash, uint64_t first, uint64_t second)
{
    return hash_mix(hash_mix(hash ^ first) ^ second);
}

uint64_t hash_bytes(const void *bytes, uint64_t count, uint64_t seed);

#endif
