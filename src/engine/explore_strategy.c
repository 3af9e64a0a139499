// The strategies of Yi and Huang, section 3.4: from the turns that a run could take to the regions that are left to explore.
#include "engine/explore_state.h"

enum {
    NEAR_BITS = 6,      // inputs should be between -16 and 15 where that is possible
    PROFILE_LIMIT = 64, // runs made to get into a region
};

static SolveResult solve(Search *search, const Literal *assumptions, uint32_t count)
{
    SolveResult result = encoding_solve(search->encoding, assumptions, count);
    if (result == SOLVE_STOPPED)
        search->out->stopped = limits_exceeded(search->explorer->task->limits);
    return result;
}

// The thread has gone past the decision, as it did in the run.
static Literal has_decided(Search *search, uint32_t thread, const Decision *decision)
{
    uint32_t position = decision->point.events;
    if (decision->kind == DECISION_OUTCOME)
        return encoding_executed(search->encoding, decision->index);
    uint32_t before = decision->index - model_first_condition(&search->model->threads.data[thread], position);
    return encoding_passes(search->encoding, thread, position, before + 1);
}

// A wish: the thread of the constraint has gone past its point as it should, so that the run does not go there otherwise later. 0 if the
// run of this item is not there.
static Literal wish(Search *search, const PathConstraint *constraint)
{
    const ThreadPath *path = &search->path.threads.data[constraint->thread];
    const Decision *decision = path_decision_at(path, constraint->point);
    if (constraint->excluded || !decision || decision->prefix != constraint->prefix ||
        decision->value != constraint->value || decision->kind == DECISION_RELEASE)
        return 0;
    return has_decided(search, constraint->thread, decision);
}

// What a solution should have beyond what is asked, so that the run that follows it stays close to this one and in its region. In the
// order in which it is given up.
typedef struct Wishes {
    LiteralList inputs;  // are as in this run
    LiteralList small;   // inputs are near 0, so that loops that depend on them end
    LiteralList settled; // threads have decided as constraints want them to
    LiteralList fixed;   // threads have done what the region fixes, other than the one that turns
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
        Term near = term_constant(trace->terms, input->bits, UINT64_C(1) << (NEAR_BITS - 2));
        Term shifted = term_add(trace->terms, input->symbol, near);
        Term range = term_constant(trace->terms, input->bits, UINT64_C(1) << (NEAR_BITS - 1));
        vector_push(&wishes->small, encoding_condition(search->encoding, term_ult(trace->terms, shifted, range)));
    }
}

// The thread has gone so far in the region as `level` says, which is not further than it went in the run.
static Literal has_level(Search *search, uint32_t id, uint32_t level)
{
    const ThreadRegion *region = &search->region.threads.data[id];
    const ThreadPath *path = &search->path.threads.data[id];
    if (level <= region->fixed.count)
        return has_decided(search, id, &path->decisions.data[level - 1]);
    const Decision *decision = path_decision_at(path, region->boundary);
    if (decision)
        return has_decided(search, id, decision);
    // It went another way than the one that makes a decision of this.
    const ModelThread *thread = &search->model->threads.data[id];
    uint32_t first = model_first_condition(thread, region->boundary.events), count = 0;
    while (first + count < thread->conditions.count &&
           thread->conditions.data[first + count].position == region->boundary.events &&
           search->model->trace->events.data[thread->conditions.data[first + count].trace].previous <=
               region->boundary.decided)
        count++;
    if (!count && region->boundary.events < thread->events.count)
        return encoding_executed(search->encoding, thread->events.data[region->boundary.events]);
    return encoding_passes(search->encoding, id, region->boundary.events, count);
}

static void list_levels(Search *search)
{
    search->level_literals.count = 0;
    for (uint32_t i = 0; i < search->run_levels.count; i++)
        for (uint32_t level = 1; level <= search->run_levels.data[i]; level++)
            vector_push(&search->level_literals, has_level(search, i, level));
}

// The thread has reached the level, which is above 0 and not above that of the run.
static Literal level_literal(const Search *search, uint32_t id, uint32_t level)
{
    uint32_t index = level - 1;
    for (uint32_t i = 0; i < id; i++)
        index += search->run_levels.data[i];
    return search->level_literals.data[index];
}

static void drop_failed(Search *search, LiteralList *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (!solver_failed(encoding_solver(search->encoding), list->data[i]))
            list->data[kept++] = list->data[i];
    list->count = kept;
}

