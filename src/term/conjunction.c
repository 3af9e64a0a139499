// Conjunctions as sets of Booleans, so that what is said again and again is kept once.
#include "term/table.h"

// Adds the Booleans that the term is a conjunction of, and that are not marked; what has been looked at is marked.
static void add_conjuncts(TermTable *terms, Term term, uint32_t mark, TermList *to_visit, TermList *out)
{
    vector_push(to_visit, term);
    while (to_visit->count) {
        Term next = vector_pop(to_visit);
        if (table_node(terms, next)->mark == mark)
            continue;
        terms->nodes.data[next].mark = mark;
        if (table_kind(terms, next) == TERM_and) {
            vector_push(to_visit, table_operand(terms, next, 0));
            vector_push(to_visit, table_operand(terms, next, 1));
        } else if (!term_is_true(terms, next)) {
            vector_push(out, next);
        }
    }
}

// Whether what one of them denies is said, too.
static bool contradict(const TermTable *terms, const TermList *conjuncts, uint32_t mark)
{
    for (uint32_t i = 0; i < conjuncts->count; i++) {
        Term term = conjuncts->data[i];
        if (table_kind(terms, term) == TERM_not && table_node(terms, table_operand(terms, term, 0))->mark == mark)
            return true;
    }
    return false;
}

// That all of them hold. Those that were made last come last: they are the ones that will be replaced next, and what stands
// before them is shared by what comes of that.
static Term join_sorted(TermTable *terms, const TermList *conjuncts)
{
    Term all = term_boolean(terms, true);
    for (uint32_t i = 0; i < conjuncts->count && !term_is_false(terms, all); i++)
        all = term_and(terms, all, conjuncts->data[i]);
    return all;
}

// `mark`: all of them have it.
static Term join_conjuncts(TermTable *terms, TermList *conjuncts, uint32_t mark)
{
    if (contradict(terms, conjuncts, mark))
        return term_boolean(terms, false);
    table_sort(conjuncts->data, conjuncts->count);
    return join_sorted(terms, conjuncts);
}

static uint32_t draw_mark(TermTable *terms)
{
    return terms->newest_mark_used = terms_new_mark(terms);
}

Term term_conjoin(TermTable *terms, Term a, Term b)
{
    TermList conjuncts = {0}, to_visit = {0};
    uint32_t mark = draw_mark(terms);
    add_conjuncts(terms, a, mark, &to_visit, &conjuncts);
    add_conjuncts(terms, b, mark, &to_visit, &conjuncts);
    Term all = join_conjuncts(terms, &conjuncts, mark);
    vector_free(&conjuncts);
    vector_free(&to_visit);
    return all;
}

Term term_substitute_each(TermTable *terms, Term term, SymbolReplacement *replacement, void *context)
{
    TermList before = {0}, after = {0}, to_visit = {0};
    add_conjuncts(terms, term, draw_mark(terms), &to_visit, &before);
    terms_substitute(terms, before.data, before.count, replacement, context);
    uint32_t mark = draw_mark(terms);
    for (uint32_t i = 0; i < before.count; i++)
        add_conjuncts(terms, before.data[i], mark, &to_visit, &after);
    Term all = join_conjuncts(terms, &after, mark);
    vector_free(&before);
    vector_free(&after);
    vector_free(&to_visit);
    return all;
}

// Leaves in the sorted lists what is not in both, and adds that to `common`.
static void split_common(TermList *a, TermList *b, TermList *common)
{
    uint32_t i = 0, j = 0, own_a = 0, own_b = 0;
    while (i < a->count || j < b->count) {
        if (j == b->count || (i < a->count && a->data[i] < b->data[j])) {
            a->data[own_a++] = a->data[i++];
        } else if (i == a->count || b->data[j] < a->data[i]) {
            b->data[own_b++] = b->data[j++];
        } else {
            vector_push(common, a->data[i]);
            i++;
            j++;
        }
    }
    a->count = own_a;
    b->count = own_b;
}

Term term_disjoin(TermTable *terms, Term a, Term b)
{
    TermList of_a = {0}, of_b = {0}, common = {0}, to_visit = {0};
    add_conjuncts(terms, a, draw_mark(terms), &to_visit, &of_a);
    add_conjuncts(terms, b, draw_mark(terms), &to_visit, &of_b);
    table_sort(of_a.data, of_a.count);
    table_sort(of_b.data, of_b.count);
    split_common(&of_a, &of_b, &common);
    Term either = term_or(terms, join_sorted(terms, &of_a), join_sorted(terms, &of_b));
    Term result = term_conjoin(terms, join_sorted(terms, &common), either);
    vector_free(&of_a);
    vector_free(&of_b);
    vector_free(&common);
    vector_free(&to_visit);
    return result;
}
