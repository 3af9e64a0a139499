// Recording: events of a running machine become events that people can read, with the names and values the machine
// knows at that moment.
#include <string.h>

#include "base/fail.h"
#include "trace/stack.h"
#include "trace/trace.h"

// Traces repeat themselves: the text of the event before is taken again where it is the same.
static const char *keep_text(Trace *trace, const char *recent, const char *text)
{
    if (!*text)
        return "";
    return recent && !strcmp(recent, text) ? recent : arena_copy_string(&trace->arena, text);
}

TracePosition trace_position_in(const Program *program, uint32_t position)
{
    if (position >= program->positions.count || !program->positions.data[position].line)
        return (TracePosition){.file = "", .function = ""};
    const Position *source = &program->positions.data[position];
    return (TracePosition){program->files.data[source->file], source->line, source->column, ""};
}

void trace_position_of(const Program *program, uint32_t position, const char *function, Arena *arena,
                       TracePosition *out)
{
    *out = trace_position_in(program, position);
    if (*out->file)
        out->file = arena_copy_string(arena, out->file);
    if (function && *function)
        out->function = arena_copy_string(arena, function);
}

static TracePosition event_position(Trace *trace, const Program *program, uint32_t position, const TraceEvent *recent)
{
    TracePosition result = trace_position_in(program, position);
    result.file = keep_text(trace, recent ? recent->position.file : NULL, result.file);
    return result;
}

// Pointers are shown as what they point to: &x, NULL, worker, "text", &heap(bank.c:12).
static void format_value(const Machine *machine, uint32_t type, uint64_t value, uint32_t size, Text *out)
{
    const Program *program = machine_program(machine);
    if (program->types.data[type].kind != TYPE_POINTER || !value) {
        program_format_value(program, type, value, size, out);
        return;
    }
    const Function *function = program_function_at(program, value);
    if (function) {
        text_append(out, function->name);
        return;
    }
    const Type *pointed = &program->types.data[program->types.data[type].element];
    if (pointed->size == 1 && machine_quote_string(machine, value, out))
        return;
    Text name = {0};
    machine_name_address(machine, value, pointed->size ? pointed->size : 1, &name);
    const char *text = text_string(&name);
    text_format(out, "%s%s", strncmp(text, "0x", 2) ? "&" : "", text);
    text_free(&name);
}

// A pointer to something that is gone is shown as when it was written, if that is not too long ago.
static void format_written(const Trace *trace, const Event *event, uint64_t value, Text *out)
{
    enum { LOOK_BACK = 4096 };
    if (strncmp(text_string(out), "0x", 2))
        return;
    for (uint32_t i = 0; i < trace->events.count && i < LOOK_BACK; i++) {
        const TraceEvent *before = &trace->events.data[trace->events.count - 1 - i];
        if (before->address != event->address || before->size != event->size || before->kind == EVENT_read ||
            !event_kind_accesses(before->kind))
            continue;
        if (before->value == value && *before->value_text) {
            text_clear(out);
            text_append(out, before->value_text);
        }
        return;
    }
}

// What is allocated there, if it is a structure that has a name.
static void append_block_type(const Program *program, uint32_t position, Text *out)
{
    const Type *type = &program->types.data[program->positions.data[position].block_type];
    if ((type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) && type->name)
        text_append(out, type->name);
}

// The number of a signal as Linux has it, whatever the host.
static void append_signal(uint64_t number, Text *out)
{
    static const char *const names[] = {"",     "HUP",  "INT",    "QUIT", "ILL",   "TRAP", "ABRT", "BUS",
                                        "FPE",  "KILL", "USR1",   "SEGV", "USR2",  "PIPE", "ALRM", "TERM",
                                        "",     "CHLD", "CONT",   "STOP", "TSTP",  "TTIN", "TTOU", "URG",
                                        "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",   "PWR",  "SYS"};
    if (number < sizeof names / sizeof *names && *names[number])
        text_format(out, "SIG%s", names[number]);
    else
        text_format(out, "signal %llu", (unsigned long long)number);
}

