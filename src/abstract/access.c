// Reading and writing memory by addresses: which zones are meant, what may be wrong with it, and a record for the
// search for races.
#include "abstract/interpretation.h"

#include "base/fail.h"

enum { PAGE = 4096 };

// How far from its beginning an address is certain to be in no other object.
static uint64_t reach_of(const Interpretation *all, const Zone *zone)
{
    uint64_t slot = UINT64_C(1) << all->program->layout.slot_bits;
    return zone->size == UINT64_MAX ? 0 : (zone->size / slot + 1) * slot;
}

// The places that are inside; false if none is.
static bool clip(const Zone *zone, Target *at, uint64_t size)
{
    if (zone->size == UINT64_MAX || size > zone->size)
        return false;
    int64_t last = (int64_t)(zone->size - size), step = at->stride ? at->stride : 1;
    if (at->low < 0)
        at->low += (-at->low + step - 1) / step * step;
    if (at->high > last)
        at->high = last;
    if (at->low > at->high)
        return false;
    if (at->stride)
        at->high = at->low + (at->high - at->low) / step * step;
    if (at->low == at->high)
        at->stride = 0;
    return true;
}

static bool check_target(Walk *walk, Target *at, uint64_t size, bool writes)
{
    Interpretation *all = walk->all;
    const Zone *zone = zone_at(&all->zones, at->object);
    Text name = {0};
    zone_name(&all->zones, at->object, &name);
    bool inside = false;
    if (zone->kind == ZONE_FUNCTION || zone->kind == ZONE_THREAD) {
        raise_alarm(walk, PROPERTY_MEMORY, "an access to what is no memory (%s)", text_string(&name));
    } else if (zone->kind == ZONE_GLOBAL && all->program->globals.data[zone->id].external) {
        give_up(walk, "%s, which is defined nowhere,", text_string(&name));
    } else if (zone->constant && writes) {
        raise_alarm(walk, PROPERTY_MEMORY, "a write to %s, which is constant", text_string(&name));
    } else {
        inside = true;
        if (zone->may_be_gone || ids_contain(&walk->state->gone, at->object))
            raise_alarm(walk, PROPERTY_MEMORY, "an access to %s, which may be gone", text_string(&name));
        if (!zone_contains(&all->zones, *at, size)) {
            raise_alarm(walk, PROPERTY_MEMORY, "an access that may be outside of %s", text_string(&name));
            if (zone->larger)
                give_up(walk, "an access that may be outside of its object, %s,", text_string(&name));
            if (at->low < 0 || (uint64_t)at->high + size > reach_of(all, zone))
                give_up(walk, "an address that may be outside of its object, %s,", text_string(&name));
            inside = clip(zone, at, size);
        }
    }
    text_free(&name);
    return inside;
}

Value check_address(Walk *walk, const Value *address, uint64_t size, bool writes)
{
    Value checked = value_none;
    if (address->number.count) {
        raise_alarm(walk, PROPERTY_MEMORY,
                    number_greatest(&address->number) < PAGE ? "an access through a pointer that may be null"
                                                             : "an access through a pointer that may be anything");
        if (number_greatest(&address->number) >= PAGE)
            give_up(walk, "an address of which nothing is known");
    }
    for (uint32_t i = 0; i < address->target_count; i++) {
        Target at = address->targets[i];
        if (check_target(walk, &at, size, writes))
            checked.targets[checked.target_count++] = at;
    }
    if (!checked.target_count)
        walk->ended = true;
    return checked;
}

// --- Records

static void join_access(Access *known, const Access *access)
{
    known->low = access->low < known->low ? access->low : known->low;
    known->high = access->high > known->high ? access->high : known->high;
    known->atomic &= access->atomic;
    known->held &= access->held;
    known->read_held &= access->read_held;
    known->running |= access->running;
}

