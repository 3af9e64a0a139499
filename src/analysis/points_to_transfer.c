// What an instruction adds to the points-to sets of what it writes.
#include <stdlib.h>

#include "analysis/points_to_state.h"
#include "base/fail.h"
#include "base/none.h"

static uint32_t pointer_bits(const PointsTo *points_to)
{
    return points_to->program->layout.pointer_bits;
}

// What may be read at the addresses of a set. Less than a word may be a part of an address.
static LocationSet read_memory(const PointsTo *points_to, const LocationSet *addresses)
{
    LocationSet found = {0};
    for (uint32_t i = 0; i < addresses->items.count; i++) {
        if (addresses->items.data[i].object == OBJECT_UNIVERSE)
            location_set_add(&found, addresses->items.data[i]);
        else
            points_to_add_contents(points_to, addresses->items.data[i], &found);
    }
    return found;
}

static void write_memory(PointsTo *points_to, const LocationSet *addresses, const LocationSet *values)
{
    for (uint32_t i = 0; i < addresses->items.count; i++) {
        uint32_t object = addresses->items.data[i].object;
        points_to_join_set(points_to, object == OBJECT_UNIVERSE ? &points_to->stray : &points_to->contents.data[object],
                           values, NO_CHANGE);
    }
}

static LocationSet values_of(const PointsTo *points_to, uint32_t function, uint32_t instruction, uint32_t target)
{
    LocationSet set = {0};
    points_to_add_values(points_to, function, instruction, target, 0, &set);
    return set;
}

static void store_register(PointsTo *points_to, uint32_t function, uint32_t instruction, uint32_t address,
                           uint32_t value)
{
    LocationSet addresses = values_of(points_to, function, instruction, address);
    LocationSet values = values_of(points_to, function, instruction, value);
    write_memory(points_to, &addresses, &values);
    location_set_free(&addresses);
    location_set_free(&values);
}

static void copy_memory(PointsTo *points_to, uint32_t function, uint32_t instruction, uint32_t to, uint32_t from)
{
    LocationSet addresses = values_of(points_to, function, instruction, to);
    LocationSet sources = values_of(points_to, function, instruction, from);
    LocationSet values = read_memory(points_to, &sources);
    write_memory(points_to, &addresses, &values);
    location_set_free(&addresses);
    location_set_free(&sources);
    location_set_free(&values);
}

static void write_location(PointsTo *points_to, uint32_t function, uint32_t instruction, uint32_t address,
                           Location location)
{
    LocationSet addresses = values_of(points_to, function, instruction, address), values = {0};
    location_set_add(&values, location);
    write_memory(points_to, &addresses, &values);
    location_set_free(&addresses);
    location_set_free(&values);
}

static bool input_is_narrow(const PointsTo *points_to, uint32_t function, uint32_t instruction,
                            const CallOperands *operands, Intrinsic intrinsic)
{
    if (intrinsic != INTRINSIC_input)
        return operands->result_width < pointer_bits(points_to);
    if (operands->argument_count < 2)
        return false;
    const Definition *bits = definitions_only(&points_to->definitions[function], instruction, operands->arguments[1]);
    if (!bits || bits->instruction == NO_INSTRUCTION)
        return false;
    const Instruction *constant = &points_to->program->functions.data[function].instructions[bits->instruction];
    return constant->opcode == OP_constant && constant->imm < pointer_bits(points_to);
}

