// The strategies of Yi and Huang, section 3.4: from the turns that a run could take to the runs that are to be made.
#include "paths/explore_state.h"

enum {
    NEAR_BITS = 6,          // inputs should be between -16 and 15 where that is possible
    CHILDREN_PER_TURN = 16, // before other runs are made
    EFFORT = 300,           // conflicts for a question that can be asked later, or not at all
    PRODUCT_LIMIT = 10000,  // children of one item in strategy 1
};

static SolveResult solve(Search *search, const Literal *assumptions, uint32_t count)
{
    SolveResult result;
    do {
        result = encoding_solve(search->encoding, assumptions, count);
    } while (result == SOLVE_SATISFIED && explore_refine_lives(search));
    if (result == SOLVE_STOPPED)
        search->out->stopped = limits_exceeded(search->explorer->task->limits);
    return result;
}

static Literal reaches(Search *search, uint32_t thread, uint32_t level)
{
    Solver *solver = encoding_solver(search->encoding);
    const ConcurrentThread *concurrent = &search->concurrent->threads.data[thread];
    uint32_t position = (level - 1) / 2, first = concurrent_trace_first_condition(concurrent, position);
    EventId before = position ? concurrent->events.data[position - 1] : concurrent->create;
    Literal done = before != NO_EVENT ? encoding_executed(search->encoding, before) : solver_true(solver);
    bool decides = level % 2 == 0 && first < concurrent->conditions.count &&
                   concurrent->conditions.data[first].position == position;
    return decides ? solver_and(solver, done, encoding_passes(search->encoding, thread, position, ALL_CONDITIONS))
                   : done;
}

static void list_levels(Search *search)
{
    for (uint32_t i = 0; i < search->path.threads.count; i++)
        for (uint32_t level = 1; level <= explore_last_level(search, i); level++)
            vector_push(&search->levels, reaches(search, i, level));
}

// The thread has reached a level above 0.
static Literal has_level(const Search *search, uint32_t thread, uint32_t level)
{
    uint32_t index = level - 1;
    for (uint32_t i = 0; i < thread; i++)
        index += explore_last_level(search, i);
    return search->levels.data[index];
}

// The decision is turned to this value, which has to be one of more than two.
static Literal becomes(Search *search, const Turn *turn, uint64_t value)
{
    TermTable *terms = search->concurrent->terms;
    Term expression = turn->decision->expression;
    return encoding_condition(
        search->encoding, term_equal(terms, expression, term_constant(terms, term_width(terms, expression), value)));
}

// What a solution should have beyond what is asked, in the order in which it is given up: a core tells which threads or
// inputs stand in the way (Yi and Huang, section 3.4.2).
typedef struct Wishes {
    LiteralList inputs; // are as in this run
    LiteralList small;  // inputs are near 0, so that loops that depend on them end
    LiteralList levels; // other threads have gone all of their way
} Wishes;

static void list_input_wishes(Search *search, Wishes *wishes)
{
    const Trace *trace = search->run.trace;
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        if (!input->symbol)
            continue;
        Term same = term_equal(trace->terms, input->symbol, term_constant(trace->terms, input->bits, input->value));
        vector_push(&wishes->inputs, encoding_condition(search->encoding, same));
        if (input->bits < NEAR_BITS)
            continue;
        // Its high bits are all alike.
        uint32_t width = input->bits - (NEAR_BITS - 2);
        Term high = term_extract(trace->terms, input->symbol, NEAR_BITS - 2, width);
        Term none = term_equal(trace->terms, high, term_constant(trace->terms, width, 0));
        Term all = term_equal(trace->terms, high, term_constant(trace->terms, width, UINT64_MAX));
        vector_push(&wishes->small, encoding_condition(search->encoding, term_or(trace->terms, none, all)));
    }
}

enum { WISH_LISTS = 3 };

