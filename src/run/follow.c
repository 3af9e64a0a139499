#include "run/follow.h"

#include "base/fail.h"

// Inputs are placed by the names of the guide until the thread is there.
static void add_thread(Followed *followed, uint32_t id, uint32_t name)
{
    while (followed->threads.count <= id)
        vector_push(&followed->threads, (FollowedThread){.name = NO_THREAD});
    followed->threads.data[id].name = name;
    if (name == NO_THREAD)
        return;
    followed->ids.data[name] = id;
    for (uint32_t i = 0; i < followed->guide->inputs.placed.count; i++) {
        PlacedInput placed = followed->guide->inputs.placed.data[i];
        if (placed.thread == name) {
            placed.thread = id;
            vector_push(&followed->inputs.placed, placed);
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
    Followed *followed = context;
    if (event->thread >= followed->threads.count)
        add_thread(followed, event->thread, NO_THREAD);
    FollowedThread *thread = &followed->threads.data[event->thread];
    thread->events = event->index + event_kind_counts(event->kind);
    if (event->kind == EVENT_create && event->other != NO_THREAD) {
        uint32_t name =
            thread->name == NO_THREAD ? NO_THREAD : find_name(followed->guide, thread->name, thread->created);
        thread->created++;
        add_thread(followed, event->other, name);
    }
    if (followed->sink)
        followed->sink(followed->sink_context, machine, event);
}

// The signal's alternative that wakes the wanted thread: waiters are numbered in the order of their ids. That a wait
// ends without a signal is chosen when it begins; later there is only its time limit.
static uint32_t choose_alternative(const Followed *followed, const Machine *machine, uint32_t id,
                                   const GuideEvent *event)
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
        if (i == followed->ids.data[event->woken])
            return alternative;
        alternative++;
    }
    return 0;
}

void follow_step(Followed *followed, Choice choice)
{
    vector_push(&followed->choices, choice);
    machine_step(followed->machine, choice);
}

static bool step(Followed *followed, uint32_t id, const GuideEvent *event)
{
    Choice choice = {id, choose_alternative(followed, followed->machine, id, event)};
    if (choice.alternative >= machine_alternatives(followed->machine, id))
        return false;
    follow_step(followed, choice);
    return true;
}

static bool at_race(Followed *followed)
{
    if (!followed->guide->stop_at_race || machine_status(followed->machine) != MACHINE_RUNNING ||
        !machine_find_race(followed->machine, &followed->race))
        return false;
    followed->end = FOLLOW_RACE;
    return true;
}

static bool is_done(const Followed *followed, const GuideEvent *event)
{
    uint32_t id = followed->ids.data[event->thread];
    return id != NO_THREAD && followed->threads.data[id].events > event->index;
}

// Takes a step towards an event of the guide. Nobody comes into the middle of an atomic section: if a thread has to
// choose there, it goes on first, in the way that the guide has for later, if any.
static bool step_towards(Followed *followed, uint32_t index)
{
    static const GuideEvent any = {.woken = NO_THREAD, .outcome = ANY_OUTCOME};
    const Guide *guide = followed->guide;
    const GuideEvent *event = &guide->events.data[index];
    uint32_t id = followed->ids.data[event->thread], chooser = machine_section_chooser(followed->machine);
    if (chooser == NO_THREAD || chooser == id)
        return id != NO_THREAD && step(followed, id, event);
    for (uint32_t i = index; i < guide->events.count; i++)
        if (followed->ids.data[guide->events.data[i].thread] == chooser && !is_done(followed, &guide->events.data[i]))
            return step(followed, chooser, &guide->events.data[i]);
    return step(followed, chooser, &any);
}

void follow_guide(Followed *followed, const Program *program, const MachineOptions *options, const Guide *guide,
                  EventSink *sink, void *sink_context)
{
    *followed = (Followed){
        .end = FOLLOW_DONE,
        .guide = guide,
        .options = *options,
        .inputs = {.named = guide->inputs.named, .ordered = guide->inputs.ordered, .exact = guide->inputs.exact},
        .sink = sink,
        .sink_context = sink_context};
    followed->options.inputs = &followed->inputs;
    vector_resize(&followed->ids, guide->threads.count ? guide->threads.count : 1);
    for (uint32_t i = 0; i < followed->ids.count; i++)
        followed->ids.data[i] = NO_THREAD;
    add_thread(followed, 0, 0);
    followed->machine = machine_create_observed(program, &followed->options, note_event, followed);
    bool stopped = at_race(followed);
    for (uint32_t i = 0; i < guide->events.count && !stopped; i++) {
        while (!stopped && machine_status(followed->machine) == MACHINE_RUNNING &&
               !is_done(followed, &guide->events.data[i])) {
            if (!step_towards(followed, i)) {
                followed->end = FOLLOW_DIVERGED;
                stopped = true;
            } else {
                stopped = at_race(followed);
            }
        }
    }
    if (!stopped && guide->last != NO_THREAD && machine_status(followed->machine) == MACHINE_RUNNING &&
        followed->ids.data[guide->last] != NO_THREAD) {
        step(followed, followed->ids.data[guide->last],
             &(GuideEvent){.thread = guide->last, .woken = NO_THREAD, .outcome = ANY_OUTCOME});
        at_race(followed);
    }
}

void followed_free(Followed *followed)
{
    machine_free(followed->machine);
    vector_free(&followed->choices);
    vector_free(&followed->threads);
    vector_free(&followed->ids);
    vector_free(&followed->inputs.placed);
}

void guide_free(Guide *guide)
{
    vector_free(&guide->events);
    vector_free(&guide->threads);
    input_plan_free(&guide->inputs);
}
