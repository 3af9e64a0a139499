// What is known after a branch: the registers that the condition was computed from, and the memory that these were
// loaded from, hold values for which it went that way. Only instructions of the same block are looked at, so that
// nothing has changed since.
#include "abstract/interpretation.h"

#include "machine/arithmetic.h"

// The instruction before `before`, in the same block, that last wrote the register, unless one of `operands` has been
// written since.
static const Instruction *find_definition(const Walk *walk, uint32_t target, uint32_t before, uint32_t *index)
{
    const Function *function = walk_function(walk);
    const FunctionFlow *flow = &walk->all->flows[walk_context(walk)->function];
    uint32_t start = flow->blocks[flow->block_of[walk->instruction]].start;
    IdList written = {0};
    const Instruction *found = NULL;
    for (uint32_t i = before; i-- > start && !found;) {
        written.count = 0;
        instruction_list_writes(function, i, &written);
        for (uint32_t j = 0; j < written.count; j++)
            if (written.data[j] == target) {
                found = &function->instructions[i];
                *index = i;
            }
    }
    vector_free(&written);
    return found;
}

// Whether the register still holds what it held at an instruction of this block.
static bool is_unchanged(const Walk *walk, uint32_t target, uint32_t since)
{
    uint32_t index;
    const Instruction *last = find_definition(walk, target, walk->instruction, &index);
    return !last || index <= since;
}

// Memory may be changed by others only if nobody owns it, and by this thread only where it writes.
static bool writes_memory(const Instruction *instruction)
{
    for (Field field = 0; field < FIELD_COUNT; field++)
        if (operand_writes_memory(instruction_operand(instruction, field)))
            return true;
    switch ((Opcode)instruction->opcode) {
    case OP_call:
    case OP_call_indirect:
    case OP_life_begin:
    case OP_life_end:
    case OP_alloca:
    case OP_stack_restore:
        return true;
    default:
        return false;
    }
}

// Where a load loaded from, as far as that is known now: the register with the address still has it, or had a constant.
static Value loaded_address(const Walk *walk, const Instruction *load, uint32_t index)
{
    uint32_t before;
    const Instruction *definition = find_definition(walk, load->a, index, &before);
    if (definition && definition->opcode == OP_constant) {
        uint32_t bits = walk->all->program->layout.pointer_bits;
        Value base = zones_value_of_word(&walk->all->zones, definition->imm);
        Number distance = number_constant(load->imm & width_mask(bits));
        return value_move(&base, &distance, 1, bits);
    }
    bool there = is_unchanged(walk, load->a, index) && load->dst != load->a;
    return there ? walk_address(walk, load->a, load->imm) : value_none;
}

// The place that the register was loaded from has the value that the register is now known to have.
static void refine_loaded(Walk *walk, const Instruction *load, uint32_t index, const Value *value)
{
    const Function *function = walk_function(walk);
    if (load->width % 8)
        return;
    for (uint32_t i = index + 1; i < walk->instruction; i++)
        if (writes_memory(&function->instructions[i]))
            return;
    Value address = loaded_address(walk, load, index);
    if (address.target_count != 1 || address.number.count || address.targets[0].stride)
        return;
    const Zone *zone = zone_at(&walk->all->zones, address.targets[0].object);
    if (!zone->single || zone->constant || !zone_contains(&walk->all->zones, address.targets[0], load->width / 8) ||
        !owns_zone(walk, address.targets[0].object, false))
        return;
    content_write(&walk->state->memory, &walk->all->values, address.targets[0], load->width / 8, value);
}

static void set_value(Walk *walk, uint32_t target, uint32_t before, const Value *value)
{
    walk_write(walk, target, value);
    relate_refined(walk, target);
    if (walk->ended)
        return;
    uint32_t index;
    const Instruction *definition = find_definition(walk, target, before, &index);
    if (definition && definition->opcode == OP_load)
        refine_loaded(walk, definition, index, value);
    // The value was only passed on, or its sign extended: what it was made from is as it is.
    if (definition && definition->opcode == OP_move && is_unchanged(walk, definition->a, index))
        set_value(walk, definition->a, index, value);
}

