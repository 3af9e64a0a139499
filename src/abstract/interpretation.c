#include "abstract/interpretation.h"

#include "base/none.h"

#include <stdarg.h>

#include "machine/arithmetic.h"

const Context *walk_context(const Walk *walk)
{
    return &walk->all->contexts.data[walk->context];
}

const Function *walk_function(const Walk *walk)
{
    return &walk->all->program->functions.data[walk_context(walk)->function];
}

const Instruction *walk_instruction(const Walk *walk)
{
    return &walk_function(walk)->instructions[walk->instruction];
}

uint32_t walk_threads(const Walk *walk)
{
    return walk_context(walk)->threads;
}

uint32_t walk_position(const Walk *walk)
{
    const Program *program = walk->all->program;
    const Context *context = walk_context(walk);
    uint32_t instruction = walk->instruction;
    for (;;) {
        const Function *function = &program->functions.data[context->function];
        uint32_t position = function->positions[instruction];
        if ((program->positions.data[position].line && !function->from_model) || context->parent == NONE)
            return position;
        instruction = context->call;
        context = &walk->all->contexts.data[context->parent];
    }
}

static void append_place(const Walk *walk, Text *out)
{
    const Program *program = walk->all->program;
    const Position *position = &program->positions.data[walk_position(walk)];
    if (position->line)
        text_format(out, " at %s:%u", program->files.data[position->file], position->line);
}

void give_up(const Walk *walk, const char *format, ...)
{
    if (has_given_up(walk->all))
        return;
    va_list arguments;
    va_start(arguments, format);
    text_format_arguments(&walk->all->given_up, format, arguments);
    va_end(arguments);
    append_place(walk, &walk->all->given_up);
}

bool has_given_up(const Interpretation *all)
{
    return all->given_up.length != 0;
}

void raise_alarm(const Walk *walk, Property property, const char *format, ...)
{
    Alarm *alarm = &walk->all->alarms[property];
    if (alarm->raised || !(walk->all->properties & PROPERTY_BIT(property)))
        return;
    alarm->raised = true;
    alarm->position = walk_position(walk);
    va_list arguments;
    va_start(arguments, format);
    text_format_arguments(&alarm->message, format, arguments);
    va_end(arguments);
}

bool walk_is_once(const Walk *walk)
{
    const Context *context = walk_context(walk);
    const FunctionFlow *flow = &walk->all->flows[context->function];
    const BlockFlow *block = &flow->blocks[flow->block_of[walk->instruction]];
    return context->once && !block->in_loop && !(block->told && walk->round == ROUNDS - 1);
}

Value walk_read(const Walk *walk, uint32_t target)
{
    return *value_table_get(&walk->all->values, walk->state->registers.data[walk_context(walk)->base + target]);
}

Value walk_address(const Walk *walk, uint32_t target, uint64_t offset)
{
    Value base = walk_read(walk, target);
    uint32_t bits = walk->all->program->layout.pointer_bits;
    Number distance = number_constant(offset & width_mask(bits));
    return value_move(&base, &distance, 1, bits);
}

Value walk_refresh(const Walk *walk, const Value *value)
{
    Value fresh = *value;
    for (uint32_t i = 0; i < fresh.target_count;) {
        const Zone *zone = zone_at(&walk->all->zones, fresh.targets[i].object);
        bool aged = zone->newest && zone->elder != fresh.targets[i].object &&
                    !ids_contain(&walk->state->existing, fresh.targets[i].object);
        if (aged)
            value_rename(&fresh, fresh.targets[i].object, zone->elder);
        i = aged ? 0 : i + 1;
    }
    return fresh;
}

void walk_write(Walk *walk, uint32_t target, const Value *value)
{
    Value fresh = walk_refresh(walk, value);
    walk->state->registers.data[walk_context(walk)->base + target] = value_table_add(&walk->all->values, &fresh);
    if (value_is_empty(value))
        walk->ended = true; // nothing that a thread could have computed
}

void walk_return(Walk *walk, const CallOperands *operands, uint32_t dst, Value value)
{
    if (!operands->result_count)
        return;
    value.number = number_truncate(&value.number, operands->result_width ? operands->result_width : 64);
    walk_write(walk, dst, &value);
}

void note_change(Interpretation *all)
{
    all->version++;
}
