#include "machine/sync_objects.h"

// The packed word is 0 before the first use.
enum {
    PACKED_OWNER_BITS = 13,
    PACKED_KIND_BITS = 3,
    PACKED_COUNT_BITS = 8,
    PACKED_DESTROYED = 7, // as the kind
    PACKED_SIGN = 0xa7,   // in the remaining bits
};

static uint32_t mutex_size(const Machine *machine)
{
    return machine->program->layout.pointer_bits == 64 ? 20 : 16;
}

bool sync_mutex_is_packed(const Machine *machine)
{
    uint64_t declared = machine->program->library_type_sizes[LIBRARY_TYPE_mutex];
    return declared && declared < mutex_size(machine);
}

static uint32_t mutex_offset(const Machine *machine, uint32_t field)
{
    return field == MUTEX_KIND ? mutex_size(machine) - 4 : 4 * (field - MUTEX_FIELD);
}

static uint32_t get_packed(uint32_t word, uint32_t field)
{
    uint32_t owner = word & ((1u << PACKED_OWNER_BITS) - 1);
    uint32_t kind = word >> PACKED_OWNER_BITS & ((1u << PACKED_KIND_BITS) - 1);
    if (field == MUTEX_COUNT)
        return word >> (PACKED_OWNER_BITS + PACKED_KIND_BITS) & ((1u << PACKED_COUNT_BITS) - 1);
    if (field == MUTEX_KIND)
        return kind == PACKED_DESTROYED ? DESTROYED : kind;
    return field == MUTEX_LOCK ? owner != 0 : owner;
}

static uint32_t put_packed(uint32_t word, uint32_t field, uint32_t value)
{
    uint32_t owner = get_packed(word, MUTEX_OWNER), kind = get_packed(word, MUTEX_KIND);
    uint32_t count = field == MUTEX_COUNT ? value : get_packed(word, MUTEX_COUNT);
    if (field == MUTEX_OWNER || (field == MUTEX_LOCK && !value))
        owner = value;
    if (field == MUTEX_KIND)
        kind = value;
    kind = kind == DESTROYED ? PACKED_DESTROYED : kind;
    return owner | kind << PACKED_OWNER_BITS | count << (PACKED_OWNER_BITS + PACKED_KIND_BITS) |
           (uint32_t)PACKED_SIGN << (PACKED_OWNER_BITS + PACKED_KIND_BITS + PACKED_COUNT_BITS);
}

bool sync_mutex_word_is_ours(uint64_t word)
{
    return word >> (PACKED_OWNER_BITS + PACKED_KIND_BITS + PACKED_COUNT_BITS) == PACKED_SIGN;
}

uint32_t sync_get(const Machine *machine, uint64_t address, uint32_t offset)
{
    if (offset >= MUTEX_FIELD && sync_mutex_is_packed(machine))
        return get_packed((uint32_t)memory_read_word(&machine->memory, address, 4), offset);
    if (offset >= MUTEX_FIELD)
        offset = mutex_offset(machine, offset);
    return (uint32_t)memory_read_word(&machine->memory, address + offset, 4);
}

void sync_put(Machine *machine, uint64_t address, uint32_t offset, uint32_t value)
{
    if (offset >= MUTEX_FIELD && sync_mutex_is_packed(machine)) {
        value = put_packed((uint32_t)memory_read_word(&machine->memory, address, 4), offset, value);
        offset = 0;
    } else if (offset >= MUTEX_FIELD) {
        offset = mutex_offset(machine, offset);
    }
    memory_write_word(&machine->memory, address + offset, 4, value);
}

uint32_t sync_mutex_kind(const Machine *machine, uint64_t mutex)
{
    return sync_get(machine, mutex, MUTEX_KIND) & 0xffff;
}

LibraryType sync_object_type(Intrinsic intrinsic)
{
    return intrinsic_sync_call(intrinsic)->object;
}

uint32_t sync_object_size(const Machine *machine, Intrinsic intrinsic)
{
    static const uint32_t sizes[LIBRARY_TYPE_COUNT] = {
        [LIBRARY_TYPE_condition] = 4, [LIBRARY_TYPE_rwlock] = 12,   [LIBRARY_TYPE_barrier] = 16,
        [LIBRARY_TYPE_spin] = 4,      [LIBRARY_TYPE_semaphore] = 8, [LIBRARY_TYPE_once] = 4,
    };
    LibraryType type = sync_object_type(intrinsic);
    if (type != LIBRARY_TYPE_mutex)
        return sizes[type];
    return sync_mutex_is_packed(machine) ? 4 : mutex_size(machine);
}
