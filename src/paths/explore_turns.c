// The decisions of a run that can perhaps be taken otherwise, and the questions whether they can be.
#include "paths/explore_state.h"

enum { LOOP_LIMIT = 100 }; // decisions at one place of the source by one thread, beyond which they are not turned round

static bool is_certain(const Search *search, const Turn *turn)
{
    return turn->decision->kind == DECISION_CONDITION &&
           search->concurrent->threads.data[turn->thread].conditions.data[turn->decision->index].certain;
}

// Strategy 1 does not come back to what the item says.
static bool is_settled(const Search *search, const Turn *turn)
{
    const ThreadPath *path = &search->path.threads.data[turn->thread];
    const Way *way = search->explorer->kind == EXPLORE_PATHS_PRODUCTS
                         ? beginning_find(&search->item->beginning, path->name, turn->thread)
                         : NULL;
    if (!way)
        return false;
    uint32_t number = (uint32_t)(turn->decision - path->decisions.data);
    return number < way->steps.count || (number == way->steps.count && way->leaves) || way->level == UINT32_MAX;
}

static void note_bound(Search *search, const Decision *decision)
{
    RoundKind kind = search->explorer->kind == EXPLORE_READS ? ROUNDS_OF_EVENTS : ROUNDS_OF_DECISIONS;
    Text repeated = {0};
    rounds_describe(search->run.followed.options.rounds, search->explorer->task->program, kind,
                    search->concurrent->trace->events.data[decision->trace].thread, search->run.position, &repeated);
    coverage_note_unknown(&search->out->coverage, "bound: %s may go on for more than %d iterations",
                          text_string(&repeated), LOOP_LIMIT);
    text_free(&repeated);
}

static Literal ask_turn(Search *search, Turn *turn)
{
    Encoding *encoding = search->encoding;
    const Decision *decision = turn->decision;
    if (decision->kind != DECISION_CONDITION) {
        Literal other = decision->kind == DECISION_OUTCOME ? question_other_outcome(encoding, decision->index)
                                                           : question_released(encoding, turn->thread);
        turn->alone = encoding_stop_others(encoding, turn->thread, decision->point.events, other);
        return other;
    }
    Literal question = question_fails(encoding, turn->thread, decision->index);
    turn->alone = encoding_stop_others(encoding, turn->thread, decision->point.events, question);
    return question;
}

// Where a thread turns in the middle of a section nobody else does anything any more.
static void keep_apart(Search *search, const TurnList *turns)
{
    Solver *solver = encoding_solver(search->encoding);
    for (uint32_t i = 0; i < turns->count; i++)
        for (uint32_t j = 0; j < turns->count && turns->data[i].alone; j++) {
            Literal clause[] = {-turns->data[i].question, -turns->data[j].question};
            if (!turns->data[j].closed && turns->data[j].thread != turns->data[i].thread)
                solver_add_clause(solver, clause, 2);
        }
}

static void create_encoding(Search *search)
{
    const Options *options = search->explorer->task->options;
    EncodingOptions how = {.causal_model = CAUSAL_SYMBOLIC,
                           .order_method = options->order == ORDER_CHOICE_CLOCKS ? ORDER_CLOCKS : ORDER_GRAPH,
                           .whole_trace = options->no_slice};
    search->encoding = encoding_create(search->concurrent, &how, search->explorer->task->limits);
}

// A violation that nobody asked about ends its thread only.
static bool is_asked_check(const Search *search, const Condition *condition)
{
    Property property = search->concurrent->trace->events.data[condition->trace].property;
    return condition->kind == EVENT_check && (search->concrete.properties & PROPERTY_BIT(property)) != 0;
}

static void require_checks(Search *search)
{
    const ConcurrentTrace *concurrent = search->concurrent;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count; j++)
            if (is_asked_check(search, &concurrent->threads.data[i].conditions.data[j]))
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

static void list_turns(Search *search, TurnList *turns)
{
    for (uint32_t i = 0; i < search->path.threads.count; i++)
        for (uint32_t j = 0; j < search->path.threads.data[i].decisions.count; j++)
            vector_push(turns, ((Turn){.thread = i, .decision = &search->path.threads.data[i].decisions.data[j]}));
}

// Closes those that are not asked about.
static uint32_t choose_turns(Search *search, TurnList *turns)
{
    Map places = {0};
    uint32_t open = 0;
    for (uint32_t i = 0; i < turns->count; i++) {
        Turn *turn = &turns->data[i];
        const TracePosition *position = &search->concurrent->trace->events.data[turn->decision->trace].position;
        uint64_t place = (uint64_t)turn->thread << 48 ^ (uint64_t)position->line << 24 ^ position->column;
        uint64_t count = ++*map_insert(&places, place);
        if (turn->closed || is_settled(search, turn)) {
            turn->closed = true;
        } else if (is_certain(search, turn)) {
            explore_refute_child(search, turn);
            turn->closed = true;
        } else if (count > LOOP_LIMIT) {
            note_bound(search, turn->decision);
            turn->closed = true;
        }
        open += !turn->closed;
    }
    map_free(&places);
    return open;
}

static void find_new_runs(Search *search, TurnList *turns, bool products)
{
    keep_apart(search, turns);
    require_checks(search);
    explore_begin_lives(search);
    if (products)
        explore_find_products(search, turns);
    else
        explore_find_children(search, turns);
    explore_end_lives(search);
}

void explore_turn_decisions(Search *search)
{
    TurnList turns = {0};
    Limits *limits = search->explorer->task->limits;
    bool products = search->explorer->kind == EXPLORE_PATHS_PRODUCTS;
    list_turns(search, &turns);
    if (!products)
        explore_find_covered(search, &turns);
    if (!limits_stop(limits) && choose_turns(search, &turns)) {
        create_encoding(search);
        for (uint32_t i = 0; i < turns.count && !limits_stop(limits); i++)
            if (!turns.data[i].closed)
                turns.data[i].question = ask_turn(search, &turns.data[i]);
        if (!limits_stop(limits))
            find_new_runs(search, &turns, products);
        end_encoding(search);
    }
    for (uint32_t i = 0; i < turns.count; i++) {
        vector_free(&turns.data[i].covered_values);
        vector_free(&turns.data[i].covered_levels);
    }
    vector_free(&turns);
}
