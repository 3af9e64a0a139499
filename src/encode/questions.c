#include "encode/questions.h"

#include "encode/encoding_state.h"

static Literal new_question(Encoding *encoding)
{
    return -solver_new_literal(encoding->solver);
}

Literal question_fails(Encoding *encoding, uint32_t thread_id, uint32_t index)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    const Condition *condition = &thread->conditions.data[index];
    uint32_t before = index - concurrent_trace_first_condition(thread, condition->position);
    Literal question = new_question(encoding);
    ADD_CLAUSE(encoding, -question, encoding_violates_at(encoding, thread_id, condition->position, before, question));
    ADD_CLAUSE(encoding, -question, -encoding_condition(encoding, condition->term));
    return question;
}

static Literal violates_at(Encoding *encoding, EventId event, Literal question)
{
    return encoding_violates_at(encoding, encoding_event(encoding, event)->thread,
                                encoding_event(encoding, event)->position, ALL_CONDITIONS, question);
}

// A thread that stands in the middle of what it does in one step has not begun it: nobody else does anything after its
// beginning, but what the other one has begun like that.
static void begin_last(Encoding *encoding, EventId event, EventId other, Literal question)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    if (!encoding_event(encoding, event)->in_atomic)
        return;
    uint32_t thread = encoding_event(encoding, event)->thread;
    EventId begin = concurrent->node_events.data[encoding_event(encoding, event)->node];
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const ConcurrentEvent *earlier = encoding_event(encoding, i);
        bool begun =
            encoding_event(encoding, other)->in_atomic && earlier->node == encoding_event(encoding, other)->node;
        if (earlier->thread != thread && !earlier->in_atomic && !begun && !encoding_must_precede(encoding, i, begin))
            ADD_CLAUSE(encoding, -question, -encoding_executed(encoding, i), encoding_before(encoding, i, begin));
    }
}

Literal question_meet(Encoding *encoding, EventId a, EventId b)
{
    Literal question = new_question(encoding);
    ADD_CLAUSE(encoding, -question, violates_at(encoding, a, question));
    ADD_CLAUSE(encoding, -question, violates_at(encoding, b, question));
    begin_last(encoding, a, b, question);
    begin_last(encoding, b, a, question);
    return question;
}

// Or inside an atomic section.
static bool is_atomic(const ConcurrentTrace *concurrent, EventId event)
{
    return concurrent_trace_recorded(concurrent, event)->atomic || concurrent->events.data[event].in_section;
}

static bool may_race(Encoding *encoding, const Access *a, const Access *b)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *first = encoding_event(encoding, a->event), *second = encoding_event(encoding, b->event);
    uint32_t ours, theirs;
    return first->thread != second->thread && (a->write || b->write) &&
           !(is_atomic(concurrent, a->event) && is_atomic(concurrent, b->event)) &&
           !order_must(encoding->order, first->node, second->node) &&
           !order_must(encoding->order, second->node, first->node) &&
           !concurrent_trace_find_exclusion(concurrent, a->event, b->event, &ours, &theirs);
}

void question_list_races(Encoding *encoding, EventPairs *out)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (uint32_t i = 0; i < concurrent->cells.count; i++) {
        const Cell *cell = &concurrent->cells.data[i];
        for (uint32_t j = 0; !cell->semaphore && j < cell->accesses.count && !encoding_stopped(encoding); j++) {
            const Access *first = &concurrent->accesses.data[cell->accesses.data[j]];
            for (uint32_t k = j + 1; k < cell->accesses.count; k++) {
                const Access *second = &concurrent->accesses.data[cell->accesses.data[k]];
                if (may_race(encoding, first, second))
                    vector_push(out, (EventPair){first->event, second->event});
            }
        }
    }
}

Literal question_outlived(Encoding *encoding, uint32_t index)
{
    const Lifetime *lifetime = &encoding->concurrent->lifetimes.data[index];
    Literal question = new_question(encoding);
    ADD_CLAUSE(encoding, -question, violates_at(encoding, lifetime->use, question));
    ADD_CLAUSE(encoding, -question,
               lifetime->begins ? -encoding_executed(encoding, lifetime->ending.event)
                                : encoding_gone(encoding, lifetime->ending));
    return question;
}

Literal question_destroyed_while_held(Encoding *encoding, uint32_t index)
{
    const HeldObject *held = &encoding->concurrent->held_objects.data[index];
    Literal question = new_question(encoding);
    ADD_CLAUSE(encoding, -question, violates_at(encoding, held->event, question));
    ADD_CLAUSE(encoding, -question, encoding_held(encoding, &held->hold));
    return question;
}
