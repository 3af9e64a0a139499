#include "engine/explore.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "encode/questions.h"
#include "engine/explore_run.h"

enum {
    NEAR_BITS = 6,    // inputs should be between -16 and 15 where that is possible
    LOOP_LIMIT = 100, // decisions at one place of the source by one thread, beyond which they are not turned round
    EVENTS_PER_GROUP = 2000, // of the trace, for each encoding of questions about it
    PROFILE_LIMIT = 64,      // runs made to get into a region
};

// The item being done.
typedef struct Search {
    Explorer *explorer;
    const WorkItem *item;
    ExploreRun run;
    Region region; // of the item, with the thread ids of the run
    Model *model;
    Path path;
    VECTOR(uint32_t) run_levels; // how far each thread of the run kept to the region, as in Profile
    LiteralList level_literals;  // that a thread has reached them, those of thread 0 first
    ProfileList profiles;        // of the runs made for the region, this one included
    Encoding *encoding;
    Explored *out;
    MachineOptions concrete;
} Search;

// --- Violations

static void add_violation(Search *search, bool race, const Machine *machine, const Choice *choices, uint32_t count)
{
    FoundViolation found = {.race = race};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&found.choices, choices[i]);
    uint32_t input_count;
    const InputValue *inputs = machine_inputs(machine, &input_count);
    for (uint32_t i = 0; i < input_count; i++)
        vector_push(&found.inputs, inputs[i].value);
    vector_push(&search->out->violations, found);
}

static TracePosition lasting_position(const Search *search, uint32_t id)
{
    const Program *program = search->explorer->task->program;
    const Position *position = &program->positions.data[id];
    return (TracePosition){.file = position->line ? program->files.data[position->file] : "",
                           .line = position->line,
                           .column = position->column,
                           .function = ""};
}

// The first violation of the run itself; those behind it in time need another order, which the prediction finds.
static void note_own_violation(Search *search)
{
    if (!search->run.violations.count)
        return;
    const RunViolation *first = &search->run.violations.data[0];
    Violation violation = {.property = first->property, .position = first->position};
    if (!found_places_add(&search->explorer->reported, &violation))
        return;
    vector_push(&search->explorer->found, (Place){first->property, lasting_position(search, first->position)});
    add_violation(search, false, search->run.followed.machine, search->run.followed.choices.data, first->choices);
}

static Confirmation execute_prediction(void *context, const Predicted *predicted, Property *property,
                                       TracePosition *place)
{
    Search *search = context;
    Guide guide = {0};
    prediction_make_guide(predicted, &guide);
    Followed followed;
    follow_guide(&followed, search->explorer->task->program, &search->concrete, &guide, NULL, NULL);
    Confirmation result = NOT_THERE;
    bool violated = machine_status(followed.machine) == MACHINE_VIOLATION;
    if (violated || followed.end == FOLLOW_RACE) {
        const Violation *violation = violated ? machine_violation(followed.machine) : &followed.race;
        *property = violation->property;
        *place = lasting_position(search, violation->position);
        if (found_places_add(&search->explorer->reported, violation))
            add_violation(search, !violated, followed.machine, followed.choices.data, followed.choices.count);
        result = CONFIRMED;
    } else if (followed.end == FOLLOW_DIVERGED) {
        result = DIVERGED;
    }
    followed_free(&followed);
    guide_free(&guide);
    return result;
}

static void predict_violations(Search *search)
{
    const EngineTask *task = search->explorer->task;
    Prediction prediction = {.trace = search->run.trace,
                             .options = task->options,
                             .properties = task->machine.properties,
                             .limits = task->limits,
                             .confirm = execute_prediction,
                             .confirm_context = search,
                             .settled = &search->explorer->found,
                             .groups = 1 + search->run.trace->events.count / EVENTS_PER_GROUP,
                             .one_path = true};
    prediction_run(&prediction);
    prediction.statistics.iterations = 0;
    statistics_add(&search->out->statistics, &prediction.statistics);
    search->out->stopped = prediction.stopped;
    if (prediction.unconfirmed && !search->out->unknown.length)
        text_append(&search->out->unknown, "a predicted violation could not be executed");
    text_free(&prediction.dump);
}

// --- The region and the run

static uint32_t id_of(const Search *search, uint32_t name)
{
    return name < search->run.followed.ids.count ? search->run.followed.ids.data[name] : UINT32_MAX;
}

// Whether the constraint says something about this decision of the run.
static bool concerns(const PathConstraint *constraint, uint32_t thread, const Decision *decision)
{
    return constraint->thread == thread && !path_point_compare(constraint->point, decision->point) &&
           constraint->prefix == decision->prefix;
}

