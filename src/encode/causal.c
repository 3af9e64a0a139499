// Causal models (Wang et al., section 6) that allow fewer reorderings than the symbolic one: reads have the values that
// they had in the run (maximal), or also the order of synchronisation is that of the run (happens-before).
#include "base/none.h"
#include "encode/encoding_state.h"

typedef struct SymbolUse {
    Encoding *encoding;
    VECTOR(bool) seen; // per access
} SymbolUse;

static void note_use(void *context, Term symbol)
{
    SymbolUse *use = context;
    const ConcurrentTrace *concurrent = use->encoding->concurrent;
    const uint64_t *access = map_find(&concurrent->symbol_access, symbol);
    if (!access)
        return;
    EventId event = concurrent->accesses.data[*access - 1].event;
    for (uint32_t i = 0; i < concurrent->events.data[event].access_count; i++)
        use->seen.data[concurrent->events.data[event].first_access + i] = true;
}

// A read that serves checks and nothing else is part of the property: restricted causal models do not fix its value.
static void find_free_reads(Encoding *encoding)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    SymbolUse checked = {.encoding = encoding}, used = {.encoding = encoding};
    vector_resize(&checked.seen, concurrent->accesses.count);
    vector_resize(&used.seen, concurrent->accesses.count);
    uint32_t checked_mark = terms_new_mark(encoding->terms);
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count; j++) {
            const Condition *condition = &concurrent->threads.data[i].conditions.data[j];
            if (condition->kind == EVENT_check)
                term_each_symbol(encoding->terms, condition->term, checked_mark, note_use, &checked);
        }
    uint32_t used_mark = terms_new_mark(encoding->terms);
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count; j++) {
            const Condition *condition = &concurrent->threads.data[i].conditions.data[j];
            if (condition->kind != EVENT_check)
                term_each_symbol(encoding->terms, condition->term, used_mark, note_use, &used);
        }
    for (uint32_t i = 0; i < concurrent->accesses.count; i++)
        if (concurrent->accesses.data[i].write && !concurrent->cells.data[concurrent->accesses.data[i].cell].semaphore)
            term_each_symbol(encoding->terms, concurrent->accesses.data[i].write, used_mark, note_use, &used);
    vector_resize(&encoding->causal.free_reads, concurrent->accesses.count);
    for (uint32_t i = 0; i < concurrent->accesses.count; i++)
        encoding->causal.free_reads.data[i] = (checked.seen.data[i] && !used.seen.data[i]) ||
                                              concurrent->cells.data[concurrent->accesses.data[i].cell].semaphore;
    vector_free(&checked.seen);
    vector_free(&used.seen);
}

static void keep_order(Encoding *encoding, EventId before, EventId after)
{
    uint32_t first = encoding_event(encoding, before)->node, second = encoding_event(encoding, after)->node;
    if (first == second)
        return;
    order_add_edge(encoding->order, first, second);
    IndexList *observed = list_map_insert(&encoding->causal.observed, after);
    vector_push(observed, before);
}

// In happens-before every read comes after the last write before it in the run, and every lock after the unlock before
// it.
static void keep_observed_order(Encoding *encoding)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (uint32_t i = 0; i < concurrent->cells.count; i++) {
        uint32_t last_write = NONE;
        for (uint32_t j = 0; j < concurrent->cells.data[i].accesses.count; j++) {
            const Access *access = &concurrent->accesses.data[concurrent->cells.data[i].accesses.data[j]];
            if (access->read && last_write != NONE)
                keep_order(encoding, concurrent->accesses.data[last_write].event, access->event);
            if (access->write)
                last_write = concurrent->cells.data[i].accesses.data[j];
        }
    }
    for (uint32_t i = 0; i < encoding->index.lock_sections.lists.count; i++) {
        const IndexList *list = &encoding->index.lock_sections.lists.data[i];
        for (uint32_t j = 1; j < list->count; j++) {
            const Section *before = &concurrent->sections.data[list->data[j - 1]];
            const Section *after = &concurrent->sections.data[list->data[j]];
            if (before->end != NO_EVENT && before->end < after->begin)
                keep_order(encoding, before->end, after->begin);
        }
    }
}

void encoding_restrict(Encoding *encoding)
{
    if (encoding->options.causal_model != CAUSAL_SYMBOLIC)
        find_free_reads(encoding);
    if (encoding->options.causal_model == CAUSAL_HAPPENS_BEFORE)
        keep_observed_order(encoding);
}
