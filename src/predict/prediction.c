#include "predict/prediction.h"

#include <string.h>

#include "base/fail.h"
#include "encode/context.h"
#include "encode/dump.h"
#include "encode/questions.h"

typedef enum QuestionKind {
    QUESTION_FAILS,
    QUESTION_OUTLIVED,
    QUESTION_HELD,
    QUESTION_FAULT,
    QUESTION_MEET,
    QUESTION_RELEASED,
    QUESTION_OUTCOME,
} QuestionKind;

// Something that would be a violation, or lead off the recorded path.
typedef struct Question {
    QuestionKind kind;
    uint32_t first, second; // thread and condition; lifetime; held object; thread; two events; thread; event
    Property property;
    const TraceEvent *where;
    uint32_t last;   // see Predicted
    bool answered;   // its place is known to be violated, or the question was refuted
    Literal literal; // in the current encoding
} Question;

typedef struct Asker {
    Prediction *prediction;
    ConcurrentTrace *concurrent;
    EncodingOptions how;
    Encoding *encoding;  // of the current questions
    ContextBound *bound; // NULL: none
    bool bound_failed;   // the last refutation needed it
    bool checks_hold;    // the encoding has it that they do
    VECTOR(Question) questions;
    EventList execution;
} Asker;

static bool wants(const Asker *asker, Property property)
{
    return (asker->prediction->properties & PROPERTY_BIT(property)) != 0;
}

static bool finished(const Asker *asker)
{
    const Prediction *prediction = asker->prediction;
    return prediction->stopped != LIMIT_NONE || limits_stop(prediction->limits) || prediction->other_path ||
           (prediction->found && !prediction->options->all);
}

static SolveResult solve_within(Asker *asker, Literal question, uint64_t limit)
{
    Literal assumptions[2] = {question};
    uint32_t count = 1;
    if (asker->bound)
        assumptions[count++] = context_bound_literal(asker->bound, limit);
    SolveResult result;
    do {
        result = encoding_solve(asker->encoding, assumptions, count);
    } while (result == SOLVE_SATISFIED && asker->bound && context_bound_extend(asker->bound));
    if (asker->how.keep_clauses) {
        encoding_append_smt(asker->encoding, &asker->prediction->dump);
        text_format(&asker->prediction->dump, "; %s\n",
                    result == SOLVE_SATISFIED ? "sat"
                    : result == SOLVE_REFUTED ? "unsat"
                                              : "unknown");
    }
    // A refutation that did not use the bound holds without it (section 5.3).
    asker->bound_failed =
        result == SOLVE_REFUTED && asker->bound && solver_failed(encoding_solver(asker->encoding), assumptions[1]);
    return result;
}

static SolveResult solve(Asker *asker, Literal question)
{
    const Options *options = asker->prediction->options;
    SolveResult result = SOLVE_REFUTED;
    asker->bound_failed = true;
    for (uint64_t limit = asker->bound && !options->deepen ? options->context_bound : 0;
         result == SOLVE_REFUTED && asker->bound_failed && limit <= options->context_bound; limit++)
        result = solve_within(asker, question, limit);
    if (result == SOLVE_STOPPED) {
        asker->prediction->stopped = limits_exceeded(asker->prediction->limits);
        if (asker->prediction->stopped == LIMIT_NONE)
            INTERNAL_ERROR("the solver gave up without a limit");
    }
    asker->prediction->bound_used |= result == SOLVE_REFUTED && asker->bound_failed;
    return result;
}

static bool same_place(const TracePosition *a, const TracePosition *b)
{
    return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file);
}

static bool is_settled(const Question *question, const Place *place)
{
    return question->property == place->property && question->kind != QUESTION_MEET && question->where &&
           same_place(&question->where->position, &place->position);
}

// A place found violated ends the runs that come by it: its checks hold in all others.
static void require_settled(Asker *asker, const Place *place)
{
    for (uint32_t i = 0; i < asker->concurrent->threads.count; i++)
        for (uint32_t j = 0; j < asker->concurrent->threads.data[i].conditions.count; j++) {
            const Condition *condition = &asker->concurrent->threads.data[i].conditions.data[j];
            const TraceEvent *recorded = &asker->concurrent->trace->events.data[condition->trace];
            if (condition->kind == EVENT_check && recorded->property == place->property &&
                same_place(&recorded->position, &place->position))
                encoding_require_condition(asker->encoding, i, j);
        }
}

