// The points-to sets of definitions and objects: every instruction adds to the sets it writes what follows from those
// it reads, again and again until nothing changes.
//
// Sets are sorted and small. A set that has several places in one object, as that of a pointer that walks through an
// array, is made coarser: one place and the stride between them.
#include "analysis/points_to_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { PLACES_PER_OBJECT = 8, SET_LIMIT = 2048 };

static uint64_t common_divisor(uint64_t left, uint64_t right)
{
    while (right) {
        uint64_t rest = left % right;
        left = right;
        right = rest;
    }
    return left;
}

static uint64_t distance(int64_t left, int64_t right)
{
    return left > right ? (uint64_t)left - (uint64_t)right : (uint64_t)right - (uint64_t)left;
}

static Location normalise_location(Location location)
{
    if (location.stride > UINT32_MAX) // no element is that large: anywhere
        location.stride = 1;
    if (location.stride) {
        int64_t stride = (int64_t)location.stride;
        location.offset = (location.offset % stride + stride) % stride;
    }
    return location;
}

static int compare_locations(const Location *left, const Location *right)
{
    if (left->object != right->object)
        return left->object < right->object ? -1 : 1;
    if (left->stride != right->stride)
        return left->stride < right->stride ? -1 : 1;
    return left->offset < right->offset ? -1 : left->offset > right->offset;
}