static void describe_values(TraceEvent *out, Trace *trace, const Machine *machine, const Event *event, uint32_t type)
{
    Text text = {0};
    if (event_kind_accesses(event->kind)) {
        if (event->size > 8)
            return;
        format_value(machine, type, event->value, event->size, &text);
        if (event->kind == EVENT_read)
            format_written(trace, event, event->value, &text);
        out->value_text = arena_copy_string(&trace->arena, text_string(&text));
        if (event->kind != EVENT_read) {
            text_clear(&text);
            format_value(machine, type, event->previous, event->size, &text);
            format_written(trace, event, event->previous, &text);
            out->previous_text = arena_copy_string(&trace->arena, text_string(&text));
        }
    } else if (event->kind == EVENT_input) {
        trace_format_input(event->value, event->size, &text);
        out->value_text = arena_copy_string(&trace->arena, text_string(&text));
    } else if (event->kind == EVENT_wait && event->value && !event->size) {
        machine_name_synchronisation(machine, event->value, &text);
        out->value_text = arena_copy_string(&trace->arena, text_string(&text));
    } else if (event->kind == EVENT_allocate) {
        append_block_type(machine_program(machine), event->position, &text);
        out->value_text = text.length ? arena_copy_string(&trace->arena, text_string(&text)) : "";
    } else if (event->kind == EVENT_handler) {
        append_signal(event->value, &text);
        out->value_text = arena_copy_string(&trace->arena, text_string(&text));
    } else if (event->kind == EVENT_process_exit) {
        trace_format_input(event->value, 32, &text);
        out->value_text = arena_copy_string(&trace->arena, text_string(&text));
    }
    text_free(&text);
}

// A recursive mutex is held once per acquisition and shown once.
static bool is_listed(const uint64_t *locks, uint32_t count, uint64_t lock)
{
    for (uint32_t i = 0; i < count; i++)
        if (locks[i] == lock)
            return true;
    return false;
}

static const char *describe_locks(Trace *trace, const Machine *machine, uint32_t thread, const TraceEvent *recent)
{
    uint32_t count;
    const uint64_t *locks = machine_locks_held(machine, thread, &count);
    if (!count)
        return "";
    Text text = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (is_listed(locks, i, locks[i]))
            continue;
        if (i)
            text_append(&text, ", ");
        machine_name_synchronisation(machine, locks[i], &text);
    }
    const char *kept = keep_text(trace, recent ? recent->locks : NULL, text_string(&text));
    text_free(&text);
    return kept;
}

// Drops the last events of a thread; those of others in between stay.
static void take_back(Trace *trace, uint32_t thread, uint64_t count)
{
    uint32_t first = trace->events.count;
    for (uint64_t left = count; left; left -= trace->events.data[first].thread == thread) {
        CHECK(first);
        if (trace->events.data[first - 1].earlier)
            break; // the round began before the part of the run that is recorded
        first--;
    }
    uint32_t kept = first;
    for (uint32_t i = first; i < trace->events.count; i++)
        if (trace->events.data[i].thread != thread)
            trace->events.data[kept++] = trace->events.data[i];
    trace->events.count = kept;
}

static uint32_t take_stack(TraceRecorder *recorder, const Machine *machine, uint32_t thread)
{
    return recorder->stacks ? stack_take(recorder, machine, thread) : NO_STACK;
}

// Where the program's features need another model of a function, that has a name of its own: __raddle_cancel_read.
static const char *call_name(const char *model)
{
    static const char *const prefixes[] = {"__raddle_cancel_", "__raddle_robust_", "__raddle_ending_",
                                           "__raddle_signal_", "__raddle_interrupt_", "__raddle_locked_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(model, prefixes[i], strlen(prefixes[i])))
            return model + strlen(prefixes[i]);
    return strcmp(model, "__raddle_interrupted") ? model : "delivery of a signal";
}

static const char *take_call(TraceRecorder *recorder, const Machine *machine, const Event *event,
                             const TraceEvent *recent)
{
    const char *call = recorder->stacks ? machine_event_library_call(machine, event) : NULL;
    return call ? keep_text(recorder->trace, recent ? recent->call : NULL, call_name(call)) : "";
}

void trace_sink(void *context, const Machine *machine, const Event *event)
{
    TraceRecorder *recorder = context;
    Trace *trace = recorder->trace;
    if (event->kind == EVENT_retry) {
        take_back(trace, event->thread, event->value);
        return;
    }
    const TraceEvent *recent = trace->events.count ? &vector_last(&trace->events) : NULL;
    TraceEvent recorded = {
        .kind = event->kind,
        .thread = event->thread,
        .index = event->index,
        .step = trace->schedule.count - 1, // wraps to NO_STEP before the first choice
        .address = event->address,
        .size = event->size,
        .other = event->other,
        .value = event->value,
        .previous = event->previous,
        .atomic = event->atomic,
        .conditional = event->conditional,
        .again = event->again,
        .fresh = event->fresh,
        .together = event->together,
        .weak = event->weak,
        .order = event->order,
        .written = event->written,
        .taken = event->taken,
        .term = event->term,
        .read = event->read,
        .content = event->content,
        .property = event->property,
        .code = event->code,
        .object = "",
        .value_text = "",
        .previous_text = "",
        .position = event_position(trace, machine_program(machine), event->position, recent),
        .stack = take_stack(recorder, machine, event->thread),
        .call = take_call(recorder, machine, event, recent),
    };
    Text name = {0};
    uint32_t type = 0;
    if (event->name)
        text_append(&name, event->name);
    else if (event->kind == EVENT_publish || event->kind == EVENT_retire)
        machine_name_address(machine, event->address, event->size, &name);
    else if (event->address && event_kind_accesses(event->kind))
        type = machine_name_address(machine, event->address, event->size, &name);
    else if (event->kind == EVENT_allocate || event->kind == EVENT_free)
        machine_name_address(machine, event->address, 0, &name);
    else if (event->address)
        machine_name_synchronisation(machine, event->address, &name);
    recorded.object = keep_text(trace, recent ? recent->object : NULL, text_string(&name));
    text_free(&name);
    describe_values(&recorded, trace, machine, event, type);
    recorded.locks = describe_locks(trace, machine, event->thread, recent);
    trace_name_threads(trace, event->thread);
    if (event->kind == EVENT_create && event->other != NO_THREAD)
        trace_name_threads(trace, event->other);
    vector_push(&trace->events, recorded);
}

void trace_record_choice(TraceRecorder *recorder, Choice choice)
{
    vector_push(&recorder->trace->schedule, choice);
}

static void take_inputs(Trace *trace, const Machine *machine)
{
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    trace->inputs.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        TraceInput input = {
            .name = arena_copy_string(&trace->arena, inputs[i].name ? inputs[i].name : ""),
            .origin = inputs[i].origin,
            .thread = inputs[i].thread,
            .bits = inputs[i].bits,
            .value = inputs[i].value,
            .symbol = inputs[i].symbol,
        };
        trace_position_of(machine_program(machine), inputs[i].position, "", &trace->arena, &input.position);
        vector_push(&trace->inputs, input);
    }
}

