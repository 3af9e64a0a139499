#include "analysis/anonymity.h"

#include "analysis/slice_effects.h"

typedef struct Search {
    CodeGraph graph;
    LocationSet handles; // where they are written
    uint64_t handle_size;
    bool prints; // it can come to a function that prints, be it into memory
} Search;

static const Instruction *instruction_at(const Search *search, uint32_t function, uint32_t instruction)
{
    return &search->graph.program->functions.data[function].instructions[instruction];
}

// The intrinsic that is called, if the callee is one.
static bool calls(const Search *search, const Instruction *instruction, Intrinsic intrinsic)
{
    return instruction->opcode == OP_call &&
           search->graph.program->functions.data[instruction->imm].intrinsic == intrinsic;
}

static uint32_t argument_of(const Search *search, uint32_t function, uint32_t instruction, uint32_t index)
{
    const Function *caller = &search->graph.program->functions.data[function];
    return caller->calls[instruction_at(search, function, instruction)->b].arguments[index];
}

// Whether the register may hold an address that depends on which thread it belongs to.
static bool may_be_own(const Search *search, uint32_t function, uint32_t instruction, uint32_t target)
{
    LocationSet places = {0};
    bool own = false;
    points_to_add_values(search->graph.points_to, function, instruction, target, 0, &places);
    for (uint32_t i = 0; i < places.items.count && !own; i++)
        switch (points_to_object(search->graph.points_to, places.items.data[i].object)->kind) {
        case ABSTRACT_FUNCTION:
            break;
        case ABSTRACT_GLOBAL: {
            uint32_t id = points_to_object(search->graph.points_to, places.items.data[i].object)->id;
            own = search->graph.program->globals.data[id].thread_local_;
            break;
        }
        default:
            own = true;
            break;
        }
    location_set_free(&places);
    return own;
}

// Whether the instruction, if it works with addresses, moves or compares them only in ways that come out the same wherever
// the objects are.
static bool keeps_addresses(Opcode opcode)
{
    switch (opcode) {
    case OP_move:
    case OP_select:
    case OP_index:
    case OP_add:
    case OP_add_imm:
    case OP_sub_imm:
    case OP_eq:
    case OP_ne:
    case OP_eq_imm:
    case OP_ne_imm:
    case OP_require:
    case OP_life_begin:
    case OP_life_end:
    case OP_stack_save:
    case OP_stack_restore:
    case OP_load:
    case OP_store:
    case OP_unset:
    case OP_compare_exchange:
    case OP_copy:
    case OP_fill:
    case OP_variadic_start:
    case OP_call:
    case OP_call_indirect:
    case OP_branch:
    case OP_return:
        return true;
    default:
        return false;
    }
}

static bool reads_own(const Search *search, uint32_t function, uint32_t instruction)
{
    IdList reads = {0};
    bool own = false;
    instruction_list_reads(&search->graph.program->functions.data[function], instruction, &reads);
    for (uint32_t i = 0; i < reads.count && !own; i++)
        own = may_be_own(search, function, instruction, reads.data[i]);
    vector_free(&reads);
    return own;
}

static bool orders_addresses(const Search *search, uint32_t function, uint32_t index)
{
    const Instruction *instruction = instruction_at(search, function, index);
    // An atomic exchange moves a word, if it is nothing else; what it is done to is an address in any case.
    if (instruction->opcode == OP_exchange)
        return instruction->imm != RMW_XCHG && may_be_own(search, function, index, instruction->b);
    return !keeps_addresses(instruction->opcode) && reads_own(search, function, index);
}

// Whether an address may be among what is printed, as a number or as what nobody knows. Whoever reads what is printed, or how
// long it is, sees where the object is. (It does if the program prints at all.)
static bool prints_address(const Search *search, uint32_t function, uint32_t index)
{
    const Instruction *instruction = instruction_at(search, function, index);
    if (!search->prints || (instruction->opcode != OP_call && instruction->opcode != OP_call_indirect))
        return false;
    const CallOperands *operands = &search->graph.program->functions.data[function].calls[instruction->b];
    uint32_t fixed = operands->argument_count - operands->variadic_count;
    for (uint32_t i = 0; i < operands->variadic_count; i++)
        if (may_be_own(search, function, index, operands->arguments[fixed + i]) &&
            !effects_call_prints_string(&search->graph, function, index, i))
            return true;
    return false;
}

static bool is_handle(const Search *search, Location place, uint64_t size)
{
    for (uint32_t i = 0; i < search->handles.items.count; i++)
        if (location_may_overlap(search->handles.items.data[i], search->handle_size, place, size))
            return true;
    return false;
}

