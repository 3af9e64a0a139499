// Dynamic partial order reduction with sleep sets (Flanagan and Godefroid; Godefroid).
//
// At first one thread is tried at a node. When a step is found to be dependent on an earlier one of another thread
// that does not happen before it, the two are also tried in the other order: at the node before the earlier step a
// thread is wanted that leads there. A thread that was tried at a node sleeps in what follows the other choices there
// until a step is taken that depends on its own.
//
// Dependence is that of what the steps touched in this run (footprint.h). What a step touches beyond the operation the
// thread stands before (a section that cannot be interrupted, locals that end) is known only when it is executed, so
// that this is when races are looked for: against all steps since the thread came to stand there, and the last one
// before. Threads that never come to execute their step are looked at when the run ends.
//
// A step in which the run ends (a section that cannot be gone through, a violation) shows nothing of what the others
// would do. It counts as a step that cannot be taken: what it has looked at races with earlier steps, and wakes its
// thread up when it is touched, but another thread has to be tried in its place (doc/tree.md).
//
// With a bound on context switches nothing is left out: an order that is equivalent may need more of them.
#include "tree/dpor.h"

#include "machine/twins.h"

#include "base/none.h"

static DporNode *data_of(const TreeNode *node)
{
    return node->data;
}

// --- Nodes

static void copy_last(DporNode *data, const TreeNode *parent, uint32_t number)
{
    const DporNode *from = data_of(parent);
    for (uint32_t i = 0; i < from->last.count; i++)
        vector_push(&data->last, from->last.data[i]);
    for (uint32_t i = 0; i < from->actors.count; i++) {
        uint32_t actor = from->actors.data[i].thread;
        if (actor >= data->last.count)
            vector_resize(&data->last, actor + 1);
        data->last.data[actor] = number;
    }
}

static uint32_t last_step(const DporNode *data, uint32_t thread)
{
    return thread < data->last.count ? data->last.data[thread] : 0;
}

// One thread to begin with: the one that has waited longest. So paths that go apart meet again soon.
static void want_first(TreeNode *node)
{
    const DporNode *data = data_of(node);
    TreeChoice *first = NULL;
    for (uint32_t i = 0; i < node->choices.count; i++) {
        TreeChoice *choice = &node->choices.data[i];
        if (!choice->asleep && !choice->wanted &&
            (!first || last_step(data, choice->thread) < last_step(data, first->thread)))
            first = choice;
    }
    if (first)
        first->wanted = true;
}

// Somebody after whose step the run goes on, unless there is one already.
static void want_another(TreeNode *node)
{
    for (uint32_t i = 0; i < node->choices.count; i++) {
        const TreeChoice *choice = &node->choices.data[i];
        if (choice->wanted && !choice->asleep && !choice->hides)
            return;
    }
    want_first(node);
}

// Threads that wait and can be interrupted: the step of another may end the wait and carry them along, so that what
// they do later is ordered after it, though the handler may run before it.
static void want_interrupted(TreeNode *node)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        node->choices.data[i].wanted |= machine_wait_can_be_interrupted(node->machine, node->choices.data[i].thread);
}

static void want_all(TreeNode *node)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        node->choices.data[i].wanted = true;
}

// NULL if it cannot go on there.
static TreeChoice *find_choice(TreeNode *node, uint32_t thread)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        if (node->choices.data[i].thread == thread)
            return &node->choices.data[i];
    return NULL;
}

void dpor_grant(TreeSearch *search, const TreeWish *wish)
{
    TreeNode *node = search->path.data[wish->node];
    if (tree_is_shared(search, wish->node)) {
        tree_wish(search, wish);
        return;
    }
    switch (wish->kind) {
    case WISH_ALL:
        want_all(node);
        return;
    case WISH_ANOTHER:
        want_another(node);
        return;
    case WISH_BEGINNER:
        break;
    }
    for (uint32_t i = 0; i < wish->beginners.count; i++) {
        const TreeChoice *choice = find_choice(node, wish->beginners.data[i]);
        if (choice->wanted || choice->asleep)
            return;
    }
    find_choice(node, wish->chosen)->wanted = true;
}

