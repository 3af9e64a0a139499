#include "order/last_accesses.h"

#include <string.h>

static uint32_t add_node(LastAccesses *accesses, const LastAccess *access, uint32_t next)
{
    uint32_t index = accesses->free_node;
    if (index) {
        accesses->free_node = accesses->nodes.data[index].next;
    } else {
        index = accesses->nodes.count ? accesses->nodes.count : 1;
        vector_resize(&accesses->nodes, index + 1);
    }
    accesses->nodes.data[index] = (AccessNode){*access, next};
    return index;
}

// Takes the node out of the list in which `link` leads to it.
static void drop_node(LastAccesses *accesses, uint32_t *link)
{
    uint32_t index = *link;
    AccessNode *node = &accesses->nodes.data[index];
    *link = node->next;
    node->next = accesses->free_node;
    accesses->free_node = index;
}

static bool is_known(const Clock *clock, const LastAccess *earlier, const LastAccess *later)
{
    return earlier->thread == later->thread || earlier->time <= clock_time(clock, earlier->thread);
}

static bool conflict(const LastAccess *a, const LastAccess *b)
{
    return (a->writes || b->writes) && !(a->atomic && b->atomic);
}

// The later access, which knows of the earlier one, conflicts with whatever that conflicts with.
static bool replaces(const LastAccess *later, const LastAccess *earlier)
{
    return later->writes >= earlier->writes && later->atomic <= earlier->atomic;
}

static Granule *granule_at(LastAccesses *accesses, uint64_t address)
{
    uint64_t *index = map_insert(&accesses->by_address, address / GRANULE_SIZE);
    if (!*index) {
        vector_resize(&accesses->granules, accesses->granules.count + 1);
        *index = accesses->granules.count;
    }
    return &accesses->granules.data[*index - 1];
}

static bool note_byte(LastAccesses *accesses, uint32_t *first, const Clock *clock, const LastAccess *access,
                      LastAccess *other)
{
    for (uint32_t *link = first; *link;) {
        const AccessNode *node = &accesses->nodes.data[*link];
        bool known = is_known(clock, &node->access, access);
        if (!known && conflict(&node->access, access)) {
            *other = node->access;
            return true;
        }
        if (known && replaces(access, &node->access))
            drop_node(accesses, link);
        else
            link = &accesses->nodes.data[*link].next;
    }
    *first = add_node(accesses, access, *first);
    return false;
}

bool last_accesses_note(LastAccesses *accesses, const Clock *clock, const LastAccess *access, uint64_t address,
                        uint64_t size, LastAccess *other)
{
    for (uint64_t done = 0; done < size; done++, address++)
        if (note_byte(accesses, &granule_at(accesses, address)->first[address % GRANULE_SIZE], clock, access, other))
            return true;
    return false;
}

// Calls `visit` for the list of each byte of the range to which anything was done, until that returns true.
typedef bool (*ByteVisit)(LastAccesses *accesses, uint32_t *first, void *context);

static bool visit_granule(LastAccesses *accesses, const MapEntry *entry, uint64_t start, uint64_t end, ByteVisit visit,
                          void *context)
{
    Granule *granule = &accesses->granules.data[entry->value - 1];
    for (uint32_t byte = 0; byte < GRANULE_SIZE; byte++) {
        uint64_t address = entry->key * GRANULE_SIZE + byte;
        if (address >= start && address < end && visit(accesses, &granule->first[byte], context))
            return true;
    }
    return false;
}

static bool visit_bytes(LastAccesses *accesses, uint64_t start, uint64_t size, ByteVisit visit, void *context)
{
    if (!size)
        return false;
    const Map *map = &accesses->by_address;
    uint64_t first = start / GRANULE_SIZE, last = (start + size - 1) / GRANULE_SIZE;
    if (last - first < map->capacity) {
        for (uint64_t granule = first; granule <= last; granule++) {
            const uint64_t *index = map_find(map, granule);
            MapEntry entry = {.key = granule, .value = index ? *index : 0};
            if (index && visit_granule(accesses, &entry, start, start + size, visit, context))
                return true;
        }
        return false;
    }
    for (uint32_t i = 0; i < map->capacity; i++) {
        const MapEntry *entry = &map->entries[i];
        if (entry->used && entry->key >= first && entry->key <= last &&
            visit_granule(accesses, entry, start, start + size, visit, context))
            return true;
    }
    return false;
}

static bool forget_byte(LastAccesses *accesses, uint32_t *first, void *context)
{
    (void)context;
    while (*first)
        drop_node(accesses, first);
    return false;
}

void last_accesses_forget(LastAccesses *accesses, uint64_t start, uint64_t size)
{
    visit_bytes(accesses, start, size, forget_byte, NULL);
}

// The end of the life of an object.
typedef struct Ending {
    const Clock *clock;
    uint32_t thread;
    LastAccess *other;
} Ending;

static bool has_unknown(LastAccesses *accesses, uint32_t *first, void *context)
{
    const Ending *ending = context;
    const LastAccess end = {.thread = ending->thread, .writes = true};
    for (uint32_t i = *first; i; i = accesses->nodes.data[i].next)
        if (!is_known(ending->clock, &accesses->nodes.data[i].access, &end)) {
            *ending->other = accesses->nodes.data[i].access;
            return true;
        }
    return false;
}

bool last_accesses_end(LastAccesses *accesses, const Clock *clock, uint32_t thread, uint64_t start, uint64_t size,
                       LastAccess *other)
{
    Ending ending = {clock, thread, other};
    bool races = visit_bytes(accesses, start, size, has_unknown, &ending);
    last_accesses_forget(accesses, start, size);
    return races;
}

void last_accesses_copy(LastAccesses *to, const LastAccesses *from)
{
    *to = (LastAccesses){.free_node = from->free_node};
    map_copy(&to->by_address, &from->by_address);
    vector_resize(&to->granules, from->granules.count);
    vector_resize(&to->nodes, from->nodes.count);
    if (from->granules.count)
        memcpy(to->granules.data, from->granules.data, from->granules.count * sizeof *to->granules.data);
    if (from->nodes.count)
        memcpy(to->nodes.data, from->nodes.data, from->nodes.count * sizeof *to->nodes.data);
}

void last_accesses_free(LastAccesses *accesses)
{
    map_free(&accesses->by_address);
    vector_free(&accesses->granules);
    vector_free(&accesses->nodes);
}

static uint64_t byte_hash(const LastAccesses *accesses, uint32_t first, uint64_t hash)
{
    uint64_t sum = 0;
    for (uint32_t i = first; i; i = accesses->nodes.data[i].next) {
        const LastAccess *access = &accesses->nodes.data[i].access;
        sum += hash_words(hash, (uint64_t)access->thread << 32 | access->time,
                          (uint64_t)access->position << 2 | (uint64_t)access->atomic << 1 | access->writes);
    }
    return sum;
}

uint64_t last_accesses_hash(const LastAccesses *accesses, uint64_t hash)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < accesses->by_address.capacity; i++) {
        const MapEntry *entry = &accesses->by_address.entries[i];
        if (!entry->used)
            continue;
        const Granule *granule = &accesses->granules.data[entry->value - 1];
        for (uint32_t byte = 0; byte < GRANULE_SIZE; byte++)
            sum += byte_hash(accesses, granule->first[byte], hash_word(hash, entry->key * GRANULE_SIZE + byte));
    }
    return hash_word(hash, sum);
}
