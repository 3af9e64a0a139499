// Who owns a zone for the moment, and what becomes of its content when that ends.
#include "abstract/interpretation.h"

#include "base/fail.h"

bool is_alone(const Walk *walk)
{
    return walk_threads(walk) == MAIN_CLASS && !walk->state->running;
}

static const ZoneUse *guessed_use(const Interpretation *all, uint32_t zone)
{
    static const ZoneUse unused = {.protected = UINT64_MAX};
    return zone < all->guess.count ? &all->guess.data[zone] : &unused;
}

bool owns_zone(const Walk *walk, uint32_t zone, bool to_write)
{
    const State *state = walk->state;
    if (state->untouched || is_alone(walk) || zone_at(&walk->all->zones, zone)->newest)
        return true;
    const ZoneUse *use = guessed_use(walk->all, zone);
    uint32_t threads = walk_threads(walk);
    bool only_user = !use->many && !(use->users & ~SET_BIT(threads)) && !walk->all->classes.data[threads].many;
    LockSet held = state->held | (to_write ? 0 : state->read_held);
    return only_user || (use->protected & held);
}

// --- Grounds

static Value read_initial(const void *context, Target at, uint32_t size)
{
    return zones_read_initial(&((Interpretation *)context)->zones, at, size);
}

static Ground initial_ground(Interpretation *all)
{
    return (Ground){read_initial, all};
}

static bool is_in_invariant(const Interpretation *all, uint32_t zone)
{
    return zone_at(&all->zones, zone)->kind == ZONE_GLOBAL || ids_contain(&all->shared.published, zone);
}

static Value read_invariant(const void *context, Target at, uint32_t size)
{
    Interpretation *all = (Interpretation *)context;
    if (!is_in_invariant(all, at.object))
        return value_none;
    return content_read(&all->shared.content, &all->values, at, size, initial_ground(all));
}

static Value read_ground(const void *context, Target at, uint32_t size)
{
    const Walk *walk = context;
    const Zone *zone = zone_at(&walk->all->zones, at.object);
    bool of_site = zone->kind != ZONE_GLOBAL && zone->kind != ZONE_THREAD_LOCAL && zone->kind != ZONE_FUNCTION;
    if (!zone->newest && !walk->state->untouched)
        return read_invariant(walk->all, at, size);
    if (of_site && !ids_contain(&walk->state->existing, at.object))
        return value_none;
    return zones_read_initial(&walk->all->zones, at, size);
}

Ground state_ground(const Walk *walk)
{
    return (Ground){read_ground, walk};
}

// --- The invariant grows

static const Thresholds *widen_if_often(Interpretation *all, uint32_t zone)
{
    enum { CHANGES_BEFORE_WIDENING = 4 };
    uint64_t *changes = map_insert(&all->shared.growth, zone);
    return *changes > CHANGES_BEFORE_WIDENING ? &all->thresholds : NULL;
}

static void note_growth(Interpretation *all, uint32_t zone)
{
    ++*map_insert(&all->shared.growth, zone);
    note_change(all);
}

void add_to_invariant(Walk *walk, Target at, uint32_t size, Value value)
{
    Interpretation *all = walk->all;
    expose_value(walk, &value);
    CHECK(is_in_invariant(all, at.object) || has_given_up(all));
    if (content_add(&all->shared.content, &all->values, at, size, &value, initial_ground(all),
                    widen_if_often(all, at.object)))
        note_growth(all, at.object);
}

// Takes the cells of a zone out of the state.
static Content take_cells(Walk *walk, uint32_t zone)
{
    Content taken = {0};
    uint32_t count, first = content_find(&walk->state->memory, zone, &count);
    for (uint32_t i = first; i < first + count; i++)
        vector_push(&taken.cells, walk->state->memory.cells.data[i]);
    content_drop(&walk->state->memory, zone);
    return taken;
}

static void expose_cells(Walk *walk, Content *cells)
{
    for (uint32_t i = 0; i < cells->cells.count; i++) {
        Value value = *value_table_get(&walk->all->values, cells->cells.data[i].value);
        expose_value(walk, &value);
        cells->cells.data[i].value = value_table_add(&walk->all->values, &value);
    }
}

