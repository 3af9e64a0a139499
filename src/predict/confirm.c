#include "predict/confirm.h"

static void note_predicted(void *context, const GuidedRun *run, const Violation *violation)
{
    Execution *execution = context;
    findings_add(execution->findings, execution->task, &execution->concrete, run->machine,
                 violation == &run->race ? violation : NULL, run->choices.data, run->choices.count);
}

Confirmation confirm_by_execution(void *context, const Predicted *predicted, Property *property, TracePosition *place)
{
    Execution *execution = context;
    execution->findings->statistics.runs++;
    return prediction_execute(predicted, execution->task->program, &execution->concrete, note_predicted, execution,
                              property, place);
}

void execution_note_violation(Execution *execution, const Machine *machine, const Violation *race,
                              const Choice *choices, uint32_t count, uint32_t switches)
{
    const Options *options = execution->task->options;
    if (!race && machine_status(machine) != MACHINE_VIOLATION)
        return;
    if (OPTION_GIVEN(options, context_bound) && switches > options->context_bound)
        coverage_note_unknown(&execution->findings->coverage,
                              "the observed run is violated after more context switches than were given");
    else
        findings_add(execution->findings, execution->task, &execution->concrete, machine, race, choices, count);
}
