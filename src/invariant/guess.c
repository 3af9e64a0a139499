#include "invariant/guess.h"

#include "invariant/candidates.h"
#include "invariant/linear.h"
#include "solve/solver.h"

enum {
    EFFORT = 4000,      // conflicts for one question: a guess that takes more is dropped
    SMALL_EFFORT = 2000 // for what may help
};

typedef struct Guessing {
    const Horn *horn;
    Limits *limits;
    VECTOR(CandidateList) predicates;
    VECTOR(bool) waits; // clauses to be looked at
    uint32_t waiting;
} Guessing;

static void make_guesses(Guessing *guessing, const Samples *samples, bool thorough)
{
    const Horn *horn = guessing->horn;
    TermList constants = {0};
    candidates_find_constants(horn, &constants);
    vector_resize(&guessing->predicates, horn->predicates.count);
    for (uint32_t i = 0; i < horn->predicates.count && !limits_stop(guessing->limits); i++) {
        candidates_find(horn, &horn->predicates.data[i], &samples->predicates.data[i], &constants, thorough,
                        &guessing->predicates.data[i]);
    }
    vector_free(&constants);
}

// What the symbols of a clause are, by equations that are guessed about its body.
typedef struct Definitions {
    const Horn *horn;
    VECTOR(Term) symbols;
    VECTOR(Term) values;
} Definitions;

static Term look_up(void *context, Term symbol)
{
    const Definitions *definitions = context;
    for (uint32_t i = 0; i < definitions->symbols.count; i++)
        if (definitions->symbols.data[i] == symbol)
            return definitions->values.data[i];
    return symbol;
}

static Term substitute(Definitions *definitions, Term term)
{
    TermTable *terms = definitions->horn->terms;
    return linear_normalise(terms, term_substitute(terms, term, look_up, definitions));
}

// Unless the value depends on the symbol itself.
static void add_definition(Definitions *definitions, Term symbol, Term value)
{
    Definitions one = {.horn = definitions->horn};
    vector_push(&one.symbols, symbol);
    vector_push(&one.values, value);
    if (term_substitute(definitions->horn->terms, value, look_up, &one) == value) {
        for (uint32_t i = 0; i < definitions->values.count; i++)
            definitions->values.data[i] = substitute(&one, definitions->values.data[i]);
        vector_push(&definitions->symbols, symbol);
        vector_push(&definitions->values, value);
    }
    vector_free(&one.symbols);
    vector_free(&one.values);
}

static void find_definitions(Guessing *guessing, const HornAtom *atom, Definitions *definitions)
{
    const CandidateList *guesses = &guessing->predicates.data[atom->predicate];
    TermTable *terms = guessing->horn->terms;
    for (uint32_t i = 0; i < guesses->count; i++) {
        const Candidate *guess = &guesses->data[i];
        if (guess->dropped || !guess->definition)
            continue;
        Term symbol = atom->arguments.data[guess->defined];
        if (term_kind(terms, symbol) != TERM_symbol || look_up(definitions, symbol) != symbol)
            continue;
        // One that is about symbols which others tell is put in terms of what they are.
        Term value = substitute(definitions, horn_apply(guessing->horn, atom, guess->definition));
        add_definition(definitions, symbol, value);
    }
}

static void free_definitions(Definitions *definitions)
{
    vector_free(&definitions->symbols);
    vector_free(&definitions->values);
}

static Solver *assert_body(Guessing *guessing, const HornClause *clause, Definitions *definitions)
{
    Solver *solver = solver_create(guessing->horn->terms, guessing->limits);
    solver_assert(solver, substitute(definitions, clause->condition));
    for (uint32_t i = 0; i < clause->body_count; i++) {
        const CandidateList *guesses = &guessing->predicates.data[clause->body[i].predicate];
        for (uint32_t j = 0; j < guesses->count; j++)
            if (!guesses->data[j].dropped)
                solver_assert(solver, substitute(definitions, horn_apply(guessing->horn, &clause->body[i],
                                                                         guesses->data[j].formula)));
    }
    solver_set_effort(solver, EFFORT);
    return solver;
}

// Whether an argument that nothing defines yet is found to be equal to another.
static bool define_if_equal(Solver *solver, Term a, Term b, Definitions *definitions)
{
    TermTable *terms = definitions->horn->terms;
    if (term_width(terms, a) == 1 || term_width(terms, a) != term_width(terms, b) ||
        term_kind(terms, a) != TERM_symbol || term_kind(terms, b) != TERM_symbol)
        return false;
    Term left = look_up(definitions, a), right = look_up(definitions, b);
    if (left == right || (left != a && right != b))
        return false;
    Literal differ = -solver_literal(solver, term_equal(terms, left, right));
    if (solver_solve(solver, &differ, 1) != SOLVE_REFUTED)
        return false;
    add_definition(definitions, left == a ? a : b, left == a ? right : left);
    return true;
}

// Finds arguments that are equal because of all that the solver knows, such as a counter that has come to its end: sums
// with them are then the same sums, which the solver itself finds out only bit by bit.
static bool find_equal_arguments(Solver *solver, const HornAtom *atom, Definitions *definitions)
{
    bool found = false;
    solver_set_effort(solver, SMALL_EFFORT);
    for (uint32_t i = 0; i < atom->arguments.count; i++)
        for (uint32_t j = 0; j < i; j++)
            found |= define_if_equal(solver, atom->arguments.data[i], atom->arguments.data[j], definitions);
    return found;
}

