#include "solve/spacer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <z3.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "base/vector.h"

typedef struct Spacer {
    TermTable *terms;
    Limits *limits;
    Z3_context z3;
    Z3_fixedpoint clauses;
    Z3_func_decl broken; // holds if a clause without head does not
    Z3_sort integers, truths;
    VECTOR(Z3_func_decl) predicates;
    bool failed; // Z3 refused something: nothing is proved
} Spacer;

// A clause that is being built.
typedef struct Clause {
    Spacer *spacer;
    TermTable *terms;
    Z3_context z3;
    Map translated;         // Z3_ast by term
    VECTOR(Z3_app) symbols; // all that are quantified
    VECTOR(Z3_ast) body;
} Clause;

static void note_error(Z3_context z3, Z3_error_code code)
{
    (void)z3;
    (void)code;
}

static void begin(Spacer *spacer)
{
    Z3_config config = Z3_mk_config();
    Z3_context z3 = spacer->z3 = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(z3, note_error);
    spacer->integers = Z3_mk_int_sort(z3);
    spacer->truths = Z3_mk_bool_sort(z3);
    spacer->clauses = Z3_mk_fixedpoint(z3);
    Z3_fixedpoint_inc_ref(z3, spacer->clauses);
    Z3_params settings = Z3_mk_params(z3);
    Z3_params_inc_ref(z3, settings);
    Z3_params_set_symbol(z3, settings, Z3_mk_string_symbol(z3, "engine"), Z3_mk_string_symbol(z3, "spacer"));
    Z3_fixedpoint_set_params(z3, spacer->clauses, settings);
    Z3_params_dec_ref(z3, settings);
    spacer->broken = Z3_mk_func_decl(z3, Z3_mk_string_symbol(z3, "broken"), 0, NULL, spacer->truths);
    Z3_fixedpoint_register_relation(z3, spacer->clauses, spacer->broken);
}

static void end(Spacer *spacer)
{
    Z3_fixedpoint_dec_ref(spacer->z3, spacer->clauses);
    Z3_del_context(spacer->z3);
    vector_free(&spacer->predicates);
}

static void add_predicate(Spacer *spacer, const HornPredicate *predicate)
{
    Z3_sort *sorts = memory_allocate((predicate->symbols.count + 1) * sizeof *sorts);
    for (uint32_t i = 0; i < predicate->symbols.count; i++)
        sorts[i] = term_width(spacer->terms, predicate->symbols.data[i]) == 1 ? spacer->truths : spacer->integers;
    Z3_func_decl declaration =
        Z3_mk_func_decl(spacer->z3, Z3_mk_int_symbol(spacer->z3, (int)spacer->predicates.count),
                        predicate->symbols.count, sorts, spacer->truths);
    Z3_fixedpoint_register_relation(spacer->z3, spacer->clauses, declaration);
    free(sorts);
    vector_push(&spacer->predicates, declaration);
}

// --- Integers

static Z3_ast power(const Clause *clause, uint32_t exponent)
{
    if (exponent < 64)
        return Z3_mk_unsigned_int64(clause->z3, UINT64_C(1) << exponent, clause->spacer->integers);
    return Z3_mk_numeral(clause->z3, "18446744073709551616", clause->spacer->integers);
}

static Z3_ast number(const Clause *clause, int64_t value)
{
    return Z3_mk_int64(clause->z3, value, clause->spacer->integers);
}

static Z3_ast signed_constant(const Clause *clause, uint64_t value, uint32_t width)
{
    return number(clause, width == 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width));
}

static Z3_ast sum(const Clause *clause, Z3_ast a, Z3_ast b)
{
    Z3_ast parts[] = {a, b};
    return Z3_mk_add(clause->z3, 2, parts);
}

static Z3_ast difference(const Clause *clause, Z3_ast a, Z3_ast b)
{
    Z3_ast parts[] = {a, b};
    return Z3_mk_sub(clause->z3, 2, parts);
}

