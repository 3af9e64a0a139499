// A variable of a thread's own is called after it: `i@1` is the i of thread 1, `i@main` that of main. Among threads without
// end one is watched, `i@any`; what is said of it holds for each of them.
#include "invariant/show.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"

#define C_NAME "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.[]"

typedef VECTOR(int64_t) VectorOfValues;

static const char *const own_suffix = "@any";

static void append_thread(const Machine *state, uint32_t thread, Text *out)
{
    if (!thread)
        text_append(out, "main");
    else if (thread == machine_watched_thread(state))
        text_append(out, "any thread");
    else
        text_format(out, "thread %u", thread);
}

static void append_locks(const Machine *state, uint32_t thread, Text *out)
{
    uint32_t count;
    const uint64_t *locks = machine_locks_held(state, thread, &count);
    for (uint32_t i = 0; i < count; i++) {
        text_append(out, i ? ", " : " [");
        machine_name_synchronisation(state, locks[i], out);
    }
    text_append(out, count ? "]" : "");
}

static void describe_place(const Machine *state, Text *out)
{
    const Program *program = machine_program(state);
    for (uint32_t i = 0; i < machine_thread_count(state); i++) {
        if (machine_thread_finished(state, i) || i + 1 == machine_guest(state))
            continue;
        const Position *position = &program->positions.data[machine_thread_position(state, i)];
        text_append(out, out->length ? ", " : "");
        append_thread(state, i, out);
        if (position->line)
            text_format(out, " %s:%u", file_name_of(program->files.data[position->file]), position->line);
        append_locks(state, i, out);
    }
}

static void name_location(const Machine *state, const PlaceVariable *variable, Text *out)
{
    uint32_t thread, index;
    if (!location_is_register(variable->location, &thread, &index)) {
        machine_name_address(state, variable->location, variable->width / 8, out);
        return;
    }
    const char *name = index == RESULT_REGISTER ? "result" : machine_register_name(state, thread, index);
    if (name)
        text_append(out, name);
    else
        text_format(out, "value%u", index);
    if (!thread)
        text_append(out, "@main");
    else if (thread == machine_watched_thread(state))
        text_append(out, own_suffix);
    else
        text_format(out, "@%u", thread);
}

// The arguments of a place's predicate as people know them.
typedef struct Named {
    TermList symbols;
    VECTOR(bool) global; // of each: it is a variable in C, which threads change by steps only
} Named;

static void free_named(Named *named)
{
    vector_free(&named->symbols);
    vector_free(&named->global);
}

// A static variable of a function has a dot in its name.
static bool is_global(const Places *places, Location location, const char *name)
{
    const Program *program = places->task->program;
    const Facts *facts = places->options.facts;
    uint32_t thread, index;
    if (location_is_register(location, &thread, &index) || name[strspn(name, C_NAME)])
        return false;
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        if (location - global->address < global->size && !global->thread_local_)
            return !strchr(global->name, '.') && (!facts || facts->global_uses[i] == GLOBAL_SHARED);
    }
    return false;
}

static void name_arguments(const Counting *counting, uint32_t index, const HornPredicate *predicate, Named *out)
{
    const Places *places = counting->places;
    const Place *place = &places->places.data[index];
    for (uint32_t i = 0; i < predicate->symbols.count; i++) {
        Text name = {0};
        uint32_t width = term_width(places->terms, predicate->symbols.data[i]);
        bool global = false;
        if (i < place->variables.count) {
            name_location(place->state, &place->variables.data[i], &name);
            global = is_global(places, place->variables.data[i].location, text_string(&name));
        } else {
            const Counter *counter = &counting->counters.data[i - place->variables.count];
            text_append(&name, "share_of_");
            machine_name_address(place->state, counter->location, counter->cell_width / 8, &name);
            text_append(&name, own_suffix);
        }
        vector_push(&out->symbols, term_symbol(places->terms, width, text_string(&name)));
        vector_push(&out->global, global);
        text_free(&name);
    }
}

// --- Facts

