#include "machine/locations.h"

#include "base/text.h"

enum { REGISTER_BIT = 63 };

Location location_of_register(uint32_t thread, uint32_t index)
{
    return UINT64_C(1) << REGISTER_BIT | (uint64_t)thread << 32 | index;
}

bool location_is_register(Location location, uint32_t *thread, uint32_t *index)
{
    *thread = (uint32_t)(location >> 32) & INT32_MAX;
    *index = (uint32_t)location;
    return location >> REGISTER_BIT;
}

void locations_free(Locations *locations)
{
    map_free(&locations->symbols);
    map_free(&locations->places);
    map_free(&locations->fixed);
}

Term locations_symbol(Locations *locations, Location location)
{
    uint64_t *symbol = map_insert(&locations->symbols, location);
    if (!*symbol) {
        Text name = {0};
        uint32_t thread, index;
        bool is_register = location_is_register(location, &thread, &index);
        if (is_register)
            text_format(&name, "r%u:%u", thread, index);
        else
            text_format(&name, "m%llx", (unsigned long long)location);
        *symbol = term_symbol(locations->terms, is_register ? 64 : 8, text_string(&name));
        text_free(&name);
        *map_insert(&locations->places, *symbol) = location + 1;
    }
    return (Term)*symbol;
}

bool locations_find(const Locations *locations, Term symbol, Location *location)
{
    const uint64_t *place = map_find(&locations->places, symbol);
    if (place)
        *location = *place - 1;
    return place != NULL;
}

void locations_fix(Locations *locations, uint64_t address, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        uint64_t *start = map_insert(&locations->fixed, address + i);
        if (!*start)
            *start = address;
    }
}

bool locations_find_fixed(const Locations *locations, uint64_t address, uint64_t *start)
{
    const uint64_t *found = map_find(&locations->fixed, address);
    if (found)
        *start = *found;
    return found != NULL;
}