static void note_use(Interpretation *all, const Access *access)
{
    while (all->found.count <= access->zone)
        vector_push(&all->found, (ZoneUse){.protected = UINT64_MAX});
    ZoneUse *use = &all->found.data[access->zone];
    use->users |= SET_BIT(access->threads);
    use->many |= all->classes.data[access->threads].many;
    use->written |= access->writes;
    use->protected &= access->writes ? access->held : access->held | access->read_held;
}

// While a thread is alone nobody can come in between; what only it knows concerns nobody.
void note_access(Walk *walk, Target at, uint64_t size, bool writes, bool atomic)
{
    Interpretation *all = walk->all;
    const Zone *zone = zone_at(&all->zones, at.object);
    if (!size || is_alone(walk) || zone->newest || zone->constant)
        return;
    Access access = {.zone = at.object,
                     .context = walk->context,
                     .instruction = walk->instruction,
                     .threads = walk_threads(walk),
                     .low = at.low,
                     .high = at.high + (int64_t)size - 1,
                     .writes = writes,
                     .atomic = atomic || walk->state->section,
                     .held = walk->state->held,
                     .read_held = walk->state->read_held,
                     .running = walk->state->running};
    note_use(all, &access);
    uint64_t key =
        hash_words(hash_words(0, walk->context, walk->instruction), at.object, (uint64_t)walk->round << 1 | writes);
    uint64_t *known = map_insert(&all->records.accesses.ids, key);
    if (*known) {
        CHECK(all->records.accesses.rows.data[*known - 1].zone == access.zone);
        join_access(&all->records.accesses.rows.data[*known - 1], &access);
        return;
    }
    vector_push(&all->records.accesses.rows, access);
    *known = all->records.accesses.rows.count;
}

static void note_accesses(Walk *walk, const Value *checked, uint64_t size, bool writes, bool atomic)
{
    for (uint32_t i = 0; i < checked->target_count; i++)
        note_access(walk, checked->targets[i], size, writes, atomic);
}

// --- Values

static bool meets_sync_object(const Interpretation *all, Target at, uint64_t size)
{
    uint32_t elder = zone_at(&all->zones, at.object)->elder;
    for (uint32_t i = 0; i < all->sync_objects.count; i++) {
        const Target *object = &all->sync_objects.data[i];
        if (object->object == elder && object->low <= at.high + (int64_t)size - 1 && at.low <= object->high)
            return true;
    }
    return false;
}

Value get_value(Walk *walk, const Value *given, uint32_t size)
{
    Value read = value_none, refreshed = walk_refresh(walk, given), *address = &refreshed;
    for (uint32_t i = 0; i < address->target_count; i++) {
        Value part =
            content_read(&walk->state->memory, &walk->all->values, address->targets[i], size, state_ground(walk));
        if (meets_sync_object(walk->all, address->targets[i], size))
            part = value_any(size * 8);
        read = value_join(&read, &part);
    }
    return read;
}

// Plain writes over a lock, while somebody may hold it, are beyond what locks are taken for here.
static void check_locks_untouched(Walk *walk, Target at, uint64_t size)
{
    bool private = zone_at(&walk->all->zones, at.object)->newest || is_alone(walk);
    if (!meets_sync_object(walk->all, at, size))
        return;
    if (!private || walk->state->may_hold || walk->state->stray)
        give_up(walk, "a lock that is written over");
    // Whatever it is now, it has to be initialised anew.
    uint32_t elder = zone_at(&walk->all->zones, at.object)->elder;
    for (uint32_t i = 1; i < walk->all->locks.count; i++) {
        const Lock *lock = &walk->all->locks.data[i];
        if (lock->zone == elder && lock->ready_at_first)
            walk->state->ready |= SET_BIT(i);
        else if (lock->zone == elder)
            walk->state->ready &= ~SET_BIT(i);
    }
}

static bool owns_all(const Walk *walk, const Value *address)
{
    for (uint32_t i = 0; i < address->target_count; i++)
        if (!owns_zone(walk, address->targets[i].object, true))
            return false;
    return true;
}

