#include "machine/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"
#include "machine/locations.h"

static const Translation no_translations[TRANSLATION_COUNT];

static uint32_t slot_size(const Memory *memory)
{
    return UINT32_C(1) << memory->layout.slot_bits;
}

static bool is_stack_region(uint32_t region)
{
    return region >= REGION_THREAD && (region - REGION_THREAD) % 2 == 1;
}

static uint32_t region_of(const Memory *memory, uint64_t address)
{
    uint64_t region = address >> memory->layout.region_bits;
    return region < memory->region_count ? (uint32_t)region : REGION_NULL;
}

// The slot number of an address within its region; the generation of a stack address is left out.
static uint32_t slot_of(const Memory *memory, uint32_t region, uint64_t address)
{
    uint32_t bits = memory->layout.region_bits - memory->layout.slot_bits;
    if (is_stack_region(region))
        bits -= memory->layout.generation_bits;
    return (uint32_t)(address >> memory->layout.slot_bits) & ((UINT32_C(1) << bits) - 1);
}

static uint32_t slot_limit(const Memory *memory, uint32_t region)
{
    uint32_t bits = memory->layout.region_bits - memory->layout.slot_bits;
    return UINT32_C(1) << (is_stack_region(region) ? bits - memory->layout.generation_bits : bits);
}

void memory_init(Memory *memory, const Layout *layout)
{
    *memory = (Memory){.layout = *layout, .translates = true, .translations = no_translations};
}

void memory_forget_translations(Memory *memory)
{
    TranslationTable *table = memory->table;
    if (!table)
        return;
    bool all = table->filled_count == TRANSLATION_COUNT;
    for (uint32_t i = 0; i < table->filled_count; i++)
        table->entries[all ? i : table->filled[i]].tag = UINT64_MAX;
    table->filled_count = 0;
}

static void add_translation(Memory *memory, Translation translation)
{
    if (!memory->table) {
        memory->table = memory_allocate_zeroed(sizeof *memory->table);
        memory->translations = memory->table->entries;
    }
    TranslationTable *table = memory->table;
    uint32_t index = translation.tag % TRANSLATION_COUNT;
    if (table->filled_count < TRANSLATION_COUNT)
        table->filled[table->filled_count++] = (uint8_t)index;
    table->entries[index] = translation;
}

void memory_clone(Memory *copy, const Memory *original)
{
    *copy = *original;
    ((Memory *)original)->table = NULL;
    ((Memory *)original)->translations = no_translations;
    copy->locations = NULL;
    copy->changed.data = NULL;
    copy->changed.count = copy->changed.capacity = 0;
    copy->regions = memory_allocate(copy->region_count * sizeof *copy->regions);
    for (uint32_t i = 0; i < copy->region_count; i++) {
        copy->regions[i] = original->regions[i];
        if (copy->regions[i])
            copy->regions[i]->references++;
    }
    memory_forget_translations(copy); // what the original believed to own exclusively is shared now
}

// Abstract machines: whether the byte was written, or came into being, since the machine was made.
static bool was_changed(const Memory *memory, uint64_t address)
{
    for (uint32_t i = 0; i < memory->changed.count; i++)
        if (address >= memory->changed.data[i].start && address < memory->changed.data[i].end)
            return true;
    return false;
}

static void note_change(Memory *memory, uint64_t address, uint64_t size)
{
    if (!memory->locations)
        return;
    for (uint32_t i = 0; i < memory->changed.count; i++) {
        MemoryRange *range = &memory->changed.data[i];
        if (address >= range->start && address + size <= range->end)
            return;
        if (address == range->end) {
            range->end += size;
            return;
        }
    }
    vector_push(&memory->changed, (MemoryRange){address, address + size});
}

static void release_object(Object *object)
{
    if (object && !--object->references)
        free(object);
}

static void release_page(Page *page)
{
    if (!page || --page->references)
        return;
    free(page->terms);
    free(page);
}

static void release_chunk(Chunk *chunk)
{
    if (!chunk || --chunk->references)
        return;
    for (int i = 0; i < CHUNK_SLOTS; i++) {
        release_object(chunk->slots[i].object);
        release_page(chunk->slots[i].page);
    }
    free(chunk);
}