bool dpor_enter(TreeSearch *search, TreeNode *node)
{
    DporNode *data = data_of(node);
    if (search->path.count) {
        const TreeNode *parent = vector_last(&search->path);
        copy_last(data, parent, search->path.count);
        if (search->reduces)
            sleepers_inherit(&data->sleepers, &data_of(parent)->sleepers, parent);
    }
    sleepers_mark(&data->sleepers, node);
    if (node->yields && node->choices.data[0].asleep) {
        tree_collect_others(search, node, search->path.count);
        sleepers_mark(&data->sleepers, node);
    }
    sleepers_wake_if_all_rest(&data->sleepers, node);
    if (search->reduces) {
        want_first(node);
        want_interrupted(node);
    } else {
        want_all(node);
    }
    return true;
}

// Until somebody touches what it has looked at, the thread is as good as blocked: somebody else has to go on. If nobody
// can, nor could if it did not sleep, the run goes on after all, until the machine finds that all of them wait.
static bool still(TreeSearch *search, TreeNode *node)
{
    TreeChoice *taken = &node->choices.data[node->step.taken];
    taken->still++;
    if (!choice_stands_still(taken))
        return true;
    taken->hides = true;
    dpor_grant(search, &(TreeWish){.kind = WISH_ANOTHER, .node = search->path.count - 1});
    for (uint32_t i = 0; i < node->choices.count; i++) {
        const TreeChoice *choice = &node->choices.data[i];
        if (choice->asleep ? !choice->rests : !choice->hides)
            return true;
    }
    return false;
}

static void clear_actors(DporNode *data)
{
    for (uint32_t i = 0; i < data->actors.count; i++)
        vector_free(&data->actors.data[i].clock);
    data->actors.count = 0;
}

void dpor_free_data(TreeNode *node)
{
    DporNode *data = data_of(node);
    sleepers_free(&data->sleepers);
    vector_free(&data->last);
    clear_actors(data);
    vector_free(&data->actors);
}

// --- Sections with a choice in the middle

// The node before the whole of the section that the step from this node is a part of; this node if it is of none.
// Nobody comes into the middle of a section.
static uint32_t find_section(const TreeSearch *search, uint32_t index)
{
    while (index && machine_section_chooser(search->path.data[index]->machine) != NO_THREAD)
        index--;
    return index;
}

// What any part of a section touches counts as touched by its first step: a thread that sleeps before it would go
// through the whole.
static void add_to_section(TreeSearch *search, const Footprint *footprint)
{
    uint32_t last = search->path.count - 1;
    for (uint32_t i = find_section(search, last); i < last; i++) {
        TreeNode *node = search->path.data[i];
        footprint_add(&node->choices.data[node->step.taken].footprint, footprint);
    }
}

// --- What happens before what

// Of the last act of the thread in the step, or NULL.
static Clock *find_clock(DporNode *data, uint32_t thread)
{
    for (uint32_t i = data->actors.count; i-- > 0;)
        if (data->actors.data[i].thread == thread)
            return &data->actors.data[i].clock;
    return NULL;
}

// The clock of a thread after the steps of the path, or NULL if it has not done anything.
static const Clock *clock_at(const TreeSearch *search, const DporNode *data, uint32_t thread)
{
    uint32_t last = last_step(data, thread);
    return last ? find_clock(data_of(search->path.data[last - 1]), thread) : NULL;
}

static void join_clock(Clock *clock, const Clock *other)
{
    if (other)
        clock_join(clock, other);
}

// Whether what the thread did in the step with this number happens before that which has the clock.
static bool is_before(const Clock *clock, uint32_t thread, uint32_t number)
{
    return clock && clock_time(clock, thread) >= number;
}

// --- Races

// Something that is done after the steps of the path, or after the first ones of them; it may race with these.
typedef struct Deed {
    uint32_t stepper;      // the thread in whose step it is done
    uint32_t actor;        // the thread that does it: the same, or one that has waited for the step
    const Clock *clock;    // of the actor; may be NULL
    const Clock *stepping; // of the stepper; may be NULL
    uint32_t arrived;      // the step after which the actor stood before it
    bool exact;            // it is what the stepper does next, not something later
    const TreeStep *step;  // in which it is done; NULL: it is not known yet
    const Touch *touch;
} Deed;

