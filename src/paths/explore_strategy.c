// The strategies of Yi and Huang, section 3.4: from the decisions that can be negated to the runs that are to be made.
#include "paths/item_exploration.h"

enum {
    NEAR_BITS = 6,              // inputs should be between -16 and 15 where that is possible
    CHILDREN_PER_NEGATION = 16, // before other runs are made
    EFFORT = 300,               // conflicts for a question that can be asked later, or not at all
    COMBINATION_LIMIT = 10000,  // children of one item in strategy 1
};

static SolveResult solve(ItemExploration *exploration, const Literal *assumptions, uint32_t count)
{
    SolveResult result;
    do {
        result = encoding_solve(exploration->encoding, assumptions, count);
    } while (result == SOLVE_SATISFIED && explore_refine_lives(exploration));
    if (result == SOLVE_STOPPED)
        exploration->out->stopped = limits_exceeded(exploration->explorer->task->limits);
    return result;
}

static Literal make_progress_literal(ItemExploration *exploration, uint32_t thread, Progress progress)
{
    Solver *solver = encoding_solver(exploration->encoding);
    const ConcurrentThread *concurrent = &exploration->concurrent->threads.data[thread];
    uint32_t position = progress_events(progress), first = concurrent_trace_first_condition(concurrent, position);
    EventId before = position ? concurrent->events.data[position - 1] : concurrent->create;
    Literal done = before != NO_EVENT ? encoding_executed(exploration->encoding, before) : solver_true(solver);
    bool decides = progress_has_decided(progress) && first < concurrent->conditions.count &&
                   concurrent->conditions.data[first].position == position;
    return decides ? solver_and(solver, done, encoding_passes(exploration->encoding, thread, position, ALL_CONDITIONS))
                   : done;
}

static void list_progress(ItemExploration *exploration)
{
    for (uint32_t i = 0; i < exploration->path.threads.count; i++)
        for (Progress progress = 1; progress <= explore_last_progress(exploration, i); progress++)
            vector_push(&exploration->progress, make_progress_literal(exploration, i, progress));
}

// The thread has made a progress above 0.
static Literal has_progress(const ItemExploration *exploration, uint32_t thread, Progress progress)
{
    uint32_t index = progress - 1;
    for (uint32_t i = 0; i < thread; i++)
        index += explore_last_progress(exploration, i);
    return exploration->progress.data[index];
}

// The decision becomes this value, which has to be one of more than two.
static Literal becomes(ItemExploration *exploration, const Negation *negation, uint64_t value)
{
    TermTable *terms = exploration->concurrent->terms;
    Term expression = negation->decision->expression;
    return encoding_condition(
        exploration->encoding,
        term_equal(terms, expression, term_constant(terms, term_width(terms, expression), value)));
}

// What a solution should have beyond what is asked, in the order in which it is given up: an unsatisfiable core says
// which threads or inputs stand in the way (Yi and Huang, section 3.4.2).
typedef struct SoftAssumptions {
    LiteralList inputs;   // are as in this run
    LiteralList small;    // inputs are near 0, so that loops that depend on them end
    LiteralList progress; // other threads are at the end of their paths
} SoftAssumptions;

static void assume_inputs(ItemExploration *exploration, SoftAssumptions *soft)
{
    const Trace *trace = exploration->run.trace;
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        if (!input->symbol)
            continue;
        Term same = term_equal(trace->terms, input->symbol, term_constant(trace->terms, input->bits, input->value));
        vector_push(&soft->inputs, encoding_condition(exploration->encoding, same));
        if (input->bits < NEAR_BITS)
            continue;
        // Its high bits are all alike.
        uint32_t width = input->bits - (NEAR_BITS - 2);
        Term high = term_extract(trace->terms, input->symbol, NEAR_BITS - 2, width);
        Term none = term_equal(trace->terms, high, term_constant(trace->terms, width, 0));
        Term all = term_equal(trace->terms, high, term_constant(trace->terms, width, UINT64_MAX));
        vector_push(&soft->small, encoding_condition(exploration->encoding, term_or(trace->terms, none, all)));
    }
}

enum { SOFT_LISTS = 3 };