static void release_region(Region *region)
{
    if (!region || --region->references)
        return;
    for (uint32_t i = 0; i < region->chunk_count; i++)
        release_chunk(region->chunks[i]);
    free(region->chunks);
    free(region);
}

void memory_release(Memory *memory)
{
    for (uint32_t i = 0; i < memory->region_count; i++)
        release_region(memory->regions[i]);
    free(memory->regions);
    memory->regions = NULL;
    memory->region_count = 0;
    vector_free(&memory->changed);
    free(memory->table);
    memory->table = NULL;
    memory->translations = no_translations;
}

static Region *writable_region(Memory *memory, uint32_t index)
{
    if (index >= memory->region_count) {
        memory->regions = memory_resize(memory->regions, (index + 1) * sizeof *memory->regions);
        while (memory->region_count <= index)
            memory->regions[memory->region_count++] = NULL;
    }
    Region *region = memory->regions[index];
    if (!region) {
        region = memory_allocate_zeroed(sizeof *region);
        region->references = 1;
    } else if (region->references > 1) {
        Region *copy = memory_allocate(sizeof *copy);
        *copy = *region;
        copy->references = 1;
        copy->chunks = memory_allocate(region->chunk_count * sizeof *copy->chunks);
        for (uint32_t i = 0; i < region->chunk_count; i++) {
            copy->chunks[i] = region->chunks[i];
            if (copy->chunks[i])
                copy->chunks[i]->references++;
        }
        region->references--;
        region = copy;
    }
    return memory->regions[index] = region;
}

static Slot *writable_slot(Memory *memory, uint32_t region_index, uint32_t slot)
{
    Region *region = writable_region(memory, region_index);
    uint32_t index = slot / CHUNK_SLOTS;
    if (index >= region->chunk_count) {
        region->chunks = memory_resize(region->chunks, (index + 1) * sizeof *region->chunks);
        while (region->chunk_count <= index)
            region->chunks[region->chunk_count++] = NULL;
    }
    Chunk *chunk = region->chunks[index];
    if (!chunk) {
        chunk = memory_allocate_zeroed(sizeof *chunk);
        chunk->references = 1;
    } else if (chunk->references > 1) {
        Chunk *copy = memory_allocate(sizeof *copy);
        *copy = *chunk;
        copy->references = 1;
        for (int i = 0; i < CHUNK_SLOTS; i++) {
            if (copy->slots[i].object)
                copy->slots[i].object->references++;
            if (copy->slots[i].page)
                copy->slots[i].page->references++;
        }
        chunk->references--;
        chunk = copy;
    }
    region->chunks[index] = chunk;
    return &chunk->slots[slot % CHUNK_SLOTS];
}

static const Slot *find_slot(const Memory *memory, uint64_t address)
{
    uint32_t index = region_of(memory, address);
    const Region *region = index ? memory->regions[index] : NULL;
    if (!region)
        return NULL;
    uint32_t slot = slot_of(memory, index, address);
    if (slot / CHUNK_SLOTS >= region->chunk_count || !region->chunks[slot / CHUNK_SLOTS])
        return NULL;
    const Slot *found = &region->chunks[slot / CHUNK_SLOTS]->slots[slot % CHUNK_SLOTS];
    if (!found->object)
        return NULL;
    // A stack slot may hold a younger object than the pointer means.
    uint64_t slots_size = (found->object->size / slot_size(memory) + 1) << memory->layout.slot_bits;
    return address >= found->object->base && address - found->object->base < slots_size ? found : NULL;
}

const Object *memory_find(const Memory *memory, uint64_t address)
{
    const Slot *slot = find_slot(memory, address);
    return slot ? slot->object : NULL;
}

static void forget_slot(Memory *memory, uint64_t address)
{
    uint64_t tag = address >> memory->layout.slot_bits;
    if (memory->table && memory->table->entries[tag % TRANSLATION_COUNT].tag == tag)
        memory->table->entries[tag % TRANSLATION_COUNT].tag = UINT64_MAX;
}

