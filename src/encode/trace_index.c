#include "encode/trace_index.h"

// --- Lists by a key

IndexList *list_map_insert(ListMap *map, uint64_t key)
{
    uint64_t *number = map_insert(&map->numbers, key);
    if (!*number) {
        vector_push(&map->lists, (IndexList){0});
        *number = map->lists.count;
    }
    return &map->lists.data[*number - 1];
}

const IndexList *list_map_find(const ListMap *map, uint64_t key)
{
    static const IndexList none;
    const uint64_t *number = map_find(&map->numbers, key);
    return number ? &map->lists.data[*number - 1] : &none;
}

void list_map_free(ListMap *map)
{
    for (uint32_t i = 0; i < map->lists.count; i++)
        vector_free(&map->lists.data[i]);
    vector_free(&map->lists);
    map_free(&map->numbers);
}

// --- The index

static void add_to_list(ListMap *map, uint64_t key, uint32_t index)
{
    IndexList *list = list_map_insert(map, key);
    vector_push(list, index);
}

static void index_sections(TraceIndex *index, const ConcurrentTrace *concurrent)
{
    vector_resize(&index->section_of_begin, concurrent->events.count);
    for (EventId i = 0; i < concurrent->events.count; i++)
        index->section_of_begin.data[i] = NO_SECTION;
    for (uint32_t i = 0; i < concurrent->sections.count; i++) {
        index->section_of_begin.data[concurrent->sections.data[i].begin] = i;
        add_to_list(&index->lock_sections, concurrent->sections.data[i].lock, i);
    }
}

static void index_barriers(TraceIndex *index, const ConcurrentTrace *concurrent)
{
    for (uint32_t i = 0; i < concurrent->barriers.count; i++)
        for (uint32_t j = 0; j < concurrent->barriers.data[i].departures.count; j++) {
            EventId left = concurrent->barriers.data[i].departures.data[j];
            Term result = left != NO_EVENT ? concurrent_trace_recorded(concurrent, left)->read : NO_TERM;
            if (result)
                *map_insert(&index->barrier_symbols, result) = ((uint64_t)i << 32 | j) + 1;
        }
}

void trace_index_create(TraceIndex *index, const ConcurrentTrace *concurrent)
{
    index_sections(index, concurrent);
    for (uint32_t i = 0; i < concurrent->precedences.count; i++)
        add_to_list(&index->predecessors, concurrent->precedences.data[i].after, i);
    for (uint32_t i = 0; i < concurrent->lifetimes.count; i++) {
        const Lifetime *lifetime = &concurrent->lifetimes.data[i];
        if (lifetime->begins)
            continue;
        add_to_list(&index->lifetimes, lifetime->ending.event, i);
        add_to_list(&index->lifetimes, lifetime->use, i);
    }
    index_barriers(index, concurrent);
}

void trace_index_free(TraceIndex *index)
{
    vector_free(&index->section_of_begin);
    list_map_free(&index->lock_sections);
    list_map_free(&index->predecessors);
    list_map_free(&index->lifetimes);
    map_free(&index->barrier_symbols);
}
