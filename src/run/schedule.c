// PCT after Burckhardt, Kothari, Musuvathi, Nagarakatte: "A randomized scheduler with probabilistic guarantees of
// finding bugs".
#include "run/schedule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/random.h"
#include "trace/trace.h"

enum { DEFAULT_LENGTH = 200, DEFAULT_DEPTH = 3 };

static bool parse_number(const char **cursor, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(*cursor, &end, 0);
    bool read = end != *cursor && !errno && **cursor != '-';
    *cursor = end;
    return read;
}

static bool load_choices(Scheduler *scheduler, const char *path, Text *error)
{
    Trace *trace = trace_load(path, error);
    if (!trace)
        return false;
    for (uint32_t i = 0; i < trace->schedule.count; i++)
        vector_push(&scheduler->loaded, trace->schedule.data[i]);
    trace_free(trace);
    scheduler->kind = SCHEDULE_RECORDED;
    scheduler->recorded = scheduler->loaded.data;
    scheduler->recorded_count = scheduler->loaded.count;
    return true;
}

bool scheduler_parse(Scheduler *scheduler, const char *text, Text *error)
{
    *scheduler = (Scheduler){.kind = SCHEDULE_UNTIL_BLOCKED, .expected_length = DEFAULT_LENGTH, .depth = DEFAULT_DEPTH};
    if (!text || !strcmp(text, "run-until-blocked"))
        return true;
    if (!strcmp(text, "round-robin")) {
        scheduler->kind = SCHEDULE_ROUND_ROBIN;
        return true;
    }
    if (!strncmp(text, "file:", 5))
        return load_choices(scheduler, text + 5, error);
    const char *cursor = text;
    bool pct = !strncmp(text, "pct:", 4);
    if (pct || !strncmp(text, "random:", 7)) {
        scheduler->kind = pct ? SCHEDULE_PCT : SCHEDULE_RANDOM;
        cursor += pct ? 4 : 7;
        uint64_t depth = DEFAULT_DEPTH;
        if (parse_number(&cursor, &scheduler->seed) &&
            (!pct || *cursor != ',' || (cursor++, parse_number(&cursor, &depth))) && !*cursor && depth >= 1 &&
            depth <= 1000) {
            scheduler->depth = (uint32_t)depth;
            return true;
        }
    }
    text_format(error,
                "--schedule=%s: expected run-until-blocked, round-robin, random:SEED, pct:SEED,DEPTH or file:FILE",
                text);
    return false;
}

void scheduler_start(Scheduler *scheduler)
{
    scheduler->random = hash_mix(scheduler->seed + 1);
    scheduler->step = 0;
    scheduler->last = 0;
    scheduler->priorities.count = 0;
    scheduler->changes.count = 0;
    if (scheduler->kind == SCHEDULE_PCT)
        for (uint32_t i = 0; i + 1 < scheduler->depth; i++)
            vector_push(&scheduler->changes, random_next(&scheduler->random) % scheduler->expected_length);
}

static uint32_t next_enabled(const Machine *machine, uint32_t from)
{
    uint32_t count = machine_thread_count(machine);
    for (uint32_t i = 0; i < count; i++)
        if (machine_alternatives(machine, (from + i) % count))
            return (from + i) % count;
    INTERNAL_ERROR("no thread can go on");
}

// Priorities above `depth` are initial ones; a change point gives a priority below.
// The thread that comes after those with a priority above `tried`, and after those below `first` that have this one.
static uint32_t next_in_priority(const Scheduler *scheduler, uint32_t count, uint64_t tried, uint32_t first)
{
    uint32_t best = NO_THREAD;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t priority = scheduler->priorities.data[i];
        if ((priority < tried || (priority == tried && i >= first)) &&
            (best == NO_THREAD || priority > scheduler->priorities.data[best]))
            best = i;
    }
    return best;
}

static uint32_t highest_priority(Scheduler *scheduler, const Machine *machine)
{
    uint32_t count = machine_thread_count(machine), best = NO_THREAD;
    while (scheduler->priorities.count < count)
        vector_push(&scheduler->priorities, scheduler->depth + random_next(&scheduler->random) % (UINT64_C(1) << 40));
    for (uint32_t i = 0; i < scheduler->changes.count; i++)
        if (scheduler->changes.data[i] == scheduler->step)
            scheduler->priorities.data[scheduler->last] = i + 1;
    // By falling priority, of equal ones the first, until one can go on.
    for (uint64_t tried = UINT64_MAX, last = 0;;) {
        best = next_in_priority(scheduler, count, tried, (uint32_t)last);
        if (machine_alternatives(machine, best))
            break;
        tried = scheduler->priorities.data[best];
        last = best + 1;
    }
    // A thread that yields would otherwise starve the one it waits for.
    if (machine_thread_yields(machine, best))
        scheduler->priorities.data[best] = 0;
    return best;
}

static uint32_t random_thread(Scheduler *scheduler, const Machine *machine)
{
    scheduler->enabled.count = 0;
    for (uint32_t i = 0; i < machine_thread_count(machine); i++)
        if (machine_alternatives(machine, i))
            vector_push(&scheduler->enabled, i);
    return scheduler->enabled.data[random_next(&scheduler->random) % scheduler->enabled.count];
}

bool scheduler_next(Scheduler *scheduler, const Machine *machine, Choice *choice)
{
    *choice = (Choice){0};
    switch (scheduler->kind) {
    case SCHEDULE_UNTIL_BLOCKED: {
        bool stay = machine_alternatives(machine, scheduler->last) && !machine_thread_yields(machine, scheduler->last);
        choice->thread = next_enabled(machine, stay ? scheduler->last : scheduler->last + 1);
        break;
    }
    case SCHEDULE_ROUND_ROBIN:
        choice->thread = next_enabled(machine, scheduler->last + 1);
        break;
    case SCHEDULE_RANDOM:
        choice->thread = random_thread(scheduler, machine);
        break;
    case SCHEDULE_PCT:
        choice->thread = highest_priority(scheduler, machine);
        break;
    case SCHEDULE_RECORDED:
        if (scheduler->step >= scheduler->recorded_count)
            return false;
        *choice = scheduler->recorded[scheduler->step++];
        return choice->thread < machine_thread_count(machine) &&
               choice->alternative < machine_alternatives(machine, choice->thread);
    }
    uint32_t alternatives = machine_alternatives(machine, choice->thread);
    EventKind kind = alternatives > 1 ? machine_pending(machine, choice->thread).kind : EVENT_KIND_COUNT;
    bool rare = kind == EVENT_wait || kind == EVENT_update;
    if (alternatives > 1 && (scheduler->kind == SCHEDULE_RANDOM || scheduler->kind == SCHEDULE_PCT) &&
        !(rare && scheduler->calm))
        choice->alternative = (uint32_t)(random_next(&scheduler->random) % alternatives);
    scheduler->last = choice->thread;
    scheduler->step++;
    return true;
}

void scheduler_free(Scheduler *scheduler)
{
    vector_free(&scheduler->priorities);
    vector_free(&scheduler->enabled);
    vector_free(&scheduler->changes);
    vector_free(&scheduler->loaded);
}