static void call_intrinsic(PointsTo *points_to, uint32_t function, uint32_t instruction, const CallOperands *operands,
                           Intrinsic intrinsic, LocationSet *result)
{
    static const Location anywhere = {.object = OBJECT_UNIVERSE, .stride = 1};
    switch (intrinsic) {
    case INTRINSIC_malloc:
    case INTRINSIC_calloc:
    case INTRINSIC_aligned_alloc:
    case INTRINSIC_memalign:
    case INTRINSIC_realloc: {
        Location block = {.object = points_to_make_site_object(points_to, ABSTRACT_HEAP, function, instruction)};
        if (result)
            points_to_join_location(points_to, result, block);
        if (intrinsic != INTRINSIC_realloc || !operands->argument_count)
            break;
        LocationSet old = values_of(points_to, function, instruction, operands->arguments[0]);
        LocationSet moved = read_memory(points_to, &old);
        points_to_join_set(points_to, &points_to->contents.data[block.object], &moved, NO_CHANGE);
        location_set_free(&old);
        location_set_free(&moved);
        break;
    }
    case INTRINSIC_posix_memalign: {
        Location block = {.object = points_to_make_site_object(points_to, ABSTRACT_HEAP, function, instruction)};
        if (operands->argument_count)
            write_location(points_to, function, instruction, operands->arguments[0], block);
        break;
    }
    case INTRINSIC_klee_make_symbolic:
    case INTRINSIC_nondet_memory:
        if (operands->argument_count)
            write_location(points_to, function, instruction, operands->arguments[0], anywhere);
        break;
    case INTRINSIC_none: // no body and no model: an arbitrary result, if the run goes on at all
    case INTRINSIC_nondet:
    case INTRINSIC_input:
        if (result && !input_is_narrow(points_to, function, instruction, operands, intrinsic))
            points_to_join_location(points_to, result, anywhere);
        break;
    case INTRINSIC_pthread_create: {
        uint32_t first = points_to->program->thread_main_function;
        for (uint32_t i = 0; i < 2 && first != NONE && operands->argument_count >= 4; i++)
            if (i < points_to->program->functions.data[first].parameter_count)
                points_to_join_values(points_to, &points_to->values[first][i], function, instruction,
                                      operands->arguments[2 + i], NO_CHANGE);
        break;
    }
    case INTRINSIC_pthread_join:
        if (operands->argument_count >= 2) {
            LocationSet addresses = values_of(points_to, function, instruction, operands->arguments[1]);
            write_memory(points_to, &addresses, &points_to->thread_results);
            location_set_free(&addresses);
        }
        break;
    case INTRINSIC_thread_end:
        if (operands->argument_count)
            points_to_join_values(points_to, &points_to->thread_results, function, instruction, operands->arguments[0],
                                  NO_CHANGE);
        break;
    default: // numbers only
        break;
    }
}

static void pass_variadic(PointsTo *points_to, uint32_t function, uint32_t instruction, const CallOperands *operands,
                          uint32_t callee)
{
    uint32_t fixed = operands->argument_count - operands->variadic_count;
    uint32_t area = points_to->variadic_objects[callee];
    for (uint32_t i = 0; i < operands->variadic_count; i++) {
        LocationSet values = values_of(points_to, function, instruction, operands->arguments[fixed + i]);
        if (operands->variadic[i].by_value) {
            LocationSet copied = read_memory(points_to, &values);
            location_set_free(&values);
            values = copied;
        }
        points_to_join_set(points_to, &points_to->contents.data[area], &values, NO_CHANGE);
        location_set_free(&values);
    }
}

static void call_functions(PointsTo *points_to, uint32_t function, uint32_t instruction, IdList *targets)
{
    const Function *caller = &points_to->program->functions.data[function];
    const CallOperands *operands = &caller->calls[caller->instructions[instruction].b];
    LocationSet *results = operands->result_count
                               ? &points_to->values[function][points_to->definitions[function].first[instruction]]
                               : NULL;
    points_to_list_targets(points_to, function, instruction, targets);
    for (uint32_t t = 0; t < targets->count; t++) {
        uint32_t id = targets->data[t];
        const Function *callee = &points_to->program->functions.data[id];
        if (!callee->defined) {
            call_intrinsic(points_to, function, instruction, operands, callee->intrinsic, results);
            continue;
        }
        for (uint32_t i = 0; i < operands->argument_count && i < callee->parameter_count; i++)
            points_to_join_values(points_to, &points_to->values[id][i], function, instruction, operands->arguments[i],
                                  NO_CHANGE);
        if (callee->variadic)
            pass_variadic(points_to, function, instruction, operands, id);
        for (uint32_t i = 0; i < points_to->returns[id].count; i++) {
            uint32_t at = points_to->returns[id].data[i];
            const OperandList *list = &callee->lists[callee->instructions[at].b];
            for (uint32_t j = 0; j < list->count && j < operands->result_count; j++)
                points_to_join_values(points_to, &results[j], id, at, list->registers[j], NO_CHANGE);
        }
    }
}

static bool opcode_keeps_no_address(Opcode opcode)
{
    switch (opcode) {
    case OP_population:
    case OP_leading_zeros:
    case OP_trailing_zeros:
    case OP_float_to_signed:
    case OP_float_to_unsigned:
    case OP_signed_to_float:
    case OP_unsigned_to_float:
    case OP_float_add:
    case OP_float_sub:
    case OP_float_mul:
    case OP_float_div:
    case OP_float_rem:
    case OP_stack_save:
    case OP_loop_enter:
    case OP_loop_back:
        return true;
    default:
        return opcode_compares(opcode);
    }
}

// Anything else done with an address may lead anywhere in its object.
static void compute_anything(PointsTo *points_to, uint32_t function, uint32_t index, LocationSet *result,
                             IdList *registers)
{
    const Function *code = &points_to->program->functions.data[function];
    const Instruction *instruction = &code->instructions[index];
    if (opcode_keeps_no_address(instruction->opcode))
        return;
    registers->count = 0;
    instruction_list_reads(code, index, registers);
    for (uint32_t i = 0; i < registers->count; i++)
        points_to_join_values(points_to, result, function, index, registers->data[i], ANY_CHANGE);
    if (opcode_has_immediate(instruction->opcode))
        points_to_join_word(points_to, result, instruction->imm, ANY_CHANGE);
}

