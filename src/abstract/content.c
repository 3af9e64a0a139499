#include "abstract/content.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "machine/arithmetic.h"

static bool comes_before(const Cell *cell, const Cell *other)
{
    if (cell->at.object != other->at.object)
        return cell->at.object < other->at.object;
    if (cell->at.low != other->at.low)
        return cell->at.low < other->at.low;
    return cell->sure > other->sure;
}

uint32_t content_find(const Content *content, uint32_t zone, uint32_t *count)
{
    uint32_t low = 0, high = content->cells.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (content->cells.data[middle].at.object < zone)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t end = low;
    while (end < content->cells.count && content->cells.data[end].at.object == zone)
        end++;
    *count = end - low;
    return low;
}

static void insert(Content *content, Cell cell)
{
    vector_push(&content->cells, cell);
    uint32_t place = content->cells.count - 1;
    for (; place && comes_before(&cell, &content->cells.data[place - 1]); place--)
        content->cells.data[place] = content->cells.data[place - 1];
    content->cells.data[place] = cell;
}

static void take_out(Content *content, uint32_t index)
{
    memmove(&content->cells.data[index], &content->cells.data[index + 1],
            (content->cells.count - index - 1) * sizeof(Cell));
    content->cells.count--;
}

// The first byte after all that the places of `size` bytes reach.
static int64_t end_of(Target at, uint32_t size)
{
    return at.high + size;
}

static bool overlaps(const Cell *cell, Target at, uint32_t size)
{
    if (cell->at.low >= end_of(at, size) || at.low >= end_of(cell->at, cell->size))
        return false;
    // Places at the same distances that begin at different ones: members of the elements of an array.
    uint32_t stride = cell->at.stride && at.stride ? (cell->at.stride == at.stride ? at.stride : 0)
                      : cell->at.stride            ? cell->at.stride
                                                   : at.stride;
    if (!stride)
        return true;
    int64_t phase = (cell->at.low - at.low) % stride;
    phase += phase < 0 ? stride : 0;
    return phase < size || phase + cell->size > stride;
}

// Whether each place of the one that overlaps a place of the other is that place.
static bool matches(const Cell *cell, Target at, uint32_t size)
{
    if (cell->size != size)
        return false;
    int64_t distance = cell->at.low - at.low;
    uint32_t stride = cell->at.stride && at.stride ? (cell->at.stride == at.stride ? at.stride : 1)
                      : cell->at.stride            ? cell->at.stride
                                                   : at.stride;
    return stride ? distance % stride == 0 && stride >= size : distance == 0;
}

// A part of a cell that holds one number.
static Value read_part(const Value *whole, const Cell *cell, Target at, uint32_t size)
{
    uint64_t word;
    int64_t skipped = at.low - cell->at.low;
    if (!value_is_constant(whole, &word) || at.stride || cell->at.stride || skipped < 0 ||
        skipped + size > cell->size || cell->size > 8)
        return value_any(size * 8);
    return value_constant(word >> (8 * skipped) & width_mask(size * 8));
}

static Value read_cell(const Cell *cell, const ValueTable *values, Target at, uint32_t size)
{
    const Value *value = value_table_get(values, cell->value);
    return matches(cell, at, size) ? *value : read_part(value, cell, at, size);
}

// How many places there are; at least 1.
static uint64_t count_places(Target at)
{
    return at.stride ? (uint64_t)(at.high - at.low) / at.stride + 1 : 1;
}

Value content_read(const Content *content, ValueTable *values, Target at, uint32_t size, Ground ground)
{
    uint32_t count, first = content_find(content, at.object, &count);
    Value read = value_none;
    uint64_t found = 0;       // so many of the places have sure cells of their own
    int64_t covered = at.low; // up to here sure cells are about all bytes
    bool one_place = at.low == at.high;
    for (uint32_t i = first; i < first + count; i++) {
        const Cell *cell = &content->cells.data[i];
        if (!overlaps(cell, at, size))
            continue;
        if (cell->sure && one_place && matches(cell, at, size))
            return *value_table_get(values, cell->value);
        found += cell->sure && matches(cell, at, size) && cell->at.low >= at.low && cell->at.low <= at.high;
        if (cell->sure && cell->at.low <= covered && end_of(cell->at, cell->size) > covered)
            covered = end_of(cell->at, cell->size);
        Value part = read_cell(cell, values, at, size);
        read = value_join(&read, &part);
    }
    // A word made of parts of several cells.
    if (one_place && covered > at.low && read.target_count)
        return value_any(size * 8);
    if (covered < end_of(at, size) && found < count_places(at)) {
        Value before = ground.read(ground.context, at, size);
        read = value_join(&read, &before);
    }
    return read;
}

