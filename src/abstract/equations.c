#include "abstract/equations.h"

#include <string.h>

#include "base/fail.h"

// --- Forms

void form_add(Form *form, uint32_t variable, uint64_t factor)
{
    uint32_t place = 0;
    while (place < form->summands.count && form->summands.data[place].variable < variable)
        place++;
    bool known = place < form->summands.count && form->summands.data[place].variable == variable;
    if (known)
        factor += form->summands.data[place].factor;
    Summand *summands = form->summands.data;
    if (factor && !known) {
        vector_push(&form->summands, (Summand){0});
        summands = form->summands.data;
        memmove(&summands[place + 1], &summands[place], (form->summands.count - 1 - place) * sizeof *summands);
    } else if (!factor && known) {
        memmove(&summands[place], &summands[place + 1], (form->summands.count - 1 - place) * sizeof *summands);
        vector_drop(&form->summands);
    }
    if (factor)
        summands[place] = (Summand){variable, factor};
}

void form_multiply(Form *form, uint64_t factor)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < form->summands.count; i++) {
        Summand summand = {form->summands.data[i].variable, form->summands.data[i].factor * factor};
        if (summand.factor)
            form->summands.data[kept++] = summand;
    }
    form->summands.count = kept;
}

void form_free(Form *form)
{
    vector_free(&form->summands);
}

static Form form_of(const Summand *summands, uint32_t count)
{
    Form copy = {0};
    vector_resize(&copy.summands, count);
    if (count)
        memcpy(copy.summands.data, summands, count * sizeof *summands);
    return copy;
}

// Adds a multiple of a row.
static void form_add_multiple(Form *form, const Form *row, uint64_t factor)
{
    Form sum = {0};
    for (uint32_t i = 0, j = 0; i < form->summands.count || j < row->summands.count;) {
        uint32_t left = i < form->summands.count ? form->summands.data[i].variable : UINT32_MAX;
        uint32_t right = j < row->summands.count ? row->summands.data[j].variable : UINT32_MAX;
        uint32_t variable = left < right ? left : right;
        uint64_t total = 0;
        if (i < form->summands.count && left == variable)
            total += form->summands.data[i++].factor;
        if (j < row->summands.count && right == variable)
            total += row->summands.data[j++].factor * factor;
        if (total)
            vector_push(&sum.summands, (Summand){variable, total});
    }
    form_free(form);
    *form = sum;
}

// --- Rows as they are worked on

// By their first variables, ascending.
typedef struct Rows {
    VECTOR(Form) rows;
} Rows;

static uint32_t place_of(const Rows *rows, uint32_t variable)
{
    uint32_t place = 0;
    while (place < rows->rows.count && rows->rows.data[place].summands.data[0].variable < variable)
        place++;
    return place;
}

static bool begins_with(const Rows *rows, uint32_t place, uint32_t variable)
{
    return place < rows->rows.count && rows->rows.data[place].summands.data[0].variable == variable;
}

static uint32_t twos_in(uint64_t factor)
{
    return (uint32_t)__builtin_ctzll(factor);
}

