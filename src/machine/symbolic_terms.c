// Terms of values: widths, updates, overflow. A term that is narrower than its word stands for the low bits of it; the
// rest is zero, as words are kept zero-extended.
#include "machine/symbolic.h"

Term symbolic_fit(TermTable *terms, Term term, uint32_t width)
{
    uint32_t present = term_width(terms, term);
    return present < width   ? term_zero_extend(terms, term, width)
           : present > width ? term_extract(terms, term, 0, width)
                             : term;
}

Term symbolic_keep(const TermTable *terms, Term term)
{
    return term && term_is_constant(terms, term) ? NO_TERM : term;
}

Term symbolic_truth(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    return width == 1 ? term : term_not(terms, term_equal(terms, term, term_constant(terms, width, 0)));
}

Term symbolic_value(TermTable *terms, Value value, uint32_t width)
{
    return value.term ? symbolic_fit(terms, value.term, width) : term_constant(terms, width, value.word);
}

Term symbolic_combine(Machine *machine, Thread *thread, ReadModifyWrite operation, Value old, Value operand,
                      uint32_t width)
{
    TermTable *terms = machine->terms;
    if (!old.term && !operand.term)
        return NO_TERM;
    if (operation == RMW_FADD || operation == RMW_FSUB) {
        symbolic_pin(machine, thread, &old.term, old.word);
        symbolic_pin(machine, thread, &operand.term, operand.word);
        return NO_TERM;
    }
    Term a = symbolic_value(terms, old, width), b = symbolic_value(terms, operand, width);
    switch (operation) {
    case RMW_XCHG:
        return symbolic_keep(terms, b);
    case RMW_ADD:
        return symbolic_keep(terms, term_add(terms, a, b));
    case RMW_SUB:
        return symbolic_keep(terms, term_sub(terms, a, b));
    case RMW_AND:
        return symbolic_keep(terms, term_and(terms, a, b));
    case RMW_NAND:
        return symbolic_keep(terms, term_not(terms, term_and(terms, a, b)));
    case RMW_OR:
        return symbolic_keep(terms, term_or(terms, a, b));
    case RMW_XOR:
        return symbolic_keep(terms, term_xor(terms, a, b));
    case RMW_MAX:
        return symbolic_keep(terms, term_ite(terms, term_slt(terms, b, a), a, b));
    case RMW_MIN:
        return symbolic_keep(terms, term_ite(terms, term_slt(terms, a, b), a, b));
    case RMW_UMAX:
        return symbolic_keep(terms, term_ite(terms, term_ult(terms, b, a), a, b));
    case RMW_UMIN:
        return symbolic_keep(terms, term_ite(terms, term_ult(terms, a, b), a, b));
    case RMW_FADD:
    case RMW_FSUB:
        break;
    }
    return NO_TERM;
}

Term symbolic_compare_exchange(Machine *machine, Value old, Value expected, Value desired, uint32_t width)
{
    TermTable *terms = machine->terms;
    if (!old.term && !expected.term && !desired.term)
        return NO_TERM;
    Term found = symbolic_value(terms, old, width);
    Term equal = term_equal(terms, found, symbolic_value(terms, expected, width));
    return symbolic_keep(terms, term_ite(terms, equal, symbolic_value(terms, desired, width), found));
}

Term symbolic_repeat(Machine *machine, Term byte, uint32_t count)
{
    if (!byte)
        return NO_TERM;
    Term bytes[8];
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = symbolic_fit(machine->terms, byte, 8);
    return term_join_bytes(machine->terms, bytes, count);
}

static Term sign(TermTable *terms, Term term)
{
    return term_extract(terms, term, term_width(terms, term) - 1, 1);
}

// That the sign of the sum or difference is right. A sum is wrong if its operands have one sign and it has the other; a
// difference if its operands have different signs and it does not have that of the first.
static Term signed_fits(TermTable *terms, bool subtract, Term a, Term b)
{
    Term result = subtract ? term_sub(terms, a, b) : term_add(terms, a, b);
    Term differ = term_xor(terms, sign(terms, a), sign(terms, b));
    Term wrong = term_xor(terms, sign(terms, a), sign(terms, result));
    return term_not(terms, term_and(terms, subtract ? differ : term_not(terms, differ), wrong));
}

Term symbolic_fits(TermTable *terms, OverflowOperation operation, Term a, Term b, uint32_t width)
{
    switch (operation) {
    case OVERFLOW_SADD:
    case OVERFLOW_SSUB:
        return signed_fits(terms, operation == OVERFLOW_SSUB, a, b);
    case OVERFLOW_UADD:
        return term_ule(terms, a, term_add(terms, a, b));
    case OVERFLOW_USUB:
        return term_ule(terms, b, a);
    case OVERFLOW_SMUL: {
        Term exact = term_mul(terms, term_sign_extend(terms, a, 2 * width), term_sign_extend(terms, b, 2 * width));
        return term_equal(terms, exact, term_sign_extend(terms, term_extract(terms, exact, 0, width), 2 * width));
    }
    case OVERFLOW_UMUL: {
        Term exact = term_mul(terms, term_zero_extend(terms, a, 2 * width), term_zero_extend(terms, b, 2 * width));
        return term_equal(terms, term_extract(terms, exact, width, width), term_constant(terms, width, 0));
    }
    }
    return NO_TERM;
}
