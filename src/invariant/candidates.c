#include "invariant/candidates.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/none.h"
#include "invariant/affine.h"

enum { CONSTANT_LIMIT = 24, SET_LIMIT = 4, CANDIDATE_LIMIT = 1500 };

typedef struct Finder {
    const Horn *horn;
    TermTable *terms;
    const HornPredicate *predicate;
    const Sample *sample;
    Term guard;            // of what is looked for: it need hold only where this does
    VECTOR(uint32_t) rows; // samples for which it does
    CandidateList *out;
    VECTOR(bool) told; // symbols of which nothing more is to be said
    const Map *known;  // formulas that are in the list; NULL: none is looked up
} Finder;

static uint32_t symbol_count(const Finder *finder)
{
    return finder->predicate->symbols.count;
}

static Term symbol_at(const Finder *finder, uint32_t index)
{
    return finder->predicate->symbols.data[index];
}

static uint32_t width_at(const Finder *finder, uint32_t index)
{
    return term_width(finder->terms, symbol_at(finder, index));
}

static uint64_t value_at(const Finder *finder, uint32_t row, uint32_t index)
{
    return sample_at(finder->sample, finder->rows.data[row], symbol_count(finder))[index];
}

// Truth values are 0 and 1.
static int64_t number_at(const Finder *finder, uint32_t row, uint32_t index)
{
    uint32_t width = width_at(finder, index);
    uint64_t value = value_at(finder, row, index);
    return width == 1 || width == 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

static void add(const Finder *finder, Term formula)
{
    Term guarded = term_or(finder->terms, term_not(finder->terms, finder->guard), formula);
    if (finder->out->count < CANDIDATE_LIMIT && !term_is_true(finder->terms, guarded) &&
        !(finder->known && map_find(finder->known, guarded)))
        vector_push(finder->out, (Candidate){.formula = guarded});
}

static Term is_value(const Finder *finder, uint32_t index, uint64_t value)
{
    return term_equal(finder->terms, symbol_at(finder, index),
                      term_constant(finder->terms, width_at(finder, index), value));
}

// --- Few values

// How many different values a symbol has, up to one more than there may be.
static uint32_t list_values(const Finder *finder, uint32_t index, uint64_t values[SET_LIMIT + 1])
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < finder->rows.count && count <= SET_LIMIT; row++) {
        uint64_t value = value_at(finder, row, index);
        uint32_t i = 0;
        while (i < count && values[i] != value)
            i++;
        if (i == count)
            values[count++] = value;
    }
    return count;
}

static void add_set(const Finder *finder, uint32_t index)
{
    uint64_t values[SET_LIMIT + 1];
    uint32_t count = list_values(finder, index, values);
    if (count > SET_LIMIT)
        return;
    Term any = term_boolean(finder->terms, false);
    for (uint32_t i = 0; i < count; i++)
        any = term_or(finder->terms, any, is_value(finder, index, values[i]));
    add(finder, any);
}

static bool occur_together(const Finder *finder, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value)
{
    for (uint32_t row = 0; row < finder->rows.count; row++)
        if (value_at(finder, row, a) == a_value && value_at(finder, row, b) == b_value)
            return true;
    return false;
}

// That two symbols with few values do not have those together that no sample has.
static void add_exclusions(const Finder *finder, uint32_t a, uint32_t b)
{
    uint64_t a_values[SET_LIMIT + 1], b_values[SET_LIMIT + 1];
    uint32_t a_count = list_values(finder, a, a_values), b_count = list_values(finder, b, b_values);
    for (uint32_t i = 0; i < a_count && a_count <= SET_LIMIT && b_count <= SET_LIMIT; i++)
        for (uint32_t j = 0; j < b_count; j++)
            if (!occur_together(finder, a, a_values[i], b, b_values[j]))
                add(finder, term_not(finder->terms, term_and(finder->terms, is_value(finder, a, a_values[i]),
                                                             is_value(finder, b, b_values[j]))));
}

