#include "invariant/samples.h"

#include <string.h>

#include "base/map.h"
#include "base/random.h"

enum { SAMPLE_LIMIT = 120, SAMPLE_ROUNDS = 400, SAMPLE_TRIES = 4 };

// Values of the symbols of a clause.
typedef struct Binding {
    Map values; // by symbol
    uint64_t *random;
    const Horn *horn;
} Binding;

static uint64_t draw_input(uint64_t *random)
{
    uint64_t kind = random_next(random) % 8, any = random_next(random);
    return kind < 4 ? any % 4 : kind < 6 ? any % 12 : kind == 6 ? UINT64_C(0) - any % 4 : any;
}

static uint64_t mask_of(const Horn *horn, Term term)
{
    uint32_t width = term_width(horn->terms, term);
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

// What nothing has bound is an input.
static uint64_t value_of(void *context, Term symbol)
{
    Binding *binding = context;
    const uint64_t *known = map_find(&binding->values, symbol);
    if (known)
        return *known;
    uint64_t value = draw_input(binding->random) & mask_of(binding->horn, symbol);
    *map_insert(&binding->values, symbol) = value;
    return value;
}

static uint64_t evaluate(Binding *binding, Term term)
{
    return term_evaluate(binding->horn->terms, term, value_of, binding);
}

// Whether the arguments can have the values, beside what is bound already.
static bool bind_atom(Binding *binding, const HornAtom *atom, const uint64_t *values)
{
    for (uint32_t i = 0; i < atom->arguments.count; i++) {
        Term argument = atom->arguments.data[i];
        if (term_kind(binding->horn->terms, argument) == TERM_symbol && !map_find(&binding->values, argument))
            *map_insert(&binding->values, argument) = values[i];
        else if (evaluate(binding, argument) != values[i])
            return false;
    }
    return true;
}

static bool is_known(const Sample *sample, const uint64_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < sample->count; i++)
        if (!count || !memcmp(sample_at(sample, i, count), values, count * sizeof *values))
            return true;
    return false;
}

static void add_sample(Sample *sample, Binding *binding, const HornAtom *head)
{
    uint32_t count = head->arguments.count;
    VECTOR(uint64_t) values = {0};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&values, evaluate(binding, head->arguments.data[i]));
    if (!is_known(sample, values.data, count)) {
        // The first ones stay: they are what the others come from.
        uint32_t at = sample->count;
        if (at == SAMPLE_LIMIT)
            at = SAMPLE_LIMIT / 4 + (uint32_t)(random_next(binding->random) % (SAMPLE_LIMIT * 3 / 4));
        else
            vector_resize(&sample->values, (uint64_t)++sample->count * count);
        if (count)
            memcpy(sample->values.data + (uint64_t)at * count, values.data, count * sizeof *values.data);
    }
    vector_free(&values);
}

static void try_clause(Samples *samples, const Horn *horn, const HornClause *clause, uint64_t *random)
{
    Binding binding = {.random = random, .horn = horn};
    bool holds = true;
    for (uint32_t i = 0; i < clause->body_count && holds; i++) {
        const Sample *sample = &samples->predicates.data[clause->body[i].predicate];
        holds = sample->count &&
                bind_atom(&binding, &clause->body[i],
                          sample_at(sample, (uint32_t)(random_next(random) % sample->count),
                                    clause->body[i].arguments.count));
    }
    if (holds && evaluate(&binding, clause->condition))
        add_sample(&samples->predicates.data[clause->head.predicate], &binding, &clause->head);
    map_free(&binding.values);
}

void samples_draw(Samples *samples, const Horn *horn, Limits *limits)
{
    uint64_t random = 1;
    vector_resize(&samples->predicates, horn->predicates.count);
    for (uint32_t round = 0; round < SAMPLE_ROUNDS && !limits_stop(limits); round++)
        for (uint32_t i = 0; i < horn->clauses.count; i++)
            for (uint32_t tries = 0; tries < SAMPLE_TRIES && horn->clauses.data[i].head.predicate != HORN_NO_HEAD; tries++)
                try_clause(samples, horn, &horn->clauses.data[i], &random);
}

void samples_free(Samples *samples)
{
    for (uint32_t i = 0; i < samples->predicates.count; i++)
        vector_free(&samples->predicates.data[i].values);
    vector_free(&samples->predicates);
}
