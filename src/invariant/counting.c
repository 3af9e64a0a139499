// Why the sums may be relied on: at the beginning there are no shares. A step adds to the variable what it adds to the
// share of the thread that does it; others, which have none, must leave the variable as it is. If no share is above
// SHARE_LIMIT, and fewer than THREAD_LIMIT threads are there at once, their sum is far from where it would wrap around.
#include "invariant/counting.h"

#include "invariant/samples.h"

enum {
    COUNTER_LIMIT = 8,
    SHARE_LIMIT = 15,
    THREAD_LIMIT = 1 << 24,
    SUM_LIMIT = (THREAD_LIMIT + 1) * SHARE_LIMIT, // with what was there before
    TRUTH_WIDTH = 32
};

// --- Values

static bool is_shared_memory(const Machine *state, Location location)
{
    uint32_t thread, index, watched = machine_watched_thread(state);
    return !location_is_register(location, &thread, &index) &&
           machine_translate_local(state, watched, 0, location) == location;
}

static uint32_t find_variable(const Place *place, const Counter *counter)
{
    uint32_t i = 0;
    while (i < place->variables.count && place->variables.data[i].location != counter->location)
        i++;
    return i;
}

// In a width in which sums do not wrap around.
static Term widen(const Counting *counting, const Counter *counter, Term value)
{
    return counter->width == counter->cell_width ? value
                                                 : term_zero_extend(counting->places->terms, value, counter->width);
}

static Term value_at(const Counting *counting, uint32_t index, const Counter *counter)
{
    const Place *place = &counting->places->places.data[index];
    uint32_t variable = find_variable(place, counter);
    return widen(counting, counter,
                 variable < place->variables.count
                     ? place->variables.data[variable].symbol
                     : machine_held(place->state, counter->location, counter->cell_width));
}

static Term value_after(const Counting *counting, const PlaceWay *way, const Counter *counter)
{
    const Place *place = &counting->places->places.data[way->target];
    uint32_t variable = find_variable(place, counter);
    return widen(counting, counter,
                 variable < place->variables.count
                     ? place_way_content(counting->places, way, variable)
                     : machine_held(place->state, counter->location, counter->cell_width));
}

static bool is_watched_at(const Counting *counting, uint32_t place)
{
    return place != NO_PLACE && machine_watched_thread(counting->places->places.data[place].state) != NO_THREAD;
}

static bool has_crowd(const Counting *counting, uint32_t place)
{
    return place != NO_PLACE && machine_guest(counting->places->places.data[place].state) != NO_THREAD;
}

static bool is_of_watched(const Counting *counting, uint32_t from, const PlaceWay *way)
{
    return is_watched_at(counting, from) && way->guest_place == NO_PLACE &&
           way->thread == machine_watched_thread(counting->places->places.data[from].state);
}

// What the watched thread has added after its step.
static Term share_after(const Counting *counting, uint32_t from, const PlaceWay *way, const Counter *counter)
{
    TermTable *terms = counting->places->terms;
    return term_add(terms, counter->share,
                    term_sub(terms, value_after(counting, way, counter), value_at(counting, from, counter)));
}

// --- Which variables

static bool is_known(const Counting *counting, Location location)
{
    for (uint32_t i = 0; i < counting->counters.count; i++)
        if (counting->counters.data[i].location == location)
            return true;
    return false;
}

// Whether there is such a cell wherever there are threads without end, and the same bytes wherever it is a variable.
static bool is_one_cell(const Places *places, Location location, uint32_t width)
{
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Place *place = &places->places.data[i];
        if (machine_guest(place->state) != NO_THREAD && !machine_location_content(place->state, location))
            return false;
        for (uint32_t j = 0; j < place->variables.count; j++) {
            const PlaceVariable *variable = &place->variables.data[j];
            if (!is_shared_memory(place->state, variable->location))
                continue;
            bool apart = variable->location >= location + width / 8 ||
                         location >= variable->location + variable->width / 8;
            if (!apart && (variable->location != location || variable->width != width))
                return false;
        }
    }
    return true;
}

