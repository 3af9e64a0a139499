// The slice: from what may violate a property or keep a thread from going on, backwards along control and data.
//
// An instruction may be needed to be executed, which asks for what decides that and for what decides whether it ends
// its thread; or for its value, which asks for all it reads. Needs come in two ways: those of a root, or through
// memory, hold in every context and go up to all callers; those of the result of a call stay in the function called,
// and the call itself asks for the arguments that the result depends on. So a function that is called for different
// purposes does not mix them up.
#include "analysis/slice_state.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/loop_bounds.h"
#include "base/memory.h"
#include "base/none.h"

enum {
    NEED_EXECUTION = 1,
    NEED_VALUE = 2,
    NEED_VARIADIC = 4, // of a call: the arguments for `...`
    NEED_ALL = 7,
    IN_CALLEE = 3, // by how many bits needs are shifted that hold for the result of a call only
};

// Someone who writes to an object.
typedef struct Writer {
    uint32_t function, instruction;
    Location place;
    uint64_t size;
    uint8_t need; // NEED_VALUE or NEED_VARIADIC
} Writer;

typedef VECTOR(Writer) WriterList;

typedef struct WorkItem {
    uint32_t function, instruction;
} WorkItem;

struct Slice {
    const Program *program;
    PropertyMask properties;
    bool narrow;
    bool everything;
    Limits *limits;  // may be NULL; while it is computed
    uint8_t **needs; // by function and instruction; NULL: the function is never called
    bool **leads;    // by function and instruction
    CodeGraph graph;
    CallGraph calls;
    uint8_t **done;         // needs that were followed
    WriterList *writers;    // by object
    bool *entered;          // by function: its callers were asked
    bool **asked;           // by function and parameter: the arguments of all callers were asked for
    bool all_memory_needed; // something reads the universe
    bool results_needed;    // someone joins for the result of a thread
    VECTOR(WorkItem) work;
};

static void need(Slice *slice, uint32_t function, uint32_t instruction, uint8_t needs)
{
    uint8_t *known = slice->needs[function] ? &slice->needs[function][instruction] : NULL;
    // What holds in every context holds in one.
    if (!known || !(needs & ~(*known | (*known & NEED_ALL) << IN_CALLEE)))
        return;
    *known |= needs;
    vector_push(&slice->work, (WorkItem){function, instruction});
}

static void need_parameter(Slice *slice, uint32_t function, uint32_t parameter);

static void need_register(Slice *slice, uint32_t function, uint32_t instruction, uint32_t target, int shift)
{
    const Definitions *definitions = &slice->graph.definitions[function];
    DefinitionList list = definitions_reaching(definitions, instruction, target);
    for (uint32_t i = 0; i < list.count; i++) {
        const Definition *definition = &definitions->all.data[list.ids[i]];
        if (definition->instruction != NO_INSTRUCTION)
            need(slice, function, definition->instruction, (uint8_t)((NEED_VALUE | NEED_EXECUTION) << shift));
        else if (!shift)
            need_parameter(slice, function, definition->target);
    }
}

// What the callers of a function pass.
static void need_parameter(Slice *slice, uint32_t function, uint32_t parameter)
{
    if (slice->asked[function][parameter])
        return;
    slice->asked[function][parameter] = true;
    const CallSiteList *callers = &slice->calls.functions[function].callers;
    for (uint32_t i = 0; i < callers->count; i++) {
        const CallSite *site = &callers->data[i];
        const Function *caller = &slice->program->functions.data[site->function];
        const CallOperands *operands = &caller->calls[caller->instructions[site->instruction].b];
        uint32_t index = parameter + (site->kind == CALL_CREATE ? 2 : 0);
        need(slice, site->function, site->instruction, NEED_EXECUTION);
        if (slice->needs[site->function] && site->kind != CALL_END && index < operands->argument_count)
            need_register(slice, site->function, site->instruction, operands->arguments[index], 0);
    }
}