static Z3_ast product(const Clause *clause, Z3_ast a, Z3_ast b)
{
    Z3_ast parts[] = {a, b};
    return Z3_mk_mul(clause->z3, 2, parts);
}

static Z3_ast choose(const Clause *clause, Z3_ast condition, Z3_ast a, Z3_ast b)
{
    return Z3_mk_ite(clause->z3, condition, a, b);
}

static Z3_ast is_negative(const Clause *clause, Z3_ast a)
{
    return Z3_mk_lt(clause->z3, a, number(clause, 0));
}

// Of a number in the range of `width` unsigned bits.
static Z3_ast to_signed(const Clause *clause, Z3_ast a, uint32_t width)
{
    return choose(clause, Z3_mk_ge(clause->z3, a, power(clause, width - 1)), difference(clause, a, power(clause, width)),
                  a);
}

static Z3_ast to_unsigned(const Clause *clause, Z3_ast a, uint32_t width)
{
    return choose(clause, is_negative(clause, a), sum(clause, a, power(clause, width)), a);
}

// Of a number that is beyond the range by less than its size.
static Z3_ast wrap_once(const Clause *clause, Z3_ast a, uint32_t width)
{
    Z3_ast half = power(clause, width - 1), least = Z3_mk_unary_minus(clause->z3, half);
    return choose(clause, Z3_mk_ge(clause->z3, a, half), difference(clause, a, power(clause, width)),
                  choose(clause, Z3_mk_lt(clause->z3, a, least), sum(clause, a, power(clause, width)), a));
}

static Z3_ast wrap(const Clause *clause, Z3_ast a, uint32_t width)
{
    return to_signed(clause, Z3_mk_mod(clause->z3, a, power(clause, width)), width);
}

static void limit_range(Clause *clause, Z3_ast a, uint32_t width)
{
    Z3_ast half = power(clause, width - 1);
    vector_push(&clause->body, Z3_mk_lt(clause->z3, a, half));
    vector_push(&clause->body, Z3_mk_ge(clause->z3, a, Z3_mk_unary_minus(clause->z3, half)));
}

// Any value of the width.
static Z3_ast arbitrary(Clause *clause, const char *name, uint32_t width)
{
    Z3_ast value = Z3_mk_fresh_const(clause->z3, name, width == 1 ? clause->spacer->truths : clause->spacer->integers);
    vector_push(&clause->symbols, Z3_to_app(clause->z3, value));
    if (width > 1)
        limit_range(clause, value, width);
    return value;
}

// --- Terms

static Z3_ast translate(Clause *clause, Term term);

static Z3_ast operand(Clause *clause, Term term, uint32_t index)
{
    return translate(clause, term_operand(clause->terms, term, index));
}

static bool constant_operand(const Clause *clause, Term term, uint32_t index, uint64_t *value)
{
    Term its = term_operand(clause->terms, term, index);
    if (!term_is_constant(clause->terms, its))
        return false;
    *value = term_constant_value(clause->terms, its);
    return true;
}

static Z3_ast as_number(const Clause *clause, Z3_ast truth, int64_t if_true)
{
    return choose(clause, truth, number(clause, if_true), number(clause, 0));
}

// As a number that is not negative.
static Z3_ast unsigned_operand(Clause *clause, Term term, uint32_t index)
{
    Z3_ast a = operand(clause, term, index);
    uint32_t width = term_width(clause->terms, term_operand(clause->terms, term, index));
    return width == 1 ? as_number(clause, a, 1) : to_unsigned(clause, a, width);
}

static Z3_ast signed_operand(Clause *clause, Term term, uint32_t index)
{
    Z3_ast a = operand(clause, term, index);
    return term_width(clause->terms, term_operand(clause->terms, term, index)) == 1 ? as_number(clause, a, -1) : a;
}