// That the difference of two symbols is one of few, as that of a ticket and the one whose turn it is.
static void add_differences(const Finder *finder, uint32_t a, uint32_t b)
{
    uint32_t width = width_at(finder, a);
    if (width != width_at(finder, b) || width == 1)
        return;
    TermTable *terms = finder->terms;
    uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    uint64_t values[SET_LIMIT + 1];
    uint32_t count = 0;
    for (uint32_t row = 0; row < finder->rows.count; row++) {
        uint64_t value = (value_at(finder, row, a) - value_at(finder, row, b)) & mask;
        uint32_t i = 0;
        while (i < count && values[i] != value)
            i++;
        if (i == count && count == SET_LIMIT)
            return;
        if (i == count)
            values[count++] = value;
    }
    Term difference = term_sub(terms, symbol_at(finder, a), symbol_at(finder, b));
    Term any = term_boolean(terms, false);
    for (uint32_t i = 0; i < count; i++)
        any = term_or(terms, any, term_equal(terms, difference, term_constant(terms, width, values[i])));
    add(finder, any);
}

// --- Order

typedef struct Pair {
    Term left, right;
    uint64_t left_value, right_value;
} Pair;

static uint64_t pair_value(void *context, Term symbol)
{
    const Pair *pair = context;
    return symbol == pair->left ? pair->left_value : pair->right_value;
}

// Whether a formula over two symbols holds for all samples; the second may be the first.
static bool holds_always(const Finder *finder, Term formula, uint32_t a, uint32_t b, Term left, Term right)
{
    for (uint32_t row = 0; row < finder->rows.count; row++) {
        Pair pair = {left, right, value_at(finder, row, a), value_at(finder, row, b)};
        if (!term_evaluate(finder->terms, formula, pair_value, &pair))
            return false;
    }
    return true;
}

static void add_if_true(const Finder *finder, Term formula, uint32_t a, uint32_t b)
{
    if (holds_always(finder, formula, a, b, symbol_at(finder, a), symbol_at(finder, b)))
        add(finder, formula);
}

static void add_orders(const Finder *finder, uint32_t a, uint32_t b)
{
    if (width_at(finder, a) != width_at(finder, b) || width_at(finder, a) == 1)
        return;
    TermTable *terms = finder->terms;
    Term x = symbol_at(finder, a), y = symbol_at(finder, b);
    add_if_true(finder, term_sle(terms, x, y), a, b);
    add_if_true(finder, term_sle(terms, y, x), a, b);
    add_if_true(finder, term_slt(terms, x, y), a, b);
    add_if_true(finder, term_slt(terms, y, x), a, b);
    add_if_true(finder, term_not(terms, term_equal(terms, x, y)), a, b);
    add_if_true(finder, term_ule(terms, x, y), a, b);
    add_if_true(finder, term_ule(terms, y, x), a, b);
}

static void add_bounds(const Finder *finder, uint32_t index, const TermList *constants)
{
    TermTable *terms = finder->terms;
    Term x = symbol_at(finder, index);
    for (uint32_t i = 0; i < constants->count; i++) {
        if (width_at(finder, index) == 1)
            return;
        Term bound = term_constant(terms, width_at(finder, index), term_constant_value(terms, constants->data[i]));
        add_if_true(finder, term_sle(terms, x, bound), index, index);
        add_if_true(finder, term_sle(terms, bound, x), index, index);
        add_if_true(finder, term_not(terms, term_equal(terms, x, bound)), index, index);
    }
}

