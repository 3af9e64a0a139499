#include "encode/steps.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"

typedef VECTOR(Literal) Literals;
typedef VECTOR(Term) Terms;

// A thread before one of the steps.
typedef struct ThreadAt {
    Literal moves;   // T[i] = t
    Term place;      // L_t[i]
    Literals stands; // by place, then: has ended, is not created; 0: it cannot be there yet
} ThreadAt;

typedef struct EncodedThread {
    uint32_t width;            // of L_t
    VECTOR(uint32_t) earliest; // by place: how many steps the thread has made before it, at least
    VECTOR(ThreadAt) at;       // by step; one more for the end
} EncodedThread;

// What a thread has read, by step; with local_ssa there is one copy.
typedef struct EncodedSymbol {
    Term symbol;
    Terms copies;
} EncodedSymbol;

struct StepEncoding {
    const StepProgram *program;
    StepOptions options;
    TermTable *terms;
    Solver *solver;
    VECTOR(EncodedThread) threads;
    Literals nobody;         // T[i] is nobody: it is all over
    VECTOR(Terms) variables; // by variable: the copies, by step
    VECTOR(EncodedSymbol) symbols;
    Map symbol_numbers;          // Term -> index + 1
    VECTOR(Literals) violations; // by question: in which step
    uint32_t now;                // the step whose copies of symbols terms get
};

void step_program_free(StepProgram *program)
{
    for (uint32_t i = 0; i < program->threads.count; i++) {
        StepThread *thread = &program->threads.data[i];
        for (uint32_t j = 0; j < thread->places.count; j++) {
            vector_free(&thread->places.data[j].accesses);
            vector_free(&thread->places.data[j].edges);
            vector_free(&thread->places.data[j].checks);
        }
        vector_free(&thread->places);
    }
    vector_free(&program->threads);
    vector_free(&program->variables);
}

#define ADD_CLAUSE(encoding, ...)                                         \
    solver_add_clause((encoding)->solver, (const Literal[]){__VA_ARGS__}, \
                      (uint32_t)(sizeof((const Literal[]){__VA_ARGS__}) / sizeof(Literal)))

// --- Time and place

static const StepThread *thread_of(const StepEncoding *encoding, uint32_t thread)
{
    return &encoding->program->threads.data[thread];
}

// The number of a place in L_t.
static uint32_t number_of_place(const StepEncoding *encoding, uint32_t thread, uint32_t place)
{
    return place == STEP_END ? thread_of(encoding, thread)->places.count : place;
}

static uint32_t number_of_uncreated(const StepEncoding *encoding, uint32_t thread)
{
    return thread_of(encoding, thread)->places.count + 1;
}

static Literal stands(const StepEncoding *encoding, uint32_t thread, uint32_t step, uint32_t number)
{
    return encoding->threads.data[thread].at.data[step].stands.data[number];
}

// T[i] = t and L_t[i] = l. 0: it cannot be.
static Literal executes(StepEncoding *encoding, uint32_t thread, uint32_t step, uint32_t place)
{
    Literal there = stands(encoding, thread, step, place);
    return there ? solver_and(encoding->solver, encoding->threads.data[thread].at.data[step].moves, there) : 0;
}

static void find_earliest(const StepEncoding *encoding, uint32_t thread)
{
    const StepThread *program = thread_of(encoding, thread);
    EncodedThread *encoded = &encoding->threads.data[thread];
    for (uint32_t i = 0; i < program->places.count; i++)
        vector_push(&encoded->earliest, UINT32_MAX);
    VECTOR(uint32_t) reached = {0};
    if (program->first != STEP_END) {
        encoded->earliest.data[program->first] = 0;
        vector_push(&reached, program->first);
    }
    for (uint32_t i = 0; i < reached.count; i++) {
        const StepPlace *place = &program->places.data[reached.data[i]];
        for (uint32_t j = 0; j < place->edges.count; j++) {
            uint32_t target = place->edges.data[j].target;
            if (target == STEP_END || encoded->earliest.data[target] != UINT32_MAX)
                continue;
            encoded->earliest.data[target] = encoded->earliest.data[reached.data[i]] + 1;
            vector_push(&reached, target);
        }
    }
    vector_free(&reached);
}

static uint32_t bits_for(uint32_t count)
{
    uint32_t width = 1;
    while (count > UINT64_C(1) << width)
        width++;
    return width;
}

