// A schedule is taken as segments: a thread, and how far it comes before another goes on. Executing segments is
// lenient: where a thread cannot go on the next segment begins, and after the last one threads run until they block. So
// every list of segments is a run. Where a segment is missing, the next one of its thread does its steps as well; so
// deleting segments, or having an earlier one go further instead, makes runs with fewer changes of thread in which the
// threads still meet where they did. Those that end in the violation looked for and are better than the best one so far
// replace it. First large parts of the list are deleted, or all but such a part, then smaller ones, as in delta
// debugging.
//
// What is left is tried in the other direction: all runs with no context switch, with one, with two, ... by depth-first
// search over clones, states seen before cut off, as long as the budget lasts. Where it lasts, the number of switches
// is the least there is (up to schedules much longer than the one found).
//
// Inputs stay those of the counterexample: each thread reads the values that it read there, in its order. A run that
// asks for another one is not a candidate.
#include "run/minimise.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "crew/crew.h"
#include "run/execution.h"

enum {
    INSTRUCTIONS = 6000000, // of the whole budget
    START_COST = 2000,      // of making a machine, in instructions
    CLONE_COST = 300,
    STEP_COST = 30,
    RUN_FACTOR = 4, // a candidate may be so much longer than the counterexample
    RUN_EXTRA_STEPS = 50,
    RUN_EXTRA_INSTRUCTIONS = 10000,
    DEPTH_EXTRA = 30,   // the same for the search
    SEARCH_STEPS = 500, // longer schedules are not searched for: a clone is kept for every step
};

static const double seconds_at_most = 1.0, share_of_time_left = 0.1;

typedef VECTOR(Choice) ChoiceList;

typedef struct Segment {
    uint32_t thread;
    uint32_t until; // how many steps the thread has taken after it
} Segment;

// A step that is not the first alternative: the thread's step of that number.
typedef struct Alternative {
    uint32_t thread, step, alternative;
} Alternative;

typedef struct Schedule {
    VECTOR(Segment) segments;
    VECTOR(Alternative) alternatives;
} Schedule;

// A run that ends in the violation looked for.
typedef struct Run {
    Machine *machine; // at its end
    ChoiceList choices;
    uint32_t switches; // context switches
    uint32_t changes;  // of thread, of whatever kind
} Run;

typedef struct Minimiser {
    const EngineTask *task;
    const Trace *trace; // the counterexample as it was found
    MinimiseBudget *budget;
    MachineOptions options;
    InputPlan inputs;
    Limits limits;
    uint32_t run_steps; // at most, of one run
    Violation target;
    char *target_message;    // owned
    Run best;
} Minimiser;

// --- The violation