// Joins the whole content of an object, what was not written included, into the invariant of a zone.
static void publish_object(Interpretation *all, uint32_t zone, const Content *cells, bool is_first)
{
    Content known = {0};
    uint32_t count, first = content_find(&all->shared.content, zone, &count);
    for (uint32_t i = first; i < first + count; i++)
        vector_push(&known.cells, all->shared.content.cells.data[i]);
    bool changed = is_first;
    if (is_first)
        content_copy(&known, cells);
    else
        changed = content_join(&known, initial_ground(all), cells, initial_ground(all), &all->values,
                               widen_if_often(all, zone));
    if (changed) {
        content_drop(&all->shared.content, zone);
        for (uint32_t i = 0; i < known.cells.count; i++)
            vector_push(&all->shared.content.cells, known.cells.data[i]);
        content_sort(&all->shared.content);
        note_growth(all, zone);
    }
    content_free(&known);
}

static void share_object(Walk *walk, uint32_t zone, Content *cells)
{
    expose_cells(walk, cells);
    bool is_first = ids_add(&walk->all->shared.published, zone);
    publish_object(walk->all, zone, cells, is_first);
}

static void share_part(Walk *walk, uint32_t zone)
{
    Content cells = take_cells(walk, zone);
    for (uint32_t i = 0; i < cells.cells.count; i++) {
        Cell cell = cells.cells.data[i];
        add_to_invariant(walk, cell.at, cell.size, *value_table_get(&walk->all->values, cell.value));
    }
    content_free(&cells);
}

void share_what_is_lost(Walk *walk)
{
    if (walk->state->untouched)
        return;
    relations_give_up(walk);
    for (uint32_t i = 0; i < walk->state->memory.cells.count;) {
        uint32_t zone = walk->state->memory.cells.data[i].at.object;
        if (owns_zone(walk, zone, false)) {
            i++;
        } else {
            share_part(walk, zone); // may move other cells
            i = 0;
        }
    }
}

void share_all(Walk *walk)
{
    relations_give_up(walk);
    for (uint32_t i = 0; i < walk->state->memory.cells.count;) {
        uint32_t zone = walk->state->memory.cells.data[i].at.object;
        if (zone_at(&walk->all->zones, zone)->newest) {
            i++;
        } else {
            share_part(walk, zone);
            i = 0;
        }
    }
}

static void share_global(Walk *walk, uint32_t zone, bool is_first)
{
    Content cells = {0};
    uint32_t count, first = content_find(&walk->state->memory, zone, &count);
    for (uint32_t i = first; i < first + count; i++)
        vector_push(&cells.cells, walk->state->memory.cells.data[i]);
    content_find(&walk->all->shared.content, zone, &first);
    expose_cells(walk, &cells);
    if (count || first)
        publish_object(walk->all, zone, &cells, is_first);
    content_free(&cells);
}

void share_everything(Walk *walk)
{
    Interpretation *all = walk->all;
    State *state = walk->state;
    if (!state->untouched)
        return;
    relations_begin(walk);
    // Whatever globals point to is shared with them; then nothing in them is a newest object any more.
    bool is_first = !all->shared.has_globals;
    all->shared.has_globals = true;
    for (uint32_t i = 0; i < all->program->globals.count; i++)
        if (!all->program->globals.data[i].thread_local_)
            share_global(walk, zones_of_global(&all->zones, i), is_first);
    for (uint32_t i = 0; i < state->existing.count;) {
        uint32_t zone = state->existing.data[i];
        if (zone_at(&all->zones, zone)->newest) {
            i++;
            continue;
        }
        Content cells = take_cells(walk, zone);
        ids_remove(&state->existing, zone);
        share_object(walk, zone, &cells);
        content_free(&cells);
        i = 0;
    }
    state->untouched = false;
}

// --- Objects that others may know

static void rename_everywhere(Walk *walk, uint32_t zone, uint32_t other)
{
    Interpretation *all = walk->all;
    for (uint32_t i = 0; i < walk->state->registers.count; i++) {
        Value value = *value_table_get(&all->values, walk->state->registers.data[i]);
        if (!value_points_to(&value, zone))
            continue;
        value_rename(&value, zone, other);
        walk->state->registers.data[i] = value_table_add(&all->values, &value);
    }
    content_rename_values(&walk->state->memory, &all->values, zone, other);
}