// Whether anything that is done in the step from the node `index` happens before that which has the clock.
static bool knows_step(const Clock *clock, const TreeSearch *search, uint32_t index)
{
    const DporNode *data = data_of(search->path.data[index]);
    for (uint32_t i = 0; i < data->actors.count; i++)
        if (is_before(clock, data->actors.data[i].thread, index + 1))
            return true;
    return false;
}

// Of what the thread does whose step it is, before it goes on to wait for another.
static const Clock *clock_of_operation(const TreeNode *node)
{
    const DporNode *data = data_of(node);
    uint32_t last = 0;
    for (uint32_t i = 1; i < data->actors.count; i++) {
        const TreeAct *act = &node->step.acts.data[i];
        if (act->thread != node->step.choice.thread)
            continue;
        if (act->after != NO_THREAD)
            break;
        last = i;
    }
    return &data->actors.data[last].clock;
}

// Whether what the thread does whose step the later one is depends on the earlier one. What others do in that step,
// who have waited for it, they do once they can: without the earlier step they would go on waiting, and the thread would
// do the same. So would the thread itself, if it has gone on to wait for another.
static bool is_step_before(const TreeSearch *search, uint32_t earlier, uint32_t later)
{
    return knows_step(clock_of_operation(search->path.data[later]), search, earlier);
}

// After an operation a thread ends the lives of locals, or its own, and so do those who have waited for it; which ones
// depends on what it has found. Whether the step from the node `index` touches such a thing.
static bool touches_mortal(const TreeSearch *search, uint32_t index)
{
    const TreeNode *node = search->path.data[index];
    for (uint32_t i = 0; i < node->step.footprint.touches.count; i++) {
        const Touch *touch = &node->step.footprint.touches.data[i];
        if (touch_is_of_thread(touch) ? touch->kind == TOUCH_READ
                                      : machine_mortal_owner(node->machine, touch->address) != NO_THREAD)
            return true;
    }
    return false;
}

// Whether the step in which the deed is done, if it is taken earlier, may depend on the step from the node `index`.
// What it would do there is not what it did here: it conflicts with something that it then comes before.
static bool may_depend(const TreeSearch *search, const Deed *deed, uint32_t index)
{
    const Footprint *earlier = &search->path.data[index]->step.footprint;
    return knows_step(deed->clock, search, index) || knows_step(deed->stepping, search, index) || !deed->step ||
           deed->step->several || footprint_might_conflict(&deed->step->footprint, earlier) ||
           touches_mortal(search, index);
}

// The step from the node `index` and the deed, which comes after `count` steps, conflict. They come in the other order
// if first the steps in between are done that do not depend on that step, then the deed. Whether the thread could be
// the first to go in this sequence.
static bool can_begin(const TreeSearch *search, uint32_t index, uint32_t count, uint32_t thread, const Deed *deed)
{
    VECTOR(uint32_t) others = {0}; // steps of other threads before its first one
    uint32_t first = NONE;
    for (uint32_t i = index + 1; i < count && first == NONE; i++) {
        if (is_step_before(search, index, i))
            continue;
        if (search->path.data[i]->step.choice.thread == thread)
            first = i;
        else
            vector_push(&others, i);
    }
    bool begins = first != NONE || (thread == deed->stepper && deed->exact);
    for (uint32_t i = 0; i < others.count && begins; i++)
        begins =
            first != NONE ? !is_step_before(search, others.data[i], first) : !may_depend(search, deed, others.data[i]);
    vector_free(&others);
    return begins;
}

// The deed, which comes after the first `count` steps, is also to be done before the step that is taken from a node.
static void want_before(TreeSearch *search, uint32_t index, uint32_t count, const Deed *deed)
{
    index = find_section(search, index);
    TreeNode *node = search->path.data[index];
    TreeWish wish = {.kind = WISH_BEGINNER, .node = index, .chosen = NO_THREAD};
    bool granted = false;
    for (uint32_t i = 0; i < node->choices.count && !granted; i++) {
        const TreeChoice *choice = &node->choices.data[i];
        if (!can_begin(search, index, count, choice->thread, deed))
            continue;
        granted = choice->wanted || choice->asleep;
        vector_push(&wish.beginners, choice->thread);
        if (wish.chosen == NO_THREAD || choice->thread == deed->stepper)
            wish.chosen = choice->thread;
    }
    if (wish.chosen == NO_THREAD) {
        // If that thread is tried there, whatever else is needed will be found after it.
        const TreeChoice *stepper = find_choice(node, deed->stepper);
        if (stepper && !stepper->asleep)
            wish.chosen = deed->stepper;
        else
            wish.kind = WISH_ALL;
    }
    if (!granted)
        dpor_grant(search, &wish);
    vector_free(&wish.beginners);
}