Object *memory_find_writable(Memory *memory, uint64_t address)
{
    const Slot *found = find_slot(memory, address);
    if (!found)
        return NULL;
    // All slots of an object name the same facts, so a copy must replace them in every slot.
    uint64_t base = found->object->base, count = found->object->size / slot_size(memory) + 1;
    uint32_t region = region_of(memory, base), first = slot_of(memory, region, base);
    Slot *slot = writable_slot(memory, region, first);
    Object *object = slot->object;
    forget_slot(memory, base);
    if (object->references == count)
        return object;
    Object *copy = memory_allocate(sizeof *copy);
    *copy = *object;
    copy->references = 0;
    for (uint64_t i = 0; i < count; i++) {
        slot = writable_slot(memory, region, first + (uint32_t)i);
        release_object(slot->object);
        slot->object = copy;
        copy->references++;
        forget_slot(memory, base + i * slot_size(memory));
    }
    return copy;
}

static void occupy(Memory *memory, uint32_t region, uint32_t first, uint64_t count, const Object *facts)
{
    Object *object = memory_allocate(sizeof *object);
    *object = *facts;
    object->references = 0;
    for (uint64_t i = 0; i < count; i++) {
        Slot *slot = writable_slot(memory, region, first + (uint32_t)i);
        release_object(slot->object);
        release_page(slot->page);
        object->references++;
        *slot = (Slot){.object = object};
        forget_slot(memory, facts->base + i * slot_size(memory));
    }
}

void memory_place_object(Memory *memory, uint64_t address, uint64_t size, Object facts)
{
    facts.base = address;
    facts.size = size;
    uint32_t region = (uint32_t)(address >> memory->layout.region_bits);
    writable_region(memory, region);
    occupy(memory, region, slot_of(memory, region, address), size / slot_size(memory) + 1, &facts);
}

// After the last slot in use of `count` slots from `first` on; `first` itself if all of them are free.
static uint64_t skip_used_slots(const Region *region, uint64_t first, uint64_t count)
{
    for (uint64_t i = first + count; i-- > first;) {
        const Chunk *chunk = i / CHUNK_SLOTS < region->chunk_count ? region->chunks[i / CHUNK_SLOTS] : NULL;
        const Object *object = chunk ? chunk->slots[i % CHUNK_SLOTS].object : NULL;
        if (object && !object->freed)
            return i + 1;
    }
    return first;
}

// The first free slots after those given out last, or UINT64_MAX. Freed slots are not used again before the whole
// region has been used once.
static uint64_t find_free_slots(const Layout *layout, const Region *region, uint64_t count, uint64_t limit)
{
    bool wrapped = false;
    for (uint64_t first = region->next_slot, next;; first = next) {
        first += layout_slot_is_bare(layout, first);
        if (first + count > limit) {
            if (wrapped)
                return UINT64_MAX;
            wrapped = true;
            first = 1;
        }
        next = skip_used_slots(region, first, count);
        if (next == first)
            return first;
    }
}

uint64_t memory_add_object(Memory *memory, uint32_t region_index, uint64_t size, Object facts)
{
    Region *region = writable_region(memory, region_index);
    uint64_t count = size / slot_size(memory) + 1;
    uint32_t limit = slot_limit(memory, region_index);
    if (count >= limit)
        return 0;
    bool stack = is_stack_region(region_index);
    uint64_t first = region->next_slot + layout_slot_is_bare(&memory->layout, region->next_slot);
    if (!stack)
        first = find_free_slots(&memory->layout, region, count, limit);
    if (first == UINT64_MAX || first + count > limit)
        return 0;
    facts.size = size;
    facts.base = layout_region_base(&memory->layout, region_index) + (first << memory->layout.slot_bits);
    if (stack && memory->layout.generation_bits) {
        uint32_t shift = memory->layout.region_bits - memory->layout.generation_bits;
        facts.base += (uint64_t)region->generation << shift;
        region->generation = (region->generation + 1) & ((UINT32_C(1) << memory->layout.generation_bits) - 1);
    }
    region->next_slot = (uint32_t)(first + count);
    occupy(memory, region_index, (uint32_t)first, count, &facts);
    note_change(memory, facts.base, size);
    return facts.base;
}

