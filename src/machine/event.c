#include "machine/event.h"

// The traits of a kind.
enum {
    COUNTS = 1 << 0,
    READS = 1 << 1,
    WRITES = 1 << 2,
    OBJECT = 1 << 3,
    LOCKS = 1 << 4,
    BLOCKS = 1 << 5,
    CONDITION = 1 << 6
};

static const char *const names[EVENT_KIND_COUNT] = {
#define EVENT_NAME(id, name, traits) name,
    EVENT_KIND_TABLE(EVENT_NAME)
#undef EVENT_NAME
};

static const uint8_t traits_of[EVENT_KIND_COUNT] = {
#define EVENT_TRAITS(id, name, traits) traits,
    EVENT_KIND_TABLE(EVENT_TRAITS)
#undef EVENT_TRAITS
};

bool event_kind_counts(EventKind kind)
{
    return (traits_of[kind] & COUNTS) != 0;
}

bool event_kind_accesses(EventKind kind)
{
    return (traits_of[kind] & (READS | WRITES)) != 0;
}

bool event_kind_writes(EventKind kind)
{
    return (traits_of[kind] & WRITES) != 0;
}

bool event_kind_synchronises(EventKind kind)
{
    return (traits_of[kind] & OBJECT) != 0;
}

bool event_kind_locks(EventKind kind)
{
    return (traits_of[kind] & LOCKS) != 0;
}

bool event_kind_blocks(EventKind kind)
{
    return (traits_of[kind] & BLOCKS) != 0;
}

bool event_kind_is_condition(EventKind kind)
{
    return (traits_of[kind] & CONDITION) != 0;
}

const char *event_kind_name(EventKind kind)
{
    return names[kind];
}
