#include "abstract/facts.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"

static const char *class_name(const Interpretation *all, uint32_t threads)
{
    return threads == MAIN_CLASS ? "main" : all->program->functions.data[all->classes.data[threads].function].name;
}

// Each function once, however many classes begin there.
static json_t *users_to_json(const Interpretation *all, ClassSet users)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < all->classes.count; i++) {
        bool several = all->classes.data[i].many, told = false;
        for (uint32_t j = 0; j < all->classes.count; j++) {
            bool same = (users & SET_BIT(j)) && all->classes.data[j].function == all->classes.data[i].function;
            told |= same && j < i;
            several |= same && j != i;
        }
        if (!(users & SET_BIT(i)) || told)
            continue;
        json_t *user = json_object();
        json_object_set_new(user, "thread", json_text_string(class_name(all, i)));
        json_object_set_new(user, "several", json_boolean(several));
        json_array_append_new(list, user);
    }
    return list;
}

static void append_part(const Interpretation *all, const Zone *zone, int64_t offset, uint32_t size, Text *out,
                        uint32_t *type)
{
    const Global *global = &all->program->globals.data[zone->id];
    *type = 0;
    if (global->variable)
        *type = program_name_access(all->program, global->variable - 1, (uint64_t)offset, size, out);
    else
        text_append(out, global->name);
}

// Without the member of the library's own structure that happens to be as large.
static void append_lock_name(const Interpretation *all, const Zone *zone, const Lock *lock, Text *out)
{
    Text name = {0};
    uint32_t type;
    append_part(all, zone, lock->offset, (uint32_t)all->program->library_type_sizes[lock->type], &name, &type);
    const char *inner = strstr(text_string(&name), ".__");
    text_append_bytes(out, text_string(&name), inner ? (size_t)(inner - text_string(&name)) : name.length);
    text_free(&name);
}

static json_t *locks_to_json(const Interpretation *all, LockSet locks)
{
    json_t *list = json_array();
    if (locks & SET_BIT(SECTION_LOCK))
        json_array_append_new(list, json_string("an atomic section"));
    for (uint32_t i = 1; i < all->locks.count; i++) {
        if (!(locks & SET_BIT(i)))
            continue;
        Text name = {0};
        const Lock *lock = &all->locks.data[i];
        const Zone *zone = zone_at(&all->zones, lock->zone);
        if (zone->kind == ZONE_GLOBAL)
            append_lock_name(all, zone, lock, &name);
        else
            zone_name(&all->zones, lock->zone, &name);
        json_array_append_new(list, json_text_string(text_string(&name)));
        text_free(&name);
    }
    return list;
}

static void append_value(const Interpretation *all, const Cell *cell, uint32_t type, Text *out)
{
    const Value *value = value_table_get(&all->values, cell->value);
    Number any = number_any(cell->size * 8);
    if (number_includes(&value->number, &any)) {
        text_append(out, "anything");
        return;
    }
    for (uint32_t i = 0; i < value->number.count; i++) {
        Range range = value->number.ranges[i];
        text_append(out, i ? ", " : "");
        program_format_value(all->program, type, range.low, cell->size, out);
        if (range.low == range.high)
            continue;
        text_append(out, " to ");
        program_format_value(all->program, type, range.high, cell->size, out);
    }
    for (uint32_t i = 0; i < value->target_count; i++) {
        text_append(out, i || value->number.count ? ", &" : "&");
        zone_name(&all->zones, value->targets[i].object, out);
    }
}

static json_t *cells_to_json(const Interpretation *all, uint32_t id)
{
    enum { MOST = 16 };
    json_t *list = json_array();
    uint32_t count, first = content_find(&all->shared.content, id, &count);
    for (uint32_t i = first; i < first + count && json_array_size(list) < MOST; i++) {
        const Cell *cell = &all->shared.content.cells.data[i];
        if (!cell->sure)
            continue;
        uint32_t type;
        Text part = {0}, value = {0};
        append_part(all, zone_at(&all->zones, id), cell->at.low, cell->size, &part, &type);
        append_value(all, cell, type, &value);
        json_t *object = json_object();
        json_object_set_new(object, "part", json_text_string(text_string(&part)));
        json_object_set_new(object, "value", json_text_string(text_string(&value)));
        json_array_append_new(list, object);
        text_free(&part);
        text_free(&value);
    }
    return list;
}

