// What a word may be: one of some numbers, or an address in one of some objects. Objects are those of objects.h, by id; an
// address of an object is never counted among the numbers unless a program made it from numbers, and who accesses memory
// by a number is given up on. So a number may equal an address, but nothing is ever concluded from its not being one.
#ifndef RADDLE_ABSTRACT_VALUE_H
#define RADDLE_ABSTRACT_VALUE_H

#include "abstract/number.h"
#include "base/map.h"

// Offsets in an object: low, low + stride, ... up to high.
typedef struct Target {
    uint32_t object;
    uint32_t stride; // 0 if low is high
    int64_t low, high;
} Target;

enum { TARGETS = 6 };

typedef struct Value {
    Number number;
    uint32_t target_count;
    Target targets[TARGETS]; // ascending by object, at most one for each
} Value;

extern const Value value_none; // no word at all: what is never computed
Value value_number(Number number);
Value value_constant(uint64_t word);
Value value_any(uint32_t width); // any word of so many bits; not known to be an address, but it might be
Value value_address(uint32_t object, int64_t offset);

bool value_is_empty(const Value *value);
bool value_is_constant(const Value *value, uint64_t *word);
bool value_includes(const Value *value, const Value *other);
Value value_join(const Value *left, const Value *right);
Value value_widen(const Value *before, const Value *now, const Thresholds *thresholds);
// Every address in an object becomes the same address in another one.
void value_rename(Value *value, uint32_t object, uint32_t other);
bool value_points_to(const Value *value, uint32_t object);

// Moved by a number of bytes, each of which is a multiple of `scale` (1: anything is).
Value value_move(const Value *value, const Number *distance, uint64_t scale, uint32_t width);
Value value_binary(Opcode opcode, const Value *left, const Value *right, uint32_t width);

Target target_join(Target left, Target right);

// Values by number: states hold thousands of them, most of which are the same. Equal values have equal ids.
typedef uint32_t ValueId;
enum { NO_VALUE = 0 }; // value_none

typedef struct ValueTable {
    VECTOR(Value) values;
    Map ids;    // hash -> id + 1
    Map joined; // two ids -> that of their join
} ValueTable;

void value_table_init(ValueTable *table);
void value_table_free(ValueTable *table);
ValueId value_table_add(ValueTable *table, const Value *value);
ValueId value_table_join(ValueTable *table, ValueId left, ValueId right);
// Valid until the next one is added.
static inline const Value *value_table_get(const ValueTable *table, ValueId id)
{
    return &table->values.data[id];
}

#endif
