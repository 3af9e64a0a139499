#include "invariant/guess.h"

#include "invariant/body.h"

typedef struct Guessing {
    const Horn *horn;
    Limits *limits;
    Samples *samples;
    GuessDepth depth;
    VECTOR(CandidateList) predicates;
    VECTOR(bool) waits;      // clauses to be looked at
    VECTOR(GuessNames) used; // by clause: what the last answer about it rests on
    uint32_t waiting;
} Guessing;

static void make_guesses(Guessing *guessing)
{
    const Horn *horn = guessing->horn;
    TermList constants = {0};
    candidates_find_constants(horn, &constants);
    vector_resize(&guessing->predicates, horn->predicates.count);
    for (uint32_t i = 0; i < horn->predicates.count && !limits_stop(guessing->limits); i++) {
        candidates_find(horn, &horn->predicates.data[i], &guessing->samples->predicates.data[i], &constants,
                        guessing->depth, &guessing->predicates.data[i]);
    }
    vector_free(&constants);
}

// Whether what the last answer about a clause rests on has been dropped in part.
static bool rests_on_dropped(const Guessing *guessing, uint32_t clause, uint32_t predicate)
{
    const GuessNames *used = &guessing->used.data[clause];
    for (uint32_t i = 0; i < used->count; i++)
        if (used->data[i].predicate == predicate &&
            guessing->predicates.data[predicate].data[used->data[i].index].dropped)
            return true;
    return false;
}

static void queue_clause(Guessing *guessing, uint32_t clause)
{
    guessing->waiting += !guessing->waits.data[clause];
    guessing->waits.data[clause] = true;
}

static void queue_clauses(Guessing *guessing, uint32_t predicate)
{
    for (uint32_t i = 0; i < guessing->horn->clauses.count; i++)
        if (rests_on_dropped(guessing, i, predicate))
            queue_clause(guessing, i);
}

// More is guessed about a predicate, from more samples.
static void guess_more(Guessing *guessing, uint32_t predicate)
{
    const Horn *horn = guessing->horn;
    CandidateList *guesses = &guessing->predicates.data[predicate];
    uint32_t before = guesses->count;
    candidates_grow(horn, &horn->predicates.data[predicate], &guessing->samples->predicates.data[predicate], guesses);
    for (uint32_t i = 0; i < horn->clauses.count && guesses->count > before; i++)
        if (horn->clauses.data[i].head.predicate == predicate)
            queue_clause(guessing, i);
}

// A clause and the guesses about its head.
typedef struct Question {
    Body body;
    CandidateList *guesses;
    VECTOR(Literal) literals; // one for each guess; true if it is dropped, or follows for certain
    Sample *sample;           // of the predicate of the head
    bool changed;
    bool grown; // there are more samples
} Question;

static bool is_open(const Question *question, uint32_t index)
{
    return question->literals.data[index] != solver_true(question->body.solver);
}

static void drop(Question *question, uint32_t index)
{
    question->guesses->data[index].dropped = question->changed = true;
    question->literals.data[index] = solver_true(question->body.solver);
}

// Whether one of the guesses need not hold; in the model it does not.
static SolveResult ask_for_any(Question *question)
{
    Solver *solver = question->body.solver;
    VECTOR(Literal) some = {0};
    for (uint32_t i = 0; i < question->literals.count; i++)
        if (is_open(question, i))
            vector_push(&some, -question->literals.data[i]);
    SolveResult result = SOLVE_REFUTED;
    if (some.count) {
        Literal now = solver_new_literal(solver);
        vector_push(&some, -now);
        solver_add_clause(solver, some.data, some.count);
        result = body_solve(&question->body, &now, 1);
    }
    vector_free(&some);
    return result;
}

// Together they are too much: each on its own.
static void ask_for_each(Question *question)
{
    for (uint32_t i = 0; i < question->literals.count && !limits_stop(question->body.limits); i++) {
        Literal lie = -question->literals.data[i];
        if (is_open(question, i) && body_solve(&question->body, &lie, 1) != SOLVE_REFUTED)
            drop(question, i);
    }
}