void put_value(Walk *walk, const Value *address, uint32_t size, const Value *value)
{
    Interpretation *all = walk->all;
    Value to = walk_refresh(walk, address), what = walk_refresh(walk, value);
    // What others come to know by the write may be what is written to.
    while (!owns_all(walk, &to) && !has_given_up(all)) {
        expose_value(walk, &what);
        Value now = walk_refresh(walk, &to);
        bool same = value_includes(&to, &now);
        to = now;
        if (same)
            break;
    }
    bool one = to.target_count == 1 && !to.targets[0].stride;
    for (uint32_t i = 0; i < to.target_count; i++) {
        Target at = to.targets[i];
        relations_note_write(walk, at, size);
        check_locks_untouched(walk, at, size);
        if (!owns_zone(walk, at.object, true))
            add_to_invariant(walk, at, size, what);
        else if (one && zone_at(&all->zones, at.object)->single)
            content_write(&walk->state->memory, &all->values, at, size, &what);
        else
            content_add(&walk->state->memory, &all->values, at, size, &what, state_ground(walk), NULL);
    }
}

Value read_memory(Walk *walk, const Value *address, uint32_t size, bool atomic)
{
    Value checked = check_address(walk, address, size, false);
    note_accesses(walk, &checked, size, false, atomic);
    return get_value(walk, &checked, size);
}

void write_memory(Walk *walk, const Value *address, uint32_t size, const Value *value, bool atomic)
{
    Value checked = check_address(walk, address, size, true);
    note_accesses(walk, &checked, size, true, atomic);
    put_value(walk, &checked, size, value);
}

void observe(Walk *walk, const Value *read, const Value *written)
{
    Interpretation *all = walk->all;
    uint64_t key = (uint64_t)walk_context(walk)->function << 32 | walk->instruction;
    uint64_t *known = map_insert(&all->records.observations.ids, key);
    if (!*known) {
        vector_push(&all->records.observations.rows, (Observation){.held = UINT64_MAX, .read_held = UINT64_MAX});
        *known = all->records.observations.rows.count;
    }
    Observation *row = &all->records.observations.rows.data[*known - 1];
    row->held &= walk->state->held;
    row->read_held &= walk->state->held | walk->state->read_held;
    if (read)
        row->read = value_table_join(&all->values, row->read, value_table_add(&all->values, read));
    if (written)
        row->written = value_table_join(&all->values, row->written, value_table_add(&all->values, written));
}

// --- Copies and fills

// Any bytes may be written to a part of what is between the places.
static void smear(Walk *walk, const Value *to, uint64_t most)
{
    Value any = value_any(8);
    for (uint32_t i = 0; i < to->target_count; i++) {
        Target at = to->targets[i];
        relations_note_write(walk, at, most);
        at.high += (int64_t)most - 1;
        at.stride = at.low == at.high ? 0 : 1;
        Value all = {.target_count = 1, .targets = {at}};
        // Not written for certain, even if it is one byte.
        if (owns_zone(walk, at.object, true))
            content_add(&walk->state->memory, &walk->all->values, at, 1, &any, state_ground(walk), NULL);
        else
            put_value(walk, &all, 1, &any);
        check_locks_untouched(walk, at, 1);
    }
}

static bool is_one_place(const Value *value)
{
    return value->target_count == 1 && !value->targets[0].stride && !value->number.count;
}

static uint32_t piece_size(const Walk *walk, Target from, uint64_t left)
{
    uint32_t size = content_cell_size(&walk->state->memory, from.object, from.low);
    if (!size && !zone_at(&walk->all->zones, from.object)->newest && !walk->state->untouched)
        size = content_cell_size(&walk->all->shared.content, from.object, from.low);
    if (!size)
        size = from.low % 8 ? 1 : 8;
    while (size > left)
        size /= 2;
    return size;
}