static Term named_symbol(StepEncoding *encoding, uint32_t width, const char *format, uint32_t first, uint32_t second)
{
    char name[48];
    snprintf(name, sizeof name, format, first, second);
    return term_symbol(encoding->terms, width, name);
}

static Literal has_value(StepEncoding *encoding, Term term, uint32_t width, uint64_t value)
{
    return solver_literal(encoding->solver,
                          term_equal(encoding->terms, term, term_constant(encoding->terms, width, value)));
}

static void encode_thread_at(StepEncoding *encoding, uint32_t thread, uint32_t step, Term moving, uint32_t moving_width)
{
    EncodedThread *encoded = &encoding->threads.data[thread];
    uint32_t places = thread_of(encoding, thread)->places.count;
    ThreadAt at = {.moves = has_value(encoding, moving, moving_width, thread),
                   .place = named_symbol(encoding, encoded->width, "L_%u[%u]", thread, step)};
    for (uint32_t i = 0; i < places + 2; i++) {
        bool possible = i >= places || encoded->earliest.data[i] <= step;
        vector_push(&at.stands, possible ? has_value(encoding, at.place, encoded->width, i) : 0);
    }
    // It moves only if it is created and has not ended.
    ADD_CLAUSE(encoding, -at.moves, -at.stands.data[places]);
    ADD_CLAUSE(encoding, -at.moves, -at.stands.data[places + 1]);
    for (uint32_t i = 0; i < places; i++)
        if (at.stands.data[i] && thread_of(encoding, thread)->places.data[i].alone)
            ADD_CLAUSE(encoding, -at.stands.data[i], at.moves,
                       has_value(encoding, moving, moving_width, encoding->program->threads.count));
    vector_push(&encoded->at, at);
}

// False if a limit was reached.
static bool encode_time(StepEncoding *encoding, Limits *limits)
{
    const StepProgram *program = encoding->program;
    uint32_t width = bits_for(program->threads.count + 1);
    for (uint32_t i = 0; i < program->threads.count; i++) {
        vector_push(&encoding->threads, (EncodedThread){.width = bits_for(program->threads.data[i].places.count + 2)});
        find_earliest(encoding, i);
    }
    for (uint32_t step = 0; step <= encoding->options.steps; step++) {
        if (limits && limits_exceeded(limits) != LIMIT_NONE)
            return false;
        Term moving = named_symbol(encoding, width, "T[%u]", step, 0);
        Literals somebody = {0};
        for (uint32_t i = 0; i < program->threads.count; i++) {
            encode_thread_at(encoding, i, step, moving, width);
            vector_push(&somebody, encoding->threads.data[i].at.data[step].moves);
        }
        vector_push(&encoding->nobody, has_value(encoding, moving, width, program->threads.count));
        vector_push(&somebody, encoding->nobody.data[step]);
        solver_add_clause(encoding->solver, somebody.data, somebody.count);
        if (step)
            ADD_CLAUSE(encoding, -encoding->nobody.data[step - 1], encoding->nobody.data[step]);
        vector_free(&somebody);
    }
    for (uint32_t i = 0; i < program->threads.count; i++) {
        const StepThread *thread = &program->threads.data[i];
        ADD_CLAUSE(encoding, stands(encoding, i, 0,
                                    thread->created ? number_of_uncreated(encoding, i)
                                                    : number_of_place(encoding, i, thread->first)));
    }
    return true;
}

// --- Variables and symbols

static void encode_variables(StepEncoding *encoding)
{
    for (uint32_t i = 0; i < encoding->program->variables.count; i++) {
        const StepVariable *variable = &encoding->program->variables.data[i];
        Terms copies = {0};
        vector_push(&copies, variable->initial);
        for (uint32_t step = 1; step <= encoding->options.steps; step++)
            vector_push(&copies, named_symbol(encoding, variable->width, "v%u[%u]", i, step));
        vector_push(&encoding->variables, copies);
    }
}

static void add_symbol(StepEncoding *encoding, Term symbol)
{
    uint64_t *number = map_insert(&encoding->symbol_numbers, symbol);
    if (*number)
        return;
    EncodedSymbol encoded = {.symbol = symbol};
    for (uint32_t step = 0; step <= encoding->options.steps && !encoding->options.local_ssa; step++)
        vector_push(&encoded.copies, named_symbol(encoding, term_width(encoding->terms, symbol), "r%u[%u]",
                                                  encoding->symbols.count, step));
    vector_push(&encoding->symbols, encoded);
    *number = encoding->symbols.count;
}