static int compare_values(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

// Whether the formula says that a term is one of some constants, which are added to `values`.
static bool list_values(const TermTable *terms, Term formula, Term *term, VectorOfValues *values)
{
    if (term_kind(terms, formula) == TERM_or)
        return list_values(terms, term_operand(terms, formula, 0), term, values) &&
               list_values(terms, term_operand(terms, formula, 1), term, values);
    if (term_kind(terms, formula) != TERM_equal)
        return false;
    Term a = term_operand(terms, formula, 0), b = term_operand(terms, formula, 1);
    Term constant = term_is_constant(terms, a) ? a : b, other = term_is_constant(terms, a) ? b : a;
    if (!term_is_constant(terms, constant) || (*term && *term != other))
        return false;
    *term = other;
    uint32_t unused = 64 - term_width(terms, constant);
    vector_push(values, (int64_t)(term_constant_value(terms, constant) << unused) >> unused);
    return true;
}

static void append_fact(const TermTable *terms, Term formula, Text *out)
{
    VectorOfValues values = {0};
    Term term = NO_TERM;
    if (list_values(terms, formula, &term, &values) && values.count > 1) {
        qsort(values.data, values.count, sizeof *values.data, compare_values);
        term_append(terms, term, out);
        for (uint32_t i = 0; i < values.count; i++)
            text_format(out, "%s%lld", i ? ", " : " in {", (long long)values.data[i]);
        text_append(out, "}");
    } else {
        term_append(terms, formula, out);
    }
    vector_free(&values);
}

// --- Places together

// A global that some fact is about.
typedef struct ToldGlobal {
    Location location;
    uint32_t width;
    Term symbol;
} ToldGlobal;

// What the facts say about globals wherever the threads stand.
typedef struct Always {
    const Places *places;
    VECTOR(ToldGlobal) globals;
    VECTOR(TermList) facts; // by place
    TermList ways;          // one of them holds
} Always;

enum { WAYS = 16 };

// The symbol of a global, the same at all places.
static Term symbol_of_global(Always *always, const PlaceVariable *variable, Term named)
{
    for (uint32_t i = 0; i < always->globals.count; i++)
        if (always->globals.data[i].location == variable->location && always->globals.data[i].width == variable->width)
            return always->globals.data[i].symbol;
    vector_push(&always->globals, ((ToldGlobal){variable->location, variable->width, named}));
    return named;
}

// Takes note of a formula over the arguments of the place's predicate, if it is about globals only.
static void note_fact(Always *always, const Horn *horn, uint32_t index, const Named *named, Term formula)
{
    const Place *place = &always->places->places.data[index];
    const HornPredicate *predicate = &horn->predicates.data[index];
    HornAtom atom = {.predicate = index};
    bool about_globals = true;
    for (uint32_t i = 0; i < predicate->symbols.count; i++) {
        bool mentioned = term_mentions(horn->terms, formula, predicate->symbols.data[i]);
        about_globals &= named->global.data[i] || !mentioned;
        vector_push(&atom.arguments, mentioned && named->global.data[i]
                                         ? symbol_of_global(always, &place->variables.data[i], named->symbols.data[i])
                                         : named->symbols.data[i]);
    }
    if (about_globals)
        vector_push(&always->facts.data[index], horn_apply(horn, &atom, formula));
    vector_free(&atom.arguments);
}

static bool has_variable(const Place *place, const ToldGlobal *global)
{
    for (uint32_t i = 0; i < place->variables.count; i++)
        if (place->variables.data[i].location == global->location)
            return true;
    return false;
}

// What is known at a place; of a global that is no variable there that it is what it is.
static Term known_at(const Always *always, uint32_t index)
{
    TermTable *terms = always->places->terms;
    const Place *place = &always->places->places.data[index];
    Term known = term_boolean(terms, true);
    for (uint32_t i = 0; i < always->facts.data[index].count; i++)
        known = term_and(terms, known, always->facts.data[index].data[i]);
    for (uint32_t i = 0; i < always->globals.count; i++) {
        const ToldGlobal *global = &always->globals.data[i];
        if (has_variable(place, global) || !machine_has_bytes(place->state, global->location, global->width / 8))
            continue;
        uint64_t value = machine_held_word(place->state, global->location, global->width);
        known = term_and(terms, known, term_equal(terms, global->symbol, term_constant(terms, global->width, value)));
    }
    return known;
}

static bool is_excluded(const Always *always, Term term)
{
    Solver *solver = solver_create(always->places->terms, always->places->task->limits);
    solver_assert(solver, term);
    bool excluded = solver_solve(solver, NULL, 0) == SOLVE_REFUTED;
    solver_free(solver);
    return excluded;
}

// Adds a way that the others do not cover. False if it says nothing, or there are too many.
static bool add_way(Always *always, Term way)
{
    TermTable *terms = always->places->terms;
    Term new = way;
    for (uint32_t i = 0; i < always->ways.count; i++)
        new = term_and(terms, new, term_not(terms, always->ways.data[i]));
    if (is_excluded(always, new))
        return true;
    if (is_excluded(always, term_not(terms, way)) || always->ways.count == WAYS)
        return false;
    // Those that it covers go.
    uint32_t kept = 0;
    for (uint32_t i = 0; i < always->ways.count; i++)
        if (!is_excluded(always, term_and(terms, always->ways.data[i], term_not(terms, way))))
            always->ways.data[kept++] = always->ways.data[i];
    always->ways.count = kept;
    vector_push(&always->ways, way);
    return true;
}

static void append_always(Always *always, Text *out)
{
    bool known = always->globals.count > 0;
    for (uint32_t i = 0; i < always->places->places.count && known; i++)
        known = add_way(always, known_at(always, i));
    Term all = term_boolean(always->places->terms, false);
    for (uint32_t i = 0; i < always->ways.count; i++)
        all = term_or(always->places->terms, all, always->ways.data[i]);
    if (!known || is_excluded(always, term_not(always->places->terms, all)) ||
        !term_append_c(always->places->terms, all, out))
        text_clear(out);
}

static void free_always(Always *always)
{
    for (uint32_t i = 0; i < always->facts.count; i++)
        vector_free(&always->facts.data[i]);
    vector_free(&always->facts);
    vector_free(&always->globals);
    vector_free(&always->ways);
}

static void show_place(const Counting *counting, const Horn *horn, const TermList *formulas, uint32_t index,
                       Always *always, Proof *out)
{
    Named named = {0};
    name_arguments(counting, index, &horn->predicates.data[index], &named);
    HornAtom atom = {.predicate = index, .arguments = named.symbols};
    for (uint32_t i = 0; i < formulas->count; i++) {
        Text words = {0};
        append_fact(horn->terms, horn_apply(horn, &atom, formulas->data[i]), &words);
        proof_add(out, text_string(&words), index);
        text_free(&words);
        note_fact(always, horn, index, &named, formulas->data[i]);
    }
    free_named(&named);
}

// Of functions that are only run as threads: whoever is in one, what threads do to shared variables are steps.
static void list_loops(const Places *places, Proof *out)
{
    const Program *program = places->task->program;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        uint32_t call;
        if (function->from_model || !strcmp(function->name, "main") || program_find_call(program, i, &call))
            continue;
        for (uint32_t j = 0; j < function->loop_count; j++) {
            const Position *position = &program->positions.data[function->loops[j].position];
            ProofLoop loop = {.line = position->line, .column = position->column};
            if (!position->line)
                continue;
            text_append(&loop.file, program->files.data[position->file]);
            text_append(&loop.function, function->name);
            vector_push(&out->loops, loop);
        }
    }
}

void show_invariants(const Counting *counting, const Horn *horn, const FormulaLists *formulas, Proof *out)
{
    const Places *places = counting->places;
    Always always = {.places = places};
    vector_resize(&always.facts, places->places.count);
    CHECK(places->places.count <= horn->predicates.count);
    proof_free(out);
    out->found = true;
    for (uint32_t i = 0; i < places->places.count; i++) {
        Text words = {0};
        describe_place(places->places.data[i].state, &words);
        vector_push(&out->places, words);
        show_place(counting, horn, &formulas->data[i], i, &always, out);
    }
    append_always(&always, &out->always);
    free_always(&always);
    if (out->always.length)
        list_loops(places, out);
}