// Whether two messages say the same but for numbers. Of a deadlock the kind is what stands before the colon: who waits
// for whom may change, that nobody goes on does not.
static bool same_kind(const char *a, const char *b, bool deadlock)
{
    while (*a && *b) {
        if (deadlock && *a == ':')
            return *b == ':';
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            a += strspn(a, "0123456789");
            b += strspn(b, "0123456789");
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

// The violation that the machine shows now, if it is of the property looked for.
static bool find_violation(const Minimiser *minimiser, const Machine *machine, Violation *found)
{
    if (minimiser->target.property == PROPERTY_RACE && machine_status(machine) == MACHINE_RUNNING)
        return machine_find_race(machine, found);
    if (machine_status(machine) != MACHINE_VIOLATION)
        return false;
    *found = *machine_violation(machine);
    return true;
}

// Values that the user gave in an order are read in this order.
static bool read_same_inputs(const Minimiser *minimiser, const Machine *machine)
{
    const InputPlan *given = minimiser->task->machine.inputs;
    bool ordered = given && given->ordered.count;
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!inputs[i].given || (ordered && (i >= minimiser->trace->inputs.count ||
                                             inputs[i].thread != minimiser->trace->inputs.data[i].thread)))
            return false;
    return true;
}

static bool meets_target(const Minimiser *minimiser, const Machine *machine)
{
    const Violation *target = &minimiser->target;
    Violation found;
    if (!find_violation(minimiser, machine, &found) || found.property != target->property ||
        found.position != target->position ||
        !same_kind(target->message, found.message, target->property == PROPERTY_DEADLOCK))
        return false;
    if (target->property == PROPERTY_RACE &&
        found.other_position != target->other_position)
        return false;
    return read_same_inputs(minimiser, machine);
}

// --- The budget

static bool spend(Minimiser *minimiser, uint64_t instructions)
{
    MinimiseBudget *budget = minimiser->budget;
    budget->instructions -= instructions < budget->instructions ? instructions : budget->instructions;
    return budget->instructions && limits_exceeded(&minimiser->limits) == LIMIT_NONE;
}

static bool is_spent(Minimiser *minimiser)
{
    return !spend(minimiser, 0);
}

// Whether the run has become too long; what the last step took is spent.
static bool step(Minimiser *minimiser, Machine *machine, Choice choice)
{
    uint64_t before = machine_instruction_count(machine);
    machine_step(machine, choice);
    return spend(minimiser, STEP_COST + machine_instruction_count(machine) - before);
}

// --- Runs

static void run_free(Run *run)
{
    if (run->machine)
        machine_free(run->machine);
    vector_free(&run->choices);
    *run = (Run){0};
}

static bool is_better(const Run *run, const Run *best)
{
    if (run->switches != best->switches)
        return run->switches < best->switches;
    if (run->changes != best->changes)
        return run->changes < best->changes;
    return run->choices.count < best->choices.count;
}

// A run in progress.
typedef struct Walk {
    Run run;
    VECTOR(uint32_t) steps; // by thread, so far
    uint32_t last;          // thread, NO_THREAD at the beginning
    uint32_t known;         // threads before the last step
    bool ended;             // met the violation, cannot be followed any further, or has become too long
    bool met;
} Walk;

static void note_choice(Walk *walk, Choice choice)
{
    Run *run = &walk->run;
    run->switches += execution_counts_switch(run->machine, walk->last, choice.thread, choice.thread >= walk->known);
    run->changes += walk->last != NO_THREAD && walk->last != choice.thread;
    walk->last = choice.thread;
    walk->known = machine_thread_count(run->machine);
    vector_push(&run->choices, choice);
}

static void walk_step(Minimiser *minimiser, Walk *walk, Choice choice)
{
    Run *run = &walk->run;
    note_choice(walk, choice);
    bool left = step(minimiser, run->machine, choice);
    walk->met = meets_target(minimiser, run->machine);
    walk->ended = walk->met || !left || machine_status(run->machine) != MACHINE_RUNNING ||
                  run->choices.count >= minimiser->run_steps;
}

static Walk walk_begin(Minimiser *minimiser)
{
    spend(minimiser, START_COST);
    Walk walk = {.last = NO_THREAD};
    walk.run.machine = machine_create(minimiser->task->program, &minimiser->options);
    walk.met = meets_target(minimiser, walk.run.machine);
    walk.ended = walk.met || machine_status(walk.run.machine) != MACHINE_RUNNING;
    return walk;
}

static uint32_t steps_of(const Walk *walk, uint32_t thread)
{
    return thread < walk->steps.count ? walk->steps.data[thread] : 0;
}

// Takes a step of the thread as in the schedule; false if it cannot go on.
static bool walk_thread(Minimiser *minimiser, Walk *walk, const Schedule *schedule, uint32_t thread)
{
    uint32_t ways =
        thread < machine_thread_count(walk->run.machine) ? machine_alternatives(walk->run.machine, thread) : 0;
    Choice choice = {.thread = thread};
    if (!ways)
        return false;
    for (uint32_t i = 0; i < schedule->alternatives.count; i++) {
        const Alternative *other = &schedule->alternatives.data[i];
        if (other->thread == thread && other->step == steps_of(walk, thread) && other->alternative < ways)
            choice.alternative = other->alternative;
    }
    if (thread >= walk->steps.count)
        vector_resize(&walk->steps, thread + 1);
    walk->steps.data[thread]++;
    walk_step(minimiser, walk, choice);
    return true;
}

static void walk_until_blocked(Minimiser *minimiser, Walk *walk, const Schedule *schedule)
{
    uint32_t thread = walk->last == NO_THREAD ? 0 : walk->last;
    for (uint32_t stuck = 0; !walk->ended && stuck < machine_thread_count(walk->run.machine); stuck++) {
        while (!walk->ended && walk_thread(minimiser, walk, schedule, thread))
            stuck = 0;
        thread = (thread + 1) % machine_thread_count(walk->run.machine);
    }
}

// Executes the schedule, and takes the run if it is better. The schedule is freed.
static bool try_schedule(Minimiser *minimiser, Schedule *schedule)
{
    Walk walk = walk_begin(minimiser);
    for (uint32_t i = 0; i < schedule->segments.count && !walk.ended; i++) {
        const Segment *segment = &schedule->segments.data[i];
        while (!walk.ended && steps_of(&walk, segment->thread) < segment->until)
            if (!walk_thread(minimiser, &walk, schedule, segment->thread))
                break;
    }
    walk_until_blocked(minimiser, &walk, schedule);
    vector_free(&walk.steps);
    vector_free(&schedule->segments);
    vector_free(&schedule->alternatives);
    if (!walk.met || !is_better(&walk.run, &minimiser->best)) {
        run_free(&walk.run);
        return false;
    }
    run_free(&minimiser->best);
    minimiser->best = walk.run;
    return true;
}

// --- Fewer segments

static Schedule split(const ChoiceList *choices)
{
    Schedule schedule = {0};
    VECTOR(uint32_t) steps = {0};
    for (uint32_t i = 0; i < choices->count; i++) {
        Choice choice = choices->data[i];
        if (choice.thread >= steps.count)
            vector_resize(&steps, choice.thread + 1);
        if (choice.alternative)
            vector_push(&schedule.alternatives,
                        (Alternative){choice.thread, steps.data[choice.thread], choice.alternative});
        steps.data[choice.thread]++;
        if (!i || choice.thread != choices->data[i - 1].thread)
            vector_push(&schedule.segments, (Segment){.thread = choice.thread});
        vector_last(&schedule.segments).until = steps.data[choice.thread];
    }
    vector_free(&steps);
    return schedule;
}

typedef enum Change {
    WITHOUT, // the part: later segments do its steps
    EARLIER, // segments before the part do its steps
    ONLY,    // the part
    CHANGE_COUNT
} Change;

// Lets the last segment of the thread before `end` go as far as `segment`; false if there is none.
static bool extend_before(Schedule *schedule, const Segment *segment, uint32_t end)
{
    for (uint32_t i = end; i-- > 0;)
        if (schedule->segments.data[i].thread == segment->thread) {
            schedule->segments.data[i].until = segment->until;
            return true;
        }
    return false;
}

// Tries the best schedule with a change of `size` segments from `first` on. False also if there is no such part.
static bool try_change(Minimiser *minimiser, Change change, uint32_t first, uint32_t size)
{
    Schedule schedule = split(&minimiser->best.choices);
    uint32_t count = schedule.segments.count, kept = 0;
    bool possible = first < count && !(change == ONLY && (size == 1 || size >= count));
    for (uint32_t i = 0; i < count && possible; i++) {
        Segment segment = schedule.segments.data[i];
        bool within = i >= first && i - first < size;
        bool dropped = change == ONLY ? !within : within;
        if (change == EARLIER && within)
            dropped = extend_before(&schedule, &segment, kept < first ? kept : first);
        if (!dropped)
            schedule.segments.data[kept++] = segment;
    }
    if (possible) {
        schedule.segments.count = kept;
        return try_schedule(minimiser, &schedule);
    }
    vector_free(&schedule.segments);
    vector_free(&schedule.alternatives);
    return false;
}

static uint32_t segment_count(const Minimiser *minimiser)
{
    const ChoiceList *choices = &minimiser->best.choices;
    uint32_t count = choices->count > 0;
    for (uint32_t i = 1; i < choices->count; i++)
        count += choices->data[i].thread != choices->data[i - 1].thread;
    return count;
}

// One pass with parts of `size` segments; true if something became better.
static bool shorten(Minimiser *minimiser, uint32_t size)
{
    bool progress = false;
    for (uint32_t first = 0; first < segment_count(minimiser) && !is_spent(minimiser);) {
        bool better = false;
        for (Change change = 0; change < CHANGE_COUNT && !better; change++)
            better = try_change(minimiser, change, first, size);
        progress |= better;
        first += better ? 0 : size;
    }
    return progress;
}

static void delete_segments(Minimiser *minimiser)
{
    for (uint32_t size = segment_count(minimiser); size > 1; size /= 2)
        shorten(minimiser, size < segment_count(minimiser) ? size : segment_count(minimiser));
    while (shorten(minimiser, 1) && !is_spent(minimiser))
        ;
}

// --- Search by the number of switches

typedef struct Node {
    Machine *machine;
    uint32_t last, known, switches, changes; // as in Walk and Run
    uint32_t thread, alternative;            // the next choice to try: `thread` counts from `last` on
} Node;

// All runs with at most so many switches, depth first.
typedef struct BoundedSearch {
    Minimiser *minimiser;
    uint32_t bound; // switches
    uint32_t depth; // steps
    Map visited;    // by fingerprint: one more than the switches that were left there, at most
    VECTOR(Node) path;
    ChoiceList choices;
} BoundedSearch;

static void push_node(BoundedSearch *search, Node node)
{
    node.thread = node.alternative = 0;
    vector_push(&search->path, node);
}

// Whether the state was seen with at least as many switches left.
static bool was_visited(BoundedSearch *search, const Node *node)
{
    uint64_t fingerprint[2], left = search->bound - node->switches + 1;
    bool newborn = node->known < machine_thread_count(node->machine);
    machine_fingerprint(node->machine, fingerprint);
    uint64_t *seen =
        map_insert(&search->visited, fingerprint[0] ^ hash_mix(fingerprint[1] + ((uint64_t)node->last << 1 | newborn)));
    if (*seen >= left)
        return true;
    *seen = left;
    return false;
}

// The thread that ran goes on first, then the others.
static bool next_choice(Node *node, uint32_t bound, Choice *choice, uint32_t *switches)
{
    uint32_t count = machine_thread_count(node->machine), base = node->last == NO_THREAD ? 0 : node->last;
    for (; node->thread < count; node->thread++, node->alternative = 0) {
        uint32_t thread = (base + node->thread) % count;
        if (node->alternative >= machine_alternatives(node->machine, thread))
            continue;
        *switches = node->switches + execution_counts_switch(node->machine, node->last, thread, thread >= node->known);
        if (*switches > bound)
            continue;
        *choice = (Choice){thread, node->alternative++};
        return true;
    }
    return false;
}

static void take_found(BoundedSearch *search, const Node *node)
{
    Run *best = &search->minimiser->best;
    run_free(best);
    *best = (Run){
        .machine = node->machine, .choices = search->choices, .switches = node->switches, .changes = node->changes};
    search->choices = (ChoiceList){0};
}

// Takes the next choice of the last node; true if it leads to the violation.
static bool advance(BoundedSearch *search)
{
    Minimiser *minimiser = search->minimiser;
    Node *top = &vector_last(&search->path), node = {0};
    Choice choice;
    if (search->choices.count >= search->depth || !next_choice(top, search->bound, &choice, &node.switches)) {
        machine_free(top->machine);
        vector_drop(&search->path);
        if (search->path.count)
            vector_drop(&search->choices);
        return false;
    }
    node.changes = top->changes + (top->last != NO_THREAD && top->last != choice.thread);
    node.last = choice.thread;
    node.known = machine_thread_count(top->machine);
    node.machine = machine_clone(top->machine);
    vector_push(&search->choices, choice);
    spend(minimiser, CLONE_COST);
    step(minimiser, node.machine, choice);
    if (meets_target(minimiser, node.machine)) {
        take_found(search, &node);
        return true;
    }
    if (machine_status(node.machine) != MACHINE_RUNNING || was_visited(search, &node)) {
        machine_free(node.machine);
        vector_drop(&search->choices);
    } else {
        push_node(search, node);
    }
    return false;
}

static bool search_bound(Minimiser *minimiser, uint32_t bound)
{
    BoundedSearch search = {
        .minimiser = minimiser, .bound = bound, .depth = minimiser->best.choices.count + DEPTH_EXTRA};
    bool found = false;
    spend(minimiser, START_COST);
    Machine *root = machine_create(minimiser->task->program, &minimiser->options);
    if (machine_status(root) == MACHINE_RUNNING)
        push_node(&search, (Node){.machine = root, .last = NO_THREAD});
    else
        machine_free(root);
    while (search.path.count && !found && !is_spent(minimiser))
        found = advance(&search);
    for (uint32_t i = 0; i < search.path.count; i++)
        machine_free(search.path.data[i].machine);
    vector_free(&search.path);
    vector_free(&search.choices);
    map_free(&search.visited);
    return found;
}

static void search_fewest(Minimiser *minimiser)
{
    bool searched = minimiser->best.choices.count <= SEARCH_STEPS;
    for (uint32_t bound = 0; searched && bound < minimiser->best.switches && !is_spent(minimiser); bound++)
        if (search_bound(minimiser, bound)) {
            delete_segments(minimiser); // fewer changes of other kinds, fewer steps
            return;
        }
}

// --- The counterexample

// Each thread's inputs by their number in it.
static void place_inputs(const Trace *trace, InputPlan *plan)
{
    VECTOR(uint32_t) counts = {0};
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        if (input->thread >= counts.count)
            vector_resize(&counts, input->thread + 1);
        uint32_t index = counts.data[input->thread]++;
        vector_push(&plan->placed, (PlacedInput){.thread = input->thread, .index = index, .value = input->value});
    }
    vector_free(&counts);
}

