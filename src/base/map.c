#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

uint64_t hash_bytes(const void *bytes, uint64_t count, uint64_t seed)
{
    const unsigned char *cursor = bytes;
    uint64_t hash = seed ^ hash_mix(count);
    for (; count >= 8; count -= 8, cursor += 8) {
        uint64_t word;
        memcpy(&word, cursor, 8);
        hash = hash_word(hash, word);
    }
    uint64_t tail = 0;
    if (count)
        memcpy(&tail, cursor, count);
    return hash_word(hash, tail);
}

static MapEntry *locate(const Map *map, uint64_t key)
{
    uint32_t mask = map->capacity - 1;
    for (uint32_t index = (uint32_t)hash_mix(key) & mask;; index = (index + 1) & mask) {
        MapEntry *entry = &map->entries[index];
        if (!entry->used || entry->key == key)
            return entry;
    }
}

uint64_t *map_find(const Map *map, uint64_t key)
{
    if (!map->capacity)
        return NULL;
    MapEntry *entry = locate(map, key);
    return entry->used ? &entry->value : NULL;
}

uint64_t *map_insert(Map *map, uint64_t key)
{
    if ((map->count + 1) * 4 > map->capacity * 3) {
        Map grown = {.capacity = map->capacity ? map->capacity * 2 : 16, .count = map->count};
        grown.entries = memory_allocate_zeroed(grown.capacity * sizeof *grown.entries);
        for (uint32_t i = 0; i < map->capacity; i++)
            if (map->entries[i].used)
                *locate(&grown, map->entries[i].key) = map->entries[i];
        free(map->entries);
        *map = grown;
    }
    MapEntry *entry = locate(map, key);
    if (!entry->used) {
        *entry = (MapEntry){.key = key, .used = true};
        map->count++;
    }
    return &entry->value;
}

void map_free(Map *map)
{
    free(map->entries);
    *map = (Map){0};
}

void map_copy(Map *to, const Map *from)
{
    *to = *from;
    if (!from->capacity)
        return;
    to->entries = memory_allocate(from->capacity * sizeof *to->entries);
    memcpy(to->entries, from->entries, from->capacity * sizeof *to->entries);
}
