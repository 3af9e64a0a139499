// Questions are sets of terms. Of a satisfied one is kept the whole and the values of its symbols, of a refuted one its
// core: the part that is to blame. Terms are shared, so that equal sets are the same question in whatever order they
// come, and a term means the same for ever, so that answers stay true.
//
// A core is found by the condition that it was met with. That is nearly always part of it, since what holds before a
// condition holds for some inputs; where it is not, taking it in makes the core larger, and refuted all the same.
#include "solve/answers.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/none.h"
#include "base/vector.h"

enum {
    CLAUSE_LIMIT = 4000000, // then the solver begins anew
    MEMORY_LIMIT = 4000000, // terms and values that are kept; then all is forgotten
};

// Positions in `kept` or `assigned`.
typedef struct Stretch {
    uint32_t first, count;
} Stretch;

typedef struct Satisfied {
    Stretch question;
    Stretch solution;
    uint32_t next; // the one before it whose question has the same hash, or NONE
} Satisfied;

typedef struct Core {
    Stretch part;
    uint32_t next; // the one before it with the same condition, or NONE
} Core;

typedef struct Assigned {
    Term symbol;
    uint64_t value;
    uint64_t known; // its bits that the question is about
} Assigned;

// Membership in the set at hand, without a set to be emptied each time.
typedef struct Membership {
    VECTOR(uint32_t) rounds; // by term: the last round in which it was put in
    uint32_t round;
} Membership;

struct Answers {
    TermTable *terms;
    Limits *limits;
    Solver *solver;
    SolverStatistics before; // of the solvers before this one
    VECTOR(Term) kept;       // the terms of questions and cores
    VECTOR(Assigned) assigned;
    VECTOR(Satisfied) satisfied;
    VECTOR(Core) cores;
    Map by_question;     // by its hash the last one satisfied, plus 1
    Map by_condition;    // the last core met with it, plus 1
    Membership question; // that was asked last
    TermList asked;      // the same, as a list, each once
    uint64_t hash;       // of the same, in whatever order
    VECTOR(Literal) assumptions;
    Map solution; // of the last question: by symbol its place in `assigned`, plus 1
};

Answers *answers_create(TermTable *terms, Limits *limits)
{
    Answers *answers = memory_allocate_zeroed(sizeof *answers);
    answers->terms = terms;
    answers->limits = limits;
    answers->solver = solver_create(terms, limits);
    return answers;
}

static void forget(Answers *answers)
{
    vector_free(&answers->kept);
    vector_free(&answers->assigned);
    vector_free(&answers->satisfied);
    vector_free(&answers->cores);
    map_free(&answers->by_question);
    map_free(&answers->by_condition);
    map_free(&answers->solution);
}

void answers_free(Answers *answers)
{
    if (!answers)
        return;
    forget(answers);
    solver_free(answers->solver);
    vector_free(&answers->question.rounds);
    vector_free(&answers->asked);
    vector_free(&answers->assumptions);
    free(answers);
}

SolverStatistics answers_statistics(const Answers *answers)
{
    SolverStatistics now = solver_statistics(answers->solver);
    return (SolverStatistics){
        .calls = answers->before.calls + now.calls,
        .variables = answers->before.variables + now.variables,
        .clauses = answers->before.clauses + now.clauses,
        .seconds = answers->before.seconds + now.seconds,
    };
}

static void renew_solver(Answers *answers)
{
    answers->before = answers_statistics(answers);
    solver_free(answers->solver);
    answers->solver = solver_create(answers->terms, answers->limits);
}

// --- The question at hand

static bool is_asked(const Answers *answers, Term term)
{
    const Membership *question = &answers->question;
    return term < question->rounds.count && question->rounds.data[term] == question->round;
}

static void add_to_question(Answers *answers, Term term)
{
    if (is_asked(answers, term))
        return;
    if (term >= answers->question.rounds.count)
        vector_resize(&answers->question.rounds, terms_count(answers->terms) + 1);
    answers->question.rounds.data[term] = answers->question.round;
    vector_push(&answers->asked, term);
    answers->hash += hash_mix(term);
}

static void begin_question(Answers *answers, const Term *held, uint32_t count, Term condition)
{
    answers->question.round++;
    answers->asked.count = 0;
    answers->hash = 0;
    for (uint32_t i = 0; i < count; i++)
        add_to_question(answers, held[i]);
    add_to_question(answers, condition);
}

static bool question_contains(const Answers *answers, Stretch part)
{
    for (uint32_t i = 0; i < part.count; i++)
        if (!is_asked(answers, answers->kept.data[part.first + i]))
            return false;
    return true;
}

// --- What is known

static uint32_t head_of(const Map *map, uint64_t key)
{
    const uint64_t *last = map_find(map, key);
    return last ? (uint32_t)*last - 1 : NONE;
}