void memory_free_object(Memory *memory, uint64_t base, uint32_t position)
{
    Object *object = memory_find_writable(memory, base);
    object->freed = true;
    object->freed_at = position;
    uint64_t count = object->size / slot_size(memory) + 1;
    uint32_t region = region_of(memory, base), first = slot_of(memory, region, base);
    for (uint64_t i = 0; i < count; i++) {
        Slot *slot = writable_slot(memory, region, first + (uint32_t)i);
        release_page(slot->page);
        slot->page = NULL;
        forget_slot(memory, base + i * slot_size(memory));
    }
}

void memory_set_alive(Memory *memory, uint64_t base, bool alive)
{
    Object *object = memory_find_writable(memory, base);
    object->freed = !alive;
    for (uint64_t offset = 0; offset <= object->size; offset += slot_size(memory))
        forget_slot(memory, base + offset);
}

void memory_stack_trim(Memory *memory, uint32_t region_index, uint32_t mark)
{
    const Region *region = memory->regions[region_index];
    while (region->next_slot > mark) {
        uint32_t last = region->next_slot - 1;
        const Chunk *chunk = last / CHUNK_SLOTS < region->chunk_count ? region->chunks[last / CHUNK_SLOTS] : NULL;
        const Object *object = chunk ? chunk->slots[last % CHUNK_SLOTS].object : NULL;
        if (object && !object->freed)
            return;
        memory_stack_release(memory, region_index, object ? slot_of(memory, region_index, object->base) : last);
        region = memory->regions[region_index];
    }
}

uint32_t memory_stack_mark(const Memory *memory, uint32_t region)
{
    return region < memory->region_count && memory->regions[region] ? memory->regions[region]->next_slot : 0;
}

bool memory_is_above_mark(const Memory *memory, uint32_t region, uint32_t mark, uint64_t address)
{
    return region_of(memory, address) == region && slot_of(memory, region, address) >= mark;
}

bool memory_region_is_used(const Memory *memory, uint32_t region)
{
    return region < memory->region_count && memory->regions[region];
}

void memory_forget_region(Memory *memory, uint32_t region)
{
    if (!memory_region_is_used(memory, region))
        return;
    release_region(memory->regions[region]);
    memory->regions[region] = NULL;
}

uint32_t memory_stack_generation(const Memory *memory, uint32_t region)
{
    return region < memory->region_count && memory->regions[region] ? memory->regions[region]->generation : 0;
}

void memory_set_stack_generation(Memory *memory, uint32_t region, uint32_t generation)
{
    if (memory_stack_generation(memory, region) != generation)
        writable_region(memory, region)->generation = generation;
}

void memory_stack_release(Memory *memory, uint32_t region_index, uint32_t mark)
{
    if (memory_stack_mark(memory, region_index) <= mark)
        return;
    Region *region = writable_region(memory, region_index);
    while (region->next_slot > mark) {
        Slot *slot = writable_slot(memory, region_index, --region->next_slot);
        if (slot->object)
            forget_slot(memory, slot->object->base +
                                    ((uint64_t)(region->next_slot - slot_of(memory, region_index, slot->object->base))
                                     << memory->layout.slot_bits));
        release_object(slot->object);
        release_page(slot->page);
        *slot = (Slot){0};
    }
}

const Object *memory_stack_object(const Memory *memory, uint32_t region_index, uint32_t slot)
{
    const Region *region = memory->regions[region_index];
    const Chunk *chunk = slot / CHUNK_SLOTS < region->chunk_count ? region->chunks[slot / CHUNK_SLOTS] : NULL;
    const Object *object = chunk ? chunk->slots[slot % CHUNK_SLOTS].object : NULL;
    return object && slot_of(memory, region_index, object->base) == slot ? object : NULL;
}

Fault memory_check(const Memory *memory, uint64_t address, uint64_t size, bool write)
{
    uint32_t region = region_of(memory, address);
    if (region == REGION_NULL && address < 4096)
        return FAULT_NULL;
    const Object *object = memory_find(memory, address);
    if (!object)
        return is_stack_region(region) ? FAULT_RETURNED : FAULT_WILD;
    if (object->external)
        return FAULT_EXTERNAL;
    if (object->freed)
        return object->kind == OBJECT_HEAP ? FAULT_FREED : object->kind == OBJECT_STACK ? FAULT_ENDED : FAULT_RETURNED;
    uint64_t offset = address - object->base;
    if (offset > object->size || size > object->size - offset)
        return FAULT_BOUNDS;
    return write && object->constant ? FAULT_CONSTANT : FAULT_NONE;
}

