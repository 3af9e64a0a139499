#include "machine/event.h"

#include <string.h>

static const char *const names[EVENT_KIND_COUNT] = {
#define EVENT_NAME(id, name) name,
    EVENT_KIND_TABLE(EVENT_NAME)
#undef EVENT_NAME
};

bool event_kind_counts(EventKind kind)
{
    return kind < EVENT_branch;
}

bool event_kind_accesses(EventKind kind)
{
    return kind == EVENT_read || kind == EVENT_write || kind == EVENT_update;
}

const char *event_kind_name(EventKind kind)
{
    return names[kind];
}

EventKind event_kind_find(const char *name)
{
    for (int i = 0; i < EVENT_KIND_COUNT; i++)
        if (!strcmp(names[i], name))
            return (EventKind)i;
    return EVENT_KIND_COUNT;
}
