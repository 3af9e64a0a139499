// Inputs of runs, and what is noted while a step is executed.
#include <stdlib.h>

#include "base/memory.h"
#include "tree/tree_state.h"

// --- Inputs

TreeInputs *tree_create_inputs(const TreeSearch *search)
{
    TreeInputs *inputs = memory_allocate_zeroed(sizeof *inputs);
    inputs->references = 1;
    if (search->task->machine.inputs) {
        inputs->plan.named = search->task->machine.inputs->named;
        inputs->plan.ordered = search->task->machine.inputs->ordered;
    }
    inputs->plan.random = search->policy->random_inputs;
    inputs->plan.seed = search->task->options->seed;
    inputs->options = search->options;
    inputs->options.inputs = &inputs->plan;
    return inputs;
}

void tree_release_inputs(TreeInputs *inputs)
{
    if (--inputs->references)
        return;
    vector_free(&inputs->plan.placed);
    free(inputs);
}

// --- What happens in a step

// Where races are asked about an update counts for what it might do: it is not to be done at the same time as others.
// A thread that is interrupted at a barrier leaves it later than the others.
TouchRules tree_choose_rules(const TreeSearch *search)
{
    unsigned kept = search->task->options->keep_order;
    bool races = (search->options.properties & PROPERTY_BIT(PROPERTY_RACE)) != 0;
    return (TouchRules){.updates = !(kept & KEEP_UPDATES) && !races && !search->policy->generalises,
                        .attempts = !(kept & KEEP_ATTEMPTS),
                        .barriers = !(kept & KEEP_BARRIERS) && !program_has_interrupts(search->task->program),
                        .sharers = !(kept & KEEP_SHARERS)};
}

bool tree_matters(const TreeSearch *search, const Machine *machine, uint32_t thread)
{
    if (!search->slice || machine_thread_finished(machine, thread))
        return true;
    uint32_t function, instruction;
    machine_thread_place(machine, thread, &function, &instruction);
    return slice_contains(search->slice, function, instruction);
}

static bool leads_on(const void *slice, uint32_t function, uint32_t instruction)
{
    return slice_leads_on(slice, function, instruction);
}

bool tree_leads_on(const TreeSearch *search, const Machine *machine, uint32_t thread)
{
    return !machine_thread_finished(machine, thread) &&
           (!search->slice || machine_thread_any_place(machine, thread, leads_on, search->slice));
}

static bool runs_alone(const Machine *machine, uint32_t thread)
{
    for (uint32_t i = 0; i < machine_thread_count(machine); i++)
        if (i != thread && !machine_thread_finished(machine, i))
            return false;
    return true;
}

enum { LAST_CONDITIONS = 16 };

// Whether the condition was met on the path not long ago, where it mattered. What held once holds for ever.
static bool is_known(const TreeSearch *search, Term condition)
{
    uint32_t count = search->conditions.count;
    for (uint32_t i = count; i-- > 0 && count - i <= LAST_CONDITIONS;)
        if (search->conditions.data[i].term == condition && !search->conditions.data[i].idle)
            return true;
    return false;
}

static void note_condition(TreeSearch *search, const Machine *machine, const Event *event)
{
    TermTable *terms = search->terms;
    if (!event->term || term_is_true(terms, event->term) || (search->slice && is_known(search, event->term)))
        return;
    // Where it does not hold the thread stops. That is of interest if there are others who go on.
    bool stops = event->kind == EVENT_assume ||
                 (event->kind == EVENT_check && !(search->options.properties & PROPERTY_BIT(event->property)));
    bool idle = event->kind == EVENT_branch && !tree_matters(search, machine, event->thread);
    bool others = !search->local.assumed && !runs_alone(machine, event->thread);
    Term rest = idle || (stops && !others) ? term_boolean(terms, false) : term_not(terms, event->term);
    vector_push(&search->conditions, (TreeCondition){.kind = event->kind,
                                                     .thread = event->thread,
                                                     .number = (uint32_t)event->number,
                                                     .term = event->term,
                                                     .rest = rest,
                                                     .idle = idle,
                                                     .current = true,
                                                     .property = event->property,
                                                     .position = event->position});
}

static void add_act(TreeSearch *search, TreeNode *node, const Machine *machine, const Event *event)
{
    TreeAct act = {.thread = event->thread,
                   .after = event->kind == EVENT_join ? event->other : NO_THREAD,
                   .created = event->kind == EVENT_create ? event->other : NO_THREAD};
    for (uint32_t i = 0; event->kind == EVENT_start && i < node->step.acts.count; i++)
        if (node->step.acts.data[i].created == event->thread)
            act.after = node->step.acts.data[i].thread;
    if (search->observed.idle_access && event_kind_accesses(event->kind) && event->thread == node->step.choice.thread)
        search->observed.idle_access = false; // this is the one
    else
        footprint_add_event(&act.footprint, &search->touch_rules, event,
                            machine_thread_in_section(machine, event->thread));
    if (event->thread != node->step.choice.thread) // that it was not interrupted before is over now
        footprint_add_step(&act.footprint, machine, event->thread);
    footprint_add(&node->step.footprint, &act.footprint);
    // Only that main creates a thread may matter, and who waits for the end of another in a section.
    if (search->local.assumed && act.footprint.touches.count && !(event->kind == EVENT_create && !event->thread) &&
        event->kind != EVENT_exit && tree_matters(search, machine, event->thread))
        search->local.refuted = search->stopped = true;
    vector_push(&node->step.acts, act);
}