static uint32_t page_length(const Memory *memory, const Object *object, uint64_t address)
{
    uint64_t start = (address - object->base) & ~(uint64_t)(slot_size(memory) - 1);
    uint64_t rest = object->size - start;
    return rest < slot_size(memory) ? (uint32_t)rest : slot_size(memory);
}

static size_t page_bytes(uint32_t length)
{
    return sizeof(Page) + length + (length + 7) / 8;
}

static Page *writable_page(Memory *memory, uint64_t address)
{
    uint32_t region = region_of(memory, address);
    Slot *slot = writable_slot(memory, region, slot_of(memory, region, address));
    Page *page = slot->page;
    if (!page) {
        uint32_t length = page_length(memory, slot->object, address);
        page = memory_allocate_zeroed(page_bytes(length));
        page->length = length;
        page->uninitialised = slot->object->zeroed ? 0 : length;
    } else if (page->references > 1) {
        Page *copy = memory_allocate(page_bytes(page->length));
        memcpy(copy, page, page_bytes(page->length));
        if (page->terms) {
            copy->terms = memory_allocate(page->length * sizeof *copy->terms);
            memcpy(copy->terms, page->terms, page->length * sizeof *copy->terms);
        }
        page->references--;
        page = copy;
    } else {
        page->hashed = false;
        return page;
    }
    page->references = 1;
    page->hashed = false;
    forget_slot(memory, address);
    return slot->page = page;
}

static void mark_initialised(Page *page, uint32_t offset, uint32_t count)
{
    if (!page->uninitialised)
        return;
    uint8_t *bits = page->data + page->length;
    for (uint32_t i = offset; i < offset + count; i++)
        if (!(bits[i / 8] >> i % 8 & 1)) {
            bits[i / 8] |= (uint8_t)(1 << i % 8);
            page->uninitialised--;
        }
}

static uint32_t rest_of_slot(const Memory *memory, uint64_t address, uint64_t size)
{
    uint64_t rest = slot_size(memory) - (address & (slot_size(memory) - 1));
    return (uint32_t)(size < rest ? size : rest);
}

void memory_read_bytes(const Memory *memory, uint64_t address, void *bytes, uint64_t size)
{
    uint8_t *out = bytes;
    while (size) {
        uint32_t part = rest_of_slot(memory, address, size);
        const Slot *slot = find_slot(memory, address);
        CHECK(slot != NULL);
        if (slot->page)
            memcpy(out, slot->page->data + (address & (slot_size(memory) - 1)), part);
        else
            memset(out, 0, part);
        out += part;
        address += part;
        size -= part;
    }
}

void memory_write_bytes(Memory *memory, uint64_t address, const void *bytes, uint64_t size)
{
    const uint8_t *in = bytes;
    note_change(memory, address, size);
    while (size) {
        uint32_t part = rest_of_slot(memory, address, size), offset = (uint32_t)address & (slot_size(memory) - 1);
        Page *page = writable_page(memory, address);
        memcpy(page->data + offset, in, part);
        if (page->terms)
            memset(page->terms + offset, 0, part * sizeof *page->terms);
        mark_initialised(page, offset, part);
        in += part;
        address += part;
        size -= part;
    }
}

uint64_t memory_read_word(const Memory *memory, uint64_t address, uint32_t size)
{
    uint64_t value = 0;
    memory_read_bytes(memory, address, &value, size);
    return value;
}

void memory_write_word(Memory *memory, uint64_t address, uint32_t size, uint64_t value)
{
    memory_write_bytes(memory, address, &value, size);
}

bool memory_is_fixed(const Memory *memory, uint64_t address)
{
    uint64_t start;
    if (!locations_find_fixed(memory->locations, address, &start))
        return false;
    const Object *object = memory_find(memory, start);
    return object && !object->freed && start >= object->base && address < object->base + object->size;
}

