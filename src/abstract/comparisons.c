// What equations and sums tell about the result of an instruction, and what is learnt where a comparison is known to hold.
#include "abstract/interpretation.h"
#include "machine/arithmetic.h"

// The left operand less the right one, so many times that only the bits that are compared count.
static Form difference_of(const Walk *walk, const Instruction *comparison)
{
    Form form = {0};
    add_register(walk, &form, comparison->a, 1);
    add_operand(walk, &form, comparison, UINT64_MAX);
    form_multiply(&form, UINT64_C(1) << (64 - comparison->width));
    return form;
}

// The difference is the sum, or its opposite, and so much more.
typedef struct Match {
    bool opposite;
    Number more;
} Match;

static bool matches(const Walk *walk, const Form *difference, uint32_t width, const Sum *sum, Match *match)
{
    for (uint32_t opposite = 0; opposite < 2 && sum->width == width; opposite++) {
        Form rest = {0};
        uint64_t scale = UINT64_C(1) << (64 - width), word;
        for (uint32_t i = 0; i < difference->summands.count; i++)
            form_add(&rest, difference->summands.data[i].variable, difference->summands.data[i].factor);
        for (uint32_t i = 0; i < sum->form.summands.count; i++)
            form_add(&rest, sum->form.summands.data[i].variable,
                     sum->form.summands.data[i].factor * scale * (opposite ? 1 : UINT64_MAX));
        bool known = equations_tell(&walk->state->equations, &rest, &word);
        form_free(&rest);
        *match = (Match){.opposite = opposite, .more = number_constant(word >> (64 - width))};
        if (known)
            return true;
    }
    return false;
}

// By how much the left operand may be more than the right one, modulo 2 to the power of the width.
static Number possible_differences(Walk *walk, const Instruction *comparison)
{
    uint32_t width = comparison->width;
    Form difference = difference_of(walk, comparison);
    uint64_t word;
    Number possible = number_any(width), zero = number_constant(0);
    if (equations_tell(&walk->state->equations, &difference, &word)) {
        possible = number_constant(word >> (64 - width));
    } else {
        for (uint32_t i = 0; i < walk->all->relations.sums_known; i++) {
            Match match;
            if (!matches(walk, &difference, width, &walk->all->relations.sums.data[i], &match))
                continue;
            Number number = sum_value(walk, i);
            if (match.opposite)
                number = number_binary(OP_sub, &zero, &number, width);
            number = number_binary(OP_add, &number, &match.more, width);
            possible = number_meet(&possible, &number);
        }
        equations_reduce(&walk->state->equations, &difference);
        sums_note(walk->all, &difference, width);
    }
    form_free(&difference);
    return possible;
}

static bool is_signed(Opcode opcode)
{
    return opcode == OP_slt || opcode == OP_sle || opcode == OP_sgt || opcode == OP_sge;
}

static bool is_true_of(Opcode opcode, int order)
{
    switch (opcode) {
    case OP_eq:
        return order == 0;
    case OP_ne:
        return order != 0;
    case OP_ult:
    case OP_slt:
        return order < 0;
    case OP_ule:
    case OP_sle:
        return order <= 0;
    case OP_ugt:
    case OP_sgt:
        return order > 0;
    default:
        return order >= 0;
    }
}

// The differences of operands of which the left one is less (-1), the same (0), more (1); empty if they cannot be so.
typedef struct Orders {
    Number by[3];
} Orders;

static bool find_orders(const Walk *walk, const Instruction *comparison, Opcode opcode, Orders *out)
{
    uint32_t width = comparison->width;
    Value left = walk_read(walk, comparison->a);
    Value right =
        opcode_has_immediate(comparison->opcode) ? value_constant(comparison->imm) : walk_read(walk, comparison->b);
    if (left.target_count || right.target_count || !left.number.count || !right.number.count)
        return false;
    Wide least = (Wide)number_least(&left.number) - (Wide)number_greatest(&right.number);
    Wide greatest = (Wide)number_greatest(&left.number) - (Wide)number_least(&right.number);
    if (is_signed(opcode)) {
        int64_t from, to, other_from, other_to;
        number_signed_bounds(&left.number, width, &from, &to);
        number_signed_bounds(&right.number, width, &other_from, &other_to);
        least = (Wide)from - other_to;
        greatest = (Wide)to - other_from;
    }
    *out = (Orders){0};
    if (least < 0)
        out->by[0] = number_between((uint64_t)least & width_mask(width), width_mask(width));
    if (least <= 0 && greatest >= 0)
        out->by[1] = number_constant(0);
    if (greatest > 0)
        out->by[2] = number_between(1, (uint64_t)greatest);
    return true;
}

static void decide_comparison(Walk *walk, const Instruction *comparison, Value *value)
{
    Opcode opcode = opcode_without_immediate(comparison->opcode);
    Number possible = possible_differences(walk, comparison);
    Orders orders;
    if (!find_orders(walk, comparison, opcode, &orders))
        return;
    Number found = {0};
    for (int order = -1; order <= 1; order++) {
        Number result = number_constant(is_true_of(opcode, order));
        Number both = number_meet(&possible, &orders.by[order + 1]);
        if (both.count)
            found = number_join(&found, &result);
    }
    value->number = number_meet(&value->number, &found);
}

static void decide_word(const Walk *walk, const Instruction *instruction, Value *value)
{
    Form form = {0};
    uint64_t word;
    form_add(&form, register_variable(walk, instruction->dst), UINT64_C(1) << (64 - instruction->width));
    if (equations_tell(&walk->state->equations, &form, &word)) {
        Number found = number_constant(word >> (64 - instruction->width));
        value->number = number_meet(&value->number, &found);
    }
    form_free(&form);
}

void relate_after(Walk *walk, const Instruction *instruction)
{
    uint64_t word;
    Opcode opcode = opcode_without_immediate(instruction->opcode);
    bool compares = opcode_compares_integers(opcode);
    bool computes = compares || opcode == OP_load || opcode == OP_add || opcode == OP_sub;
    if (!relations_are_on(walk) || !computes || !instruction->width || instruction->width > 64)
        return;
    Value value = walk_read(walk, instruction->dst);
    if (value.target_count || value_is_constant(&value, &word))
        return;
    if (compares)
        decide_comparison(walk, instruction, &value);
    else
        decide_word(walk, instruction, &value);
    walk_write(walk, instruction->dst, &value);
}

// Both operands are as they were when they were compared; `opcode` is what holds of them.
void relate_compared(Walk *walk, const Instruction *comparison, Opcode opcode)
{
    Orders orders;
    if (!relations_are_on(walk) || !find_orders(walk, comparison, opcode, &orders))
        return;
    uint32_t width = comparison->width;
    Form difference = difference_of(walk, comparison);
    Number allowed = {0}, zero = number_constant(0);
    for (int order = -1; order <= 1; order++)
        if (is_true_of(opcode, order))
            allowed = number_join(&allowed, &orders.by[order + 1]);
    for (uint32_t i = 0; i < walk->all->relations.sums_known && !walk->ended; i++) {
        Match match;
        if (!matches(walk, &difference, width, &walk->all->relations.sums.data[i], &match))
            continue;
        Number now = number_binary(OP_sub, &allowed, &match.more, width), before = sum_value(walk, i);
        if (match.opposite)
            now = number_binary(OP_sub, &zero, &now, width);
        now = number_meet(&before, &now);
        sum_set(walk, i, &now);
    }
    if (opcode == OP_eq && !walk->ended)
        require_form(walk, &difference);
    form_free(&difference);
}
