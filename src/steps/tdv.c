// Trace-driven verification of one input (Yang and Sakallah), with the order of events in place of steps.
//
// A run is executed. Whether one of its reorderings that stay on its path violates something is the paper's question
// phi; a solution is a violation. Then it is asked which reorderings leave the path: up to the first decision that is
// taken otherwise they are exact, what comes after, code that the run did not execute, may do anything. That is psi.
// If it has no solution, nothing is violated under this input. A solution is executed as far as it goes, and the run
// goes on by itself from there: a violation, or a new run to start from. What other runs did is excluded (chi): of a
// decision taken otherwise only such solutions count that begin like no run made or planned.
#include "steps/interleavings.h"
#include "paths/mpc.h"
#include "steps/tdv_steps.h"

static void tdv(const EngineTask *task, Findings *findings)
{
    if (task->options->dump & DUMP_INTERLEAVINGS)
        interleavings_append(task, &findings->dump);
    if (task->options->encoding == ENCODING_STEP)
        tdv_search_steps(task, findings);
    else
        mpc_explore(task, EXPLORE_INPUT, &engine_tdv, findings);
}

const Engine engine_tdv = {
    .name = "tdv",
    .summary = "one input; a run, its reorderings, and what leads off its path to new runs",
    .source = "Yang, Sakallah: Trace-Driven Verification of Multithreaded Programs",
    .in_short = "runs, and what leads off them",
    .inputs = ENGINE_INPUTS_ONE,
    .options = HEEDS(jobs) | HEEDS(order) | HEEDS(no_slice) | HEEDS(encoding) | HEEDS(ppor) | HEEDS(tl_ssa),
    .dumps = DUMP_PATHS | DUMP_PATHS_DOT | DUMP_INTERLEAVINGS,
    .search = tdv,
};