// What a decision of the run means for the region.
typedef enum Standing {
    STANDS_FIXED, // it is as the region says
    STANDS_OPEN,  // the region does not say, or leaves several ways
    STANDS_WRONG, // here the run left the region, or did not get on as it should
    STANDS_BEHIND // it left before, and what it does now says nothing
} Standing;

static Standing judge_bounded(const Search *search, uint32_t id, const Decision *decision)
{
    const ThreadRegion *thread = &search->region.threads.data[id];
    int place = thread->bounded ? path_point_compare(decision->point, thread->boundary) : 1;
    if (place < 0)
        return STANDS_WRONG;
    for (uint32_t i = 0; !place && i < search->region.constraints.count; i++) {
        const PathConstraint *constraint = &search->region.constraints.data[i];
        if (constraint->excluded && concerns(constraint, id, decision) && constraint->value == decision->value)
            return STANDS_WRONG;
    }
    return STANDS_OPEN;
}

// Calls for each decision of a thread in order: `fixed` counts those that are as the region says, and is 0 at first.
static Standing judge(const Search *search, uint32_t id, const Decision *decision, uint32_t *fixed)
{
    const ThreadRegion *thread = &search->region.threads.data[id];
    if (*fixed > thread->fixed.count)
        return STANDS_BEHIND;
    Standing standing;
    if (*fixed == thread->fixed.count) {
        standing = judge_bounded(search, id, decision);
    } else {
        const FixedDecision *expected = &thread->fixed.data[*fixed];
        bool same = !path_point_compare(decision->point, expected->point) && decision->value == expected->value;
        standing = same ? STANDS_FIXED : STANDS_WRONG;
        *fixed += same;
    }
    if (standing == STANDS_WRONG)
        *fixed = UINT32_MAX;
    return standing;
}

// How far the thread kept to the region: the fixed decisions it took, and 1 if it went on behind the boundary as it should.
static uint32_t find_level(const Search *search, uint32_t id)
{
    const ThreadPath *path = &search->path.threads.data[id];
    const ThreadRegion *region = &search->region.threads.data[id];
    uint32_t fixed = 0, level = 0;
    for (uint32_t i = 0; i < path->decisions.count; i++) {
        Standing standing = judge(search, id, &path->decisions.data[i], &fixed);
        if (standing == STANDS_WRONG)
            return level;
        level = fixed;
    }
    return level + (region->bounded && level == region->fixed.count);
}

static bool keeps_to_region(const Search *search, uint32_t id)
{
    const ThreadRegion *region = &search->region.threads.data[id];
    return find_level(search, id) == region->fixed.count + region->bounded;
}

static bool left_region(const Search *search)
{
    for (uint32_t i = 0; i < search->path.threads.count; i++)
        if (!keeps_to_region(search, i))
            return true;
    for (uint32_t i = 0; i < search->region.constraints.count; i++) {
        const PathConstraint *constraint = &search->region.constraints.data[i];
        if (constraint->excluded)
            continue;
        const ThreadPath *path = &search->path.threads.data[constraint->thread];
        if (path_prefix(path, constraint->point) != constraint->prefix)
            continue;
        const Decision *decision = path_decision_at(path, constraint->point);
        uint32_t events = search->model->threads.data[constraint->thread].events.count;
        if (decision ? decision->value != constraint->value : constraint->point.events < events)
            return true;
    }
    return false;
}

// --- Children

// A decision of the run that is taken otherwise somewhere in the region, perhaps, and the question whether it can be.
typedef struct Turn {
    uint32_t thread;
    const Decision *decision;
    bool back; // into the region, which the run left here
    bool
        unexpected; // `back`: the region says nothing of a decision at this point, so the thread should just get past it
    bool must;      // `back`: it must become `value`
    uint64_t value;
    Literal question;
} Turn;

typedef VECTOR(Turn) TurnList;

// Whether the region leaves another way open here.
static bool may_turn(const Search *search, uint32_t thread, const Decision *decision)
{
    for (uint32_t i = 0; i < search->region.constraints.count; i++) {
        const PathConstraint *constraint = &search->region.constraints.data[i];
        if (concerns(constraint, thread, decision) && (!constraint->excluded || decision->two_ways))
            return false;
    }
    return true;
}

static void label_child(const Search *search, uint32_t thread, const Decision *decision, Child *child)
{
    if (!search->explorer->describe)
        return;
    text_format(&child->label, "thread %u: not ", thread);
    path_describe_decision(search->model, decision, decision->value, &child->label);
}

static void refute_child(Search *search, uint32_t thread, const Decision *decision)
{
    if (!search->explorer->describe)
        return;
    Child child = {.exists = false};
    label_child(search, thread, decision, &child);
    vector_push(&search->out->children, child);
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
        Standing standing = judge(search, id, decision, &fixed);
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
            refute_child(search, id, decision);
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
        if (concerns(constraint, thread, decision) && constraint->excluded)
            forbid_value(search, question, decision, constraint->value, false);
    }
    return question;
}

