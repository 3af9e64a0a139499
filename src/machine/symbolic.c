// The terms of instructions.
//
// In a symbolic run the interpreter asks here before each instruction. Terms are computed from the operands' terms
// before the words change. Most instructions are then performed on words as in a concrete run; those that access memory
// are done here, since what they read decides on the term. Where an operation has no term (floating point, products of
// more than 64 bits, addresses) its operands are pinned: the register is concrete from then on, also if the instruction
// is begun again after a stop.
#include "machine/symbolic.h"

#include "base/fail.h"
#include "ir/operands.h"

typedef struct Step {
    Machine *machine;
    Thread *thread;
    TermTable *terms;
    const Instruction *instruction;
    uint64_t *words; // registers of the frame
    Term *registers; // their terms
    uint32_t width;  // of the instruction
} Step;

static Value value_of(const Step *step, uint32_t number)
{
    return (Value){step->words[number], step->registers[number]};
}

static Term operand(const Step *step, uint32_t number, uint32_t width)
{
    return symbolic_value(step->terms, value_of(step, number), width);
}

static Term constant(const Step *step, uint32_t width, uint64_t value)
{
    return term_constant(step->terms, width, value);
}

static Flow result(const Step *step, Term term)
{
    step->registers[step->instruction->dst] = symbolic_keep(step->terms, term);
    return FLOW_WORDS;
}

static void pin(const Step *step, uint32_t number)
{
    symbolic_pin(step->machine, step->thread, &step->registers[number], step->words[number]);
}

// --- Arithmetic

static OverflowOperation signed_operation(Opcode opcode)
{
    return opcode == OP_add ? OVERFLOW_SADD : opcode == OP_sub ? OVERFLOW_SSUB : OVERFLOW_SMUL;
}

// What must hold for a binary operation not to be a violation; see check_binary in interpret.c.
static void check_operands(const Step *step, Opcode opcode, Term a, Term b, uint64_t left, uint64_t right)
{
    TermTable *terms = step->terms;
    uint32_t width = step->width;
    uint8_t flags = step->instruction->flags;
    uint64_t least = UINT64_C(1) << (width - 1), ignored;
    switch (opcode) {
    case OP_udiv:
    case OP_urem:
    case OP_sdiv:
    case OP_srem: {
        Term fine = term_not(terms, term_equal(terms, b, constant(step, width, 0)));
        bool holds = right != 0;
        if (opcode == OP_sdiv || opcode == OP_srem) {
            Term overflow = term_and(terms, term_equal(terms, a, constant(step, width, least)),
                                     term_equal(terms, b, constant(step, width, UINT64_MAX)));
            fine = term_and(terms, fine, term_not(terms, overflow));
            holds &= left != least || right != width_mask(width);
        }
        symbolic_check(step->machine, step->thread, PROPERTY_DIVISION, fine, holds);
        return;
    }
    case OP_shl:
    case OP_lshr:
    case OP_ashr:
        if (flags & FLAG_C_SHIFT)
            symbolic_check(step->machine, step->thread, PROPERTY_DIVISION,
                           term_ult(terms, b, constant(step, width, width)), right < width);
        return;
    case OP_add:
    case OP_sub:
    case OP_mul:
        if (flags & FLAG_SIGNED_CHECK)
            symbolic_check(step->machine, step->thread, PROPERTY_OVERFLOW,
                           symbolic_fits(terms, signed_operation(opcode), a, b, width),
                           !arithmetic_overflows(signed_operation(opcode), left, right, width, &ignored));
        return;
    default:
        return;
    }
}