static void encode_symbols(StepEncoding *encoding)
{
    for (uint32_t i = 0; i < encoding->program->threads.count; i++)
        for (uint32_t j = 0; j < thread_of(encoding, i)->places.count; j++) {
            const StepPlace *place = &thread_of(encoding, i)->places.data[j];
            for (uint32_t k = 0; k < place->accesses.count; k++)
                if (place->accesses.data[k].symbol)
                    add_symbol(encoding, place->accesses.data[k].symbol);
        }
}

static Term copy_of_symbol(void *context, Term symbol)
{
    const StepEncoding *encoding = context;
    const uint64_t *number = map_find(&encoding->symbol_numbers, symbol);
    if (!number || encoding->options.local_ssa)
        return symbol;
    return encoding->symbols.data[*number - 1].copies.data[encoding->now];
}

// The term as it is when the step has been made.
static Term term_after(StepEncoding *encoding, Term term, uint32_t step)
{
    encoding->now = step + 1;
    return encoding->options.local_ssa ? term : term_substitute(encoding->terms, term, copy_of_symbol, encoding);
}

static void require_equal(StepEncoding *encoding, Literal under, Term a, Term b)
{
    solver_assert_under(encoding->solver, under, term_equal(encoding->terms, a, b));
}

// --- Steps

// What keeps a thread from making the step; the false literal if nothing does.
static Literal blocked_at(StepEncoding *encoding, const StepPlace *place, uint32_t step)
{
    if (place->kind == STEP_LOCK)
        return has_value(encoding, encoding->variables.data[place->lock].data[step], 1, 1);
    if (place->kind == STEP_JOIN)
        return -stands(encoding, place->other, step, number_of_place(encoding, place->other, STEP_END));
    return -solver_true(encoding->solver);
}

static bool uses_lock(const StepPlace *place)
{
    return place->kind == STEP_LOCK || place->kind == STEP_UNLOCK;
}

static void encode_accesses(StepEncoding *encoding, const StepPlace *place, Literal executed, uint32_t step)
{
    for (uint32_t i = 0; i < place->accesses.count; i++) {
        const StepAccess *access = &place->accesses.data[i];
        const Terms *copies = &encoding->variables.data[access->variable];
        if (access->symbol)
            require_equal(encoding, executed, term_after(encoding, access->read, step), copies->data[step]);
        if (access->write)
            require_equal(encoding, executed, copies->data[step + 1], term_after(encoding, access->write, step));
    }
    if (uses_lock(place))
        require_equal(encoding, executed, encoding->variables.data[place->lock].data[step + 1],
                      term_boolean(encoding->terms, place->kind == STEP_LOCK));
}

static void encode_step(StepEncoding *encoding, uint32_t thread, uint32_t number, uint32_t step)
{
    const StepPlace *place = &thread_of(encoding, thread)->places.data[number];
    Literal executed = executes(encoding, thread, step, number);
    if (!executed)
        return;
    Solver *solver = encoding->solver;
    ADD_CLAUSE(encoding, -executed, -blocked_at(encoding, place, step));
    encode_accesses(encoding, place, executed, step);
    if (place->kind == STEP_CREATE)
        ADD_CLAUSE(encoding, -executed,
                   stands(encoding, place->other, step + 1,
                          number_of_place(encoding, place->other, thread_of(encoding, place->other)->first)));
    Literals ways = {0};
    vector_push(&ways, -executed);
    for (uint32_t i = 0; i < place->edges.count; i++) {
        const StepEdge *edge = &place->edges.data[i];
        Literal holds = solver_literal(solver, term_after(encoding, edge->guard, step));
        ADD_CLAUSE(encoding, -executed, -holds,
                   stands(encoding, thread, step + 1, number_of_place(encoding, thread, edge->target)));
        vector_push(&ways, holds);
    }
    for (uint32_t i = 0; i < place->checks.count; i++) {
        const StepCheck *check = &place->checks.data[i];
        Literal asked = solver_new_literal(solver);
        Literal holds = solver_literal(solver, term_after(encoding, check->guard, step));
        Literal violated = solver_and(solver, asked, solver_and(solver, executed, holds));
        ADD_CLAUSE(encoding, -violated, encoding->nobody.data[step + 1]);
        vector_push(&encoding->violations.data[check->question], violated);
        vector_push(&ways, violated);
    }
    solver_add_clause(solver, ways.data, ways.count);
    vector_free(&ways);
}