// Wishes that stood in the way; if nobody knows which, a whole list. False if there is none left.
static bool give_up_wishes(Search *search, SolveResult result, LiteralList *lists)
{
    for (uint32_t i = 0; i < WISH_LISTS; i++) {
        uint32_t kept = 0, count = lists[i].count;
        for (uint32_t j = 0; j < count && result == SOLVE_REFUTED; j++)
            if (!solver_failed(encoding_solver(search->encoding), lists[i].data[j]))
                lists[i].data[kept++] = lists[i].data[j];
        lists[i].count = kept;
        if (kept < count)
            return true;
    }
    return false;
}

// Solves with as many of the wishes as the cores allow.
static SolveResult solve_with_wishes(Search *search, const LiteralList *asked, const Wishes *wishes)
{
    LiteralList lists[WISH_LISTS] = {0}, assumptions = {0};
    const LiteralList *wanted[WISH_LISTS] = {&wishes->inputs, &wishes->small, &wishes->levels};
    for (uint32_t i = 0; i < WISH_LISTS; i++)
        for (uint32_t j = 0; j < wanted[i]->count; j++)
            vector_push(&lists[i], wanted[i]->data[j]);
    SolveResult result;
    do {
        assumptions.count = 0;
        for (uint32_t i = 0; i < asked->count; i++)
            vector_push(&assumptions, asked->data[i]);
        for (uint32_t i = 0; i < WISH_LISTS; i++)
            for (uint32_t j = 0; j < lists[i].count; j++)
                vector_push(&assumptions, lists[i].data[j]);
        result = solve(search, assumptions.data, assumptions.count);
    } while (result != SOLVE_SATISFIED && search->out->stopped == LIMIT_NONE && give_up_wishes(search, result, lists));
    for (uint32_t i = 0; i < WISH_LISTS; i++)
        vector_free(&lists[i]);
    vector_free(&assumptions);
    return result;
}

// A solution: a run that takes a decision otherwise.
typedef struct Found {
    LevelList levels; // of the others
    uint64_t value;
    Guide guide;
} Found;

static void read_found(Search *search, const Turn *turn, Found *found)
{
    for (uint32_t i = 0; i < found->levels.count; i++) {
        uint32_t level = i == turn->thread ? 0 : explore_highest_level(search, turn->thread, i);
        while (level && !encoding_holds(search->encoding, has_level(search, i, level)))
            level--;
        found->levels.data[i] = level;
    }
    const Decision *decision = turn->decision;
    found->value = decision->two_ways ? !decision->value
                                      : solver_term_value(encoding_solver(search->encoding), decision->expression);
    guide_free(&found->guide);
    found->guide = (Guide){0};
    explore_make_guide(search, turn, &found->guide);
}

// A solution in which the others have gone as far as in this one, and one of them further, as far as it can.
static void advance_thread(Search *search, const Turn *turn, const LiteralList *question, uint32_t thread,
                           const Wishes *wishes, Found *found)
{
    Wishes fewer = {.inputs = wishes->inputs, .small = wishes->small};
    uint32_t high = explore_highest_level(search, turn->thread, thread);
    LiteralList asked = {0};
    for (bool begun = false; found->levels.data[thread] < high && search->out->stopped == LIMIT_NONE; begun = true) {
        // Most solutions cannot be bettered.
        uint32_t low = found->levels.data[thread], middle = begun ? low + (high - low + 1) / 2 : low + 1;
        asked.count = 0;
        for (uint32_t i = 0; i < question->count; i++)
            vector_push(&asked, question->data[i]);
        for (uint32_t i = 0; i < found->levels.count; i++)
            if (i != turn->thread && (i == thread || found->levels.data[i]))
                vector_push(&asked, has_level(search, i, i == thread ? middle : found->levels.data[i]));
        if (solve_with_wishes(search, &asked, &fewer) == SOLVE_SATISFIED)
            read_found(search, turn, found);
        else
            high = middle - 1;
    }
    vector_free(&asked);
}

