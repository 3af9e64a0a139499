#include "invariant/guess.h"

#include "invariant/candidates.h"
#include "solve/solver.h"

enum { EFFORT = 20000 };

// Candidates of one predicate, as far as nothing speaks against them.
typedef struct Guesses {
    TermList formulas;
    VECTOR(bool) dropped;
} Guesses;

typedef struct Guessing {
    Horn *horn;
    Limits *limits;
    VECTOR(Guesses) predicates;
    VECTOR(bool) waits; // clauses to be looked at
    uint32_t waiting;
} Guessing;

static void make_guesses(Guessing *guessing)
{
    Horn *horn = guessing->horn;
    Samples samples = {0};
    TermList constants = {0};
    samples_draw(&samples, horn, guessing->limits);
    candidates_find_constants(horn, &constants);
    vector_resize(&guessing->predicates, horn->predicates.count);
    for (uint32_t i = 0; i < horn->predicates.count && !limits_stop(guessing->limits); i++) {
        Guesses *guesses = &guessing->predicates.data[i];
        candidates_find(horn, &horn->predicates.data[i], &samples.predicates.data[i], &constants, &guesses->formulas);
        vector_resize(&guesses->dropped, guesses->formulas.count);
    }
    vector_free(&constants);
    samples_free(&samples);
}

static void assert_body(Guessing *guessing, const HornClause *clause, Solver *solver)
{
    solver_assert(solver, clause->condition);
    for (uint32_t i = 0; i < clause->body_count; i++) {
        const Guesses *guesses = &guessing->predicates.data[clause->body[i].predicate];
        for (uint32_t j = 0; j < guesses->formulas.count; j++)
            if (!guesses->dropped.data[j])
                solver_assert(solver, horn_apply(guessing->horn, &clause->body[i], guesses->formulas.data[j]));
    }
}

static void queue_clauses(Guessing *guessing, uint32_t predicate)
{
    for (uint32_t i = 0; i < guessing->horn->clauses.count; i++) {
        const HornClause *clause = &guessing->horn->clauses.data[i];
        bool concerned = false;
        for (uint32_t j = 0; j < clause->body_count; j++)
            concerned |= clause->body[j].predicate == predicate;
        if (!concerned || clause->head.predicate == HORN_NO_HEAD || guessing->waits.data[i])
            continue;
        guessing->waits.data[i] = true;
        guessing->waiting++;
    }
}

// Drops the guesses about the head that the clause does not keep.
static void check_clause(Guessing *guessing, const HornClause *clause)
{
    Guesses *guesses = &guessing->predicates.data[clause->head.predicate];
    Solver *solver = solver_create(guessing->horn->terms, guessing->limits);
    solver_set_effort(solver, EFFORT);
    assert_body(guessing, clause, solver);
    VECTOR(Literal) literals = {0}, some = {0};
    for (uint32_t i = 0; i < guesses->formulas.count; i++)
        vector_push(&literals, guesses->dropped.data[i]
                                   ? 0
                                   : solver_literal(solver, horn_apply(guessing->horn, &clause->head,
                                                                       guesses->formulas.data[i])));
    bool changed = false, again = true;
    while (again && !limits_stop(guessing->limits)) {
        Literal now = solver_new_literal(solver);
        some.count = 0;
        vector_push(&some, -now);
        for (uint32_t i = 0; i < literals.count; i++)
            if (!guesses->dropped.data[i])
                vector_push(&some, -literals.data[i]);
        solver_add_clause(solver, some.data, some.count);
        SolveResult result = solver_solve(solver, &now, 1);
        again = some.count > 1 && result != SOLVE_REFUTED;
        for (uint32_t i = 0; i < literals.count && again; i++)
            if (!guesses->dropped.data[i] && (result == SOLVE_STOPPED || !solver_value(solver, literals.data[i])))
                changed = guesses->dropped.data[i] = true;
    }
    solver_free(solver);
    vector_free(&literals);
    vector_free(&some);
    if (changed)
        queue_clauses(guessing, clause->head.predicate);
}

static void drop_what_does_not_last(Guessing *guessing)
{
    const Horn *horn = guessing->horn;
    vector_resize(&guessing->waits, horn->clauses.count);
    for (uint32_t i = 0; i < horn->clauses.count; i++) {
        guessing->waits.data[i] = horn->clauses.data[i].head.predicate != HORN_NO_HEAD;
        guessing->waiting += guessing->waits.data[i];
    }
    while (guessing->waiting && !limits_stop(guessing->limits))
        for (uint32_t i = 0; i < horn->clauses.count && !limits_stop(guessing->limits); i++) {
            if (!guessing->waits.data[i])
                continue;
            guessing->waits.data[i] = false;
            guessing->waiting--;
            check_clause(guessing, &horn->clauses.data[i]);
        }
}

static bool is_excluded(Guessing *guessing, const HornClause *clause)
{
    Solver *solver = solver_create(guessing->horn->terms, guessing->limits);
    assert_body(guessing, clause, solver);
    bool excluded = solver_solve(solver, NULL, 0) == SOLVE_REFUTED;
    solver_free(solver);
    return excluded;
}

static void make_known(Guessing *guessing)
{
    TermTable *terms = guessing->horn->terms;
    for (uint32_t i = 0; i < guessing->predicates.count; i++) {
        const Guesses *guesses = &guessing->predicates.data[i];
        HornPredicate *predicate = &guessing->horn->predicates.data[i];
        for (uint32_t j = 0; j < guesses->formulas.count; j++)
            if (!guesses->dropped.data[j])
                predicate->known = term_and(terms, predicate->known, guesses->formulas.data[j]);
    }
}

HornResult guess_invariants(Horn *horn, Limits *limits)
{
    Guessing guessing = {.horn = horn, .limits = limits};
    make_guesses(&guessing);
    drop_what_does_not_last(&guessing);
    bool proved = !guessing.waiting && !limits_stop(limits);
    if (proved)
        make_known(&guessing);
    for (uint32_t i = 0; i < horn->clauses.count && proved; i++)
        proved = horn->clauses.data[i].head.predicate != HORN_NO_HEAD || is_excluded(&guessing, &horn->clauses.data[i]);
    for (uint32_t i = 0; i < guessing.predicates.count; i++) {
        vector_free(&guessing.predicates.data[i].formulas);
        vector_free(&guessing.predicates.data[i].dropped);
    }
    vector_free(&guessing.predicates);
    vector_free(&guessing.waits);
    return limits_stop(limits) ? HORN_UNDECIDED : proved ? HORN_PROVED : HORN_FAILED;
}