// False if it was settled before.
static bool settle_place(Asker *asker, const Place *place)
{
    for (uint32_t i = 0; i < asker->prediction->settled->count; i++) {
        const Place *settled = &asker->prediction->settled->data[i];
        if (settled->property == place->property && same_place(&settled->position, &place->position))
            return false;
    }
    vector_push(asker->prediction->settled, *place);
    for (uint32_t i = 0; i < asker->questions.count; i++) {
        Question *question = &asker->questions.data[i];
        question->answered |= is_settled(question, place);
    }
    require_settled(asker, place);
    return true;
}

// --- Encodings: a few questions each, so that each sees little more than its own part of the trace

static void begin_encoding(Asker *asker)
{
    const Prediction *prediction = asker->prediction;
    asker->encoding = encoding_create(asker->concurrent, &asker->how, prediction->limits);
    asker->checks_hold = false;
    if (OPTION_GIVEN(prediction->options, context_bound))
        asker->bound =
            context_bound_create(asker->encoding, prediction->options->context_bound, prediction->options->deepen);
    for (uint32_t i = 0; i < prediction->settled->count; i++)
        require_settled(asker, &prediction->settled->data[i]);
}

static void end_encoding(Asker *asker)
{
    Statistics *statistics = &asker->prediction->statistics;
    SolverStatistics solver = solver_statistics(encoding_solver(asker->encoding));
    statistics->solver_calls += solver.calls;
    statistics->solver_s += solver.seconds;
    statistics->clauses += solver.clauses;
    statistics->encode_s += encoding_statistics(asker->encoding).seconds;
    if (asker->prediction->options->dump & DUMP_FORMULA)
        encoding_dump(asker->encoding, &asker->prediction->dump);
    context_bound_free(asker->bound);
    encoding_free(asker->encoding);
    asker->bound = NULL;
    asker->encoding = NULL;
}

// Hands a solution to the caller. True if it was a violation: `reported`.
static bool confirm(Asker *asker, const Question *question, Place *reported)
{
    Prediction *prediction = asker->prediction;
    encoding_read_execution(asker->encoding, &asker->execution);
    Predicted predicted = {.concurrent = asker->concurrent,
                           .execution = &asker->execution,
                           .encoding = asker->encoding,
                           .property = question->property,
                           .where = question->where,
                           .prefix = prediction->prefix,
                           .prefix_count = prediction->prefix_count,
                           .last = question->last,
                           .race = question->kind == QUESTION_MEET};
    Confirmation confirmation =
        prediction->confirm(prediction->confirm_context, &predicted, &reported->property, &reported->position);
    if (confirmation == DIVERGED && !asker->concurrent->approximate)
        INTERNAL_ERROR("a predicted reordering cannot be executed (%s at %s:%u)", property_name(question->property),
                       question->where ? question->where->position.file : "-",
                       question->where ? question->where->position.line : 0);
    prediction->statistics.iterations++;
    if (confirmation != CONFIRMED) {
        prediction->unconfirmed = true;
        return false;
    }
    prediction->found = true;
    // The concurrent trace lets it by where it ends the run: to ask again would be of no use.
    bool settles = reported->property != PROPERTY_RACE && reported->property != PROPERTY_DEADLOCK;
    bool known = settles ? !settle_place(asker, reported) : reported->property != question->property;
    if (known && question->kind != QUESTION_MEET) {
        prediction->unconfirmed = true;
        return false;
    }
    return true;
}

static Literal encode_question(Asker *asker, const Question *question)
{
    switch (question->kind) {
    case QUESTION_FAILS:
        return question_fails(asker->encoding, question->first, question->second);
    case QUESTION_OUTLIVED:
        return question_outlived(asker->encoding, question->first);
    case QUESTION_HELD:
        return question_destroyed_while_held(asker->encoding, question->first);
    case QUESTION_FAULT:
        return question_at_fault(asker->encoding, question->first);
    case QUESTION_MEET:
        return question_meet(asker->encoding, question->first, question->second);
    case QUESTION_RELEASED:
        return question_released(asker->encoding, question->first);
    case QUESTION_OUTCOME:
        return question_other_outcome(asker->encoding, question->first);
    }
    INTERNAL_ERROR("question of kind %d", (int)question->kind);
}