// Whether an act happens before that which has the clock. Of a step it may be that only the first acts do.
static bool knows_act(const Clock *clock, const ActorClock *act)
{
    for (uint32_t i = 0; i < act->clock.count; i++)
        if (act->clock.data[i] && !is_before(clock, i, act->clock.data[i]))
            return false;
    return true;
}

static bool is_reversible(const Footprint *footprint, const Deed *deed)
{
    for (uint32_t i = 0; i < footprint->touches.count; i++)
        if (footprint->touches.data[i].thread != deed->actor &&
            touches_reversible(&footprint->touches.data[i], deed->touch))
            return true;
    return false;
}

static bool races(const TreeNode *node, const Deed *deed)
{
    for (uint32_t i = 0; i < node->step.acts.count; i++)
        if (is_reversible(&node->step.acts.data[i].footprint, deed) &&
            !knows_act(deed->clock, &data_of(node)->actors.data[i]))
            return true;
    return false;
}

// Whether something happens before that which has the clock, in the step from the node, that conflicts with whatever is
// done to this place: what conflicts with a touch of the place and was done still earlier happens before it, too.
static bool closes_place(const TreeNode *node, const Clock *clock, const Touch *place)
{
    for (uint32_t i = 0; i < node->step.acts.count; i++) {
        const Footprint *footprint = &node->step.acts.data[i].footprint;
        bool conflicts = false;
        for (uint32_t j = 0; j < footprint->touches.count && !conflicts; j++)
            conflicts = touch_conflicts_with_all(&footprint->touches.data[j], place);
        if (conflicts && knows_act(clock, &data_of(node)->actors.data[i]))
            return true;
    }
    return false;
}

// The deed comes after the first `count` steps.
static void find_races(TreeSearch *search, const Deed *deed, uint32_t count)
{
    TouchedWalk walk;
    uint32_t number;
    touched_steps_begin(&search->touched, deed->touch, count, &walk);
    while ((number = touched_steps_next(&walk))) {
        const TreeNode *node = search->path.data[number - 1];
        bool found = node->step.choice.thread != deed->stepper && races(node, deed);
        if (found)
            want_before(search, number - 1, count, deed);
        if (found ? number <= deed->arrived && !deed->touch->weak : closes_place(node, deed->clock, deed->touch))
            return;
    }
}

// Whether it is what the thread stands before; at the end of a run (no machine) it is.
static bool is_pending(const TreeSearch *search, const Machine *machine, uint32_t thread, const Touch *touch)
{
    if (!machine)
        return true;
    if (thread >= machine_thread_count(machine) || machine_thread_finished(machine, thread) ||
        !machine_thread_waits(machine, thread))
        return false;
    Footprint footprint = {0};
    bool found = false;
    footprint_add_pending(&footprint, &search->touch_rules, machine, thread);
    for (uint32_t i = 0; i < footprint.touches.count; i++)
        found |= footprint.touches.data[i].address == touch->address && touch->thread == thread;
    footprint_free(&footprint);
    return found;
}

// The clock of an act in the step that is being looked at; begins with what the thread knew before.
static uint32_t open_clock(const TreeSearch *search, DporNode *data, uint32_t thread, uint32_t number)
{
    ActorClock actor = {.thread = thread};
    const Clock *before = find_clock(data, thread);
    join_clock(&actor.clock, before ? before : clock_at(search, data, thread));
    if (actor.clock.count <= thread)
        vector_resize(&actor.clock, thread + 1);
    actor.clock.data[thread] = number;
    vector_push(&data->actors, actor);
    return data->actors.count - 1;
}

static bool has_conflict(const Footprint *footprint, const Touch *touch)
{
    for (uint32_t i = 0; i < footprint->touches.count; i++)
        if (touches_conflict(&footprint->touches.data[i], touch))
            return true;
    return false;
}

