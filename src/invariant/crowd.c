#include "invariant/crowd.h"

// --- Pairs

static bool agree(const Places *places, uint32_t place, uint32_t guest_place)
{
    const Place *one = &places->places.data[place], *other = &places->places.data[guest_place];
    return machine_guest(one->state) != NO_THREAD && machine_watched_thread(other->state) != NO_THREAD &&
           one->base[0] == other->base[0] && one->base[1] == other->base[1] &&
           !machine_watched_hold_in_common(one->state, other->state);
}

// Where a variable of the guest's place is in the state with the guest.
static Location translate(const Machine *state, const Place *guest_place, Location location)
{
    uint32_t thread, index, watched = machine_watched_thread(guest_place->state);
    if (!location_is_register(location, &thread, &index))
        return machine_translate_local(state, watched, machine_guest(state), location);
    return thread == watched ? location_of_register(machine_guest(state), index) : location;
}

static void list_variables(Places *places, const Place *place, const Place *guest_place, CrowdPair *pair)
{
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&pair->variables, place->variables.data[i]);
    for (uint32_t i = 0; i < guest_place->variables.count; i++) {
        PlaceVariable variable = guest_place->variables.data[i];
        Location location = translate(pair->state, guest_place, variable.location);
        if (location == variable.location)
            continue;
        variable.location = location;
        variable.symbol = places_symbol(places, location, variable.width);
        vector_push(&pair->variables, variable);
    }
}

typedef struct Agreement {
    const Places *places;
    const Place *guest_place;
    const Machine *here, *there; // without the two threads
    Term condition;
} Agreement;

static bool is_variable(const Place *place, Location location)
{
    uint32_t thread, index;
    bool is_register = location_is_register(location, &thread, &index);
    for (uint32_t i = 0; i < place->variables.count; i++) {
        const PlaceVariable *variable = &place->variables.data[i];
        bool other_is_register = location_is_register(variable->location, &thread, &index);
        if (is_register != other_is_register)
            continue;
        uint64_t size = is_register ? 1 : variable->width / 8;
        if (location >= variable->location && location - variable->location < size)
            return true;
    }
    return false;
}

// What is no variable at the guest's place holds the same in all states there.
static void note_agreement(void *context, Location location)
{
    Agreement *agreement = context;
    uint32_t thread, index;
    if (is_variable(agreement->guest_place, location))
        return;
    TermTable *terms = agreement->places->terms;
    uint32_t width = location_is_register(location, &thread, &index) ? 64 : 8;
    Term same = term_equal(terms, machine_held(agreement->here, location, width),
                           machine_held(agreement->there, location, width));
    agreement->condition = term_and(terms, agreement->condition, same);
}

static Term find_agreement(const Places *places, const Place *guest_place, const Machine *symbolic)
{
    Machine *dismissed = machine_clone(symbolic);
    machine_dismiss(dismissed);
    Machine *here = machine_without_watched(dismissed), *there = machine_without_watched(guest_place->state);
    Agreement agreement = {places, guest_place, here, there, term_boolean(places->terms, true)};
    machine_each_difference(there, here, machine_guest(here) - 1, note_agreement, &agreement);
    machine_free(dismissed);
    machine_free(here);
    machine_free(there);
    return agreement.condition;
}

bool crowd_pair(Places *places, uint32_t index, uint32_t guest_index, CrowdPair *pair)
{
    if (!agree(places, index, guest_index))
        return false;
    const Place *place = &places->places.data[index], *guest_place = &places->places.data[guest_index];
    *pair = (CrowdPair){.state = machine_invite(place->state, guest_place->state)};
    list_variables(places, place, guest_place, pair);
    Machine *symbolic = places_put_symbols(places, pair->state, pair->variables.data, pair->variables.count);
    for (uint32_t i = 0; i < guest_place->variables.count; i++) {
        const PlaceVariable *variable = &guest_place->variables.data[i];
        vector_push(&pair->guest_variables,
                    machine_held(symbolic, translate(pair->state, guest_place, variable->location), variable->width));
    }
    Term given = find_agreement(places, guest_place, symbolic);
    machine_free(symbolic);
    pair->situation = (Situation){.place = index,
                                  .state = pair->state,
                                  .variables = pair->variables.data,
                                  .variable_count = pair->variables.count,
                                  .given = given,
                                  .guest_place = guest_index,
                                  .guest_variables = pair->guest_variables.data,
                                  .guest_variable_count = pair->guest_variables.count};
    if (given != term_boolean(places->terms, false))
        return true;
    crowd_pair_free(pair);
    return false;
}

void crowd_pair_free(CrowdPair *pair)
{
    machine_free(pair->state);
    vector_free(&pair->variables);
    vector_free(&pair->guest_variables);
}

// --- What others may do

static bool others_notice_way(const PlaceWay *way)
{
    return way->writes || (way->end != WAY_LEADS_ON && way->end != WAY_ENDS);
}

// Whether a step of the thread that is watched there can be told by others.
static bool concerns_others(const Place *place)
{
    uint32_t watched = machine_watched_thread(place->state);
    for (uint32_t i = 0; i < place->ways.count; i++)
        if (place->ways.data[i].thread == watched && others_notice_way(&place->ways.data[i]))
            return true;
    return false;
}

static void find_pair_ways(Places *places, uint32_t place, uint32_t guest_place, PlaceWayList *out)
{
    CrowdPair pair;
    if (!concerns_others(&places->places.data[guest_place]) || !crowd_pair(places, place, guest_place, &pair))
        return;
    PlaceWayList ways = {0};
    uint32_t guest = machine_guest(pair.state);
    for (uint32_t i = 0; i < machine_alternatives(pair.state, guest) && !places_are_over(places); i++)
        places_find_ways(places, &pair.situation, (Choice){guest, i}, &ways);
    for (uint32_t i = 0; i < ways.count; i++) {
        if (others_notice_way(&ways.data[i])) {
            vector_push(out, ways.data[i]);
            continue;
        }
        vector_free(&ways.data[i].contents);
        vector_free(&ways.data[i].guest_variables);
    }
    vector_free(&ways);
    crowd_pair_free(&pair);
}

// A thread that is watched is none to who watches nobody: that place must be known, or the two do not speak of the same.
static void check_bases(Places *places)
{
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Place *place = &places->places.data[i];
        bool found = machine_watched_thread(place->state) == NO_THREAD;
        for (uint32_t j = 0; j < places->places.count && !found; j++) {
            const Place *other = &places->places.data[j];
            found = machine_watched_thread(other->state) == NO_THREAD && other->base[0] == place->base[0] &&
                    other->base[1] == place->base[1];
        }
        if (!found)
            places_give_up(places, "threads without end that tell each other apart");
    }
}

void crowd_find_ways(Places *places)
{
    uint32_t count = places->places.count;
    for (uint32_t i = 0; i < count && !places_are_over(places); i++) {
        PlaceWayList ways = {0};
        for (uint32_t j = 0; j < count && !places_are_over(places); j++)
            find_pair_ways(places, i, j, &ways);
        Place *place = &places->places.data[i];
        place_ways_free(&place->guest_ways);
        vector_free(&place->guest_ways);
        place->guest_ways = ways;
    }
    if (!places->waiting.count && !places_are_over(places))
        check_bases(places);
}
