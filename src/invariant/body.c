#include "invariant/body.h"

#include "invariant/linear.h"

enum {
    EFFORT = 4000,       // conflicts for one question: a guess that takes more is dropped
    SMALL_EFFORT = 2000, // for what may help
    FACTS_AT_ONCE = 8,   // that a solution is told it has got wrong
};

// --- Definitions

static Term look_up(void *context, Term symbol)
{
    const Definitions *definitions = context;
    for (uint32_t i = 0; i < definitions->symbols.count; i++)
        if (definitions->symbols.data[i] == symbol)
            return definitions->values.data[i];
    return symbol;
}

static Term substitute(TermTable *terms, Definitions *definitions, Term term)
{
    return linear_normalise(terms, term_substitute(terms, term, look_up, definitions));
}

static void free_definitions(Definitions *definitions)
{
    vector_free(&definitions->symbols);
    vector_free(&definitions->values);
}

// Unless the value depends on the symbol itself. Returns whether it is added.
static bool add_definition(Body *body, Term symbol, Term value)
{
    TermTable *terms = body->horn->terms;
    Definitions *all = &body->definitions, one = {0};
    vector_push(&one.symbols, symbol);
    vector_push(&one.values, value);
    bool independent = term_substitute(terms, value, look_up, &one) == value;
    if (independent) {
        for (uint32_t i = 0; i < all->values.count; i++)
            all->values.data[i] = substitute(terms, &one, all->values.data[i]);
        vector_push(&all->symbols, symbol);
        vector_push(&all->values, value);
    }
    free_definitions(&one);
    return independent;
}

static void find_definitions(Body *body, const HornAtom *atom)
{
    const CandidateList *guesses = &body->guesses[atom->predicate];
    TermTable *terms = body->horn->terms;
    for (uint32_t i = 0; i < guesses->count; i++) {
        const Candidate *guess = &guesses->data[i];
        if (guess->dropped || !guess->definition)
            continue;
        Term symbol = atom->arguments.data[guess->defined];
        if (term_kind(terms, symbol) != TERM_symbol || look_up(&body->definitions, symbol) != symbol)
            continue;
        // One that is about symbols which others tell is put in terms of what they are.
        if (add_definition(body, symbol, body_term(body, atom, guess->definition)))
            vector_push(&body->used, ((GuessName){atom->predicate, i}));
    }
}

// --- Facts

Term body_term(Body *body, const HornAtom *atom, Term formula)
{
    return substitute(body->horn->terms, &body->definitions, horn_apply(body->horn, atom, formula));
}

static void add_fact(Body *body, Term term, GuessName name)
{
    if (term_is_true(body->horn->terms, term) || map_find(&body->numbers, term))
        return;
    *map_insert(&body->numbers, term) = body->facts.count;
    vector_push(&body->facts, ((BodyFact){.term = term, .name = name}));
}

static void list_facts(Body *body)
{
    for (uint32_t i = 0; i < body->clause->body_count; i++) {
        const HornAtom *atom = &body->clause->body[i];
        const CandidateList *guesses = &body->guesses[atom->predicate];
        for (uint32_t j = 0; j < guesses->count; j++)
            if (!guesses->data[j].dropped)
                add_fact(body, body_term(body, atom, guesses->data[j].formula), (GuessName){atom->predicate, j});
    }
}

bool body_has(Body *body, Term term)
{
    const uint64_t *number = map_find(&body->numbers, term);
    if (number)
        vector_push(&body->used, body->facts.data[*number].name);
    return number != NULL;
}

// --- Solving

static void begin_solver(Body *body)
{
    body->facts.count = 0;
    map_free(&body->numbers);
    body->numbers = (Map){0};
    list_facts(body);
    body->solver = solver_create(body->horn->terms, body->limits);
    solver_set_effort(body->solver, EFFORT);
    solver_assert(body->solver, substitute(body->horn->terms, &body->definitions, body->clause->condition));
}

// Tells the solver some facts that its solution contradicts. Returns whether there are any.
static bool correct_solution(Body *body)
{
    uint32_t wrong[FACTS_AT_ONCE], count = 0;
    for (uint32_t i = 0; i < body->facts.count && count < FACTS_AT_ONCE; i++)
        if (!body->facts.data[i].known && !solver_term_value(body->solver, body->facts.data[i].term))
            wrong[count++] = i;
    for (uint32_t i = 0; i < count; i++) {
        BodyFact *fact = &body->facts.data[wrong[i]];
        fact->known = true;
        vector_push(&body->used, fact->name);
        solver_assert(body->solver, fact->term);
    }
    return count > 0;
}

SolveResult body_solve(Body *body, const Literal *assumptions, uint32_t count)
{
    SolveResult result;
    do
        result = solver_solve(body->solver, assumptions, count);
    while (result == SOLVE_SATISFIED && correct_solution(body));
    return result;
}

uint64_t body_value(Body *body, Term term)
{
    return solver_term_value(body->solver, substitute(body->horn->terms, &body->definitions, term));
}

// --- Equal arguments

// Whether an argument that nothing defines yet is found to be equal to another.
static bool define_if_equal(Body *body, Term a, Term b)
{
    TermTable *terms = body->horn->terms;
    if (term_width(terms, a) == 1 || term_width(terms, a) != term_width(terms, b))
        return false;
    Term left = look_up(&body->definitions, a), right = look_up(&body->definitions, b);
    if (left == right || (left != a && right != b))
        return false;
    Literal differ = -solver_literal(body->solver, term_equal(terms, left, right));
    return body_solve(body, &differ, 1) == SOLVE_REFUTED &&
           add_definition(body, left == a ? a : b, left == a ? right : left);
}

// Finds arguments that are equal because of the condition, such as a counter that has come to its end: sums with them
// are then the same sums, which the solver itself finds out only bit by bit.
static bool find_equal_arguments(Body *body, const HornAtom *atom)
{
    TermTable *terms = body->horn->terms;
    TermList compared = {0};
    for (uint32_t i = 0; i < atom->arguments.count; i++) {
        Term argument = atom->arguments.data[i];
        if (term_kind(terms, argument) == TERM_symbol && term_mentions(terms, body->clause->condition, argument))
            vector_push(&compared, argument);
    }
    bool found = false;
    for (uint32_t i = 0; i < compared.count; i++)
        for (uint32_t j = 0; j < i; j++)
            found |= define_if_equal(body, compared.data[i], compared.data[j]);
    vector_free(&compared);
    return found;
}

void body_begin(Body *body, const Horn *horn, const HornClause *clause, const CandidateList *guesses, Limits *limits)
{
    *body = (Body){.horn = horn, .clause = clause, .guesses = guesses, .limits = limits};
    for (uint32_t i = 0; i < clause->body_count; i++)
        find_definitions(body, &clause->body[i]);
    begin_solver(body);
    if (term_is_true(horn->terms, clause->condition))
        return;
    bool found = false;
    solver_set_effort(body->solver, SMALL_EFFORT);
    for (uint32_t i = 0; i < clause->body_count; i++)
        found |= find_equal_arguments(body, &clause->body[i]);
    solver_set_effort(body->solver, EFFORT);
    if (found) {
        solver_free(body->solver);
        begin_solver(body);
    }
}

void body_end(Body *body)
{
    free_definitions(&body->definitions);
    vector_free(&body->facts);
    map_free(&body->numbers);
    solver_free(body->solver);
}
