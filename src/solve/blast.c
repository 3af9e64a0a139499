// A term's bits stand one after the other in one array of literals; a second array says where those of a term id
// begin. Operands are made before the terms that use them, with a stack of our own: terms are as deep as a run is
// long.
//
// The bits of a symbol are negated variables: the back end tries variables as true first, and 0 is the value a person
// would try. A sum with a negated operand becomes one subtraction. Quotient and remainder of the same operands share
// one divider.
#include "solve/blast.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"
#include "solve/words.h"

struct Blaster {
    TermTable *terms;
    Gates *gates;
    VECTOR(uint32_t) first; // by term: 1 + index of its lowest bit in `bits`; 0: not made
    VECTOR(Literal) bits;
    VECTOR(Term) stack;
    Map dividers
        [2]; // unsigned and signed; (dividend, divisor) -> index of the quotient in `bits`, the remainder after it
};

Blaster *blaster_create(TermTable *terms, Gates *gates)
{
    Blaster *blaster = memory_allocate_zeroed(sizeof *blaster);
    blaster->terms = terms;
    blaster->gates = gates;
    return blaster;
}

void blaster_free(Blaster *blaster)
{
    if (!blaster)
        return;
    vector_free(&blaster->first);
    vector_free(&blaster->bits);
    vector_free(&blaster->stack);
    map_free(&blaster->dividers[0]);
    map_free(&blaster->dividers[1]);
    free(blaster);
}

const Literal *blaster_find_bits(const Blaster *blaster, Term term)
{
    if (term >= blaster->first.count || !blaster->first.data[term])
        return NULL;
    return &blaster->bits.data[blaster->first.data[term] - 1];
}

static uint32_t append_bits(Blaster *blaster, const Literal *bits, uint32_t count)
{
    uint32_t index = blaster->bits.count;
    CHECK(index <= UINT32_MAX - 2 * WORD_BITS);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&blaster->bits, bits[i]);
    return index;
}

static bool is_addition_of_negated(const Blaster *blaster, Term term, uint32_t *negated)
{
    if (term_kind(blaster->terms, term) != TERM_add)
        return false;
    for (*negated = 0; *negated < 2; ++*negated)
        if (term_kind(blaster->terms, term_operand(blaster->terms, term, *negated)) == TERM_negate)
            return true;
    return false;
}

// The terms whose bits are needed: the operands, but of one negated operand of a sum its own operand.
static uint32_t collect_inputs(const Blaster *blaster, Term term, Term inputs[3], bool *subtracts)
{
    uint32_t count = term_operand_count(blaster->terms, term);
    for (uint32_t i = 0; i < count; i++)
        inputs[i] = term_operand(blaster->terms, term, i);
    uint32_t negated;
    *subtracts = is_addition_of_negated(blaster, term, &negated);
    if (*subtracts) {
        Term subtrahend = term_operand(blaster->terms, inputs[negated], 0);
        inputs[0] = inputs[1 - negated];
        inputs[1] = subtrahend;
    }
    return count;
}

static void divide(Blaster *blaster, TermKind kind, const Term *inputs, uint32_t width, Literal *out)
{
    bool is_signed = kind == TERM_sdiv || kind == TERM_srem;
    bool is_remainder = kind == TERM_urem || kind == TERM_srem;
    uint64_t *known = map_insert(&blaster->dividers[is_signed], (uint64_t)inputs[0] << 32 | inputs[1]);
    if (!*known) {
        const Literal *a = blaster_find_bits(blaster, inputs[0]);
        const Literal *b = blaster_find_bits(blaster, inputs[1]);
        Literal both[2 * WORD_BITS];
        if (is_signed)
            word_divide_signed(blaster->gates, a, b, width, both, both + width);
        else
            word_divide(blaster->gates, a, b, width, both, both + width);
        *known = append_bits(blaster, both, 2 * width) + 1;
    }
    const Literal *results = &blaster->bits.data[*known - 1];
    memcpy(out, is_remainder ? results + width : results, width * sizeof *out);
}

// A term whose bits are being made. No gate touches Blaster.bits, so pointers into it stay valid until the new ones are
// appended.
typedef struct Making {
    Term term;
    TermKind kind;
    uint32_t width;
    const Term *inputs;
    uint32_t input_width;     // of the first input; 0: there is none
    const Literal *a, *b, *c; // bits of the inputs; NULL for those that it has not
    Literal out[WORD_BITS];
} Making;

static void make_leaf(Blaster *blaster, Making *made)
{
    bool is_symbol = made->kind == TERM_symbol;
    uint64_t value = is_symbol ? 0 : term_constant_value(blaster->terms, made->term);
    for (uint32_t i = 0; i < made->width; i++)
        made->out[i] = is_symbol ? -gates_new_literal(blaster->gates) : value >> i & 1 ? LITERAL_TRUE : LITERAL_FALSE;
}

static Literal make_bit(Gates *gates, const Making *made, uint32_t i)
{
    switch (made->kind) {
    case TERM_not:
        return -made->a[i];
    case TERM_and:
        return gates_and(gates, made->a[i], made->b[i]);
    case TERM_or:
        return gates_or(gates, made->a[i], made->b[i]);
    case TERM_xor:
        return gates_xor(gates, made->a[i], made->b[i]);
    case TERM_ite:
        return gates_mux(gates, made->a[0], made->b[i], made->c[i]);
    default:
        INTERNAL_ERROR("an operator that does not work bit by bit");
    }
}