static void refine_compared(Walk *walk, Opcode opcode, uint32_t target, uint32_t before, const Value *other,
                            uint32_t width)
{
    Value value = walk_read(walk, target);
    uint64_t word;
    if (value.target_count) {
        Value rest = value;
        if (!value_is_constant(other, &word) || word || (opcode != OP_eq && opcode != OP_ne))
            return;
        rest.number = number_without(&value.number, 0);
        if (opcode == OP_ne) {
            set_value(walk, target, before, &rest);
            return;
        }
        // Handles of threads and places outside of objects may be anything; others are not null.
        for (uint32_t i = 0; i < value.target_count; i++) {
            const Zone *zone = zone_at(&walk->all->zones, value.targets[i].object);
            bool inside =
                value.targets[i].low >= 0 && (!value.targets[i].high || (uint64_t)value.targets[i].high <= zone->size);
            if (zone->kind == ZONE_THREAD || !inside)
                return;
        }
        Value null = value_number(number_contains(&value.number, 0) ? number_constant(0) : (Number){0});
        set_value(walk, target, before, &null);
        return;
    }
    if (other->target_count)
        return;
    Value refined = value_number(number_refine(opcode, &value.number, &other->number, width));
    set_value(walk, target, before, &refined);
}

static void refine_condition(Walk *walk, uint32_t target, uint32_t before, bool holds);

static void refine_comparison(Walk *walk, const Instruction *comparison, uint32_t index, Opcode opcode, bool holds)
{
    bool immediate = opcode_has_immediate(comparison->opcode);
    if (!holds)
        opcode = comparison_negate(opcode);
    bool left_is_there = comparison->dst != comparison->a && is_unchanged(walk, comparison->a, index);
    bool right_is_there = immediate || (comparison->dst != comparison->b && is_unchanged(walk, comparison->b, index));
    if (!left_is_there || !right_is_there)
        return;
    relate_compared(walk, comparison, opcode);
    if (walk->ended)
        return;
    Value left = walk_read(walk, comparison->a);
    Value right = immediate ? zones_value_of_word(&walk->all->zones, comparison->imm) : walk_read(walk, comparison->b);
    refine_compared(walk, opcode, comparison->a, index, &right, comparison->width);
    if (!immediate && !walk->ended)
        refine_compared(walk, comparison_mirror(opcode), comparison->b, index, &left, comparison->width);
    // A comparison of a condition with 0 is that condition or its opposite.
    if (immediate && !comparison->imm && (opcode == OP_eq || opcode == OP_ne) && !walk->ended)
        refine_condition(walk, comparison->a, index, opcode == OP_ne);
}

// What made the register, which is not 0 if the condition holds.
static void refine_condition(Walk *walk, uint32_t target, uint32_t before, bool holds)
{
    uint32_t index;
    const Instruction *definition = find_definition(walk, target, before, &index);
    if (!definition || walk->ended)
        return;
    bool there = definition->dst != definition->a && is_unchanged(walk, definition->a, index);
    if (opcode_compares_integers(definition->opcode))
        refine_comparison(walk, definition, index, opcode_without_immediate(definition->opcode), holds);
    else if ((definition->opcode == OP_move || (definition->opcode == OP_truncate && definition->width == 1)) && there)
        refine_condition(walk, definition->a, index, holds);
    else if (definition->opcode == OP_xor_imm && definition->imm == 1 && definition->width == 1 && there)
        refine_condition(walk, definition->a, index, !holds);
}

void refine_by_branch(Walk *walk, uint32_t target, bool holds)
{
    Value value = walk_read(walk, target), refined = value;
    if (holds)
        refined.number = number_without(&value.number, 0);
    else
        refined = number_contains(&value.number, 0) || value.target_count ? value_constant(0) : value_none;
    if (holds && !value.target_count && number_contains(&refined.number, 0))
        refined = value; // the hole had no room
    walk_write(walk, target, &refined);
    if (!walk->ended)
        refine_condition(walk, target, walk->instruction, holds);
}

void refine_by_case(Walk *walk, uint32_t target, const Number *allowed)
{
    Value value = walk_read(walk, target);
    if (value.target_count)
        return;
    value.number = number_meet(&value.number, allowed);
    set_value(walk, target, walk->instruction, &value);
}
