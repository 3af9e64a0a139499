// Who calls whom, and which parameters the results of a function depend on.
//
// The latter is what makes the slice know contexts: a result that matters at one call makes the arguments of that call
// matter, not those of all calls. What goes through memory is not part of it; that is followed without regard to
// contexts.
#include <stdlib.h>

#include "analysis/slice_state.h"
#include "base/memory.h"

static void add_call(CallGraph *calls, const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t target)
{
    const Program *program = graph->program;
    const Function *callee = &program->functions.data[target];
    vector_push(&calls->functions[function].targets, (CallTarget){instruction, target});
    if (callee->defined)
        vector_push(&calls->functions[target].callers, (CallSite){function, instruction, CALL_PLAIN});
    if (callee->intrinsic == INTRINSIC_pthread_create && program->thread_main_function != NO_FUNCTION)
        vector_push(&calls->functions[program->thread_main_function].callers,
                    (CallSite){function, instruction, CALL_CREATE});
    if (callee->intrinsic == INTRINSIC_thread_end)
        vector_push(&calls->functions[program->exit_function].callers, (CallSite){function, instruction, CALL_END});
}

static void find_calls(CallGraph *calls, const CodeGraph *graph)
{
    const Program *program = graph->program;
    IdList targets = {0};
    for (uint32_t i = 0; i < calls->count; i++) {
        const Function *function = &program->functions.data[i];
        for (uint32_t j = 0; j < function->instruction_count; j++) {
            Opcode opcode = function->instructions[j].opcode;
            if (opcode == OP_return)
                vector_push(&calls->functions[i].returns, j);
            if ((opcode != OP_call && opcode != OP_call_indirect) ||
                !graph->flows[i].blocks.data[graph->flows[i].block_of[j]].reachable)
                continue;
            points_to_list_targets(graph->points_to, i, j, &targets);
            for (uint32_t k = 0; k < targets.count; k++)
                add_call(calls, graph, i, j, targets.data[k]);
        }
    }
    vector_free(&targets);
}

// The functions that a function leads to, in its thread or another; itself among them.
static void mark_reachable(const CallGraph *calls, const Program *program, uint32_t first, bool *reached)
{
    VECTOR(uint32_t) pending = {0};
    vector_push(&pending, first);
    reached[first] = true;
    while (pending.count) {
        uint32_t function = vector_pop(&pending);
        for (uint32_t i = 0; i < calls->functions[function].targets.count; i++) {
            uint32_t target = calls->functions[function].targets.data[i].function;
            Intrinsic intrinsic = program->functions.data[target].intrinsic;
            if (intrinsic == INTRINSIC_pthread_create && program->thread_main_function != NO_FUNCTION)
                target = program->thread_main_function;
            if (intrinsic == INTRINSIC_thread_end)
                target = program->exit_function;
            if (reached[target])
                continue;
            reached[target] = true;
            vector_push(&pending, target);
        }
    }
    vector_free(&pending);
}

const CallTarget *call_graph_targets(const CallGraph *calls, uint32_t function, uint32_t instruction, uint32_t *count)
{
    const FunctionState *state = &calls->functions[function];
    uint32_t low = 0, high = state->targets.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (state->targets.data[middle].instruction < instruction)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < state->targets.count && state->targets.data[low + *count].instruction == instruction)
        ++*count;
    return *count ? &state->targets.data[low] : NULL;
}

static uint64_t parameter_bit(uint32_t parameter)
{
    return UINT64_C(1) << (parameter < 63 ? parameter : 63);
}

bool call_graph_is_influential(const FunctionState *callee, uint32_t parameter)
{
    return (callee->influential & parameter_bit(parameter)) != 0;
}

bool call_graph_is_recursive(const CallGraph *calls, uint32_t caller, uint32_t callee)
{
    return calls->reached[(size_t)callee * calls->count + caller];
}

typedef struct ResultSearch {
    const CodeGraph *graph;
    const CallGraph *calls;
    uint32_t function;
    uint64_t found; // parameters
    bool *seen;     // by instruction
    VECTOR(uint32_t) pending;
} ResultSearch;