static void consider(Counting *counting, uint32_t from, const PlaceWay *way, const PlaceVariable *variable)
{
    const Places *places = counting->places;
    Counter counter = {.location = variable->location, .cell_width = variable->width};
    counter.width = counter.cell_width < 32 ? 32 : counter.cell_width;
    if (counting->counters.count == COUNTER_LIMIT ||
        !is_shared_memory(places->places.data[from].state, counter.location) ||
        is_known(counting, counter.location) || !is_one_cell(places, counter.location, counter.cell_width) ||
        value_after(counting, way, &counter) == value_at(counting, from, &counter))
        return;
    counter.share = term_symbol(places->terms, counter.width, "share");
    counter.guest_share = term_symbol(places->terms, counter.width, "share of a guest");
    vector_push(&counting->counters, counter);
}

void counting_find(Counting *counting, const Places *places)
{
    *counting = (Counting){.places = places};
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Place *place = &places->places.data[i];
        for (uint32_t j = 0; j < place->ways.count; j++) {
            const PlaceWay *way = &place->ways.data[j];
            if (!is_of_watched(counting, i, way) || way->target == NO_PLACE)
                continue;
            const Place *target = &places->places.data[way->target];
            for (uint32_t k = 0; k < target->variables.count; k++)
                consider(counting, i, way, &target->variables.data[k]);
        }
    }
}

void counting_free(Counting *counting)
{
    vector_free(&counting->counters);
}

// --- Predicates of places

void counting_add_predicate(const Counting *counting, uint32_t index, Horn *horn)
{
    const Place *place = &counting->places->places.data[index];
    VECTOR(uint32_t) widths = {0};
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&widths, place->variables.data[i].width);
    for (uint32_t i = 0; i < counting->counters.count && is_watched_at(counting, index); i++)
        vector_push(&widths, counting->counters.data[i].width);
    horn_add_predicate(horn, widths.data, widths.count);
    vector_free(&widths);
}

HornAtom counting_atom_at(const Counting *counting, uint32_t index)
{
    const Place *place = &counting->places->places.data[index];
    HornAtom atom = {.predicate = index};
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&atom.arguments, place->variables.data[i].symbol);
    for (uint32_t i = 0; i < counting->counters.count && is_watched_at(counting, index); i++)
        vector_push(&atom.arguments, counting->counters.data[i].share);
    return atom;
}

HornAtom counting_guest_atom(const Counting *counting, uint32_t place, const Term *variables, uint32_t count)
{
    HornAtom atom = {.predicate = place};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&atom.arguments, variables[i]);
    for (uint32_t i = 0; i < counting->counters.count; i++)
        vector_push(&atom.arguments, counting->counters.data[i].guest_share);
    return atom;
}

// Who has just been created has added nothing.
static Term share_at_target(const Counting *counting, uint32_t from, const PlaceWay *way, const Counter *counter)
{
    if (!is_watched_at(counting, from))
        return term_constant(counting->places->terms, counter->width, 0);
    return is_of_watched(counting, from, way) ? share_after(counting, from, way, counter) : counter->share;
}

HornAtom counting_atom_after(const Counting *counting, uint32_t from, const PlaceWay *way)
{
    HornAtom atom = {.predicate = way->target};
    for (uint32_t i = 0; i < counting->places->places.data[way->target].variables.count; i++)
        vector_push(&atom.arguments, place_way_content(counting->places, way, i));
    for (uint32_t i = 0; i < counting->counters.count && is_watched_at(counting, way->target); i++)
        vector_push(&atom.arguments, share_at_target(counting, from, way, &counting->counters.data[i]));
    return atom;
}

// --- Bounds

static void add_truth(const Counting *counting, HornAtom *atom, Term truth)
{
    vector_push(&atom->arguments, term_zero_extend(counting->places->terms, truth, TRUTH_WIDTH));
}

static Term is_at_most(const Counting *counting, const Counter *counter, Term value, uint64_t most)
{
    TermTable *terms = counting->places->terms;
    return term_ule(terms, value, term_constant(terms, counter->width, most));
}

void counting_assume_bounds(const Counting *counting, uint32_t place, uint32_t guest_place, HornClause *clause)
{
    if (!counting->counters.count || !has_crowd(counting, place))
        return;
    TermTable *terms = counting->places->terms;
    HornAtom *atom = &clause->body[clause->body_count++];
    *atom = (HornAtom){.predicate = counting->bounds};
    for (uint32_t i = 0; i < counting->counters.count; i++) {
        const Counter *counter = &counting->counters.data[i];
        Term rest = value_at(counting, place, counter);
        if (is_watched_at(counting, place))
            rest = term_sub(terms, rest, counter->share);
        if (guest_place != NO_PLACE)
            rest = term_sub(terms, rest, counter->guest_share);
        add_truth(counting, atom, is_at_most(counting, counter, rest, SUM_LIMIT));
    }
}

