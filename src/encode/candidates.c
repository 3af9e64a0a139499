// The writes that a read may take as far as fixed order and locks go, whatever their values.
#include "encode/concurrent_trace.h"

typedef VECTOR(uint32_t) AccessList;

static void collect_writes(const ConcurrentTrace *concurrent, Order *order, const Access *read, Selection *selection,
                           AccessList *settled)
{
    const Cell *cell = &concurrent->cells.data[read->cell];
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *access = &concurrent->accesses.data[cell->accesses.data[i]];
        if (access->write && access->event != read->event &&
            !concurrent_trace_must_precede(concurrent, order, read->event, access->event))
            vector_push(&selection->writes, cell->accesses.data[i]);
    }
    for (uint32_t i = selection->writes.count; i-- > 0;) {
        EventId event = concurrent->accesses.data[selection->writes.data[i]].event;
        bool later = false; // of the same thread is already there
        for (uint32_t j = 0; j < settled->count; j++)
            later |= concurrent->events.data[concurrent->accesses.data[settled->data[j]].event].thread ==
                     concurrent->events.data[event].thread;
        if (!later && concurrent_trace_must_precede(concurrent, order, event, read->event))
            vector_push(settled, selection->writes.data[i]);
    }
}

// Between sections of one lock only the last write of a section gets out, and none gets past a write of the reader's
// own.
static bool hidden_by_lock(const ConcurrentTrace *concurrent, const Access *read, const Access *write)
{
    uint32_t ours, theirs;
    if (!concurrent_trace_find_exclusion(concurrent, read->event, write->event, &ours, &theirs))
        return false;
    EventId begin = concurrent->sections.data[ours].begin, end = concurrent->sections.data[theirs].end;
    if (end == NO_EVENT) // never released: nobody else gets in after it
        return true;
    return (write->next_write != NO_EVENT && write->next_write < end) ||
           (read->previous_write != NO_EVENT && read->previous_write > begin);
}

void concurrent_trace_select_writes(const ConcurrentTrace *concurrent, Order *order, const Access *read, Selection *out)
{
    *out = (Selection){0};
    AccessList settled = {0}; // per thread the last write that certainly comes before the reader
    collect_writes(concurrent, order, read, out, &settled);
    out->initial = !settled.count;
    for (uint32_t i = 0; i < out->writes.count; i++) {
        const Access *write = &concurrent->accesses.data[out->writes.data[i]];
        bool possible = !hidden_by_lock(concurrent, read, write);
        for (uint32_t j = 0; j < settled.count && possible; j++)
            possible = settled.data[j] == out->writes.data[i] ||
                       !concurrent_trace_must_precede(concurrent, order, write->event,
                                                      concurrent->accesses.data[settled.data[j]].event);
        if (possible)
            vector_push(&out->candidates, out->writes.data[i]);
    }
    vector_free(&settled);
}

void selection_free(Selection *selection)
{
    vector_free(&selection->writes);
    vector_free(&selection->candidates);
}
