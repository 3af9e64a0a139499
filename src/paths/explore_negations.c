// The decisions of a run, and the questions whether they can be negated.
#include "paths/item_exploration.h"

enum {
    LOOP_LIMIT = 100
}; // decisions at one place of the source, or of a model, by one thread, beyond which they are not negated

static bool is_certain(const ItemExploration *exploration, const Negation *negation)
{
    return negation->decision->kind == DECISION_CONDITION &&
           exploration->concurrent->threads.data[negation->thread].conditions.data[negation->decision->index].certain;
}

// Strategy 1 does not negate what the prefix of the item says.
static bool is_settled(const ItemExploration *exploration, const Negation *negation)
{
    const ThreadPath *path = &exploration->path.threads.data[negation->thread];
    const ThreadPrefix *prefix = exploration->explorer->kind == EXPLORE_COMBINATIONS
                                     ? path_prefix_find_thread(&exploration->item->prefix, path->name, negation->thread)
                                     : NULL;
    if (!prefix)
        return false;
    uint32_t number = (uint32_t)(negation->decision - path->decisions.data);
    return number < prefix->decisions.count || (number == prefix->decisions.count && prefix->negates) ||
           prefix->progress == PROGRESS_UNBOUNDED;
}

static void note_bound(ItemExploration *exploration, const Decision *decision)
{
    RoundKind kind = exploration->explorer->kind == EXPLORE_READS ? ROUNDS_OF_EVENTS : ROUNDS_OF_DECISIONS;
    Text repeated = {0};
    rounds_describe(exploration->run.guided.options.rounds, exploration->explorer->task->program, kind,
                    exploration->concurrent->trace->events.data[decision->trace].thread, exploration->run.position,
                    &repeated);
    coverage_note_unknown(&exploration->out->coverage, "bound: %s may go on for more than %d iterations",
                          text_string(&repeated), LOOP_LIMIT);
    text_free(&repeated);
}

// Whether it is that a thread waits: others go on meanwhile, also if it is in an atomic section.
static bool waits(const ItemExploration *exploration, const Decision *decision)
{
    return decision->kind == DECISION_RELEASE &&
           exploration->concurrent->trace->events.data[decision->trace].kind == EVENT_blocked;
}

static Literal ask_negation(ItemExploration *exploration, Negation *negation)
{
    Encoding *encoding = exploration->encoding;
    const Decision *decision = negation->decision;
    if (decision->kind != DECISION_CONDITION) {
        Literal other = decision->kind == DECISION_OUTCOME ? question_other_outcome(encoding, decision->index)
                                                           : question_released(encoding, negation->thread);
        negation->alone = !waits(exploration, decision) &&
                          encoding_stop_others(encoding, negation->thread, decision->point.events, other);
        return other;
    }
    Literal question = question_fails(encoding, negation->thread, decision->index);
    negation->alone = encoding_stop_others(encoding, negation->thread, decision->point.events, question);
    return question;
}

// Where a thread negates a decision in the middle of an atomic section nobody else does anything any more.
static void keep_apart(ItemExploration *exploration, const NegationList *negations)
{
    Solver *solver = encoding_solver(exploration->encoding);
    for (uint32_t i = 0; i < negations->count; i++)
        for (uint32_t j = 0; j < negations->count && negations->data[i].alone; j++) {
            Literal clause[] = {-negations->data[i].question, -negations->data[j].question};
            if (!negations->data[j].closed && negations->data[j].thread != negations->data[i].thread)
                solver_add_clause(solver, clause, 2);
        }
}

static void create_encoding(ItemExploration *exploration)
{
    const Options *options = exploration->explorer->task->options;
    EncodingOptions how = {.causal_model = CAUSAL_SYMBOLIC,
                           .order_method = options->order == ORDER_CHOICE_CLOCKS ? ORDER_CLOCKS : ORDER_GRAPH,
                           .whole_trace = options->no_slice};
    exploration->encoding = encoding_create(exploration->concurrent, &how, exploration->explorer->task->limits);
}