static Term binary_term(TermTable *terms, Opcode opcode, Term a, Term b)
{
    switch (opcode) {
    case OP_add:
        return term_add(terms, a, b);
    case OP_sub:
        return term_sub(terms, a, b);
    case OP_mul:
        return term_mul(terms, a, b);
    case OP_udiv:
        return term_udiv(terms, a, b);
    case OP_sdiv:
        return term_sdiv(terms, a, b);
    case OP_urem:
        return term_urem(terms, a, b);
    case OP_srem:
        return term_srem(terms, a, b);
    case OP_and:
        return term_and(terms, a, b);
    case OP_or:
        return term_or(terms, a, b);
    case OP_xor:
        return term_xor(terms, a, b);
    case OP_shl:
        return term_shl(terms, a, b);
    case OP_lshr:
        return term_lshr(terms, a, b);
    case OP_ashr:
        return term_ashr(terms, a, b);
    case OP_eq:
        return term_equal(terms, a, b);
    case OP_ne:
        return term_not(terms, term_equal(terms, a, b));
    case OP_ult:
        return term_ult(terms, a, b);
    case OP_ule:
        return term_ule(terms, a, b);
    case OP_ugt:
        return term_ult(terms, b, a);
    case OP_uge:
        return term_ule(terms, b, a);
    case OP_slt:
        return term_slt(terms, a, b);
    case OP_sle:
        return term_sle(terms, a, b);
    case OP_sgt:
        return term_slt(terms, b, a);
    case OP_sge:
        return term_sle(terms, b, a);
    default:
        INTERNAL_ERROR("opcode %d is not binary", (int)opcode);
    }
}

// The rows of BINARY_TABLE alternate: on a register, on the immediate.
static Flow execute_binary(const Step *step)
{
    const Instruction *i = step->instruction;
    bool immediate = (i->opcode - OP_add) % 2 != 0;
    Opcode opcode = (Opcode)(i->opcode - immediate);
    if (opcode == OP_mul && (i->flags & FLAG_SIGNED_CHECK) && step->width > 32) {
        pin(step, i->a);
        if (!immediate)
            pin(step, i->b);
    }
    if (!step->registers[i->a] && (immediate || !step->registers[i->b]))
        return result(step, NO_TERM);
    uint64_t right = immediate ? i->imm : step->words[i->b];
    Term a = operand(step, i->a, step->width);
    Term b = immediate ? constant(step, step->width, right) : operand(step, i->b, step->width);
    check_operands(step, opcode, a, b, step->words[i->a], right);
    return result(step, binary_term(step->terms, opcode, a, b));
}

static bool is_multiplication(OverflowOperation operation)
{
    return operation == OVERFLOW_SMUL || operation == OVERFLOW_UMUL;
}

// Arithmetic that tells whether it overflows, or saturates.
static Flow execute_overflow(const Step *step)
{
    const Instruction *i = step->instruction;
    OverflowOperation operation = (OverflowOperation)i->imm;
    TermTable *terms = step->terms;
    uint32_t width = step->width;
    bool saturate = i->opcode == OP_saturate;
    if (is_multiplication(operation) && width > 32) {
        pin(step, i->a);
        pin(step, i->b);
    }
    bool symbolic = step->registers[i->a] || step->registers[i->b];
    if (!symbolic) {
        if (!saturate)
            step->registers[i->dst + 1] = NO_TERM;
        return result(step, NO_TERM);
    }
    Term a = operand(step, i->a, width), b = operand(step, i->b, width);
    Opcode opcode = is_multiplication(operation)                               ? OP_mul
                    : operation == OVERFLOW_SADD || operation == OVERFLOW_UADD ? OP_add
                                                                               : OP_sub;
    Term wrapped = binary_term(terms, opcode, a, b), fits = symbolic_fits(terms, operation, a, b, width);
    if (!saturate) {
        step->registers[i->dst + 1] = symbolic_keep(terms, term_not(terms, fits));
        return result(step, wrapped);
    }
    uint64_t least = UINT64_C(1) << (width - 1);
    Term limit = operation == OVERFLOW_UADD ? constant(step, width, UINT64_MAX)
                 : operation == OVERFLOW_USUB
                     ? constant(step, width, 0)
                     : term_ite(terms, term_slt(terms, a, constant(step, width, 0)), constant(step, width, least),
                                constant(step, width, least - 1));
    return result(step, term_ite(terms, fits, wrapped, limit));
}

