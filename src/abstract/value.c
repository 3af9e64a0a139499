#include "abstract/value.h"

#include "base/fail.h"
#include "machine/arithmetic.h"

// Offsets beyond this are as good as any: no object is that large.
enum { OFFSET_LIMIT = 1 << 30 };

const Value value_none;

Value value_number(Number number)
{
    return (Value){.number = number};
}

Value value_constant(uint64_t word)
{
    return value_number(number_constant(word));
}

Value value_any(uint32_t width)
{
    return value_number(number_any(width));
}

Value value_address(uint32_t object, int64_t offset)
{
    return (Value){.target_count = 1, .targets = {{.object = object, .low = offset, .high = offset}}};
}

bool value_is_empty(const Value *value)
{
    return !value->number.count && !value->target_count;
}

bool value_is_constant(const Value *value, uint64_t *word)
{
    return !value->target_count && number_is_constant(&value->number, word);
}

bool value_points_to(const Value *value, uint32_t object)
{
    for (uint32_t i = 0; i < value->target_count; i++)
        if (value->targets[i].object == object)
            return true;
    return false;
}

static uint32_t greatest_divisor(uint64_t left, uint64_t right)
{
    while (right) {
        uint64_t rest = left % right;
        left = right;
        right = rest;
    }
    return left > UINT32_MAX ? 1 : (uint32_t)left;
}

static uint64_t distance(int64_t left, int64_t right)
{
    return left > right ? (uint64_t)left - (uint64_t)right : (uint64_t)right - (uint64_t)left;
}

Target target_join(Target left, Target right)
{
    CHECK(left.object == right.object);
    uint32_t stride = greatest_divisor(greatest_divisor(left.stride, right.stride), distance(left.low, right.low));
    Target joined = {.object = left.object,
                     .low = left.low < right.low ? left.low : right.low,
                     .high = left.high > right.high ? left.high : right.high};
    joined.stride = joined.low == joined.high ? 0 : stride ? stride : 1;
    return joined;
}

static bool target_includes(Target target, Target other)
{
    Target joined = target_join(target, other);
    return joined.low == target.low && joined.high == target.high && joined.stride == target.stride;
}

// Adds to a value whose targets stay in order. One that has no room becomes any number, which nobody may use as an
// address.
static void add_target(Value *value, Target target)
{
    uint32_t place = 0;
    while (place < value->target_count && value->targets[place].object < target.object)
        place++;
    if (place < value->target_count && value->targets[place].object == target.object) {
        value->targets[place] = target_join(value->targets[place], target);
        return;
    }
    if (value->target_count == TARGETS) {
        value->number = number_any(64);
        return;
    }
    for (uint32_t i = value->target_count++; i > place; i--)
        value->targets[i] = value->targets[i - 1];
    value->targets[place] = target;
}

bool value_includes(const Value *value, const Value *other)
{
    if (!number_includes(&value->number, &other->number))
        return false;
    bool all =
        number_contains(&value->number, 0) && number_contains(&value->number, UINT64_MAX) && value->number.count == 1;
    uint32_t j = 0;
    for (uint32_t i = 0; i < other->target_count && !all; i++) {
        while (j < value->target_count && value->targets[j].object < other->targets[i].object)
            j++;
        if (j == value->target_count || value->targets[j].object != other->targets[i].object ||
            !target_includes(value->targets[j], other->targets[i]))
            return false;
    }
    return true;
}

Value value_join(const Value *left, const Value *right)
{
    Value joined = *left;
    joined.number = number_join(&left->number, &right->number);
    for (uint32_t i = 0; i < right->target_count; i++)
        add_target(&joined, right->targets[i]);
    return joined;
}

// Offsets that move become any in the object, or beyond.
static Target widen_target(Target before, Target now)
{
    Target joined = target_join(before, now);
    if (joined.low < before.low)
        joined.low -= (OFFSET_LIMIT + joined.low) / (joined.stride ? joined.stride : 1) * joined.stride;
    if (joined.high > before.high)
        joined.high = OFFSET_LIMIT;
    return joined;
}

Value value_widen(const Value *before, const Value *now, const Thresholds *thresholds)
{
    Value widened = value_join(before, now);
    if (value_includes(before, &widened))
        return *before;
    Number number = number_widen(&before->number, &widened.number, thresholds);
    widened.number = number;
    for (uint32_t i = 0; i < widened.target_count; i++)
        for (uint32_t j = 0; j < before->target_count; j++)
            if (before->targets[j].object == widened.targets[i].object)
                widened.targets[i] = widen_target(before->targets[j], widened.targets[i]);
    return widened;
}