// What is left of a sure cell of which some bytes are written.
static void keep_rest(Content *content, ValueTable *values, Cell cell, int64_t low, int64_t high)
{
    for (int64_t at = low; at < high; at++) {
        Target byte = {.object = cell.at.object, .low = at, .high = at};
        Value value = read_cell(&cell, values, byte, 1);
        insert(content, (Cell){.at = byte, .size = 1, .sure = true, .value = value_table_add(values, &value)});
    }
}

void content_write(Content *content, ValueTable *values, Target at, uint32_t size, const Value *value)
{
    CHECK(at.low == at.high);
    uint32_t count, first = content_find(content, at.object, &count);
    Cell split[16];
    uint32_t split_count = 0;
    for (uint32_t i = first + count; i-- > first;) {
        Cell cell = content->cells.data[i];
        if (!cell.sure || !overlaps(&cell, at, size))
            continue;
        take_out(content, i);
        if (cell.at.low < at.low || end_of(cell.at, cell.size) > at.low + size)
            split[split_count++] = cell;
        CHECK(split_count < 16);
    }
    for (uint32_t i = 0; i < split_count; i++) {
        keep_rest(content, values, split[i], split[i].at.low, at.low);
        keep_rest(content, values, split[i], at.low + size, end_of(split[i].at, split[i].size));
    }
    insert(content, (Cell){.at = at, .size = size, .sure = true, .value = value_table_add(values, value)});
}

static bool add_to_value(ValueId *id, ValueTable *values, const Value *value, const Thresholds *thresholds)
{
    const Value *before = value_table_get(values, *id);
    if (value_includes(before, value))
        return false;
    Value now = thresholds ? value_widen(before, value, thresholds) : value_join(before, value);
    *id = value_table_add(values, &now);
    return true;
}

// Any byte may stand anywhere in between.
static void add_everything(Content *content, ValueTable *values, Target at, uint32_t size)
{
    uint32_t count, first = content_find(content, at.object, &count);
    Target all = {.object = at.object, .stride = 1, .low = at.low, .high = end_of(at, size) - 1};
    for (uint32_t i = first + count; i-- > first;) {
        Cell cell = content->cells.data[i];
        if (cell.sure)
            continue;
        all.low = cell.at.low < all.low ? cell.at.low : all.low;
        all.high = end_of(cell.at, cell.size) > all.high ? end_of(cell.at, cell.size) : all.high;
        take_out(content, i);
    }
    Value any = value_any(8);
    insert(content, (Cell){.at = all, .size = 1, .value = value_table_add(values, &any)});
}

// To the cells that are not sure: to one of the same form, or as one more. A zone with many has one for everything.
static bool add_unsure(Content *content, ValueTable *values, Target at, uint32_t size, const Value *value,
                       const Thresholds *thresholds)
{
    enum { UNSURE_LIMIT = 12 };
    uint32_t count, first = content_find(content, at.object, &count), unsure = 0;
    for (uint32_t i = first; i < first + count; i++) {
        Cell *cell = &content->cells.data[i];
        if (cell->sure)
            continue;
        unsure++;
        Target joined = target_join(cell->at, at);
        bool same_form = cell->size == size && joined.stride == (cell->at.stride ? cell->at.stride : at.stride);
        if (!same_form)
            continue;
        bool grown = joined.low != cell->at.low || joined.high != cell->at.high || joined.stride != cell->at.stride;
        if (grown) {
            ValueId id = cell->value;
            add_to_value(&id, values, value, thresholds);
            take_out(content, i);
            insert(content, (Cell){.at = joined, .size = size, .value = id});
            return true;
        }
        return add_to_value(&cell->value, values, value, thresholds);
    }
    if (unsure >= UNSURE_LIMIT) {
        add_everything(content, values, at, size);
        return true;
    }
    insert(content, (Cell){.at = at, .size = size, .value = value_table_add(values, value)});
    return true;
}