// Drops those in the core; if there is no core, a whole list. False if there is none left.
static bool drop_soft_assumptions(ItemExploration *exploration, SolveResult result, LiteralList *lists)
{
    for (uint32_t i = 0; i < SOFT_LISTS; i++) {
        uint32_t kept = 0, count = lists[i].count;
        for (uint32_t j = 0; j < count && result == SOLVE_REFUTED; j++)
            if (!solver_failed(encoding_solver(exploration->encoding), lists[i].data[j]))
                lists[i].data[kept++] = lists[i].data[j];
        lists[i].count = kept;
        if (kept < count)
            return true;
    }
    return false;
}

// Solves with as many of the soft assumptions as the cores allow.
static SolveResult solve_with_soft_assumptions(ItemExploration *exploration, const LiteralList *asked,
                                               const SoftAssumptions *soft)
{
    LiteralList lists[SOFT_LISTS] = {0}, assumptions = {0};
    const LiteralList *wanted[SOFT_LISTS] = {&soft->inputs, &soft->small, &soft->progress};
    for (uint32_t i = 0; i < SOFT_LISTS; i++)
        for (uint32_t j = 0; j < wanted[i]->count; j++)
            vector_push(&lists[i], wanted[i]->data[j]);
    SolveResult result;
    do {
        assumptions.count = 0;
        for (uint32_t i = 0; i < asked->count; i++)
            vector_push(&assumptions, asked->data[i]);
        for (uint32_t i = 0; i < SOFT_LISTS; i++)
            for (uint32_t j = 0; j < lists[i].count; j++)
                vector_push(&assumptions, lists[i].data[j]);
        result = solve(exploration, assumptions.data, assumptions.count);
    } while (result != SOLVE_SATISFIED && exploration->out->stopped == LIMIT_NONE &&
             drop_soft_assumptions(exploration, result, lists));
    for (uint32_t i = 0; i < SOFT_LISTS; i++)
        vector_free(&lists[i]);
    vector_free(&assumptions);
    return result;
}

// A solution: a run that negates a decision.
typedef struct NegatingRun {
    ProgressList progress; // of the others
    uint64_t value;
    Guide guide;
} NegatingRun;

static void read_negating_run(ItemExploration *exploration, const Negation *negation, NegatingRun *found)
{
    for (uint32_t i = 0; i < found->progress.count; i++) {
        Progress progress = i == negation->thread ? 0 : explore_highest_progress(exploration, negation->thread, i);
        while (progress && !encoding_holds(exploration->encoding, has_progress(exploration, i, progress)))
            progress--;
        found->progress.data[i] = progress;
    }
    const Decision *decision = negation->decision;
    found->value = decision->two_ways ? !decision->value
                                      : solver_term_value(encoding_solver(exploration->encoding), decision->expression);
    guide_free(&found->guide);
    found->guide = (Guide){0};
    explore_make_guide(exploration, negation, &found->guide);
}

// Looks for a solution in which all others have made the progress of this one, and `thread` as much as it can.
static void advance_thread(ItemExploration *exploration, const Negation *negation, const LiteralList *question,
                           uint32_t thread, const SoftAssumptions *soft, NegatingRun *found)
{
    SoftAssumptions fewer = {.inputs = soft->inputs, .small = soft->small};
    Progress high = explore_highest_progress(exploration, negation->thread, thread);
    LiteralList asked = {0};
    for (bool begun = false; found->progress.data[thread] < high && exploration->out->stopped == LIMIT_NONE;
         begun = true) {
        // In most cases it cannot make any more, so that is asked first.
        Progress low = found->progress.data[thread], middle = begun ? low + (high - low + 1) / 2 : low + 1;
        asked.count = 0;
        for (uint32_t i = 0; i < question->count; i++)
            vector_push(&asked, question->data[i]);
        for (uint32_t i = 0; i < found->progress.count; i++)
            if (i != negation->thread && (i == thread || found->progress.data[i]))
                vector_push(&asked, has_progress(exploration, i, i == thread ? middle : found->progress.data[i]));
        if (solve_with_soft_assumptions(exploration, &asked, &fewer) == SOLVE_SATISFIED)
            read_negating_run(exploration, negation, found);
        else
            high = middle - 1;
    }
    vector_free(&asked);
}

