#include "machine/event.h"

// The traits of a kind. PARTICULAR: it concerns others in a way of its own, for which it is looked at by name.
enum {
    COUNTS = 1 << 0,
    READS = 1 << 1,
    WRITES = 1 << 2,
    OBJECT = 1 << 3,
    LOCKS = 1 << 4,
    BLOCKS = 1 << 5,
    CONDITION = 1 << 6,
    ACQUIRES = 1 << 7,
    RELEASES = 1 << 8,
    PRIVATE = 1 << 9,
    PARTICULAR = 1 << 10
};

// A kind that counts says whom it concerns; what can only be said of an object is said of kinds that have one.
#define CHECK_TRAITS(id, name, traits)                                                                         \
    _Static_assert(!((traits) & COUNTS) == !((traits) & (READS | WRITES | OBJECT | PRIVATE | PARTICULAR)),     \
                   "an event '" name "' concerns memory, an object, nobody, or somebody in a particular way"); \
    _Static_assert(!((traits) & PRIVATE) || (traits) == (COUNTS | PRIVATE),                                    \
                   "an event '" name "' concerns nobody, so it has no other trait");                           \
    _Static_assert(!((traits) & (LOCKS | ACQUIRES | RELEASES)) || ((traits) & OBJECT),                         \
                   "an event '" name "' acquires or releases something, so it is about an object");
EVENT_KIND_TABLE(CHECK_TRAITS)
#undef CHECK_TRAITS

static const char *const names[EVENT_KIND_COUNT] = {
#define EVENT_NAME(id, name, traits) name,
    EVENT_KIND_TABLE(EVENT_NAME)
#undef EVENT_NAME
};

static const uint16_t traits_of[EVENT_KIND_COUNT] = {
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

bool event_kind_acquires(EventKind kind)
{
    return (traits_of[kind] & ACQUIRES) != 0;
}

bool event_kind_releases(EventKind kind)
{
    return (traits_of[kind] & RELEASES) != 0;
}

bool event_kind_is_private(EventKind kind)
{
    return (traits_of[kind] & PRIVATE) != 0;
}

bool event_kind_is_condition(EventKind kind)
{
    return (traits_of[kind] & CONDITION) != 0;
}

const char *event_kind_name(EventKind kind)
{
    return names[kind];
}
