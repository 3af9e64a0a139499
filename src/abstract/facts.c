#include "abstract/facts.h"

#include <string.h>

static const char *class_name(const Interpretation *all, uint32_t threads)
{
    return threads == MAIN_CLASS ? "main" : all->program->functions.data[all->classes.data[threads].function].name;
}

// Each function once, however many classes begin there.
static void append_users(const Interpretation *all, ClassSet users, Text *out)
{
    const char *separator = "";
    for (uint32_t i = 0; i < all->classes.count; i++) {
        bool several = all->classes.data[i].many, told = false;
        for (uint32_t j = 0; j < all->classes.count; j++) {
            bool same = (users & SET_BIT(j)) && all->classes.data[j].function == all->classes.data[i].function;
            told |= same && j < i;
            several |= same && j != i;
        }
        if (!(users & SET_BIT(i)) || told)
            continue;
        text_format(out, "%s%s%s", separator, class_name(all, i), several ? " (several threads)" : "");
        separator = ", ";
    }
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

static void append_locks(const Interpretation *all, LockSet locks, Text *out)
{
    const char *separator = ", always under ";
    if (locks & SET_BIT(SECTION_LOCK)) {
        text_format(out, "%san atomic section", separator);
        separator = " and ";
    }
    for (uint32_t i = 1; i < all->locks.count; i++) {
        if (!(locks & SET_BIT(i)))
            continue;
        text_append(out, separator);
        const Lock *lock = &all->locks.data[i];
        const Zone *zone = zone_at(&all->zones, lock->zone);
        if (zone->kind == ZONE_GLOBAL)
            append_lock_name(all, zone, lock, out);
        else
            zone_name(&all->zones, lock->zone, out);
        separator = " and ";
    }
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

static void append_cells(const Interpretation *all, uint32_t id, Text *out)
{
    enum { MOST = 16 };
    uint32_t count, first = content_find(&all->shared.content, id, &count), shown = 0;
    for (uint32_t i = first; i < first + count && shown < MOST; i++) {
        const Cell *cell = &all->shared.content.cells.data[i];
        if (!cell->sure)
            continue;
        uint32_t type;
        text_append(out, "    ");
        append_part(all, zone_at(&all->zones, id), cell->at.low, cell->size, out, &type);
        text_append(out, " = ");
        append_value(all, cell, type, out);
        text_append(out, "\n");
        shown++;
    }
}

static bool has_lock(const Interpretation *all, uint32_t zone)
{
    for (uint32_t i = 0; i < all->sync_objects.count; i++)
        if (all->sync_objects.data[i].object == zone)
            return true;
    return false;
}

void facts_append(const Interpretation *all, Text *out)
{
    text_append(out, "variables that threads share: who uses them, under which locks, and what may stand in them while "
                     "nobody has these locks\n");
    for (uint32_t i = 0; i < all->found.count; i++) {
        const Zone *zone = zone_at(&all->zones, i);
        const ZoneUse *use = &all->found.data[i];
        if (zone->kind != ZONE_GLOBAL || !use->users || all->program->globals.data[zone->id].from_model)
            continue;
        text_format(out, "  %s: %s by ", all->program->globals.data[zone->id].name, use->written ? "changed" : "read");
        append_users(all, use->users, out);
        append_locks(all, use->protected, out);
        text_append(out, "\n");
        // What only one thread uses it need not tell anybody.
        if (!has_lock(all, i) && (use->many || (use->users & (use->users - 1))))
            append_cells(all, i, out);
    }
}