// --- What stays as it is

// Where none of the literals holds the two are the same.
static void keep_unless(StepEncoding *encoding, const Literals *changes, Term after, Term before)
{
    Literal same = solver_literal(encoding->solver, term_equal(encoding->terms, after, before));
    Literals clause = {0};
    vector_push(&clause, same);
    for (uint32_t i = 0; i < changes->count; i++)
        vector_push(&clause, changes->data[i]);
    solver_add_clause(encoding->solver, clause.data, clause.count);
    vector_free(&clause);
}

typedef bool Changes(const StepPlace *place, const void *what);

static void find_changes(StepEncoding *encoding, uint32_t step, Changes *changes, const void *what, Literals *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < encoding->program->threads.count; i++)
        for (uint32_t j = 0; j < thread_of(encoding, i)->places.count; j++) {
            Literal executed =
                changes(&thread_of(encoding, i)->places.data[j], what) ? executes(encoding, i, step, j) : 0;
            if (executed)
                vector_push(out, executed);
        }
}

static bool writes_variable(const StepPlace *place, const void *what)
{
    for (uint32_t i = 0; i < place->accesses.count; i++)
        if (place->accesses.data[i].variable == *(const uint32_t *)what && place->accesses.data[i].write)
            return true;
    return uses_lock(place) && place->lock == *(const uint32_t *)what;
}

static bool reads_symbol(const StepPlace *place, const void *what)
{
    for (uint32_t i = 0; i < place->accesses.count; i++)
        if (place->accesses.data[i].symbol == *(const Term *)what)
            return true;
    return false;
}

static bool creates_thread(const StepPlace *place, const void *what)
{
    return place->kind == STEP_CREATE && place->other == *(const uint32_t *)what;
}

static void encode_frame(StepEncoding *encoding, uint32_t step)
{
    Literals changes = {0};
    for (uint32_t i = 0; i < encoding->variables.count; i++) {
        find_changes(encoding, step, writes_variable, &i, &changes);
        keep_unless(encoding, &changes, encoding->variables.data[i].data[step + 1],
                    encoding->variables.data[i].data[step]);
    }
    for (uint32_t i = 0; i < encoding->symbols.count && !encoding->options.local_ssa; i++) {
        const EncodedSymbol *symbol = &encoding->symbols.data[i];
        find_changes(encoding, step, reads_symbol, &symbol->symbol, &changes);
        keep_unless(encoding, &changes, symbol->copies.data[step + 1], symbol->copies.data[step]);
    }
    for (uint32_t i = 0; i < encoding->threads.count; i++) {
        find_changes(encoding, step, creates_thread, &i, &changes);
        vector_push(&changes, encoding->threads.data[i].at.data[step].moves);
        keep_unless(encoding, &changes, encoding->threads.data[i].at.data[step + 1].place,
                    encoding->threads.data[i].at.data[step].place);
    }
    vector_free(&changes);
}

// --- Peephole partial order reduction

// Whether it lies in a part of the thread that nobody comes in between, or begins one.
static bool is_in_section(const StepThread *thread, const StepPlace *place)
{
    bool inside = place->alone;
    for (uint32_t i = 0; i < place->edges.count; i++)
        inside |= place->edges.data[i].target != STEP_END && thread->places.data[place->edges.data[i].target].alone;
    return inside;
}