// By Newton's iteration: each round doubles the bits that are right.
static uint64_t inverse_of_odd(uint64_t odd)
{
    uint64_t inverse = odd;
    for (uint32_t i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    return inverse;
}

// Takes from the form what the row that begins with its first variable says; that has a factor which divides the form's.
static void eliminate_first(Form *form, const Form *row)
{
    uint64_t factor = form->summands.data[0].factor >> twos_in(row->summands.data[0].factor);
    form_add_multiple(form, row, 0 - factor);
}

static void put_row(Rows *rows, uint32_t place, Form row)
{
    vector_push(&rows->rows, row);
    Form *data = rows->rows.data;
    memmove(&data[place + 1], &data[place], (rows->rows.count - 1 - place) * sizeof *data);
    data[place] = row;
}

// Adds what a row says, and what follows from it for the variables after its first one. Takes the form.
static void add_row(Rows *rows, Form form)
{
    Rows todo = {0};
    vector_push(&todo.rows, form);
    while (todo.rows.count) {
        Form row = vector_pop(&todo.rows);
        if (!row.summands.count) {
            form_free(&row);
            continue;
        }
        uint32_t variable = row.summands.data[0].variable, place = place_of(rows, variable);
        uint32_t twos = twos_in(row.summands.data[0].factor);
        bool known = begins_with(rows, place, variable);
        if (known && twos_in(rows->rows.data[place].summands.data[0].factor) <= twos) {
            eliminate_first(&row, &rows->rows.data[place]);
            vector_push(&todo.rows, row);
            continue;
        }
        form_multiply(&row, inverse_of_odd(row.summands.data[0].factor >> twos));
        if (twos) {
            Form rest = form_of(row.summands.data, row.summands.count);
            form_multiply(&rest, UINT64_C(1) << (64 - twos));
            vector_push(&todo.rows, rest);
        }
        if (known) {
            vector_push(&todo.rows, rows->rows.data[place]);
            rows->rows.data[place] = row;
        } else {
            put_row(rows, place, row);
        }
    }
    vector_free(&todo.rows);
}

static Form row_of(const Equations *equations, uint32_t row)
{
    uint32_t begin = row ? equations->ends.data[row - 1] : 0;
    return form_of(&equations->summands.data[begin], equations->ends.data[row] - begin);
}

static Rows unpack(const Equations *equations)
{
    Rows rows = {0};
    for (uint32_t i = 0; i < equations->ends.count; i++)
        vector_push(&rows.rows, row_of(equations, i));
    return rows;
}

static void clear(Equations *equations)
{
    equations->summands.count = equations->ends.count = 0;
}

static void pack_row(Equations *equations, const Form *row)
{
    for (uint32_t i = 0; i < row->summands.count; i++)
        vector_push(&equations->summands, row->summands.data[i]);
    vector_push(&equations->ends, equations->summands.count);
}

static void rows_free(Rows *rows)
{
    for (uint32_t i = 0; i < rows->rows.count; i++)
        form_free(&rows->rows.data[i]);
    vector_free(&rows->rows);
}

static void pack(Equations *equations, Rows *rows)
{
    clear(equations);
    for (uint32_t i = 0; i < rows->rows.count; i++)
        pack_row(equations, &rows->rows.data[i]);
    rows_free(rows);
}

// --- Equations

void equations_free(Equations *equations)
{
    vector_free(&equations->summands);
    vector_free(&equations->ends);
}

void equations_copy(Equations *equations, const Equations *from)
{
    vector_resize(&equations->summands, from->summands.count);
    vector_resize(&equations->ends, from->ends.count);
    if (from->summands.count)
        memcpy(equations->summands.data, from->summands.data, from->summands.count * sizeof(Summand));
    if (from->ends.count)
        memcpy(equations->ends.data, from->ends.data, from->ends.count * sizeof(uint32_t));
}

bool equations_are_impossible(const Equations *equations)
{
    uint32_t count = equations->ends.count;
    return count && vector_last(&equations->summands).variable == EQUATION_ONE &&
           equations->ends.data[count - 1] - (count > 1 ? equations->ends.data[count - 2] : 0) == 1;
}

bool equations_mention(const Equations *equations, uint32_t variable)
{
    for (uint32_t i = 0; i < equations->summands.count; i++)
        if (equations->summands.data[i].variable == variable)
            return true;
    return false;
}

void equations_require(Equations *equations, const Form *form)
{
    Rows rows = unpack(equations);
    add_row(&rows, form_of(form->summands.data, form->summands.count));
    pack(equations, &rows);
}

// Marks variables that stay: they come after all others, and so does their 1.
#define LATER UINT32_C(0x80000000)

static Form later_form(const Form *form)
{
    Form later = form_of(form->summands.data, form->summands.count);
    for (uint32_t i = 0; i < later.summands.count; i++)
        later.summands.data[i].variable |= LATER;
    return later;
}

// Keeps the rows that are about marked variables alone, and takes the marks away.
static void pack_later(Equations *equations, Rows *rows)
{
    clear(equations);
    for (uint32_t i = 0; i < rows->rows.count; i++) {
        Form *row = &rows->rows.data[i];
        if (!(row->summands.data[0].variable & LATER))
            continue;
        for (uint32_t j = 0; j < row->summands.count; j++)
            row->summands.data[j].variable &= ~LATER;
        pack_row(equations, row);
    }
    rows_free(rows);
}

static int compare_summands(const Summand *left, const Summand *right)
{
    return left->variable < right->variable ? -1 : left->variable > right->variable;
}

// After variables were renamed.
static void sort_summands(Form *form)
{
    for (uint32_t i = 1; i < form->summands.count; i++)
        for (uint32_t j = i; j && compare_summands(&form->summands.data[j], &form->summands.data[j - 1]) < 0; j--) {
            Summand summand = form->summands.data[j];
            form->summands.data[j] = form->summands.data[j - 1];
            form->summands.data[j - 1] = summand;
        }
}

void equations_forget(Equations *equations, bool (*is_gone)(const void *context, uint32_t variable),
                      const void *context)
{
    bool any = false;
    for (uint32_t i = 0; i < equations->summands.count && !any; i++) {
        uint32_t variable = equations->summands.data[i].variable;
        any = variable != EQUATION_ONE && is_gone(context, variable);
    }
    if (!any)
        return;
    Rows rows = {0};
    for (uint32_t i = 0; i < equations->ends.count; i++) {
        Form row = row_of(equations, i);
        for (uint32_t j = 0; j < row.summands.count; j++) {
            uint32_t variable = row.summands.data[j].variable;
            if (variable == EQUATION_ONE || !is_gone(context, variable))
                row.summands.data[j].variable |= LATER;
        }
        sort_summands(&row);
        add_row(&rows, row);
    }
    pack_later(equations, &rows);
}

static bool is_variable(const void *context, uint32_t variable)
{
    return variable == *(const uint32_t *)context;
}

void equations_assign(Equations *equations, uint32_t variable, const Form *form, uint64_t scale)
{
    // What it was is called another name until nobody asks for that any more.
    enum { BEFORE = EQUATION_ONE - 1 };
    uint32_t before = BEFORE;
    Rows rows = {0};
    for (uint32_t i = 0; i <= equations->ends.count; i++) {
        bool last = i == equations->ends.count;
        Form row = last ? form_of(form->summands.data, form->summands.count) : row_of(equations, i);
        for (uint32_t j = 0; j < row.summands.count; j++)
            if (row.summands.data[j].variable == variable)
                row.summands.data[j].variable = before;
        sort_summands(&row);
        if (last) {
            form_add(&row, variable, UINT64_MAX);
            form_multiply(&row, scale);
        }
        add_row(&rows, row);
    }
    pack(equations, &rows);
    equations_forget(equations, is_variable, &before);
}

void equations_reduce(const Equations *equations, Form *form)
{
    uint32_t begin = 0;
    for (uint32_t i = 0; i < equations->ends.count; i++) {
        Summand first = equations->summands.data[begin];
        for (uint32_t j = 0; j < form->summands.count && form->summands.data[j].variable <= first.variable; j++) {
            uint64_t factor = form->summands.data[j].factor >> twos_in(first.factor);
            if (form->summands.data[j].variable != first.variable ||
                factor * first.factor != form->summands.data[j].factor)
                continue;
            Form row = row_of(equations, i);
            form_add_multiple(form, &row, 0 - factor);
            form_free(&row);
            break;
        }
        begin = equations->ends.data[i];
    }
}

bool equations_tell(const Equations *equations, const Form *form, uint64_t *constant)
{
    Form rest = form_of(form->summands.data, form->summands.count);
    equations_reduce(equations, &rest);
    bool known = !rest.summands.count || rest.summands.data[0].variable == EQUATION_ONE;
    *constant = known && rest.summands.count ? rest.summands.data[0].factor : 0;
    form_free(&rest);
    return known;
}

static bool follows(const Equations *equations, const Form *row)
{
    Form rest = form_of(row->summands.data, row->summands.count);
    equations_reduce(equations, &rest);
    bool nothing_left = !rest.summands.count;
    form_free(&rest);
    return nothing_left;
}

static bool all_follow(const Equations *equations, const Equations *from)
{
    bool all = true;
    for (uint32_t i = 0; i < equations->ends.count && all; i++) {
        Form row = row_of(equations, i);
        all = follows(from, &row);
        form_free(&row);
    }
    return all;
}

// Each row of the one says its own twice, before and later, each of the other only before: what is left when everything
// before is gone is what both can say.
bool equations_join(Equations *equations, const Equations *other)
{
    if (all_follow(equations, other))
        return false;
    Rows rows = {0};
    for (uint32_t i = 0; i < equations->ends.count; i++) {
        Form row = row_of(equations, i), later = later_form(&row);
        form_add_multiple(&row, &later, 1);
        form_free(&later);
        add_row(&rows, row);
    }
    for (uint32_t i = 0; i < other->ends.count; i++)
        add_row(&rows, row_of(other, i));
    pack_later(equations, &rows);
    return true;
}