static void need_memory(Slice *slice, Location place, uint64_t size)
{
    if (slice->all_memory_needed)
        return;
    slice->all_memory_needed = place.object == OBJECT_UNIVERSE;
    for (uint32_t object = 0; object < points_to_object_count(slice->graph.points_to); object++) {
        if (object != OBJECT_UNIVERSE && object != place.object && !slice->all_memory_needed)
            continue;
        for (uint32_t i = 0; i < slice->writers[object].count; i++) {
            const Writer *writer = &slice->writers[object].data[i];
            if (location_may_overlap(place, size, writer->place, writer->size))
                need(slice, writer->function, writer->instruction, (uint8_t)(writer->need | NEED_EXECUTION));
        }
    }
}

static void need_contents(Slice *slice, const LocationSet *places)
{
    for (uint32_t i = 0; i < places->items.count; i++)
        need_memory(slice, places->items.data[i], 0);
}

// Whether the instruction is executed: what branches to it, and who calls its function.
static void follow_execution(Slice *slice, uint32_t function, uint32_t instruction, int shift)
{
    const Flow *flow = &slice->graph.flows[function];
    const FlowBlock *block = &flow->blocks.data[flow->block_of[instruction]];
    for (uint32_t i = 0; i < block->controllers.count; i++)
        need(slice, function, flow->blocks.data[block->controllers.data[i]].end - 1,
             (uint8_t)((NEED_VALUE | NEED_EXECUTION) << shift));
    if (shift || slice->entered[function])
        return;
    slice->entered[function] = true;
    const CallSiteList *callers = &slice->calls.functions[function].callers;
    for (uint32_t i = 0; i < callers->count; i++)
        need(slice, callers->data[i].function, callers->data[i].instruction, NEED_EXECUTION);
}

// What a printing function finds in `...`. Where it only prints, numbers do not matter unless the number of
// characters does.
static void follow_printed(Slice *slice, uint32_t function, uint32_t instruction, uint32_t list, bool numbers)
{
    LocationSet lists = {0}, areas = {0};
    points_to_add_values(slice->graph.points_to, function, instruction, list, 0, &lists);
    for (uint32_t i = 0; i < lists.items.count; i++)
        points_to_add_contents(slice->graph.points_to, lists.items.data[i], &areas);
    for (uint32_t i = 0; i < areas.items.count; i++) {
        Location place = areas.items.data[i];
        if (place.object == OBJECT_UNIVERSE) {
            need_memory(slice, place, 0);
            continue;
        }
        const AbstractObject *area = points_to_object(slice->graph.points_to, place.object);
        for (uint32_t j = 0; area->kind == ABSTRACT_VARIADIC && j < slice->writers[place.object].count; j++) {
            const Writer *writer = &slice->writers[place.object].data[j];
            if (!numbers && writer->need == NEED_VARIADIC &&
                effects_call_prints_numbers(&slice->graph, writer->function, writer->instruction, area->id))
                continue;
            need(slice, writer->function, writer->instruction, (uint8_t)(writer->need | NEED_EXECUTION));
            const Function *caller = &slice->program->functions.data[writer->function];
            const CallOperands *operands = &caller->calls[caller->instructions[writer->instruction].b];
            for (uint32_t k = 0; writer->need == NEED_VARIADIC && k < operands->variadic_count; k++) {
                LocationSet strings = {0};
                points_to_add_values(slice->graph.points_to, writer->function, writer->instruction,
                                     operands->arguments[operands->argument_count - 1 - k], 0, &strings);
                need_contents(slice, &strings);
                location_set_free(&strings);
            }
        }
        if (area->kind != ABSTRACT_VARIADIC) {
            LocationSet strings = {0};
            need_memory(slice, place, 0);
            points_to_add_contents(slice->graph.points_to, place, &strings);
            need_contents(slice, &strings);
            location_set_free(&strings);
        }
    }
    location_set_free(&lists);
    location_set_free(&areas);
}