void tree_clear_acts(TreeNode *node)
{
    for (uint32_t i = 0; i < node->step.acts.count; i++)
        footprint_free(&node->step.acts.data[i].footprint);
    node->step.acts.count = 0;
}

void tree_note_event(void *context, const Machine *machine, const Event *event)
{
    TreeSearch *search = context;
    switch (event->kind) {
    case EVENT_branch:
    case EVENT_pin:
    case EVENT_assume:
    case EVENT_check:
        note_condition(search, machine, event);
        return;
    default:
        break;
    }
    if (search->observed.node)
        add_act(search, search->observed.node, machine, event);
}

// --- A step begins and ends

void tree_begin_step(TreeSearch *search, TreeNode *node, const Machine *machine)
{
    Pending pending = machine_pending(machine, node->step.choice.thread);
    node->step.interrupts = machine_choice_interrupts(machine, node->step.choice);
    search->observed.idle_access =
        event_kind_accesses(pending.kind) && !tree_matters(search, machine, node->step.choice.thread);
    node->step.idle = search->observed.idle_access;
    node->step.several = pending.kind == EVENT_atomic_begin || pending.more || node->step.interrupts ||
                         machine_thread_in_section(machine, node->step.choice.thread);
    node->step.footprint.touches.count = 0;
    tree_clear_acts(node);
    vector_push(&node->step.acts,
                (TreeAct){.thread = node->step.choice.thread, .after = NO_THREAD, .created = NO_THREAD});
    if (search->options.twins)
        footprint_add_turn(&node->step.acts.data[0].footprint, machine, node->step.choice.thread);
    search->observed.node = node;
}

// Not all calls report by an event what they looked at, if they fail.
static void note_unreported(const TreeSearch *search, TreeNode *node, const Machine *before)
{
    Footprint pending = {0};
    if (node->step.interrupts) // it has not come to what it stands before
        footprint_add_step(&pending, before, node->step.choice.thread);
    else
        footprint_add_pending(&pending, &search->touch_rules, before, node->step.choice.thread);
    for (uint32_t i = 0; i < pending.touches.count; i++) {
        Touch *touch = &pending.touches.data[i];
        bool reported = false;
        for (uint32_t j = 0; j < node->step.footprint.touches.count && !reported; j++)
            reported = node->step.footprint.touches.data[j].address == touch->address &&
                       node->step.footprint.touches.data[j].thread == touch->thread;
        Footprint one = {.touches = {.data = touch, .count = 1, .capacity = 1}};
        if (!reported)
            footprint_add(&node->step.acts.data[0].footprint, &one);
    }
    footprint_add(&node->step.footprint, &node->step.acts.data[0].footprint);
    footprint_free(&pending);
}

// A section that waits in the middle: had there been nothing to wait for, nobody could see what it has done so far.
static void note_waits(const TreeSearch *search, TreeNode *node, const Machine *after)
{
    for (uint32_t i = 0; i < node->step.acts.count; i++) {
        TreeAct *act = &node->step.acts.data[i];
        if (!machine_thread_in_section(after, act->thread) || !machine_thread_blocked(after, act->thread))
            continue;
        footprint_add_awaited(&act->footprint, &search->touch_rules, after, act->thread);
        footprint_add(&node->step.footprint, &act->footprint);
    }
}

// Of those who leave a barrier together one has ended the run, and hides what the others would have done. Who it is
// depends on who came last.
static void note_end(TreeNode *node, const Machine *after)
{
    if (machine_status(after) == MACHINE_RUNNING || machine_status(after) == MACHINE_EXITED)
        return;
    node->step.several = true;
    footprint_order_meetings(&node->step.footprint);
    for (uint32_t i = 0; i < node->step.acts.count; i++)
        footprint_order_meetings(&node->step.acts.data[i].footprint);
}

void tree_end_step(TreeSearch *search, TreeNode *node, const Machine *before, const Machine *after)
{
    search->observed.node = NULL;
    search->observed.idle_access = false;
    if (!node->step.idle)
        note_unreported(search, node, before);
    note_waits(search, node, after);
    note_end(node, after);
    if (node->yields && !machine_was_quiet(after))
        tree_collect_others(search, node, search->path.count - 1);
    footprint_add(&node->choices.data[node->step.taken].footprint, &node->step.footprint);
    node->choices.data[node->step.taken].several |= node->step.several;
    // Its thread wakes up if it can go on with what it stands before.
    if (node->step.interrupts)
        footprint_add_awaited(&node->choices.data[node->step.taken].footprint, &search->touch_rules, before,
                              node->step.choice.thread);
    if (search->policy->stepped)
        search->policy->stepped(search, node, before);
}

void tree_note_reads(TreeSearch *search, TreeNode *node, const Machine *machine)
{
    TreeReads *reads = node ? &node->step.reads : &search->root_reads;
    uint32_t count;
    const InputValue *values = machine_inputs(machine, &count);
    reads->count = 0;
    for (uint32_t i = 0; i < count; i++)
        vector_push(reads, values[i]);
}