// What a footprint depends on, of the first `count` steps, happens before it.
static void join_conflicts(const TreeSearch *search, Clock *clock, const Footprint *footprint, uint32_t count)
{
    for (uint32_t i = 0; i < footprint->touches.count; i++) {
        const Touch *later = &footprint->touches.data[i];
        TouchedWalk walk;
        uint32_t number;
        touched_steps_begin(&search->touched, later, count, &walk);
        while ((number = touched_steps_next(&walk))) {
            const TreeNode *earlier = search->path.data[number - 1];
            for (uint32_t j = 0; j < earlier->step.acts.count; j++)
                if (has_conflict(&earlier->step.acts.data[j].footprint, later))
                    join_clock(clock, &data_of(earlier)->actors.data[j].clock);
            if (closes_place(earlier, clock, later))
                break;
        }
    }
}

void dpor_find_later_races(TreeSearch *search, const TreeNode *node, uint32_t thread, const Touch *touch,
                           const Footprint *before)
{
    const DporNode *data = data_of(node);
    if (!search->reduces || search->local.assumed)
        return;
    touched_steps_cut(&search->touched, search->path.count);
    Clock clock = {0};
    join_clock(&clock, clock_at(search, data, touch->thread));
    for (uint32_t i = 0; i < before->touches.count; i++) {
        const Touch *done = &before->touches.data[i];
        join_clock(&clock, clock_at(search, data, done->thread));
        if (done->kind == TOUCH_NONE)
            join_clock(&clock, clock_at(search, data, (uint32_t)done->address));
    }
    join_conflicts(search, &clock, before, search->path.count);
    Deed deed = {.stepper = thread,
                 .actor = touch->thread,
                 .clock = &clock,
                 .stepping = clock_at(search, data, thread),
                 .arrived = last_step(data, touch->thread),
                 .exact = !before->touches.count && is_pending(search, node->machine, thread, touch),
                 .touch = touch};
    find_races(search, &deed, search->path.count);
    vector_free(&clock);
}

static void join_own_conflicts(const TreeNode *node, DporNode *data, uint32_t actor, uint32_t act)
{
    const TreeAct *later = &node->step.acts.data[act];
    for (uint32_t i = 0; i < act; i++)
        if (node->step.acts.data[i].thread != later->thread &&
            footprints_dependent(&node->step.acts.data[i].footprint, &later->footprint))
            join_clock(&data->actors.data[actor].clock, &data->actors.data[i].clock);
}

void dpor_stepped(TreeSearch *search, TreeNode *node, const Machine *before)
{
    (void)before;
    DporNode *data = data_of(node);
    uint32_t number = search->path.count;
    clear_actors(data);
    touched_steps_cut(&search->touched, number - 1);
    add_to_section(search, &node->step.footprint);
    for (uint32_t i = 0; i < node->step.acts.count; i++) {
        const TreeAct *act = &node->step.acts.data[i];
        uint32_t actor = open_clock(search, data, act->thread, number);
        for (uint32_t j = 0; search->reduces && !search->local.assumed && j < act->footprint.touches.count; j++) {
            Deed deed = {.stepper = node->step.choice.thread,
                         .actor = act->thread,
                         .clock = &data->actors.data[actor].clock,
                         .stepping = clock_of_operation(node),
                         .arrived = last_step(data, act->thread),
                         .exact = true,
                         .step = &node->step,
                         .touch = &act->footprint.touches.data[j]};
            find_races(search, &deed, number - 1);
        }
        if (act->after != NO_THREAD) { // only now: in a section it may also come to wait for that
            const Clock *other = find_clock(data, act->after);
            join_clock(&data->actors.data[actor].clock, other ? other : clock_at(search, data, act->after));
        }
        join_own_conflicts(node, data, actor, i);
        join_conflicts(search, &data->actors.data[actor].clock, &act->footprint, number - 1);
    }
    touched_steps_add(&search->touched, number, &node->step.footprint);
}

uint32_t dpor_sleeper_count(const TreeNode *node)
{
    return data_of(node)->sleepers.count;
}

uint32_t dpor_sleeper(const TreeNode *node, uint32_t index)
{
    return data_of(node)->sleepers.data[index].thread;
}