static void follow_intrinsic(Slice *slice, uint32_t function, uint32_t instruction, const CallOperands *operands,
                             Intrinsic intrinsic, bool value, int shift)
{
    for (uint32_t i = 0; i < operands->argument_count; i++)
        if (effects_argument_decides(intrinsic, i) || (value && !(intrinsic == INTRINSIC_pthread_create && i == 3)))
            need_register(slice, function, instruction, operands->arguments[i], shift);
    uint32_t list = effects_list_argument(intrinsic);
    if (list < operands->argument_count)
        follow_printed(slice, function, instruction, operands->arguments[list],
                       value || intrinsic == INTRINSIC_vformat);
    if (value && intrinsic == INTRINSIC_pthread_join && !slice->results_needed) {
        slice->results_needed = true;
        for (uint32_t i = 0; i < slice->calls.functions[slice->program->exit_function].callers.count; i++) {
            const CallSite *site = &slice->calls.functions[slice->program->exit_function].callers.data[i];
            if (site->kind == CALL_END)
                need(slice, site->function, site->instruction, NEED_VALUE | NEED_EXECUTION);
        }
    }
}

static void follow_call(Slice *slice, uint32_t function, uint32_t instruction, bool value, int shift)
{
    const Function *code = &slice->program->functions.data[function];
    const Instruction *call = &code->instructions[instruction];
    const CallOperands *operands = &code->calls[call->b];
    uint32_t count;
    const CallTarget *targets = call_graph_targets(&slice->calls, function, instruction, &count);
    if (call->opcode == OP_call_indirect)
        need_register(slice, function, instruction, call->a, shift);
    for (uint32_t i = 0; i < count; i++) {
        const Function *callee = &slice->program->functions.data[targets[i].function];
        const FunctionState *state = &slice->calls.functions[targets[i].function];
        if (!callee->defined) {
            follow_intrinsic(slice, function, instruction, operands, callee->intrinsic, value, shift);
            continue;
        }
        for (uint32_t j = 0; value && j < state->returns.count; j++)
            need(slice, targets[i].function, state->returns.data[j], (NEED_VALUE | NEED_EXECUTION) << IN_CALLEE);
        for (uint32_t j = 0; value && j < operands->argument_count; j++)
            if (call_graph_is_influential(state, j))
                need_register(slice, function, instruction, operands->arguments[j], shift);
        for (uint32_t j = 0; callee->variadic && j < operands->variadic_count; j++)
            if (operands->variadic[j].by_value) // the call itself copies it
                need_register(slice, function, instruction,
                              operands->arguments[operands->argument_count - operands->variadic_count + j], shift);
    }
}

static void follow_variadic(Slice *slice, uint32_t function, uint32_t instruction, int shift)
{
    const Function *code = &slice->program->functions.data[function];
    const CallOperands *operands = &code->calls[code->instructions[instruction].b];
    for (uint32_t i = 0; i < operands->variadic_count; i++) {
        uint32_t word = operands->arguments[operands->argument_count - operands->variadic_count + i];
        need_register(slice, function, instruction, word, shift);
        if (!operands->variadic[i].by_value)
            continue;
        LocationSet copied = {0};
        points_to_add_values(slice->graph.points_to, function, instruction, word, 0, &copied);
        for (uint32_t j = 0; j < copied.items.count; j++)
            need_memory(slice, copied.items.data[j], operands->variadic[i].size);
        location_set_free(&copied);
    }
}

// The registers that decide whether an instruction ends its thread, where these are not all it reads.
static bool find_deciding_registers(const Instruction *instruction, uint32_t registers[3], uint32_t *count)
{
    *count = 1;
    switch (instruction->opcode) {
    case OP_load:
    case OP_exchange:
    case OP_compare_exchange:
        registers[0] = instruction->a;
        return true;
    case OP_store:
        registers[0] = instruction->b;
        return true;
    case OP_fill:
        registers[0] = instruction->a;
        registers[1] = (uint32_t)instruction->imm;
        registers[2] = instruction->dst;
        *count = 3;
        return true;
    case OP_return:
        *count = 0;
        return true;
    default:
        return false;
    }
}