static void copy_pieces(Walk *walk, const Value *to, const Value *from, uint64_t size)
{
    VECTOR(Value) pieces = {0};
    IdList sizes = {0};
    for (uint64_t done = 0; done < size;) {
        Value source = *from;
        source.targets[0].low += (int64_t)done;
        source.targets[0].high += (int64_t)done;
        uint32_t piece = piece_size(walk, source.targets[0], size - done);
        vector_push(&pieces, get_value(walk, &source, piece));
        vector_push(&sizes, piece);
        done += piece;
    }
    Value target = *to;
    for (uint32_t i = 0; i < pieces.count; i++) {
        put_value(walk, &target, sizes.data[i], &pieces.data[i]);
        target.targets[0].low += sizes.data[i];
        target.targets[0].high += sizes.data[i];
    }
    vector_free(&pieces);
    vector_free(&sizes);
}

enum { PIECES_LIMIT = 1024 };

// Of a size that is not known, that which is at most accessed.
static bool greatest_size(Walk *walk, const Value *size, uint64_t *least, uint64_t *most)
{
    if (size->target_count || !size->number.count) {
        give_up(walk, "a size of which nothing is known");
        return false;
    }
    *least = number_least(&size->number);
    *most = number_greatest(&size->number);
    return *most != 0;
}

// A copy that goes wrong may have been done in part.
static Value check_whole(Walk *walk, const Value *address, uint64_t size, bool writes)
{
    Value checked = check_address(walk, address, size, writes);
    bool whole = checked.target_count == address->target_count && !address->number.count;
    for (uint32_t i = 0; whole && i < address->target_count; i++)
        whole = zone_contains(&walk->all->zones, address->targets[i], size);
    if (!whole)
        give_up(walk, "a copy or fill that may be out of bounds");
    return checked;
}

// Whether so many bytes at the one and at the other may have some in common. Both are addresses that were checked.
static bool may_overlap(const Value *left, const Value *right, uint64_t size)
{
    for (uint32_t i = 0; i < left->target_count; i++)
        for (uint32_t j = 0; j < right->target_count; j++) {
            const Target *one = &left->targets[i], *other = &right->targets[j];
            if (one->object == other->object && one->low < other->high + (int64_t)size &&
                other->low < one->high + (int64_t)size)
                return true;
        }
    return false;
}

void copy_memory(Walk *walk, const Value *to, const Value *from, const Value *size, bool disjoint)
{
    uint64_t least, most;
    if (!greatest_size(walk, size, &least, &most))
        return;
    Value target = check_whole(walk, to, most, true), source = check_whole(walk, from, most, false);
    if (disjoint && may_overlap(&target, &source, most))
        raise_alarm(walk, PROPERTY_MEMORY, "a copy to where it may overlap with what is copied");
    note_accesses(walk, &source, most, false, false);
    note_accesses(walk, &target, most, true, false);
    if (least == most && is_one_place(&target) && is_one_place(&source) && most <= PIECES_LIMIT)
        copy_pieces(walk, &target, &source, most);
    else
        smear(walk, &target, most);
}

void fill_memory(Walk *walk, const Value *to, const Value *byte, const Value *size)
{
    uint64_t least, most, word;
    if (!greatest_size(walk, size, &least, &most))
        return;
    Value target = check_whole(walk, to, most, true);
    note_accesses(walk, &target, most, true, false);
    if (least != most || !is_one_place(&target) || most > PIECES_LIMIT || !value_is_constant(byte, &word)) {
        smear(walk, &target, most);
        return;
    }
    word = (word & 0xff) * UINT64_C(0x0101010101010101);
    for (uint64_t done = 0; done < most;) {
        uint32_t piece = most - done >= 8 ? 8 : 1;
        Value content = value_constant(piece == 8 ? word : word & 0xff);
        put_value(walk, &target, piece, &content);
        target.targets[0].low += piece;
        target.targets[0].high += piece;
        done += piece;
    }
}