static uint32_t bits_of(const Step *step, uint32_t number)
{
    if (step->registers[number])
        return term_width(step->terms, step->registers[number]);
    uint64_t word = step->words[number];
    return word ? 64 - (uint32_t)__builtin_clzll(word) : 1;
}

static Flow execute_select(const Step *step)
{
    const Instruction *i = step->instruction;
    uint32_t chosen = step->words[i->a] ? i->b : (uint32_t)i->imm;
    if (!step->registers[i->a])
        return result(step, step->registers[chosen]);
    uint32_t first = bits_of(step, i->b), second = bits_of(step, (uint32_t)i->imm);
    uint32_t width = first > second ? first : second;
    return result(step, term_ite(step->terms, symbolic_truth(step->terms, step->registers[i->a]),
                                 operand(step, i->b, width), operand(step, (uint32_t)i->imm, width)));
}

static Flow execute_funnel(const Step *step)
{
    const Instruction *i = step->instruction;
    TermTable *terms = step->terms;
    uint32_t width = step->width;
    pin(step, (uint32_t)i->imm);
    if (!step->registers[i->a] && !step->registers[i->b])
        return result(step, NO_TERM);
    uint64_t amount = step->words[i->imm] % width;
    bool left = i->opcode == OP_funnel_left;
    Term high = operand(step, i->a, width), low = operand(step, i->b, width);
    if (!amount)
        return result(step, left ? high : low);
    uint64_t up = left ? amount : width - amount;
    return result(step, term_or(terms, term_shl(terms, high, constant(step, width, up)),
                                term_lshr(terms, low, constant(step, width, width - up))));
}

static Flow execute_byte_swap(const Step *step)
{
    uint32_t count = step->width / 8, source = step->instruction->a;
    if (!step->registers[source])
        return result(step, NO_TERM);
    Term whole = operand(step, source, step->width), bytes[8];
    for (uint32_t k = 0; k < count; k++)
        bytes[k] = term_extract(step->terms, whole, (count - 1 - k) * 8, 8);
    return result(step, term_join_bytes(step->terms, bytes, count));
}

static Flow execute_absolute(const Step *step)
{
    uint32_t source = step->instruction->a;
    if (!step->registers[source])
        return result(step, NO_TERM);
    Term value = operand(step, source, step->width);
    return result(step, term_ite(step->terms, term_slt(step->terms, value, constant(step, step->width, 0)),
                                 term_negate(step->terms, value), value));
}

static Flow execute_index(const Step *step)
{
    const Instruction *i = step->instruction;
    if (!step->registers[i->a] && !step->registers[i->b])
        return result(step, NO_TERM);
    Term scaled = term_mul(step->terms, operand(step, i->b, step->width), constant(step, step->width, i->imm));
    return result(step, term_add(step->terms, operand(step, i->a, step->width), scaled));
}

// --- Memory

// Another address could be wrong. It surely is, if it lies in the slots of the object that this one hits but not in the
// object, in the gap before it, or near null; of other addresses nothing is said.
static void check_address(const Step *step, Term address, uint64_t value, uint64_t size, bool write)
{
    const Memory *memory = &step->machine->memory;
    TermTable *terms = step->terms;
    uint32_t bits = memory->layout.pointer_bits;
    if (memory_check(memory, value, size, write) != FAULT_NONE)
        return;
    const Object *object = memory_find(memory, value), *before = memory_find(memory, object->base - 1);
    uint64_t slot = UINT64_C(1) << memory->layout.slot_bits, base = object->base, gap = base - slot;
    if (before && before->external)
        gap = base;
    else if (before && before->base + before->size > gap)
        gap = before->base + before->size;
    Term offset = term_sub(terms, address, constant(step, bits, base));
    Term beyond = term_and(terms, term_ult(terms, constant(step, bits, object->size - size), offset),
                           term_ult(terms, offset, constant(step, bits, (object->size / slot + 1) * slot)));
    Term below = term_ult(terms, term_sub(terms, address, constant(step, bits, gap)), constant(step, bits, base - gap));
    Term null = term_ult(terms, address, constant(step, bits, 4096));
    symbolic_check(step->machine, step->thread, PROPERTY_MEMORY,
                   term_not(terms, term_or(terms, term_or(terms, beyond, below), null)), true);
}