// The content of one more object of a zone of which the state has the content.
static void join_into_state(Walk *walk, uint32_t zone, Content *cells, bool is_first)
{
    Interpretation *all = walk->all;
    for (uint32_t i = 0; i < cells->cells.count; i++)
        cells->cells.data[i].at.object = zone;
    Content known = take_cells(walk, zone);
    if (is_first)
        content_copy(&known, cells);
    else
        content_join(&known, state_ground(walk), cells, initial_ground(all), &all->values, NULL);
    for (uint32_t i = 0; i < known.cells.count; i++)
        vector_push(&walk->state->memory.cells, known.cells.data[i]);
    content_sort(&walk->state->memory);
    content_free(&known);
}

static void note_gone(Interpretation *all, uint32_t zone)
{
    if (all->zones.rows.data[zone].may_be_gone)
        return;
    all->zones.rows.data[zone].may_be_gone = true;
    note_change(all);
}

void age_zone(Walk *walk, uint32_t zone)
{
    Interpretation *all = walk->all;
    State *state = walk->state;
    uint32_t elder = zone_at(&all->zones, zone)->elder;
    if (!ids_contain(&state->existing, zone))
        return;
    if (ids_contain(&state->gone, zone)) {
        ids_remove(&state->gone, zone);
        ids_add(&state->gone, elder);
        note_gone(all, elder);
    }
    ids_remove(&state->existing, zone);
    rename_everywhere(walk, zone, elder);
    Content cells = take_cells(walk, zone);
    for (uint32_t i = 0; i < cells.cells.count; i++)
        cells.cells.data[i].at.object = elder;
    if (state->untouched) {
        join_into_state(walk, elder, &cells, ids_add(&state->existing, elder));
    } else {
        expose_cells(walk, &cells);
        uint32_t count;
        content_find(&state->memory, elder, &count);
        if (count)
            join_into_state(walk, elder, &cells, false);
        share_object(walk, elder, &cells);
    }
    content_free(&cells);
}

void expose_value(Walk *walk, Value *value)
{
    for (uint32_t i = 0; i < value->target_count && !has_given_up(walk->all);) {
        const Zone *zone = zone_at(&walk->all->zones, value->targets[i].object);
        if (!zone->newest) {
            i++;
        } else if (zone->kind == ZONE_THREAD_LOCAL) {
            give_up(walk, "the address of a thread-local variable may be known to other threads");
        } else {
            uint32_t old = value->targets[i].object, elder = zone->elder;
            age_zone(walk, old);
            value_rename(value, old, elder);
            i = 0;
        }
    }
}

static bool content_points_to(const Interpretation *all, const Content *content, uint32_t zone)
{
    for (uint32_t i = 0; i < content->cells.count; i++)
        if (value_points_to(value_table_get(&all->values, content->cells.data[i].value), zone))
            return true;
    return false;
}

bool memory_points_to(const Walk *walk, uint32_t zone)
{
    return content_points_to(walk->all, &walk->state->memory, zone);
}

static bool state_points_to(const Walk *walk, uint32_t zone)
{
    for (uint32_t i = 0; i < walk->state->registers.count; i++)
        if (value_points_to(value_table_get(&walk->all->values, walk->state->registers.data[i]), zone))
            return true;
    return content_points_to(walk->all, &walk->state->memory, zone);
}

void retire_zone(Walk *walk, uint32_t zone)
{
    Interpretation *all = walk->all;
    uint32_t elder = zone_at(&all->zones, zone)->elder;
    if (ids_contain(&walk->state->existing, zone) && state_points_to(walk, zone)) {
        age_zone(walk, zone);
        note_gone(all, elder);
    }
    content_drop(&walk->state->memory, zone);
    ids_remove(&walk->state->gone, zone);
    ids_remove(&walk->state->existing, zone);
    bool known = ids_contain(&all->shared.published, elder) || ids_contain(&walk->state->existing, elder);
    if (known &&
        (!is_alone(walk) || state_points_to(walk, elder) || content_points_to(all, &all->shared.content, elder)))
        note_gone(all, elder);
}

void add_object(Walk *walk, uint32_t zone, uint64_t size, bool single)
{
    Interpretation *all = walk->all;
    Zone *newest = &all->zones.rows.data[zone], *elder = &all->zones.rows.data[newest->elder];
    bool changed = size < newest->size || (elder->single && !single);
    if (size < newest->size)
        newest->size = elder->size = size;
    elder->single &= single;
    if (changed)
        note_change(all);
    age_zone(walk, zone);
    ids_add(&walk->state->existing, zone);
    ids_remove(&walk->state->gone, zone);
}

