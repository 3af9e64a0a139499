#include "run/guided_run.h"

#include "base/fail.h"

// Inputs are placed by the names of the guide until the thread is there.
static void add_thread(GuidedRun *run, uint32_t id, uint32_t name)
{
    while (run->threads.count <= id)
        vector_push(&run->threads, (GuidedThread){.name = NO_THREAD});
    run->threads.data[id].name = name;
    if (name == NO_THREAD)
        return;
    run->ids.data[name] = id;
    for (uint32_t i = 0; i < run->guide->inputs.placed.count; i++) {
        PlacedInput placed = run->guide->inputs.placed.data[i];
        if (placed.thread == name) {
            placed.thread = id;
            vector_push(&run->inputs.placed, placed);
        }
    }
}

static uint32_t find_name(const Guide *guide, uint32_t creator, uint32_t ordinal)
{
    for (uint32_t i = 1; i < guide->threads.count; i++)
        if (guide->threads.data[i].creator == creator && guide->threads.data[i].ordinal == ordinal)
            return i;
    return NO_THREAD;
}

static void note_event(void *context, const Machine *machine, const Event *event)
{
    GuidedRun *run = context;
    if (event->thread >= run->threads.count)
        add_thread(run, event->thread, NO_THREAD);
    GuidedThread *thread = &run->threads.data[event->thread];
    thread->events = event->index + event_kind_counts(event->kind);
    if (event->kind == EVENT_create && event->other != NO_THREAD) {
        uint32_t name = thread->name == NO_THREAD ? NO_THREAD : find_name(run->guide, thread->name, thread->created);
        thread->created++;
        add_thread(run, event->other, name);
    }
    if (run->sink)
        run->sink(run->sink_context, machine, event);
}

// The signal's alternative that wakes the wanted thread: waiters are numbered in the order of their ids. That a wait
// ends without a signal is chosen when it begins; later there is only its time limit.
static uint32_t choose_alternative(const GuidedRun *run, const Machine *machine, uint32_t id, const GuideEvent *event)
{
    Pending pending = machine_pending(machine, id);
    if (pending.kind == EVENT_wake && event->outcome == 1)
        return NO_THREAD;
    if (pending.kind == EVENT_wait)
        return event->outcome == 1;
    if (pending.kind == EVENT_update)
        return event->outcome == 0 && machine_alternatives(machine, id) > 1;
    if (pending.kind != EVENT_signal || event->woken == NO_THREAD)
        return 0;
    uint32_t alternative = 0;
    for (uint32_t i = 0; i < machine_thread_count(machine); i++) {
        if (machine_thread_finished(machine, i))
            continue;
        Pending other = machine_pending(machine, i);
        if (other.kind != EVENT_wake || other.address != pending.address)
            continue;
        if (i == run->ids.data[event->woken])
            return alternative;
        alternative++;
    }
    return 0;
}

void guided_run_step(GuidedRun *run, Choice choice)
{
    vector_push(&run->choices, choice);
    machine_step(run->machine, choice);
}

static bool step(GuidedRun *run, uint32_t id, const GuideEvent *event)
{
    Choice choice = {id, choose_alternative(run, run->machine, id, event)};
    if (choice.alternative >= machine_alternatives(run->machine, id))
        return false;
    guided_run_step(run, choice);
    return true;
}

static bool at_race(GuidedRun *run)
{
    if (!run->guide->stop_at_race || machine_status(run->machine) != MACHINE_RUNNING ||
        !machine_find_race(run->machine, &run->race))
        return false;
    run->end = GUIDED_RUN_AT_RACE;
    return true;
}

static bool is_done(const GuidedRun *run, const GuideEvent *event)
{
    uint32_t id = run->ids.data[event->thread];
    return id != NO_THREAD && run->threads.data[id].events > event->index;
}

// Takes a step towards an event of the guide. Nobody comes into the middle of an atomic section: if a thread has to
// choose there, it goes on first, in the way that the guide has for later, if any.
static bool step_towards(GuidedRun *run, uint32_t index)
{
    static const GuideEvent any = {.woken = NO_THREAD, .outcome = ANY_OUTCOME};
    const Guide *guide = run->guide;
    const GuideEvent *event = &guide->events.data[index];
    uint32_t id = run->ids.data[event->thread], chooser = machine_section_chooser(run->machine);
    if (chooser == NO_THREAD || chooser == id)
        return id != NO_THREAD && step(run, id, event);
    for (uint32_t i = index; i < guide->events.count; i++)
        if (run->ids.data[guide->events.data[i].thread] == chooser && !is_done(run, &guide->events.data[i]))
            return step(run, chooser, &guide->events.data[i]);
    return step(run, chooser, &any);
}

// False if the run cannot be had so.
static bool take_prefix(GuidedRun *run)
{
    for (uint32_t i = 0; i < run->guide->prefix_count; i++) {
        Choice choice = run->guide->prefix[i];
        if (machine_status(run->machine) != MACHINE_RUNNING ||
            choice.alternative >= machine_alternatives(run->machine, choice.thread)) {
            run->end = GUIDED_RUN_DIVERGED;
            return false;
        }
        guided_run_step(run, choice);
    }
    return true;
}

void guided_run_execute(GuidedRun *run, const Program *program, const MachineOptions *options, const Guide *guide,
                        EventSink *sink, void *sink_context)
{
    *run = (GuidedRun){
        .end = GUIDED_RUN_DONE,
        .guide = guide,
        .options = *options,
        .inputs = {.named = guide->inputs.named, .ordered = guide->inputs.ordered, .exact = guide->inputs.exact},
        .sink = sink,
        .sink_context = sink_context};
    run->options.inputs = &run->inputs;
    vector_resize(&run->ids, guide->threads.count ? guide->threads.count : 1);
    for (uint32_t i = 0; i < run->ids.count; i++)
        run->ids.data[i] = NO_THREAD;
    add_thread(run, 0, 0);
    run->machine = machine_create_observed(program, &run->options, note_event, run);
    bool stopped = !take_prefix(run) || at_race(run);
    for (uint32_t i = 0; i < guide->events.count && !stopped; i++) {
        while (!stopped && machine_status(run->machine) == MACHINE_RUNNING && !is_done(run, &guide->events.data[i])) {
            if (!step_towards(run, i)) {
                run->end = GUIDED_RUN_DIVERGED;
                stopped = true;
            } else {
                stopped = at_race(run);
            }
        }
    }
    if (!stopped && guide->last != NO_THREAD && machine_status(run->machine) == MACHINE_RUNNING &&
        run->ids.data[guide->last] != NO_THREAD) {
        step(run, run->ids.data[guide->last],
             &(GuideEvent){.thread = guide->last, .woken = NO_THREAD, .outcome = ANY_OUTCOME});
        at_race(run);
    }
}

void guided_run_free(GuidedRun *run)
{
    machine_free(run->machine);
    vector_free(&run->choices);
    vector_free(&run->threads);
    vector_free(&run->ids);
    vector_free(&run->inputs.placed);
}

void guide_free(Guide *guide)
{
    vector_free(&guide->events);
    vector_free(&guide->threads);
    input_plan_free(&guide->inputs);
}
