// Sums of cells that the program compares (relations.h): what they may be in a state, and while nobody has a lock.
#include "abstract/interpretation.h"
#include "machine/arithmetic.h"

// --- What a sum may be

static const Sum *sum_at(const Interpretation *all, uint32_t sum)
{
    return &all->relations.sums.data[sum];
}

static bool is_negative(uint64_t factor)
{
    return factor >> 63;
}

static Form scaled_form(const Sum *sum)
{
    Form scaled = {0};
    for (uint32_t i = 0; i < sum->form.summands.count; i++)
        form_add(&scaled, sum->form.summands.data[i].variable, sum->form.summands.data[i].factor);
    form_multiply(&scaled, UINT64_C(1) << (64 - sum->width));
    return scaled;
}

static Number cell_number(Walk *walk, uint32_t variable, uint32_t width)
{
    const RelatedCell *cell = cell_of(walk->all, variable);
    if (!owns_zone(walk, cell->zone, false))
        return number_any(width);
    Value address = value_address(cell->zone, cell->offset), value = get_value(walk, &address, cell->size);
    return value.target_count || !value.number.count ? number_any(width) : number_truncate(&value.number, width);
}

// By what its cells may be, each by itself, and by equations.
static Number evaluate(Walk *walk, const Sum *sum)
{
    uint64_t word;
    Form scaled = scaled_form(sum);
    bool known = equations_tell(&walk->state->equations, &scaled, &word);
    form_free(&scaled);
    if (known)
        return number_constant(word >> (64 - sum->width));
    Number total = number_constant(0);
    for (uint32_t i = 0; i < sum->form.summands.count; i++) {
        Summand summand = sum->form.summands.data[i];
        bool less = is_negative(summand.factor);
        uint64_t times = (less ? 0 - summand.factor : summand.factor) & width_mask(sum->width);
        Number factor = number_constant(times), cell = cell_number(walk, summand.variable, sum->width);
        Number part = times == 1 ? cell : number_binary(OP_mul, &cell, &factor, sum->width);
        total = number_binary(less ? OP_sub : OP_add, &total, &part, sum->width);
    }
    return total;
}

static ValueId followed(const State *state, uint32_t sum)
{
    return sum < state->sums.count ? state->sums.data[sum] : NO_VALUE;
}

Number sum_value(Walk *walk, uint32_t sum)
{
    Number number = evaluate(walk, sum_at(walk->all, sum));
    ValueId id = followed(walk->state, sum);
    return id == NO_VALUE ? number : number_meet(&number, &value_table_get(&walk->all->values, id)->number);
}

static void put_sum(State *state, uint32_t sum, ValueId id)
{
    if (sum >= state->sums.count)
        vector_resize(&state->sums, sum + 1);
    state->sums.data[sum] = id;
}

static ValueId id_of(Interpretation *all, const Number *number)
{
    Value value = value_number(*number);
    return value_table_add(&all->values, &value);
}

void sum_set(Walk *walk, uint32_t sum, const Number *number)
{
    if (number_is_empty(number))
        walk->ended = true;
    else
        put_sum(walk->state, sum, id_of(walk->all, number));
}

// --- Which there are

static bool is_same_form(const Form *left, const Form *right)
{
    bool same = left->summands.count == right->summands.count;
    for (uint32_t i = 0; same && i < left->summands.count; i++)
        same = left->summands.data[i].variable == right->summands.data[i].variable &&
               left->summands.data[i].factor == right->summands.data[i].factor;
    return same;
}

void sums_note(Interpretation *all, const Form *form, uint32_t width)
{
    // Of a form and its opposite the one that begins with a positive multiple.
    Sum sum = {.width = width};
    bool opposite = form->summands.count && is_negative(form->summands.data[0].factor);
    bool whole = true;
    for (uint32_t i = 0; i < form->summands.count; i++) {
        Summand summand = form->summands.data[i];
        uint64_t factor = (uint64_t)((int64_t)summand.factor >> (64 - width));
        if (summand.variable == EQUATION_ONE)
            continue;
        whole &= factor << (64 - width) == summand.factor;
        form_add(&sum.form, summand.variable, opposite ? 0 - factor : factor);
    }
    bool of_cells = whole && sum.form.summands.count > 1 && sum.form.summands.data[0].variable >= FIRST_CELL;
    for (uint32_t i = 0; of_cells && i < all->relations.sums.count; i++)
        of_cells =
            all->relations.sums.data[i].width != width || !is_same_form(&all->relations.sums.data[i].form, &sum.form);
    if (of_cells && all->relations.sums.count < SUM_LIMIT)
        vector_push(&all->relations.sums, sum);
    else
        form_free(&sum.form);
}

static bool has_any(const Sum *sum, bool (*holds)(const void *context, uint32_t variable), const void *context)
{
    for (uint32_t i = 0; i < sum->form.summands.count; i++)
        if (holds(context, sum->form.summands.data[i].variable))
            return true;
    return false;
}

