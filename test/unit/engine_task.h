// A task as the driver gives it to an engine, without options of the user. Include cmocka.h first.
#ifndef RADDLE_TEST_ENGINE_TASK_H
#define RADDLE_TEST_ENGINE_TASK_H

#include "load_program.h"

typedef struct TestTask {
    Options options;
    Limits limits;
    TraceProgram origin;
    InputPlan inputs;
    EngineTask task;
} TestTask;

// Fills the struct, which must not be moved in memory.
static inline void test_task_create(TestTask *out, const TestProgram *test)
{
    *out = (TestTask){0};
    options_initialize(&out->options, COMMAND_CHECK);
    limits_start(&out->limits, 0, 0);
    out->origin = (TraceProgram){.data_model = "host",
                                 .bounds = WITHOUT_BOUNDS,
                                 .properties = out->options.property,
                                 .rules = rules_of(&out->options)};
    out->task = (EngineTask){
        .program = test->program, .options = &out->options, .origin = &out->origin, .limits = &out->limits};
    out->task.machine = (MachineOptions){.properties = out->options.property,
                                         .facts = test->facts,
                                         .inputs = &out->inputs,
                                         .limits = &out->limits,
                                         .rules = out->origin.rules,
                                         .bounds = WITHOUT_BOUNDS,
                                         .instruction_limit = UINT64_MAX};
}

static inline void test_task_free(TestTask *task)
{
    input_plan_free(&task->inputs);
    options_free(&task->options);
}

#endif