// Where `under` holds, a solution has something that these runs do not have: another value, or a thread that has gone
// further.
static void exclude(Search *search, const Turn *turn, Literal under, uint64_t value, const uint32_t *levels)
{
    LiteralList some = {0};
    vector_push(&some, -under);
    if (!turn->decision->two_ways)
        vector_push(&some, -becomes(search, turn, value));
    for (uint32_t i = 0; i < search->path.threads.count; i++)
        if (i != turn->thread && levels[i] < explore_highest_level(search, turn->thread, i))
            vector_push(&some, has_level(search, i, levels[i] + 1));
    solver_add_clause(encoding_solver(search->encoding), some.data, some.count);
    vector_free(&some);
}

static void wish_for_levels(Search *search, uint32_t turned, Wishes *wishes)
{
    wishes->levels.count = 0;
    for (uint32_t i = 0; i < search->path.threads.count; i++)
        if (i != turned)
            vector_push(&wishes->levels, has_level(search, i, explore_highest_level(search, turned, i)));
}

// A solution of the question that is in no covered run. SOLVE_STOPPED without a limit: it is too hard for now.
static SolveResult find_turn(Search *search, const LiteralList *asked, const Wishes *wishes)
{
    SolveResult result = solve_with_wishes(search, asked, wishes);
    if (result != SOLVE_STOPPED || !search->item->again || search->out->stopped != LIMIT_NONE)
        return result;
    Solver *solver = encoding_solver(search->encoding);
    solver_set_effort(solver, 0);
    result = solve(search, asked->data, asked->count);
    solver_set_effort(solver, EFFORT);
    return result;
}

// Finds all the ways to take the decision otherwise that are not covered: each is a run with the others as far as they
// can go.
static void take_turn(Search *search, Turn *turn, Wishes *wishes)
{
    Solver *solver = encoding_solver(search->encoding);
    uint32_t threads = search->path.threads.count, children = 0;
    Literal uncovered = solver_new_literal(solver);
    for (uint32_t i = 0; i < turn->covered_values.count; i++)
        exclude(search, turn, uncovered, turn->covered_values.data[i], &turn->covered_levels.data[i * threads]);
    wish_for_levels(search, turn->thread, wishes);
    LiteralList asked = {0};
    vector_push(&asked, turn->question);
    vector_push(&asked, uncovered);
    Found found = {0};
    vector_resize(&found.levels, threads);
    SolveResult result = SOLVE_SATISFIED;
    while (!turn->closed && children < CHILDREN_PER_TURN &&
           (result = find_turn(search, &asked, wishes)) == SOLVE_SATISFIED) {
        read_found(search, turn, &found);
        for (uint32_t i = 0; i < threads; i++)
            if (i != turn->thread)
                advance_thread(search, turn, &asked, i, wishes, &found);
        exclude(search, turn, uncovered, found.value, found.levels.data);
        explore_cover(search, turn, found.value, &found.levels);
        explore_add_child(search, turn, found.value, &found.levels, &found.guide);
        children++;
    }
    if (!turn->closed && result != SOLVE_REFUTED)
        search->again = true;
    if (!children && result == SOLVE_REFUTED && !solver_failed(solver, uncovered))
        explore_refute_child(search, turn);
    vector_free(&found.levels);
    guide_free(&found.guide);
    vector_free(&asked);
}

// Whether the next run is to be made as soon as there is one, because a violation ends the search.
static bool hurries(const Search *search)
{
    return search->explorer->kind == EXPLORE_INPUT && !search->item->again && !search->explorer->task->options->all;
}

static bool has_child(const Search *search)
{
    for (uint32_t i = 0; i < search->out->children.count; i++)
        if (search->out->children.data[i].exists)
            return true;
    return false;
}

