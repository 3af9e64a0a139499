// The front of the solver: literals and clauses go to the gates, terms to the blaster, questions to the back end.
// What the back end says about an answer is copied out at once, because its solution and core are gone as soon as the
// next clause is added.
//
// Assertions are taken apart before anything is blasted: conjunctions are asserted part by part, a disjunction
// becomes one clause, an equality two clauses per bit.
#include "solve/solver.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "base/vector.h"
#include "solve/backend.h"
#include "solve/blast.h"
#include "solve/gates.h"

// A term of width 1, or its negation.
typedef struct Claim {
    Term term;
    bool negated;
} Claim;

typedef VECTOR(Claim) Claims;

struct Solver {
    TermTable *terms;
    Backend *backend;
    Gates *gates;
    Blaster *blaster;
    uint64_t calls;
    double seconds;
    bool answered; // solved at least once; `answer` says how the last one ended
    SolveResult answer;
    VECTOR(bool) solution; // by variable, of the last satisfied solve
    Map failed;            // the assumptions in the core of the last refuted solve, as keys
    Claims claims;         // still to be asserted
    Claims parts;          // of the disjunction being asserted
    VECTOR(Literal) clause;
};

Solver *solver_create(TermTable *terms, Limits *limits)
{
    Solver *solver = memory_allocate_zeroed(sizeof *solver);
    solver->terms = terms;
    solver->backend = backend_create(limits);
    solver->gates = gates_create(solver->backend);
    solver->blaster = blaster_create(terms, solver->gates);
    return solver;
}

void solver_free(Solver *solver)
{
    if (!solver)
        return;
    blaster_free(solver->blaster);
    gates_free(solver->gates);
    backend_free(solver->backend);
    vector_free(&solver->solution);
    map_free(&solver->failed);
    vector_free(&solver->claims);
    vector_free(&solver->parts);
    vector_free(&solver->clause);
    free(solver);
}

TermTable *solver_terms(const Solver *solver)
{
    return solver->terms;
}

Literal solver_true(const Solver *solver)
{
    (void)solver;
    return LITERAL_TRUE;
}

Literal solver_new_literal(Solver *solver)
{
    return gates_new_literal(solver->gates);
}

Literal solver_literal(Solver *solver, Term term)
{
    CHECK(term_width(solver->terms, term) == 1);
    return blaster_bits(solver->blaster, term)[0];
}

Literal solver_bit(Solver *solver, Term term, uint32_t bit)
{
    CHECK(bit < term_width(solver->terms, term));
    return blaster_bits(solver->blaster, term)[bit];
}

void solver_add_clause(Solver *solver, const Literal *literals, uint32_t count)
{
    gates_add_clause(solver->gates, literals, count);
}

Literal solver_and(Solver *solver, Literal a, Literal b)
{
    return gates_and(solver->gates, a, b);
}

Literal solver_or(Solver *solver, Literal a, Literal b)
{
    return gates_or(solver->gates, a, b);
}

Literal solver_or_all(Solver *solver, const Literal *literals, uint32_t count)
{
    Literal some = -solver_true(solver);
    for (uint32_t i = 0; i < count; i++)
        some = solver_or(solver, some, literals[i]);
    return some;
}

static Literal claim_literal(Solver *solver, Claim claim)
{
    Literal literal = solver_literal(solver, claim.term);
    return claim.negated ? -literal : literal;
}

static Claim strip_negations(const Solver *solver, Claim claim)
{
    while (term_kind(solver->terms, claim.term) == TERM_not) {
        claim.term = term_operand(solver->terms, claim.term, 0);
        claim.negated = !claim.negated;
    }
    return claim;
}

// Puts the claims that a conjunction (kinds and, or) or a disjunction (kinds or, and) is made of in its place: false
// if it is none. Parts seen before are left out, for a term with shared parts can be exponentially larger than it
// looks.
static bool split_claim(const Solver *solver, Claim claim, TermKind kind, TermKind kind_negated, Claims *claims,
                        Map *seen)
{
    if (term_kind(solver->terms, claim.term) != (claim.negated ? kind_negated : kind))
        return false;
    for (uint32_t i = 2; i-- > 0;) {
        Claim part = {.term = term_operand(solver->terms, claim.term, i), .negated = claim.negated};
        part = strip_negations(solver, part);
        uint64_t *is_seen = map_insert(seen, (uint64_t)part.term << 1 | part.negated);
        if (!*is_seen)
            vector_push(claims, part);
        *is_seen = 1;
    }
    return true;
}