// A violation that nobody asked about ends its thread only.
static bool is_asked_check(const ItemExploration *exploration, const Condition *condition)
{
    Property property = exploration->concurrent->trace->events.data[condition->trace].property;
    return condition->kind == EVENT_check && (exploration->concrete.properties & PROPERTY_BIT(property)) != 0;
}

static void require_checks(ItemExploration *exploration)
{
    const ConcurrentTrace *concurrent = exploration->concurrent;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count; j++)
            if (is_asked_check(exploration, &concurrent->threads.data[i].conditions.data[j]))
                encoding_require_condition(exploration->encoding, i, j);
}

static void end_encoding(ItemExploration *exploration)
{
    SolverStatistics solver = solver_statistics(encoding_solver(exploration->encoding));
    exploration->out->statistics.solver_calls += solver.calls;
    exploration->out->statistics.solver_s += solver.seconds;
    exploration->out->statistics.clauses += solver.clauses;
    exploration->out->statistics.encode_s += encoding_statistics(exploration->encoding).seconds;
    encoding_free(exploration->encoding);
    exploration->encoding = NULL;
}

static void list_negations(ItemExploration *exploration, NegationList *negations)
{
    for (uint32_t i = 0; i < exploration->path.threads.count; i++)
        for (uint32_t j = 0; j < exploration->path.threads.data[i].decisions.count; j++)
            vector_push(negations,
                        ((Negation){.thread = i, .decision = &exploration->path.threads.data[i].decisions.data[j]}));
}

// Closes those that are not asked about.
static uint32_t choose_negations(ItemExploration *exploration, NegationList *negations)
{
    Map places = {0};
    uint32_t open = 0;
    for (uint32_t i = 0; i < negations->count; i++) {
        Negation *negation = &negations->data[i];
        const TraceEvent *event = &exploration->concurrent->trace->events.data[negation->decision->trace];
        const TracePosition *position = &event->position;
        uint64_t place = (uint64_t)negation->thread << 48 ^ (uint64_t)position->line << 24 ^ position->column ^
                         (uint64_t)event->code << 32;
        uint64_t count = ++*map_insert(&places, place);
        if (negation->closed || is_settled(exploration, negation)) {
            negation->closed = true;
        } else if (is_certain(exploration, negation)) {
            explore_refute_child(exploration, negation);
            negation->closed = true;
        } else if (count > LOOP_LIMIT) {
            note_bound(exploration, negation->decision);
            negation->closed = true;
        }
        open += !negation->closed;
    }
    map_free(&places);
    return open;
}

static void find_new_runs(ItemExploration *exploration, NegationList *negations, bool combinations)
{
    keep_apart(exploration, negations);
    require_checks(exploration);
    explore_begin_lives(exploration);
    if (combinations)
        explore_combine_suffixes(exploration, negations);
    else
        explore_find_children(exploration, negations);
    explore_end_lives(exploration);
}

void explore_negate_decisions(ItemExploration *exploration)
{
    NegationList negations = {0};
    Limits *limits = exploration->explorer->task->limits;
    bool combinations = exploration->explorer->kind == EXPLORE_COMBINATIONS;
    list_negations(exploration, &negations);
    if (!combinations)
        explore_find_covered(exploration, &negations);
    if (!limits_stop(limits) && choose_negations(exploration, &negations)) {
        create_encoding(exploration);
        for (uint32_t i = 0; i < negations.count && !limits_stop(limits); i++)
            if (!negations.data[i].closed)
                negations.data[i].question = ask_negation(exploration, &negations.data[i]);
        if (!limits_stop(limits))
            find_new_runs(exploration, &negations, combinations);
        end_encoding(exploration);
    }
    for (uint32_t i = 0; i < negations.count; i++) {
        vector_free(&negations.data[i].covered_values);
        vector_free(&negations.data[i].covered_progress);
    }
    vector_free(&negations);
}