void sums_forget(Walk *walk, bool (*is_gone)(const void *context, uint32_t variable), const void *context)
{
    for (uint32_t i = 0; i < walk->state->sums.count; i++)
        if (walk->state->sums.data[i] != NO_VALUE && has_any(sum_at(walk->all, i), is_gone, context))
            walk->state->sums.data[i] = NO_VALUE;
}

// --- Stores

static uint64_t factor_of(const Sum *sum, uint32_t variable)
{
    for (uint32_t i = 0; i < sum->form.summands.count; i++)
        if (sum->form.summands.data[i].variable == variable)
            return sum->form.summands.data[i].factor;
    return 0;
}

// A sum moves by as much as the cell does, if that is known.
void sums_foresee(Walk *walk, uint32_t cell, uint32_t stored)
{
    Relations *relations = &walk->all->relations;
    for (uint32_t i = 0; i < relations->sums_known; i++) {
        const Sum *sum = sum_at(walk->all, i);
        uint64_t factor = factor_of(sum, cell), word;
        relations->foreseen[i] = NO_VALUE;
        if (!factor)
            continue;
        Form moved = {0};
        add_register(walk, &moved, stored, factor);
        form_add(&moved, cell, 0 - factor);
        form_multiply(&moved, UINT64_C(1) << (64 - sum->width));
        if (equations_tell(&walk->state->equations, &moved, &word)) {
            Number before = sum_value(walk, i), by = number_constant(word >> (64 - sum->width));
            Number now = number_binary(OP_add, &before, &by, sum->width);
            relations->foreseen[i] = id_of(walk->all, &now);
        }
        form_free(&moved);
    }
}

void sums_follow(Walk *walk, uint32_t cell)
{
    for (uint32_t i = 0; i < walk->all->relations.sums_known; i++)
        if (factor_of(sum_at(walk->all, i), cell))
            put_sum(walk->state, i, walk->all->relations.foreseen[i]);
}

// --- Joins and locks

bool sums_join(Walk *into, Walk *from, bool widen)
{
    Interpretation *all = into->all;
    bool changed = false;
    for (uint32_t i = 0; i < all->relations.sums_known; i++) {
        Number before = sum_value(into, i), other = sum_value(from, i);
        Number now = number_join(&before, &other);
        bool more = !number_includes(&before, &other);
        if (more && widen)
            now = number_widen(&before, &now, &all->thresholds);
        changed |= more;
        put_sum(into->state, i, id_of(all, &now));
    }
    return changed;
}

typedef struct LockCells {
    const Interpretation *all;
    uint32_t lock;
} LockCells;

static bool is_other(const void *context, uint32_t variable)
{
    const LockCells *cells = context;
    return !lock_protects(cells->all, cells->lock, variable);
}

static bool is_of_lock(const Interpretation *all, uint32_t sum, uint32_t lock)
{
    return !has_any(sum_at(all, sum), is_other, &(LockCells){all, lock});
}

void sums_tell(Walk *walk, uint32_t lock)
{
    enum { CHANGES_BEFORE_WIDENING = 4 };
    Interpretation *all = walk->all;
    LockFacts *facts = &all->relations.of_lock[lock];
    bool first = !(all->relations.told & SET_BIT(lock)), changed = false;
    for (uint32_t i = 0; i < all->relations.sums_known; i++) {
        if (!is_of_lock(all, i, lock) || (!first && facts->sums[i] == NO_VALUE))
            continue;
        Number now = sum_value(walk, i);
        if (!first) {
            Number before = value_table_get(&all->values, facts->sums[i])->number;
            bool more = !number_includes(&before, &now);
            now = number_join(&before, &now);
            if (more && facts->changes > CHANGES_BEFORE_WIDENING)
                now = number_widen(&before, &now, &all->thresholds);
            changed |= more;
        }
        facts->sums[i] = id_of(all, &now);
    }
    facts->changes += changed;
    if (changed)
        note_change(all);
}

void sums_tell_nothing(Walk *walk, uint32_t lock)
{
    for (uint32_t i = 0; i < SUM_LIMIT; i++)
        walk->all->relations.of_lock[lock].sums[i] = NO_VALUE;
}

void sums_learn(Walk *walk, uint32_t lock)
{
    const LockFacts *facts = &walk->all->relations.of_lock[lock];
    for (uint32_t i = 0; i < walk->all->relations.sums_known && !walk->ended; i++) {
        if (!is_of_lock(walk->all, i, lock) || facts->sums[i] == NO_VALUE)
            continue;
        Number before = sum_value(walk, i), now = value_table_get(&walk->all->values, facts->sums[i])->number;
        now = number_meet(&before, &now);
        sum_set(walk, i, &now);
    }
}
