#include "report/variables.h"

#include <string.h>

// The machine accesses a word at once; others have no value as text.
enum { WORD = 8 };

static uint32_t owner_of(const Variables *variables, uint64_t byte)
{
    const uint64_t *found = map_find(&variables->owner, byte);
    return found ? (uint32_t)*found - 1 : NO_VARIABLE;
}

static void forget(Variables *variables, uint32_t index)
{
    if (index == NO_VARIABLE || !variables->all.data[index].value)
        return;
    variables->all.data[index].value = NULL;
    vector_push(&variables->gone, index);
}

static uint32_t find_variable(Variables *variables, const TraceEvent *event)
{
    uint64_t *first = map_insert(&variables->first, event->address);
    for (uint32_t i = *first ? (uint32_t)*first - 1 : NO_VARIABLE; i != NO_VARIABLE; i = variables->all.data[i].next)
        if (variables->all.data[i].size == event->size && !strcmp(variables->all.data[i].name, event->object))
            return i;
    KnownVariable variable = {.address = event->address, .size = event->size, .name = event->object};
    variable.writer = NO_THREAD;
    variable.next = *first ? (uint32_t)*first - 1 : NO_VARIABLE;
    vector_push(&variables->all, variable);
    *first = variables->all.count;
    return variables->all.count - 1;
}

// A read tells what nobody has written in this run; of a part of something known it tells nothing new.
static bool is_known(const Variables *variables, const TraceEvent *event)
{
    for (uint32_t i = 0; i < event->size; i++) {
        uint32_t owner = owner_of(variables, event->address + i);
        if (owner != NO_VARIABLE && variables->all.data[owner].value)
            return true;
    }
    return false;
}

static uint32_t follow_access(Variables *variables, const TraceEvent *event)
{
    if (event->size > WORD || !*event->object || !*event->value_text)
        return NO_VARIABLE;
    bool reads = event->kind == EVENT_read;
    uint32_t index = find_variable(variables, event);
    KnownVariable *variable = &variables->all.data[index];
    if (reads && !variable->value && is_known(variables, event))
        return NO_VARIABLE;
    for (uint32_t i = 0; i < event->size; i++) {
        uint32_t before = owner_of(variables, event->address + i);
        if (before != index)
            forget(variables, before);
        *map_insert(&variables->owner, event->address + i) = index + 1;
    }
    variable->value = event->value_text;
    if (!reads)
        variable->writer = event->thread;
    return index;
}

static void end_object(Variables *variables, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < variables->all.count; i++)
        if (variables->all.data[i].address - address < size)
            forget(variables, i);
}

uint32_t variables_follow(Variables *variables, const TraceEvent *event)
{
    variables->gone.count = 0;
    switch (event->kind) {
    case EVENT_read:
    case EVENT_write:
    case EVENT_update:
        return *event->call ? NO_VARIABLE : follow_access(variables, event);
    case EVENT_free:
    case EVENT_retire:
        end_object(variables, event->address, event->size);
        return NO_VARIABLE;
    default:
        return NO_VARIABLE;
    }
}

void variables_free(Variables *variables)
{
    vector_free(&variables->all);
    vector_free(&variables->gone);
    map_free(&variables->first);
    map_free(&variables->owner);
}
