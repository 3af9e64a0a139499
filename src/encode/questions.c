#include "encode/questions.h"

#include "encode/state.h"

static Literal new_question(Encoding *encoding)
{
    return -solver_new_literal(encoding->solver);
}

Literal question_fails(Encoding *encoding, uint32_t thread_id, uint32_t index)
{
    const ModelThread *thread = &encoding->model->threads.data[thread_id];
    const Condition *condition = &thread->conditions.data[index];
    uint32_t before = index - model_first_condition(thread, condition->position);
    Literal question = new_question(encoding);
    ADD_CLAUSE(encoding, -question, encoding_violates_at(encoding, thread_id, condition->position, before, question));
    ADD_CLAUSE(encoding, -question, -encoding_condition(encoding, condition->term));
    return question;
}

static Literal violates_at(Encoding *encoding, EventId event, Literal question)
{
    return encoding_violates_at(encoding, encoding_event(encoding, event)->thread,
                                encoding_event(encoding, event)->position, UINT32_MAX, question);
}

Literal question_meet(Encoding *encoding, EventId a, EventId b)
{
    Literal question = new_question(encoding);
    ADD_CLAUSE(encoding, -question, violates_at(encoding, a, question));
    ADD_CLAUSE(encoding, -question, violates_at(encoding, b, question));
    return question;
}

static bool may_race(Encoding *encoding, const Access *a, const Access *b)
{
    const Model *model = encoding->model;
    const ModelEvent *first = encoding_event(encoding, a->event), *second = encoding_event(encoding, b->event);
    uint32_t ours, theirs;
    return first->thread != second->thread && (a->write || b->write) &&
           !(model_trace_event(model, a->event)->atomic && model_trace_event(model, b->event)->atomic) &&
           !order_must(encoding->order, first->node, second->node) &&
           !order_must(encoding->order, second->node, first->node) &&
           !model_find_exclusion(model, a->event, b->event, &ours, &theirs);
}

void question_list_races(Encoding *encoding, EventPairs *out)
{
    const Model *model = encoding->model;
    for (uint32_t i = 0; i < model->cells.count; i++) {
        const Cell *cell = &model->cells.data[i];
        for (uint32_t j = 0; !cell->semaphore && j < cell->accesses.count && !encoding_stopped(encoding); j++) {
            const Access *first = &model->accesses.data[cell->accesses.data[j]];
            if (encoding_event(encoding, first->event)->in_atomic)
                continue;
            for (uint32_t k = j + 1; k < cell->accesses.count; k++) {
                const Access *second = &model->accesses.data[cell->accesses.data[k]];
                if (!encoding_event(encoding, second->event)->in_atomic && may_race(encoding, first, second))
                    vector_push(out, (EventPair){first->event, second->event});
            }
        }
    }
}

Literal question_outlived(Encoding *encoding, uint32_t index)
{
    const Lifetime *lifetime = &encoding->model->lifetimes.data[index];
    Literal question = new_question(encoding), event = encoding_executed(encoding, lifetime->event);
    ADD_CLAUSE(encoding, -question, violates_at(encoding, lifetime->use, question));
    ADD_CLAUSE(encoding, -question, lifetime->begins ? -event : event);
    return question;
}

Literal question_destroyed_while_held(Encoding *encoding, uint32_t index)
{
    const HeldObject *held = &encoding->model->held_objects.data[index];
    Literal question = new_question(encoding);
    ADD_CLAUSE(encoding, -question, violates_at(encoding, held->event, question));
    ADD_CLAUSE(encoding, -question, encoding_held(encoding, &held->hold));
    return question;
}
