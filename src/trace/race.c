// A vector clock per thread and per synchronisation object, and the last accesses to each byte. The detector stops at the
// first race, because what follows one may be its consequence.
#include "trace/race.h"

#include <stdlib.h>

#include "base/memory.h"
#include "machine/synchronise.h"
#include "order/last_accesses.h"

struct RaceDetector {
    Synchronisation synchronisation;
    Channels atomics; // of atomic variables, by address
    LastAccesses accesses;
    bool found;
    RaceReport report;
};

RaceDetector *race_detector_create(void)
{
    return memory_allocate_zeroed(sizeof(RaceDetector));
}

void race_detector_free(RaceDetector *detector)
{
    if (!detector)
        return;
    synchronise_free(&detector->synchronisation);
    channels_free(&detector->atomics);
    last_accesses_free(&detector->accesses);
    free(detector);
}

static void check_access(RaceDetector *detector, const Event *event)
{
    const Clock *clock = thread_clocks_at(&detector->synchronisation.clocks, event->thread);
    LastAccess other, access = {.thread = event->thread,
                                .time = clock_time(clock, event->thread),
                                .position = event->position,
                                .writes = event->kind != EVENT_read};
    access.atomic = event->atomic || synchronise_is_inside(&detector->synchronisation, event->thread);
    if (!last_accesses_note(&detector->accesses, clock, &access, event->address, event->size, &other))
        return;
    detector->found = true;
    detector->report = (RaceReport){
        .first_thread = other.thread,
        .first_position = other.position,
        .second_thread = event->thread,
        .second_position = event->position,
        .address = event->address,
        .size = event->size,
        .first_writes = other.writes,
        .second_writes = access.writes,
    };
}

static void access_memory(RaceDetector *detector, const Event *event)
{
    ThreadClocks *clocks = &detector->synchronisation.clocks;
    if (!event->atomic) {
        check_access(detector, event);
        return;
    }
    Channel *channel = channels_at(&detector->atomics, event->address);
    thread_clocks_acquire(clocks, event->thread, &channel->released);
    check_access(detector, event);
    thread_clocks_release(clocks, event->thread, &channel->released);
}

void race_detector_event(RaceDetector *detector, const Event *event)
{
    if (detector->found)
        return;
    if (event_kind_accesses(event->kind))
        access_memory(detector, event);
    else if (event->kind == EVENT_allocate) // a new block, whoever used its bytes before: malloc and free order that
        last_accesses_forget(&detector->accesses, event->address, event->value);
    else
        synchronise(&detector->synchronisation, event);
}

bool race_detector_found(const RaceDetector *detector, RaceReport *out)
{
    if (detector->found)
        *out = detector->report;
    return detector->found;
}
