#include "abstract/facts.h"

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
                 *values = json_object_get(variable, "values");
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