static void read_abstract_terms(const Memory *memory, uint64_t address, Term *terms, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        const Page *page = find_slot(memory, address + i)->page;
        terms[i] = page && page->terms ? page->terms[(address + i) & (slot_size(memory) - 1)] : NO_TERM;
        if (!was_changed(memory, address + i) && (terms[i] || !memory_is_fixed(memory, address + i)))
            terms[i] = locations_symbol(memory->locations, address + i);
    }
}

bool memory_read_terms(const Memory *memory, uint64_t address, Term *terms, uint64_t size)
{
    bool found = false;
    if (memory->locations) {
        read_abstract_terms(memory, address, terms, size);
        for (uint64_t i = 0; i < size; i++)
            found |= terms[i] != NO_TERM;
        return found;
    }
    for (uint64_t done = 0; done < size;) {
        uint32_t part = rest_of_slot(memory, address + done, size - done);
        const Page *page = find_slot(memory, address + done)->page;
        const Term *from = page && page->terms ? page->terms + ((address + done) & (slot_size(memory) - 1)) : NULL;
        for (uint32_t i = 0; from && i < part; i++) {
            if (from[i] && !found)
                memset(terms, 0, size * sizeof *terms);
            found |= from[i] != NO_TERM;
            if (found)
                terms[done + i] = from[i];
        }
        done += part;
    }
    return found;
}

void memory_write_terms(Memory *memory, uint64_t address, const Term *terms, uint64_t size)
{
    note_change(memory, address, size);
    for (uint64_t i = 0; i < size; i++) {
        const Page *present = find_slot(memory, address + i)->page;
        if (!terms[i] && (!present || !present->terms))
            continue;
        Page *page = writable_page(memory, address + i);
        if (!page->terms) {
            page->terms = memory_allocate_zeroed(page->length * sizeof *page->terms);
            forget_slot(memory, address + i);
        }
        page->terms[(address + i) & (slot_size(memory) - 1)] = terms[i];
    }
}

bool memory_byte_initialised(const Memory *memory, uint64_t address)
{
    const Slot *slot = find_slot(memory, address);
    if (!slot->page)
        return slot->object->zeroed;
    uint32_t offset = (uint32_t)address & (slot_size(memory) - 1);
    return !slot->page->uninitialised || (slot->page->data[slot->page->length + offset / 8] >> offset % 8 & 1);
}

uint64_t memory_count_uninitialised(const Memory *memory, uint64_t address, uint64_t size)
{
    uint64_t count = 0;
    while (size) {
        uint32_t part = rest_of_slot(memory, address, size);
        const Slot *slot = find_slot(memory, address);
        if (!slot->page)
            count += slot->object->zeroed ? 0 : part;
        else if (slot->page->uninitialised)
            for (uint32_t i = 0; i < part; i++)
                count += !memory_byte_initialised(memory, address + i);
        address += part;
        size -= part;
    }
    return count;
}

static void forget_byte(Memory *memory, uint64_t address)
{
    if (!memory_byte_initialised(memory, address))
        return;
    Page *page = writable_page(memory, address);
    uint32_t offset = (uint32_t)address & (slot_size(memory) - 1);
    if (!page->uninitialised) // all were known: from now on a bit per byte is kept
        memset(page->data + page->length, 0xff, (page->length + 7) / 8);
    page->data[page->length + offset / 8] &= (uint8_t)~(1 << offset % 8);
    page->data[offset] = 0;
    if (page->terms)
        page->terms[offset] = NO_TERM;
    page->uninitialised++;
    forget_slot(memory, address);
    note_change(memory, address, 1);
}

void memory_forget_bytes(Memory *memory, uint64_t address, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        forget_byte(memory, address + i);
}

static void copy_known_bytes(Memory *memory, uint64_t to, uint64_t from, uint64_t size)
{
    if (!memory_count_uninitialised(memory, from, size)) {
        uint8_t small[64], *buffer = size <= sizeof small ? small : memory_allocate(size);
        memory_read_bytes(memory, from, buffer, size);
        memory_write_bytes(memory, to, buffer, size);
        if (buffer != small)
            free(buffer);
        return;
    }
    uint8_t *buffer = memory_allocate(size), *known = memory_allocate(size);
    memory_read_bytes(memory, from, buffer, size);
    for (uint64_t i = 0; i < size; i++)
        known[i] = memory_byte_initialised(memory, from + i);
    for (uint64_t i = 0; i < size; i++) {
        if (known[i])
            memory_write_bytes(memory, to + i, &buffer[i], 1);
        else
            forget_byte(memory, to + i);
    }
    free(buffer);
    free(known);
}

