// The decisions of a run that its region lets be taken otherwise, and the questions whether they can be.
#include "engine/explore_state.h"

enum { LOOP_LIMIT = 100 }; // decisions at one place of the source by one thread, beyond which they are not turned round

// Whether the region leaves another way open here.
static bool may_turn(const Search *search, uint32_t thread, const Decision *decision)
{
    for (uint32_t i = 0; i < search->region.constraints.count; i++) {
        const PathConstraint *constraint = &search->region.constraints.data[i];
        // Where the run broke a constraint, all of the region turns.
        if (explore_concerns(constraint, thread, decision) &&
            (constraint->excluded ? decision->two_ways : constraint->value == decision->value))
            return false;
    }
    return true;
}

static bool is_certain(const Search *search, uint32_t thread, const Decision *decision)
{
    return decision->kind == DECISION_CONDITION &&
           search->model->threads.data[thread].conditions.data[decision->index].certain;
}

static void note_bound(Search *search, const Decision *decision)
{
    if (search->out->unknown.length)
        return;
    text_append(&search->out->unknown, "bound: the loop at ");
    trace_position_describe(&search->model->trace->events.data[decision->trace].position, &search->out->unknown);
    text_format(&search->out->unknown, " may go on for more than %d iterations", LOOP_LIMIT);
}

static void list_turns_of(Search *search, uint32_t id, TurnList *turns)
{
    const ThreadPath *path = &search->path.threads.data[id];
    Map places = {0};
    uint32_t fixed = 0;
    for (uint32_t i = 0; i < path->decisions.count; i++) {
        const Decision *decision = &path->decisions.data[i];
        const TracePosition *position = &search->model->trace->events.data[decision->trace].position;
        uint64_t *count = map_insert(&places, (uint64_t)position->line << 32 | position->column);
        ++*count;
        uint32_t passed = fixed;
        Standing standing = explore_judge(search, id, decision, &fixed);
        const ThreadRegion *region = &search->region.threads.data[id];
        if (standing == STANDS_WRONG) {
            Turn turn = {.thread = id, .decision = decision, .back = true};
            if (passed < region->fixed.count &&
                !path_point_compare(region->fixed.data[passed].point, decision->point)) {
                turn.must = true;
                turn.value = region->fixed.data[passed].value;
            }
            const PathPoint *expected = passed < region->fixed.count ? &region->fixed.data[passed].point
                                        : region->bounded            ? &region->boundary
                                                                     : NULL;
            turn.unexpected = !expected || path_point_compare(*expected, decision->point) != 0;
            vector_push(turns, turn);
        } else if (standing == STANDS_OPEN && is_certain(search, id, decision)) {
            explore_refute_child(search, id, decision);
        } else if (standing == STANDS_OPEN && may_turn(search, id, decision)) {
            if (*count > LOOP_LIMIT)
                note_bound(search, decision);
            else
                vector_push(turns, (Turn){.thread = id, .decision = decision});
        }
    }
    map_free(&places);
}

static void forbid_value(Search *search, Literal question, const Decision *decision, uint64_t value, bool but)
{
    TermTable *terms = search->model->terms;
    uint32_t width = term_width(terms, decision->expression);
    Literal same = encoding_condition(search->encoding,
                                      term_equal(terms, decision->expression, term_constant(terms, width, value)));
    solver_add_clause(encoding_solver(search->encoding), (const Literal[]){-question, but ? same : -same}, 2);
}

static Literal ask_turn(Search *search, const Turn *turn)
{
    Encoding *encoding = search->encoding;
    const Decision *decision = turn->decision;
    uint32_t thread = turn->thread;
    if (decision->kind == DECISION_OUTCOME)
        return question_other_outcome(encoding, decision->index);
    if (decision->kind == DECISION_RELEASE)
        return question_released(encoding, thread);
    Literal question = question_fails(encoding, thread, decision->index);
    encoding_stop_others(encoding, thread, decision->point.events, question);
    if (turn->must)
        forbid_value(search, question, decision, turn->value, true);
    for (uint32_t i = 0; i < search->region.constraints.count && !decision->two_ways; i++) {
        const PathConstraint *constraint = &search->region.constraints.data[i];
        if (explore_concerns(constraint, thread, decision) && constraint->excluded)
            forbid_value(search, question, decision, constraint->value, false);
    }
    return question;
}

static void create_encoding(Search *search)
{
    const Options *options = search->explorer->task->options;
    EncodingOptions how = {.causal_model = CAUSAL_SYMBOLIC,
                           .order_method = options->order == ORDER_CHOICE_CLOCKS ? ORDER_CLOCKS : ORDER_GRAPH,
                           .whole_trace = options->no_slice};
    search->encoding = encoding_create(search->model, &how, search->explorer->task->limits);
}

static void require_checks(Search *search)
{
    const Model *model = search->model;
    for (uint32_t i = 0; i < model->threads.count; i++)
        for (uint32_t j = 0; j < model->threads.data[i].conditions.count; j++)
            if (model->threads.data[i].conditions.data[j].kind == EVENT_check)
                encoding_require_condition(search->encoding, i, j);
}

static void end_encoding(Search *search)
{
    SolverStatistics solver = solver_statistics(encoding_solver(search->encoding));
    search->out->statistics.solver_calls += solver.calls;
    search->out->statistics.solver_s += solver.seconds;
    search->out->statistics.clauses += solver.clauses;
    search->out->statistics.encode_s += encoding_statistics(search->encoding).seconds;
    encoding_free(search->encoding);
    search->encoding = NULL;
}

void explore_turn_decisions(Search *search)
{
    TurnList turns = {0};
    for (uint32_t i = 0; i < search->path.threads.count; i++)
        list_turns_of(search, i, &turns);
    if (turns.count) {
        create_encoding(search);
        for (uint32_t i = 0; i < turns.count; i++)
            turns.data[i].question = ask_turn(search, &turns.data[i]);
        require_checks(search);
        if (search->explorer->kind == EXPLORE_PATHS_PRODUCTS)
            explore_find_products(search, &turns);
        else
            explore_find_children(search, &turns);
        end_encoding(search);
    }
    vector_free(&turns);
}