// The address in a register, plus `offset`, is about to be used.
static uint64_t use_address(const Step *step, uint32_t number, uint64_t offset, uint64_t size, bool write)
{
    uint64_t address = (step->words[number] + offset) & pointer_mask(step->machine);
    uint32_t bits = step->machine->program->layout.pointer_bits;
    if (step->registers[number]) {
        uint32_t decided = step->thread->path.decided;
        if (step->machine->options->properties & PROPERTY_BIT(PROPERTY_MEMORY))
            check_address(step, term_add(step->terms, operand(step, number, bits), constant(step, bits, offset)),
                          address, size, write);
        step->thread->path.decided =
            decided + 1; // whether there was a check or not, so that the pin has the same number in all runs
        pin(step, number);
    }
    return address;
}

static Flow execute_load(const Step *step)
{
    const Instruction *i = step->instruction;
    uint32_t size = (step->width + 7) / 8;
    uint64_t address = use_address(step, i->a, i->imm, size, false);
    Value value;
    Flow flow = access_read(step->machine, step->thread, address, size, i->flags, &value);
    if (flow != FLOW_NEXT)
        return flow;
    step->words[i->dst] = value.word & width_mask(step->width);
    result(step, value.term ? symbolic_fit(step->terms, value.term, step->width) : NO_TERM);
    return FLOW_NEXT;
}

static Flow execute_store(const Step *step)
{
    const Instruction *i = step->instruction;
    uint32_t size = (step->width + 7) / 8;
    uint64_t address = use_address(step, i->b, i->imm, size, true);
    Value value = value_of(step, i->a);
    if (value.term)
        value.term = symbolic_fit(step->terms, value.term, size * 8);
    return access_write(step->machine, step->thread, address, size, i->flags, value);
}

static Flow execute_unset(const Step *step)
{
    const Instruction *i = step->instruction;
    uint32_t size = (step->width + 7) / 8;
    return access_unset(step->machine, step->thread, use_address(step, i->b, i->imm, size, true), size, i->flags);
}

static Flow execute_exchange(const Step *step)
{
    const Instruction *i = step->instruction;
    uint64_t address = use_address(step, i->a, 0, (step->width + 7) / 8, true);
    Value old;
    Flow flow = access_exchange(step->machine, step->thread, address, i, value_of(step, i->b), &old);
    if (flow != FLOW_NEXT)
        return flow;
    step->words[i->dst] = old.word;
    result(step, old.term);
    return FLOW_NEXT;
}

static Flow execute_compare_exchange(const Step *step)
{
    const Instruction *i = step->instruction;
    uint64_t address = use_address(step, i->a, 0, (step->width + 7) / 8, true);
    Value expected = value_of(step, i->b);
    Exchange exchange;
    Flow flow = access_compare_exchange(step->machine, step->thread, address, i, expected,
                                        value_of(step, (uint32_t)i->imm), &exchange);
    if (flow != FLOW_NEXT)
        return flow;
    Value old = exchange.old;
    Term equal = NO_TERM;
    if ((old.term || expected.term) && !exchange.failed)
        equal = term_equal(step->terms, symbolic_value(step->terms, old, step->width),
                           symbolic_value(step->terms, expected, step->width));
    step->words[i->dst + 1] = old.word == expected.word && !exchange.failed;
    step->registers[i->dst + 1] = symbolic_keep(step->terms, equal);
    step->words[i->dst] = old.word;
    result(step, old.term);
    return FLOW_NEXT;
}