// Whether all that reads what the load has read joins it.
static bool is_joined_only(const Search *search, uint32_t function, uint32_t load)
{
    const Function *code = &search->graph.program->functions.data[function];
    const Definitions *definitions = &search->graph.definitions[function];
    uint32_t target = instruction_at(search, function, load)->dst;
    bool joined = true;
    for (uint32_t i = 0; i < code->instruction_count && joined; i++) {
        IdList reads = {0};
        instruction_list_reads(code, i, &reads);
        bool read = false;
        for (uint32_t j = 0; j < reads.count; j++)
            read |= reads.data[j] == target;
        vector_free(&reads);
        if (!read)
            continue;
        DefinitionList reaching = definitions_reaching(definitions, i, target);
        bool reached = false;
        for (uint32_t j = 0; j < reaching.count; j++)
            reached |= definitions->all.data[reaching.ids[j]].instruction == load;
        joined = !reached ||
                 (calls(search, &code->instructions[i], INTRINSIC_pthread_join) &&
                  argument_of(search, function, i, 0) == target && argument_of(search, function, i, 1) != target);
    }
    return joined;
}

static bool reads_parameter(const Search *search, uint32_t function, uint32_t instruction)
{
    const Definitions *definitions = &search->graph.definitions[function];
    IdList reads = {0};
    bool read = false;
    instruction_list_reads(&search->graph.program->functions.data[function], instruction, &reads);
    for (uint32_t i = 0; i < reads.count && !read; i++) {
        DefinitionList reaching = definitions_reaching(definitions, instruction, reads.data[i]);
        for (uint32_t j = 0; j < reaching.count; j++)
            read |= definitions->all.data[reaching.ids[j]].instruction == NO_INSTRUCTION;
    }
    vector_free(&reads);
    return read;
}

static bool ignores_parameter(const Search *search, uint32_t function)
{
    const Function *code = &search->graph.program->functions.data[function];
    bool ignores = code->defined && code->parameter_count == 1 && !code->variadic;
    for (uint32_t i = 0; i < code->instruction_count && ignores; i++)
        ignores = code->instructions[i].opcode == OP_return || !reads_parameter(search, function, i);
    return ignores;
}

static bool leaks_handle(const Search *search, uint32_t function, uint32_t instruction)
{
    EffectList effects = {0};
    bool read = false;
    effects_list_memory(&search->graph, function, instruction, &effects);
    for (uint32_t i = 0; i < effects.count; i++)
        read |= effects.data[i].reads && is_handle(search, effects.data[i].place, effects.data[i].size);
    vector_free(&effects);
    return read && !(instruction_at(search, function, instruction)->opcode == OP_load &&
                     is_joined_only(search, function, instruction));
}

// False if there are no threads, or if some function asks for more than their being joined.
static bool find_handles(Search *search)
{
    const Program *program = search->graph.program;
    bool created = false;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        for (uint32_t j = 0; j < function->instruction_count; j++) {
            const Instruction *instruction = &function->instructions[j];
            if (calls(search, instruction, INTRINSIC_pthread_self) ||
                calls(search, instruction, INTRINSIC_pthread_detach))
                return false;
            if (!calls(search, instruction, INTRINSIC_pthread_create))
                continue;
            created = true;
            points_to_add_values(search->graph.points_to, i, j, argument_of(search, i, j, 0), 0, &search->handles);
        }
    }
    for (uint32_t i = 0; i < search->handles.items.count; i++)
        if (search->handles.items.data[i].object == OBJECT_UNIVERSE)
            return false;
    return created;
}

static bool is_anonymous(Search *search, Limits *limits)
{
    const Program *program = search->graph.program;
    if (!find_handles(search))
        return false;
    for (uint32_t i = 0; i < program->functions.count; i++)
        for (uint32_t j = 0; j < program->functions.data[i].instruction_count; j++)
            if (limits_stop(limits) || orders_addresses(search, i, j) || prints_address(search, i, j) ||
                leaks_handle(search, i, j))
                return false;
    return true;
}

// Where a jump leads to is not followed.
static bool may_be_anonymous(const Program *program)
{
    bool creates = false, jumps = false;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        creates |= program->functions.data[i].intrinsic == INTRINSIC_pthread_create;
        jumps |= intrinsic_marks_place(program->functions.data[i].intrinsic);
    }
    return creates && !jumps;
}

bool program_is_anonymous(const Program *program, bool *ignores, Limits *limits)
{
    if (!may_be_anonymous(program))
        return false;
    Search search = {.handle_size = program->layout.pointer_bits / 8};
    for (uint32_t i = 0; i < program->functions.count; i++)
        search.prints |= effects_list_argument(program->functions.data[i].intrinsic) != NONE;
    code_graph_build(&search.graph, program, limits);
    bool anonymous = !limits_stop(limits) && is_anonymous(&search, limits);
    for (uint32_t i = 0; i < program->functions.count && anonymous && ignores; i++)
        ignores[i] = ignores_parameter(&search, i);
    code_graph_free(&search.graph);
    location_set_free(&search.handles);
    return anonymous;
}