static Z3_ast translate_bits(Clause *clause, Term term, TermKind kind)
{
    Z3_context z3 = clause->z3;
    uint32_t width = term_width(clause->terms, term);
    if (width == 1) {
        Z3_ast parts[] = {operand(clause, term, 0), operand(clause, term, 1)};
        return kind == TERM_and ? Z3_mk_and(z3, 2, parts)
               : kind == TERM_or ? Z3_mk_or(z3, 2, parts)
                                 : Z3_mk_xor(z3, parts[0], parts[1]);
    }
    uint64_t mask;
    for (uint32_t i = 0; i < 2 && kind == TERM_and; i++) {
        if (!constant_operand(clause, term, i, &mask) || mask >> (width - 1))
            continue;
        if (!(mask & (mask + 1)))
            return Z3_mk_mod(z3, operand(clause, term, 1 - i),
                             Z3_mk_unsigned_int64(z3, mask + 1, clause->spacer->integers));
        Z3_ast value = arbitrary(clause, "bits", width);
        vector_push(&clause->body, Z3_mk_ge(z3, value, number(clause, 0)));
        vector_push(&clause->body, Z3_mk_le(z3, value, number(clause, (int64_t)mask)));
        return value;
    }
    return arbitrary(clause, "bits", width);
}

static Z3_ast translate_product(Clause *clause, Term term)
{
    uint32_t width = term_width(clause->terms, term);
    uint64_t factor;
    for (uint32_t i = 0; i < 2; i++)
        if (constant_operand(clause, term, i, &factor))
            return wrap(clause, product(clause, signed_constant(clause, factor, width), operand(clause, term, 1 - i)),
                        width);
    return arbitrary(clause, "product", width);
}

static Z3_ast translate_division(Clause *clause, Term term, TermKind kind)
{
    Z3_context z3 = clause->z3;
    uint32_t width = term_width(clause->terms, term);
    uint64_t divisor;
    if (!constant_operand(clause, term, 1, &divisor) || !divisor || divisor >> (width - 1))
        return arbitrary(clause, "quotient", width);
    Z3_ast by = number(clause, (int64_t)divisor);
    if (kind == TERM_udiv || kind == TERM_urem) {
        Z3_ast a = unsigned_operand(clause, term, 0);
        Z3_ast result = kind == TERM_udiv ? Z3_mk_div(z3, a, by) : Z3_mk_mod(z3, a, by);
        return divisor == 1 ? wrap_once(clause, result, width) : result;
    }
    Z3_ast a = operand(clause, term, 0);
    Z3_ast quotient = choose(clause, is_negative(clause, a),
                             Z3_mk_unary_minus(z3, Z3_mk_div(z3, Z3_mk_unary_minus(z3, a), by)), Z3_mk_div(z3, a, by));
    return kind == TERM_sdiv ? quotient : difference(clause, a, product(clause, quotient, by));
}

static Z3_ast translate_shift(Clause *clause, Term term, TermKind kind)
{
    uint32_t width = term_width(clause->terms, term);
    uint64_t amount;
    if (!constant_operand(clause, term, 1, &amount) || amount >= width)
        return arbitrary(clause, "shifted", width);
    Z3_ast by = power(clause, (uint32_t)amount);
    if (kind == TERM_shl)
        return wrap(clause, product(clause, operand(clause, term, 0), by), width);
    if (kind == TERM_ashr || !amount)
        return Z3_mk_div(clause->z3, operand(clause, term, 0), by);
    return Z3_mk_div(clause->z3, unsigned_operand(clause, term, 0), by);
}

static Z3_ast translate_extract(Clause *clause, Term term)
{
    Z3_context z3 = clause->z3;
    uint32_t low = term_low_bit(clause->terms, term), width = term_width(clause->terms, term);
    Term whole = term_operand(clause->terms, term, 0);
    if (width == 1 && low == term_width(clause->terms, whole) - 1)
        return is_negative(clause, operand(clause, term, 0));
    Z3_ast shifted = low ? Z3_mk_div(z3, unsigned_operand(clause, term, 0), power(clause, low)) : operand(clause, term, 0);
    Z3_ast rest = Z3_mk_mod(z3, shifted, power(clause, width));
    return width == 1 ? Z3_mk_eq(z3, rest, number(clause, 1)) : to_signed(clause, rest, width);
}