// Where the location is or belongs.
static uint32_t find_place(const LocationSet *set, const Location *location)
{
    uint32_t low = 0, high = set->items.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (compare_locations(&set->items.data[middle], location) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert_location(LocationSet *set, uint32_t place, Location location)
{
    vector_push(&set->items, location);
    memmove(&set->items.data[place + 1], &set->items.data[place],
            (set->items.count - 1 - place) * sizeof *set->items.data);
    set->items.data[place] = location;
}

static bool contains_universe(const LocationSet *set)
{
    return set->items.count && set->items.data[0].object == OBJECT_UNIVERSE;
}

static void become_universe(LocationSet *set)
{
    set->items.count = 0;
    vector_push(&set->items, (Location){.object = OBJECT_UNIVERSE, .stride = 1});
}

bool location_set_add(LocationSet *set, Location location)
{
    if (contains_universe(set))
        return false;
    if (location.object == OBJECT_UNIVERSE || set->items.count >= SET_LIMIT) {
        become_universe(set);
        return true;
    }
    location = normalise_location(location);
    uint32_t first = find_place(set, &(Location){.object = location.object, .offset = INT64_MIN}), end = first;
    Location joined = location;
    for (; end < set->items.count && set->items.data[end].object == location.object; end++) {
        const Location *other = &set->items.data[end];
        if (!compare_locations(other, &location) ||
            (other->stride && (!location.stride || location.stride % other->stride == 0) &&
             distance(location.offset, other->offset) % other->stride == 0))
            return false;
        joined.stride = common_divisor(joined.stride, other->stride);
        joined.stride = common_divisor(joined.stride, distance(location.offset, other->offset));
    }
    if (end - first < PLACES_PER_OBJECT) {
        insert_location(set, find_place(set, &location), location);
        return true;
    }
    set->items.data[first] = normalise_location(joined);
    memmove(&set->items.data[first + 1], &set->items.data[end], (set->items.count - end) * sizeof *set->items.data);
    set->items.count -= end - first - 1;
    return true;
}

void location_set_free(LocationSet *set)
{
    vector_free(&set->items);
}

bool location_may_overlap(Location left, uint64_t left_size, Location right, uint64_t right_size)
{
    if (left.object == OBJECT_UNIVERSE || right.object == OBJECT_UNIVERSE)
        return true;
    if (left.object != right.object)
        return false;
    uint64_t stride = common_divisor(left.stride, right.stride);
    if (!stride) {
        bool left_first = left.offset <= right.offset;
        uint64_t between = distance(left.offset, right.offset), size = left_first ? left_size : right_size;
        return !size || between < size;
    }
    if (!left_size || !right_size || left_size >= stride || right_size >= stride)
        return true;
    // Both repeat with this stride: how far the right one begins after the left one, and the other way round.
    uint64_t apart = distance(left.offset, right.offset) % stride;
    uint64_t after = right.offset >= left.offset || !apart ? apart : stride - apart;
    return after < left_size || (after && stride - after < right_size);
}

int64_t points_to_signed_offset(const PointsTo *points_to, uint64_t offset)
{
    return points_to->program->layout.pointer_bits == 32 ? (int32_t)(uint32_t)offset : (int64_t)offset;
}

static Location apply_change(Location location, Change change)
{
    location.offset = (int64_t)((uint64_t)location.offset + (uint64_t)change.offset);
    location.stride = common_divisor(location.stride, change.stride);
    return location;
}

void points_to_join_location(PointsTo *points_to, LocationSet *to, Location location)
{
    points_to->changed |= location_set_add(to, location);
}

void points_to_join_set(PointsTo *points_to, LocationSet *to, const LocationSet *from, Change change)
{
    LocationSet copy = {0};
    if (from == to) { // it may move when it grows
        for (uint32_t i = 0; i < from->items.count; i++)
            vector_push(&copy.items, from->items.data[i]);
        from = &copy;
    }
    for (uint32_t i = 0; i < from->items.count; i++)
        points_to_join_location(points_to, to, apply_change(from->items.data[i], change));
    location_set_free(&copy);
}

void points_to_join_values(PointsTo *points_to, LocationSet *to, uint32_t function, uint32_t instruction,
                           uint32_t target, Change change)
{
    DefinitionList list = definitions_reaching(&points_to->definitions[function], instruction, target);
    for (uint32_t i = 0; i < list.count; i++)
        points_to_join_set(points_to, to, &points_to->values[function][list.ids[i]], change);
}

void points_to_add_values(const PointsTo *points_to, uint32_t function, uint32_t instruction, uint32_t target,
                          uint64_t offset, LocationSet *out)
{
    DefinitionList list = definitions_reaching(&points_to->definitions[function], instruction, target);
    Change change = {.offset = points_to_signed_offset(points_to, offset)};
    for (uint32_t i = 0; i < list.count; i++) {
        const LocationSet *set = &points_to->values[function][list.ids[i]];
        for (uint32_t j = 0; j < set->items.count; j++)
            location_set_add(out, apply_change(set->items.data[j], change));
    }
}

void points_to_add_contents(const PointsTo *points_to, Location location, LocationSet *out)
{
    const LocationSet *sets[] = {&points_to->contents.data[location.object], &points_to->stray};
    const AbstractObject *object = &points_to->objects.data[location.object];
    bool constant = object->kind == ABSTRACT_GLOBAL && points_to->program->globals.data[object->id].constant;
    for (int i = 0; i < (constant ? 1 : 2); i++)
        for (uint32_t j = 0; j < sets[i]->items.count; j++)
            location_set_add(out, sets[i]->items.data[j]);
}

uint32_t points_to_object_count(const PointsTo *points_to)
{
    return points_to->objects.count;
}

const AbstractObject *points_to_object(const PointsTo *points_to, uint32_t object)
{
    return &points_to->objects.data[object];
}

uint32_t points_to_global_object(const PointsTo *points_to, uint32_t global)
{
    (void)points_to;
    return 1 + global;
}

uint32_t points_to_site_object(const PointsTo *points_to, uint32_t function, uint32_t instruction)
{
    const uint64_t *object = map_find(&points_to->sites, (uint64_t)function << 32 | instruction);
    return object ? (uint32_t)*object : OBJECT_UNIVERSE;
}

static uint32_t function_object(const PointsTo *points_to, uint32_t function)
{
    return 1 + points_to->program->globals.count + function;
}

uint32_t points_to_variadic_object(const PointsTo *points_to, uint32_t function)
{
    return points_to->variadic_objects[function];
}

static uint32_t add_object(PointsTo *points_to, AbstractObject object)
{
    vector_push(&points_to->objects, object);
    vector_push(&points_to->contents, (LocationSet){0});
    return points_to->objects.count - 1;
}

uint32_t points_to_make_site_object(PointsTo *points_to, AbstractKind kind, uint32_t function, uint32_t instruction)
{
    uint64_t *object = map_insert(&points_to->sites, (uint64_t)function << 32 | instruction);
    if (!*object)
        *object = add_object(points_to, (AbstractObject){kind, function, instruction});
    return (uint32_t)*object;
}

void points_to_join_word(PointsTo *points_to, LocationSet *to, uint64_t word, Change change)
{
    const Program *program = points_to->program;
    const Function *function = program_function_at(program, word);
    if (function) {
        uint32_t id = (uint32_t)(function - program->functions.data);
        points_to->changed |= !points_to->address_taken[id];
        points_to->address_taken[id] = true;
        points_to_join_location(points_to, to, (Location){.object = function_object(points_to, id)});
        return;
    }
    uint64_t base = layout_region_base(&program->layout, REGION_GLOBAL);
    if (word < base || word >= layout_region_base(&program->layout, REGION_GLOBAL + 1))
        return;
    uint32_t low = 0, high = points_to->globals_by_address.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (program->globals.data[points_to->globals_by_address.data[middle]].address <= word)
            low = middle + 1;
        else
            high = middle;
    }
    Location location = {.object = OBJECT_UNIVERSE, .stride = 1}; // before or after a global: whose it is, is not known
    if (low) {
        uint32_t id = points_to->globals_by_address.data[low - 1];
        const Global *global = &program->globals.data[id];
        if (word - global->address <= global->size)
            location = (Location){.object = points_to_global_object(points_to, id),
                                  .offset = (int64_t)(word - global->address)};
    }
    points_to_join_location(points_to, to, apply_change(location, change));
}

void points_to_list_targets(const PointsTo *points_to, uint32_t function, uint32_t instruction, IdList *out)
{
    const Program *program = points_to->program;
    const Instruction *call = &program->functions.data[function].instructions[instruction];
    out->count = 0;
    if (call->opcode == OP_call) {
        vector_push(out, (uint32_t)call->imm);
        return;
    }
    LocationSet set = {0};
    points_to_add_values(points_to, function, instruction, call->a, 0, &set);
    if (contains_universe(&set)) {
        for (uint32_t i = 0; i < program->functions.count; i++)
            if (points_to->address_taken[i])
                vector_push(out, i);
    } else {
        uint32_t previous = OBJECT_UNIVERSE; // the locations of an object stand together
        for (uint32_t i = 0; i < set.items.count; i++) {
            uint32_t object = set.items.data[i].object;
            if (object != previous && points_to->objects.data[object].kind == ABSTRACT_FUNCTION)
                vector_push(out, points_to->objects.data[object].id);
            previous = object;
        }
    }
    location_set_free(&set);
}

static int compare_words(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static void sort_globals(PointsTo *points_to)
{
    const Program *program = points_to->program;
    Map by_address = {0};
    VECTOR(uint64_t) addresses = {0};
    for (uint32_t i = 0; i < program->globals.count; i++)
        if (program->globals.data[i].address) {
            vector_push(&addresses, program->globals.data[i].address);
            *map_insert(&by_address, program->globals.data[i].address) = i;
        }
    if (addresses.count)
        qsort(addresses.data, addresses.count, sizeof *addresses.data, compare_words);
    for (uint32_t i = 0; i < addresses.count; i++)
        vector_push(&points_to->globals_by_address, (uint32_t)*map_find(&by_address, addresses.data[i]));
    vector_free(&addresses);
    map_free(&by_address);
}

static void make_objects(PointsTo *points_to)
{
    const Program *program = points_to->program;
    add_object(points_to, (AbstractObject){.kind = ABSTRACT_UNIVERSE});
    for (uint32_t i = 0; i < program->globals.count; i++)
        add_object(points_to, (AbstractObject){.kind = ABSTRACT_GLOBAL, .id = i});
    for (uint32_t i = 0; i < program->functions.count; i++)
        add_object(points_to, (AbstractObject){.kind = ABSTRACT_FUNCTION, .id = i});
    for (uint32_t i = 0; i < program->functions.count; i++)
        if (program->functions.data[i].variadic)
            points_to->variadic_objects[i] =
                add_object(points_to, (AbstractObject){.kind = ABSTRACT_VARIADIC, .id = i});
    uint32_t word = program->layout.pointer_bits / 8;
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        // Packed structures hold addresses anywhere.
        for (uint64_t offset = 0; global->bytes && offset + word <= global->size; offset++) {
            uint64_t value = 0;
            memcpy(&value, global->bytes + offset, word);
            points_to_join_word(points_to, &points_to->contents.data[points_to_global_object(points_to, i)], value,
                                NO_CHANGE);
        }
    }
}

static void prepare_functions(PointsTo *points_to)
{
    const Program *program = points_to->program;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        points_to->values[i] =
            memory_allocate_zeroed((points_to->definitions[i].all.count + UINT64_C(1)) * sizeof(LocationSet));
        for (uint32_t j = 0; j < function->instruction_count; j++)
            if (function->instructions[j].opcode == OP_return)
                vector_push(&points_to->returns[i], j);
    }
}