void memory_copy_bytes(Memory *memory, uint64_t to, uint64_t from, uint64_t size)
{
    Term *terms = memory->symbolic ? memory_allocate(size * sizeof *terms) : NULL;
    bool found = terms && memory_read_terms(memory, from, terms, size);
    copy_known_bytes(memory, to, from, size);
    if (found)
        memory_write_terms(memory, to, terms, size);
    free(terms);
}

void memory_cache(Memory *memory, uint64_t address, bool for_write)
{
    const Slot *slot = find_slot(memory, address);
    const Object *object = slot->object;
    if (object->freed || object->external || (!slot->page && !for_write))
        return;
    if (((object->shared || (memory->noted && !object->hidden)) && memory->concurrent) || memory->uncached ||
        !memory->translates)
        return;
    Page *page = for_write ? writable_page(memory, address) : slot->page;
    if (page->terms)
        return;
    uint64_t tag = address >> memory->layout.slot_bits;
    uint32_t flags = page->uninitialised ? SLOW_READ | SLOW_WRITE : 0;
    if (!for_write || object->constant)
        flags |= SLOW_WRITE;
    if (object->shared && !object->hidden && !object->constant)
        flags |= MAY_PUBLISH;
    add_translation(memory, (Translation){.tag = tag, .data = page->data, .length = page->length, .flags = flags});
}

uint64_t memory_byte_count(const Memory *memory)
{
    uint64_t total = memory->region_count * sizeof *memory->regions;
    for (uint32_t i = 0; i < memory->region_count; i++) {
        const Region *region = memory->regions[i];
        if (!region)
            continue;
        total += sizeof *region + region->chunk_count * sizeof *region->chunks;
        for (uint32_t j = 0; j < region->chunk_count; j++) {
            const Chunk *chunk = region->chunks[j];
            if (!chunk)
                continue;
            total += sizeof *chunk;
            for (int k = 0; k < CHUNK_SLOTS; k++) {
                const Page *page = chunk->slots[k].page;
                total += page ? page_bytes(page->length) + (page->terms ? page->length * sizeof(Term) : 0) : 0;
                total += chunk->slots[k].object && chunk->slots[k].object->base == 0 ? 0
                         : chunk->slots[k].object                                    ? sizeof(Object)
                                                                                     : 0;
            }
        }
    }
    return total;
}

static uint64_t hash_object(const Object *object, uint64_t hash)
{
    // The low bits of its base are free.
    return hash_words(
        hash, object->base | (uint64_t)object->freed | (uint64_t)object->shared << 1 | (uint64_t)object->zeroed << 2,
        object->size);
}

static uint64_t hash_contents(const Memory *memory, const Slot *slot, uint64_t seed, uint32_t word)
{
    Page *page = slot->page;
    for (uint32_t i = 0; i < 2 && !page->hashed; i++) {
        uint64_t hash = hash_bytes(page->data, page_bytes(page->length) - sizeof(Page), hash_mix(i + 1));
        page->hash[i] = page->terms ? hash_bytes(page->terms, page->length * sizeof(Term), hash) : hash;
    }
    page->hashed = !memory->translates;
    return hash_word(seed, page->hash[word]);
}

// Where a page that is not there reads as zero, one that is written is no other.
static uint64_t hash_initialisation(const Memory *memory, const Slot *slot, uint64_t hash, uint32_t word)
{
    (void)memory;
    (void)word;
    const Page *page = slot->page;
    if (page->uninitialised)
        return hash_bytes(page->data + page->length, (page->length + 7) / 8, hash);
    return slot->object->zeroed ? hash : hash_mix(hash);
}

typedef uint64_t PageHash(const Memory *memory, const Slot *slot, uint64_t seed, uint32_t word);