static void make_guide(Search *search, uint32_t thread, const Decision *decision, Guide *guide)
{
    EventList execution = {0};
    encoding_read_execution(search->encoding, &execution);
    Predicted predicted = {
        .model = search->model, .execution = &execution, .encoding = search->encoding, .last = UINT32_MAX};
    prediction_make_guide(&predicted, guide);
    if (decision->kind != DECISION_CONDITION) {
        const TraceEvent *recorded = &search->model->trace->events.data[decision->trace];
        uint32_t outcome = decision->kind == DECISION_OUTCOME ? !decision->value : UINT32_MAX;
        vector_push(&guide->events, (GuideEvent){thread, recorded->index, UINT32_MAX, outcome});
    }
    vector_free(&execution);
}

static void begin_child(Search *search, Child *child)
{
    *child = (Child){.exists = true};
    child->item.share_everything = search->item->share_everything;
    child->item.turned = UINT32_MAX;
}

// Fixes the way of a thread up to the decision, which it takes otherwise.
static void leave_path(const Search *search, Region *region, uint32_t thread, const Decision *decision)
{
    const ThreadPath *path = &search->path.threads.data[thread];
    ThreadRegion *of_thread = &region->threads.data[thread];
    of_thread->fixed.count = 0;
    for (uint32_t i = 0; &path->decisions.data[i] < decision; i++)
        vector_push(&of_thread->fixed, (FixedDecision){path->decisions.data[i].point, path->decisions.data[i].value});
    of_thread->bounded = true;
    of_thread->boundary = decision->point;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < region->constraints.count; i++) {
        PathConstraint constraint = region->constraints.data[i];
        int place = path_point_compare(constraint.point, decision->point);
        // Before the boundary it is settled; behind it, on the way that is left, it says nothing any more.
        bool moot =
            constraint.thread == thread && (place < 0 || (place == 0 && !constraint.excluded) ||
                                            (place > 0 && constraint.prefix == path_prefix(path, constraint.point)));
        if (!moot)
            region->constraints.data[kept++] = constraint;
    }
    region->constraints.count = kept;
    vector_push(&region->constraints,
                (PathConstraint){thread, decision->point, decision->prefix, decision->value, true});
}

// The region in which the thread decides otherwise, and threads of the children before stay on the path of the run.
static void add_child(Search *search, const Turn *turn, uint32_t level, const Region *so_far,
                      const ProfileList *profiles)
{
    Child child;
    begin_child(search, &child);
    child.item.turned = turn->thread;
    child.item.level = level + !turn->unexpected;
    label_child(search, turn->thread, turn->decision, &child);
    make_guide(search, turn->thread, turn->decision, &child.item.guide);
    region_copy(so_far, &child.item.region);
    profiles_copy(profiles, &child.item.profiles);
    if (!turn->back)
        leave_path(search, &child.item.region, turn->thread, turn->decision);
    vector_push(&search->out->children, child);
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

// Solves with as many of the wishes as the cores allow: a core tells which threads or inputs stand in the way (seed 002, section 3.4.2).
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
    add_child(search, turn, level, so_far, profiles);
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
        add_child(search, turn, level, so_far, profiles);
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
        refute_child(search, turn->thread, turn->decision);
    profiles_free(&profiles);
}

// Strategy 2.
static void find_children(Search *search, const TurnList *turns)
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

// The way of the thread is known to its end.
static void fix_path(const Search *search, Region *region, uint32_t thread)
{
    const ThreadPath *path = &search->path.threads.data[thread];
    for (uint32_t i = 0; i < path->decisions.count; i++)
        vector_push(&region->threads.data[thread].fixed,
                    (FixedDecision){path->decisions.data[i].point, path->decisions.data[i].value});
}

// Strategy 1: every thread either goes all of its way or turns at one decision; all combinations that the events of this run
// allow. What they do not allow is given up, although another run might.
static void find_products(Search *search, const TurnList *turns)
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
        begin_child(search, &child);
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
                fix_path(search, region, i);
                continue;
            }
            turned = here;
            label_child(search, i, here->decision, &child);
            leave_path(search, region, i, here->decision);
        }
        make_guide(search, turned->thread, turned->decision, &child.item.guide);
        solver_add_clause(solver, block.data, block.count);
        vector_free(&block);
        vector_push(&search->out->children, child);
    }
    vector_free(&any);
    vector_free(&stays);
}

static void turn_decisions(Search *search)
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
            find_products(search, &turns);
        else
            find_children(search, &turns);
        end_encoding(search);
    }
    vector_free(&turns);
}

// --- The item