static void search_instruction(ResultSearch *search, uint32_t instruction)
{
    if (search->seen[instruction])
        return;
    search->seen[instruction] = true;
    vector_push(&search->pending, instruction);
}

static void search_register(ResultSearch *search, uint32_t instruction, uint32_t target)
{
    const Definitions *definitions = &search->graph->definitions[search->function];
    DefinitionList list = definitions_reaching(definitions, instruction, target);
    for (uint32_t i = 0; i < list.count; i++) {
        const Definition *definition = &definitions->all.data[list.ids[i]];
        if (definition->instruction == NO_INSTRUCTION)
            search->found |= parameter_bit(definition->target);
        else
            search_instruction(search, definition->instruction);
    }
}

static void search_call(ResultSearch *search, uint32_t instruction)
{
    const Function *function = &search->graph->program->functions.data[search->function];
    const CallOperands *operands = &function->calls[function->instructions[instruction].b];
    uint32_t count;
    const CallTarget *targets = call_graph_targets(search->calls, search->function, instruction, &count);
    if (function->instructions[instruction].opcode == OP_call_indirect)
        search_register(search, instruction, function->instructions[instruction].a);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < operands->argument_count; j++)
            if (!search->graph->program->functions.data[targets[i].function].defined ||
                call_graph_is_influential(&search->calls->functions[targets[i].function], j))
                search_register(search, instruction, operands->arguments[j]);
}

// Finds the parameters that the results depend on, given what is known of the functions called.
static uint64_t find_influential(const CodeGraph *graph, const CallGraph *calls, uint32_t function, IdList *registers)
{
    const Function *code = &graph->program->functions.data[function];
    const Flow *flow = &graph->flows[function];
    ResultSearch search = {.graph = graph,
                           .calls = calls,
                           .function = function,
                           .seen = memory_allocate_zeroed(code->instruction_count * sizeof(bool))};
    for (uint32_t i = 0; i < calls->functions[function].returns.count; i++)
        search_instruction(&search, calls->functions[function].returns.data[i]);
    while (search.pending.count) {
        uint32_t instruction = vector_pop(&search.pending);
        const FlowBlock *block = &flow->blocks.data[flow->block_of[instruction]];
        for (uint32_t i = 0; i < block->controllers.count; i++)
            search_instruction(&search, flow->blocks.data[block->controllers.data[i]].end - 1);
        Opcode opcode = code->instructions[instruction].opcode;
        if (opcode == OP_call || opcode == OP_call_indirect) {
            search_call(&search, instruction);
            continue;
        }
        registers->count = 0;
        instruction_list_reads(code, instruction, registers);
        for (uint32_t i = 0; i < registers->count; i++)
            search_register(&search, instruction, registers->data[i]);
    }
    free(search.seen);
    vector_free(&search.pending);
    return search.found;
}

void call_graph_build(CallGraph *calls, const CodeGraph *graph)
{
    const Program *program = graph->program;
    calls->count = program->functions.count;
    calls->functions = memory_allocate_zeroed(calls->count * sizeof *calls->functions);
    find_calls(calls, graph);
    calls->reached = memory_allocate_zeroed((size_t)calls->count * calls->count * sizeof *calls->reached);
    for (uint32_t i = 0; i < calls->count; i++)
        mark_reachable(calls, program, i, calls->reached + (size_t)i * calls->count);
    for (uint32_t i = 0; i < calls->count; i++)
        calls->functions[i].reachable = calls->reached[(size_t)program->start_function * calls->count + i];
    IdList registers = {0};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < calls->count; i++) {
            FunctionState *state = &calls->functions[i];
            if (!state->reachable || !program->functions.data[i].defined)
                continue;
            uint64_t found = find_influential(graph, calls, i, &registers);
            changed |= found != state->influential;
            state->influential = found;
        }
    }
    vector_free(&registers);
}

void call_graph_free(CallGraph *calls)
{
    for (uint32_t i = 0; i < calls->count; i++) {
        vector_free(&calls->functions[i].callers);
        vector_free(&calls->functions[i].targets);
        vector_free(&calls->functions[i].returns);
    }
    free(calls->functions);
    free(calls->reached);
}