PointsTo *points_to_compute(const Program *program, const Definitions *definitions, Limits *limits)
{
    PointsTo *points_to = memory_allocate_zeroed(sizeof *points_to);
    uint32_t count = program->functions.count;
    points_to->program = program;
    points_to->definitions = definitions;
    points_to->values = memory_allocate_zeroed(count * sizeof *points_to->values);
    points_to->variadic_objects = memory_allocate_zeroed(count * sizeof *points_to->variadic_objects);
    points_to->returns = memory_allocate_zeroed(count * sizeof *points_to->returns);
    points_to->address_taken = memory_allocate_zeroed(count * sizeof *points_to->address_taken);
    sort_globals(points_to);
    make_objects(points_to);
    prepare_functions(points_to);
    IdList scratch = {0};
    do {
        points_to->changed = false;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < program->functions.data[i].instruction_count && !limits_stop(limits); j++)
                points_to_visit(points_to, i, j, &scratch);
    } while (points_to->changed && !limits_stop(limits));
    vector_free(&scratch);
    return points_to;
}

void points_to_free(PointsTo *points_to)
{
    if (!points_to)
        return;
    for (uint32_t i = 0; i < points_to->program->functions.count; i++) {
        for (uint32_t j = 0; j < points_to->definitions[i].all.count; j++)
            location_set_free(&points_to->values[i][j]);
        free(points_to->values[i]);
        vector_free(&points_to->returns[i]);
    }
    for (uint32_t i = 0; i < points_to->contents.count; i++)
        location_set_free(&points_to->contents.data[i]);
    location_set_free(&points_to->stray);
    location_set_free(&points_to->thread_results);
    vector_free(&points_to->contents);
    vector_free(&points_to->objects);
    vector_free(&points_to->globals_by_address);
    map_free(&points_to->sites);
    free(points_to->values);
    free(points_to->variadic_objects);
    free(points_to->returns);
    free(points_to->address_taken);
    free(points_to);
}
