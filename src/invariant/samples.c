#include "invariant/samples.h"

#include <string.h>

#include "base/map.h"
#include "base/none.h"
#include "base/random.h"

enum {
    SAMPLE_LIMIT = 150, // of one predicate
    FIRST_TRIES = 40,   // of a clause without body
    OTHER_TRIES = 4,    // of one that reads inputs, for each sample
};

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

bool sample_add(Sample *sample, const uint64_t *values, uint32_t symbols)
{
    if (is_known(sample, values, symbols))
        return false;
    vector_resize(&sample->values, (uint64_t)++sample->count * symbols);
    if (symbols)
        memcpy(sample->values.data + (uint64_t)(sample->count - 1) * symbols, values, symbols * sizeof *values);
    return true;
}

// One that is to be put into the clauses.
typedef struct Fresh {
    uint32_t predicate, index;
} Fresh;

typedef struct Drawing {
    Samples *samples;
    const Horn *horn;
    uint64_t random;
    VECTOR(Fresh) queue;
} Drawing;

static void add_sample(Drawing *drawing, Binding *binding, const HornAtom *head)
{
    Sample *sample = &drawing->samples->predicates.data[head->predicate];
    uint32_t count = head->arguments.count;
    VECTOR(uint64_t) values = {0};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&values, evaluate(binding, head->arguments.data[i]));
    if (sample->count < SAMPLE_LIMIT && sample_add(sample, values.data, count))
        vector_push(&drawing->queue, (Fresh){head->predicate, sample->count - 1});
    vector_free(&values);
}

// The body is made true by samples, the atom `at` by the fresh one. Returns whether inputs were read.
static bool try_clause(Drawing *drawing, const HornClause *clause, uint32_t at, const Fresh *fresh)
{
    Binding binding = {.random = &drawing->random, .horn = drawing->horn};
    bool holds = true;
    uint32_t bound = 0;
    for (uint32_t i = 0; i < clause->body_count && holds; i++) {
        const Sample *sample = &drawing->samples->predicates.data[clause->body[i].predicate];
        uint32_t index = i == at         ? fresh->index
                         : sample->count ? (uint32_t)(random_next(&drawing->random) % sample->count)
                                         : NONE;
        holds = index != NONE &&
                bind_atom(&binding, &clause->body[i], sample_at(sample, index, clause->body[i].arguments.count));
    }
    bound = binding.values.count;
    if (holds && evaluate(&binding, clause->condition))
        add_sample(drawing, &binding, &clause->head);
    bool read = binding.values.count > bound || clause->body_count > 1;
    map_free(&binding.values);
    return read;
}

static void put_into_clauses(Drawing *drawing, Fresh fresh)
{
    for (uint32_t i = 0; i < drawing->horn->clauses.count; i++) {
        const HornClause *clause = &drawing->horn->clauses.data[i];
        for (uint32_t j = 0; j < clause->body_count && clause->head.predicate != HORN_NO_HEAD; j++)
            for (uint32_t tries = 0; clause->body[j].predicate == fresh.predicate && tries < OTHER_TRIES; tries++)
                if (!try_clause(drawing, clause, j, &fresh))
                    break;
    }
}

void samples_draw(Samples *samples, const Horn *horn, Limits *limits)
{
    Drawing drawing = {.samples = samples, .horn = horn, .random = 1};
    vector_resize(&samples->predicates, horn->predicates.count);
    for (uint32_t i = 0; i < horn->clauses.count; i++)
        for (uint32_t tries = 0; !horn->clauses.data[i].body_count && tries < FIRST_TRIES; tries++)
            if (horn->clauses.data[i].head.predicate != HORN_NO_HEAD)
                try_clause(&drawing, &horn->clauses.data[i], NONE, NULL);
    for (uint32_t i = 0; i < drawing.queue.count && !limits_stop(limits); i++)
        put_into_clauses(&drawing, drawing.queue.data[i]);
    vector_free(&drawing.queue);
}

void samples_free(Samples *samples)
{
    for (uint32_t i = 0; i < samples->predicates.count; i++)
        vector_free(&samples->predicates.data[i].values);
    vector_free(&samples->predicates);
}