static bool are_dependent(const StepEncoding *encoding, uint32_t thread, const StepPlace *a, uint32_t other,
                          const StepPlace *b)
{
    if (is_in_section(thread_of(encoding, thread), a) || is_in_section(thread_of(encoding, other), b))
        return true;
    if ((a->kind == STEP_CREATE || a->kind == STEP_JOIN) && a->other == other)
        return true;
    if ((b->kind == STEP_CREATE || b->kind == STEP_JOIN) && b->other == thread)
        return true;
    for (uint32_t i = 0; i < encoding->program->threads.count; i++)
        if (((a->kind == STEP_CREATE && a->other == i) || (a->kind == STEP_JOIN && a->other == i)) &&
            ((b->kind == STEP_CREATE && b->other == i) || (b->kind == STEP_JOIN && b->other == i)))
            return true;
    for (uint32_t i = 0; i < a->accesses.count; i++)
        for (uint32_t j = 0; j < b->accesses.count; j++)
            if (a->accesses.data[i].variable == b->accesses.data[j].variable &&
                (a->accesses.data[i].write || b->accesses.data[j].write))
                return true;
    return uses_lock(a) && uses_lock(b) && a->lock == b->lock;
}

// After a step of a thread none of an earlier thread that could as well have come before it.
static void reduce(StepEncoding *encoding, uint32_t thread, uint32_t number, uint32_t step)
{
    const StepPlace *place = &thread_of(encoding, thread)->places.data[number];
    Literal executed = executes(encoding, thread, step, number);
    Literals clause = {0};
    for (uint32_t i = 0; i < thread && executed; i++) {
        clause.count = 0;
        vector_push(&clause, -executed);
        vector_push(&clause, -encoding->threads.data[i].at.data[step + 1].moves);
        for (uint32_t j = 0; j < thread_of(encoding, i)->places.count; j++)
            if (stands(encoding, i, step + 1, j) &&
                are_dependent(encoding, thread, place, i, &thread_of(encoding, i)->places.data[j]))
                vector_push(&clause, stands(encoding, i, step + 1, j));
        solver_add_clause(encoding->solver, clause.data, clause.count);
    }
    vector_free(&clause);
}

// --- The encoding

const char *steps_unknown_property(PropertyMask properties)
{
    if (properties & PROPERTY_BIT(PROPERTY_RACE))
        return "data races";
    return properties & PROPERTY_BIT(PROPERTY_LEAK) ? "leaks" : NULL;
}

static bool encode_step_of_all(StepEncoding *encoding, uint32_t step, Limits *limits)
{
    const StepProgram *program = encoding->program;
    for (uint32_t i = 0; i < program->threads.count; i++) {
        if (limits && limits_exceeded(limits) != LIMIT_NONE)
            return false;
        for (uint32_t j = 0; j < program->threads.data[i].places.count; j++) {
            encode_step(encoding, i, j, step);
            if (encoding->options.peephole_reduction)
                reduce(encoding, i, j, step);
        }
    }
    encode_frame(encoding, step);
    return true;
}

StepEncoding *steps_encode(const StepProgram *program, const StepOptions *options, Limits *limits)
{
    StepEncoding *encoding = memory_allocate_zeroed(sizeof *encoding);
    encoding->program = program;
    encoding->options = *options;
    encoding->terms = program->terms;
    encoding->solver = solver_create(program->terms, limits);
    vector_resize(&encoding->violations, program->questions);
    bool complete = encode_time(encoding, limits);
    if (complete) {
        encode_variables(encoding);
        encode_symbols(encoding);
    }
    for (uint32_t step = 0; complete && step < options->steps; step++)
        complete = encode_step_of_all(encoding, step, limits);
    if (complete)
        return encoding;
    steps_free(encoding);
    return NULL;
}

void steps_free(StepEncoding *encoding)
{
    if (!encoding)
        return;
    for (uint32_t i = 0; i < encoding->threads.count; i++) {
        for (uint32_t j = 0; j < encoding->threads.data[i].at.count; j++)
            vector_free(&encoding->threads.data[i].at.data[j].stands);
        vector_free(&encoding->threads.data[i].at);
        vector_free(&encoding->threads.data[i].earliest);
    }
    for (uint32_t i = 0; i < encoding->variables.count; i++)
        vector_free(&encoding->variables.data[i]);
    for (uint32_t i = 0; i < encoding->symbols.count; i++)
        vector_free(&encoding->symbols.data[i].copies);
    for (uint32_t i = 0; i < encoding->violations.count; i++)
        vector_free(&encoding->violations.data[i]);
    vector_free(&encoding->threads);
    vector_free(&encoding->variables);
    vector_free(&encoding->symbols);
    vector_free(&encoding->violations);
    vector_free(&encoding->nobody);
    map_free(&encoding->symbol_numbers);
    solver_free(encoding->solver);
    free(encoding);
}

