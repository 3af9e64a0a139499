#include "engine/follow.h"

#include "base/fail.h"

// What is known of a thread of the running machine.
typedef struct FollowedThread {
    uint32_t name;    // in the guide; UINT32_MAX: not of the guide
    uint32_t created; // threads so far
    uint32_t events;  // happened so far
} FollowedThread;

typedef struct Follower {
    const Guide *guide;
    VECTOR(FollowedThread) threads; // by id of the machine
    VECTOR(uint32_t) ids;           // by name: id of the machine, UINT32_MAX: not created yet
} Follower;

static void add_thread(Follower *follower, uint32_t id, uint32_t name)
{
    while (follower->threads.count <= id)
        vector_push(&follower->threads, (FollowedThread){.name = UINT32_MAX});
    follower->threads.data[id].name = name;
    if (name != UINT32_MAX)
        follower->ids.data[name] = id;
}

static uint32_t find_name(const Guide *guide, uint32_t creator, uint32_t ordinal)
{
    for (uint32_t i = 1; i < guide->threads.count; i++)
        if (guide->threads.data[i].creator == creator && guide->threads.data[i].ordinal == ordinal)
            return i;
    return UINT32_MAX;
}

static void note_event(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    Follower *follower = context;
    if (event->thread >= follower->threads.count)
        add_thread(follower, event->thread, UINT32_MAX);
    FollowedThread *thread = &follower->threads.data[event->thread];
    thread->events = event->index + 1;
    if (event->kind == EVENT_create && event->other != UINT32_MAX) {
        uint32_t name =
            thread->name == UINT32_MAX ? UINT32_MAX : find_name(follower->guide, thread->name, thread->created);
        thread->created++;
        add_thread(follower, event->other, name);
    }
}

// The signal's alternative that wakes the wanted thread: waiters are numbered in the order of their ids.
static uint32_t choose_alternative(const Follower *follower, const Machine *machine, uint32_t id, uint32_t woken)
{
    Pending pending = machine_pending(machine, id);
    if (pending.kind != EVENT_signal || woken == UINT32_MAX)
        return 0;
    uint32_t alternative = 0;
    for (uint32_t i = 0; i < machine_thread_count(machine); i++) {
        if (machine_thread_finished(machine, i))
            continue;
        Pending other = machine_pending(machine, i);
        if (other.kind != EVENT_wake || other.address != pending.address)
            continue;
        if (i == follower->ids.data[woken])
            return alternative;
        alternative++;
    }
    return 0;
}

static bool step(Followed *followed, const Follower *follower, uint32_t id, uint32_t woken)
{
    Machine *machine = followed->machine;
    Choice choice = {id, choose_alternative(follower, machine, id, woken)};
    if (choice.alternative >= machine_alternatives(machine, id))
        return false;
    vector_push(&followed->choices, choice);
    machine_step(machine, choice);
    return true;
}

static bool at_race(Followed *followed, const Guide *guide)
{
    if (!guide->stop_at_race || machine_status(followed->machine) != MACHINE_RUNNING ||
        !machine_find_race(followed->machine, &followed->race))
        return false;
    followed->end = FOLLOW_RACE;
    return true;
}

Followed follow_guide(const Program *program, const MachineOptions *options, const Guide *guide)
{
    Follower follower = {.guide = guide};
    vector_resize(&follower.ids, guide->threads.count ? guide->threads.count : 1);
    for (uint32_t i = 0; i < follower.ids.count; i++)
        follower.ids.data[i] = UINT32_MAX;
    add_thread(&follower, 0, 0);
    Followed followed = {.end = FOLLOW_DONE};
    followed.machine = machine_create_observed(program, options, note_event, &follower);
    bool stopped = at_race(&followed, guide);
    for (uint32_t i = 0; i < guide->events.count && !stopped; i++) {
        const GuideEvent *event = &guide->events.data[i];
        while (!stopped && machine_status(followed.machine) == MACHINE_RUNNING) {
            uint32_t id = follower.ids.data[event->thread];
            if (id != UINT32_MAX && follower.threads.data[id].events > event->index)
                break;
            if (id == UINT32_MAX || !step(&followed, &follower, id, event->woken)) {
                followed.end = FOLLOW_DIVERGED;
                stopped = true;
            } else {
                stopped = at_race(&followed, guide);
            }
        }
    }
    if (!stopped && guide->last != UINT32_MAX && machine_status(followed.machine) == MACHINE_RUNNING &&
        follower.ids.data[guide->last] != UINT32_MAX) {
        step(&followed, &follower, follower.ids.data[guide->last], UINT32_MAX);
        at_race(&followed, guide);
    }
    vector_free(&follower.threads);
    vector_free(&follower.ids);
    return followed;
}

void guide_free(Guide *guide)
{
    vector_free(&guide->events);
    vector_free(&guide->threads);
    input_plan_free(&guide->inputs);
}