// Solves with as many of the wishes as the cores allow: a core tells which threads or inputs stand in the way (Yi and Huang, section 3.4.2).
static SolveResult solve_with_wishes(Search *search, Literal question, const Wishes *wishes)
{
    enum { LISTS = 4 };
    LiteralList lists[LISTS] = {0}, assumptions = {0};
    const LiteralList *wanted[LISTS] = {&wishes->inputs, &wishes->small, &wishes->settled, &wishes->fixed};
    for (uint32_t i = 0; i < LISTS; i++)
        for (uint32_t j = 0; j < wanted[i]->count; j++)
            vector_push(&lists[i], wanted[i]->data[j]);
    SolveResult result;
    bool again;
    do {
        assumptions.count = 0;
        vector_push(&assumptions, question);
        for (uint32_t i = 0; i < LISTS; i++)
            for (uint32_t j = 0; j < lists[i].count; j++)
                vector_push(&assumptions, lists[i].data[j]);
        result = solve(search, assumptions.data, assumptions.count);
        again = false;
        for (uint32_t i = 0; i < LISTS && !again && result == SOLVE_REFUTED; i++) {
            uint32_t count = lists[i].count;
            drop_failed(search, &lists[i]);
            again = lists[i].count < count;
        }
    } while (again);
    for (uint32_t i = 0; i < LISTS; i++)
        vector_free(&lists[i]);
    vector_free(&assumptions);
    return result;
}

static void wish_for(Search *search, uint32_t turned, const Region *so_far, Wishes *wishes)
{
    wishes->settled.count = wishes->fixed.count = 0;
    for (uint32_t i = 0; i < search->run_levels.count; i++)
        if (i != turned && search->run_levels.data[i])
            vector_push(&wishes->fixed, level_literal(search, i, search->run_levels.data[i]));
    for (uint32_t i = 0; i < so_far->constraints.count; i++) {
        Literal literal = so_far->constraints.data[i].thread != turned ? wish(search, &so_far->constraints.data[i]) : 0;
        if (literal)
            vector_push(&wishes->settled, literal);
    }
}

// The solution has something of the region that no run with this profile had. False if that cannot be. `level` is that of the turned
// thread where it turns.
static bool exclude_profile(Search *search, const Turn *turn, uint32_t level, const Profile *profile)
{
    if (!turn->unexpected && level + 1 > profile->levels.data[turn->thread])
        return true;
    LiteralList some = {0};
    vector_push(&some, -turn->question);
    for (uint32_t i = 0; i < profile->levels.count; i++)
        if (i != turn->thread && search->run_levels.data[i] > profile->levels.data[i])
            vector_push(&some, level_literal(search, i, profile->levels.data[i] + 1));
    bool possible = some.count > 1;
    solver_add_clause(encoding_solver(search->encoding), some.data, some.count);
    vector_free(&some);
    return possible;
}

// What the solution at hand has of the region.
static Profile read_profile(Search *search, const Turn *turn, uint32_t level)
{
    Profile profile = {0};
    vector_resize(&profile.levels, search->run_levels.count);
    for (uint32_t i = 0; i < search->run_levels.count; i++)
        for (uint32_t j = 1; j <= search->run_levels.data[i]; j++)
            if (encoding_holds(search->encoding, level_literal(search, i, j)))
                profile.levels.data[i] = j;
    profile.levels.data[turn->thread] = level + !turn->unexpected;
    return profile;
}

// A run that takes the turn and keeps all else that this one has of the region. True if there is one.
static bool turn_wholly(Search *search, const Turn *turn, uint32_t level, Wishes *wishes, const Region *so_far,
                        const ProfileList *profiles)
{
    LiteralList hard = {0};
    vector_push(&hard, turn->question);
    for (uint32_t i = 0; i < wishes->fixed.count; i++)
        vector_push(&hard, wishes->fixed.data[i]);
    bool possible = solve(search, hard.data, hard.count) == SOLVE_SATISFIED;
    vector_free(&hard);
    if (!possible || solve_with_wishes(search, turn->question, wishes) != SOLVE_SATISFIED)
        return false;
    explore_add_child(search, turn, level, so_far, profiles);
    return true;
}

// Runs that take the turn, for every combination of what they keep of the region that no run had yet. True if there is one.
static bool turn_partly(Search *search, const Turn *turn, uint32_t level, Wishes *wishes, const Region *so_far,
                        ProfileList *profiles)
{
    bool possible = true, found = false;
    // To get past a point where nothing was expected is always something new.
    for (uint32_t i = 0; i < profiles->count && possible && !turn->unexpected; i++)
        possible = exclude_profile(search, turn, level, &profiles->data[i]);
    while (possible && search->out->stopped == LIMIT_NONE &&
           solve_with_wishes(search, turn->question, wishes) == SOLVE_SATISFIED) {
        found = true;
        if (profiles->count >= PROFILE_LIMIT) {
            if (!search->out->unknown.length)
                text_append(&search->out->unknown, "bound: too many ways to reach a path");
            break;
        }
        vector_push(profiles, read_profile(search, turn, level));
        explore_add_child(search, turn, level, so_far, profiles);
        possible = exclude_profile(search, turn, level, &vector_last(profiles));
    }
    return found;
}