// The head in the solution.
static void add_sample(Question *question)
{
    const TermList *arguments = &question->body.clause->head.arguments;
    VECTOR(uint64_t) values = {0};
    for (uint32_t i = 0; i < arguments->count; i++)
        vector_push(&values, body_value(&question->body, arguments->data[i]));
    question->grown |= sample_add(question->sample, values.data, values.count);
    vector_free(&values);
}

static void drop_what_is_not_kept(Question *question)
{
    while (!limits_stop(question->body.limits)) {
        SolveResult result = ask_for_any(question);
        if (result == SOLVE_STOPPED)
            ask_for_each(question);
        if (result != SOLVE_SATISFIED)
            return;
        add_sample(question);
        VECTOR(bool) kept = {0};
        for (uint32_t i = 0; i < question->literals.count; i++)
            vector_push(&kept, solver_value(question->body.solver, question->literals.data[i]));
        for (uint32_t i = 0; i < question->literals.count; i++)
            if (!kept.data[i])
                drop(question, i);
        vector_free(&kept);
    }
}

static Literal literal_of_guess(Body *body, const HornAtom *head, const Candidate *guess)
{
    if (guess->dropped)
        return solver_true(body->solver);
    Term term = body_term(body, head, guess->formula);
    return body_has(body, term) ? solver_true(body->solver) : solver_literal(body->solver, term);
}

// Drops the guesses about the head that the clause does not keep.
static void check_clause(Guessing *guessing, uint32_t index)
{
    const HornClause *clause = &guessing->horn->clauses.data[index];
    Question question = {.guesses = &guessing->predicates.data[clause->head.predicate],
                         .sample = &guessing->samples->predicates.data[clause->head.predicate]};
    body_begin(&question.body, guessing->horn, clause, guessing->predicates.data, guessing->limits);
    for (uint32_t i = 0; i < question.guesses->count; i++)
        vector_push(&question.literals, literal_of_guess(&question.body, &clause->head, &question.guesses->data[i]));
    drop_what_is_not_kept(&question);
    vector_free(&guessing->used.data[index]);
    guessing->used.data[index] = question.body.used;
    body_end(&question.body);
    vector_free(&question.literals);
    if (question.changed)
        queue_clauses(guessing, clause->head.predicate);
    if (question.grown && guessing->depth == DEPTH_EQUATIONS) // later on it costs more than it brings
        guess_more(guessing, clause->head.predicate);
}

static void drop_what_does_not_last(Guessing *guessing)
{
    const Horn *horn = guessing->horn;
    vector_resize(&guessing->waits, horn->clauses.count);
    vector_resize(&guessing->used, horn->clauses.count);
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
            check_clause(guessing, i);
        }
}

static bool is_excluded(Guessing *guessing, const HornClause *clause)
{
    Body body;
    body_begin(&body, guessing->horn, clause, guessing->predicates.data, guessing->limits);
    bool excluded = body_solve(&body, NULL, 0) == SOLVE_REFUTED;
    vector_free(&body.used);
    body_end(&body);
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

static GuessResult guess(const Horn *horn, Samples *samples, GuessDepth depth, Limits *limits, uint32_t *open,
                         FormulaLists *kept)
{
    Guessing guessing = {.horn = horn, .limits = limits, .samples = samples, .depth = depth};
    make_guesses(&guessing);
    drop_what_does_not_last(&guessing);
    *open = limits_stop(limits) ? 0 : find_open(&guessing);
    if (kept && *open == horn->clauses.count && !sufficient_find(horn, guessing.predicates.data, limits, kept))
        formula_lists_free(kept);
    for (uint32_t i = 0; i < guessing.predicates.count; i++)
        vector_free(&guessing.predicates.data[i]);
    for (uint32_t i = 0; i < guessing.used.count; i++)
        vector_free(&guessing.used.data[i]);
    vector_free(&guessing.used);
    vector_free(&guessing.predicates);
    vector_free(&guessing.waits);
    return limits_stop(limits) ? GUESS_STOPPED : *open == horn->clauses.count ? GUESS_PROVES : GUESS_FAILS;
}

GuessResult guess_invariants(const Horn *horn, GuessDepth depth, Limits *limits, uint32_t *open, FormulaLists *kept)
{
    Samples samples = {0};
    samples_draw(&samples, horn, limits);
    GuessResult result = guess(horn, &samples, depth, limits, open, kept);
    samples_free(&samples);
    return result;
}