// What has to hold of a counter when a way is gone.
static Term duty_of_way(const Counting *counting, uint32_t from, const PlaceWay *way, const Counter *counter)
{
    TermTable *terms = counting->places->terms;
    Term after = value_after(counting, way, counter);
    if (!has_crowd(counting, from))
        return is_at_most(counting, counter, after, SHARE_LIMIT);
    if (!is_of_watched(counting, from, way))
        return term_equal(terms, after, value_at(counting, from, counter));
    Term gives_back = term_equal(terms, share_after(counting, from, way, counter),
                                 term_constant(terms, counter->width, 0));
    return is_watched_at(counting, way->target) ? term_boolean(terms, true) : gives_back;
}

static void add_duty(const Counting *counting, Horn *horn, uint32_t from, const PlaceWay *way)
{
    if (way->target == NO_PLACE || way->guest_place != NO_PLACE || !has_crowd(counting, way->target))
        return;
    HornClause clause = {.condition = way->condition, .head.predicate = counting->bounds};
    if (from != NO_PLACE)
        clause.body[clause.body_count++] = counting_atom_at(counting, from);
    counting_assume_bounds(counting, from, NO_PLACE, &clause);
    for (uint32_t i = 0; i < counting->counters.count; i++)
        add_truth(counting, &clause.head, duty_of_way(counting, from, way, &counting->counters.data[i]));
    horn_add_clause(horn, clause);
}

// The sums at a place must not be relied on here: they rest on this.
static void add_share_limit(const Counting *counting, Horn *horn, uint32_t place)
{
    if (!is_watched_at(counting, place))
        return;
    HornClause clause = {.condition = term_boolean(counting->places->terms, true),
                         .body = {counting_atom_at(counting, place)},
                         .body_count = 1,
                         .head.predicate = counting->bounds};
    for (uint32_t i = 0; i < counting->counters.count; i++) {
        const Counter *counter = &counting->counters.data[i];
        add_truth(counting, &clause.head, is_at_most(counting, counter, counter->share, SHARE_LIMIT));
    }
    horn_add_clause(horn, clause);
}

// So that there is a sample at once.
static void add_first(const Counting *counting, Horn *horn)
{
    Term always = term_boolean(counting->places->terms, true);
    HornClause clause = {.condition = always, .head.predicate = counting->bounds};
    for (uint32_t i = 0; i < counting->counters.count; i++)
        add_truth(counting, &clause.head, always);
    horn_add_clause(horn, clause);
}

void counting_add_bounds(Counting *counting, Horn *horn)
{
    const Places *places = counting->places;
    if (!counting->counters.count)
        return;
    uint32_t widths[COUNTER_LIMIT];
    for (uint32_t i = 0; i < COUNTER_LIMIT; i++)
        widths[i] = TRUTH_WIDTH;
    counting->bounds = horn_add_predicate(horn, widths, counting->counters.count);
    add_first(counting, horn);
    for (uint32_t i = 0; i < places->beginnings.count; i++)
        add_duty(counting, horn, NO_PLACE, &places->beginnings.data[i]);
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Place *place = &places->places.data[i];
        add_share_limit(counting, horn, i);
        for (uint32_t j = 0; j < place->ways.count; j++)
            add_duty(counting, horn, i, &place->ways.data[j]);
    }
}

void counting_drop_refuted(Counting *counting, const Horn *horn, Limits *limits)
{
    Samples samples = {0};
    samples_draw(&samples, horn, limits);
    const Sample *bounds = &samples.predicates.data[counting->bounds];
    uint32_t count = counting->counters.count, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool refuted = false;
        for (uint32_t j = 0; j < bounds->count; j++)
            refuted |= !sample_at(bounds, j, count)[i];
        if (!refuted)
            counting->counters.data[kept++] = counting->counters.data[i];
    }
    counting->counters.count = kept;
    samples_free(&samples);
}
