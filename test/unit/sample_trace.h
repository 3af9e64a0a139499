// A small counterexample built by hand, for the tests of traces and reports: two threads add to `balance`, the second
// without the lock, and one addition is lost.
#ifndef RADDLE_TEST_SAMPLE_TRACE_H
#define RADDLE_TEST_SAMPLE_TRACE_H

#include "trace/trace.h"

static const char sample_source[] = "#include <assert.h>\n"                  // 1
                                    "int balance = 100;\n"                   // 2
                                    "void *pay(void *unused)\n"              // 3
                                    "{\n"                                    // 4
                                    "    balance += 50;\n"                   // 5
                                    "    return unused;\n"                   // 6
                                    "}\n"                                    // 7
                                    "int main(void)\n"                       // 8
                                    "{\n"                                    // 9
                                    "    pthread_create(&t, 0, pay, 0);\n"   // 10
                                    "    int amount = nondet_int();\n"       // 11
                                    "    pthread_mutex_lock(&m);\n"          // 12
                                    "    balance += amount;\n"               // 13
                                    "    pthread_mutex_unlock(&m);\n"        // 14
                                    "    pthread_join(t, 0);\n"              // 15
                                    "    assert(balance == 150 + amount);\n" // 16
                                    "}\n";                                   // 17

static inline TraceEvent sample_event(EventKind kind, uint32_t thread, uint32_t index, uint32_t step, const char *file,
                                      uint32_t line, uint32_t column)
{
    return (TraceEvent){
        .kind = kind,
        .thread = thread,
        .index = index,
        .step = step,
        .other = UINT32_MAX,
        .object = "",
        .value_text = "",
        .previous_text = "",
        .locks = "",
        .call = "",
        .position = {.file = file, .line = line, .column = column, .function = ""},
    };
}

static inline TraceEvent sample_access(TraceEvent event, uint64_t value, const char *value_text, uint64_t previous,
                                       const char *previous_text)
{
    event.object = "balance";
    event.address = UINT64_C(0x400000000);
    event.size = 4;
    event.value = value;
    event.value_text = value_text;
    event.previous = previous;
    event.previous_text = previous_text;
    return event;
}

static inline void sample_add(Trace *trace, TraceEvent event)
{
    trace_name_threads(trace, event.thread);
    vector_push(&trace->events, event);
}

// `path` must outlive the trace.
static inline Trace *sample_trace(const char *path)
{
    static const Choice choices[] = {{0, 0}, {0, 0}, {0, 0}, {1, 0}, {0, 0}, {1, 0}, {0, 0}, {0, 0}, {0, 0}};
    Trace *trace = trace_create();
    vector_push(&trace->program.files, path);
    vector_push(&trace->program.clang_arguments, "-DN=2");
    vector_push(&trace->program.file_arguments, "-DM='1 2'");
    trace->program.calls = (CallPlan){.threads = "put,take", .setup = "open", .array_length = 3, .null_pointers = true};
    trace->program.assumptions = "pointers lead to separate objects";
    trace->program.standard_input = "int x;\n";
    trace->program.rules.malloc_may_fail = true;
    trace->program.properties = PROPERTY_BIT(PROPERTY_ASSERTION) | PROPERTY_BIT(PROPERTY_RACE);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        vector_push(&trace->schedule, choices[i]);
    TraceInput amount = {.name = "amount", .origin = INPUT_CALL, .thread = 0, .bits = 32, .value = 0xfffffff6};
    amount.position = (TracePosition){path, 11, 18, ""};
    vector_push(&trace->inputs, amount);

    TraceEvent event = sample_event(EVENT_create, 0, 0, 0, path, 10, 5);
    event.other = 1;
    sample_add(trace, event);
    event = sample_event(EVENT_input, 0, 1, 0, path, 11, 18);
    event.object = "amount";
    event.size = 32;
    event.value = amount.value;
    event.value_text = "-10";
    sample_add(trace, event);
    event = sample_event(EVENT_lock, 0, 2, 1, path, 12, 5);
    event.object = event.locks = "m";
    event.address = UINT64_C(0xfffffff400000100);
    sample_add(trace, event);
    event = sample_access(sample_event(EVENT_read, 0, 3, 2, path, 13, 13), 100, "100", 0, "");
    event.locks = "m";
    sample_add(trace, event);
    event = sample_event(EVENT_start, 1, 0, 3, path, 3, 1);
    event.object = "pay";
    sample_add(trace, event);
    sample_add(trace, sample_access(sample_event(EVENT_read, 1, 1, 3, path, 5, 13), 100, "100", 0, ""));
    event = sample_access(sample_event(EVENT_write, 0, 4, 4, path, 13, 13), 90, "90", 100, "100");
    event.locks = "m";
    sample_add(trace, event);
    sample_add(trace, sample_access(sample_event(EVENT_write, 1, 2, 5, path, 5, 13), 150, "150", 90, "90"));
    sample_add(trace, sample_event(EVENT_exit, 1, 3, 5, path, 6, 5));
    event = sample_event(EVENT_unlock, 0, 5, 6, path, 14, 5);
    event.object = "m";
    event.address = UINT64_C(0xfffffff400000100);
    sample_add(trace, event);
    event = sample_event(EVENT_join, 0, 6, 7, path, 15, 5);
    event.other = 1;
    sample_add(trace, event);
    sample_add(trace, sample_access(sample_event(EVENT_read, 0, 7, 8, path, 16, 12), 150, "150", 0, ""));
    sample_add(trace, sample_event(EVENT_violation, 0, 8, 8, path, 16, 5));

    trace->end = TRACE_VIOLATION;
    trace->property = PROPERTY_ASSERTION;
    trace->thread = 0;
    trace->where = (TracePosition){path, 16, 5, ""};
    trace->message = "balance == 150 + amount";
    return trace;
}

#endif