static Z3_ast translate_comparison(Clause *clause, Term term, TermKind kind)
{
    Z3_context z3 = clause->z3;
    if (kind == TERM_equal)
        return Z3_mk_eq(z3, operand(clause, term, 0), operand(clause, term, 1));
    if (kind == TERM_slt)
        return Z3_mk_lt(z3, signed_operand(clause, term, 0), signed_operand(clause, term, 1));
    return Z3_mk_lt(z3, unsigned_operand(clause, term, 0), unsigned_operand(clause, term, 1));
}

static Z3_ast translate_new(Clause *clause, Term term)
{
    Z3_context z3 = clause->z3;
    TermKind kind = term_kind(clause->terms, term);
    uint32_t width = term_width(clause->terms, term);
    switch (kind) {
    case TERM_constant:
        if (width == 1)
            return term_constant_value(clause->terms, term) ? Z3_mk_true(z3) : Z3_mk_false(z3);
        return signed_constant(clause, term_constant_value(clause->terms, term), width);
    case TERM_symbol:
        return arbitrary(clause, term_symbol_name(clause->terms, term), width);
    case TERM_not:
        return width == 1 ? Z3_mk_not(z3, operand(clause, term, 0))
                          : difference(clause, number(clause, -1), operand(clause, term, 0));
    case TERM_negate:
        return width == 1 ? operand(clause, term, 0)
                          : wrap_once(clause, Z3_mk_unary_minus(z3, operand(clause, term, 0)), width);
    case TERM_and:
    case TERM_or:
    case TERM_xor:
        return translate_bits(clause, term, kind);
    case TERM_add:
        return width == 1 ? Z3_mk_xor(z3, operand(clause, term, 0), operand(clause, term, 1))
                          : wrap_once(clause, sum(clause, operand(clause, term, 0), operand(clause, term, 1)), width);
    case TERM_mul:
        return width == 1 ? arbitrary(clause, "product", 1) : translate_product(clause, term);
    case TERM_udiv:
    case TERM_urem:
    case TERM_sdiv:
    case TERM_srem:
        return width == 1 ? arbitrary(clause, "quotient", 1) : translate_division(clause, term, kind);
    case TERM_shl:
    case TERM_lshr:
    case TERM_ashr:
        return width == 1 ? arbitrary(clause, "shifted", 1) : translate_shift(clause, term, kind);
    case TERM_equal:
    case TERM_ult:
    case TERM_slt:
        return translate_comparison(clause, term, kind);
    case TERM_ite:
        return choose(clause, operand(clause, term, 0), operand(clause, term, 1), operand(clause, term, 2));
    case TERM_concat: {
        uint32_t low = term_width(clause->terms, term_operand(clause->terms, term, 1));
        return sum(clause, product(clause, signed_operand(clause, term, 0), power(clause, low)),
                   unsigned_operand(clause, term, 1));
    }
    case TERM_extract:
        return translate_extract(clause, term);
    case TERM_zero_extend:
        return unsigned_operand(clause, term, 0);
    case TERM_sign_extend:
        return signed_operand(clause, term, 0);
    case TERM_KIND_COUNT:
        break;
    }
    CHECK(!"a kind of terms");
    return NULL;
}

static Z3_ast translate(Clause *clause, Term term)
{
    const uint64_t *known = map_find(&clause->translated, term);
    if (known)
        return (Z3_ast)(uintptr_t)*known;
    Z3_ast result = translate_new(clause, term);
    *map_insert(&clause->translated, term) = (uint64_t)(uintptr_t)result;
    return result;
}

