#include "invariant/sufficient.h"

#include "base/fail.h"
#include "solve/solver.h"

enum { EFFORT = 200000 }; // conflicts for one clause

typedef struct Needs {
    const Horn *horn;
    const CandidateList *guesses;
    Limits *limits;
    VECTOR(VECTOR(bool)) needed;   // by predicate and guess
    VECTOR(uint32_t) counts;       // by predicate: how many
    VECTOR(uint32_t) decided_with; // by clause: how many of its head there were when it was decided last
} Needs;

// A guess about an atom of a body, which a solver may or may not rely on.
typedef struct Premise {
    uint32_t predicate, index;
    Literal literal;
} Premise;

typedef VECTOR(Premise) PremiseList;

void formula_lists_free(FormulaLists *lists)
{
    for (uint32_t i = 0; i < lists->count; i++)
        vector_free(&lists->data[i]);
    vector_free(lists);
}

static void need(Needs *needs, uint32_t predicate, uint32_t index)
{
    needs->counts.data[predicate] += !needs->needed.data[predicate].data[index];
    needs->needed.data[predicate].data[index] = true;
}

// What is needed of the head.
static Term goal_of(const Needs *needs, const HornClause *clause)
{
    TermTable *terms = needs->horn->terms;
    Term goal = term_boolean(terms, clause->head.predicate != HORN_NO_HEAD);
    if (clause->head.predicate == HORN_NO_HEAD)
        return goal;
    const CandidateList *guesses = &needs->guesses[clause->head.predicate];
    for (uint32_t i = 0; i < guesses->count; i++)
        if (needs->needed.data[clause->head.predicate].data[i])
            goal = term_and(terms, goal, horn_apply(needs->horn, &clause->head, guesses->data[i].formula));
    return goal;
}

static void list_premises(const Needs *needs, const HornClause *clause, Solver *solver, PremiseList *out)
{
    for (uint32_t i = 0; i < clause->body_count; i++) {
        uint32_t predicate = clause->body[i].predicate;
        const CandidateList *guesses = &needs->guesses[predicate];
        for (uint32_t j = 0; j < guesses->count; j++) {
            if (guesses->data[j].dropped)
                continue;
            Term term = horn_apply(needs->horn, &clause->body[i], guesses->data[j].formula);
            vector_push(out, ((Premise){predicate, j, solver_literal(solver, term)}));
        }
    }
}

// What is needed already comes first, so that little else is found to be needed.
static SolveResult solve(const Needs *needs, Solver *solver, const PremiseList *premises)
{
    VECTOR(Literal) assumptions = {0};
    for (uint32_t i = 0; i < premises->count; i++)
        if (needs->needed.data[premises->data[i].predicate].data[premises->data[i].index])
            vector_push(&assumptions, premises->data[i].literal);
    SolveResult result = solver_solve(solver, assumptions.data, assumptions.count);
    if (result == SOLVE_SATISFIED) {
        for (uint32_t i = 0; i < premises->count; i++)
            if (!needs->needed.data[premises->data[i].predicate].data[premises->data[i].index])
                vector_push(&assumptions, premises->data[i].literal);
        result = solver_solve(solver, assumptions.data, assumptions.count);
    }
    vector_free(&assumptions);
    return result;
}

static bool decide(Needs *needs, const HornClause *clause)
{
    TermTable *terms = needs->horn->terms;
    PremiseList premises = {0};
    Solver *solver = solver_create(terms, needs->limits);
    solver_set_effort(solver, EFFORT);
    solver_assert(solver, clause->condition);
    solver_assert(solver, term_not(terms, goal_of(needs, clause)));
    list_premises(needs, clause, solver, &premises);
    SolveResult result = solve(needs, solver, &premises);
    // The guesses were found to make the clause true.
    CHECK(result != SOLVE_SATISFIED);
    for (uint32_t i = 0; i < premises.count && result == SOLVE_REFUTED; i++)
        if (solver_failed(solver, premises.data[i].literal))
            need(needs, premises.data[i].predicate, premises.data[i].index);
    vector_free(&premises);
    solver_free(solver);
    return result == SOLVE_REFUTED;
}

// Whether the clause is to be decided, as more of its head is needed than last time.
static bool is_due(Needs *needs, uint32_t clause)
{
    uint32_t head = needs->horn->clauses.data[clause].head.predicate;
    uint32_t count = head == HORN_NO_HEAD ? 1 : needs->counts.data[head];
    bool due = count != needs->decided_with.data[clause];
    needs->decided_with.data[clause] = count;
    return due;
}

static bool decide_all(Needs *needs)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < needs->horn->clauses.count; i++) {
            if (limits_stop(needs->limits))
                return false;
            if (!is_due(needs, i))
                continue;
            changed = true;
            if (!decide(needs, &needs->horn->clauses.data[i]))
                return false;
        }
    }
    return true;
}

bool sufficient_find(const Horn *horn, const CandidateList *guesses, Limits *limits, FormulaLists *out)
{
    Needs needs = {.horn = horn, .guesses = guesses, .limits = limits};
    vector_resize(&needs.needed, horn->predicates.count);
    vector_resize(&needs.counts, horn->predicates.count);
    vector_resize(&needs.decided_with, horn->clauses.count);
    for (uint32_t i = 0; i < horn->predicates.count; i++)
        vector_resize(&needs.needed.data[i], guesses[i].count);
    bool found = decide_all(&needs);
    vector_resize(out, horn->predicates.count);
    for (uint32_t i = 0; i < horn->predicates.count; i++) {
        for (uint32_t j = 0; j < guesses[i].count && found; j++)
            if (needs.needed.data[i].data[j])
                vector_push(&out->data[i], guesses[i].data[j].formula);
        vector_free(&needs.needed.data[i]);
    }
    vector_free(&needs.needed);
    vector_free(&needs.counts);
    vector_free(&needs.decided_with);
    return found;
}