static bool has_sure_byte(const Content *content, uint32_t zone, int64_t offset)
{
    uint32_t count, first = content_find(content, zone, &count);
    for (uint32_t i = first; i < first + count; i++) {
        const Cell *cell = &content->cells.data[i];
        if (cell->sure && cell->at.low <= offset && offset < end_of(cell->at, cell->size))
            return true;
    }
    return false;
}

// At a place parts of which have sure cells: the other bytes get theirs, of which nothing is known. So the cells of a zone
// are never cut anew, and adding to them has an end.
static bool add_bytes(Content *content, ValueTable *values, Target at, uint32_t size)
{
    bool changed = false;
    Value any = value_any(8);
    for (Target byte = at; byte.low < at.low + size; byte.low++) {
        byte.high = byte.low;
        if (has_sure_byte(content, at.object, byte.low))
            continue;
        insert(content, (Cell){.at = byte, .size = 1, .sure = true, .value = value_table_add(values, &any)});
        changed = true;
    }
    return changed;
}

bool content_add(Content *content, ValueTable *values, Target at, uint32_t size, const Value *value, Ground ground,
                 const Thresholds *thresholds)
{
    uint32_t count, first = content_find(content, at.object, &count);
    bool changed = false, found = false, meets = false;
    for (uint32_t i = first; i < first + count; i++) {
        Cell *cell = &content->cells.data[i];
        if (!cell->sure || !overlaps(cell, at, size))
            continue;
        bool same = matches(cell, at, size);
        Value any = value_any(cell->size * 8);
        changed |= add_to_value(&cell->value, values, same ? value : &any, thresholds);
        found |= same && at.low == at.high;
        meets = true;
    }
    if (found)
        return changed;
    if (at.low != at.high)
        return add_unsure(content, values, at, size, value, thresholds) || changed;
    if (meets)
        return add_bytes(content, values, at, size) || changed;
    Value now = content_read(content, values, at, size, ground);
    now = value_join(&now, value);
    content_write(content, values, at, size, &now);
    return true;
}

// The cells of the other are added one by one: those that are sure here are joined with what the other one has there.
bool content_join(Content *content, Ground ground, const Content *other, Ground other_ground, ValueTable *values,
                  const Thresholds *thresholds)
{
    bool changed = false;
    for (uint32_t i = 0; i < content->cells.count; i++) {
        Cell *cell = &content->cells.data[i];
        if (!cell->sure)
            continue;
        Value value = content_read(other, values, cell->at, cell->size, other_ground);
        changed |= add_to_value(&content->cells.data[i].value, values, &value, thresholds);
    }
    for (uint32_t i = 0; i < other->cells.count; i++) {
        Cell cell = other->cells.data[i];
        Value value = *value_table_get(values, cell.value);
        changed |= content_add(content, values, cell.at, cell.size, &value, ground, thresholds);
    }
    return changed;
}

void content_copy(Content *content, const Content *from)
{
    vector_resize(&content->cells, from->cells.count);
    if (from->cells.count)
        memcpy(content->cells.data, from->cells.data, from->cells.count * sizeof(Cell));
}

void content_free(Content *content)
{
    vector_free(&content->cells);
}

void content_drop(Content *content, uint32_t zone)
{
    uint32_t count, first = content_find(content, zone, &count);
    if (!count)
        return;
    memmove(&content->cells.data[first], &content->cells.data[first + count],
            (content->cells.count - first - count) * sizeof(Cell));
    content->cells.count -= count;
}

static int compare_cells(const void *left, const void *right)
{
    return comes_before(left, right) ? -1 : comes_before(right, left);
}

void content_sort(Content *content)
{
    if (content->cells.count)
        qsort(content->cells.data, content->cells.count, sizeof(Cell), compare_cells);
}

uint32_t content_cell_size(const Content *content, uint32_t zone, int64_t offset)
{
    uint32_t count, first = content_find(content, zone, &count);
    for (uint32_t i = first; i < first + count; i++)
        if (content->cells.data[i].sure && content->cells.data[i].at.low == offset)
            return content->cells.data[i].size;
    return 0;
}

void content_rename_values(Content *content, ValueTable *values, uint32_t zone, uint32_t other)
{
    for (uint32_t i = 0; i < content->cells.count; i++) {
        Value value = *value_table_get(values, content->cells.data[i].value);
        if (!value_points_to(&value, zone))
            continue;
        value_rename(&value, zone, other);
        content->cells.data[i].value = value_table_add(values, &value);
    }
}