// Whether any of some questions has a positive answer: then the first of them, else NULL.
static Question *ask_any(Asker *asker, uint32_t first, uint32_t end)
{
    Solver *solver = encoding_solver(asker->encoding);
    LiteralList some = {0};
    Literal any = -solver_new_literal(solver);
    vector_push(&some, -any);
    for (uint32_t i = first; i < end; i++)
        if (!asker->questions.data[i].answered && asker->questions.data[i].literal)
            vector_push(&some, asker->questions.data[i].literal);
    solver_add_clause(solver, some.data, some.count);
    bool open = some.count > 1;
    vector_free(&some);
    if (!open || solve(asker, any) != SOLVE_SATISFIED)
        return NULL;
    for (uint32_t i = first; i < end; i++)
        if (!asker->questions.data[i].answered && encoding_holds(asker->encoding, asker->questions.data[i].literal))
            return &asker->questions.data[i];
    INTERNAL_ERROR("a solution answers none of the questions");
}

// Asks the questions in groups. Positive answers go to `answer`, which says whether the question is done with.
static void ask_in_groups(Asker *asker, bool (*answer)(Asker *asker, const Question *question))
{
    const PlaceList *settled = asker->prediction->settled;
    for (uint32_t i = 0; i < asker->questions.count; i++)
        for (uint32_t j = 0; j < settled->count; j++)
            asker->questions.data[i].answered |= is_settled(&asker->questions.data[i], &settled->data[j]);
    uint32_t count = asker->questions.count, size = 1 + count / asker->prediction->groups;
    for (uint32_t first = 0; first < count && !finished(asker); first += size) {
        uint32_t end = first + size < count ? first + size : count;
        bool open = false;
        for (uint32_t i = first; i < end; i++)
            open |= !asker->questions.data[i].answered;
        if (!open)
            continue;
        begin_encoding(asker);
        for (uint32_t i = first; i < end && !limits_stop(asker->prediction->limits); i++)
            if (!asker->questions.data[i].answered)
                asker->questions.data[i].literal = encode_question(asker, &asker->questions.data[i]);
        Question *found;
        while (!finished(asker) && (found = ask_any(asker, first, end)))
            found->answered |= answer(asker, found);
        end_encoding(asker);
    }
    asker->questions.count = 0;
}

// Another violation may come first. That one is settled then, and the question asked again.
static bool report(Asker *asker, const Question *question)
{
    return !confirm(asker, question, &(Place){0}) || question->kind == QUESTION_MEET;
}

static void ask_checks(Asker *asker)
{
    for (uint32_t i = 0; i < asker->concurrent->threads.count; i++)
        for (uint32_t j = 0; j < asker->concurrent->threads.data[i].conditions.count; j++) {
            const Condition *condition = &asker->concurrent->threads.data[i].conditions.data[j];
            const TraceEvent *recorded = &asker->concurrent->trace->events.data[condition->trace];
            if (condition->kind == EVENT_check && !condition->certain && wants(asker, recorded->property))
                vector_push(&asker->questions, (Question){.kind = QUESTION_FAILS,
                                                          .first = i,
                                                          .second = j,
                                                          .property = recorded->property,
                                                          .where = recorded,
                                                          .last = i});
        }
    ask_in_groups(asker, report);
}

static void ask_lifetimes(Asker *asker)
{
    const ConcurrentTrace *concurrent = asker->concurrent;
    for (uint32_t i = 0; i < concurrent->lifetimes.count; i++) {
        const Lifetime *lifetime = &concurrent->lifetimes.data[i];
        EventKind kind = concurrent->events.data[lifetime->ending.event].kind;
        Property property = kind == EVENT_sync_destroy || kind == EVENT_sync_init ? PROPERTY_LOCK : PROPERTY_MEMORY;
        if (wants(asker, property))
            vector_push(&asker->questions, (Question){.kind = QUESTION_OUTLIVED,
                                                      .first = i,
                                                      .property = property,
                                                      .where = concurrent_trace_recorded(concurrent, lifetime->use),
                                                      .last = concurrent->events.data[lifetime->use].thread});
    }
    for (uint32_t i = 0; i < concurrent->held_objects.count && wants(asker, PROPERTY_LOCK); i++) {
        const HeldObject *held = &concurrent->held_objects.data[i];
        vector_push(&asker->questions, (Question){.kind = QUESTION_HELD,
                                                  .first = i,
                                                  .property = PROPERTY_LOCK,
                                                  .where = concurrent_trace_recorded(concurrent, held->event),
                                                  .last = concurrent->events.data[held->event].thread});
    }
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        uint32_t blocked = concurrent->threads.data[i].blocked;
        const TraceEvent *violation = blocked ? &concurrent->trace->events.data[blocked - 1] : NULL;
        if (violation && violation->kind == EVENT_violation && wants(asker, violation->property))
            vector_push(&asker->questions, (Question){.kind = QUESTION_FAULT,
                                                      .first = i,
                                                      .property = violation->property,
                                                      .where = violation,
                                                      .last = i});
    }
    ask_in_groups(asker, report);
}