// Strategy 2.
void explore_find_children(Search *search, TurnList *turns)
{
    Wishes wishes = {0};
    list_levels(search);
    list_input_wishes(search, &wishes);
    solver_set_effort(encoding_solver(search->encoding), EFFORT);
    for (uint32_t i = 0; i < turns->count && search->out->stopped == LIMIT_NONE; i++) {
        if (turns->data[i].closed)
            continue;
        if (hurries(search) && has_child(search))
            search->again = true;
        else
            take_turn(search, &turns->data[i], &wishes);
    }
    if (search->again && search->out->stopped == LIMIT_NONE)
        explore_add_again(search);
    vector_free(&wishes.inputs);
    vector_free(&wishes.small);
    vector_free(&wishes.levels);
}

// The child that the solution at hand is, which is none for what follows.
static void add_product(Search *search, const TurnList *turns, const LiteralList *stays)
{
    Encoding *encoding = search->encoding;
    Solver *solver = encoding_solver(encoding);
    Child child = {.exists = true};
    LiteralList block = {0};
    const Turn *turned = NULL;
    for (uint32_t i = 0; i < search->path.threads.count; i++) {
        const ThreadPath *path = &search->path.threads.data[i];
        const Turn *here = NULL;
        for (uint32_t j = 0; j < turns->count; j++)
            if (turns->data[j].thread == i && !turns->data[j].closed &&
                encoding_holds(encoding, turns->data[j].question))
                here = &turns->data[j];
        if (!here) {
            vector_push(&child.item.beginning.ways, way_begin(path, UINT32_MAX));
            vector_push(&block, -stays->data[i]);
            continue;
        }
        uint64_t value = here->decision->two_ways ? 0 : solver_term_value(solver, here->decision->expression);
        turned = here;
        explore_label_child(search, here, &child);
        vector_push(&child.item.beginning.ways, way_turn(path, here->decision, value));
        vector_push(&block, here->decision->two_ways
                                ? -here->question
                                : -solver_and(solver, here->question, becomes(search, here, value)));
    }
    explore_make_guide(search, turned, &child.item.guide);
    solver_add_clause(solver, block.data, block.count);
    vector_free(&block);
    vector_push(&search->out->children, child);
}

// At which the thread has taken its last decision; 0: it takes none.
static uint32_t last_decided_level(const Search *search, uint32_t thread)
{
    const ThreadPath *path = &search->path.threads.data[thread];
    uint32_t last = 0;
    for (uint32_t i = 0; i < path->decisions.count; i++) {
        const Decision *decision = &path->decisions.data[i];
        if (decision->kind != DECISION_RELEASE)
            last = 2 * decision->point.events + (decision->kind == DECISION_CONDITION ? 2 : 3);
    }
    return last;
}

// Strategy 1: every thread either goes all of its way or turns at one decision; all combinations that the events of
// this run allow. What they do not allow is given up, although another run might.
void explore_find_products(Search *search, const TurnList *turns)
{
    Encoding *encoding = search->encoding;
    Solver *solver = encoding_solver(encoding);
    uint32_t threads = search->path.threads.count;
    list_levels(search);
    Literal some = -solver_new_literal(solver);
    LiteralList any = {0}, stays = {0};
    vector_push(&any, -some);
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t last = last_decided_level(search, i);
        Literal stay = last ? has_level(search, i, last) : solver_true(solver);
        LiteralList ways = {0};
        vector_push(&stays, stay);
        vector_push(&ways, -some);
        vector_push(&ways, stay);
        for (uint32_t j = 0; j < turns->count; j++)
            if (turns->data[j].thread == i && !turns->data[j].closed) {
                vector_push(&ways, turns->data[j].question);
                vector_push(&any, turns->data[j].question);
            }
        solver_add_clause(solver, ways.data, ways.count);
        vector_free(&ways);
    }
    solver_add_clause(solver, any.data, any.count);
    while (any.count > 1 && search->out->children.count < PRODUCT_LIMIT && search->out->stopped == LIMIT_NONE &&
           solve(search, &some, 1) == SOLVE_SATISFIED)
        add_product(search, turns, &stays);
    vector_free(&any);
    vector_free(&stays);
}