// Where `under` holds, a solution has something that these runs do not have: another value, or a thread that has made
// more progress.
static void exclude(ItemExploration *exploration, const Negation *negation, Literal under, uint64_t value,
                    const Progress *progress)
{
    LiteralList some = {0};
    vector_push(&some, -under);
    if (!negation->decision->two_ways)
        vector_push(&some, -becomes(exploration, negation, value));
    for (uint32_t i = 0; i < exploration->path.threads.count; i++)
        if (i != negation->thread && progress[i] < explore_highest_progress(exploration, negation->thread, i))
            vector_push(&some, has_progress(exploration, i, progress[i] + 1));
    solver_add_clause(encoding_solver(exploration->encoding), some.data, some.count);
    vector_free(&some);
}

static void assume_progress(ItemExploration *exploration, uint32_t negating, SoftAssumptions *soft)
{
    soft->progress.count = 0;
    for (uint32_t i = 0; i < exploration->path.threads.count; i++)
        if (i != negating)
            vector_push(&soft->progress,
                        has_progress(exploration, i, explore_highest_progress(exploration, negating, i)));
}

// A solution of the question that is in no covered run. SOLVE_STOPPED without a limit: it is too hard for now.
static SolveResult find_negation(ItemExploration *exploration, const LiteralList *asked, const SoftAssumptions *soft)
{
    SolveResult result = solve_with_soft_assumptions(exploration, asked, soft);
    if (result != SOLVE_STOPPED || !exploration->item->again || exploration->out->stopped != LIMIT_NONE)
        return result;
    Solver *solver = encoding_solver(exploration->encoding);
    solver_set_effort(solver, 0);
    result = solve(exploration, asked->data, asked->count);
    solver_set_effort(solver, EFFORT);
    return result;
}

// Finds runs that negate the decision until all are covered: each has the others as far as they can go.
static void find_negating_runs(ItemExploration *exploration, Negation *negation, SoftAssumptions *soft)
{
    Solver *solver = encoding_solver(exploration->encoding);
    uint32_t threads = exploration->path.threads.count, children = 0;
    Literal uncovered = solver_new_literal(solver);
    for (uint32_t i = 0; i < negation->covered_values.count; i++)
        exclude(exploration, negation, uncovered, negation->covered_values.data[i],
                &negation->covered_progress.data[i * threads]);
    assume_progress(exploration, negation->thread, soft);
    LiteralList asked = {0};
    vector_push(&asked, negation->question);
    vector_push(&asked, uncovered);
    NegatingRun found = {0};
    vector_resize(&found.progress, threads);
    SolveResult result = SOLVE_SATISFIED;
    while (!negation->closed && children < CHILDREN_PER_NEGATION &&
           (result = find_negation(exploration, &asked, soft)) == SOLVE_SATISFIED) {
        read_negating_run(exploration, negation, &found);
        for (uint32_t i = 0; i < threads; i++)
            if (i != negation->thread)
                advance_thread(exploration, negation, &asked, i, soft, &found);
        exclude(exploration, negation, uncovered, found.value, found.progress.data);
        explore_cover(exploration, negation, found.value, &found.progress);
        explore_add_child(exploration, negation, found.value, &found.progress, &found.guide);
        children++;
    }
    if (!negation->closed && result != SOLVE_REFUTED)
        exploration->again = true;
    if (!children && result == SOLVE_REFUTED && !solver_failed(solver, uncovered))
        explore_refute_child(exploration, negation);
    vector_free(&found.progress);
    guide_free(&found.guide);
    vector_free(&asked);
}

// Whether the next run is to be made as soon as there is one, because a violation ends the exploration.
static bool hurries(const ItemExploration *exploration)
{
    return exploration->explorer->kind == EXPLORE_INPUT && !exploration->item->again &&
           !exploration->explorer->task->options->all;
}

static bool has_child(const ItemExploration *exploration)
{
    for (uint32_t i = 0; i < exploration->out->children.count; i++)
        if (exploration->out->children.data[i].reachable)
            return true;
    return false;
}

