// Which values a read can have at all: those that the writes it may take can put, whatever the order. Where these are
// few, most conditions of a run are found to hold in every execution (a pointer that is set once, a flag that has two
// values), without a question to the solver.
//
// A fixed point: sets of values per read and write grow from nothing; a set that gets too large is that of all values.
#include "encode/concurrent_trace.h"

enum {
    VALUE_LIMIT = 8,     // of one set
    SYMBOL_LIMIT = 3,    // in a term that is evaluated
    ACCESS_LIMIT = 3000, // of a trace that is looked at
    ROUND_LIMIT = 50,
};

typedef struct ValueSet {
    uint64_t values[VALUE_LIMIT];
    uint32_t count;
    bool all;
} ValueSet;

typedef struct Valuation {
    ConcurrentTrace *concurrent;
    VECTOR(ValueSet) reads;  // per access
    VECTOR(ValueSet) writes; // per access
    VECTOR(Selection) selections;
} Valuation;

static bool add_value(ValueSet *set, uint64_t value)
{
    if (set->all)
        return false;
    for (uint32_t i = 0; i < set->count; i++)
        if (set->values[i] == value)
            return false;
    if (set->count == VALUE_LIMIT)
        set->all = true;
    else
        set->values[set->count++] = value;
    return true;
}

static bool add_values(ValueSet *set, const ValueSet *more)
{
    if (set->all)
        return false;
    bool changed = more->all;
    set->all = more->all;
    for (uint32_t i = 0; i < more->count; i++)
        changed |= add_value(set, more->values[i]);
    return changed;
}

// A term to evaluate: its symbols, with the sets they range over and the values they have at the moment.
typedef struct Evaluation {
    const Valuation *valuation;
    Term symbols[SYMBOL_LIMIT];
    const ValueSet *sets[SYMBOL_LIMIT];
    uint32_t chosen[SYMBOL_LIMIT];
    uint32_t count;
    bool unknown; // it depends on something that can have any value
} Evaluation;

static void note_symbol(void *context, Term symbol)
{
    Evaluation *evaluation = context;
    const ConcurrentTrace *concurrent = evaluation->valuation->concurrent;
    const uint64_t *access = map_find(&concurrent->symbol_access, symbol);
    if (!access || concurrent->accesses.data[*access - 1].read != symbol || evaluation->count == SYMBOL_LIMIT ||
        evaluation->valuation->reads.data[*access - 1].all) {
        evaluation->unknown = true;
        return;
    }
    evaluation->symbols[evaluation->count] = symbol;
    evaluation->sets[evaluation->count++] = &evaluation->valuation->reads.data[*access - 1];
}

static uint64_t symbol_value(void *context, Term symbol)
{
    const Evaluation *evaluation = context;
    uint32_t i = 0;
    while (evaluation->symbols[i] != symbol)
        i++;
    return evaluation->sets[i]->values[evaluation->chosen[i]];
}

// The values of a term; none if one of its reads has none yet.
static ValueSet evaluate(const Valuation *valuation, Term term)
{
    TermTable *terms = valuation->concurrent->terms;
    Evaluation evaluation = {.valuation = valuation};
    term_each_symbol(terms, term, terms_new_mark(terms), note_symbol, &evaluation);
    ValueSet result = {.all = evaluation.unknown};
    for (uint32_t i = 0; i < evaluation.count && !result.all; i++)
        if (!evaluation.sets[i]->count)
            return result;
    for (bool more = !result.all; more && !result.all;) {
        add_value(&result, term_evaluate(terms, term, symbol_value, &evaluation));
        uint32_t i = 0;
        while (i < evaluation.count && ++evaluation.chosen[i] == evaluation.sets[i]->count)
            evaluation.chosen[i++] = 0;
        more = i < evaluation.count;
    }
    return result;
}

static bool spread(Valuation *valuation)
{
    const ConcurrentTrace *concurrent = valuation->concurrent;
    bool changed = false;
    for (uint32_t i = 0; i < concurrent->accesses.count && !concurrent_trace_stopped(concurrent); i++) {
        if (!concurrent->accesses.data[i].write)
            continue;
        ValueSet written = evaluate(valuation, concurrent->accesses.data[i].write);
        changed |= add_values(&valuation->writes.data[i], &written);
    }
    for (uint32_t i = 0; i < concurrent->accesses.count && !concurrent_trace_stopped(concurrent); i++) {
        const Access *access = &concurrent->accesses.data[i];
        if (!access->read || concurrent->cells.data[access->cell].semaphore)
            continue;
        if (valuation->selections.data[i].initial) {
            Term initial = concurrent->cells.data[access->cell].initial;
            ValueSet first = {.all = true};
            if (initial)
                first = evaluate(valuation, initial);
            changed |= add_values(&valuation->reads.data[i], &first);
        }
        for (uint32_t j = 0; j < valuation->selections.data[i].candidates.count; j++)
            changed |= add_values(&valuation->reads.data[i],
                                  &valuation->writes.data[valuation->selections.data[i].candidates.data[j]]);
    }
    return changed;
}

static bool always_holds(const Valuation *valuation, Term term)
{
    ValueSet values = evaluate(valuation, term);
    return !values.all && values.count == 1 && values.values[0] == 1;
}

void concurrent_trace_find_values(ConcurrentTrace *concurrent, Order *order)
{
    if (concurrent->accesses.count > ACCESS_LIMIT)
        return;
    Valuation valuation = {.concurrent = concurrent};
    vector_resize(&valuation.reads, concurrent->accesses.count);
    vector_resize(&valuation.writes, concurrent->accesses.count);
    vector_resize(&valuation.selections, concurrent->accesses.count);
    for (uint32_t i = 0; i < concurrent->accesses.count && !concurrent_trace_stopped(concurrent); i++) {
        const Access *access = &concurrent->accesses.data[i];
        if (access->read && !concurrent->cells.data[access->cell].semaphore)
            concurrent_trace_select_writes(concurrent, order, access, &valuation.selections.data[i]);
        else
            valuation.reads.data[i].all = true;
    }
    uint32_t rounds = 0;
    while (rounds < ROUND_LIMIT && spread(&valuation) && !concurrent_trace_stopped(concurrent))
        rounds++;
    for (uint32_t i = 0; i < concurrent->threads.count && rounds < ROUND_LIMIT; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count && !concurrent_trace_stopped(concurrent);
             j++) {
            Condition *condition = &concurrent->threads.data[i].conditions.data[j];
            condition->certain = always_holds(&valuation, condition->term);
        }
    for (uint32_t i = 0; i < valuation.selections.count; i++)
        selection_free(&valuation.selections.data[i]);
    vector_free(&valuation.reads);
    vector_free(&valuation.writes);
    vector_free(&valuation.selections);
}
