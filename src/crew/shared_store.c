// One piece of memory: lists of records, chosen by their keys. A record is written before it is put in front of its list, and
// never changed afterwards.
#include "crew/shared_store.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"

enum { LISTS = 1 << 20, ALIGNMENT = 8 };

typedef struct Record {
    uint64_t key[2];
    uint64_t next; // its place; 0: none
    uint32_t length;
    _Alignas(ALIGNMENT) unsigned char data[];
} Record;

typedef struct Contents {
    _Atomic uint64_t used;         // of the size
    _Atomic uint64_t lists[LISTS]; // places of the first records, counted from the beginning; 0: none
} Contents;

struct SharedStore {
    Contents *contents;
    size_t size;
};

SharedStore *shared_store_create(size_t size)
{
    if (size < sizeof(Contents))
        return NULL;
    void *contents = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (contents == MAP_FAILED)
        return NULL;
    SharedStore *store = memory_allocate_zeroed(sizeof *store);
    *store = (SharedStore){.contents = contents, .size = size};
    atomic_store(&store->contents->used, sizeof(Contents));
    return store;
}

void shared_store_free(SharedStore *store)
{
    if (!store)
        return;
    munmap(store->contents, store->size);
    free(store);
}

static Record *record_at(const SharedStore *store, uint64_t place)
{
    return (Record *)((char *)store->contents + place);
}

bool shared_store_put(SharedStore *store, const uint64_t key[2], const void *data, uint32_t length)
{
    Contents *contents = store->contents;
    uint64_t size = (sizeof(Record) + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (atomic_load_explicit(&contents->used, memory_order_relaxed) + size > store->size)
        return false;
    uint64_t place = atomic_fetch_add(&contents->used, size);
    if (place + size > store->size)
        return false;
    Record *record = record_at(store, place);
    record->key[0] = key[0];
    record->key[1] = key[1];
    record->length = length;
    memcpy(record->data, data, length);
    _Atomic uint64_t *list = &contents->lists[key[0] % LISTS];
    uint64_t next = atomic_load(list);
    do
        record->next = next;
    while (!atomic_compare_exchange_weak(list, &next, place));
    return true;
}

const void *shared_store_find(const SharedStore *store, const uint64_t key[2], uint32_t *length)
{
    uint64_t place = atomic_load_explicit(&store->contents->lists[key[0] % LISTS], memory_order_acquire);
    while (place) {
        const Record *record = record_at(store, place);
        if (record->key[0] == key[0] && record->key[1] == key[1]) {
            *length = record->length;
            return record->data;
        }
        place = record->next;
    }
    return NULL;
}