// Strategy 2.
void explore_find_children(ItemExploration *exploration, NegationList *negations)
{
    SoftAssumptions soft = {0};
    list_progress(exploration);
    assume_inputs(exploration, &soft);
    solver_set_effort(encoding_solver(exploration->encoding), EFFORT);
    for (uint32_t i = 0; i < negations->count && exploration->out->stopped == LIMIT_NONE; i++) {
        if (negations->data[i].closed)
            continue;
        if (hurries(exploration) && has_child(exploration))
            exploration->again = true;
        else
            find_negating_runs(exploration, &negations->data[i], &soft);
    }
    if (exploration->again && exploration->out->stopped == LIMIT_NONE)
        explore_add_again(exploration);
    vector_free(&soft.inputs);
    vector_free(&soft.small);
    vector_free(&soft.progress);
}

// Makes the solution at hand a child, and excludes it from further solutions.
static void add_combination(ItemExploration *exploration, const NegationList *negations, const LiteralList *stays)
{
    Encoding *encoding = exploration->encoding;
    Solver *solver = encoding_solver(encoding);
    Child child = {.reachable = true};
    LiteralList block = {0};
    const Negation *negating = NULL;
    for (uint32_t i = 0; i < exploration->path.threads.count; i++) {
        const ThreadPath *path = &exploration->path.threads.data[i];
        const Negation *here = NULL;
        for (uint32_t j = 0; j < negations->count; j++)
            if (negations->data[j].thread == i && !negations->data[j].closed &&
                encoding_holds(encoding, negations->data[j].question))
                here = &negations->data[j];
        if (!here) {
            vector_push(&child.item.prefix.threads, thread_prefix_up_to(path, PROGRESS_UNBOUNDED));
            vector_push(&block, -stays->data[i]);
            continue;
        }
        uint64_t value = here->decision->two_ways ? 0 : solver_term_value(solver, here->decision->expression);
        negating = here;
        explore_label_child(exploration, here, &child);
        vector_push(&child.item.prefix.threads, thread_prefix_negating(path, here->decision, value));
        vector_push(&block, here->decision->two_ways
                                ? -here->question
                                : -solver_and(solver, here->question, becomes(exploration, here, value)));
    }
    child.item.approximate = exploration->concurrent->approximate;
    explore_make_guide(exploration, negating, &child.item.guide);
    solver_add_clause(solver, block.data, block.count);
    vector_free(&block);
    vector_push(&exploration->out->children, child);
}

// With which the thread has taken its last decision; PROGRESS_NONE: it takes none.
static Progress last_decided_progress(const ItemExploration *exploration, uint32_t thread)
{
    const ThreadPath *path = &exploration->path.threads.data[thread];
    Progress last = PROGRESS_NONE;
    for (uint32_t i = 0; i < path->decisions.count; i++)
        if (path->decisions.data[i].kind != DECISION_RELEASE)
            last = path_decision_progress(&path->decisions.data[i]);
    return last;
}

// Strategy 1: every thread either keeps to its path or negates one decision of it; all combinations that the events of
// this run allow. What they do not allow is given up, although another run might.
void explore_combine_suffixes(ItemExploration *exploration, const NegationList *negations)
{
    Encoding *encoding = exploration->encoding;
    Solver *solver = encoding_solver(encoding);
    uint32_t threads = exploration->path.threads.count;
    list_progress(exploration);
    Literal some = -solver_new_literal(solver);
    LiteralList any = {0}, stays = {0};
    vector_push(&any, -some);
    for (uint32_t i = 0; i < threads; i++) {
        Progress last = last_decided_progress(exploration, i);
        Literal stay = last ? has_progress(exploration, i, last) : solver_true(solver);
        LiteralList choices = {0};
        vector_push(&stays, stay);
        vector_push(&choices, -some);
        vector_push(&choices, stay);
        for (uint32_t j = 0; j < negations->count; j++)
            if (negations->data[j].thread == i && !negations->data[j].closed) {
                vector_push(&choices, negations->data[j].question);
                vector_push(&any, negations->data[j].question);
            }
        solver_add_clause(solver, choices.data, choices.count);
        vector_free(&choices);
    }
    solver_add_clause(solver, any.data, any.count);
    while (any.count > 1 && exploration->out->children.count < COMBINATION_LIMIT &&
           exploration->out->stopped == LIMIT_NONE && solve(exploration, &some, 1) == SOLVE_SATISFIED)
        add_combination(exploration, negations, &stays);
    vector_free(&any);
    vector_free(&stays);
}