// --- Relations

static void append_multiple(const Interpretation *all, uint32_t variable, uint64_t times, Text *out)
{
    uint32_t type;
    const RelatedCell *cell = cell_of(all, variable);
    if (out->length)
        text_append(out, " + ");
    if (times != 1)
        text_format(out, "%" PRIu64 " * ", times);
    append_part(all, zone_at(&all->zones, cell->zone), cell->offset, cell->size, out, &type);
}

// "x + 2 * y = z + 3": nothing is subtracted. False if that is not how people would say it.
static bool append_equation(const Interpretation *all, const Summand *summands, uint32_t count, Text *out)
{
    enum { MOST = 1000 };
    static const uint32_t widths[] = {64, 32, 16, 8};
    Text right = {0};
    uint32_t twos = 63, cells = 0;
    for (uint32_t i = 0; i < count; i++)
        twos = (uint32_t)__builtin_ctzll(summands[i].factor | UINT64_C(1) << twos);
    bool plain = false;
    for (uint32_t i = 0; i < 4; i++)
        plain |= twos == 64 - widths[i];
    for (uint32_t i = 0; i < count && plain; i++) {
        int64_t factor = (int64_t)summands[i].factor >> twos;
        bool constant = summands[i].variable == EQUATION_ONE;
        uint64_t times = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
        plain = constant || times <= MOST;
        cells += !constant;
        Text *side = factor < 0 ? &right : out;
        if (plain && constant)
            text_format(side, "%s%" PRIu64, side->length ? " + " : "", times);
        else if (plain)
            append_multiple(all, summands[i].variable, times, side);
    }
    text_format(out, "%s = %s", out->length ? "" : "0", right.length ? text_string(&right) : "0");
    text_free(&right);
    return plain && cells > 1;
}

static bool mentions_zone(const Interpretation *all, const Summand *summands, uint32_t count, uint32_t zone)
{
    for (uint32_t i = 0; i < count; i++)
        if (summands[i].variable != EQUATION_ONE && cell_of(all, summands[i].variable)->zone == zone)
            return true;
    return false;
}

static void append_sum(const Interpretation *all, const Sum *sum, const Number *number, Text *out)
{
    Text less = {0};
    for (uint32_t i = 0; i < sum->form.summands.count; i++) {
        Summand summand = sum->form.summands.data[i];
        bool negative = summand.factor >> 63;
        append_multiple(all, summand.variable, negative ? 0 - summand.factor : summand.factor, negative ? &less : out);
    }
    if (less.length)
        text_format(out, strchr(text_string(&less), '+') ? " - (%s)" : " - %s", text_string(&less));
    text_free(&less);
    for (uint32_t i = 0; i < number->count; i++) {
        Range range = number->ranges[i];
        text_format(out, range.low == range.high ? "%s%" PRIu64 : "%s%" PRIu64 " to %" PRIu64, i ? ", " : " = ",
                    range.low, range.high);
    }
}

static void add_text(json_t *list, const Text *text)
{
    json_t *told = json_text_string(text_string(text));
    bool known = false;
    for (size_t i = 0; i < json_array_size(list); i++)
        known |= json_equal(json_array_get(list, i), told);
    if (!known)
        json_array_append(list, told);
    json_decref(told);
}

