// The writes that a read may take as far as fixed order and locks go, whatever their values.
#include "encode/model.h"

typedef VECTOR(uint32_t) AccessList;

static void collect_writes(const Model *model, Order *order, const Access *read, Selection *selection,
                           AccessList *settled)
{
    const Cell *cell = &model->cells.data[read->cell];
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *access = &model->accesses.data[cell->accesses.data[i]];
        if (access->write && access->event != read->event &&
            !model_must_precede(model, order, read->event, access->event))
            vector_push(&selection->writes, cell->accesses.data[i]);
    }
    for (uint32_t i = selection->writes.count; i-- > 0;) {
        EventId event = model->accesses.data[selection->writes.data[i]].event;
        bool later = false; // of the same thread is already there
        for (uint32_t j = 0; j < settled->count; j++)
            later |= model->events.data[model->accesses.data[settled->data[j]].event].thread ==
                     model->events.data[event].thread;
        if (!later && model_must_precede(model, order, event, read->event))
            vector_push(settled, selection->writes.data[i]);
    }
}

// Between sections of one lock only the last write of a section gets out, and none gets past a write of the reader's
// own.
static bool hidden_by_lock(const Model *model, const Access *read, const Access *write)
{
    uint32_t ours, theirs;
    if (!model_find_exclusion(model, read->event, write->event, &ours, &theirs))
        return false;
    EventId begin = model->sections.data[ours].begin, end = model->sections.data[theirs].end;
    if (end == NO_EVENT) // never released: nobody else gets in behind it
        return true;
    return (write->next_write != NO_EVENT && write->next_write < end) ||
           (read->previous_write != NO_EVENT && read->previous_write > begin);
}

void model_select_writes(const Model *model, Order *order, const Access *read, Selection *out)
{
    *out = (Selection){0};
    AccessList settled = {0}; // per thread the last write that certainly comes before the reader
    collect_writes(model, order, read, out, &settled);
    out->initial = !settled.count;
    for (uint32_t i = 0; i < out->writes.count; i++) {
        const Access *write = &model->accesses.data[out->writes.data[i]];
        bool possible = !hidden_by_lock(model, read, write);
        for (uint32_t j = 0; j < settled.count && possible; j++)
            possible = settled.data[j] == out->writes.data[i] ||
                       !model_must_precede(model, order, write->event, model->accesses.data[settled.data[j]].event);
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