// Where a deadlock is reported, see machine_check_deadlock.
static bool shows_better(const StuckThread *thread, const StuckThread *other)
{
    const TracePosition *a = &thread->where->position, *b = &other->where->position;
    int files = strcmp(a->file, b->file);
    if (thread->joins != other->joins)
        return other->joins;
    return files ? files < 0 : a->line != b->line ? a->line < b->line : a->column < b->column;
}

typedef struct DeadlockKind {
    const DeadlockQuestion *question;
    bool local;
} DeadlockKind;

static Literal kind_literal(DeadlockKind kind)
{
    return kind.local ? kind.question->local : kind.question->global;
}

// That the thread is stuck there and counts.
static Literal takes_part(Asker *asker, DeadlockKind kind, const StuckThread *thread)
{
    return kind.local ? solver_and(encoding_solver(asker->encoding), thread->literal, thread->in_circle)
                      : thread->literal;
}

// In the current solution: the entry that is expected to be reported.
static const StuckThread *expected_place(Asker *asker, DeadlockKind kind)
{
    const StuckThread *best = NULL;
    for (uint32_t i = 0; i < kind.question->stuck.count; i++) {
        const StuckThread *thread = &kind.question->stuck.data[i];
        if (encoding_holds(asker->encoding, thread->literal) &&
            (!kind.local || encoding_holds(asker->encoding, thread->in_circle)) &&
            (!best || shows_better(thread, best)))
            best = thread;
    }
    return best;
}

// From now on another place is reported.
static void exclude_place(Asker *asker, DeadlockKind kind, const StuckThread *reported)
{
    Solver *solver = encoding_solver(asker->encoding);
    LiteralList clause = {0};
    vector_push(&clause, -kind_literal(kind));
    for (uint32_t i = 0; i < kind.question->stuck.count; i++)
        if (shows_better(&kind.question->stuck.data[i], reported))
            vector_push(&clause, takes_part(asker, kind, &kind.question->stuck.data[i]));
    for (uint32_t i = 0; i < kind.question->stuck.count; i++) {
        const StuckThread *thread = &kind.question->stuck.data[i];
        if (shows_better(thread, reported) || shows_better(reported, thread))
            continue;
        vector_push(&clause, -takes_part(asker, kind, thread));
        solver_add_clause(solver, clause.data, clause.count);
        vector_drop(&clause);
    }
    vector_free(&clause);
}

// Something else came first, or more is stuck than the solution says. The threads may stand like this no more.
static void exclude_state(Asker *asker, DeadlockKind kind)
{
    LiteralList clause = {0};
    vector_push(&clause, -kind_literal(kind));
    for (uint32_t i = 0; i < kind.question->stuck.count; i++) {
        const StuckThread *thread = &kind.question->stuck.data[i];
        Literal literals[] = {thread->literal, thread->in_circle};
        for (uint32_t j = 0; j < (kind.local ? 2 : 1); j++)
            vector_push(&clause, encoding_holds(asker->encoding, literals[j]) ? -literals[j] : literals[j]);
    }
    solver_add_clause(encoding_solver(asker->encoding), clause.data, clause.count);
    vector_free(&clause);
}

static void ask_deadlock(Asker *asker, DeadlockKind kind)
{
    while (!finished(asker) && solve(asker, kind_literal(kind)) == SOLVE_SATISFIED) {
        const StuckThread *expected = expected_place(asker, kind);
        Place reported = {0};
        bool confirmed = confirm(
            asker, &(Question){.property = PROPERTY_DEADLOCK, .where = expected->where, .last = NO_THREAD}, &reported);
        if (finished(asker))
            return;
        if (!confirmed ||
            (reported.property == PROPERTY_DEADLOCK && !same_place(&reported.position, &expected->where->position)))
            exclude_state(asker, kind);
        else if (reported.property == PROPERTY_DEADLOCK)
            exclude_place(asker, kind, expected);
    }
}