// --- Joining states

static bool join_ids(IdList *into, const IdList *from)
{
    bool changed = false;
    for (uint32_t i = 0; i < from->count; i++)
        changed |= ids_add(into, from->data[i]);
    return changed;
}

#define JOIN_SET(field, operation)                           \
    do {                                                     \
        uint64_t joined = into->field operation from->field; \
        changed |= joined != into->field;                    \
        into->field = joined;                                \
    } while (0)

static bool join_registers(Interpretation *all, State *into, const State *from, bool widen)
{
    bool changed = false;
    CHECK(into->registers.count == from->registers.count);
    for (uint32_t i = 0; i < into->registers.count; i++) {
        ValueId before = into->registers.data[i], now = value_table_join(&all->values, before, from->registers.data[i]);
        if (now != before && widen) {
            Value widened = value_widen(value_table_get(&all->values, before), value_table_get(&all->values, now),
                                        &all->thresholds);
            now = value_table_add(&all->values, &widened);
        }
        changed |= now != before;
        into->registers.data[i] = now;
    }
    return changed;
}

static bool join_ready(const Interpretation *all, State *into, const State *from)
{
    LockSet at_first = 0;
    for (uint32_t i = 1; i < all->locks.count; i++)
        at_first |= all->locks.data[i].ready_at_first ? SET_BIT(i) : 0;
    LockSet joined = (into->ready & from->ready & ~at_first) | ((into->ready | from->ready) & at_first);
    bool changed = joined != into->ready;
    into->ready = joined;
    return changed;
}

static bool join_alike(Interpretation *all, uint32_t context, State *into, const State *from, bool widen)
{
    Walk left = {.all = all, .context = context, .state = into};
    Walk right = {.all = all, .context = context, .state = (State *)from};
    bool changed = join_registers(all, into, from, widen);
    // While the sets of what exists are still those of each.
    changed |= content_join(&into->memory, state_ground(&left), &from->memory, state_ground(&right), &all->values,
                            widen ? &all->thresholds : NULL);
    changed |= join_ids(&into->existing, &from->existing);
    changed |= join_ids(&into->gone, &from->gone);
    JOIN_SET(held, &);
    JOIN_SET(read_held, &);
    JOIN_SET(may_hold, |);
    changed |= join_ready(all, into, from);
    JOIN_SET(running, |);
    JOIN_SET(waited, |);
    JOIN_SET(answers_for, |);
    changed |= into->stray < from->stray || into->effect > from->effect;
    into->stray |= from->stray;
    into->effect &= from->effect;
    if (into->section != from->section)
        give_up(&left, "a way that is in an atomic section meets one that is not");
    return changed;
}

// A state in which threads have been created holds less of what memory has: what the other one has more goes where the
// ground will have it.
bool join_states(Interpretation *all, uint32_t context, State *into, const State *from, bool widen)
{
    if (into->untouched && !from->untouched) {
        Walk walk = {.all = all, .context = context, .state = into};
        share_everything(&walk);
        share_what_is_lost(&walk);
        join_states(all, context, into, from, widen);
        return true;
    }
    State *other = state_copy(from);
    Walk walk = {.all = all, .context = context, .state = other};
    if (other->untouched && !into->untouched)
        share_everything(&walk);
    // What one of them owns and the other does not is owned by neither.
    LockSet held = into->held & other->held, read_held = into->read_held & other->read_held;
    ClassSet running = into->running | other->running;
    State *owners[2] = {into, other};
    bool lost = into->held != held || into->read_held != read_held;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t cells = owners[i]->memory.cells.count;
        owners[i]->held = held;
        owners[i]->read_held = read_held;
        ClassSet before = owners[i]->running;
        owners[i]->running = running;
        walk.state = owners[i];
        share_what_is_lost(&walk);
        lost |= i == 0 && (cells != into->memory.cells.count || before != running);
    }
    bool changed = relations_join(all, context, into, other, widen) || lost;
    changed |= join_alike(all, context, into, other, widen);
    state_free(other);
    return changed;
}
