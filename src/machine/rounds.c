#include "machine/rounds.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "machine/state.h"

// A loop of one call of a function, or all calls of a function by a thread.
typedef struct Repetition {
    uint64_t rounds[ROUND_KIND_COUNT];    // since it was entered
    uint32_t event_count, decided, calls; // of the thread when the last round ended; calls that have not returned
} Repetition;

typedef struct Longest {
    uint64_t rounds; // 0: there was none
    uint32_t position;
    bool recursion;
} Longest;

typedef struct ThreadRounds {
    Longest longest[ROUND_KIND_COUNT];
} ThreadRounds;

enum { RECENT_BITS = 4 };

struct Rounds {
    Map places; // index + 1 of each repetition. Two that fell on the same key would be counted together
    VECTOR(Repetition) repetitions;
    struct {
        uint64_t key, index;
    } recent[1 << RECENT_BITS]; // of `places`, each key where its first bits say; index 0: nothing yet
    VECTOR(ThreadRounds) threads;
};

Rounds *rounds_create(void)
{
    return memory_allocate_zeroed(sizeof(Rounds));
}

void rounds_free(Rounds *rounds)
{
    if (!rounds)
        return;
    map_free(&rounds->places);
    vector_free(&rounds->repetitions);
    vector_free(&rounds->threads);
    free(rounds);
}

static Repetition *find(Rounds *rounds, const Thread *thread, uint32_t depth, const void *what)
{
    uint64_t key = hash_mix((uint64_t)thread->id << 32 | depth) ^ ((uintptr_t)what * UINT64_C(0x9e3779b97f4a7c15));
    uint32_t place = key >> (64 - RECENT_BITS);
    if (!rounds->recent[place].index || key != rounds->recent[place].key) {
        uint64_t *index = map_insert(&rounds->places, key);
        if (!*index) {
            vector_push(&rounds->repetitions, (Repetition){0});
            *index = rounds->repetitions.count;
        }
        rounds->recent[place].key = key;
        rounds->recent[place].index = *index;
    }
    return &rounds->repetitions.data[rounds->recent[place].index - 1];
}

static void begin(Repetition *repetition, const Thread *thread)
{
    *repetition = (Repetition){.event_count = thread->path.event_count, .decided = thread->path.decided};
}

static void note_longest(Rounds *rounds, const Thread *thread, const Repetition *repetition, uint32_t position,
                         bool recursion)
{
    while (rounds->threads.count <= thread->id)
        vector_push(&rounds->threads, (ThreadRounds){0});
    for (uint32_t i = 0; i < ROUND_KIND_COUNT; i++) {
        Longest *longest = &rounds->threads.data[thread->id].longest[i];
        if (repetition->rounds[i] > longest->rounds)
            *longest = (Longest){repetition->rounds[i], position, recursion};
    }
}

static void count_round(Machine *machine, const Thread *thread, Repetition *repetition, uint32_t position,
                        bool recursion)
{
    repetition->rounds[ROUNDS_OF_INSTRUCTIONS] += machine->setup.active ? 1 : SETUP_SHARE;
    repetition->rounds[ROUNDS_OF_EVENTS] +=
        !machine->setup.active && thread->path.event_count != repetition->event_count;
    repetition->rounds[ROUNDS_OF_DECISIONS] += thread->path.decided != repetition->decided;
    repetition->event_count = thread->path.event_count;
    repetition->decided = thread->path.decided;
    note_longest(machine->options->rounds, thread, repetition, position, recursion);
}

static uint32_t position_of(const Machine *machine, const Thread *thread, uint32_t position)
{
    bool known = machine->program->positions.data[position].line && !thread_frame(thread)->function->from_model;
    return known ? position : thread_position(machine, thread);
}

void rounds_enter_loop(Machine *machine, const Thread *thread, uint32_t loop)
{
    const Loop *entered = &thread_frame(thread)->function->loops[loop];
    begin(find(machine->options->rounds, thread, thread->frames.count, entered), thread);
}

void rounds_pass_loop(Machine *machine, const Thread *thread, uint32_t loop)
{
    const Loop *passed = &thread_frame(thread)->function->loops[loop];
    Repetition *repetition = find(machine->options->rounds, thread, thread->frames.count, passed);
    count_round(machine, thread, repetition, position_of(machine, thread, passed->position), false);
}

void rounds_jump(Machine *machine, const Thread *thread, uint32_t target)
{
    const Frame *frame = thread_frame(thread);
    const Instruction *label = &frame->function->instructions[target];
    Repetition *repetition = find(machine->options->rounds, thread, thread->frames.count, label);
    if (target > frame->pc)
        begin(repetition, thread);
    else // clang has one jump for all computed gotos of a function, which has no line of its own
        count_round(machine, thread, repetition, position_of(machine, thread, frame->function->positions[target]),
                    false);
}

void rounds_call(Machine *machine, const Thread *thread, const Function *function)
{
    Repetition *repetition = find(machine->options->rounds, thread, 0, function);
    if (!repetition->calls)
        begin(repetition, thread);
    else
        count_round(machine, thread, repetition, thread_position(machine, thread), true);
    repetition->calls++;
}

void rounds_return(Machine *machine, const Thread *thread)
{
    Repetition *repetition = find(machine->options->rounds, thread, 0, thread_frame(thread)->function);
    repetition->calls -= repetition->calls != 0;
}

void rounds_describe(const Rounds *rounds, const Program *program, RoundKind kind, uint32_t thread, uint32_t position,
                     Text *out)
{
    Longest longest = {.position = position};
    for (uint32_t i = 0; i < rounds->threads.count; i++) {
        const Longest *of_thread = &rounds->threads.data[i].longest[kind];
        if ((thread == ROUNDS_OF_ANY_THREAD || thread == i) && of_thread->rounds > longest.rounds)
            longest = *of_thread;
    }
    const Position *where = &program->positions.data[longest.position];
    text_append(out, !longest.rounds ? "the code at " : longest.recursion ? "the recursion at " : "the loop at ");
    if (where->line)
        text_format(out, "%s:%u", program->files.data[where->file], where->line);
    else
        text_append(out, "an unknown line");
}