// The thread leaves the path of the run, and for the children that follow it does not.
static void turn_away(Search *search, const Turn *turn, Wishes *wishes, Region *so_far)
{
    uint32_t level = (uint32_t)(turn->decision - search->path.threads.data[turn->thread].decisions.data);
    ProfileList profiles = {0};
    Profile profile = {0};
    for (uint32_t i = 0; i < search->run_levels.count; i++)
        vector_push(&profile.levels, i == turn->thread ? level : search->run_levels.data[i]);
    vector_push(&profiles, profile);
    wish_for(search, turn->thread, so_far, wishes);
    if (turn_wholly(search, turn, level, wishes, so_far, &profiles) ||
        turn_partly(search, turn, level, wishes, so_far, &profiles))
        vector_push(&so_far->constraints, (PathConstraint){turn->thread, turn->decision->point, turn->decision->prefix,
                                                           turn->decision->value, false});
    else if (search->out->stopped == LIMIT_NONE)
        explore_refute_child(search, turn->thread, turn->decision);
    profiles_free(&profiles);
}

// Strategy 2.
void explore_find_children(Search *search, const TurnList *turns)
{
    Region so_far;
    region_copy(&search->region, &so_far);
    Wishes wishes = {0};
    list_levels(search);
    list_input_wishes(search, &wishes);
    bool back = false;
    for (uint32_t i = 0; i < turns->count && !back; i++) {
        const Turn *turn = &turns->data[i];
        wish_for(search, turn->thread, &so_far, &wishes);
        back = turn->back &&
               turn_wholly(search, turn, search->run_levels.data[turn->thread], &wishes, &so_far, &search->profiles);
    }
    for (uint32_t i = 0; i < turns->count && !back; i++)
        if (!turns->data[i].back && search->out->stopped == LIMIT_NONE)
            turn_away(search, &turns->data[i], &wishes, &so_far);
    for (uint32_t i = 0; i < turns->count && !back; i++) {
        const Turn *turn = &turns->data[i];
        wish_for(search, turn->thread, &so_far, &wishes);
        if (turn->back)
            turn_partly(search, turn, search->run_levels.data[turn->thread], &wishes, &so_far, &search->profiles);
    }
    vector_free(&wishes.inputs);
    vector_free(&wishes.small);
    vector_free(&wishes.settled);
    vector_free(&wishes.fixed);
    region_free(&so_far);
}

// Strategy 1: every thread either goes all of its way or turns at one decision; all combinations that the events of this run
// allow. What they do not allow is given up, although another run might.
void explore_find_products(Search *search, const TurnList *turns)
{
    Encoding *encoding = search->encoding;
    Solver *solver = encoding_solver(encoding);
    const Model *model = search->model;
    Literal some = -solver_new_literal(solver);
    LiteralList any = {0}, stays = {0};
    vector_push(&any, -some);
    for (uint32_t i = 0; i < model->threads.count; i++) {
        const ThreadPath *path = &search->path.threads.data[i];
        uint32_t decisions = path->decisions.count;
        if (decisions && path->decisions.data[decisions - 1].kind == DECISION_RELEASE)
            decisions--;
        Literal stay = decisions ? has_decided(search, i, &path->decisions.data[decisions - 1]) : solver_true(solver);
        LiteralList ways = {0};
        vector_push(&stays, stay);
        vector_push(&ways, -some);
        vector_push(&ways, stay);
        for (uint32_t j = 0; j < turns->count; j++)
            if (turns->data[j].thread == i) {
                vector_push(&ways, turns->data[j].question);
                vector_push(&any, turns->data[j].question);
            }
        solver_add_clause(solver, ways.data, ways.count);
        vector_free(&ways);
    }
    solver_add_clause(solver, any.data, any.count);
    while (any.count > 1 && search->out->stopped == LIMIT_NONE && solve(search, &some, 1) == SOLVE_SATISFIED) {
        Child child;
        explore_begin_child(search, &child);
        Region *region = &child.item.region;
        LiteralList block = {0};
        const Turn *turned = NULL;
        vector_resize(&region->threads, model->threads.count);
        for (uint32_t i = 0; i < model->threads.count; i++) {
            const Turn *here = NULL;
            for (uint32_t j = 0; j < turns->count; j++)
                if (turns->data[j].thread == i && encoding_holds(encoding, turns->data[j].question))
                    here = &turns->data[j];
            vector_push(&block, here ? -here->question : -stays.data[i]);
            if (!here) {
                explore_fix_path(search, region, i);
                continue;
            }
            turned = here;
            explore_label_child(search, i, here->decision, &child);
            explore_leave_path(search, region, i, here->decision);
        }
        explore_make_guide(search, turned->thread, turned->decision, &child.item.guide);
        solver_add_clause(solver, block.data, block.count);
        vector_free(&block);
        vector_push(&search->out->children, child);
    }
    vector_free(&any);
    vector_free(&stays);
}