void value_rename(Value *value, uint32_t object, uint32_t other)
{
    if (!value_points_to(value, object))
        return;
    Value renamed = {.number = value->number};
    for (uint32_t i = 0; i < value->target_count; i++) {
        Target target = value->targets[i];
        if (target.object == object)
            target.object = other;
        add_target(&renamed, target);
    }
    *value = renamed;
}

static bool is_far(int64_t offset)
{
    return offset > OFFSET_LIMIT || offset < -(int64_t)OFFSET_LIMIT;
}

static bool move_target(Target *target, int64_t least, int64_t most, uint64_t scale)
{
    if (is_far(least) || is_far(most))
        return false;
    uint32_t step = least == most ? 0 : scale > UINT32_MAX ? 1 : (uint32_t)scale;
    target->low += least;
    target->high += most;
    target->stride = target->low == target->high ? 0 : greatest_divisor(target->stride, step);
    if (target->low != target->high && !target->stride)
        target->stride = 1;
    return !is_far(target->low) && !is_far(target->high);
}

Value value_move(const Value *value, const Number *distance, uint64_t scale, uint32_t width)
{
    Value moved = {.number = number_binary(OP_add, &value->number, distance, width)};
    if (!value->target_count || !distance->count)
        return moved;
    int64_t least, most;
    number_signed_bounds(distance, width, &least, &most);
    for (uint32_t i = 0; i < value->target_count; i++) {
        Target target = value->targets[i];
        if (move_target(&target, least, most, scale ? scale : 1))
            add_target(&moved, target);
        else
            moved.number = number_any(64);
    }
    return moved;
}

Value value_binary(Opcode opcode, const Value *left, const Value *right, uint32_t width)
{
    if (value_is_empty(left) || value_is_empty(right))
        return value_none;
    if (!left->target_count && !right->target_count)
        return value_number(number_binary(opcode, &left->number, &right->number, width));
    if (opcode_compares(opcode))
        return value_number(number_between(0, 1)); // who knows the objects may know more
    if (opcode == OP_add && !right->target_count)
        return value_move(left, &right->number, 1, width);
    if (opcode == OP_add && !left->target_count)
        return value_move(right, &left->number, 1, width);
    if (opcode == OP_sub && !right->target_count) {
        Number zero = number_constant(0), negative = number_binary(OP_sub, &zero, &right->number, width);
        return value_move(left, &negative, 1, width);
    }
    return value_any(width);
}

static bool values_equal(const Value *left, const Value *right)
{
    bool equal = left->number.count == right->number.count && left->target_count == right->target_count;
    for (uint32_t i = 0; equal && i < left->number.count; i++)
        equal = left->number.ranges[i].low == right->number.ranges[i].low &&
                left->number.ranges[i].high == right->number.ranges[i].high;
    for (uint32_t i = 0; equal && i < left->target_count; i++)
        equal = left->targets[i].object == right->targets[i].object && left->targets[i].low == right->targets[i].low &&
                left->targets[i].high == right->targets[i].high && left->targets[i].stride == right->targets[i].stride;
    return equal;
}

static uint64_t hash_value(const Value *value)
{
    uint64_t hash = hash_word(0, value->number.count);
    for (uint32_t i = 0; i < value->number.count; i++)
        hash = hash_words(hash, value->number.ranges[i].low, value->number.ranges[i].high);
    for (uint32_t i = 0; i < value->target_count; i++) {
        const Target *target = &value->targets[i];
        hash = hash_words(hash, target->object, target->stride);
        hash = hash_words(hash, (uint64_t)target->low, (uint64_t)target->high);
    }
    return hash;
}

void value_table_init(ValueTable *table)
{
    *table = (ValueTable){0};
    value_table_add(table, &value_none);
}

void value_table_free(ValueTable *table)
{
    vector_free(&table->values);
    map_free(&table->ids);
    map_free(&table->joined);
}

ValueId value_table_add(ValueTable *table, const Value *value)
{
    uint64_t hash = hash_value(value);
    for (;; hash++) {
        uint64_t *id = map_insert(&table->ids, hash);
        if (!*id) {
            vector_push(&table->values, *value);
            *id = table->values.count;
        }
        if (values_equal(&table->values.data[*id - 1], value))
            return (ValueId)(*id - 1);
    }
}

ValueId value_table_join(ValueTable *table, ValueId left, ValueId right)
{
    if (left == right || right == NO_VALUE)
        return left;
    if (left == NO_VALUE)
        return right;
    uint64_t key = (uint64_t)left << 32 | right, *known = map_find(&table->joined, key);
    if (known)
        return (ValueId)*known;
    Value joined = value_join(&table->values.data[left], &table->values.data[right]);
    ValueId id = value_table_add(table, &joined);
    *map_insert(&table->joined, key) = id;
    return id;
}