Solver *steps_solver(const StepEncoding *encoding)
{
    return encoding->solver;
}

Literal steps_question(StepEncoding *encoding, uint32_t question)
{
    const Literals *ways = &encoding->violations.data[question];
    return solver_or_all(encoding->solver, ways->data, ways->count);
}

bool steps_ask_any(StepEncoding *encoding, const Literal *questions, uint32_t count, uint32_t *answered)
{
    Literals clause = {0};
    Literal any = solver_new_literal(encoding->solver);
    vector_push(&clause, -any);
    for (uint32_t i = 0; i < count; i++)
        if (questions[i])
            vector_push(&clause, questions[i]);
    bool found = clause.count > 1;
    solver_add_clause(encoding->solver, clause.data, clause.count);
    vector_free(&clause);
    if (!found || solver_solve(encoding->solver, &any, 1) != SOLVE_SATISFIED)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (questions[i] && solver_value(encoding->solver, questions[i]))
            *answered = i;
    return true;
}

Literal steps_reaches(StepEncoding *encoding, uint32_t thread, uint32_t place)
{
    uint32_t end = encoding->options.steps;
    Literal reaches = stands(encoding, thread, end, number_of_place(encoding, thread, STEP_END));
    for (uint32_t i = place; i < thread_of(encoding, thread)->places.count; i++)
        if (stands(encoding, thread, end, i) && !thread_of(encoding, thread)->places.data[i].rests)
            reaches = solver_or(encoding->solver, reaches, stands(encoding, thread, end, i));
    return reaches;
}

// Nobody moves any more once it is over, so the end is the place to look.
Literal steps_deadlock(StepEncoding *encoding)
{
    Solver *solver = encoding->solver;
    uint32_t end = encoding->options.steps;
    Literal nobody_can = solver_true(solver), somebody_waits = -solver_true(solver);
    for (uint32_t i = 0; i < encoding->threads.count; i++) {
        Literals stuck = {0};
        Literal ended = stands(encoding, i, end, number_of_place(encoding, i, STEP_END));
        Literal over = solver_or(solver, ended, stands(encoding, i, end, number_of_uncreated(encoding, i)));
        for (uint32_t j = 0; j < thread_of(encoding, i)->places.count; j++) {
            const StepPlace *place = &thread_of(encoding, i)->places.data[j];
            Literal there = stands(encoding, i, end, j);
            if (there && place->rests)
                over = solver_or(solver, over, there);
            else if (there)
                vector_push(&stuck, solver_and(solver, there, blocked_at(encoding, place, end)));
        }
        Literal waits = solver_or_all(solver, stuck.data, stuck.count);
        somebody_waits = solver_or(solver, somebody_waits, waits);
        nobody_can = solver_and(solver, nobody_can, solver_or(solver, waits, over));
        vector_free(&stuck);
    }
    // What was violated before does not count.
    for (uint32_t i = 0; i < encoding->violations.count; i++)
        nobody_can = solver_and(solver, nobody_can, -steps_question(encoding, i));
    return solver_and(solver, nobody_can, somebody_waits);
}

void steps_exclude_end(StepEncoding *encoding, Literal question)
{
    Literals clause = {0};
    vector_push(&clause, -question);
    for (uint32_t i = 0; i < encoding->threads.count; i++) {
        const Literals *places = &encoding->threads.data[i].at.data[encoding->options.steps].stands;
        for (uint32_t j = 0; j < places->count; j++)
            if (places->data[j] && solver_value(encoding->solver, places->data[j]))
                vector_push(&clause, -places->data[j]);
    }
    solver_add_clause(encoding->solver, clause.data, clause.count);
    vector_free(&clause);
}

void steps_read(const StepEncoding *encoding, StepsTaken *out)
{
    out->count = 0;
    for (uint32_t step = 0; step < encoding->options.steps; step++)
        for (uint32_t i = 0; i < encoding->threads.count; i++) {
            const ThreadAt *at = &encoding->threads.data[i].at.data[step];
            if (!solver_value(encoding->solver, at->moves))
                continue;
            for (uint32_t j = 0; j < thread_of(encoding, i)->places.count; j++)
                if (at->stands.data[j] && solver_value(encoding->solver, at->stands.data[j]))
                    vector_push(out, (StepTaken){i, j});
        }
}