static Flow execute_copy(const Step *step)
{
    const Instruction *i = step->instruction;
    pin(step, (uint32_t)i->imm);
    uint64_t size = step->words[i->imm];
    if (!size)
        return FLOW_NEXT;
    uint64_t from = use_address(step, i->b, 0, size, false), to = use_address(step, i->a, 0, size, true);
    if (i->flags & FLAG_DISJOINT) {
        Flow flow = access_check_disjoint(step->machine, step->thread, to, from, size);
        if (flow != FLOW_NEXT)
            return flow;
    }
    return access_copy(step->machine, step->thread, to, from, size, &step->words[i->dst], &step->registers[i->dst + 1]);
}

static Flow execute_fill(const Step *step)
{
    const Instruction *i = step->instruction;
    pin(step, (uint32_t)i->imm);
    uint64_t size = step->words[i->imm];
    if (!size)
        return FLOW_NEXT;
    uint64_t to = use_address(step, i->a, 0, size, true);
    Value byte = value_of(step, i->b);
    if (byte.term)
        byte.term = symbolic_keep(step->terms, symbolic_fit(step->terms, byte.term, 8));
    return access_fill(step->machine, step->thread, to, byte, size, &step->words[i->dst]);
}

static Flow execute_uninitialised(const Step *step)
{
    const Instruction *i = step->instruction;
    if (i->flags & FLAG_ONCE) {
        if (step->words[i->a])
            return FLOW_NEXT;
        step->words[i->a] = 1;
    }
    const char *name = i->imm ? step->machine->program->strings.data[i->imm] : "uninitialised value";
    Value value = machine_read_input(step->machine, step->thread, name, INPUT_UNINITIALISED, step->width);
    step->words[i->dst] = value.word;
    result(step, value.term);
    return FLOW_NEXT;
}

// --- Control

static Flow execute_branch(const Step *step)
{
    const Instruction *i = step->instruction;
    if (!step->registers[i->a] || i->b == i->imm)
        return FLOW_WORDS;
    Term truth = symbolic_truth(step->terms, step->registers[i->a]), lie = term_not(step->terms, truth);
    bool taken = step->words[i->a] != 0;
    Way other = {.target = taken ? (uint32_t)i->imm : i->b, .condition = taken ? lie : truth};
    symbolic_branch(
        step->machine, step->thread,
        &(Fork){.taken = taken ? truth : lie, .selector = truth, .selected = taken, .others = &other, .count = 1});
    // Known on this path, unless the branch may be one at which nobody asks for the other way.
    if (term_width(step->terms, step->registers[i->a]) == 1 && !step->machine->options->report_again)
        step->registers[i->a] = NO_TERM;
    return FLOW_WORDS;
}

// The cases that lead to `target`, as a condition on the value.
static Term reaches(const Step *step, const SwitchTable *table, Term value, uint32_t target)
{
    TermTable *terms = step->terms;
    uint32_t width = term_width(terms, value);
    bool otherwise = target == table->default_target;
    Term any = term_boolean(terms, false);
    for (uint32_t k = 0; k < table->case_count; k++)
        if ((table->cases[k].target == target) != otherwise && table->cases[k].value <= width_mask(width))
            any = term_or(terms, any, term_equal(terms, value, constant(step, width, table->cases[k].value)));
    return otherwise ? term_not(terms, any) : any;
}