static void take_violation(Trace *trace, const Machine *machine, const Violation *violation)
{
    trace->end = TRACE_VIOLATION;
    trace->property = violation->property;
    trace->thread = violation->thread;
    trace->message = arena_copy_string(&trace->arena, violation->message ? violation->message : "");
    trace_position_of(machine_program(machine), violation->position, "", &trace->arena, &trace->where);
    trace_name_threads(trace, violation->thread);
}

// Where a thread stood when the run ended: what it waited for, or was about to do.
static TraceEvent describe_standing(Trace *trace, const Machine *machine, uint32_t thread)
{
    Pending pending = machine_pending(machine, thread);
    TraceEvent event = {.kind = EVENT_blocked,
                        .thread = thread,
                        .step = trace->schedule.count - 1,
                        .address = pending.address,
                        .other = pending.kind == EVENT_join ? pending.other : NO_THREAD,
                        .value = pending.kind == EVENT_retry ? pending.events : 0,
                        .pending = pending.kind,
                        .conditional = pending.attempt,
                        .object = "",
                        .value_text = "",
                        .previous_text = "",
                        .locks = "",
                        .call = ""};
    for (uint32_t j = trace->events.count; j-- > 0 && !event.index;)
        if (trace->events.data[j].thread == thread)
            event.index = trace->events.data[j].index + event_kind_counts(trace->events.data[j].kind);
    if (machine_thread_count(machine) == 1 && machine_reported_event_count(machine) < machine_event_count(machine))
        event.index = (uint32_t)machine_event_count(machine);
    trace_position_of(machine_program(machine), pending.position, "", &trace->arena, &event.position);
    return event;
}

// Of a symbolic run: what the threads waited for that the run left behind, for whoever asks whether they could have
// gone on in another order. Who stands in an atomic section for good keeps the others from going on, whatever stopped it.
static void record_blocked(Trace *trace, const Machine *machine)
{
    for (uint32_t i = 0; trace->terms && i < machine_thread_count(machine); i++) {
        bool stopped = machine_thread_in_section(machine, i) && machine_pending(machine, i).kind == EVENT_assume;
        if (!stopped && !machine_thread_waits(machine, i) && !machine_thread_idles(machine, i))
            continue;
        TraceEvent event = describe_standing(trace, machine, i);
        vector_push(&trace->events, event);
    }
}