// What holds of the variable and others together while nobody has a lock.
static json_t *relations_to_json(const Interpretation *all, uint32_t zone)
{
    json_t *list = json_array();
    for (uint32_t lock = 0; lock < all->locks.count && all->relations.on; lock++) {
        const LockFacts *facts = &all->relations.of_lock[lock];
        for (uint32_t i = 0, begin = 0; i < facts->equations.ends.count; begin = facts->equations.ends.data[i++]) {
            const Summand *row = &facts->equations.summands.data[begin];
            uint32_t count = facts->equations.ends.data[i] - begin;
            Text text = {0};
            if (mentions_zone(all, row, count, zone) && append_equation(all, row, count, &text))
                add_text(list, &text);
            text_free(&text);
        }
        for (uint32_t i = 0; i < all->relations.sums_known; i++) {
            const Sum *sum = &all->relations.sums.data[i];
            Number any = number_any(sum->width);
            if (facts->sums[i] == NO_VALUE ||
                !mentions_zone(all, sum->form.summands.data, sum->form.summands.count, zone))
                continue;
            const Number *number = &value_table_get(&all->values, facts->sums[i])->number;
            Text text = {0};
            append_sum(all, sum, number, &text);
            if (!number_includes(number, &any))
                add_text(list, &text);
            text_free(&text);
        }
    }
    return list;
}

// --- Variables

static bool has_lock(const Interpretation *all, uint32_t zone)
{
    for (uint32_t i = 0; i < all->sync_objects.count; i++)
        if (all->sync_objects.data[i].object == zone)
            return true;
    return false;
}

static json_t *variable_to_json(const Interpretation *all, uint32_t id)
{
    const Zone *zone = zone_at(&all->zones, id);
    const ZoneUse *use = &all->found.data[id];
    // What only one thread uses it need not tell anybody.
    bool told = !has_lock(all, id) && (use->many || (use->users & (use->users - 1)));
    json_t *variable = json_object();
    json_object_set_new(variable, "variable", json_text_string(all->program->globals.data[zone->id].name));
    json_object_set_new(variable, "changed", json_boolean(use->written));
    json_object_set_new(variable, "users", users_to_json(all, use->users));
    json_object_set_new(variable, "locks", locks_to_json(all, use->protected));
    json_object_set_new(variable, "values", told ? cells_to_json(all, id) : json_array());
    json_object_set_new(variable, "relations", relations_to_json(all, id));
    return variable;
}

static json_t *facts_to_json(const Interpretation *all)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < all->found.count; i++) {
        const Zone *zone = zone_at(&all->zones, i);
        if (zone->kind == ZONE_GLOBAL && all->found.data[i].users && !all->program->globals.data[zone->id].from_model)
            json_array_append_new(list, variable_to_json(all, i));
    }
    return list;
}

static void append_variable(const json_t *variable, Text *out)
{
    const json_t *users = json_object_get(variable, "users"), *locks = json_object_get(variable, "locks"),
                 *values = json_object_get(variable, "values"), *relations = json_object_get(variable, "relations");
    text_format(out, "  %s: %s by ", json_string_value(json_object_get(variable, "variable")),
                json_is_true(json_object_get(variable, "changed")) ? "changed" : "read");
    for (size_t i = 0; i < json_array_size(users); i++) {
        const json_t *user = json_array_get(users, i);
        text_format(out, "%s%s%s", i ? ", " : "", json_string_value(json_object_get(user, "thread")),
                    json_is_true(json_object_get(user, "several")) ? " (several threads)" : "");
    }
    for (size_t i = 0; i < json_array_size(locks); i++)
        text_format(out, "%s%s", i ? " and " : ", always under ", json_string_value(json_array_get(locks, i)));
    text_append(out, "\n");
    for (size_t i = 0; i < json_array_size(values); i++) {
        const json_t *value = json_array_get(values, i);
        text_format(out, "    %s = %s\n", json_string_value(json_object_get(value, "part")),
                    json_string_value(json_object_get(value, "value")));
    }
    for (size_t i = 0; i < json_array_size(relations); i++)
        text_format(out, "    %s\n", json_string_value(json_array_get(relations, i)));
}

void facts_append(const Interpretation *all, Text *out)
{
    json_t *facts = facts_to_json(all);
    text_append(out, "variables that threads share: who uses them, under which locks, and what may stand in them while "
                     "nobody has these locks\n");
    for (size_t i = 0; i < json_array_size(facts); i++)
        append_variable(json_array_get(facts, i), out);
    json_decref(facts);
}

void facts_append_json(const Interpretation *all, Text *out)
{
    json_text_append(out, facts_to_json(all));
    text_append_character(out, '\n');
}
