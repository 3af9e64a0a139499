// Recorded symbolic runs of programs under test. Include cmocka.h first.
#ifndef RADDLE_TEST_RECORDED_RUN_H
#define RADDLE_TEST_RECORDED_RUN_H

#include "run/schedule.h"
#include "load_program.h"
#include "trace/trace.h"

typedef VECTOR(Choice) Choices;

// Makes the choices of `first`, if there are any, then goes on under the schedule given as text; NULL: each thread until it
// blocks. The run ends by itself or where the schedule has nothing left to choose.
static inline Trace *test_record(const TestProgram *test, MachineOptions options, const char *schedule,
                                 const Choices *first)
{
    Trace *trace = trace_create();
    TraceRecorder recorder = {.trace = trace};
    Scheduler scheduler = {0};
    options.terms = trace->terms = terms_create();
    options.symbolic_reads = true;
    trace->program.rules = options.rules;
    assert_true(scheduler_parse(&scheduler, schedule, NULL));
    scheduler_start(&scheduler);
    Machine *machine = machine_create_observed(test->program, &options, trace_sink, &recorder);
    while (machine_status(machine) == MACHINE_RUNNING) {
        Choice choice = {0};
        assert_true(trace->schedule.count < TEST_STEP_LIMIT);
        if (first && trace->schedule.count < first->count)
            choice = first->data[trace->schedule.count];
        else if (!scheduler_next(&scheduler, machine, &choice))
            break;
        trace_record_choice(&recorder, choice);
        machine_step(machine, choice);
    }
    trace_finish(&recorder, machine, NULL);
    machine_free(machine);
    scheduler_free(&scheduler);
    return trace;
}

#endif