static void ask_deadlocks(Asker *asker)
{
    if (!wants(asker, PROPERTY_DEADLOCK) || finished(asker) || !question_deadlock_possible(asker->concurrent))
        return;
    begin_encoding(asker);
    DeadlockQuestion deadlock = {0};
    question_deadlock(asker->encoding, &deadlock);
    ask_deadlock(asker, (DeadlockKind){.question = &deadlock, .local = true});
    ask_deadlock(asker, (DeadlockKind){.question = &deadlock});
    vector_free(&deadlock.stuck);
    end_encoding(asker);
}

static void ask_races(Asker *asker)
{
    if (!wants(asker, PROPERTY_RACE) || finished(asker))
        return;
    EventPairs pairs = {0};
    begin_encoding(asker);
    question_list_races(asker->encoding, &pairs);
    end_encoding(asker);
    for (uint32_t i = 0; i < pairs.count; i++) {
        const TraceEvent *first = concurrent_trace_recorded(asker->concurrent, pairs.data[i].first);
        const TraceEvent *second = concurrent_trace_recorded(asker->concurrent, pairs.data[i].second);
        vector_push(&asker->questions, (Question){.kind = QUESTION_MEET,
                                                  .first = pairs.data[i].first,
                                                  .second = pairs.data[i].second,
                                                  .property = PROPERTY_RACE,
                                                  .where = second->kind == EVENT_read ? first : second,
                                                  .last = NO_THREAD});
    }
    vector_free(&pairs);
    ask_in_groups(asker, report);
}

// All checks are known to hold by now. That is not part of the encoding until it matters.
static bool note_other_path(Asker *asker, const Question *question)
{
    (void)question;
    asker->prediction->other_path = asker->checks_hold;
    for (uint32_t i = 0; i < asker->concurrent->threads.count && !asker->checks_hold; i++)
        for (uint32_t j = 0; j < asker->concurrent->threads.data[i].conditions.count; j++)
            if (asker->concurrent->threads.data[i].conditions.data[j].kind == EVENT_check)
                encoding_require_condition(asker->encoding, i, j);
    asker->checks_hold = true;
    return asker->prediction->other_path;
}

// Whether some reordering leaves the recorded path. Checks that were asked about need not be asked again.
static void ask_other_paths(Asker *asker)
{
    Prediction *prediction = asker->prediction;
    const ConcurrentTrace *concurrent = asker->concurrent;
    if (prediction->found || prediction->unconfirmed || prediction->stopped != LIMIT_NONE || concurrent->unasked ||
        concurrent->unfinished || prediction->trace->end == TRACE_UNKNOWN ||
        prediction->trace->end == TRACE_VIOLATION || prediction->causal_model != CAUSAL_SYMBOLIC)
        return;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count; j++) {
            const Condition *condition = &concurrent->threads.data[i].conditions.data[j];
            const TraceEvent *recorded = &concurrent->trace->events.data[condition->trace];
            bool asked = condition->kind == EVENT_check && wants(asker, recorded->property);
            if (condition->kind != EVENT_assume && !condition->certain && !asked)
                vector_push(&asker->questions, (Question){.kind = QUESTION_FAILS,
                                                          .first = i,
                                                          .second = j,
                                                          .property = recorded->property,
                                                          .where = recorded});
        }
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        if (concurrent->threads.data[i].blocked)
            vector_push(&asker->questions,
                        (Question){.kind = QUESTION_RELEASED,
                                   .first = i,
                                   .where = &concurrent->trace->events.data[concurrent->threads.data[i].blocked - 1]});
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (question_has_other_outcome(concurrent, i))
            vector_push(
                &asker->questions,
                (Question){.kind = QUESTION_OUTCOME, .first = i, .where = concurrent_trace_recorded(concurrent, i)});
    ask_in_groups(asker, note_other_path);
    prediction->covered = !prediction->other_path && prediction->stopped == LIMIT_NONE;
}

static void ask_everything(Asker *asker)
{
    ask_checks(asker);
    ask_lifetimes(asker);
    ask_deadlocks(asker);
    ask_races(asker);
    if (!asker->prediction->one_path)
        ask_other_paths(asker);
}