static const Satisfied *find_satisfied(const Answers *answers)
{
    for (uint32_t i = head_of(&answers->by_question, answers->hash); i != NONE; i = answers->satisfied.data[i].next) {
        const Satisfied *satisfied = &answers->satisfied.data[i];
        if (satisfied->question.count == answers->asked.count && question_contains(answers, satisfied->question))
            return satisfied;
    }
    return NULL;
}

static bool contains_core(const Answers *answers, Term condition)
{
    for (uint32_t i = head_of(&answers->by_condition, condition); i != NONE; i = answers->cores.data[i].next)
        if (question_contains(answers, answers->cores.data[i].part))
            return true;
    return false;
}

static void read_solution(Answers *answers, Stretch solution)
{
    map_free(&answers->solution);
    for (uint32_t i = 0; i < solution.count; i++)
        *map_insert(&answers->solution, answers->assigned.data[solution.first + i].symbol) = solution.first + i + 1;
}

// --- What is learnt

static void note_symbol(void *context, Term symbol)
{
    Answers *answers = context;
    uint64_t low = solver_symbol_value(answers->solver, symbol, 0);
    uint64_t high = solver_symbol_value(answers->solver, symbol, UINT64_MAX);
    vector_push(&answers->assigned, (Assigned){.symbol = symbol, .value = low, .known = ~(low ^ high)});
}

static Stretch keep_solution(Answers *answers)
{
    Stretch solution = {.first = answers->assigned.count};
    uint32_t mark = terms_new_mark(answers->terms);
    for (uint32_t i = 0; i < answers->asked.count; i++)
        term_each_symbol(answers->terms, answers->asked.data[i], mark, note_symbol, answers);
    solution.count = answers->assigned.count - solution.first;
    return solution;
}

static const Satisfied *keep_satisfied(Answers *answers)
{
    uint64_t *last = map_insert(&answers->by_question, answers->hash);
    Satisfied satisfied = {.question = {.first = answers->kept.count, .count = answers->asked.count},
                           .solution = keep_solution(answers),
                           .next = (uint32_t)*last - 1};
    for (uint32_t i = 0; i < answers->asked.count; i++)
        vector_push(&answers->kept, answers->asked.data[i]);
    vector_push(&answers->satisfied, satisfied);
    *last = answers->satisfied.count;
    return &vector_last(&answers->satisfied);
}

static void keep_core(Answers *answers, Term condition)
{
    uint64_t *last = map_insert(&answers->by_condition, condition);
    Core core = {.part.first = answers->kept.count, .next = (uint32_t)*last - 1};
    for (uint32_t i = 0; i < answers->asked.count; i++)
        if (answers->asked.data[i] == condition || solver_failed(answers->solver, answers->assumptions.data[i]))
            vector_push(&answers->kept, answers->asked.data[i]);
    core.part.count = answers->kept.count - core.part.first;
    vector_push(&answers->cores, core);
    *last = answers->cores.count;
}

static SolveResult ask_solver(Answers *answers)
{
    if (solver_statistics(answers->solver).clauses > CLAUSE_LIMIT)
        renew_solver(answers);
    answers->assumptions.count = 0;
    for (uint32_t i = 0; i < answers->asked.count; i++)
        vector_push(&answers->assumptions, solver_literal(answers->solver, answers->asked.data[i]));
    return solver_solve(answers->solver, answers->assumptions.data, answers->assumptions.count);
}

SolveResult answers_ask(Answers *answers, const Term *held, uint32_t count, Term condition)
{
    begin_question(answers, held, count, condition);
    if (contains_core(answers, condition))
        return SOLVE_REFUTED;
    const Satisfied *satisfied = find_satisfied(answers);
    if (!satisfied) {
        SolveResult result = ask_solver(answers);
        if (result == SOLVE_STOPPED)
            return result;
        if ((uint64_t)answers->kept.count + answers->assigned.count > MEMORY_LIMIT)
            forget(answers);
        if (result == SOLVE_REFUTED) {
            keep_core(answers, condition);
            return result;
        }
        satisfied = keep_satisfied(answers);
    }
    read_solution(answers, satisfied->solution);
    return SOLVE_SATISFIED;
}

// --- The solution

uint64_t answers_symbol_value(const Answers *answers, Term symbol, uint64_t otherwise)
{
    const uint64_t *place = map_find(&answers->solution, symbol);
    if (!place)
        return otherwise;
    const Assigned *assigned = &answers->assigned.data[*place - 1];
    return (assigned->value & assigned->known) | (otherwise & ~assigned->known);
}

static uint64_t value_of_symbol(void *context, Term symbol)
{
    return answers_symbol_value(context, symbol, 0);
}

uint64_t answers_term_value(Answers *answers, Term term)
{
    return term_evaluate(answers->terms, term, value_of_symbol, answers);
}
