#include "run/coverage.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void coverage_note_unknown(Coverage *coverage, const char *format, ...)
{
    if (coverage->unknown.length)
        return;
    va_list arguments;
    va_start(arguments, format);
    text_format_arguments(&coverage->unknown, format, arguments);
    va_end(arguments);
}

static void add_free_input(Coverage *coverage, const char *name)
{
    if (!coverage->read_free_input)
        snprintf(coverage->input_name, sizeof coverage->input_name, "%s", name);
    coverage->read_free_input = true;
}

static void add_cut(Coverage *coverage, Cut cut)
{
    coverage->cut_loops |= cut.loop != 0;
    coverage->cut_threads |= cut.creation != 0;
    if (!coverage->cut.loop)
        coverage->cut.loop = cut.loop;
    if (!coverage->cut.creation)
        coverage->cut.creation = cut.creation;
}

void coverage_add(Coverage *coverage, const Machine *machine)
{
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (inputs[i].given)
            coverage->read_given_input = true;
        else
            add_free_input(coverage, inputs[i].name);
    }
    coverage->escaped |= machine_status(machine) == MACHINE_ESCAPED;
    coverage->havocked |= machine_was_havocked(machine);
    add_cut(coverage, machine_cut(machine));
    coverage->ended |= machine_status(machine) != MACHINE_RUNNING;
    if (machine_status(machine) == MACHINE_UNKNOWN)
        coverage_note_unknown(coverage, "%s", machine_unknown_reason(machine));
}

void coverage_add_last(Coverage *coverage, const Machine *machine)
{
    if (machine_was_handled_by_last(machine))
        coverage_note_unknown(coverage, "exit handlers that the last thread to end runs");
}

void coverage_add_trace(Coverage *coverage, const Trace *trace)
{
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        if (input->symbol == NO_TERM)
            coverage->read_given_input = true;
        else
            add_free_input(coverage, input->name);
        coverage->havocked |= trace->program.rules.extern_havoc && input->origin == INPUT_ENVIRONMENT;
    }
    coverage->cut_loops |= trace->program.bounds.rounds != NO_BOUND;
    coverage->cut_threads |= trace->program.bounds.threads != NO_BOUND;
    if (trace->end == TRACE_UNKNOWN)
        coverage_note_unknown(coverage, "%s", *trace->message ? trace->message : "the run was not finished");
    // What would have come after it, had it not been looked for, is not known.
    if (trace->end == TRACE_VIOLATION)
        coverage_note_unknown(coverage, "the recorded run ends in a violation of %s", property_name(trace->property));
}

void coverage_add_leaks(Coverage *coverage, const Trace *trace)
{
    uint32_t kept = 0, allocated = 0, joined = 0, others = trace->thread_names.count - 1;
    bool ended = false;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        EventKind kind = trace->events.data[i].kind;
        allocated += kind == EVENT_allocate;
        kept += (kind == EVENT_allocate) - (kind == EVENT_free);
        joined += kind == EVENT_join;
        ended |= kind == EVENT_process_exit;
    }
    if (ended && (kept || (allocated && joined < others)))
        coverage_note_unknown(coverage, "whether memory is leaked may depend on the order of threads");
}

void coverage_join(Coverage *coverage, const Coverage *other)
{
    if (other->read_free_input)
        add_free_input(coverage, other->input_name);
#define X(flag) coverage->flag |= other->flag;
    COVERAGE_FLAGS(X)
#undef X
    add_cut(coverage, other->cut);
    if (other->unknown.length)
        coverage_note_unknown(coverage, "%s", text_string(&other->unknown));
}

void coverage_free(Coverage *coverage)
{
    text_free(&coverage->unknown);
}

void coverage_put(const Coverage *coverage, Bytes *out)
{
#define X(flag) bytes_put_u8(out, coverage->flag);
    COVERAGE_FLAGS(X)
#undef X
    bytes_put_u32(out, coverage->cut.loop);
    bytes_put_u32(out, coverage->cut.creation);
    bytes_put_string(out, text_string(&coverage->unknown));
    bytes_put_string(out, coverage->input_name);
}

void coverage_get(BytesReader *reader, Coverage *out)
{
#define X(flag) out->flag = bytes_get_u8(reader);
    COVERAGE_FLAGS(X)
#undef X
    out->cut.loop = bytes_get_u32(reader);
    out->cut.creation = bytes_get_u32(reader);
    text_append(&out->unknown, bytes_get_string(reader));
    snprintf(out->input_name, sizeof out->input_name, "%s", bytes_get_string(reader));
}