// Threads that have not done what they stand before.
static void find_races_at_end(TreeSearch *search, const Machine *machine)
{
    DporNode end = {0};
    TreeNode state = {.data = &end};
    copy_last(&end, vector_last(&search->path), search->path.count);
    for (uint32_t i = 0; i < machine_thread_count(machine); i++) {
        // A twin before it stands there as well.
        if (machine_thread_finished(machine, i) || !machine_thread_waits(machine, i) ||
            machine_follows_twin(machine, i))
            continue;
        Footprint footprint = {0};
        footprint_add_pending(&footprint, &search->touch_rules, machine, i);
        for (uint32_t j = 0; j < footprint.touches.count; j++)
            dpor_find_later_races(search, &state, i, &footprint.touches.data[j], &(Footprint){0});
        footprint_free(&footprint);
    }
    vector_free(&end.last);
}

// Whether another thread could have gone on if the run had not ended.
static bool hides_others(const TreeNode *node, const Machine *machine)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        if (i != node->step.taken && machine_thread_could_go_on(machine, node->choices.data[i].thread))
            return true;
    return false;
}

static bool is_deadlock_of_some(const Machine *machine)
{
    if (machine_status(machine) != MACHINE_VIOLATION || machine_violation(machine)->property != PROPERTY_DEADLOCK)
        return false;
    for (uint32_t i = 0; i < machine_thread_count(machine); i++)
        if (machine_thread_could_go_on(machine, i))
            return true;
    return false;
}

// Some threads wait for each other, and the run has ended though others could go on. The last step was only the last of those that
// brought them there: it looked at where each of them stood, as if each had written that in its last step.
static void find_races_in_deadlock(TreeSearch *search, uint32_t index, const Machine *machine)
{
    const TreeNode *node = search->path.data[index];
    const DporNode *data = data_of(node);
    Deed deed = {.stepper = node->step.choice.thread,
                 .actor = node->step.choice.thread,
                 .clock = clock_of_operation(node),
                 .stepping = clock_of_operation(node),
                 .exact = true,
                 .step = &node->step};
    for (uint32_t i = 0; i < machine_thread_count(machine); i++) {
        uint32_t last = last_step(data, i);
        if (i != deed.stepper && machine_thread_blocked(machine, i) && last && !is_before(deed.clock, i, last))
            want_before(search, last - 1, index, &deed);
    }
}

void dpor_leaf(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    if (!search->path.count || !search->reduces || search->local.assumed)
        return;
    uint32_t index = find_section(search, search->path.count - 1);
    TreeNode *last = search->path.data[index];
    // Of a section that chooses in the middle it is the whole that ends the run.
    if (machine_status(machine) != MACHINE_RUNNING && hides_others(last, machine)) {
        last->choices.data[last->step.taken].hides = true;
        dpor_grant(search, &(TreeWish){.kind = WISH_ANOTHER, .node = index});
    }
    if (is_deadlock_of_some(machine))
        find_races_in_deadlock(search, index, machine);
    for (uint32_t i = search->cycles.start; leaf == TREE_CYCLE && i < search->path.count; i++)
        dpor_grant(search, &(TreeWish){.kind = WISH_ALL, .node = i});
    find_races_at_end(search, machine);
}

const TreePolicy dpor_policy = {
    .name = "dpor",
    .reduces = true,
    .merges = true,
    .twins = true,
    .divides = true,
    .node_size = sizeof(DporNode),
    .unbounded = &dpor_policy,
    .enter = dpor_enter,
    .stepped = dpor_stepped,
    .still = still,
    .leaf = dpor_leaf,
    .grant = dpor_grant,
    .free_data = dpor_free_data,
};

static void dpor(const EngineTask *task, Findings *findings)
{
    tree_search(task, &dpor_policy, findings);
}

const Engine engine_dpor = {
    .name = "dpor",
    .summary =
        "tries one of all interleavings that differ only in the order of independent steps, with symbolic inputs",
    .source = "Flanagan, Godefroid: Dynamic Partial-Order Reduction for Model Checking Software",
    .in_short = "the tree without equivalent orders",
    .inputs = ENGINE_INPUTS_ALL,
    .knows_weak_memory = true,
    .options = HEEDS(context_bound) | HEEDS(jobs) | HEEDS(divide_after) | HEEDS(no_dpor) | HEEDS(keep_order),
    .names_all_races = true,
    .search = dpor,
};