static void check_memory_is_left(const Instruction *instruction)
{
    for (Field field = 0; field < FIELD_COUNT; field++)
        CHECK(!operand_writes_memory(instruction_operand(instruction, field)));
}

// A load, and what an atomic update leaves in memory.
static void update_memory(PointsTo *points_to, uint32_t function, uint32_t index, LocationSet *result)
{
    const Instruction *instruction = &points_to->program->functions.data[function].instructions[index];
    LocationSet addresses = values_of(points_to, function, index, instruction->a), computed = {0};
    LocationSet old = read_memory(points_to, &addresses);
    points_to_join_set(points_to, result, &old, NO_CHANGE);
    if (instruction->opcode == OP_exchange) {
        store_register(points_to, function, index, instruction->a, instruction->b);
        for (uint32_t i = 0; instruction->imm != RMW_XCHG && i < old.items.count; i++)
            location_set_add(&computed, (Location){.object = old.items.data[i].object, .stride = 1});
        write_memory(points_to, &addresses, &computed);
    }
    if (instruction->opcode == OP_compare_exchange)
        store_register(points_to, function, index, instruction->a, (uint32_t)instruction->imm);
    location_set_free(&addresses);
    location_set_free(&old);
    location_set_free(&computed);
}

void points_to_visit(PointsTo *points_to, uint32_t function, uint32_t index, IdList *scratch)
{
    const Function *code = &points_to->program->functions.data[function];
    const Instruction *instruction = &code->instructions[index];
    const Definitions *definitions = &points_to->definitions[function];
    uint32_t first = definitions->first[index];
    LocationSet *result = first < definitions->first[index + 1] ? &points_to->values[function][first] : NULL;
    switch (instruction->opcode) {
    case OP_constant:
        points_to_join_word(points_to, result, instruction->imm, NO_CHANGE);
        break;
    case OP_thread_local:
        points_to_join_location(points_to, result,
                                (Location){.object = points_to_global_object(points_to, (uint32_t)instruction->imm)});
        break;
    case OP_alloca:
        points_to_join_location(
            points_to, result,
            (Location){.object = points_to_make_site_object(points_to, ABSTRACT_STACK, function, index)});
        break;
    case OP_uninitialised:
        if (instruction->width >= pointer_bits(points_to))
            for (uint32_t i = first; i < definitions->first[index + 1]; i++)
                points_to_join_location(points_to, &points_to->values[function][i],
                                        (Location){.object = OBJECT_UNIVERSE, .stride = 1});
        break;
    case OP_life_begin:
    case OP_move:
    case OP_truncate:
    case OP_sign_extend:
        points_to_join_values(points_to, result, function, index, instruction->a, NO_CHANGE);
        break;
    case OP_select:
        points_to_join_values(points_to, result, function, index, instruction->b, NO_CHANGE);
        points_to_join_values(points_to, result, function, index, (uint32_t)instruction->imm, NO_CHANGE);
        break;
    case OP_add_imm:
    case OP_sub_imm: {
        int64_t offset = points_to_signed_offset(points_to, instruction->imm);
        Change change = {.offset = instruction->opcode == OP_add_imm ? offset : (int64_t)-(uint64_t)offset};
        points_to_join_values(points_to, result, function, index, instruction->a, change);
        points_to_join_word(points_to, result, instruction->imm, ANY_CHANGE);
        break;
    }
    case OP_index: {
        uint64_t stride = (uint64_t)llabs(points_to_signed_offset(points_to, instruction->imm));
        LocationSet base = values_of(points_to, function, index, instruction->a);
        points_to_join_set(points_to, result, &base, (Change){.stride = stride});
        if (!base.items.count) // the address may be the index
            points_to_join_values(points_to, result, function, index, instruction->b, ANY_CHANGE);
        location_set_free(&base);
        break;
    }
    case OP_load:
    case OP_exchange:
    case OP_compare_exchange:
        update_memory(points_to, function, index, result);
        break;
    case OP_store:
        store_register(points_to, function, index, instruction->b, instruction->a);
        break;
    case OP_copy:
        copy_memory(points_to, function, index, instruction->a, instruction->b);
        break;
    case OP_fill:
    case OP_unset:
        break;
    case OP_variadic_start:
        write_location(points_to, function, index, instruction->a,
                       (Location){.object = points_to->variadic_objects[function], .stride = 1});
        break;
    case OP_call:
    case OP_call_indirect:
        call_functions(points_to, function, index, scratch);
        break;
    default: // by the table of opcodes
        check_memory_is_left(instruction);
        if (result)
            compute_anything(points_to, function, index, result, scratch);
        break;
    }
}