// One clause from a disjunction of claims: -condition or part or part ...
static void assert_disjunction(Solver *solver, Literal condition, Claim claim)
{
    Map seen = {0};
    solver->parts.count = 0;
    solver->clause.count = 0;
    vector_push(&solver->clause, -condition);
    vector_push(&solver->parts, claim);
    while (solver->parts.count) {
        Claim part = vector_pop(&solver->parts);
        if (blaster_find_bits(solver->blaster, part.term) ||
            !split_claim(solver, part, TERM_or, TERM_and, &solver->parts, &seen))
            vector_push(&solver->clause, claim_literal(solver, part));
    }
    map_free(&seen);
    solver_add_clause(solver, solver->clause.data, solver->clause.count);
}

static void assert_equal(Solver *solver, Literal condition, Term a, Term b)
{
    uint32_t width = term_width(solver->terms, a);
    blaster_bits(solver->blaster, a);
    blaster_bits(solver->blaster, b);
    for (uint32_t i = 0; i < width; i++) {
        Literal a_bit = solver_bit(solver, a, i);
        Literal b_bit = solver_bit(solver, b, i);
        solver_add_clause(solver, (Literal[]){-condition, -a_bit, b_bit}, 3);
        solver_add_clause(solver, (Literal[]){-condition, a_bit, -b_bit}, 3);
    }
}

void solver_assert_under(Solver *solver, Literal condition, Term term)
{
    CHECK(term_width(solver->terms, term) == 1);
    Map seen = {0};
    solver->claims.count = 0;
    vector_push(&solver->claims, strip_negations(solver, (Claim){.term = term}));
    while (solver->claims.count) {
        Claim claim = vector_pop(&solver->claims);
        if (split_claim(solver, claim, TERM_and, TERM_or, &solver->claims, &seen))
            continue;
        if (term_kind(solver->terms, claim.term) == TERM_equal && !claim.negated)
            assert_equal(solver, condition, term_operand(solver->terms, claim.term, 0),
                         term_operand(solver->terms, claim.term, 1));
        else
            assert_disjunction(solver, condition, claim);
    }
    map_free(&seen);
}

void solver_assert(Solver *solver, Term term)
{
    solver_assert_under(solver, LITERAL_TRUE, term);
}

static void copy_solution(Solver *solver)
{
    uint32_t count = gates_variable_count(solver->gates);
    vector_resize(&solver->solution, count + 1);
    for (uint32_t variable = 1; variable <= count; variable++)
        solver->solution.data[variable] = backend_value(solver->backend, (Literal)variable);
}

static void copy_failed(Solver *solver, const Literal *assumptions, uint32_t count)
{
    map_free(&solver->failed);
    for (uint32_t i = 0; i < count; i++)
        if (backend_failed(solver->backend, assumptions[i]))
            *map_insert(&solver->failed, (uint32_t)assumptions[i]) = 1;
}

void solver_set_effort(Solver *solver, uint32_t conflicts)
{
    backend_set_effort(solver->backend, conflicts);
}

SolveResult solver_solve(Solver *solver, const Literal *assumptions, uint32_t count)
{
    solver->calls++;
    solver->answered = true;
    solver->answer = SOLVE_STOPPED;
    // Terms blasted after a limit was exceeded are cut off from their meaning: such a formula must not reach the back
    // end.
    if (backend_stopped(solver->backend))
        return SOLVE_STOPPED;
    double started = clock_now();
    solver->answer = backend_solve(solver->backend, assumptions, count);
    if (solver->answer == SOLVE_SATISFIED)
        copy_solution(solver);
    else if (solver->answer == SOLVE_REFUTED)
        copy_failed(solver, assumptions, count);
    solver->seconds += clock_now() - started;
    return solver->answer;
}