static void make_number(Blaster *blaster, Making *made, bool subtracts)
{
    Gates *gates = blaster->gates;
    switch (made->kind) {
    case TERM_negate:
        word_negate_if(gates, LITERAL_TRUE, made->a, made->width, made->out);
        break;
    case TERM_add:
        if (subtracts)
            word_subtract(gates, made->a, made->b, made->width, made->out);
        else
            word_add(gates, made->a, made->b, LITERAL_FALSE, made->width, made->out);
        break;
    case TERM_mul:
        word_multiply(gates, made->a, made->b, made->width, made->out);
        break;
    case TERM_shl:
        word_shift(gates, SHIFT_LEFT, made->a, made->b, made->width, made->out);
        break;
    case TERM_lshr:
        word_shift(gates, SHIFT_RIGHT, made->a, made->b, made->width, made->out);
        break;
    case TERM_ashr:
        word_shift(gates, SHIFT_RIGHT_SIGNED, made->a, made->b, made->width, made->out);
        break;
    default:
        divide(blaster, made->kind, made->inputs, made->width, made->out);
        break;
    }
}

static Literal compare(Gates *gates, const Making *made)
{
    if (made->kind == TERM_equal)
        return word_equal(gates, made->a, made->b, made->input_width);
    if (made->kind == TERM_ult)
        return word_less(gates, made->a, made->b, made->input_width);
    return word_less_signed(gates, made->a, made->b, made->input_width);
}

// Bits of the inputs, which need no gates.
static void rearrange(const Blaster *blaster, Making *made)
{
    if (made->kind == TERM_concat) {
        uint32_t low_width = term_width(blaster->terms, made->inputs[1]);
        memcpy(made->out, made->b, low_width * sizeof *made->out);
        memcpy(made->out + low_width, made->a, made->input_width * sizeof *made->out);
        return;
    }
    if (made->kind == TERM_extract) {
        memcpy(made->out, made->a + term_low_bit(blaster->terms, made->term), made->width * sizeof *made->out);
        return;
    }
    Literal fill = made->kind == TERM_sign_extend ? made->a[made->input_width - 1] : LITERAL_FALSE;
    for (uint32_t i = 0; i < made->width; i++)
        made->out[i] = i < made->input_width ? made->a[i] : fill;
}

// Makes the bits of a term whose inputs have theirs.
static void make_bits(Blaster *blaster, Term term, const Term *inputs, uint32_t input_count, bool subtracts)
{
    Making made = {.term = term,
                   .kind = term_kind(blaster->terms, term),
                   .width = term_width(blaster->terms, term),
                   .inputs = inputs,
                   .input_width = input_count ? term_width(blaster->terms, inputs[0]) : 0,
                   .a = input_count > 0 ? blaster_find_bits(blaster, inputs[0]) : NULL,
                   .b = input_count > 1 ? blaster_find_bits(blaster, inputs[1]) : NULL,
                   .c = input_count > 2 ? blaster_find_bits(blaster, inputs[2]) : NULL};
    CHECK(made.width >= 1 && made.width <= WORD_BITS);
    switch (made.kind) {
    case TERM_constant:
    case TERM_symbol:
        make_leaf(blaster, &made);
        break;
    case TERM_not:
    case TERM_and:
    case TERM_or:
    case TERM_xor:
    case TERM_ite:
        for (uint32_t i = 0; i < made.width; i++)
            made.out[i] = make_bit(blaster->gates, &made, i);
        break;
    case TERM_negate:
    case TERM_add:
    case TERM_mul:
    case TERM_udiv:
    case TERM_urem:
    case TERM_sdiv:
    case TERM_srem:
    case TERM_shl:
    case TERM_lshr:
    case TERM_ashr:
        make_number(blaster, &made, subtracts);
        break;
    case TERM_equal:
    case TERM_ult:
    case TERM_slt:
        made.out[0] = compare(blaster->gates, &made);
        break;
    case TERM_concat:
    case TERM_extract:
    case TERM_zero_extend:
    case TERM_sign_extend:
        rearrange(blaster, &made);
        break;
    case TERM_KIND_COUNT:
        INTERNAL_ERROR("a term of no kind");
    }
    blaster->first.data[term] = append_bits(blaster, made.out, made.width) + 1;
}

// Whether all inputs have their bits; those that do not are put on the stack.
static bool inputs_are_made(Blaster *blaster, const Term *inputs, uint32_t count)
{
    bool made = true;
    for (uint32_t i = 0; i < count; i++)
        if (!blaster->first.data[inputs[i]]) {
            vector_push(&blaster->stack, inputs[i]);
            made = false;
        }
    return made;
}

static void cut_off(Blaster *blaster, Term term)
{
    Literal bits[WORD_BITS];
    uint32_t width = term_width(blaster->terms, term);
    for (uint32_t i = 0; i < width; i++)
        bits[i] = gates_new_literal(blaster->gates);
    blaster->first.data[term] = append_bits(blaster, bits, width) + 1;
}

const Literal *blaster_bits(Blaster *blaster, Term term)
{
    const Literal *made = blaster_find_bits(blaster, term);
    if (made)
        return made;
    CHECK(term != NO_TERM && term <= terms_count(blaster->terms));
    vector_resize(&blaster->first, terms_count(blaster->terms) + 1);
    blaster->stack.count = 0;
    vector_push(&blaster->stack, term);
    while (blaster->stack.count) {
        Term current = vector_last(&blaster->stack);
        if (blaster->first.data[current]) {
            vector_drop(&blaster->stack);
            continue;
        }
        Term inputs[3];
        bool subtracts;
        uint32_t count = collect_inputs(blaster, current, inputs, &subtracts);
        if (inputs_are_made(blaster, inputs, count)) {
            if (gates_stopped(blaster->gates)) {
                cut_off(blaster, term);
                break;
            }
            vector_drop(&blaster->stack);
            make_bits(blaster, current, inputs, count, subtracts);
        }
    }
    return blaster_find_bits(blaster, term);
}