static void follow(Slice *slice, uint32_t function, uint32_t instruction, uint8_t needs, int shift)
{
    const Function *code = &slice->program->functions.data[function];
    Opcode opcode = code->instructions[instruction].opcode;
    bool value = needs & NEED_VALUE;
    uint32_t registers[3], count;
    follow_execution(slice, function, instruction, shift);
    EffectList effects = {0};
    effects_list_memory(&slice->graph, function, instruction, &effects);
    for (uint32_t i = 0; i < effects.count; i++)
        if (effects.data[i].reads && (value || effects.data[i].decides))
            need_memory(slice, effects.data[i].place, effects.data[i].size);
    vector_free(&effects);
    if (opcode == OP_call || opcode == OP_call_indirect) {
        follow_call(slice, function, instruction, value, shift);
        if (needs & NEED_VARIADIC)
            follow_variadic(slice, function, instruction, shift);
        return;
    }
    if (!value && find_deciding_registers(&code->instructions[instruction], registers, &count)) {
        for (uint32_t i = 0; i < count; i++)
            need_register(slice, function, instruction, registers[i], shift);
        return;
    }
    IdList reads = {0};
    instruction_list_reads(code, instruction, &reads);
    for (uint32_t i = 0; i < reads.count; i++)
        need_register(slice, function, instruction, reads.data[i], shift);
    vector_free(&reads);
}

static void follow_all(Slice *slice)
{
    while (slice->work.count && !limits_stop(slice->limits)) {
        WorkItem item = vector_pop(&slice->work);
        uint8_t needs = slice->needs[item.function][item.instruction];
        uint8_t *done = &slice->done[item.function][item.instruction], fresh = needs & (uint8_t)~*done;
        *done |= needs;
        if (fresh & NEED_ALL)
            follow(slice, item.function, item.instruction, needs & NEED_ALL, 0);
        if (fresh >> IN_CALLEE)
            follow(slice, item.function, item.instruction, needs >> IN_CALLEE, IN_CALLEE);
    }
}

static void list_writers(Slice *slice, uint32_t function)
{
    const Function *code = &slice->program->functions.data[function];
    EffectList effects = {0};
    for (uint32_t i = 0; i < code->instruction_count; i++) {
        effects_list_memory(&slice->graph, function, i, &effects);
        for (uint32_t j = 0; j < effects.count; j++)
            if (effects.data[j].writes)
                vector_push(&slice->writers[effects.data[j].place.object],
                            (Writer){function, i, effects.data[j].place, effects.data[j].size, NEED_VALUE});
        uint32_t count;
        const CallTarget *targets = call_graph_targets(&slice->calls, function, i, &count);
        for (uint32_t j = 0; j < count; j++) {
            uint32_t area = points_to_variadic_object(slice->graph.points_to, targets[j].function);
            if (area != OBJECT_UNIVERSE)
                vector_push(&slice->writers[area],
                            (Writer){function, i, {.object = area, .stride = 1}, 0, NEED_VARIADIC});
        }
    }
    vector_free(&effects);
}

// Whether the instruction may go round a loop for ever, or call itself for ever.
static bool may_go_on_for_ever(const Slice *slice, uint32_t function, uint32_t instruction)
{
    const Flow *flow = &slice->graph.flows[function];
    const FlowBlock *block = &flow->blocks.data[flow->block_of[instruction]];
    if (block->may_stay &&
        (instruction == block->end - 1 || flow->function->instructions[instruction].opcode == OP_loop_back))
        return true;
    uint32_t count;
    const CallTarget *targets = call_graph_targets(&slice->calls, function, instruction, &count);
    for (uint32_t i = 0; i < count; i++)
        if (call_graph_is_recursive(&slice->calls, function, targets[i].function))
            return true;
    return false;
}

// Marks the roots of a function and its criteria; the latter in `leads`.
static void find_roots(Slice *slice, uint32_t function)
{
    const Flow *flow = &slice->graph.flows[function];
    for (uint32_t i = 0; i < flow->function->instruction_count; i++) {
        if (!flow->blocks.data[flow->block_of[i]].reachable)
            continue;
        Danger danger = effects_find_danger(&slice->graph, function, i);
        if (may_go_on_for_ever(slice, function, i)) {
            danger.violates |= PROPERTY_BIT(PROPERTY_DEADLOCK);
            danger.stops = true;
        }
        bool root = slice->narrow ? (danger.violates & slice->properties) || danger.ends || danger.refuses
                                  : danger.violates || danger.stops || danger.refuses;
        if (root)
            need(slice, function, i, NEED_EXECUTION);
        slice->leads[function][i] = (danger.violates & slice->properties) || danger.refuses;
    }
}