static Z3_ast translate_atom(Clause *clause, const HornAtom *atom)
{
    Z3_ast *arguments = memory_allocate((atom->arguments.count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < atom->arguments.count; i++)
        arguments[i] = translate(clause, atom->arguments.data[i]);
    Z3_ast result = Z3_mk_app(clause->z3, clause->spacer->predicates.data[atom->predicate], atom->arguments.count,
                              arguments);
    free(arguments);
    return result;
}

static void add_clause(Spacer *spacer, const Horn *horn, const HornClause *its)
{
    Clause clause = {.spacer = spacer, .terms = horn->terms, .z3 = spacer->z3};
    for (uint32_t i = 0; i < its->body_count; i++) {
        Z3_ast atom = translate_atom(&clause, &its->body[i]);
        vector_push(&clause.body, atom);
        Z3_ast known = translate(&clause, horn_known(horn, &its->body[i]));
        vector_push(&clause.body, known);
    }
    Z3_ast holds = translate(&clause, its->condition);
    vector_push(&clause.body, holds);
    Z3_ast result = its->head.predicate != HORN_NO_HEAD ? translate_atom(&clause, &its->head)
                                                        : Z3_mk_app(spacer->z3, spacer->broken, 0, NULL);
    Z3_ast rule = Z3_mk_implies(spacer->z3, Z3_mk_and(spacer->z3, clause.body.count, clause.body.data), result);
    if (clause.symbols.count)
        rule = Z3_mk_forall_const(spacer->z3, 0, clause.symbols.count, clause.symbols.data, 0, NULL, rule);
    Z3_fixedpoint_add_rule(spacer->z3, spacer->clauses, rule, NULL);
    spacer->failed |= Z3_get_error_code(spacer->z3) != Z3_OK;
    map_free(&clause.translated);
    vector_free(&clause.symbols);
    vector_free(&clause.body);
}

// --- Solving

// Looks after the limits while Spacer works.
typedef struct Watch {
    Spacer *spacer;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t over;
    bool done;
} Watch;

static void *watch_limits(void *context)
{
    Watch *watch = context;
    pthread_mutex_lock(&watch->mutex);
    while (!watch->done) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += 50 * 1000 * 1000;
        soon.tv_sec += soon.tv_nsec / 1000000000;
        soon.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&watch->over, &watch->mutex, &soon);
        if (!watch->done && limits_stop(watch->spacer->limits))
            Z3_interrupt(watch->spacer->z3);
    }
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

static HornResult ask(Spacer *spacer)
{
    Watch watch = {.spacer = spacer, .mutex = PTHREAD_MUTEX_INITIALIZER, .over = PTHREAD_COND_INITIALIZER};
    bool watched = !pthread_create(&watch.thread, NULL, watch_limits, &watch);
    Z3_lbool broken = Z3_fixedpoint_query(spacer->z3, spacer->clauses, Z3_mk_app(spacer->z3, spacer->broken, 0, NULL));
    bool failed = Z3_get_error_code(spacer->z3) != Z3_OK;
    if (watched) {
        pthread_mutex_lock(&watch.mutex);
        watch.done = true;
        pthread_cond_signal(&watch.over);
        pthread_mutex_unlock(&watch.mutex);
        pthread_join(watch.thread, NULL);
    }
    if (failed || limits_stop(spacer->limits))
        return HORN_UNDECIDED;
    return broken == Z3_L_FALSE ? HORN_PROVED : broken == Z3_L_TRUE ? HORN_FAILED : HORN_UNDECIDED;
}

HornResult spacer_solve(const Horn *horn, Limits *limits)
{
    Spacer spacer = {.terms = horn->terms, .limits = limits};
    begin(&spacer);
    for (uint32_t i = 0; i < horn->predicates.count; i++)
        add_predicate(&spacer, &horn->predicates.data[i]);
    for (uint32_t i = 0; i < horn->clauses.count && !spacer.failed; i++)
        add_clause(&spacer, horn, &horn->clauses.data[i]);
    HornResult result = spacer.failed ? HORN_UNDECIDED : ask(&spacer);
    end(&spacer);
    return result;
}