// A solver that knows the body of a clause, in terms of what the definitions leave.
static Solver *begin_clause(Guessing *guessing, const HornClause *clause, Definitions *definitions)
{
    bool found = false;
    for (uint32_t i = 0; i < clause->body_count; i++)
        find_definitions(guessing, &clause->body[i], definitions);
    Solver *solver = assert_body(guessing, clause, definitions);
    for (uint32_t i = 0; i < clause->body_count && !term_is_true(guessing->horn->terms, clause->condition); i++)
        found |= find_equal_arguments(solver, &clause->body[i], definitions);
    solver_set_effort(solver, EFFORT);
    if (!found)
        return solver;
    solver_free(solver);
    return assert_body(guessing, clause, definitions);
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

// A clause and the guesses about its head.
typedef struct Question {
    Guessing *guessing;
    Solver *solver;
    CandidateList *guesses;
    VECTOR(Literal) literals; // one for each guess; true if it is dropped
    bool changed;
} Question;

static bool is_open(const Question *question, uint32_t index)
{
    return question->literals.data[index] != solver_true(question->solver);
}

static void drop(Question *question, uint32_t index)
{
    question->guesses->data[index].dropped = question->changed = true;
    question->literals.data[index] = solver_true(question->solver);
}

// Whether one of the guesses need not hold; in the model it does not.
static SolveResult ask_for_any(const Question *question)
{
    Literal now = solver_new_literal(question->solver);
    VECTOR(Literal) some = {0};
    vector_push(&some, -now);
    for (uint32_t i = 0; i < question->literals.count; i++)
        if (is_open(question, i))
            vector_push(&some, -question->literals.data[i]);
    solver_add_clause(question->solver, some.data, some.count);
    SolveResult result = some.count > 1 ? solver_solve(question->solver, &now, 1) : SOLVE_REFUTED;
    vector_free(&some);
    return result;
}

// Together they are too much: each on its own.
static void ask_for_each(Question *question)
{
    for (uint32_t i = 0; i < question->literals.count && !limits_stop(question->guessing->limits); i++) {
        Literal lie = -question->literals.data[i];
        if (is_open(question, i) && solver_solve(question->solver, &lie, 1) != SOLVE_REFUTED)
            drop(question, i);
    }
}

static void drop_what_is_not_kept(Question *question)
{
    while (!limits_stop(question->guessing->limits)) {
        SolveResult result = ask_for_any(question);
        if (result == SOLVE_STOPPED)
            ask_for_each(question);
        if (result != SOLVE_SATISFIED)
            return;
        VECTOR(bool) kept = {0};
        for (uint32_t i = 0; i < question->literals.count; i++)
            vector_push(&kept, solver_value(question->solver, question->literals.data[i]));
        for (uint32_t i = 0; i < question->literals.count; i++)
            if (!kept.data[i])
                drop(question, i);
        vector_free(&kept);
    }
}

// Drops the guesses about the head that the clause does not keep.
static void check_clause(Guessing *guessing, const HornClause *clause)
{
    Definitions definitions = {.horn = guessing->horn};
    Question question = {.guessing = guessing,
                         .solver = begin_clause(guessing, clause, &definitions),
                         .guesses = &guessing->predicates.data[clause->head.predicate]};
    for (uint32_t i = 0; i < question.guesses->count; i++) {
        const Candidate *guess = &question.guesses->data[i];
        Term formula = guess->dropped
                           ? NO_TERM
                           : substitute(&definitions, horn_apply(guessing->horn, &clause->head, guess->formula));
        vector_push(&question.literals,
                    formula ? solver_literal(question.solver, formula) : solver_true(question.solver));
    }
    drop_what_is_not_kept(&question);
    solver_free(question.solver);
    free_definitions(&definitions);
    vector_free(&question.literals);
    if (question.changed)
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
    Definitions definitions = {.horn = guessing->horn};
    Solver *solver = begin_clause(guessing, clause, &definitions);
    bool excluded = solver_solve(solver, NULL, 0) == SOLVE_REFUTED;
    solver_free(solver);
    free_definitions(&definitions);
    return excluded;
}

// The first clause without head that is not excluded; their number if all are.
static uint32_t find_open(Guessing *guessing)
{
    const Horn *horn = guessing->horn;
    for (uint32_t i = 0; i < horn->clauses.count; i++)
        if (horn->clauses.data[i].head.predicate == HORN_NO_HEAD && !is_excluded(guessing, &horn->clauses.data[i]))
            return i;
    return horn->clauses.count;
}

static GuessResult guess(const Horn *horn, const Samples *samples, bool thorough, Limits *limits, uint32_t *open)
{
    Guessing guessing = {.horn = horn, .limits = limits};
    make_guesses(&guessing, samples, thorough);
    drop_what_does_not_last(&guessing);
    *open = limits_stop(limits) ? 0 : find_open(&guessing);
    for (uint32_t i = 0; i < guessing.predicates.count; i++)
        vector_free(&guessing.predicates.data[i]);
    vector_free(&guessing.predicates);
    vector_free(&guessing.waits);
    return limits_stop(limits) ? GUESS_STOPPED : *open == horn->clauses.count ? GUESS_PROVES : GUESS_FAILS;
}

GuessResult guess_invariants(const Horn *horn, bool thorough, Limits *limits, uint32_t *open)
{
    Samples samples = {0};
    samples_draw(&samples, horn, limits);
    GuessResult result = guess(horn, &samples, thorough, limits, open);
    samples_free(&samples);
    return result;
}