static Flow execute_switch(const Step *step)
{
    const Instruction *i = step->instruction;
    Term value = step->registers[i->a];
    if (!value)
        return FLOW_WORDS;
    const SwitchTable *table = &thread_frame(step->thread)->function->switches[i->imm];
    enum { WAYS_LIMIT = 8 };
    Way others[WAYS_LIMIT + 1];
    uint32_t taken = table->default_target, count = 0;
    for (uint32_t k = 0; k < table->case_count; k++)
        if (table->cases[k].value == step->words[i->a])
            taken = table->cases[k].target;
    uint32_t ways = 0;
    for (uint32_t k = 0; k <= table->case_count; k++) {
        uint32_t target = k ? table->cases[k - 1].target : table->default_target;
        bool seen = target == taken;
        for (uint32_t j = 0; !seen && j < count; j++)
            seen = others[j].target == target;
        ways += !seen;
        if (!seen && count < WAYS_LIMIT)
            others[count++] = (Way){target, reaches(step, table, value, target)};
    }
    Term condition = reaches(step, table, value, taken);
    if (ways > count)
        others[count++] = (Way){WAY_UNSEEN, term_not(step->terms, condition)};
    Term selector = constant(step, 32, table->default_target);
    for (uint32_t k = 0; k < table->case_count; k++)
        if (table->cases[k].value <= width_mask(term_width(step->terms, value)))
            selector = term_ite(
                step->terms,
                term_equal(step->terms, value, constant(step, term_width(step->terms, value), table->cases[k].value)),
                constant(step, 32, table->cases[k].target), selector);
    symbolic_branch(
        step->machine, step->thread,
        &(Fork){.taken = condition, .selector = selector, .selected = taken, .others = others, .count = count});
    return FLOW_WORDS;
}

static Flow execute_require(const Step *step)
{
    const Instruction *i = step->instruction;
    if (step->registers[i->a])
        symbolic_check(step->machine, step->thread, (Property)i->b, symbolic_truth(step->terms, step->registers[i->a]),
                       step->words[i->a] != 0);
    return FLOW_WORDS;
}

static Flow execute_require_below(const Step *step)
{
    const Instruction *i = step->instruction;
    if (step->registers[i->a])
        symbolic_check(step->machine, step->thread, PROPERTY_MEMORY,
                       term_ult(step->terms, operand(step, i->a, step->width), constant(step, step->width, i->imm)),
                       step->words[i->a] < i->imm);
    return FLOW_WORDS;
}

static void pin_operands(const Step *step)
{
    for (Field field = 0; field < FIELD_COUNT; field++)
        if (operand_reads(instruction_operand(step->instruction, field)))
            pin(step, (uint32_t)instruction_field(step->instruction, field));
}

// An operation on registers whose result has no term.
static Flow execute_pinned(const Step *step)
{
    pin_operands(step);
    return result(step, NO_TERM);
}

static Flow execute_bits(const Step *step, Term (*count)(TermTable *terms, Term term))
{
    uint32_t source = step->instruction->a;
    return result(step, step->registers[source] ? count(step->terms, operand(step, source, step->width)) : NO_TERM);
}

static Flow execute_float_negation(const Step *step)
{
    uint32_t source = step->instruction->a, width = step->width;
    if (!step->registers[source])
        return result(step, NO_TERM);
    return result(
        step, term_xor(step->terms, operand(step, source, width), constant(step, width, UINT64_C(1) << (width - 1))));
}

static Flow execute_float_comparison(const Step *step)
{
    const Instruction *i = step->instruction;
    if (!step->registers[i->a] && !step->registers[i->b])
        return result(step, NO_TERM);
    return result(step, symbolic_compare_floats(step->terms, operand(step, i->a, step->width),
                                                operand(step, i->b, step->width), i->imm));
}

static Flow execute_float_extension(const Step *step)
{
    uint32_t source = step->instruction->a;
    return result(step,
                  step->registers[source] ? symbolic_extend_float(step->terms, operand(step, source, 32)) : NO_TERM);
}