static bool solution_knows(const Solver *solver, Literal literal)
{
    return (uint32_t)abs(literal) < solver->solution.count;
}

bool solver_value(const Solver *solver, Literal literal)
{
    CHECK(solver->answered && solver->answer == SOLVE_SATISFIED);
    CHECK(solution_knows(solver, literal));
    return solver->solution.data[abs(literal)] == (literal > 0);
}

// The value of a term from its literals, if it had them in the solve.
static bool read_term_value(const Solver *solver, Term term, uint64_t *value)
{
    const Literal *bits = blaster_find_bits(solver->blaster, term);
    *value = 0;
    if (!bits)
        return false;
    uint32_t width = term_width(solver->terms, term);
    for (uint32_t i = 0; i < width; i++) {
        if (!solution_knows(solver, bits[i]))
            return false;
        *value |= (uint64_t)solver_value(solver, bits[i]) << i;
    }
    return true;
}

static uint64_t symbol_value(void *context, Term symbol)
{
    uint64_t value;
    return read_term_value(context, symbol, &value) ? value : 0;
}

uint64_t solver_term_value(Solver *solver, Term term)
{
    CHECK(solver->answered && solver->answer == SOLVE_SATISFIED);
    uint64_t value;
    return read_term_value(solver, term, &value) ? value : term_evaluate(solver->terms, term, symbol_value, solver);
}

uint64_t solver_symbol_value(const Solver *solver, Term symbol, uint64_t otherwise)
{
    CHECK(solver->answered && solver->answer == SOLVE_SATISFIED);
    const Literal *bits = blaster_find_bits(solver->blaster, symbol);
    uint32_t width = term_width(solver->terms, symbol);
    for (uint32_t i = 0; bits && i < width; i++)
        if (solution_knows(solver, bits[i]))
            otherwise = (otherwise & ~(UINT64_C(1) << i)) | (uint64_t)solver_value(solver, bits[i]) << i;
    return otherwise;
}

bool solver_failed(const Solver *solver, Literal assumption)
{
    CHECK(solver->answered && solver->answer == SOLVE_REFUTED);
    return map_find(&solver->failed, (uint32_t)assumption) != NULL;
}

SolverStatistics solver_statistics(const Solver *solver)
{
    return (SolverStatistics){
        .calls = solver->calls,
        .variables = gates_variable_count(solver->gates),
        .clauses = gates_clause_count(solver->gates),
        .seconds = solver->seconds,
    };
}

void solver_keep_clauses(Solver *solver)
{
    gates_keep_clauses(solver->gates);
}

void solver_append_dimacs(const Solver *solver, Text *out)
{
    for (Term term = 1; term <= terms_count(solver->terms); term++) {
        const Literal *bits = blaster_find_bits(solver->blaster, term);
        if (!bits || term_is_constant(solver->terms, term))
            continue;
        text_append(out, "c ");
        term_append_smt_name(solver->terms, term, out);
        for (uint32_t i = 0; i < term_width(solver->terms, term); i++)
            text_format(out, " %d", bits[i]);
        text_append_character(out, '\n');
    }
    gates_append_dimacs(solver->gates, out);
}

void literal_append_smt(Literal literal, Text *out)
{
    if (literal > 0)
        text_format(out, "v%d", literal);
    else
        text_format(out, "(not v%d)", -literal);
}

void solver_append_smt(const Solver *solver, const Literal *assumptions, uint32_t count, Text *out)
{
    uint32_t length;
    const Literal *kept = gates_kept_clauses(solver->gates, &length);
    for (uint32_t i = 1; i <= gates_variable_count(solver->gates); i++)
        text_format(out, "(declare-const v%u Bool)\n", i);
    for (uint32_t i = 0; i < length; i++) {
        text_append(out, "(assert (or false");
        for (; kept[i]; i++) {
            text_append_character(out, ' ');
            literal_append_smt(kept[i], out);
        }
        text_append(out, "))\n");
    }
    for (uint32_t i = 0; i < count; i++) {
        text_append(out, "(assert ");
        literal_append_smt(assumptions[i], out);
        text_append(out, ")\n");
    }
}
