#include "abstract/zones.h"

#include <string.h>

#include "machine/arithmetic.h"

void zones_init(Zones *zones, const Program *program)
{
    *zones = (Zones){.program = program};
    vector_push(&zones->rows, (Zone){.kind = ZONE_FUNCTION, .id = NO_FUNCTION}); // number 0 is none
}

void zones_free(Zones *zones)
{
    vector_free(&zones->rows);
    map_free(&zones->ids);
}

const Zone *zone_at(const Zones *zones, uint32_t zone)
{
    return &zones->rows.data[zone];
}

// The zone of that key, or NULL after room for it was made: its id is then the number of rows.
static uint64_t *find_zone(Zones *zones, ZoneKind kind, uint64_t first, uint64_t second)
{
    return map_insert(&zones->ids, hash_words(hash_word(0, kind), first, second));
}

uint32_t zones_of_global(Zones *zones, uint32_t global)
{
    uint64_t *id = find_zone(zones, ZONE_GLOBAL, global, 0);
    if (!*id) {
        const Global *row = &zones->program->globals.data[global];
        *id = zones->rows.count;
        vector_push(&zones->rows, (Zone){.kind = ZONE_GLOBAL,
                                         .id = global,
                                         .elder = (uint32_t)*id,
                                         .single = true,
                                         .zeroed = true,
                                         .constant = row->constant,
                                         .size = row->size});
    }
    return (uint32_t)*id;
}

uint32_t zones_of_function(Zones *zones, uint32_t function)
{
    uint64_t *id = find_zone(zones, ZONE_FUNCTION, function, 0);
    if (!*id) {
        *id = zones->rows.count;
        vector_push(
            &zones->rows,
            (Zone){.kind = ZONE_FUNCTION, .id = function, .elder = (uint32_t)*id, .single = true, .constant = true});
    }
    return (uint32_t)*id;
}

uint32_t zones_of_thread_local(Zones *zones, uint32_t global, uint32_t class_of_threads)
{
    uint64_t *id = find_zone(zones, ZONE_THREAD_LOCAL, global, class_of_threads);
    if (!*id) {
        *id = zones->rows.count;
        vector_push(&zones->rows, (Zone){.kind = ZONE_THREAD_LOCAL,
                                         .id = global,
                                         .elder = (uint32_t)*id,
                                         .newest = true,
                                         .zeroed = true,
                                         .size = zones->program->globals.data[global].size});
    }
    return (uint32_t)*id;
}

uint32_t zones_of_site(Zones *zones, ZoneKind kind, uint32_t context, uint32_t instruction, uint32_t round, bool single)
{
    uint64_t *id = find_zone(zones, kind, (uint64_t)context << 32 | instruction, round);
    if (!*id) {
        *id = zones->rows.count;
        Zone zone = {.kind = kind,
                     .context = context,
                     .instruction = instruction,
                     .round = round,
                     .elder = (uint32_t)*id + 1,
                     .newest = true,
                     .single = true,
                     .size = UINT64_MAX};
        vector_push(&zones->rows, zone);
        zone.newest = false;
        zone.single = single;
        vector_push(&zones->rows, zone);
    }
    return (uint32_t)*id;
}

Value zones_value_of_word(Zones *zones, uint64_t word)
{
    const Program *program = zones->program;
    uint64_t global = layout_region_base(&program->layout, REGION_GLOBAL);
    uint64_t code = layout_region_base(&program->layout, REGION_CODE);
    if (word < global || word >= layout_region_base(&program->layout, REGION_LABEL))
        return value_constant(word);
    if (word >= code) {
        for (uint32_t i = 0; i < program->functions.count; i++)
            if (program_function_address(program, i) == word)
                return value_address(zones_of_function(zones, i), 0);
        return value_constant(word);
    }
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *row = &program->globals.data[i];
        if (row->address && word >= row->address && word - row->address <= row->size)
            return value_address(zones_of_global(zones, i), (int64_t)(word - row->address));
    }
    return value_constant(word);
}

static const Global *initialised_by(const Zones *zones, const Zone *zone)
{
    bool of_global = zone->kind == ZONE_GLOBAL || zone->kind == ZONE_THREAD_LOCAL;
    return of_global ? &zones->program->globals.data[zone->id] : NULL;
}

static Value read_initial_word(Zones *zones, const Global *global, int64_t offset, uint32_t size)
{
    uint64_t word = 0;
    if (offset < 0 || size > 8 || (uint64_t)offset + size > global->size)
        return value_any(size * 8);
    if (global->bytes)
        memcpy(&word, global->bytes + offset, size);
    return size == zones->program->layout.pointer_bits / 8 ? zones_value_of_word(zones, word) : value_constant(word);
}

Value zones_read_initial(Zones *zones, Target at, uint32_t size)
{
    enum { READ_LIMIT = 256 };
    const Zone *zone = zone_at(zones, at.object);
    const Global *global = initialised_by(zones, zone);
    if (!zone->zeroed || size > 8 || (global && global->external))
        return value_any(size * 8);
    if (!global || !global->bytes)
        return value_constant(0);
    uint64_t places = at.stride ? (uint64_t)(at.high - at.low) / at.stride + 1 : 1;
    if (places > READ_LIMIT)
        return value_any(size * 8);
    Value read = value_none;
    for (uint64_t i = 0; i < places; i++) {
        Value word = read_initial_word(zones, global, at.low + (int64_t)(i * at.stride), size);
        read = value_join(&read, &word);
    }
    return read;
}

bool zone_contains(const Zones *zones, Target at, uint64_t size)
{
    const Zone *zone = zone_at(zones, at.object);
    return at.low >= 0 && zone->size != UINT64_MAX && size <= zone->size && (uint64_t)at.high <= zone->size - size;
}

void zone_name(const Zones *zones, uint32_t zone, Text *out)
{
    const Zone *row = zone_at(zones, zone);
    switch (row->kind) {
    case ZONE_GLOBAL:
    case ZONE_THREAD_LOCAL:
        text_append(out, zones->program->globals.data[row->id].name);
        break;
    case ZONE_FUNCTION:
        text_append(out, zones->program->functions.data[row->id].name);
        break;
    case ZONE_LOCAL:
        text_append(out, "a local variable");
        break;
    case ZONE_BLOCK:
        text_append(out, "a block of the heap");
        break;
    case ZONE_ARGUMENTS:
        text_append(out, "arguments");
        break;
    case ZONE_THREAD:
        text_append(out, "a thread");
        break;
    }
}