// Of a counterexample, for people: with names, and before the event of the violation.
static void record_standing(TraceRecorder *recorder, const Machine *machine, uint32_t thread)
{
    Trace *trace = recorder->trace;
    TraceEvent last = {.kind = EVENT_KIND_COUNT};
    if (trace->events.count && vector_last(&trace->events).kind == EVENT_violation)
        last = vector_pop(&trace->events);
    TraceEvent event = describe_standing(trace, machine, thread);
    Text name = {0};
    if (event.address && (event_kind_accesses((EventKind)event.pending) || event.pending == EVENT_retry)) {
        event.size = machine_pending(machine, thread).size;
        machine_name_address(machine, event.address, event.size, &name);
    } else if (event.address) {
        machine_name_synchronisation(machine, event.address, &name);
    }
    event.object = keep_text(trace, NULL, text_string(&name));
    const char *call = event.pending == EVENT_retry ? machine_thread_library_call(machine, thread) : NULL;
    event.value_text = call ? arena_copy_string(&trace->arena, call) : "";
    event.locks = describe_locks(trace, machine, thread, NULL);
    event.stack = take_stack(recorder, machine, thread);
    text_free(&name);
    vector_push(&trace->events, event);
    if (last.kind != EVENT_KIND_COUNT)
        vector_push(&trace->events, last);
}

// What shows a deadlock or a race is what did not happen any more.
static void record_end(TraceRecorder *recorder, const Machine *machine)
{
    const Trace *trace = recorder->trace;
    Violation race;
    if (trace->terms)
        return;
    for (uint32_t i = 0; trace->property == PROPERTY_DEADLOCK && i < machine_thread_count(machine); i++)
        if (i != trace->thread && !machine_thread_finished(machine, i) && machine_thread_blocked(machine, i))
            record_standing(recorder, machine, i);
    if (trace->property == PROPERTY_DEADLOCK)
        record_standing(recorder, machine, trace->thread);
    if (trace->property == PROPERTY_RACE && machine_status(machine) == MACHINE_RUNNING &&
        machine_find_race(machine, &race) && race.thread == trace->thread) {
        record_standing(recorder, machine, race.other);
        record_standing(recorder, machine, race.thread);
    }
}

static void note_symbol(void *context, Term symbol)
{
    *map_insert(context, symbol) = 1;
}

// What was there before a write is recorded in case a condition depends on it. Most do not.
static void forget_unused_reads(Trace *trace)
{
    Map used = {0};
    uint32_t mark = trace->terms ? terms_new_mark(trace->terms) : 0;
    for (uint32_t i = 0; trace->terms && i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (!event_kind_counts(event->kind) && event->term)
            term_each_symbol(trace->terms, event->term, mark, note_symbol, &used);
    }
    for (uint32_t i = 0; trace->terms && i < trace->events.count; i++) {
        TraceEvent *event = &trace->events.data[i];
        if (event->kind == EVENT_write && event->read && !map_find(&used, event->read))
            event->read = NO_TERM;
    }
    map_free(&used);
}

static void finish(TraceRecorder *recorder, const Machine *machine, const Violation *race)
{
    Trace *trace = recorder->trace;
    take_inputs(trace, machine);
    forget_unused_reads(trace);
    record_blocked(trace, machine);
    trace->message = "";
    trace->handled_by_last = machine_was_handled_by_last(machine);
    if (race) {
        take_violation(trace, machine, race);
        record_end(recorder, machine);
        return;
    }
    switch (machine_status(machine)) {
    case MACHINE_EXITED:
        trace->end = TRACE_EXITED;
        trace->exit_status = machine_exit_status(machine);
        return;
    case MACHINE_VIOLATION:
        take_violation(trace, machine, machine_violation(machine));
        record_end(recorder, machine);
        return;
    case MACHINE_DISCARDED:
        trace->end = TRACE_DISCARDED;
        return;
    case MACHINE_UNKNOWN:
        trace->end = TRACE_UNKNOWN;
        trace->message = arena_copy_string(&trace->arena, machine_unknown_reason(machine));
        return;
    case MACHINE_ESCAPED:
        trace->end = TRACE_UNKNOWN;
        trace->message = "a thread reached an object thought private to another";
        return;
    case MACHINE_RUNNING:
        trace->end = TRACE_UNKNOWN;
        trace->message = "the run was not finished";
        return;
    }
    INTERNAL_ERROR("machine status %d", (int)machine_status(machine));
}

// The stack that belongs to the end of the run: that of the event that violates, of what the thread was about to do, or
// of its last access there.
static void take_violating_stack(Trace *trace)
{
    for (uint32_t i = trace->events.count; i-- > 0 && !trace->stack;) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->thread == trace->thread && event->position.line == trace->where.line &&
            event->position.column == trace->where.column && !strcmp(event->position.file, trace->where.file))
            trace->stack = event->stack;
    }
}

void trace_finish(TraceRecorder *recorder, const Machine *machine, const Violation *race)
{
    finish(recorder, machine, race);
    stack_end_recording(recorder);
    if (recorder->trace->end == TRACE_VIOLATION)
        take_violating_stack(recorder->trace);
}