// Executes the counterexample as it is, which shows what is looked for. False if a machine does not show it: a
// race that only the order of all events shows, or a recording that was not made here.
static bool execute_original(Minimiser *minimiser)
{
    const Trace *trace = minimiser->trace;
    minimiser->target = (Violation){.property = trace->property};
    Machine *machine = machine_create(minimiser->task->program, &minimiser->options);
    Walk walk = {.run.machine = machine, .last = NO_THREAD};
    for (uint32_t i = 0; i < trace->schedule.count && machine_status(machine) == MACHINE_RUNNING; i++) {
        Choice choice = trace->schedule.data[i];
        if (choice.thread >= machine_thread_count(machine) ||
            choice.alternative >= machine_alternatives(machine, choice.thread))
            break;
        note_choice(&walk, choice);
        machine_step(machine, choice);
    }
    minimiser->best = walk.run;
    if (walk.run.choices.count != trace->schedule.count || !find_violation(minimiser, machine, &minimiser->target) ||
        minimiser->target.property != trace->property || !read_same_inputs(minimiser, machine))
        return false;
    minimiser->target.message = minimiser->target_message = memory_copy_string(minimiser->target.message);
    minimiser->run_steps = trace->schedule.count * RUN_FACTOR + RUN_EXTRA_STEPS;
    minimiser->options.instruction_limit = machine_instruction_count(machine) * RUN_FACTOR + RUN_EXTRA_INSTRUCTIONS;
    return spend(minimiser, START_COST + machine_instruction_count(machine));
}