// Whether somebody writes to what an instruction reads.
static bool reads_what_changes(const Slice *slice, uint32_t function, uint32_t instruction)
{
    EffectList effects = {0};
    effects_list_memory(&slice->graph, function, instruction, &effects);
    bool changes = false;
    for (uint32_t i = 0; i < effects.count; i++) {
        const WriterList *writers = &slice->writers[effects.data[i].place.object];
        changes |= effects.data[i].place.object == OBJECT_UNIVERSE || slice->writers[OBJECT_UNIVERSE].count;
        for (uint32_t j = 0; j < writers->count && !changes; j++)
            changes = location_may_overlap(effects.data[i].place, effects.data[i].size, writers->data[j].place,
                                           writers->data[j].size);
    }
    vector_free(&effects);
    return changes;
}

// Whether others may notice what an instruction of the slice does, or it them. Nobody minds how a thread or the process
// ends.
static bool is_noticed(const Slice *slice, uint32_t function, uint32_t instruction)
{
    const Instruction *code = &slice->program->functions.data[function].instructions[instruction];
    if (code->opcode == OP_load || code->opcode == OP_store)
        return !effects_is_own_access(&slice->graph, function, instruction) &&
               (code->opcode == OP_store || reads_what_changes(slice, function, instruction));
    for (Field field = 0; field < FIELD_COUNT && code->opcode != OP_variadic_start; field++) {
        OperandUse use = instruction_operand(code, field);
        if (operand_reads_memory(use) || operand_writes_memory(use))
            return true;
    }
    uint32_t count;
    const CallTarget *targets = call_graph_targets(&slice->calls, function, instruction, &count);
    for (uint32_t i = 0; i < count; i++) {
        const Function *callee = &slice->program->functions.data[targets[i].function];
        if (!callee->defined && callee->intrinsic != INTRINSIC_thread_end &&
            callee->intrinsic != INTRINSIC_process_exit)
            return true;
    }
    return false;
}

static void mark_noticed(Slice *slice, uint32_t function)
{
    for (uint32_t i = 0; i < slice->program->functions.data[function].instruction_count; i++)
        slice->leads[function][i] |= slice->needs[function][i] && is_noticed(slice, function, i);
}

static bool target_leads(const Slice *slice, uint32_t target)
{
    const Program *program = slice->program;
    Intrinsic intrinsic = program->functions.data[target].intrinsic;
    if (intrinsic == INTRINSIC_pthread_create)
        target = program->thread_main_function;
    if (intrinsic == INTRINSIC_thread_end)
        target = program->exit_function;
    return target != NONE && slice->leads[target] && slice->leads[target][0];
}

// One round over a function; returns whether something has changed.
static bool spread_criteria(Slice *slice, uint32_t function)
{
    const Flow *flow = &slice->graph.flows[function];
    bool *leads = slice->leads[function], changed = false;
    for (uint32_t i = flow->function->instruction_count; i-- > 0;) {
        if (leads[i])
            continue;
        const FlowBlock *block = &flow->blocks.data[flow->block_of[i]];
        bool found = false;
        if (i + 1 < block->end)
            found = leads[i + 1];
        else
            for (uint32_t j = 0; j < block->successors.count; j++)
                found |= leads[flow->blocks.data[block->successors.data[j]].start];
        uint32_t count;
        const CallTarget *targets = call_graph_targets(&slice->calls, function, i, &count);
        for (uint32_t j = 0; j < count; j++)
            found |= target_leads(slice, targets[j].function);
        leads[i] = found;
        changed |= found;
    }
    return changed;
}