static Flow execute_cut(const Step *step, bool sign)
{
    const Instruction *i = step->instruction;
    if (!step->registers[i->a])
        return result(step, NO_TERM);
    return result(step, sign ? term_sign_extend(step->terms, operand(step, i->a, (uint32_t)i->imm), step->width)
                             : operand(step, i->a, step->width));
}

Flow symbolic_execute(Machine *machine, Thread *thread, const Instruction *i)
{
    uint32_t base = thread_frame(thread)->base;
    Step step = {.machine = machine,
                 .thread = thread,
                 .terms = machine->terms,
                 .instruction = i,
                 .words = thread->registers.data + base,
                 .registers = thread->terms.data + base,
                 .width = i->width};
    switch ((Opcode)i->opcode) {
#define BINARY_CASE(name) \
    case OP_##name:       \
    case OP_##name##_imm:
        BINARY_TABLE(BINARY_CASE)
#undef BINARY_CASE
        return execute_binary(&step);
    case OP_move:
        return result(&step, step.registers[i->a]);
    case OP_select:
        return execute_select(&step);
    case OP_truncate:
        return execute_cut(&step, false);
    case OP_sign_extend:
        return execute_cut(&step, true);
    case OP_index:
        return execute_index(&step);
    case OP_byte_swap:
        return execute_byte_swap(&step);
    case OP_population:
        return execute_bits(&step, symbolic_population);
    case OP_leading_zeros:
        return execute_bits(&step, symbolic_leading_zeros);
    case OP_trailing_zeros:
        return execute_bits(&step, symbolic_trailing_zeros);
    case OP_bit_reverse:
        return execute_bits(&step, symbolic_reverse_bits);
    case OP_funnel_left:
    case OP_funnel_right:
        return execute_funnel(&step);
    case OP_absolute:
        return execute_absolute(&step);
    case OP_overflow:
    case OP_saturate:
        return execute_overflow(&step);
    case OP_float_neg:
        return execute_float_negation(&step);
    case OP_float_compare:
        return execute_float_comparison(&step);
    case OP_float_extend:
        return execute_float_extension(&step);
    case OP_constant:
    case OP_thread_local:
    case OP_stack_save:
    case OP_multiply_high:
    case OP_float_add:
    case OP_float_sub:
    case OP_float_mul:
    case OP_float_div:
    case OP_float_rem:
    case OP_float_to_signed:
    case OP_float_to_unsigned:
    case OP_signed_to_float:
    case OP_unsigned_to_float:
    case OP_float_truncate:
    case OP_alloca:
        return execute_pinned(&step);
    case OP_require:
        return execute_require(&step);
    case OP_require_below:
        return execute_require_below(&step);
    case OP_uninitialised:
        return execute_uninitialised(&step);
    case OP_load:
        return execute_load(&step);
    case OP_store:
        return execute_store(&step);
    case OP_unset:
        return execute_unset(&step);
    case OP_exchange:
        return execute_exchange(&step);
    case OP_compare_exchange:
        return execute_compare_exchange(&step);
    case OP_copy:
        return execute_copy(&step);
    case OP_fill:
        return execute_fill(&step);
    case OP_branch:
        return execute_branch(&step);
    case OP_switch:
        return execute_switch(&step);
    case OP_variadic_start:
    case OP_jump_indirect:
        pin_operands(&step);
        return FLOW_WORDS;
    case OP_call_indirect:
        pin(&step, i->a); // arguments keep their terms
        return FLOW_WORDS;
    case OP_unfinished: // no operand, or only such as are concrete
    case OP_life_begin:
    case OP_life_end:
    case OP_stack_restore:
    case OP_fence:
    case OP_point:
    case OP_mark:
    case OP_call:
    case OP_jump:
    case OP_loop_back:
    case OP_loop_enter:
    case OP_return:
    case OP_unreachable:
    case OP_unsupported:
        return FLOW_WORDS;
    case OPCODE_COUNT:
        break;
    }
    INTERNAL_ERROR("opcode %u has no terms", i->opcode);
}