// A sum is at most the smallest constant that does for all samples, and at least the largest one.
static void add_sums(const Finder *finder, uint32_t a, uint32_t b, const TermList *constants)
{
    uint32_t left = width_at(finder, a), right = width_at(finder, b), width = left > right ? left : right;
    if (left == 1 || right == 1)
        return;
    TermTable *terms = finder->terms;
    int64_t least = INT64_MAX, most = INT64_MIN, above = INT64_MAX, below = INT64_MIN;
    Term sum = term_add(terms, term_zero_extend(terms, symbol_at(finder, a), width),
                        term_zero_extend(terms, symbol_at(finder, b), width));
    for (uint32_t row = 0; row < finder->rows.count; row++) {
        Pair pair = {symbol_at(finder, a), symbol_at(finder, b), value_at(finder, row, a), value_at(finder, row, b)};
        uint64_t word = term_evaluate(terms, sum, pair_value, &pair);
        int64_t value = (int64_t)(word << (64 - width)) >> (64 - width);
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    for (uint32_t i = 0; i < constants->count; i++)
        for (int64_t by = -1; by <= 1; by++) { // whether `<` or `<=` is asked makes a difference of 1
            int64_t constant = (int64_t)(term_constant_value(terms, constants->data[i]) + (uint64_t)by);
            above = constant >= most && constant < above ? constant : above;
            below = constant <= least && constant > below ? constant : below;
        }
    if (above != INT64_MAX)
        add(finder, term_sle(terms, sum, term_constant(terms, width, (uint64_t)above)));
    if (below != INT64_MIN)
        add(finder, term_sle(terms, term_constant(terms, width, (uint64_t)below), sum));
}

// --- Equations

static Term as_wide(const Finder *finder, uint32_t index, uint32_t width)
{
    Term symbol = symbol_at(finder, index);
    return width_at(finder, index) == 1 ? term_zero_extend(finder->terms, symbol, width)
                                        : term_sign_extend(finder->terms, symbol, width);
}

static void add_equation(void *context, const int64_t *coefficients)
{
    const Finder *finder = context;
    uint32_t width = 8;
    for (uint32_t i = 0; i < symbol_count(finder); i++)
        if (coefficients[i + 1] && width_at(finder, i) > width)
            width = width_at(finder, i);
    uint32_t told = NONE;
    bool multiplies = false;
    for (uint32_t i = 0; i < symbol_count(finder); i++)
        multiplies |= coefficients[i + 1] > 1 || coefficients[i + 1] < -1;
    for (uint32_t i = 0; i < symbol_count(finder); i++)
        if ((coefficients[i + 1] == 1 || coefficients[i + 1] == -1) && width_at(finder, i) == width)
            told = i;
    int64_t sign = told != NONE && coefficients[told + 1] == 1 ? -1 : 1;
    Term rest = term_constant(finder->terms, width, (uint64_t)(sign * coefficients[0]));
    for (uint32_t i = 0; i < symbol_count(finder); i++)
        if (coefficients[i + 1] && i != told)
            rest = term_add(finder->terms, rest,
                            term_mul(finder->terms, as_wide(finder, i, width),
                                     term_constant(finder->terms, width, (uint64_t)(sign * coefficients[i + 1]))));
    uint32_t before = finder->out->count;
    Term other = told == NONE ? term_constant(finder->terms, width, 0) : symbol_at(finder, told);
    add(finder, term_equal(finder->terms, other, rest));
    if (told != NONE && term_is_true(finder->terms, finder->guard) && finder->out->count > before) {
        vector_last(finder->out).defined = told;
        vector_last(finder->out).definition = rest;
        vector_last(finder->out).multiplies = multiplies;
    }
}

static void add_equations(Finder *finder)
{
    uint32_t width = symbol_count(finder);
    int64_t *rows = memory_allocate(((uint64_t)finder->rows.count * width + 1) * sizeof *rows);
    for (uint32_t i = 0; i < finder->rows.count; i++)
        for (uint32_t j = 0; j < width; j++)
            rows[(uint64_t)i * width + j] = number_at(finder, i, j);
    affine_find(rows, finder->rows.count, width, add_equation, finder);
    free(rows);
}

// --- All of them

static void find_pair(const Finder *finder, uint32_t a, uint32_t b, const TermList *constants, GuessDepth depth)
{
    add_differences(finder, a, b);
    if (depth >= DEPTH_PAIRS) {
        add_orders(finder, a, b);
        add_exclusions(finder, a, b);
    }
    if (depth >= DEPTH_ALL)
        add_sums(finder, a, b, constants);
}

static void find_plain(Finder *finder, const TermList *constants, GuessDepth depth)
{
    add_equations(finder);
    vector_resize(&finder->told, symbol_count(finder));
    for (uint32_t i = 0; i < finder->out->count && depth < DEPTH_ALL; i++)
        if (finder->out->data[i].definition && finder->out->data[i].multiplies && !finder->out->data[i].dropped)
            finder->told.data[finder->out->data[i].defined] = true;
    for (uint32_t i = 0; i < symbol_count(finder); i++) {
        if (finder->told.data[i])
            continue;
        add_set(finder, i);
        if (depth >= DEPTH_PAIRS)
            add_bounds(finder, i, constants);
        for (uint32_t j = i + 1; j < symbol_count(finder); j++)
            if (!finder->told.data[j])
                find_pair(finder, i, j, constants, depth);
    }
}

// What holds where a symbol with few values has one of them.
static void find_guarded(Finder *finder, uint32_t index)
{
    uint64_t values[SET_LIMIT + 1];
    uint32_t count = list_values(finder, index, values), all = finder->rows.count;
    for (uint32_t i = 0; i < count && count > 1 && count <= SET_LIMIT; i++) {
        finder->guard = is_value(finder, index, values[i]);
        finder->rows.count = 0;
        for (uint32_t row = 0; row < all; row++)
            if (sample_at(finder->sample, row, symbol_count(finder))[index] == values[i])
                vector_push(&finder->rows, row);
        add_equations(finder);
        for (uint32_t a = 0; a < symbol_count(finder); a++)
            for (uint32_t b = a + 1; b < symbol_count(finder); b++)
                add_orders(finder, a, b);
    }
    finder->guard = term_boolean(finder->terms, true);
    finder->rows.count = 0;
    for (uint32_t row = 0; row < all; row++)
        vector_push(&finder->rows, row);
}

static Finder begin_finding(const Horn *horn, const HornPredicate *predicate, const Sample *sample, CandidateList *out)
{
    Finder finder = {.horn = horn,
                     .terms = horn->terms,
                     .predicate = predicate,
                     .sample = sample,
                     .guard = term_boolean(horn->terms, true),
                     .out = out};
    for (uint32_t i = 0; i < sample->count; i++)
        vector_push(&finder.rows, i);
    return finder;
}

void candidates_find(const Horn *horn, const HornPredicate *predicate, const Sample *sample, const TermList *constants,
                     GuessDepth depth, CandidateList *out)
{
    if (!sample->count) {
        vector_push(out, (Candidate){.formula = term_boolean(horn->terms, false)});
        return;
    }
    Finder finder = begin_finding(horn, predicate, sample, out);
    find_plain(&finder, constants, depth);
    for (uint32_t i = 0; i < predicate->symbols.count && depth >= DEPTH_ALL; i++)
        find_guarded(&finder, i);
    vector_free(&finder.rows);
    vector_free(&finder.told);
}

void candidates_grow(const Horn *horn, const HornPredicate *predicate, const Sample *sample, CandidateList *out)
{
    Map known = {0};
    for (uint32_t i = 0; i < out->count; i++)
        *map_insert(&known, out->data[i].formula) = 1;
    Finder finder = begin_finding(horn, predicate, sample, out);
    finder.known = &known;
    find_plain(&finder, NULL, DEPTH_EQUATIONS);
    vector_free(&finder.rows);
    vector_free(&finder.told);
    map_free(&known);
}

typedef struct Collection {
    const Horn *horn;
    TermList *out;
    TermList seen;
} Collection;

static bool contains(const TermList *list, Term term)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] == term)
            return true;
    return false;
}

static void collect(Collection *collection, Term term, uint32_t depth)
{
    TermTable *terms = collection->horn->terms;
    if (collection->out->count >= CONSTANT_LIMIT || depth > 40 || contains(&collection->seen, term))
        return;
    vector_push(&collection->seen, term);
    if (term_is_constant(terms, term)) {
        Term wide = term_constant(terms, 64, term_constant_value(terms, term_sign_extend(terms, term, 64)));
        if (term_width(terms, term) > 1 && !contains(collection->out, wide))
            vector_push(collection->out, wide);
        return;
    }
    for (uint32_t i = 0; i < term_operand_count(terms, term); i++)
        collect(collection, term_operand(terms, term, i), depth + 1);
}

void candidates_find_constants(const Horn *horn, TermList *out)
{
    Collection collection = {.horn = horn, .out = out};
    vector_push(out, term_constant(horn->terms, 64, 0));
    vector_push(out, term_constant(horn->terms, 64, 1));
    for (uint32_t i = 0; i < horn->clauses.count; i++) {
        collection.seen.count = 0;
        collect(&collection, horn->clauses.data[i].condition, 0);
    }
    vector_free(&collection.seen);
}
