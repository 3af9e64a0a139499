#include "trace/stack.h"

#include <ctype.h>
#include <string.h>

#include "base/fail.h"

enum { DEPTH_LIMIT = 200 };

// The linker gives functions of the same name in several files different names: put, put.4.
static const char *own_name(Trace *trace, const char *name)
{
    const char *dot = strrchr(name, '.');
    bool numbered = dot && dot > name && dot[1];
    for (const char *digit = dot; numbered && *++digit;)
        numbered = isdigit((unsigned char)*digit);
    return arena_format(&trace->arena, "%.*s", numbered ? (int)(dot - name) : (int)strlen(name), name);
}

// The number of a pair under which `map` finds it again, from 1.
static uint32_t number_pair(Map *map, uint32_t high, uint32_t low, bool *added)
{
    uint64_t *number = map_insert(map, (uint64_t)high << 32 | low);
    *added = !*number;
    if (!*number)
        *number = map->count;
    return (uint32_t)*number;
}

static uint32_t add_frame(TraceRecorder *recorder, const Program *program, uint32_t caller, uint32_t function,
                          uint32_t position)
{
    Trace *trace = recorder->trace;
    bool added;
    uint32_t place = number_pair(&recorder->places, function, position, &added);
    uint32_t number = number_pair(&recorder->frames, caller, place, &added);
    if (!added)
        return number;
    CHECK(trace->frames.count + 1 == number);
    TraceFrame frame = {.caller = caller, .position = trace_position_in(program, position)};
    frame.position.file = *frame.position.file ? arena_copy_string(&trace->arena, frame.position.file) : "";
    frame.position.function = own_name(trace, program->functions.data[function].name);
    vector_push(&trace->frames, frame);
    return number;
}

uint32_t stack_take(TraceRecorder *recorder, const Machine *machine, uint32_t thread)
{
    uint32_t depth = machine_thread_depth(machine, thread), number = NO_STACK;
    for (uint32_t i = depth > DEPTH_LIMIT ? depth - DEPTH_LIMIT : 0; i < depth; i++) {
        uint32_t function, position;
        if (machine_thread_frame(machine, thread, i, &function, &position))
            number = add_frame(recorder, machine_program(machine), number, function, position);
    }
    return number;
}

void stack_end_recording(TraceRecorder *recorder)
{
    map_free(&recorder->places);
    map_free(&recorder->frames);
}

void stack_copy_all(Trace *to, const Trace *from)
{
    CHECK(!to->frames.count);
    for (uint32_t i = 0; i < from->frames.count; i++) {
        TraceFrame frame = from->frames.data[i];
        frame.position.file = arena_copy_string(&to->arena, frame.position.file);
        frame.position.function = arena_copy_string(&to->arena, frame.position.function);
        vector_push(&to->frames, frame);
    }
}