static void describe_path(Search *search)
{
    for (uint32_t i = 0; i < search->path.threads.count; i++) {
        const ThreadPath *path = &search->path.threads.data[i];
        if (!path->decisions.count)
            continue;
        text_format(&search->out->description, "%sT%u:", search->out->description.length ? "  " : "", i);
        for (uint32_t j = 0; j < path->decisions.count; j++) {
            text_append_character(&search->out->description, ' ');
            path_describe_decision(search->model, &path->decisions.data[j], path->decisions.data[j].value,
                                   &search->out->description);
        }
    }
}

static void note_coverage(Search *search)
{
    Coverage coverage = {0};
    Explored *out = search->out;
    coverage_add(&coverage, search->run.followed.machine);
    out->read_free_input = coverage.read_free_input;
    out->read_given_input = coverage.read_given_input;
    out->havocked = coverage.havocked;
    out->cut_loops = coverage.cut_loops;
    snprintf(out->input_name, sizeof out->input_name, "%s", coverage.input_name);
    if (coverage.unknown.length)
        text_append(&out->unknown, text_string(&coverage.unknown));
    coverage_free(&coverage);
}

static void note_endless(Search *search)
{
    TracePosition place = lasting_position(search, search->run.position);
    search->out->pruned = true;
    if (search->out->unknown.length)
        return;
    text_append(&search->out->unknown, "bound: the loop at ");
    trace_position_describe(&place, &search->out->unknown);
    text_append(&search->out->unknown, " makes a run too long");
    note_own_violation(search);
}

static void analyse(Search *search)
{
    Explored *out = search->out;
    search->model = model_create(search->run.trace);
    path_read(search->model, &search->path);
    region_rename(&search->item->region, search->run.followed.ids.data, search->run.followed.ids.count,
                  search->model->threads.count, &search->region);
    out->discarded = search->run.trace->end == TRACE_DISCARDED && !search->run.violations.count;
    out->path = path_fingerprint(&search->path);
    if (search->explorer->describe)
        describe_path(search);
    profiles_rename(&search->item->profiles, search->run.followed.ids.data, search->run.followed.ids.count,
                    search->model->threads.count, &search->profiles);
    Profile profile = {0};
    for (uint32_t i = 0; i < search->model->threads.count; i++) {
        vector_push(&search->run_levels, find_level(search, i));
        vector_push(&profile.levels, search->run_levels.data[i]);
    }
    vector_push(&search->profiles, profile);
    uint32_t turned = id_of(search, search->item->turned);
    bool took = search->item->turned == UINT32_MAX ||
                (turned < search->model->threads.count && search->run_levels.data[turned] >= search->item->level);
    if (!took && !search->model->approximate && machine_status(search->run.followed.machine) != MACHINE_UNKNOWN)
        INTERNAL_ERROR("a run did not follow the prefix of its path");
    out->pruned = !took;
    out->elsewhere = left_region(search);
    out->statistics.pruned = out->pruned;
    if (search->model->unasked && !out->unknown.length)
        text_append(&out->unknown, search->model->unasked);
    note_own_violation(search);
    if (out->violations.count && !search->explorer->task->options->all)
        return;
    predict_violations(search);
    if (out->stopped == LIMIT_NONE && !out->pruned && !(out->violations.count && !search->explorer->task->options->all))
        turn_decisions(search);
}

static void do_item(Explorer *explorer, const WorkItem *item, Explored *out)
{
    Search search = {.explorer = explorer, .item = item, .out = out, .concrete = explorer->task->machine};
    search.concrete.share_everything |= item->share_everything;
    out->node = item->node;
    explore_run(&search.run, explorer->task, explorer->kind == EXPLORE_READS, item);
    Machine *machine = search.run.followed.machine;
    out->statistics.runs = 1;
    out->statistics.events = machine_event_count(machine);
    out->escaped = machine_status(machine) == MACHINE_ESCAPED;
    out->stopped = limits_exceeded(explorer->task->limits);
    if (!out->escaped && out->stopped == LIMIT_NONE) {
        if (search.run.endless) {
            note_endless(&search);
        } else {
            note_coverage(&search);
            analyse(&search);
        }
    }
    region_free(&search.region);
    profiles_free(&search.profiles);
    vector_free(&search.run_levels);
    vector_free(&search.level_literals);
    path_free(&search.path);
    model_free(search.model);
    explore_run_free(&search.run);
}

void explore_item(void *context, const Bytes *bytes, Bytes *result)
{
    WorkItem item = {0};
    Explored explored = {0};
    BytesReader reader = bytes_reader(bytes);
    work_item_get(&reader, &item);
    do_item(context, &item, &explored);
    explored_put(&explored, result);
    explored_free(&explored);
    work_item_free(&item);
}

void explorer_free(Explorer *explorer)
{
    vector_free(&explorer->found);
    vector_free(&explorer->reported.keys);
}