static void analyse(Slice *slice)
{
    const Program *program = slice->program;
    uint32_t count = program->functions.count, objects = points_to_object_count(slice->graph.points_to);
    slice->done = memory_allocate_zeroed(count * sizeof *slice->done);
    slice->entered = memory_allocate_zeroed(count * sizeof *slice->entered);
    slice->asked = memory_allocate_zeroed(count * sizeof *slice->asked);
    slice->writers = memory_allocate_zeroed(objects * sizeof *slice->writers);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = program->functions.data[i].instruction_count;
        if (!slice->calls.functions[i].reachable || !program->functions.data[i].defined)
            continue;
        slice->needs[i] = memory_allocate_zeroed(size);
        slice->done[i] = memory_allocate_zeroed(size);
        slice->asked[i] = memory_allocate_zeroed(program->functions.data[i].parameter_count + UINT64_C(1));
        slice->leads[i] = memory_allocate_zeroed(size * sizeof(bool));
        if (!limits_stop(slice->limits))
            list_writers(slice, i);
    }
    for (uint32_t i = 0; i < count && !limits_stop(slice->limits); i++)
        if (slice->needs[i])
            find_roots(slice, i);
    follow_all(slice);
    for (uint32_t i = 0; i < count && !limits_stop(slice->limits); i++)
        if (slice->needs[i])
            mark_noticed(slice, i);
    for (bool changed = true; changed && !limits_stop(slice->limits);) {
        changed = false;
        for (uint32_t i = 0; i < count && !limits_stop(slice->limits); i++)
            changed |= slice->leads[i] && spread_criteria(slice, i);
    }
    for (uint32_t i = 0; i < count; i++) {
        free(slice->done[i]);
        free(slice->asked[i]);
    }
    for (uint32_t i = 0; i < objects; i++)
        vector_free(&slice->writers[i]);
    vector_free(&slice->work);
    free(slice->done);
    free(slice->entered);
    free(slice->asked);
    free(slice->writers);
}

// Control dependence knows nothing of jumps from one function into another.
static bool has_jumps(const Program *program)
{
    for (uint32_t i = 0; i < program->functions.count; i++)
        if (intrinsic_marks_place(program->functions.data[i].intrinsic))
            return true;
    return false;
}

Slice *slice_compute(const Program *program, PropertyMask properties, bool narrow, Limits *limits)
{
    Slice *slice = memory_allocate_zeroed(sizeof *slice);
    uint32_t count = program->functions.count;
    slice->program = program;
    slice->properties = properties;
    slice->narrow = narrow;
    slice->limits = limits;
    slice->needs = memory_allocate_zeroed(count * sizeof *slice->needs);
    slice->leads = memory_allocate_zeroed(count * sizeof *slice->leads);
    if (properties & (PROPERTY_BIT(PROPERTY_RACE) | PROPERTY_BIT(PROPERTY_LEAK)) || has_jumps(program)) {
        slice->everything = true;
        return slice;
    }
    CodeGraph *graph = &slice->graph;
    code_graph_build(graph, program, limits);
    for (uint32_t i = 0; i < count && !limits_stop(limits); i++) {
        if (!program->functions.data[i].defined)
            continue;
        loop_bounds_find(&graph->flows[i], &graph->definitions[i]);
        control_dependence_find(&graph->flows[i]);
    }
    call_graph_build(&slice->calls, graph);
    if (!limits_stop(limits))
        analyse(slice);
    slice->everything = limits_stop(limits); // what was not looked at may matter
    call_graph_free(&slice->calls);
    code_graph_free(graph);
    return slice;
}

void slice_free(Slice *slice)
{
    if (!slice)
        return;
    for (uint32_t i = 0; i < slice->program->functions.count; i++) {
        free(slice->needs[i]);
        free(slice->leads[i]);
    }
    free(slice->needs);
    free(slice->leads);
    free(slice);
}

// A function that is never called, by all that is known here, is kept whole: should it be called after all, nothing is
// lost.
bool slice_contains(const Slice *slice, uint32_t function, uint32_t instruction)
{
    return slice->everything || !slice->needs[function] || slice->needs[function][instruction];
}

bool slice_leads_on(const Slice *slice, uint32_t function, uint32_t instruction)
{
    return slice->everything || !slice->leads[function] || slice->leads[function][instruction];
}