void prediction_run(Prediction *prediction)
{
    const Options *options = prediction->options;
    Asker asker = {.prediction = prediction,
                   .concurrent = concurrent_trace_create(prediction->trace, prediction->limits),
                   .how = {.causal_model = prediction->causal_model,
                           .order_method = options->order == ORDER_CHOICE_CLOCKS ? ORDER_CLOCKS : ORDER_GRAPH,
                           .whole_trace = options->no_slice,
                           .keep_clauses = (options->dump & DUMP_SMT2) != 0}};
    if (asker.concurrent)
        ask_everything(&asker);
    // Questions may be missing, too, not only answers.
    if (limits_stop(prediction->limits)) {
        prediction->stopped = prediction->limits->reason;
        prediction->covered = false;
    }
    concurrent_trace_free(asker.concurrent);
    vector_free(&asker.questions);
    vector_free(&asker.execution);
}

// Whether a wait is one that ends without a signal.
static bool wakes_by_itself(const Predicted *predicted, EventId begin)
{
    const ConcurrentTrace *concurrent = predicted->concurrent;
    for (uint32_t i = 0; i < concurrent->waits.count; i++) {
        const Wait *wait = &concurrent->waits.data[i];
        if (wait->begin != begin)
            continue;
        bool over = encoding_wait_over(predicted->encoding, i);
        bool ends = over ? !wait->timed_out : wait->thread + 1 == predicted->wakes;
        return ends && !encoding_wait_signalled(predicted->encoding, i);
    }
    return false;
}

void prediction_make_guide(const Predicted *predicted, Guide *guide)
{
    const ConcurrentTrace *concurrent = predicted->concurrent;
    VECTOR(uint32_t) created = {0}, read = {0};
    vector_resize(&created, concurrent->threads.count);
    vector_resize(&read, concurrent->threads.count);
    vector_resize(&guide->threads, concurrent->threads.count);
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (recorded->kind == EVENT_create && recorded->other < guide->threads.count)
            guide->threads.data[recorded->other] = (GuideThread){recorded->thread, created.data[recorded->thread]++};
    }
    const Trace *trace = concurrent->trace;
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        uint64_t value =
            input->symbol ? encoding_symbol_value(predicted->encoding, input->symbol, input->value) : input->value;
        vector_push(&guide->inputs.placed,
                    (PlacedInput){input->thread, read.data[input->thread]++, value, input->symbol != NO_TERM});
    }
    for (uint32_t i = 0; i < predicted->execution->count; i++) {
        EventId id = predicted->execution->data[i];
        const ConcurrentEvent *event = &concurrent->events.data[id];
        if (concurrent_trace_recorded(concurrent, id)->earlier)
            continue;
        GuideEvent wanted = {.thread = event->thread,
                             .index = concurrent_trace_recorded(concurrent, id)->index,
                             .woken = NO_THREAD,
                             .outcome = concurrent_trace_event_outcome(concurrent, id)};
        if (event->kind == EVENT_signal)
            wanted.woken = encoding_woken_thread(predicted->encoding, id);
        else if (event->kind == EVENT_wait)
            wanted.outcome = wakes_by_itself(predicted, id);
        vector_push(&guide->events, wanted);
    }
    guide->prefix = predicted->prefix;
    guide->prefix_count = predicted->prefix_count;
    guide->last = predicted->last;
    guide->stop_at_race = predicted->race;
    vector_free(&created);
    vector_free(&read);
}

Confirmation prediction_execute(const Predicted *predicted, const Program *program, const MachineOptions *options,
                                NotePredicted *note, void *context, Property *property, TracePosition *place)
{
    Guide guide = {0};
    prediction_make_guide(predicted, &guide);
    GuidedRun run;
    guided_run_execute(&run, program, options, &guide, NULL, NULL);
    bool violated = machine_status(run.machine) == MACHINE_VIOLATION;
    const Violation *violation = violated                        ? machine_violation(run.machine)
                                 : run.end == GUIDED_RUN_AT_RACE ? &run.race
                                                                 : NULL;
    Confirmation result = violation ? CONFIRMED : run.end == GUIDED_RUN_DIVERGED ? DIVERGED : NOT_THERE;
    if (violation) {
        *property = violation->property;
        *place = trace_position_in(program, violation->position);
        note(context, &run, violation);
    }
    guided_run_free(&run);
    guide_free(&guide);
    return result;
}