static Trace *confirm(const Minimiser *minimiser)
{
    const Run *best = &minimiser->best;
    Violation race;
    bool raced = minimiser->target.property == PROPERTY_RACE && machine_status(best->machine) == MACHINE_RUNNING &&
                 find_violation(minimiser, best->machine, &race);
    return execution_confirm(minimiser->task, &minimiser->options, best->machine, raced ? &race : NULL,
                             best->choices.data, best->choices.count);
}

Trace *minimise_trace(const EngineTask *task, Trace *trace, MinimiseBudget *budget)
{
    if (!budget->instructions || budget->seconds <= 0 || trace->end != TRACE_VIOLATION || trace->predicted)
        return trace;
    double started = clock_now(), deadline = started + budget->seconds;
    Minimiser minimiser = {
        .task = task, .trace = trace, .budget = budget, .options = task->machine, .limits = *task->limits};
    if (!minimiser.limits.deadline || deadline < minimiser.limits.deadline)
        minimiser.limits.deadline = deadline;
    place_inputs(trace, &minimiser.inputs);
    minimiser.options.inputs = &minimiser.inputs;
    minimiser.options.limits = &minimiser.limits;
    minimiser.options.rules.share_everything = trace->program.rules.share_everything;
    Trace *result = trace;
    if (execute_original(&minimiser)) {
        Run original = {.choices.count = trace->schedule.count,
                        .switches = minimiser.best.switches,
                        .changes = minimiser.best.changes};
        delete_segments(&minimiser);
        search_fewest(&minimiser);
        if (is_better(&minimiser.best, &original))
            result = confirm(&minimiser);
    }
    run_free(&minimiser.best);
    free(minimiser.target_message);
    input_plan_free(&minimiser.inputs);
    budget->seconds -= clock_now() - started;
    if (result != trace)
        trace_free(trace);
    return result;
}

void minimise_verdict(const EngineTask *task, Verdict *verdict)
{
    if (task->options->no_minimise || verdict->answer != ANSWER_FALSE || crew_is_follower() ||
        limits_exceeded(task->limits) != LIMIT_NONE)
        return;
    MinimiseBudget budget = {.instructions = INSTRUCTIONS, .seconds = seconds_at_most};
    if (task->limits->deadline > 0) {
        double left = (task->limits->deadline - clock_now()) * share_of_time_left;
        budget.seconds = left < budget.seconds ? left : budget.seconds;
    }
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        verdict->counterexamples.data[i] = minimise_trace(task, verdict->counterexamples.data[i], &budget);
}