static uint64_t hash_slots(const Memory *memory, uint64_t seed, uint32_t word, PageHash *hash_page)
{
    uint64_t hash = seed;
    for (uint32_t i = 0; i < memory->region_count; i++) {
        const Region *region = memory->regions[i];
        if (!region)
            continue;
        hash = hash_words(hash, (uint64_t)i << 32 | region->next_slot, region->generation);
        for (uint32_t j = 0; j < region->chunk_count; j++) {
            const Chunk *chunk = region->chunks[j];
            for (int k = 0; chunk && k < CHUNK_SLOTS; k++) {
                const Slot *slot = &chunk->slots[k];
                if (slot->object)
                    hash = hash_object(slot->object, hash);
                if (slot->object && slot->page)
                    hash = hash_page(memory, slot, hash, word);
            }
        }
    }
    return hash;
}

uint64_t memory_hash(const Memory *memory, uint32_t word)
{
    return hash_slots(memory, hash_mix(word + UINT64_C(1)), word, hash_contents);
}

uint64_t memory_hash_objects(const Memory *memory, uint64_t seed)
{
    return hash_slots(memory, seed, 0, hash_initialisation);
}

void memory_each_object(const Memory *memory, void (*visit)(void *context, const Object *object), void *context)
{
    for (uint32_t i = 0; i < memory->region_count; i++) {
        const Region *region = memory->regions[i];
        for (uint32_t j = 0; region && j < region->chunk_count; j++) {
            const Chunk *chunk = region->chunks[j];
            for (int k = 0; chunk && k < CHUNK_SLOTS; k++) {
                const Object *object = chunk->slots[k].object;
                uint32_t first = object ? slot_of(memory, i, object->base) : 0;
                if (object && !object->freed && first == j * CHUNK_SLOTS + (uint32_t)k)
                    visit(context, object);
            }
        }
    }
}

// Where the bytes of a slot in use begin.
static uint64_t slot_address(const Memory *memory, uint32_t region, uint32_t slot, const Object *object)
{
    return object->base + ((uint64_t)(slot - slot_of(memory, region, object->base)) << memory->layout.slot_bits);
}

static const Slot *slot_at(const Memory *memory, uint32_t region, uint32_t slot)
{
    const Region *its = memory->regions[region];
    const Chunk *chunk = its && slot / CHUNK_SLOTS < its->chunk_count ? its->chunks[slot / CHUNK_SLOTS] : NULL;
    return chunk && chunk->slots[slot % CHUNK_SLOTS].object ? &chunk->slots[slot % CHUNK_SLOTS] : NULL;
}

static uint32_t slot_count(const Memory *memory, uint32_t region)
{
    return memory->regions[region] ? memory->regions[region]->chunk_count * CHUNK_SLOTS : 0;
}

void memory_forget_terms(Memory *memory)
{
    for (uint32_t i = 0; i < memory->region_count; i++)
        for (uint32_t j = 0; j < slot_count(memory, i); j++) {
            const Slot *slot = slot_at(memory, i, j);
            if (!slot || !slot->page || !slot->page->terms)
                continue;
            Page *page = writable_page(memory, slot_address(memory, i, j, slot->object));
            free(page->terms);
            page->terms = NULL;
        }
    memory_forget_translations(memory);
}

static bool differs(const Page *known, const Page *other, uint32_t offset)
{
    return (other && other->terms && other->terms[offset]) ||
           (known ? known->data[offset] : 0) != (other ? other->data[offset] : 0);
}

static void compare_slots(const Memory *memory, const Page *known, const Page *other, uint64_t address,
                          void (*visit)(void *context, uint64_t address), void *context)
{
    for (uint32_t i = 0; i < (known ? known->length : other->length); i++)
        if (differs(known, other, i) && memory_byte_initialised(memory, address + i))
            visit(context, address + i);
}

void memory_each_difference(const Memory *known, const Memory *other, void (*visit)(void *context, uint64_t address),
                            void *context)
{
    for (uint32_t i = 0; i < known->region_count; i++)
        for (uint32_t j = 0; j < slot_count(known, i); j++) {
            const Slot *mine = slot_at(known, i, j), *its = slot_at(other, i, j);
            if (mine && !mine->object->freed && (mine->page != its->page || (its->page && its->page->terms)))
                compare_slots(other, mine->page, its->page, slot_address(known, i, j, mine->object), visit, context);
        }
}
