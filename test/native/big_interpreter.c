/*
 * A small dynamic language, whole: lexer, parser, name resolution, constant folding, bytecode compiler, virtual
 * machine, mark-and-sweep heap, interned strings, ordered hash maps, closures, classes, exceptions and native functions
 * that call back. It runs scripts that check themselves, and prints what they print.
 *
 * It is one long file on purpose: the test is that a program of this size, with structs, heap and function pointers
 * everywhere, behaves as it does natively.
 *
 * Life of a script: source -> tokens -> syntax tree in an arena -> resolver (which variables are captured by inner
 * functions) -> folder -> bytecode -> machine. Captured variables live in cells on the heap; all others on the stack.
 * Garbage is collected only between two instructions, so no code in between needs to protect what it holds.
 */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------- arena */

struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
    _Alignas(16) unsigned char data[];
};

struct arena {
    struct arena_block *blocks;
    size_t total;
};

static void *arena_get(struct arena *arena, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (!arena->blocks || arena->blocks->used + size > arena->blocks->size) {
        size_t capacity = size > 4096 ? size : 4096;
        struct arena_block *block = malloc(sizeof *block + capacity);
        block->next = arena->blocks;
        block->used = 0;
        block->size = capacity;
        arena->blocks = block;
    }
    void *memory = arena->blocks->data + arena->blocks->used;
    arena->blocks->used += size;
    arena->total += size;
    memset(memory, 0, size);
    return memory;
}

static void arena_free(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

/* ------------------------------------------------------------------------------------------- text under way */

struct text {
    char *bytes;
    size_t length;
    size_t capacity;
};

static void text_append(struct text *text, const char *bytes, size_t length)
{
    if (text->length + length + 1 > text->capacity) {
        text->capacity = (text->length + length + 1) * 2;
        text->bytes = realloc(text->bytes, text->capacity);
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

static void text_printf(struct text *text, const char *format, ...)
{
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    text_append(text, buffer, (size_t)length < sizeof buffer ? (size_t)length : sizeof buffer - 1);
}

static void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

/* --------------------------------------------------------------------------------------------------- values */

enum value_type { VALUE_NIL, VALUE_BOOLEAN, VALUE_NUMBER, VALUE_OBJECT };

struct object;

struct value {
    enum value_type type;
    union {
        bool boolean;
        double number;
        struct object *object;
    } as;
};

#define OBJECT_TYPES(X)   \
    X(STRING, string)     \
    X(ARRAY, array)       \
    X(MAP, map)           \
    X(FUNCTION, function) \
    X(CLOSURE, closure)   \
    X(CELL, cell)         \
    X(NATIVE, native)     \
    X(CLASS, class)       \
    X(INSTANCE, instance) \
    X(BOUND, bound)

enum object_type {
#define ROW(upper, lower) OBJECT_##upper,
    OBJECT_TYPES(ROW)
#undef ROW
        OBJECT_TYPE_COUNT
};

static const char *const object_type_names[] = {
#define ROW(upper, lower) #lower,
    OBJECT_TYPES(ROW)
#undef ROW
};

struct object {
    enum object_type type;
    bool marked;
    struct object *next;
};

struct string {
    struct object object;
    uint32_t hash;
    uint32_t length;
    char text[];
};

struct array {
    struct object object;
    struct value *items;
    int count;
    int capacity;
};

/* Entries keep the order of insertion; slots hold indexes of entries, -1 for free. A dead entry has a nil key. */
struct table_entry {
    struct value key;
    struct value value;
};

struct table {
    struct table_entry *entries;
    int *slots;
    int entry_count;
    int live_count;
    int slot_count;
};

struct map {
    struct object object;
    struct table table;
};

struct code {
    uint8_t *bytes;
    int *lines;
    int count;
    int capacity;
};

struct function {
    struct object object;
    struct string *name;
    int arity;
    int capture_count;
    struct code code;
    struct value *constants;
    int constant_count;
    int constant_capacity;
};

struct cell {
    struct object object;
    struct value value;
};

struct class;

struct closure {
    struct object object;
    struct function *function;
    struct class *owner; /* of a method and the functions in it: for `super` */
    int count;
    struct cell *captures[];
};

struct machine;
typedef bool native_function(struct machine *machine, int count, struct value *arguments, struct value *result);

struct native {
    struct object object;
    const char *name;
    int arity; /* -1: any number */
    native_function *function;
};

struct class {
    struct object object;
    struct string *name;
    struct class *parent;
    struct table methods;
};

struct instance {
    struct object object;
    struct class *class;
    struct table fields;
};

struct bound {
    struct object object;
    struct value receiver;
    struct closure *method;
};

static struct value value_nil(void)
{
    return (struct value){.type = VALUE_NIL};
}

static struct value value_boolean(bool boolean)
{
    return (struct value){.type = VALUE_BOOLEAN, .as.boolean = boolean};
}

static struct value value_number(double number)
{
    return (struct value){.type = VALUE_NUMBER, .as.number = number};
}

static struct value value_object(void *object)
{
    return (struct value){.type = VALUE_OBJECT, .as.object = object};
}

static bool value_is(struct value value, enum object_type type)
{
    return value.type == VALUE_OBJECT && value.as.object->type == type;
}

static bool value_truth(struct value value)
{
    return value.type == VALUE_BOOLEAN ? value.as.boolean : value.type != VALUE_NIL;
}

/* Strings are interned, so identity is equality. */
static bool value_equal(struct value a, struct value b)
{
    if (a.type != b.type) {
        return false;
    }
    switch (a.type) {
    case VALUE_NIL:
        return true;
    case VALUE_BOOLEAN:
        return a.as.boolean == b.as.boolean;
    case VALUE_NUMBER:
        return a.as.number == b.as.number;
    case VALUE_OBJECT:
        return a.as.object == b.as.object;
    }
    return false;
}

static struct string *value_string(struct value value)
{
    return (struct string *)value.as.object;
}

static struct array *value_array(struct value value)
{
    return (struct array *)value.as.object;
}

static const char *value_type_name(struct value value)
{
    static const char *const names[] = {"nil", "boolean", "number"};
    return value.type == VALUE_OBJECT ? object_type_names[value.as.object->type] : names[value.type];
}

/* -------------------------------------------------------------------------------------------------- hashing */

static uint32_t hash_bytes(const void *data, size_t length)
{
    const unsigned char *bytes = data;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ bytes[i]) * 16777619u;
    }
    return hash;
}

static uint32_t value_hash(struct value value)
{
    switch (value.type) {
    case VALUE_NIL:
        return 0;
    case VALUE_BOOLEAN:
        return value.as.boolean ? 3 : 5;
    case VALUE_NUMBER: {
        double number = value.as.number == 0 ? 0 : value.as.number;
        return hash_bytes(&number, sizeof number);
    }
    case VALUE_OBJECT:
        break;
    }
    if (value_is(value, OBJECT_STRING)) {
        return value_string(value)->hash;
    }
    return 7;
}

static bool table_is_key(struct value key)
{
    return key.type == VALUE_BOOLEAN || (key.type == VALUE_NUMBER && !isnan(key.as.number)) ||
           value_is(key, OBJECT_STRING);
}

static int *table_slot(const struct table *table, struct value key)
{
    unsigned mask = (unsigned)table->slot_count - 1;
    unsigned position = value_hash(key) & mask;
    for (;;) {
        int *slot = &table->slots[position];
        if (*slot < 0 || value_equal(table->entries[*slot].key, key)) {
            return slot;
        }
        position = (position + 1) & mask;
    }
}

static struct value *table_find(const struct table *table, struct value key)
{
    if (table->live_count == 0) {
        return NULL;
    }
    int slot = *table_slot(table, key);
    return slot < 0 ? NULL : &table->entries[slot].value;
}

/* Room for at least one more entry; drops the dead ones on the way. */
static void table_grow(struct table *table)
{
    int slot_count = 8;
    while (slot_count * 3 < (table->live_count + 1) * 4 * 2) {
        slot_count *= 2;
    }
    struct table old = *table;
    table->slot_count = slot_count;
    table->slots = malloc((size_t)slot_count * sizeof *table->slots);
    table->entries = malloc((size_t)slot_count * sizeof *table->entries);
    table->entry_count = 0;
    for (int i = 0; i < slot_count; i++) {
        table->slots[i] = -1;
    }
    for (int i = 0; i < old.entry_count; i++) {
        if (old.entries[i].key.type != VALUE_NIL) {
            *table_slot(table, old.entries[i].key) = table->entry_count;
            table->entries[table->entry_count++] = old.entries[i];
        }
    }
    free(old.slots);
    free(old.entries);
}

static bool table_set(struct table *table, struct value key, struct value value)
{
    struct value *found = table_find(table, key);
    if (found) {
        *found = value;
        return false;
    }
    if ((table->entry_count + 1) * 4 > table->slot_count * 3) {
        table_grow(table);
    }
    *table_slot(table, key) = table->entry_count;
    table->entries[table->entry_count++] = (struct table_entry){key, value};
    table->live_count++;
    return true;
}

/* The entry dies but its slot stays taken, so that probing still passes over it. */
static bool table_delete(struct table *table, struct value key)
{
    struct value *found = table_find(table, key);
    if (!found) {
        return false;
    }
    struct table_entry *entry = (struct table_entry *)((char *)found - offsetof(struct table_entry, value));
    entry->key = value_nil();
    entry->value = value_nil();
    table->live_count--;
    return true;
}

static void table_free(struct table *table)
{
    free(table->entries);
    free(table->slots);
    *table = (struct table){0};
}

static void table_copy(struct table *target, const struct table *source)
{
    for (int i = 0; i < source->entry_count; i++) {
        if (source->entries[i].key.type != VALUE_NIL) {
            table_set(target, source->entries[i].key, source->entries[i].value);
        }
    }
}

/* -------------------------------------------------------------------------------------------------- machine */

enum { STACK_LIMIT = 4096, FRAME_LIMIT = 200, HANDLER_LIMIT = 32 };

struct frame {
    struct closure *closure;
    const uint8_t *next;
    int base;
};

struct handler {
    int frame_count;
    int stack_top;
    const uint8_t *target;
};

struct machine {
    struct value stack[STACK_LIMIT];
    int stack_top;
    struct frame frames[FRAME_LIMIT];
    int frame_count;
    struct handler handlers[HANDLER_LIMIT];
    int handler_count;
    struct value thrown;
    struct table globals;
    struct object *objects;
    struct string **interned; /* open addressing, NULL is free */
    int interned_size;
    int interned_count;
    size_t object_bytes;
    size_t collect_at;
    bool stress;
    struct object **gray;
    int gray_count;
    int gray_capacity;
    struct string *name_init;
    struct text output;
    struct {
        unsigned long instructions;
        unsigned long objects;
        unsigned long collections;
        unsigned long freed;
        unsigned checks;
        unsigned failures;
    } statistics;
};

/* --------------------------------------------------------------------------------------------------- objects */

static void *object_new(struct machine *machine, size_t size, enum object_type type)
{
    struct object *object = calloc(1, size);
    object->type = type;
    object->next = machine->objects;
    machine->objects = object;
    machine->object_bytes += size;
    machine->statistics.objects++;
    return object;
}

static struct string **intern_slot(struct machine *machine, const char *text, uint32_t length, uint32_t hash)
{
    unsigned mask = (unsigned)machine->interned_size - 1;
    for (unsigned position = hash & mask;; position = (position + 1) & mask) {
        struct string **slot = &machine->interned[position];
        if (!*slot ||
            ((*slot)->hash == hash && (*slot)->length == length && memcmp((*slot)->text, text, length) == 0)) {
            return slot;
        }
    }
}

static void intern_resize(struct machine *machine, int size)
{
    struct string **old = machine->interned;
    int old_size = machine->interned_size;
    machine->interned = calloc((size_t)size, sizeof *machine->interned);
    machine->interned_size = size;
    for (int i = 0; i < old_size; i++) {
        if (old[i]) {
            *intern_slot(machine, old[i]->text, old[i]->length, old[i]->hash) = old[i];
        }
    }
    free(old);
}

static struct string *string_new(struct machine *machine, const char *text, size_t length)
{
    if ((machine->interned_count + 1) * 2 > machine->interned_size) {
        intern_resize(machine, machine->interned_size ? machine->interned_size * 2 : 64);
    }
    uint32_t hash = hash_bytes(text, length);
    struct string **slot = intern_slot(machine, text, (uint32_t)length, hash);
    if (!*slot) {
        struct string *string = object_new(machine, sizeof *string + length + 1, OBJECT_STRING);
        string->hash = hash;
        string->length = (uint32_t)length;
        memcpy(string->text, text, length);
        *slot = string;
        machine->interned_count++;
    }
    return *slot;
}

static struct string *string_from(struct machine *machine, const char *text)
{
    return string_new(machine, text, strlen(text));
}

static void array_push(struct array *array, struct value value)
{
    if (array->count == array->capacity) {
        array->capacity = array->capacity ? array->capacity * 2 : 4;
        array->items = realloc(array->items, (size_t)array->capacity * sizeof *array->items);
    }
    array->items[array->count++] = value;
}

static struct closure *closure_new(struct machine *machine, struct function *function)
{
    size_t size = sizeof(struct closure) + (size_t)function->capture_count * sizeof(struct cell *);
    struct closure *closure = object_new(machine, size, OBJECT_CLOSURE);
    closure->function = function;
    closure->count = function->capture_count;
    return closure;
}

static void object_free(struct object *object)
{
    switch (object->type) {
    case OBJECT_ARRAY:
        free(((struct array *)object)->items);
        break;
    case OBJECT_MAP:
        table_free(&((struct map *)object)->table);
        break;
    case OBJECT_FUNCTION: {
        struct function *function = (struct function *)object;
        free(function->code.bytes);
        free(function->code.lines);
        free(function->constants);
        break;
    }
    case OBJECT_CLASS:
        table_free(&((struct class *)object)->methods);
        break;
    case OBJECT_INSTANCE:
        table_free(&((struct instance *)object)->fields);
        break;
    default:
        break;
    }
    free(object);
}

/* --------------------------------------------------------------------------------------------------- collector */

static void mark_object(struct machine *machine, struct object *object)
{
    if (!object || object->marked) {
        return;
    }
    object->marked = true;
    if (machine->gray_count == machine->gray_capacity) {
        machine->gray_capacity = machine->gray_capacity ? machine->gray_capacity * 2 : 64;
        machine->gray = realloc(machine->gray, (size_t)machine->gray_capacity * sizeof *machine->gray);
    }
    machine->gray[machine->gray_count++] = object;
}

static void mark_value(struct machine *machine, struct value value)
{
    if (value.type == VALUE_OBJECT) {
        mark_object(machine, value.as.object);
    }
}

static void mark_table(struct machine *machine, const struct table *table)
{
    for (int i = 0; i < table->entry_count; i++) {
        mark_value(machine, table->entries[i].key);
        mark_value(machine, table->entries[i].value);
    }
}

static void scan_nothing(struct machine *machine, struct object *object)
{
    (void)machine;
    (void)object;
}

static void scan_array(struct machine *machine, struct object *object)
{
    struct array *array = (struct array *)object;
    for (int i = 0; i < array->count; i++) {
        mark_value(machine, array->items[i]);
    }
}

static void scan_map(struct machine *machine, struct object *object)
{
    mark_table(machine, &((struct map *)object)->table);
}

static void scan_function(struct machine *machine, struct object *object)
{
    struct function *function = (struct function *)object;
    mark_object(machine, (struct object *)function->name);
    for (int i = 0; i < function->constant_count; i++) {
        mark_value(machine, function->constants[i]);
    }
}

static void scan_closure(struct machine *machine, struct object *object)
{
    struct closure *closure = (struct closure *)object;
    mark_object(machine, &closure->function->object);
    mark_object(machine, (struct object *)closure->owner);
    for (int i = 0; i < closure->count; i++) {
        mark_object(machine, (struct object *)closure->captures[i]);
    }
}

static void scan_cell(struct machine *machine, struct object *object)
{
    mark_value(machine, ((struct cell *)object)->value);
}

static void scan_class(struct machine *machine, struct object *object)
{
    struct class *class = (struct class *)object;
    mark_object(machine, &class->name->object);
    mark_object(machine, (struct object *)class->parent);
    mark_table(machine, &class->methods);
}

static void scan_instance(struct machine *machine, struct object *object)
{
    struct instance *instance = (struct instance *)object;
    mark_object(machine, &instance->class->object);
    mark_table(machine, &instance->fields);
}

static void scan_bound(struct machine *machine, struct object *object)
{
    struct bound *bound = (struct bound *)object;
    mark_value(machine, bound->receiver);
    mark_object(machine, &bound->method->object);
}

static void (*const scanners[OBJECT_TYPE_COUNT])(struct machine *, struct object *) = {
    [OBJECT_STRING] = scan_nothing,    [OBJECT_ARRAY] = scan_array,     [OBJECT_MAP] = scan_map,
    [OBJECT_FUNCTION] = scan_function, [OBJECT_CLOSURE] = scan_closure, [OBJECT_CELL] = scan_cell,
    [OBJECT_NATIVE] = scan_nothing,    [OBJECT_CLASS] = scan_class,     [OBJECT_INSTANCE] = scan_instance,
    [OBJECT_BOUND] = scan_bound,
};

static void collect_mark(struct machine *machine)
{
    for (int i = 0; i < machine->stack_top; i++) {
        mark_value(machine, machine->stack[i]);
    }
    for (int i = 0; i < machine->frame_count; i++) {
        mark_object(machine, &machine->frames[i].closure->object);
    }
    mark_value(machine, machine->thrown);
    mark_table(machine, &machine->globals);
    mark_object(machine, (struct object *)machine->name_init);
    while (machine->gray_count > 0) {
        struct object *object = machine->gray[--machine->gray_count];
        scanners[object->type](machine, object);
    }
}

/* Interned strings are weak: those about to die leave the table, and the rest is put in again. */
static void collect_strings(struct machine *machine)
{
    for (int i = 0; i < machine->interned_size; i++) {
        struct string *string = machine->interned[i];
        if (string && !string->object.marked) {
            machine->interned[i] = NULL;
            machine->interned_count--;
        }
    }
    intern_resize(machine, machine->interned_size);
}

static size_t object_size(const struct object *object)
{
    switch (object->type) {
    case OBJECT_STRING:
        return sizeof(struct string) + ((const struct string *)object)->length + 1;
    case OBJECT_ARRAY:
        return sizeof(struct array);
    case OBJECT_MAP:
        return sizeof(struct map);
    case OBJECT_FUNCTION:
        return sizeof(struct function);
    case OBJECT_CLOSURE:
        return sizeof(struct closure) + (size_t)((const struct closure *)object)->count * sizeof(struct cell *);
    case OBJECT_CELL:
        return sizeof(struct cell);
    case OBJECT_NATIVE:
        return sizeof(struct native);
    case OBJECT_CLASS:
        return sizeof(struct class);
    case OBJECT_INSTANCE:
        return sizeof(struct instance);
    case OBJECT_BOUND:
        return sizeof(struct bound);
    case OBJECT_TYPE_COUNT:
        break;
    }
    return 0;
}

static void collect_sweep(struct machine *machine)
{
    struct object **place = &machine->objects;
    while (*place) {
        struct object *object = *place;
        if (object->marked) {
            object->marked = false;
            place = &object->next;
        } else {
            *place = object->next;
            machine->object_bytes -= object_size(object);
            machine->statistics.freed++;
            object_free(object);
        }
    }
}

static void machine_collect(struct machine *machine)
{
    machine->statistics.collections++;
    collect_mark(machine);
    collect_strings(machine);
    collect_sweep(machine);
    machine->collect_at = machine->object_bytes * 2 < 16384 ? 16384 : machine->object_bytes * 2;
}

/* --------------------------------------------------------------------------------------------------- printing */

static void value_print(struct text *text, struct value value, int depth);

static void print_items(struct text *text, const struct array *array, int depth)
{
    text_append(text, "[", 1);
    for (int i = 0; i < array->count; i++) {
        text_printf(text, i ? ", " : "");
        value_print(text, array->items[i], depth + 1);
    }
    text_append(text, "]", 1);
}

static void print_entries(struct text *text, const struct table *table, int depth)
{
    bool first = true;
    text_append(text, "{", 1);
    for (int i = 0; i < table->entry_count; i++) {
        if (table->entries[i].key.type != VALUE_NIL) {
            text_printf(text, first ? "" : ", ");
            value_print(text, table->entries[i].key, depth + 1);
            text_append(text, ": ", 2);
            value_print(text, table->entries[i].value, depth + 1);
            first = false;
        }
    }
    text_append(text, "}", 1);
}

static void print_object(struct text *text, struct object *object, int depth)
{
    switch (object->type) {
    case OBJECT_STRING: {
        const struct string *string = (const struct string *)object;
        text_append(text, string->text, string->length);
        break;
    }
    case OBJECT_ARRAY:
        print_items(text, (const struct array *)object, depth);
        break;
    case OBJECT_MAP:
        print_entries(text, &((const struct map *)object)->table, depth);
        break;
    case OBJECT_CLOSURE: {
        const struct string *name = ((const struct closure *)object)->function->name;
        text_printf(text, "<function %s>", name ? name->text : "?");
        break;
    }
    case OBJECT_NATIVE:
        text_printf(text, "<native %s>", ((const struct native *)object)->name);
        break;
    case OBJECT_CLASS:
        text_printf(text, "<class %s>", ((const struct class *)object)->name->text);
        break;
    case OBJECT_INSTANCE:
        text_printf(text, "<%s>", ((const struct instance *)object)->class->name->text);
        break;
    default:
        text_printf(text, "<%s>", object_type_names[object->type]);
        break;
    }
}

static void value_print(struct text *text, struct value value, int depth)
{
    if (depth > 4) {
        text_append(text, "...", 3);
        return;
    }
    switch (value.type) {
    case VALUE_NIL:
        text_append(text, "nil", 3);
        break;
    case VALUE_BOOLEAN:
        text_printf(text, value.as.boolean ? "true" : "false");
        break;
    case VALUE_NUMBER:
        if (fabs(value.as.number) < 1e15 && value.as.number == floor(value.as.number)) {
            text_printf(text, "%lld", (long long)value.as.number);
        } else {
            text_printf(text, "%.10g", value.as.number);
        }
        break;
    case VALUE_OBJECT:
        print_object(text, value.as.object, depth);
        break;
    }
}

/* ------------------------------------------------------------------------------------------------------ lexer */

#define KEYWORDS(X)                                                                                                 \
    X(AND, "and")                                                                                                   \
    X(BREAK, "break") X(CATCH, "catch") X(CLASS, "class") X(CONTINUE, "continue") X(ELSE, "else") X(FALSE, "false") \
        X(FOR, "for") X(FUNCTION, "fun") X(IF, "if") X(IN, "in") X(NIL, "nil") X(NOT, "not") X(OR, "or")            \
            X(RETURN, "return") X(SUPER, "super") X(THIS, "this") X(THROW, "throw") X(TRUE, "true") X(TRY, "try")   \
                X(VAR, "var") X(WHILE, "while")

enum token_type {
    TOKEN_END,
    TOKEN_ERROR,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_SYMBOL,
#define ROW(upper, text) TOKEN_##upper,
    KEYWORDS(ROW)
#undef ROW
};

struct token {
    enum token_type type;
    const char *start;
    int length;
    int line;
    double number;
};

struct lexer {
    const char *cursor;
    int line;
};

static void lexer_skip(struct lexer *lexer)
{
    for (;;) {
        char c = *lexer->cursor;
        if (c == '\n') {
            lexer->line++;
            lexer->cursor++;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            lexer->cursor++;
        } else if (c == '#') {
            while (*lexer->cursor && *lexer->cursor != '\n') {
                lexer->cursor++;
            }
        } else {
            return;
        }
    }
}

static enum token_type lexer_keyword(const char *start, int length)
{
    static const struct {
        const char *text;
        enum token_type type;
    } keywords[] = {
#define ROW(upper, text) {text, TOKEN_##upper},
        KEYWORDS(ROW)
#undef ROW
    };
    for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if ((int)strlen(keywords[i].text) == length && memcmp(keywords[i].text, start, (size_t)length) == 0) {
            return keywords[i].type;
        }
    }
    return TOKEN_NAME;
}

static struct token lexer_next(struct lexer *lexer)
{
    static const char *const pairs[] = {"==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "=>"};
    lexer_skip(lexer);
    struct token token = {TOKEN_SYMBOL, lexer->cursor, 1, lexer->line, 0};
    char c = *lexer->cursor;
    if (!c) {
        token.type = TOKEN_END;
        token.length = 0;
        return token;
    }
    if (isalpha((unsigned char)c) || c == '_') {
        while (isalnum((unsigned char)*lexer->cursor) || *lexer->cursor == '_') {
            lexer->cursor++;
        }
        token.length = (int)(lexer->cursor - token.start);
        token.type = lexer_keyword(token.start, token.length);
        return token;
    }
    if (isdigit((unsigned char)c)) {
        char *end;
        token.type = TOKEN_NUMBER;
        token.number = strtod(lexer->cursor, &end);
        token.length = (int)(end - lexer->cursor);
        lexer->cursor = end;
        return token;
    }
    if (c == '\'') {
        lexer->cursor++;
        while (*lexer->cursor && *lexer->cursor != '\'') {
            lexer->line += *lexer->cursor == '\n';
            lexer->cursor += *lexer->cursor == '\\' && lexer->cursor[1] ? 2 : 1;
        }
        token.type = *lexer->cursor ? TOKEN_STRING : TOKEN_ERROR;
        lexer->cursor += *lexer->cursor == '\'';
        token.length = (int)(lexer->cursor - token.start);
        return token;
    }
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (strncmp(lexer->cursor, pairs[i], 2) == 0) {
            token.length = 2;
        }
    }
    if (!strchr("+-*/%<>=!()[]{},;.:?", c)) {
        token.type = TOKEN_ERROR;
    }
    lexer->cursor += token.length;
    return token;
}

/* ------------------------------------------------------------------------------------------------ syntax tree */

enum node_kind {
    NODE_LITERAL,
    NODE_VARIABLE,
    NODE_ASSIGN, /* first: target; second: value; operation: of a compound assignment, or 0 */
    NODE_UNARY,
    NODE_BINARY,
    NODE_AND,
    NODE_OR,
    NODE_CONDITIONAL,
    NODE_CALL, /* first: callee; list: arguments */
    NODE_INDEX,
    NODE_FIELD,
    NODE_ARRAY,
    NODE_MAP, /* list: keys and values in turn */
    NODE_FUNCTION,
    NODE_SUPER,      /* first: variable `this` */
    NODE_EXPRESSION, /* statements from here on */
    NODE_VAR,
    NODE_BLOCK,
    NODE_IF,
    NODE_WHILE, /* third: step of a for loop */
    NODE_EACH,  /* first: collection; second: body; hidden: its two variables */
    NODE_CLASS, /* first: parent; list: methods */
    NODE_RETURN,
    NODE_BREAK,
    NODE_CONTINUE,
    NODE_THROW,
    NODE_TRY /* first: body; second: handler */
};

struct function_info;

struct binding {
    struct string *name;
    struct binding *outer;
    struct function_info *owner;
    int depth;
    int slot;
    bool captured;
};

struct node {
    enum node_kind kind;
    int line;
    int operation;
    struct node *first;
    struct node *second;
    struct node *third;
    struct node *list;
    struct node *next;
    struct string *name;
    struct value literal;
    struct binding *binding;
    struct function_info *function;
};

struct parameter {
    struct parameter *next;
    struct string *name;
    struct binding *binding;
};

struct function_info {
    struct string *name;
    struct parameter *parameters;
    int arity;
    struct node *body;
    struct function_info *outer;
    struct binding *bindings;
    struct binding *self;
    struct binding **captures;
    int capture_count;
    int local_count;
    int depth;
    bool is_method;
};

enum operator_code {
    OPERATOR_NONE,
    OPERATOR_ADD,
    OPERATOR_SUBTRACT,
    OPERATOR_MULTIPLY,
    OPERATOR_DIVIDE,
    OPERATOR_REMAINDER,
    OPERATOR_EQUAL,
    OPERATOR_DIFFERENT,
    OPERATOR_LESS,
    OPERATOR_LESS_EQUAL,
    OPERATOR_GREATER,
    OPERATOR_GREATER_EQUAL,
    OPERATOR_NEGATE,
    OPERATOR_NOT
};

/* ----------------------------------------------------------------------------------------------------- parser */

struct parser {
    struct machine *machine;
    struct arena *arena;
    struct lexer lexer;
    struct token current;
    struct token previous;
    struct function_info *function;
    int loop_depth;
    int nesting;
    bool failed;
    char message[120];
};

static void parser_fail(struct parser *parser, const char *message)
{
    if (!parser->failed) {
        snprintf(parser->message, sizeof parser->message, "line %d: %s near '%.*s'", parser->current.line, message,
                 parser->current.length, parser->current.start);
    }
    parser->failed = true;
}

static void parser_advance(struct parser *parser)
{
    parser->previous = parser->current;
    parser->current = lexer_next(&parser->lexer);
    if (parser->current.type == TOKEN_ERROR) {
        parser_fail(parser, "unexpected character");
    }
}

static bool parser_is_symbol(const struct parser *parser, const char *symbol)
{
    return parser->current.type == TOKEN_SYMBOL && (int)strlen(symbol) == parser->current.length &&
           memcmp(symbol, parser->current.start, (size_t)parser->current.length) == 0;
}

static bool parser_take_symbol(struct parser *parser, const char *symbol)
{
    if (!parser_is_symbol(parser, symbol)) {
        return false;
    }
    parser_advance(parser);
    return true;
}

static bool parser_take(struct parser *parser, enum token_type type)
{
    if (parser->current.type != type) {
        return false;
    }
    parser_advance(parser);
    return true;
}

static void parser_expect(struct parser *parser, const char *symbol)
{
    if (!parser_take_symbol(parser, symbol)) {
        char message[40];
        snprintf(message, sizeof message, "expected '%s'", symbol);
        parser_fail(parser, message);
    }
}

static struct string *parser_name(struct parser *parser)
{
    if (!parser_take(parser, TOKEN_NAME)) {
        parser_fail(parser, "expected a name");
        return parser->machine->name_init;
    }
    return string_new(parser->machine, parser->previous.start, (size_t)parser->previous.length);
}

static struct node *node_new(struct parser *parser, enum node_kind kind)
{
    struct node *node = arena_get(parser->arena, sizeof *node);
    node->kind = kind;
    node->line = parser->previous.line;
    return node;
}

static struct node *parse_expression(struct parser *parser);
static struct node *parse_statement(struct parser *parser);
static struct node *parse_declaration(struct parser *parser);
static struct node *parse_block(struct parser *parser);

static struct node *parse_literal(struct parser *parser, struct value value)
{
    struct node *node = node_new(parser, NODE_LITERAL);
    node->literal = value;
    return node;
}

static struct node *parse_string(struct parser *parser)
{
    struct text text = {0};
    const char *end = parser->previous.start + parser->previous.length - 1;
    text_append(&text, "", 0);
    for (const char *p = parser->previous.start + 1; p < end; p++) {
        char c = *p;
        if (c == '\\') {
            p++;
            c = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
        }
        text_append(&text, &c, 1);
    }
    struct node *node = parse_literal(parser, value_object(string_new(parser->machine, text.bytes, text.length)));
    text_free(&text);
    return node;
}

static struct node *parse_function(struct parser *parser, struct string *name, bool is_method)
{
    struct node *node = node_new(parser, NODE_FUNCTION);
    struct function_info *info = arena_get(parser->arena, sizeof *info);
    struct parameter **end = &info->parameters;
    int loops = parser->loop_depth;
    info->name = name;
    info->is_method = is_method;
    info->outer = parser->function;
    parser->function = info;
    parser->loop_depth = 0;
    node->function = info;
    parser_expect(parser, "(");
    while (!parser->failed && !parser_is_symbol(parser, ")")) {
        struct parameter *parameter = arena_get(parser->arena, sizeof *parameter);
        parameter->name = parser_name(parser);
        *end = parameter;
        end = &parameter->next;
        info->arity++;
        if (!parser_take_symbol(parser, ",")) {
            break;
        }
    }
    parser_expect(parser, ")");
    if (parser_take_symbol(parser, "=>")) {
        struct node *result = node_new(parser, NODE_RETURN);
        result->first = parse_expression(parser);
        info->body = node_new(parser, NODE_BLOCK);
        info->body->list = result;
    } else {
        info->body = parse_block(parser);
    }
    parser->function = info->outer;
    parser->loop_depth = loops;
    return node;
}

/* Parses until `close`; returns the list and leaves the number of its elements. */
static struct node *parse_list(struct parser *parser, const char *close, bool pairs, int *count)
{
    struct node *list = NULL;
    struct node **end = &list;
    *count = 0;
    while (!parser->failed && !parser_is_symbol(parser, close)) {
        *end = parse_expression(parser);
        end = &(*end)->next;
        ++*count;
        if (pairs && *count % 2 == 1) {
            parser_expect(parser, ":");
        } else if (!parser_take_symbol(parser, ",")) {
            break;
        }
    }
    parser_expect(parser, close);
    return list;
}

static struct node *parse_variable(struct parser *parser, struct string *name)
{
    struct node *node = node_new(parser, NODE_VARIABLE);
    node->name = name;
    return node;
}

static struct node *parse_primary(struct parser *parser)
{
    parser_advance(parser);
    switch (parser->previous.type) {
    case TOKEN_NUMBER:
        return parse_literal(parser, value_number(parser->previous.number));
    case TOKEN_STRING:
        return parse_string(parser);
    case TOKEN_NIL:
        return parse_literal(parser, value_nil());
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        return parse_literal(parser, value_boolean(parser->previous.type == TOKEN_TRUE));
    case TOKEN_NAME:
        return parse_variable(parser,
                              string_new(parser->machine, parser->previous.start, (size_t)parser->previous.length));
    case TOKEN_THIS:
        return parse_variable(parser, string_from(parser->machine, "this"));
    case TOKEN_SUPER: {
        struct node *node = node_new(parser, NODE_SUPER);
        parser_expect(parser, ".");
        node->name = parser_name(parser);
        node->first = parse_variable(parser, string_from(parser->machine, "this"));
        return node;
    }
    case TOKEN_FUNCTION:
        return parse_function(parser, NULL, false);
    case TOKEN_SYMBOL:
        switch (*parser->previous.start) {
        case '(': {
            struct node *inner = parse_expression(parser);
            parser_expect(parser, ")");
            return inner;
        }
        case '[':
        case '{': {
            bool is_map = *parser->previous.start == '{';
            struct node *node = node_new(parser, is_map ? NODE_MAP : NODE_ARRAY);
            node->list = parse_list(parser, is_map ? "}" : "]", is_map, &node->operation);
            return node;
        }
        default:
            break;
        }
        break;
    default:
        break;
    }
    parser_fail(parser, "expected an expression");
    return parse_literal(parser, value_nil());
}

static struct node *parse_postfix(struct parser *parser)
{
    struct node *node = parse_primary(parser);
    while (!parser->failed) {
        struct node *outer;
        if (parser_take_symbol(parser, "(")) {
            outer = node_new(parser, NODE_CALL);
            outer->list = parse_list(parser, ")", false, &outer->operation);
        } else if (parser_take_symbol(parser, "[")) {
            outer = node_new(parser, NODE_INDEX);
            outer->second = parse_expression(parser);
            parser_expect(parser, "]");
        } else if (parser_take_symbol(parser, ".")) {
            outer = node_new(parser, NODE_FIELD);
            outer->name = parser_name(parser);
        } else {
            break;
        }
        outer->first = node;
        node = outer;
    }
    return node;
}

static struct node *parse_unary(struct parser *parser)
{
    enum operator_code operation = OPERATOR_NONE;
    if (parser_take_symbol(parser, "-")) {
        operation = OPERATOR_NEGATE;
    } else if (parser_take_symbol(parser, "!") || parser_take(parser, TOKEN_NOT)) {
        operation = OPERATOR_NOT;
    }
    if (operation == OPERATOR_NONE) {
        return parse_postfix(parser);
    }
    struct node *node = node_new(parser, NODE_UNARY);
    node->operation = operation;
    node->first = parse_unary(parser);
    return node;
}

static const struct {
    const char *symbol;
    enum operator_code operation;
    int precedence;
} binary_operators[] = {
    {"==", OPERATOR_EQUAL, 1},      {"!=", OPERATOR_DIFFERENT, 1}, {"<", OPERATOR_LESS, 2},
    {"<=", OPERATOR_LESS_EQUAL, 2}, {">", OPERATOR_GREATER, 2},    {">=", OPERATOR_GREATER_EQUAL, 2},
    {"+", OPERATOR_ADD, 3},         {"-", OPERATOR_SUBTRACT, 3},   {"*", OPERATOR_MULTIPLY, 4},
    {"/", OPERATOR_DIVIDE, 4},      {"%", OPERATOR_REMAINDER, 4},
};

static struct node *parse_binary(struct parser *parser, int precedence)
{
    struct node *left = parse_unary(parser);
    for (unsigned i = 0; i < sizeof binary_operators / sizeof *binary_operators && !parser->failed;) {
        if (binary_operators[i].precedence >= precedence && parser_take_symbol(parser, binary_operators[i].symbol)) {
            struct node *node = node_new(parser, NODE_BINARY);
            node->operation = binary_operators[i].operation;
            node->first = left;
            node->second = parse_binary(parser, binary_operators[i].precedence + 1);
            left = node;
            i = 0;
        } else {
            i++;
        }
    }
    return left;
}

static struct node *parse_logical(struct parser *parser, bool is_or)
{
    struct node *left = is_or ? parse_logical(parser, false) : parse_binary(parser, 1);
    while (parser_take(parser, is_or ? TOKEN_OR : TOKEN_AND)) {
        struct node *node = node_new(parser, is_or ? NODE_OR : NODE_AND);
        node->first = left;
        node->second = is_or ? parse_logical(parser, false) : parse_binary(parser, 1);
        left = node;
    }
    return left;
}

static struct node *parse_conditional(struct parser *parser)
{
    struct node *condition = parse_logical(parser, true);
    if (!parser_take_symbol(parser, "?")) {
        return condition;
    }
    struct node *node = node_new(parser, NODE_CONDITIONAL);
    node->first = condition;
    node->second = parse_expression(parser);
    parser_expect(parser, ":");
    node->third = parse_conditional(parser);
    return node;
}

static struct node *parse_expression(struct parser *parser)
{
    static const struct {
        const char *symbol;
        enum operator_code operation;
    } assignments[] = {{"=", OPERATOR_NONE},      {"+=", OPERATOR_ADD},    {"-=", OPERATOR_SUBTRACT},
                       {"*=", OPERATOR_MULTIPLY}, {"/=", OPERATOR_DIVIDE}, {"%=", OPERATOR_REMAINDER}};
    if (++parser->nesting > 100) {
        parser_fail(parser, "too deeply nested");
    }
    struct node *node = parser->failed ? parse_literal(parser, value_nil()) : parse_conditional(parser);
    for (int i = 0; i < 6; i++) {
        if (parser_take_symbol(parser, assignments[i].symbol)) {
            struct node *assignment = node_new(parser, NODE_ASSIGN);
            if (node->kind != NODE_VARIABLE && node->kind != NODE_INDEX && node->kind != NODE_FIELD) {
                parser_fail(parser, "cannot assign to this");
            }
            assignment->operation = assignments[i].operation;
            assignment->first = node;
            assignment->second = parse_expression(parser);
            node = assignment;
            break;
        }
    }
    parser->nesting--;
    return node;
}

static struct node *parse_block(struct parser *parser)
{
    struct node *node = node_new(parser, NODE_BLOCK);
    struct node **end = &node->list;
    parser_expect(parser, "{");
    while (!parser->failed && !parser_is_symbol(parser, "}") && parser->current.type != TOKEN_END) {
        *end = parse_declaration(parser);
        end = &(*end)->next;
    }
    parser_expect(parser, "}");
    return node;
}

static struct node *parse_loop_body(struct parser *parser)
{
    parser->loop_depth++;
    struct node *body = parse_statement(parser);
    parser->loop_depth--;
    return body;
}

static struct node *parse_var(struct parser *parser)
{
    struct node *node = node_new(parser, NODE_VAR);
    node->name = parser_name(parser);
    if (parser_take_symbol(parser, "=")) {
        node->first = parse_expression(parser);
    }
    return node;
}

static struct node *parse_for(struct parser *parser)
{
    struct node *outer = node_new(parser, NODE_BLOCK);
    struct node *loop = node_new(parser, NODE_WHILE);
    outer->list = loop;
    parser_expect(parser, "(");
    if (parser_take(parser, TOKEN_VAR)) {
        struct node *variable = parse_var(parser);
        if (!variable->first && parser_take(parser, TOKEN_IN)) {
            loop->kind = NODE_EACH;
            loop->name = variable->name;
            loop->first = parse_expression(parser);
            parser_expect(parser, ")");
            loop->second = parse_loop_body(parser);
            return outer;
        }
        outer->list = variable;
        variable->next = loop;
    } else if (!parser_is_symbol(parser, ";")) {
        outer->list = node_new(parser, NODE_EXPRESSION);
        outer->list->first = parse_expression(parser);
        outer->list->next = loop;
    }
    parser_expect(parser, ";");
    loop->first = parser_is_symbol(parser, ";") ? parse_literal(parser, value_boolean(true)) : parse_expression(parser);
    parser_expect(parser, ";");
    if (!parser_is_symbol(parser, ")")) {
        loop->third = parse_expression(parser);
    }
    parser_expect(parser, ")");
    loop->second = parse_loop_body(parser);
    return outer;
}

static struct node *parse_class(struct parser *parser)
{
    struct node *node = node_new(parser, NODE_CLASS);
    struct node **end = &node->list;
    node->name = parser_name(parser);
    if (parser_take_symbol(parser, "<")) {
        node->first = parse_variable(parser, parser_name(parser));
    }
    parser_expect(parser, "{");
    while (!parser->failed && !parser_is_symbol(parser, "}")) {
        *end = parse_function(parser, parser_name(parser), true);
        end = &(*end)->next;
    }
    parser_expect(parser, "}");
    return node;
}

static struct node *parse_try(struct parser *parser)
{
    struct node *node = node_new(parser, NODE_TRY);
    node->first = parse_block(parser);
    if (!parser_take(parser, TOKEN_CATCH)) {
        parser_fail(parser, "expected 'catch'");
    }
    parser_expect(parser, "(");
    node->name = parser_name(parser);
    parser_expect(parser, ")");
    node->second = parse_block(parser);
    return node;
}

static struct node *parse_simple(struct parser *parser, enum node_kind kind, bool has_value)
{
    struct node *node = node_new(parser, kind);
    if (has_value && !parser_is_symbol(parser, ";")) {
        node->first = parse_expression(parser);
    }
    parser_expect(parser, ";");
    return node;
}

static struct node *parse_statement(struct parser *parser)
{
    if (parser_is_symbol(parser, "{")) {
        return parse_block(parser);
    }
    if (parser_take(parser, TOKEN_IF) || parser_take(parser, TOKEN_WHILE)) {
        bool is_loop = parser->previous.type == TOKEN_WHILE;
        struct node *node = node_new(parser, is_loop ? NODE_WHILE : NODE_IF);
        parser_expect(parser, "(");
        node->first = parse_expression(parser);
        parser_expect(parser, ")");
        node->second = is_loop ? parse_loop_body(parser) : parse_statement(parser);
        if (!is_loop && parser_take(parser, TOKEN_ELSE)) {
            node->third = parse_statement(parser);
        }
        return node;
    }
    if (parser_take(parser, TOKEN_FOR)) {
        return parse_for(parser);
    }
    if (parser_take(parser, TOKEN_TRY)) {
        return parse_try(parser);
    }
    if (parser_take(parser, TOKEN_RETURN)) {
        return parse_simple(parser, NODE_RETURN, true);
    }
    if (parser_take(parser, TOKEN_THROW)) {
        return parse_simple(parser, NODE_THROW, true);
    }
    if (parser_take(parser, TOKEN_BREAK) || parser_take(parser, TOKEN_CONTINUE)) {
        if (parser->loop_depth == 0) {
            parser_fail(parser, "not in a loop");
        }
        return parse_simple(parser, parser->previous.type == TOKEN_BREAK ? NODE_BREAK : NODE_CONTINUE, false);
    }
    return parse_simple(parser, NODE_EXPRESSION, true);
}

static struct node *parse_declaration(struct parser *parser)
{
    if (parser_take(parser, TOKEN_VAR)) {
        struct node *node = parse_var(parser);
        parser_expect(parser, ";");
        return node;
    }
    if (parser_take(parser, TOKEN_CLASS)) {
        return parse_class(parser);
    }
    if (parser->current.type == TOKEN_FUNCTION) {
        struct lexer ahead = parser->lexer;
        if (lexer_next(&ahead).type == TOKEN_NAME) {
            parser_advance(parser);
            struct node *node = node_new(parser, NODE_VAR);
            node->name = parser_name(parser);
            node->first = parse_function(parser, node->name, false);
            return node;
        }
    }
    return parse_statement(parser);
}

/* --------------------------------------------------------------------------------------------------- resolver */

struct resolver {
    struct machine *machine;
    struct arena *arena;
    struct function_info *function;
};

static void resolve_node(struct resolver *resolver, struct node *node);

static void resolve_list(struct resolver *resolver, struct node *list)
{
    for (; list; list = list->next) {
        resolve_node(resolver, list);
    }
}

static struct binding *resolver_declare(struct resolver *resolver, struct string *name)
{
    struct function_info *function = resolver->function;
    struct binding *binding = arena_get(resolver->arena, sizeof *binding);
    *binding = (struct binding){name, function->bindings, function, function->depth, function->local_count++, false};
    function->bindings = binding;
    return binding;
}

static void resolver_enter(struct resolver *resolver)
{
    resolver->function->depth++;
}

static void resolver_leave(struct resolver *resolver)
{
    struct function_info *function = resolver->function;
    while (function->bindings && function->bindings->depth == function->depth) {
        function->bindings = function->bindings->outer;
        function->local_count--;
    }
    function->depth--;
}

static void function_add_capture(struct arena *arena, struct function_info *function, struct binding *binding)
{
    for (int i = 0; i < function->capture_count; i++) {
        if (function->captures[i] == binding) {
            return;
        }
    }
    struct binding **captures = arena_get(arena, (size_t)(function->capture_count + 1) * sizeof *captures);
    if (function->capture_count > 0) {
        memcpy(captures, function->captures, (size_t)function->capture_count * sizeof *captures);
    }
    captures[function->capture_count++] = binding;
    function->captures = captures;
}

/* Finds a local variable by name; a use from an inner function makes all functions in between capture it. */
static struct binding *resolver_lookup(struct resolver *resolver, struct string *name)
{
    for (struct function_info *function = resolver->function; function; function = function->outer) {
        for (struct binding *binding = function->bindings; binding; binding = binding->outer) {
            if (binding->name == name) {
                for (struct function_info *user = resolver->function; user != function; user = user->outer) {
                    binding->captured = true;
                    function_add_capture(resolver->arena, user, binding);
                }
                return binding;
            }
        }
    }
    return NULL;
}

static void resolve_function(struct resolver *resolver, struct function_info *info)
{
    info->outer = resolver->function;
    resolver->function = info;
    info->depth = 1;
    info->self = resolver_declare(resolver, info->is_method ? string_from(resolver->machine, "this") : NULL);
    for (struct parameter *parameter = info->parameters; parameter; parameter = parameter->next) {
        parameter->binding = resolver_declare(resolver, parameter->name);
    }
    resolve_list(resolver, info->body->list);
    resolver->function = info->outer;
}

/* A function or class may refer to itself, so its name is declared first; the value of a plain variable may not. */
static void resolve_declaration(struct resolver *resolver, struct node *node)
{
    bool is_local = resolver->function->outer || resolver->function->depth > 0;
    bool is_early = node->kind == NODE_CLASS || (node->first && node->first->kind == NODE_FUNCTION);
    if (is_local && is_early) {
        node->binding = resolver_declare(resolver, node->name);
    }
    if (node->first) {
        resolve_node(resolver, node->first);
    }
    resolve_list(resolver, node->list);
    if (is_local && !is_early) {
        node->binding = resolver_declare(resolver, node->name);
    }
}

static void resolve_node(struct resolver *resolver, struct node *node)
{
    switch (node->kind) {
    case NODE_VARIABLE:
        node->binding = resolver_lookup(resolver, node->name);
        break;
    case NODE_FUNCTION:
        resolve_function(resolver, node->function);
        break;
    case NODE_VAR:
    case NODE_CLASS:
        resolve_declaration(resolver, node);
        break;
    case NODE_BLOCK:
        resolver_enter(resolver);
        resolve_list(resolver, node->list);
        resolver_leave(resolver);
        break;
    case NODE_EACH:
        resolve_node(resolver, node->first);
        resolver_enter(resolver);
        resolver_declare(resolver, NULL);
        resolver_declare(resolver, NULL);
        resolver_enter(resolver);
        node->binding = resolver_declare(resolver, node->name);
        resolve_node(resolver, node->second);
        resolver_leave(resolver);
        resolver_leave(resolver);
        break;
    case NODE_TRY:
        resolve_node(resolver, node->first);
        resolver_enter(resolver);
        node->binding = resolver_declare(resolver, node->name);
        resolve_node(resolver, node->second);
        resolver_leave(resolver);
        break;
    default:
        if (node->first) {
            resolve_node(resolver, node->first);
        }
        if (node->second) {
            resolve_node(resolver, node->second);
        }
        if (node->third) {
            resolve_node(resolver, node->third);
        }
        resolve_list(resolver, node->list);
        break;
    }
}

/* ----------------------------------------------------------------------------------------------------- folder */

static double fold_number(enum operator_code operation, double a, double b)
{
    switch (operation) {
    case OPERATOR_ADD:
        return a + b;
    case OPERATOR_SUBTRACT:
        return a - b;
    case OPERATOR_MULTIPLY:
        return a * b;
    case OPERATOR_DIVIDE:
        return a / b;
    default:
        return fmod(a, b);
    }
}

static bool fold_is_number(const struct node *node)
{
    return node->kind == NODE_LITERAL && node->literal.type == VALUE_NUMBER;
}

static void fold_list(struct node *list, int *folded);

/* Replaces operations on literal numbers by their result, and conditionals on literals by the side they take. */
static void fold_node(struct node *node, int *folded)
{
    struct node *children[] = {node->first, node->second, node->third};
    for (int i = 0; i < 3; i++) {
        if (children[i]) {
            fold_node(children[i], folded);
        }
    }
    fold_list(node->list, folded);
    if (node->kind == NODE_FUNCTION) {
        fold_node(node->function->body, folded);
    }
    struct value result;
    if (node->kind == NODE_BINARY && node->operation <= OPERATOR_REMAINDER && fold_is_number(node->first) &&
        fold_is_number(node->second) && (node->operation < OPERATOR_DIVIDE || node->second->literal.as.number != 0)) {
        result = value_number(fold_number((enum operator_code)node->operation, node->first->literal.as.number,
                                          node->second->literal.as.number));
    } else if (node->kind == NODE_UNARY && node->operation == OPERATOR_NEGATE && fold_is_number(node->first)) {
        result = value_number(-node->first->literal.as.number);
    } else if (node->kind == NODE_UNARY && node->operation == OPERATOR_NOT && node->first->kind == NODE_LITERAL) {
        result = value_boolean(!value_truth(node->first->literal));
    } else if (node->kind == NODE_CONDITIONAL && node->first->kind == NODE_LITERAL) {
        struct node *next = node->next;
        *node = value_truth(node->first->literal) ? *node->second : *node->third;
        node->next = next;
        ++*folded;
        return;
    } else {
        return;
    }
    node->kind = NODE_LITERAL;
    node->literal = result;
    node->first = NULL;
    node->second = NULL;
    ++*folded;
}

static void fold_list(struct node *list, int *folded)
{
    for (; list; list = list->next) {
        fold_node(list, folded);
    }
}

/* --------------------------------------------------------------------------------------------------- bytecode */

/* Name, and the kinds of its operands: b a byte, w a word of two bytes, j a jump forwards, l a jump backwards. */
#define OPCODES(X)        \
    X(CONSTANT, "w")      \
    X(NIL, "")            \
    X(TRUE, "")           \
    X(FALSE, "")          \
    X(POP, "")            \
    X(DUPLICATE, "")      \
    X(DUPLICATE_PAIR, "") \
    X(GET_LOCAL, "b")     \
    X(SET_LOCAL, "b")     \
    X(MAKE_CELL, "b")     \
    X(GET_CELL, "b")      \
    X(SET_CELL, "b")      \
    X(GET_CAPTURE, "b")   \
    X(SET_CAPTURE, "b")   \
    X(GET_GLOBAL, "w")    \
    X(SET_GLOBAL, "w")    \
    X(DEFINE_GLOBAL, "w") \
    X(ADD, "")            \
    X(SUBTRACT, "")       \
    X(MULTIPLY, "")       \
    X(DIVIDE, "")         \
    X(REMAINDER, "")      \
    X(EQUAL, "")          \
    X(DIFFERENT, "")      \
    X(LESS, "")           \
    X(LESS_EQUAL, "")     \
    X(GREATER, "")        \
    X(GREATER_EQUAL, "")  \
    X(NEGATE, "")         \
    X(NOT, "")            \
    X(JUMP, "j")          \
    X(JUMP_IF_FALSE, "j") \
    X(JUMP_IF_TRUE, "j")  \
    X(LOOP, "l")          \
    X(CALL, "b")          \
    X(INVOKE, "wb")       \
    X(CLOSURE, "w")       \
    X(CAPTURE_LOCAL, "b") \
    X(CAPTURE_OUTER, "b") \
    X(RETURN, "")         \
    X(ARRAY, "w")         \
    X(MAP, "w")           \
    X(GET_INDEX, "")      \
    X(SET_INDEX, "")      \
    X(GET_FIELD, "w")     \
    X(SET_FIELD, "w")     \
    X(CLASS, "w")         \
    X(INHERIT, "")        \
    X(METHOD, "w")        \
    X(GET_SUPER, "w")     \
    X(ITERATE, "bj")      \
    X(THROW, "")          \
    X(TRY, "j")           \
    X(END_TRY, "")

enum opcode {
#define ROW(name, operands) OP_##name,
    OPCODES(ROW)
#undef ROW
        OPCODE_COUNT
};

static const struct {
    const char *name;
    const char *operands;
} opcodes[] = {
#define ROW(name, operands) {#name, operands},
    OPCODES(ROW)
#undef ROW
};

static void disassemble(struct text *text, const struct function *function)
{
    const struct code *code = &function->code;
    text_printf(text, "== %s, %d parameters, %d captures\n", function->name ? function->name->text : "script",
                function->arity, function->capture_count);
    for (int i = 0; i < code->count;) {
        uint8_t opcode = code->bytes[i];
        text_printf(text, "%4d %3d %-14s", i, code->lines[i], opcodes[opcode].name);
        i++;
        for (const char *kind = opcodes[opcode].operands; *kind; kind++) {
            int operand = code->bytes[i++];
            if (*kind != 'b') {
                operand = operand << 8 | code->bytes[i++];
            }
            if (*kind == 'j' || *kind == 'l') {
                text_printf(text, " -> %d", *kind == 'j' ? i + operand : i - operand);
            } else {
                text_printf(text, " %d", operand);
            }
            if (*kind == 'w' && opcode != OP_ARRAY && opcode != OP_MAP) {
                text_append(text, " ; ", 3);
                value_print(text, function->constants[operand], 3);
            }
        }
        text_append(text, "\n", 1);
    }
    for (int i = 0; i < function->constant_count; i++) {
        if (value_is(function->constants[i], OBJECT_FUNCTION)) {
            disassemble(text, (const struct function *)function->constants[i].as.object);
        }
    }
}

/* --------------------------------------------------------------------------------------------------- compiler */

struct loop {
    struct loop *outer;
    int start;
    int local_count;
    int try_depth;
    int breaks[32];
    int break_count;
    int continues[32];
    int continue_count;
};

struct compiler {
    struct machine *machine;
    struct compiler *outer;
    struct function *function;
    struct function_info *info;
    struct loop *loop;
    int local_count;
    int try_depth;
    int line;
    bool failed;
};

static void emit_byte(struct compiler *compiler, int byte)
{
    struct code *code = &compiler->function->code;
    if (code->count == code->capacity) {
        code->capacity = code->capacity ? code->capacity * 2 : 32;
        code->bytes = realloc(code->bytes, (size_t)code->capacity);
        code->lines = realloc(code->lines, (size_t)code->capacity * sizeof *code->lines);
    }
    code->bytes[code->count] = (uint8_t)byte;
    code->lines[code->count++] = compiler->line;
}

static void emit_word(struct compiler *compiler, enum opcode opcode, int word)
{
    compiler->failed |= word < 0 || word > 0xffff;
    emit_byte(compiler, (int)opcode);
    emit_byte(compiler, word >> 8);
    emit_byte(compiler, word & 0xff);
}

static void emit_slot(struct compiler *compiler, enum opcode opcode, int slot)
{
    compiler->failed |= slot > 0xff;
    emit_byte(compiler, (int)opcode);
    emit_byte(compiler, slot);
}

static int emit_jump(struct compiler *compiler, enum opcode opcode)
{
    emit_word(compiler, opcode, 0xffff);
    return compiler->function->code.count - 2;
}

static void patch_jump(struct compiler *compiler, int place)
{
    struct code *code = &compiler->function->code;
    int distance = code->count - place - 2;
    compiler->failed |= distance > 0xffff;
    code->bytes[place] = (uint8_t)(distance >> 8);
    code->bytes[place + 1] = (uint8_t)distance;
}

static int compiler_constant(struct compiler *compiler, struct value value)
{
    struct function *function = compiler->function;
    for (int i = 0; i < function->constant_count; i++) {
        if (value_equal(function->constants[i], value)) {
            return i;
        }
    }
    if (function->constant_count == function->constant_capacity) {
        function->constant_capacity = function->constant_capacity ? function->constant_capacity * 2 : 8;
        function->constants = realloc(function->constants, (size_t)function->constant_capacity * sizeof(struct value));
    }
    function->constants[function->constant_count] = value;
    return function->constant_count++;
}

static int compiler_name(struct compiler *compiler, struct string *name)
{
    return compiler_constant(compiler, value_object(name));
}

static void compile_node(struct compiler *compiler, struct node *node);

static int compile_list(struct compiler *compiler, struct node *list)
{
    int count = 0;
    for (; list; list = list->next) {
        compile_node(compiler, list);
        count++;
    }
    return count;
}

static int compiler_capture(const struct compiler *compiler, const struct binding *binding)
{
    for (int i = 0; i < compiler->info->capture_count; i++) {
        if (compiler->info->captures[i] == binding) {
            return i;
        }
    }
    return -1;
}

static void compile_access(struct compiler *compiler, struct node *variable, bool is_store)
{
    const struct binding *binding = variable->binding;
    if (!binding) {
        emit_word(compiler, is_store ? OP_SET_GLOBAL : OP_GET_GLOBAL, compiler_name(compiler, variable->name));
    } else if (binding->owner != compiler->info) {
        emit_slot(compiler, is_store ? OP_SET_CAPTURE : OP_GET_CAPTURE, compiler_capture(compiler, binding));
    } else if (binding->captured) {
        emit_slot(compiler, is_store ? OP_SET_CELL : OP_GET_CELL, binding->slot);
    } else {
        emit_slot(compiler, is_store ? OP_SET_LOCAL : OP_GET_LOCAL, binding->slot);
    }
}

/* The value on top of the stack becomes the variable. */
static void compile_define(struct compiler *compiler, const struct binding *binding, struct string *name)
{
    if (!binding) {
        emit_word(compiler, OP_DEFINE_GLOBAL, compiler_name(compiler, name));
        return;
    }
    compiler->local_count++;
    if (binding->captured) {
        emit_slot(compiler, OP_MAKE_CELL, binding->slot);
    }
}

static void compile_pops(struct compiler *compiler, int down_to)
{
    for (int i = compiler->local_count; i > down_to; i--) {
        emit_byte(compiler, OP_POP);
    }
}

static void compile_leave(struct compiler *compiler, int down_to)
{
    compile_pops(compiler, down_to);
    compiler->local_count = down_to;
}

static struct function *compile_function(struct machine *machine, struct compiler *outer, struct function_info *info,
                                         bool *failed)
{
    struct compiler compiler = {.machine = machine, .outer = outer, .info = info};
    compiler.function = object_new(machine, sizeof *compiler.function, OBJECT_FUNCTION);
    compiler.function->name = info->name;
    compiler.function->arity = info->arity;
    compiler.function->capture_count = info->capture_count;
    compiler.local_count = 1 + info->arity;
    compiler.line = info->body->line;
    if (info->self && info->self->captured) {
        emit_slot(&compiler, OP_MAKE_CELL, 0);
    }
    for (struct parameter *parameter = info->parameters; parameter; parameter = parameter->next) {
        if (parameter->binding->captured) {
            emit_slot(&compiler, OP_MAKE_CELL, parameter->binding->slot);
        }
    }
    compile_list(&compiler, info->body->list);
    if (info->is_method && info->name == machine->name_init) {
        emit_slot(&compiler, info->self->captured ? OP_GET_CELL : OP_GET_LOCAL, 0);
    } else {
        emit_byte(&compiler, OP_NIL);
    }
    emit_byte(&compiler, OP_RETURN);
    *failed |= compiler.failed;
    return compiler.function;
}

static void compile_closure(struct compiler *compiler, struct function_info *info)
{
    struct function *function = compile_function(compiler->machine, compiler, info, &compiler->failed);
    emit_word(compiler, OP_CLOSURE, compiler_constant(compiler, value_object(function)));
    for (int i = 0; i < info->capture_count; i++) {
        struct binding *binding = info->captures[i];
        if (binding->owner == compiler->info) {
            emit_slot(compiler, OP_CAPTURE_LOCAL, binding->slot);
        } else {
            emit_slot(compiler, OP_CAPTURE_OUTER, compiler_capture(compiler, binding));
        }
    }
}

static void compile_operator(struct compiler *compiler, int operation)
{
    static const enum opcode codes[] = {
        [OPERATOR_ADD] = OP_ADD,
        [OPERATOR_SUBTRACT] = OP_SUBTRACT,
        [OPERATOR_MULTIPLY] = OP_MULTIPLY,
        [OPERATOR_DIVIDE] = OP_DIVIDE,
        [OPERATOR_REMAINDER] = OP_REMAINDER,
        [OPERATOR_EQUAL] = OP_EQUAL,
        [OPERATOR_DIFFERENT] = OP_DIFFERENT,
        [OPERATOR_LESS] = OP_LESS,
        [OPERATOR_LESS_EQUAL] = OP_LESS_EQUAL,
        [OPERATOR_GREATER] = OP_GREATER,
        [OPERATOR_GREATER_EQUAL] = OP_GREATER_EQUAL,
        [OPERATOR_NEGATE] = OP_NEGATE,
        [OPERATOR_NOT] = OP_NOT,
    };
    emit_byte(compiler, (int)codes[operation]);
}

static void compile_literal(struct compiler *compiler, struct value value)
{
    switch (value.type) {
    case VALUE_NIL:
        emit_byte(compiler, OP_NIL);
        break;
    case VALUE_BOOLEAN:
        emit_byte(compiler, value.as.boolean ? OP_TRUE : OP_FALSE);
        break;
    default:
        emit_word(compiler, OP_CONSTANT, compiler_constant(compiler, value));
        break;
    }
}

static void compile_assign(struct compiler *compiler, struct node *node)
{
    struct node *target = node->first;
    if (target->kind == NODE_VARIABLE) {
        if (node->operation) {
            compile_access(compiler, target, false);
        }
    } else {
        compile_node(compiler, target->first);
        if (target->kind == NODE_INDEX) {
            compile_node(compiler, target->second);
        }
        if (node->operation) {
            emit_byte(compiler, target->kind == NODE_INDEX ? OP_DUPLICATE_PAIR : OP_DUPLICATE);
            if (target->kind == NODE_INDEX) {
                emit_byte(compiler, OP_GET_INDEX);
            } else {
                emit_word(compiler, OP_GET_FIELD, compiler_name(compiler, target->name));
            }
        }
    }
    compile_node(compiler, node->second);
    compiler->line = node->line;
    if (node->operation) {
        compile_operator(compiler, node->operation);
    }
    if (target->kind == NODE_VARIABLE) {
        compile_access(compiler, target, true);
    } else if (target->kind == NODE_INDEX) {
        emit_byte(compiler, OP_SET_INDEX);
    } else {
        emit_word(compiler, OP_SET_FIELD, compiler_name(compiler, target->name));
    }
}

static void compile_call(struct compiler *compiler, struct node *node)
{
    if (node->first->kind == NODE_FIELD) {
        compile_node(compiler, node->first->first);
        int count = compile_list(compiler, node->list);
        compiler->line = node->line;
        emit_word(compiler, OP_INVOKE, compiler_name(compiler, node->first->name));
        emit_byte(compiler, count);
        return;
    }
    compile_node(compiler, node->first);
    int count = compile_list(compiler, node->list);
    compiler->line = node->line;
    emit_slot(compiler, OP_CALL, count);
}

/* `and`, `or` and `?:` share one shape: a jump over the other side. */
static void compile_choice(struct compiler *compiler, struct node *node)
{
    compile_node(compiler, node->first);
    int jump = emit_jump(compiler, node->kind == NODE_OR ? OP_JUMP_IF_TRUE : OP_JUMP_IF_FALSE);
    emit_byte(compiler, OP_POP);
    compile_node(compiler, node->second);
    if (node->kind == NODE_CONDITIONAL || node->kind == NODE_IF) {
        int end = emit_jump(compiler, OP_JUMP);
        patch_jump(compiler, jump);
        emit_byte(compiler, OP_POP);
        if (node->third) {
            compile_node(compiler, node->third);
        }
        jump = end;
    }
    patch_jump(compiler, jump);
}

static void loop_enter(struct compiler *compiler, struct loop *loop)
{
    loop->outer = compiler->loop;
    loop->start = compiler->function->code.count;
    loop->local_count = compiler->local_count;
    loop->try_depth = compiler->try_depth;
    loop->break_count = 0;
    loop->continue_count = 0;
    compiler->loop = loop;
}

static void loop_back(struct compiler *compiler, const struct loop *loop)
{
    emit_word(compiler, OP_LOOP, compiler->function->code.count + 3 - loop->start);
}

static void patch_all(struct compiler *compiler, const int *places, int count)
{
    for (int i = 0; i < count; i++) {
        patch_jump(compiler, places[i]);
    }
}

static void compile_while(struct compiler *compiler, struct node *node)
{
    struct loop loop;
    loop_enter(compiler, &loop);
    compile_node(compiler, node->first);
    int exit = emit_jump(compiler, OP_JUMP_IF_FALSE);
    emit_byte(compiler, OP_POP);
    compile_node(compiler, node->second);
    patch_all(compiler, loop.continues, loop.continue_count);
    if (node->third) {
        compile_node(compiler, node->third);
        emit_byte(compiler, OP_POP);
    }
    loop_back(compiler, &loop);
    patch_jump(compiler, exit);
    emit_byte(compiler, OP_POP);
    patch_all(compiler, loop.breaks, loop.break_count);
    compiler->loop = loop.outer;
}

static void compile_each(struct compiler *compiler, struct node *node)
{
    struct loop loop;
    int before = compiler->local_count;
    compile_node(compiler, node->first);
    compile_literal(compiler, value_number(0));
    compiler->local_count += 2;
    loop_enter(compiler, &loop);
    emit_slot(compiler, OP_ITERATE, before);
    emit_byte(compiler, 0xff);
    emit_byte(compiler, 0xff);
    int exit = compiler->function->code.count - 2;
    compile_define(compiler, node->binding, node->name);
    compile_node(compiler, node->second);
    compile_leave(compiler, before + 2);
    patch_all(compiler, loop.continues, loop.continue_count);
    loop_back(compiler, &loop);
    patch_jump(compiler, exit);
    patch_all(compiler, loop.breaks, loop.break_count);
    compiler->loop = loop.outer;
    compile_leave(compiler, before);
}

static void compile_jump_out(struct compiler *compiler, bool is_break)
{
    struct loop *loop = compiler->loop;
    int *count = is_break ? &loop->break_count : &loop->continue_count;
    for (int i = compiler->try_depth; i > loop->try_depth; i--) {
        emit_byte(compiler, OP_END_TRY);
    }
    compile_pops(compiler, loop->local_count);
    if (*count == 32) {
        compiler->failed = true;
        return;
    }
    (is_break ? loop->breaks : loop->continues)[(*count)++] = emit_jump(compiler, OP_JUMP);
}

static void compile_class(struct compiler *compiler, struct node *node)
{
    if (node->binding) {
        emit_byte(compiler, OP_NIL);
        compile_define(compiler, node->binding, node->name);
    }
    emit_word(compiler, OP_CLASS, compiler_name(compiler, node->name));
    if (node->first) {
        compile_node(compiler, node->first);
        emit_byte(compiler, OP_INHERIT);
    }
    for (struct node *method = node->list; method; method = method->next) {
        compile_closure(compiler, method->function);
        emit_word(compiler, OP_METHOD, compiler_name(compiler, method->function->name));
    }
    if (node->binding) {
        struct node variable = {.kind = NODE_VARIABLE, .name = node->name, .binding = node->binding};
        compile_access(compiler, &variable, true);
        emit_byte(compiler, OP_POP);
    } else {
        compile_define(compiler, NULL, node->name);
    }
}

static void compile_var(struct compiler *compiler, struct node *node)
{
    bool is_function = node->first && node->first->kind == NODE_FUNCTION;
    if (node->binding && is_function) {
        struct node variable = {.kind = NODE_VARIABLE, .name = node->name, .binding = node->binding};
        emit_byte(compiler, OP_NIL);
        compile_define(compiler, node->binding, node->name);
        compile_node(compiler, node->first);
        compile_access(compiler, &variable, true);
        emit_byte(compiler, OP_POP);
        return;
    }
    if (node->first) {
        compile_node(compiler, node->first);
    } else {
        emit_byte(compiler, OP_NIL);
    }
    compile_define(compiler, node->binding, node->name);
}

static void compile_try(struct compiler *compiler, struct node *node)
{
    int before = compiler->local_count;
    int handler = emit_jump(compiler, OP_TRY);
    compiler->try_depth++;
    compile_node(compiler, node->first);
    compiler->try_depth--;
    emit_byte(compiler, OP_END_TRY);
    int end = emit_jump(compiler, OP_JUMP);
    patch_jump(compiler, handler);
    compile_define(compiler, node->binding, node->name);
    compile_node(compiler, node->second);
    compile_leave(compiler, before);
    patch_jump(compiler, end);
}

static void compile_return(struct compiler *compiler, struct node *node)
{
    if (node->first) {
        compile_node(compiler, node->first);
    } else if (compiler->info->is_method && compiler->info->name == compiler->machine->name_init) {
        emit_slot(compiler, compiler->info->self->captured ? OP_GET_CELL : OP_GET_LOCAL, 0);
    } else {
        emit_byte(compiler, OP_NIL);
    }
    emit_byte(compiler, OP_RETURN);
}

static void compile_statement(struct compiler *compiler, struct node *node)
{
    int before = compiler->local_count;
    switch (node->kind) {
    case NODE_EXPRESSION:
        if (node->first) {
            compile_node(compiler, node->first);
            emit_byte(compiler, OP_POP);
        }
        break;
    case NODE_VAR:
        compile_var(compiler, node);
        break;
    case NODE_BLOCK:
        compile_list(compiler, node->list);
        compile_leave(compiler, before);
        break;
    case NODE_IF:
        compile_choice(compiler, node);
        break;
    case NODE_WHILE:
        compile_while(compiler, node);
        break;
    case NODE_EACH:
        compile_each(compiler, node);
        break;
    case NODE_CLASS:
        compile_class(compiler, node);
        break;
    case NODE_RETURN:
        compile_return(compiler, node);
        break;
    case NODE_BREAK:
    case NODE_CONTINUE:
        compile_jump_out(compiler, node->kind == NODE_BREAK);
        break;
    case NODE_THROW:
        compile_node(compiler, node->first);
        compiler->line = node->line;
        emit_byte(compiler, OP_THROW);
        break;
    default:
        compile_try(compiler, node);
        break;
    }
}

static void compile_node(struct compiler *compiler, struct node *node)
{
    compiler->line = node->line;
    switch (node->kind) {
    case NODE_LITERAL:
        compile_literal(compiler, node->literal);
        break;
    case NODE_VARIABLE:
        compile_access(compiler, node, false);
        break;
    case NODE_ASSIGN:
        compile_assign(compiler, node);
        break;
    case NODE_UNARY:
        compile_node(compiler, node->first);
        compile_operator(compiler, node->operation);
        break;
    case NODE_BINARY:
        compile_node(compiler, node->first);
        compile_node(compiler, node->second);
        compiler->line = node->line;
        compile_operator(compiler, node->operation);
        break;
    case NODE_AND:
    case NODE_OR:
    case NODE_CONDITIONAL:
        compile_choice(compiler, node);
        break;
    case NODE_CALL:
        compile_call(compiler, node);
        break;
    case NODE_INDEX:
        compile_node(compiler, node->first);
        compile_node(compiler, node->second);
        compiler->line = node->line;
        emit_byte(compiler, OP_GET_INDEX);
        break;
    case NODE_FIELD:
        compile_node(compiler, node->first);
        emit_word(compiler, OP_GET_FIELD, compiler_name(compiler, node->name));
        break;
    case NODE_ARRAY:
        emit_word(compiler, OP_ARRAY, compile_list(compiler, node->list));
        break;
    case NODE_MAP:
        emit_word(compiler, OP_MAP, compile_list(compiler, node->list) / 2);
        break;
    case NODE_FUNCTION:
        compile_closure(compiler, node->function);
        break;
    case NODE_SUPER:
        compile_node(compiler, node->first);
        emit_word(compiler, OP_GET_SUPER, compiler_name(compiler, node->name));
        break;
    default:
        compile_statement(compiler, node);
        break;
    }
}

/* Compiles a whole source; NULL with a message if it is not a program. */
static struct function *compile_source(struct machine *machine, const char *source, int *folded, struct text *message)
{
    struct arena arena = {0};
    struct parser parser = {.machine = machine, .arena = &arena, .lexer = {source, 1}};
    struct function_info *script = arena_get(&arena, sizeof *script);
    struct node **end;
    struct function *function = NULL;
    parser_advance(&parser);
    script->body = node_new(&parser, NODE_BLOCK);
    end = &script->body->list;
    while (!parser.failed && parser.current.type != TOKEN_END) {
        *end = parse_declaration(&parser);
        end = &(*end)->next;
    }
    *folded = 0;
    if (parser.failed) {
        text_printf(message, "%s", parser.message);
    } else {
        struct resolver resolver = {machine, &arena, script};
        bool failed = false;
        script->local_count = 1;
        resolve_list(&resolver, script->body->list);
        fold_list(script->body->list, folded);
        function = compile_function(machine, NULL, script, &failed);
        if (failed) {
            text_printf(message, "the program is too large");
            function = NULL;
        }
    }
    arena_free(&arena);
    return function;
}

/* ------------------------------------------------------------------------------------------------ interpreter */

static void machine_push(struct machine *machine, struct value value)
{
    machine->stack[machine->stack_top++] = value;
}

static struct value machine_pop(struct machine *machine)
{
    return machine->stack[--machine->stack_top];
}

static struct value *machine_peek(struct machine *machine, int distance)
{
    return &machine->stack[machine->stack_top - 1 - distance];
}

static int machine_line(const struct machine *machine)
{
    if (machine->frame_count == 0) {
        return 0;
    }
    const struct frame *frame = &machine->frames[machine->frame_count - 1];
    const struct code *code = &frame->closure->function->code;
    return code->lines[frame->next - code->bytes - 1];
}

/* Always false, so that a failing operation can end with it. */
static bool machine_fail(struct machine *machine, const char *format, ...)
{
    char message[160];
    va_list arguments;
    int length = snprintf(message, sizeof message, "line %d: ", machine_line(machine));
    va_start(arguments, format);
    vsnprintf(message + length, sizeof message - (size_t)length, format, arguments);
    va_end(arguments);
    machine->thrown = value_object(string_from(machine, message));
    return false;
}

static bool machine_enter(struct machine *machine, struct closure *closure, int count)
{
    if (count != closure->function->arity) {
        return machine_fail(machine, "%s expects %d arguments, not %d",
                            closure->function->name ? closure->function->name->text : "function",
                            closure->function->arity, count);
    }
    if (machine->frame_count == FRAME_LIMIT || machine->stack_top + 300 > STACK_LIMIT) {
        return machine_fail(machine, "stack overflow");
    }
    machine->frames[machine->frame_count++] =
        (struct frame){closure, closure->function->code.bytes, machine->stack_top - count - 1};
    return true;
}

/* Calls what lies below the arguments. A closure gets a frame; anything else leaves its result at once. */
static bool machine_call(struct machine *machine, int count)
{
    struct value callee = *machine_peek(machine, count);
    if (callee.type != VALUE_OBJECT) {
        return machine_fail(machine, "cannot call a %s", value_type_name(callee));
    }
    switch (callee.as.object->type) {
    case OBJECT_CLOSURE:
        return machine_enter(machine, (struct closure *)callee.as.object, count);
    case OBJECT_BOUND: {
        struct bound *bound = (struct bound *)callee.as.object;
        *machine_peek(machine, count) = bound->receiver;
        return machine_enter(machine, bound->method, count);
    }
    case OBJECT_CLASS: {
        struct class *class = (struct class *)callee.as.object;
        struct instance *instance = object_new(machine, sizeof *instance, OBJECT_INSTANCE);
        struct value *init = table_find(&class->methods, value_object(machine->name_init));
        instance->class = class;
        *machine_peek(machine, count) = value_object(instance);
        if (init) {
            return machine_enter(machine, (struct closure *)init->as.object, count);
        }
        return count == 0 ? true : machine_fail(machine, "%s takes no arguments", class->name->text);
    }
    case OBJECT_NATIVE: {
        struct native *native = (struct native *)callee.as.object;
        struct value result = value_nil();
        if (native->arity >= 0 && native->arity != count) {
            return machine_fail(machine, "%s expects %d arguments, not %d", native->name, native->arity, count);
        }
        if (!native->function(machine, count, machine_peek(machine, count - 1), &result)) {
            return false;
        }
        machine->stack_top -= count + 1;
        machine_push(machine, result);
        return true;
    }
    default:
        return machine_fail(machine, "cannot call a %s", value_type_name(callee));
    }
}

static bool machine_get_field(struct machine *machine, struct string *name)
{
    struct value *top = machine_peek(machine, 0);
    if (!value_is(*top, OBJECT_INSTANCE)) {
        return machine_fail(machine, "a %s has no field %s", value_type_name(*top), name->text);
    }
    struct instance *instance = (struct instance *)top->as.object;
    struct value *found = table_find(&instance->fields, value_object(name));
    if (found) {
        *top = *found;
        return true;
    }
    found = table_find(&instance->class->methods, value_object(name));
    if (!found) {
        return machine_fail(machine, "%s has no field %s", instance->class->name->text, name->text);
    }
    struct bound *bound = object_new(machine, sizeof *bound, OBJECT_BOUND);
    bound->receiver = *top;
    bound->method = (struct closure *)found->as.object;
    *top = value_object(bound);
    return true;
}

static bool machine_invoke(struct machine *machine, struct string *name, int count)
{
    struct value *receiver = machine_peek(machine, count);
    if (!value_is(*receiver, OBJECT_INSTANCE)) {
        return machine_fail(machine, "a %s has no method %s", value_type_name(*receiver), name->text);
    }
    struct instance *instance = (struct instance *)receiver->as.object;
    struct value *found = table_find(&instance->fields, value_object(name));
    if (found) {
        *receiver = *found;
        return machine_call(machine, count);
    }
    found = table_find(&instance->class->methods, value_object(name));
    if (!found) {
        return machine_fail(machine, "%s has no method %s", instance->class->name->text, name->text);
    }
    return machine_enter(machine, (struct closure *)found->as.object, count);
}

static bool machine_super(struct machine *machine, struct string *name)
{
    struct closure *closure = machine->frames[machine->frame_count - 1].closure;
    struct class *parent = closure->owner ? closure->owner->parent : NULL;
    struct value *found = parent ? table_find(&parent->methods, value_object(name)) : NULL;
    if (!found) {
        return machine_fail(machine, "no method %s in the parent class", name->text);
    }
    struct bound *bound = object_new(machine, sizeof *bound, OBJECT_BOUND);
    bound->receiver = *machine_peek(machine, 0);
    bound->method = (struct closure *)found->as.object;
    *machine_peek(machine, 0) = value_object(bound);
    return true;
}

static bool array_index(struct machine *machine, struct value index, int count, int *position)
{
    if (index.type != VALUE_NUMBER || index.as.number != floor(index.as.number)) {
        return machine_fail(machine, "an index must be a whole number");
    }
    double number = index.as.number < 0 ? index.as.number + count : index.as.number;
    if (number < 0 || number >= count) {
        return machine_fail(machine, "index %.10g is out of range", index.as.number);
    }
    *position = (int)number;
    return true;
}

static bool machine_get_index(struct machine *machine)
{
    struct value index = machine_pop(machine);
    struct value *top = machine_peek(machine, 0);
    int position;
    if (value_is(*top, OBJECT_ARRAY)) {
        struct array *array = value_array(*top);
        if (!array_index(machine, index, array->count, &position)) {
            return false;
        }
        *top = array->items[position];
        return true;
    }
    if (value_is(*top, OBJECT_STRING)) {
        struct string *string = value_string(*top);
        if (!array_index(machine, index, (int)string->length, &position)) {
            return false;
        }
        *top = value_object(string_new(machine, string->text + position, 1));
        return true;
    }
    if (value_is(*top, OBJECT_MAP)) {
        struct value *found = table_is_key(index) ? table_find(&((struct map *)top->as.object)->table, index) : NULL;
        *top = found ? *found : value_nil();
        return true;
    }
    return machine_fail(machine, "cannot index a %s", value_type_name(*top));
}

static bool machine_set_index(struct machine *machine)
{
    struct value value = machine_pop(machine);
    struct value index = machine_pop(machine);
    struct value *top = machine_peek(machine, 0);
    if (value_is(*top, OBJECT_ARRAY)) {
        int position;
        if (!array_index(machine, index, value_array(*top)->count, &position)) {
            return false;
        }
        value_array(*top)->items[position] = value;
    } else if (value_is(*top, OBJECT_MAP)) {
        if (!table_is_key(index)) {
            return machine_fail(machine, "a %s cannot be a key", value_type_name(index));
        }
        table_set(&((struct map *)top->as.object)->table, index, value);
    } else {
        return machine_fail(machine, "cannot index a %s", value_type_name(*top));
    }
    *top = value;
    return true;
}

static bool machine_add(struct machine *machine)
{
    struct value b = machine_pop(machine);
    struct value *a = machine_peek(machine, 0);
    if (a->type == VALUE_NUMBER && b.type == VALUE_NUMBER) {
        a->as.number += b.as.number;
        return true;
    }
    if (value_is(*a, OBJECT_STRING) || value_is(b, OBJECT_STRING)) {
        struct text text = {0};
        value_print(&text, *a, 0);
        value_print(&text, b, 0);
        *a = value_object(string_new(machine, text.length ? text.bytes : "", text.length));
        text_free(&text);
        return true;
    }
    if (value_is(*a, OBJECT_ARRAY) && value_is(b, OBJECT_ARRAY)) {
        struct array *sum = object_new(machine, sizeof *sum, OBJECT_ARRAY);
        for (int i = 0; i < value_array(*a)->count; i++) {
            array_push(sum, value_array(*a)->items[i]);
        }
        for (int i = 0; i < value_array(b)->count; i++) {
            array_push(sum, value_array(b)->items[i]);
        }
        *a = value_object(sum);
        return true;
    }
    return machine_fail(machine, "cannot add a %s and a %s", value_type_name(*a), value_type_name(b));
}

static bool machine_arithmetic(struct machine *machine, enum opcode opcode)
{
    struct value b = machine_pop(machine);
    struct value *a = machine_peek(machine, 0);
    if (a->type != VALUE_NUMBER || b.type != VALUE_NUMBER) {
        return machine_fail(machine, "cannot compute with a %s and a %s", value_type_name(*a), value_type_name(b));
    }
    if (b.as.number == 0 && (opcode == OP_DIVIDE || opcode == OP_REMAINDER)) {
        return machine_fail(machine, "division by zero");
    }
    a->as.number = fold_number((enum operator_code)(opcode - OP_ADD + OPERATOR_ADD), a->as.number, b.as.number);
    return true;
}

static bool machine_compare(struct machine *machine, enum opcode opcode)
{
    struct value b = machine_pop(machine);
    struct value *a = machine_peek(machine, 0);
    double order;
    if (a->type == VALUE_NUMBER && b.type == VALUE_NUMBER) {
        order = a->as.number < b.as.number ? -1 : a->as.number > b.as.number ? 1 : 0;
    } else if (value_is(*a, OBJECT_STRING) && value_is(b, OBJECT_STRING)) {
        order = strcmp(value_string(*a)->text, value_string(b)->text);
    } else {
        return machine_fail(machine, "cannot compare a %s and a %s", value_type_name(*a), value_type_name(b));
    }
    *a = value_boolean(opcode == OP_LESS         ? order < 0
                       : opcode == OP_LESS_EQUAL ? order <= 0
                       : opcode == OP_GREATER    ? order > 0
                                                 : order >= 0);
    return true;
}

/* Pushes the next element of the collection in `slot`, whose position is in the slot after it; false at the end. */
static bool machine_iterate(struct machine *machine, struct value *slot, bool *more)
{
    struct value collection = slot[0];
    int position = (int)slot[1].as.number;
    *more = false;
    if (value_is(collection, OBJECT_ARRAY)) {
        struct array *array = value_array(collection);
        if (position < array->count) {
            machine_push(machine, array->items[position++]);
            *more = true;
        }
    } else if (value_is(collection, OBJECT_STRING)) {
        struct string *string = value_string(collection);
        if (position < (int)string->length) {
            machine_push(machine, value_object(string_new(machine, string->text + position++, 1)));
            *more = true;
        }
    } else if (value_is(collection, OBJECT_MAP)) {
        struct table *table = &((struct map *)collection.as.object)->table;
        while (position < table->entry_count && table->entries[position].key.type == VALUE_NIL) {
            position++;
        }
        if (position < table->entry_count) {
            machine_push(machine, table->entries[position++].key);
            *more = true;
        }
    } else {
        return machine_fail(machine, "cannot iterate over a %s", value_type_name(collection));
    }
    slot[1].as.number = position;
    return true;
}

static struct closure *machine_close(struct machine *machine, struct frame *frame, struct function *function)
{
    struct closure *closure = closure_new(machine, function);
    closure->owner = frame->closure->owner;
    for (int i = 0; i < closure->count; i++) {
        bool is_local = *frame->next++ == OP_CAPTURE_LOCAL;
        int slot = *frame->next++;
        closure->captures[i] =
            is_local ? (struct cell *)machine->stack[frame->base + slot].as.object : frame->closure->captures[slot];
    }
    return closure;
}

/* Gives control to the innermost handler above `floor` frames; false if there is none. */
static bool machine_unwind(struct machine *machine, int floor)
{
    if (machine->handler_count == 0 || machine->handlers[machine->handler_count - 1].frame_count <= floor) {
        machine->frame_count = floor;
        return false;
    }
    struct handler *handler = &machine->handlers[--machine->handler_count];
    machine->frame_count = handler->frame_count;
    machine->stack_top = handler->stack_top;
    machine->frames[machine->frame_count - 1].next = handler->target;
    machine_push(machine, machine->thrown);
    machine->thrown = value_nil();
    return true;
}

static bool machine_inherit(struct machine *machine)
{
    struct value parent = machine_pop(machine);
    struct class *class = (struct class *)machine_peek(machine, 0)->as.object;
    if (!value_is(parent, OBJECT_CLASS)) {
        return machine_fail(machine, "a %s cannot be a parent class", value_type_name(parent));
    }
    class->parent = (struct class *)parent.as.object;
    table_copy(&class->methods, &class->parent->methods);
    return true;
}

/* Runs until only `floor` frames are left. False: something was thrown that nobody above `floor` caught. */
static bool machine_run(struct machine *machine, int floor)
{
    while (machine->frame_count > floor) {
        struct frame *frame = &machine->frames[machine->frame_count - 1];
        struct value *slots = &machine->stack[frame->base];
        const struct value *constants = frame->closure->function->constants;
        bool good = true;
        if (machine->stress || machine->object_bytes > machine->collect_at) {
            machine_collect(machine);
        }
        enum opcode opcode = (enum opcode) * frame->next++;
        int operand = 0;
        const char *operands = opcodes[opcode].operands;
        if (*operands == 'b') {
            operand = *frame->next++;
        } else if (*operands) {
            operand = frame->next[0] << 8 | frame->next[1];
            frame->next += 2;
        }
        machine->statistics.instructions++;
        switch (opcode) {
        case OP_CONSTANT:
            machine_push(machine, constants[operand]);
            break;
        case OP_NIL:
            machine_push(machine, value_nil());
            break;
        case OP_TRUE:
        case OP_FALSE:
            machine_push(machine, value_boolean(opcode == OP_TRUE));
            break;
        case OP_POP:
            machine->stack_top--;
            break;
        case OP_DUPLICATE:
            machine_push(machine, *machine_peek(machine, 0));
            break;
        case OP_DUPLICATE_PAIR:
            machine_push(machine, *machine_peek(machine, 1));
            machine_push(machine, *machine_peek(machine, 1));
            break;
        case OP_GET_LOCAL:
            machine_push(machine, slots[operand]);
            break;
        case OP_SET_LOCAL:
            slots[operand] = *machine_peek(machine, 0);
            break;
        case OP_MAKE_CELL: {
            struct cell *cell = object_new(machine, sizeof *cell, OBJECT_CELL);
            cell->value = slots[operand];
            slots[operand] = value_object(cell);
            break;
        }
        case OP_GET_CELL:
            machine_push(machine, ((struct cell *)slots[operand].as.object)->value);
            break;
        case OP_SET_CELL:
            ((struct cell *)slots[operand].as.object)->value = *machine_peek(machine, 0);
            break;
        case OP_GET_CAPTURE:
            machine_push(machine, frame->closure->captures[operand]->value);
            break;
        case OP_SET_CAPTURE:
            frame->closure->captures[operand]->value = *machine_peek(machine, 0);
            break;
        case OP_GET_GLOBAL: {
            struct value *found = table_find(&machine->globals, constants[operand]);
            if (found) {
                machine_push(machine, *found);
            } else {
                good = machine_fail(machine, "unknown variable %s", value_string(constants[operand])->text);
            }
            break;
        }
        case OP_SET_GLOBAL: {
            struct value *found = table_find(&machine->globals, constants[operand]);
            if (found) {
                *found = *machine_peek(machine, 0);
            } else {
                good = machine_fail(machine, "unknown variable %s", value_string(constants[operand])->text);
            }
            break;
        }
        case OP_DEFINE_GLOBAL:
            table_set(&machine->globals, constants[operand], machine_pop(machine));
            break;
        case OP_ADD:
            good = machine_add(machine);
            break;
        case OP_SUBTRACT:
        case OP_MULTIPLY:
        case OP_DIVIDE:
        case OP_REMAINDER:
            good = machine_arithmetic(machine, opcode);
            break;
        case OP_EQUAL:
        case OP_DIFFERENT: {
            struct value b = machine_pop(machine);
            struct value *a = machine_peek(machine, 0);
            *a = value_boolean(value_equal(*a, b) == (opcode == OP_EQUAL));
            break;
        }
        case OP_LESS:
        case OP_LESS_EQUAL:
        case OP_GREATER:
        case OP_GREATER_EQUAL:
            good = machine_compare(machine, opcode);
            break;
        case OP_NEGATE: {
            struct value *top = machine_peek(machine, 0);
            if (top->type == VALUE_NUMBER) {
                top->as.number = -top->as.number;
            } else {
                good = machine_fail(machine, "cannot negate a %s", value_type_name(*top));
            }
            break;
        }
        case OP_NOT:
            *machine_peek(machine, 0) = value_boolean(!value_truth(*machine_peek(machine, 0)));
            break;
        case OP_JUMP:
            frame->next += operand;
            break;
        case OP_JUMP_IF_FALSE:
        case OP_JUMP_IF_TRUE:
            if (value_truth(*machine_peek(machine, 0)) == (opcode == OP_JUMP_IF_TRUE)) {
                frame->next += operand;
            }
            break;
        case OP_LOOP:
            frame->next -= operand;
            break;
        case OP_CALL:
            good = machine_call(machine, operand);
            break;
        case OP_INVOKE: {
            int count = *frame->next++;
            good = machine_invoke(machine, value_string(constants[operand]), count);
            break;
        }
        case OP_CLOSURE: {
            struct function *function = (struct function *)constants[operand].as.object;
            machine_push(machine, value_object(machine_close(machine, frame, function)));
            break;
        }
        case OP_RETURN: {
            struct value result = machine_pop(machine);
            while (machine->handler_count > 0 &&
                   machine->handlers[machine->handler_count - 1].frame_count == machine->frame_count) {
                machine->handler_count--;
            }
            machine->frame_count--;
            machine->stack_top = frame->base;
            machine_push(machine, result);
            break;
        }
        case OP_ARRAY: {
            struct array *array = object_new(machine, sizeof *array, OBJECT_ARRAY);
            for (int i = operand - 1; i >= 0; i--) {
                array_push(array, *machine_peek(machine, i));
            }
            machine->stack_top -= operand;
            machine_push(machine, value_object(array));
            break;
        }
        case OP_MAP: {
            struct map *map = object_new(machine, sizeof *map, OBJECT_MAP);
            for (int i = operand - 1; i >= 0 && good; i--) {
                struct value key = *machine_peek(machine, 2 * i + 1);
                if (table_is_key(key)) {
                    table_set(&map->table, key, *machine_peek(machine, 2 * i));
                } else {
                    good = machine_fail(machine, "a %s cannot be a key", value_type_name(key));
                }
            }
            machine->stack_top -= 2 * operand;
            machine_push(machine, value_object(map));
            break;
        }
        case OP_GET_INDEX:
            good = machine_get_index(machine);
            break;
        case OP_SET_INDEX:
            good = machine_set_index(machine);
            break;
        case OP_GET_FIELD:
            good = machine_get_field(machine, value_string(constants[operand]));
            break;
        case OP_SET_FIELD: {
            struct value value = machine_pop(machine);
            struct value *top = machine_peek(machine, 0);
            if (value_is(*top, OBJECT_INSTANCE)) {
                table_set(&((struct instance *)top->as.object)->fields, constants[operand], value);
                *top = value;
            } else {
                good = machine_fail(machine, "a %s has no fields", value_type_name(*top));
            }
            break;
        }
        case OP_CLASS: {
            struct class *class = object_new(machine, sizeof *class, OBJECT_CLASS);
            class->name = value_string(constants[operand]);
            machine_push(machine, value_object(class));
            break;
        }
        case OP_INHERIT:
            good = machine_inherit(machine);
            break;
        case OP_METHOD: {
            struct value method = machine_pop(machine);
            struct class *class = (struct class *)machine_peek(machine, 0)->as.object;
            ((struct closure *)method.as.object)->owner = class;
            table_set(&class->methods, constants[operand], method);
            break;
        }
        case OP_GET_SUPER:
            good = machine_super(machine, value_string(constants[operand]));
            break;
        case OP_ITERATE: {
            int distance = frame->next[0] << 8 | frame->next[1];
            bool more;
            frame->next += 2;
            good = machine_iterate(machine, &slots[operand], &more);
            if (good && !more) {
                frame->next += distance;
            }
            break;
        }
        case OP_THROW:
            machine->thrown = machine_pop(machine);
            good = false;
            break;
        case OP_TRY:
            if (machine->handler_count == HANDLER_LIMIT) {
                good = machine_fail(machine, "too many handlers");
            } else {
                machine->handlers[machine->handler_count++] =
                    (struct handler){machine->frame_count, machine->stack_top, frame->next + operand};
            }
            break;
        case OP_END_TRY:
            machine->handler_count--;
            break;
        case OP_CAPTURE_LOCAL:
        case OP_CAPTURE_OUTER:
        case OPCODE_COUNT:
            good = machine_fail(machine, "not an instruction");
            break;
        }
        if (!good && !machine_unwind(machine, floor)) {
            return false;
        }
    }
    return true;
}

/* For natives: calls a value of the language and runs it to its end. */
static bool machine_apply(struct machine *machine, struct value callee, int count, const struct value *arguments,
                          struct value *result)
{
    int floor = machine->frame_count;
    int top = machine->stack_top;
    machine_push(machine, callee);
    for (int i = 0; i < count; i++) {
        machine_push(machine, arguments[i]);
    }
    if (!machine_call(machine, count) || !machine_run(machine, floor)) {
        machine->stack_top = top;
        return false;
    }
    *result = machine_pop(machine);
    return true;
}

/* ----------------------------------------------------------------------------------------------------- natives */

static bool native_print(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    for (int i = 0; i < count; i++) {
        text_printf(&machine->output, i ? " " : "");
        value_print(&machine->output, arguments[i], 0);
    }
    text_append(&machine->output, "\n", 1);
    *result = value_nil();
    return true;
}

static bool deep_equal(struct value a, struct value b)
{
    if (value_is(a, OBJECT_ARRAY) && value_is(b, OBJECT_ARRAY)) {
        bool same = value_array(a)->count == value_array(b)->count;
        for (int i = 0; same && i < value_array(a)->count; i++) {
            same = deep_equal(value_array(a)->items[i], value_array(b)->items[i]);
        }
        return same;
    }
    return value_equal(a, b);
}

/* check(actual, expected): the scripts' own assertion. */
static bool native_check(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    bool same = deep_equal(arguments[0], arguments[1]);
    machine->statistics.checks++;
    if (!same) {
        machine->statistics.failures++;
        text_printf(&machine->output, "line %d: check failed: ", machine_line(machine));
        value_print(&machine->output, arguments[0], 0);
        text_printf(&machine->output, " is not ");
        value_print(&machine->output, arguments[1], 0);
        text_append(&machine->output, "\n", 1);
    }
    *result = value_boolean(same);
    return true;
}

static bool native_len(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (value_is(arguments[0], OBJECT_STRING)) {
        *result = value_number(value_string(arguments[0])->length);
    } else if (value_is(arguments[0], OBJECT_ARRAY)) {
        *result = value_number(value_array(arguments[0])->count);
    } else if (value_is(arguments[0], OBJECT_MAP)) {
        *result = value_number(((struct map *)arguments[0].as.object)->table.live_count);
    } else {
        return machine_fail(machine, "a %s has no length", value_type_name(arguments[0]));
    }
    return true;
}

static bool native_push(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    if (count < 1 || !value_is(arguments[0], OBJECT_ARRAY)) {
        return machine_fail(machine, "push expects an array");
    }
    for (int i = 1; i < count; i++) {
        array_push(value_array(arguments[0]), arguments[i]);
    }
    *result = arguments[0];
    return true;
}

static bool native_pop(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (!value_is(arguments[0], OBJECT_ARRAY) || value_array(arguments[0])->count == 0) {
        return machine_fail(machine, "nothing to pop");
    }
    *result = value_array(arguments[0])->items[--value_array(arguments[0])->count];
    return true;
}

static bool native_str(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    struct text text = {0};
    (void)count;
    value_print(&text, arguments[0], 0);
    *result = value_object(string_new(machine, text.length ? text.bytes : "", text.length));
    text_free(&text);
    return true;
}

static bool native_num(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    *result = value_nil();
    if (value_is(arguments[0], OBJECT_STRING)) {
        char *end;
        double number = strtod(value_string(arguments[0])->text, &end);
        if (end != value_string(arguments[0])->text && *end == '\0') {
            *result = value_number(number);
        }
    } else if (arguments[0].type == VALUE_NUMBER) {
        *result = arguments[0];
    } else {
        return machine_fail(machine, "num expects a string");
    }
    return true;
}

static bool native_floor(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (arguments[0].type != VALUE_NUMBER) {
        return machine_fail(machine, "floor expects a number");
    }
    *result = value_number(floor(arguments[0].as.number));
    return true;
}

static bool native_type(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    *result = value_object(string_from(machine, value_type_name(arguments[0])));
    return true;
}

static bool native_keys(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (!value_is(arguments[0], OBJECT_MAP)) {
        return machine_fail(machine, "keys expects a map");
    }
    const struct table *table = &((struct map *)arguments[0].as.object)->table;
    struct array *array = object_new(machine, sizeof *array, OBJECT_ARRAY);
    for (int i = 0; i < table->entry_count; i++) {
        if (table->entries[i].key.type != VALUE_NIL) {
            array_push(array, table->entries[i].key);
        }
    }
    *result = value_object(array);
    return true;
}

static bool native_remove(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (!value_is(arguments[0], OBJECT_MAP)) {
        return machine_fail(machine, "remove expects a map");
    }
    *result = value_boolean(table_is_key(arguments[1]) &&
                            table_delete(&((struct map *)arguments[0].as.object)->table, arguments[1]));
    return true;
}

static bool native_slice(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    bool is_string = value_is(arguments[0], OBJECT_STRING);
    if ((!is_string && !value_is(arguments[0], OBJECT_ARRAY)) || arguments[1].type != VALUE_NUMBER ||
        arguments[2].type != VALUE_NUMBER) {
        return machine_fail(machine, "slice expects a string or an array, and two numbers");
    }
    int length = is_string ? (int)value_string(arguments[0])->length : value_array(arguments[0])->count;
    int from = (int)fmax(0, fmin(length, arguments[1].as.number));
    int to = (int)fmax(from, fmin(length, arguments[2].as.number));
    if (is_string) {
        *result = value_object(string_new(machine, value_string(arguments[0])->text + from, (size_t)(to - from)));
    } else {
        struct array *array = object_new(machine, sizeof *array, OBJECT_ARRAY);
        for (int i = from; i < to; i++) {
            array_push(array, value_array(arguments[0])->items[i]);
        }
        *result = value_object(array);
    }
    return true;
}

static bool native_join(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    struct text text = {0};
    (void)count;
    if (!value_is(arguments[0], OBJECT_ARRAY) || !value_is(arguments[1], OBJECT_STRING)) {
        return machine_fail(machine, "join expects an array and a string");
    }
    const struct array *array = value_array(arguments[0]);
    for (int i = 0; i < array->count; i++) {
        if (i > 0) {
            text_append(&text, value_string(arguments[1])->text, value_string(arguments[1])->length);
        }
        value_print(&text, array->items[i], 0);
    }
    *result = value_object(string_new(machine, text.length ? text.bytes : "", text.length));
    text_free(&text);
    return true;
}

static bool native_code(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (value_is(arguments[0], OBJECT_STRING) && value_string(arguments[0])->length == 1) {
        *result = value_number((unsigned char)value_string(arguments[0])->text[0]);
    } else if (arguments[0].type == VALUE_NUMBER && arguments[0].as.number >= 0 && arguments[0].as.number < 256) {
        char byte = (char)(int)arguments[0].as.number;
        *result = value_object(string_new(machine, &byte, 1));
    } else {
        return machine_fail(machine, "code expects a character or its number");
    }
    return true;
}

/* map(array, function): a new array; it lies on the stack while the function runs, so that it is not collected. */
static bool native_map(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (!value_is(arguments[0], OBJECT_ARRAY)) {
        return machine_fail(machine, "map expects an array");
    }
    struct array *mapped = object_new(machine, sizeof *mapped, OBJECT_ARRAY);
    machine_push(machine, value_object(mapped));
    for (int i = 0; i < value_array(arguments[0])->count; i++) {
        struct value item;
        if (!machine_apply(machine, arguments[1], 1, &value_array(arguments[0])->items[i], &item)) {
            return false;
        }
        array_push(mapped, item);
    }
    *result = machine_pop(machine);
    return true;
}

/* sort(array, less): merge sort in place, stable; the scratch array is rooted by the stack. */
static bool sort_range(struct machine *machine, struct array *array, struct array *scratch, int from, int to,
                       struct value less)
{
    if (to - from < 2) {
        return true;
    }
    int middle = from + (to - from) / 2;
    if (!sort_range(machine, array, scratch, from, middle, less) ||
        !sort_range(machine, array, scratch, middle, to, less)) {
        return false;
    }
    scratch->count = 0;
    int left = from;
    int right = middle;
    while (left < middle || right < to) {
        bool take_right = left == middle;
        if (left < middle && right < to) {
            struct value pair[2] = {array->items[right], array->items[left]};
            struct value answer;
            if (!machine_apply(machine, less, 2, pair, &answer)) {
                return false;
            }
            take_right = value_truth(answer);
        }
        array_push(scratch, array->items[take_right ? right++ : left++]);
    }
    memcpy(array->items + from, scratch->items, (size_t)(to - from) * sizeof *array->items);
    return true;
}

static bool native_sort(struct machine *machine, int count, struct value *arguments, struct value *result)
{
    (void)count;
    if (!value_is(arguments[0], OBJECT_ARRAY)) {
        return machine_fail(machine, "sort expects an array");
    }
    struct array *array = value_array(arguments[0]);
    struct array *scratch = object_new(machine, sizeof *scratch, OBJECT_ARRAY);
    machine_push(machine, value_object(scratch));
    if (!sort_range(machine, array, scratch, 0, array->count, arguments[1])) {
        return false;
    }
    machine->stack_top--;
    *result = arguments[0];
    return true;
}

static const struct {
    const char *name;
    int arity;
    native_function *function;
} natives[] = {
    {"print", -1, native_print}, {"check", 2, native_check}, {"len", 1, native_len},       {"push", -1, native_push},
    {"pop", 1, native_pop},      {"str", 1, native_str},     {"num", 1, native_num},       {"floor", 1, native_floor},
    {"type", 1, native_type},    {"keys", 1, native_keys},   {"remove", 2, native_remove}, {"slice", 3, native_slice},
    {"join", 2, native_join},    {"code", 1, native_code},   {"map", 2, native_map},       {"sort", 2, native_sort},
};

/* -------------------------------------------------------------------------------------------- machine, whole life */

static struct machine *machine_new(bool stress)
{
    struct machine *machine = calloc(1, sizeof *machine);
    machine->stress = stress;
    machine->collect_at = 16384;
    machine->name_init = string_from(machine, "init");
    text_append(&machine->output, "", 0);
    for (unsigned i = 0; i < sizeof natives / sizeof *natives; i++) {
        struct native *native = object_new(machine, sizeof *native, OBJECT_NATIVE);
        native->name = natives[i].name;
        native->arity = natives[i].arity;
        native->function = natives[i].function;
        table_set(&machine->globals, value_object(string_from(machine, native->name)), value_object(native));
    }
    return machine;
}

static void machine_free(struct machine *machine)
{
    while (machine->objects) {
        struct object *next = machine->objects->next;
        object_free(machine->objects);
        machine->objects = next;
    }
    table_free(&machine->globals);
    free(machine->interned);
    free(machine->gray);
    text_free(&machine->output);
    free(machine);
}

enum outcome { OUTCOME_DONE, OUTCOME_SYNTAX, OUTCOME_THROWN };

static enum outcome machine_execute(struct machine *machine, const char *source, bool list_code, int *folded)
{
    struct function *function = compile_source(machine, source, folded, &machine->output);
    if (!function) {
        text_append(&machine->output, "\n", 1);
        return OUTCOME_SYNTAX;
    }
    if (list_code) {
        disassemble(&machine->output, function);
    }
    struct value result;
    if (!machine_apply(machine, value_object(closure_new(machine, function)), 0, NULL, &result)) {
        text_printf(&machine->output, "uncaught: ");
        value_print(&machine->output, machine->thrown, 0);
        text_append(&machine->output, "\n", 1);
        machine->thrown = value_nil();
        return OUTCOME_THROWN;
    }
    return OUTCOME_DONE;
}

/* ----------------------------------------------------------------------------------------------------- scripts */

/* clang-format off */
static const char script_arithmetic[] =
    "check(1 + 2 * 3, 7);\n"
    "check((1 + 2) * 3, 9);\n"
    "check(10 / 4, 2.5);\n"
    "check(-7 % 3, -1);\n"
    "check(2 - 3 - 4, -5);\n"
    "check(1 < 2 and 2 <= 2 and not (3 > 4), true);\n"
    "check(1 == 1.0, true);\n"
    "check('1' == 1, false);\n"
    "check(true ? 'yes' : 'no', 'yes');\n"
    "check(nil or 'default', 'default');\n"
    "check(0 and 'zero is true', 'zero is true');\n"
    "check(1 + 2 + 'x' + 1 + 2, '3x12');\n"
    "var big = 1;\n"
    "for (var i = 0; i < 40; i += 1) big *= 2;\n"
    "print(big, big * big, 1 / 3, -0.5);\n";

static const char script_strings[] =
    "var s = 'hello world';\n"
    "check(len(s), 11);\n"
    "check(s[0] + s[-1], 'hd');\n"
    "check(slice(s, 6, 99), 'world');\n"
    "check('abc' < 'abd', true);\n"
    "check('a' + 'b' == 'ab', true);\n"
    "var reversed = '';\n"
    "for (var c in s) reversed = c + reversed;\n"
    "print(reversed);\n"
    "fun split(text, separator) {\n"
    "    var parts = [];\n"
    "    var start = 0;\n"
    "    for (var i = 0; i <= len(text); i += 1) {\n"
    "        if (i == len(text) or text[i] == separator) {\n"
    "            push(parts, slice(text, start, i));\n"
    "            start = i + 1;\n"
    "        }\n"
    "    }\n"
    "    return parts;\n"
    "}\n"
    "check(split('a,b,,c', ','), ['a', 'b', '', 'c']);\n"
    "fun upper(text) {\n"
    "    var result = [];\n"
    "    for (var c in text) {\n"
    "        var n = code(c);\n"
    "        push(result, n >= 97 and n <= 122 ? code(n - 32) : c);\n"
    "    }\n"
    "    return join(result, '');\n"
    "}\n"
    "check(upper('Mixed Case 1!'), 'MIXED CASE 1!');\n"
    "print(join(split('the quick brown fox', ' '), '-'), num('12.5') + 1, num('12x'));\n"
    "print('tab\\there', 'quote\\'s', 'line\\nbreak');\n";

static const char script_closures[] =
    "fun counter(step) {\n"
    "    var n = 0;\n"
    "    return fun () {\n"
    "        n += step;\n"
    "        return n;\n"
    "    };\n"
    "}\n"
    "var a = counter(1);\n"
    "var b = counter(10);\n"
    "check([a(), a(), b(), a(), b()], [1, 2, 10, 3, 20]);\n"
    "var makers = [];\n"
    "for (var i = 0; i < 3; i += 1) {\n"
    "    var kept = i * i;\n"
    "    push(makers, fun () => kept + i);\n"
    "}\n"
    "check(map(makers, fun (f) => f()), [3, 4, 7]);\n"
    "fun compose(f, g) => f;\n"
    "fun compose2(f, g) {\n"
    "    return fun (x) => f(g(x));\n"
    "}\n"
    "var both = compose2(fun (x) => x + 1, fun (x) => x * 2);\n"
    "check(both(20), 41);\n"
    "fun account(balance) {\n"
    "    fun deposit(amount) { balance += amount; return balance; }\n"
    "    fun withdraw(amount) {\n"
    "        if (amount > balance) throw 'insufficient';\n"
    "        balance -= amount;\n"
    "        return balance;\n"
    "    }\n"
    "    return {'deposit': deposit, 'withdraw': withdraw};\n"
    "}\n"
    "var mine = account(100);\n"
    "check(mine['deposit'](50), 150);\n"
    "check(mine['withdraw'](30), 120);\n"
    "fun outer() {\n"
    "    var x = 'outer';\n"
    "    fun middle() {\n"
    "        fun inner() { x = x + '+inner'; return x; }\n"
    "        return inner;\n"
    "    }\n"
    "    check(middle()(), 'outer+inner');\n"
    "    return x;\n"
    "}\n"
    "check(outer(), 'outer+inner');\n"
    "fun curry(f) => fun (a) => fun (b) => fun (c) => f(a, b, c);\n"
    "check(curry(fun (a, b, c) => a * 100 + b * 10 + c)(1)(2)(3), 123);\n";

static const char script_recursion[] =
    "fun fib(n) => n < 2 ? n : fib(n - 1) + fib(n - 2);\n"
    "check(fib(15), 610);\n"
    "fun ackermann(m, n) {\n"
    "    if (m == 0) return n + 1;\n"
    "    if (n == 0) return ackermann(m - 1, 1);\n"
    "    return ackermann(m - 1, ackermann(m, n - 1));\n"
    "}\n"
    "check(ackermann(2, 3), 9);\n"
    "fun hanoi(n, from, to, via, moves) {\n"
    "    if (n > 0) {\n"
    "        hanoi(n - 1, from, via, to, moves);\n"
    "        push(moves, from + to);\n"
    "        hanoi(n - 1, via, to, from, moves);\n"
    "    }\n"
    "    return moves;\n"
    "}\n"
    "var moves = hanoi(4, 'a', 'c', 'b', []);\n"
    "check(len(moves), 15);\n"
    "print(join(moves, ' '));\n"
    "fun permutations(items) {\n"
    "    if (len(items) < 2) return [items];\n"
    "    var all = [];\n"
    "    for (var i = 0; i < len(items); i += 1) {\n"
    "        var rest = slice(items, 0, i) + slice(items, i + 1, len(items));\n"
    "        for (var p in permutations(rest)) push(all, [items[i]] + p);\n"
    "    }\n"
    "    return all;\n"
    "}\n"
    "print(permutations([1, 2, 3]));\n"
    "var is_even = nil;\n"
    "fun is_odd(n) => n == 0 ? false : is_even(n - 1);\n"
    "is_even = fun (n) => n == 0 ? true : is_odd(n - 1);\n"
    "check(is_even(50), true);\n"
    "check(is_odd(50), false);\n";

static const char script_classes[] =
    "class Shape {\n"
    "    init(name) { this.name = name; }\n"
    "    area() { return 0; }\n"
    "    describe() { return this.name + ' of area ' + this.area(); }\n"
    "}\n"
    "class Square < Shape {\n"
    "    init(side) {\n"
    "        super.init('square');\n"
    "        this.side = side;\n"
    "    }\n"
    "    area() { return this.side * this.side; }\n"
    "}\n"
    "class Cube < Square {\n"
    "    init(side) {\n"
    "        super.init(side);\n"
    "        this.name = 'cube';\n"
    "    }\n"
    "    area() { return super.area() * 6; }\n"
    "    volume() {\n"
    "        var self = fun () => this.side;\n"
    "        return self() * self() * self();\n"
    "    }\n"
    "}\n"
    "var shapes = [Shape('nothing'), Square(3), Cube(2)];\n"
    "for (var shape in shapes) print(shape.describe());\n"
    "check(shapes[2].volume(), 8);\n"
    "var method = shapes[1].area;\n"
    "shapes[1].side = 10;\n"
    "check(method(), 100);\n"
    "shapes[0].area = fun () => 42;\n"
    "check(shapes[0].area(), 42);\n"
    "print(Shape, shapes[1], method, type(shapes[0]), type(Shape));\n"
    "class Node {\n"
    "    init(value, next) { this.value = value; this.next = next; }\n"
    "}\n"
    "class List {\n"
    "    init() { this.head = nil; this.count = 0; }\n"
    "    add(value) {\n"
    "        this.head = Node(value, this.head);\n"
    "        this.count += 1;\n"
    "        return this;\n"
    "    }\n"
    "    reverse() {\n"
    "        var previous = nil;\n"
    "        var node = this.head;\n"
    "        while (node != nil) {\n"
    "            var next = node.next;\n"
    "            node.next = previous;\n"
    "            previous = node;\n"
    "            node = next;\n"
    "        }\n"
    "        this.head = previous;\n"
    "        return this;\n"
    "    }\n"
    "    items() {\n"
    "        var all = [];\n"
    "        for (var node = this.head; node != nil; node = node.next) push(all, node.value);\n"
    "        return all;\n"
    "    }\n"
    "}\n"
    "check(List().add(1).add(2).add(3).reverse().items(), [1, 2, 3]);\n";

static const char script_exceptions[] =
    "fun risky(n) {\n"
    "    if (n == 1) throw 'one';\n"
    "    if (n == 2) return [][5];\n"
    "    if (n == 3) return 1 / 0;\n"
    "    if (n == 4) return nil + 1;\n"
    "    if (n == 5) return undefined_name;\n"
    "    if (n == 6) return risky();\n"
    "    if (n == 7) return n();\n"
    "    if (n == 8) return n.field;\n"
    "    if (n == 9) throw {'code': 9};\n"
    "    return n;\n"
    "}\n"
    "for (var i = 0; i <= 9; i += 1) {\n"
    "    try {\n"
    "        print(i, risky(i));\n"
    "    } catch (error) {\n"
    "        print(i, 'caught', error);\n"
    "    }\n"
    "}\n"
    "fun nested() {\n"
    "    var log = [];\n"
    "    try {\n"
    "        try {\n"
    "            throw 'inner';\n"
    "        } catch (e) {\n"
    "            push(log, e);\n"
    "            throw 'outer';\n"
    "        }\n"
    "    } catch (e) {\n"
    "        push(log, e);\n"
    "    }\n"
    "    return log;\n"
    "}\n"
    "check(nested(), ['inner', 'outer']);\n"
    "fun early() {\n"
    "    for (var i = 0; i < 10; i += 1) {\n"
    "        try {\n"
    "            if (i == 2) continue;\n"
    "            if (i == 5) break;\n"
    "            if (i == 7) return 'never';\n"
    "        } catch (e) {\n"
    "            return 'wrong';\n"
    "        }\n"
    "    }\n"
    "    try { return 'returned'; } catch (e) { return 'wrong'; }\n"
    "}\n"
    "check(early(), 'returned');\n"
    "fun through_native() {\n"
    "    try {\n"
    "        return map([1, 2, 3], fun (x) {\n"
    "            if (x == 2) throw 'from inside map';\n"
    "            return x;\n"
    "        });\n"
    "    } catch (e) {\n"
    "        return e;\n"
    "    }\n"
    "}\n"
    "check(through_native(), 'from inside map');\n"
    "fun endless(n) => 1 + endless(n + 1);\n"
    "try { endless(0); } catch (e) { print(e); }\n"
    "var caught = 0;\n"
    "for (var i = 0; i < 100; i += 1) {\n"
    "    try { throw i; } catch (e) { caught += e; }\n"
    "}\n"
    "check(caught, 4950);\n";

static const char script_maps[] =
    "var m = {'one': 1, 'two': 2, 3: 'three', true: 'yes'};\n"
    "check(len(m), 4);\n"
    "check(m['two'], 2);\n"
    "check(m[3], 'three');\n"
    "check(m['none'], nil);\n"
    "m['one'] += 10;\n"
    "m['four'] = 4;\n"
    "check(remove(m, 'two'), true);\n"
    "check(remove(m, 'two'), false);\n"
    "print(m, keys(m));\n"
    "var words = {};\n"
    "var text = 'one fish two fish red fish blue fish';\n"
    "var word = '';\n"
    "for (var c in text + ' ') {\n"
    "    if (c == ' ') {\n"
    "        words[word] = (words[word] or 0) + 1;\n"
    "        word = '';\n"
    "    } else {\n"
    "        word += c;\n"
    "    }\n"
    "}\n"
    "print(words);\n"
    "var squares = {};\n"
    "for (var i = 0; i < 300; i += 1) squares[i] = i * i;\n"
    "for (var i = 0; i < 300; i += 3) remove(squares, i);\n"
    "check(len(squares), 200);\n"
    "check(squares[299 - 1], 298 * 298);\n"
    "var sum = 0;\n"
    "for (var k in squares) sum += k;\n"
    "check(sum, 44850 - 14850);\n"
    "var grid = {};\n"
    "for (var y = 0; y < 3; y += 1)\n"
    "    for (var x = 0; x < 3; x += 1) grid[x + ',' + y] = x * y;\n"
    "print(join(keys(grid), ' '), grid['2,2']);\n"
    "try { m[[1]] = 2; } catch (e) { print(e); }\n";

static const char script_sorting[] =
    "var data = [];\n"
    "var seed = 7;\n"
    "for (var i = 0; i < 60; i += 1) {\n"
    "    seed = (seed * 1103515245 + 12345) % 2147483648;\n"
    "    push(data, floor(seed / 65536) % 100);\n"
    "}\n"
    "var native = sort(slice(data, 0, 60), fun (a, b) => a < b);\n"
    "fun quick(items) {\n"
    "    if (len(items) < 2) return items;\n"
    "    var pivot = items[floor(len(items) / 2)];\n"
    "    var parts = [[], [], []];\n"
    "    for (var x in items) push(parts[x < pivot ? 0 : x == pivot ? 1 : 2], x);\n"
    "    return quick(parts[0]) + parts[1] + quick(parts[2]);\n"
    "}\n"
    "check(quick(data), native);\n"
    "fun bubble(items) {\n"
    "    var n = len(items);\n"
    "    var swapped = true;\n"
    "    while (swapped) {\n"
    "        swapped = false;\n"
    "        for (var i = 1; i < n; i += 1) {\n"
    "            if (items[i - 1] > items[i]) {\n"
    "                var keep = items[i];\n"
    "                items[i] = items[i - 1];\n"
    "                items[i - 1] = keep;\n"
    "                swapped = true;\n"
    "            }\n"
    "        }\n"
    "        n -= 1;\n"
    "    }\n"
    "    return items;\n"
    "}\n"
    "check(bubble(slice(data, 0, 60)), native);\n"
    "var people = [['Ann', 30], ['Bob', 25], ['Cid', 30], ['Dan', 25]];\n"
    "sort(people, fun (a, b) => a[1] < b[1]);\n"
    "print(people);\n"
    "print(slice(native, 0, 10), native[-1]);\n"
    "try {\n"
    "    sort([3, 1, 2], fun (a, b) { throw 'no order'; });\n"
    "} catch (e) {\n"
    "    check(e, 'no order');\n"
    "}\n";

static const char script_primes[] =
    "var limit = 500;\n"
    "var composite = [];\n"
    "for (var i = 0; i < limit; i += 1) push(composite, false);\n"
    "var primes = [];\n"
    "for (var i = 2; i < limit; i += 1) {\n"
    "    if (composite[i]) continue;\n"
    "    push(primes, i);\n"
    "    for (var j = i * i; j < limit; j += i) composite[j] = true;\n"
    "}\n"
    "check(len(primes), 95);\n"
    "check(slice(primes, 0, 8), [2, 3, 5, 7, 11, 13, 17, 19]);\n"
    "fun factor(n) {\n"
    "    var factors = [];\n"
    "    for (var p in primes) {\n"
    "        while (n % p == 0) {\n"
    "            push(factors, p);\n"
    "            n /= p;\n"
    "        }\n"
    "        if (p * p > n) break;\n"
    "    }\n"
    "    if (n > 1) push(factors, n);\n"
    "    return factors;\n"
    "}\n"
    "print(factor(360), factor(9991), factor(65536), factor(104729));\n"
    "fun gcd(a, b) => b == 0 ? a : gcd(b, a % b);\n"
    "check(gcd(1071, 462), 21);\n";

static const char script_calculator[] =
    "class Calculator {\n"
    "    init(text) {\n"
    "        this.text = text;\n"
    "        this.at = 0;\n"
    "    }\n"
    "    peek() { return this.at < len(this.text) ? this.text[this.at] : ''; }\n"
    "    take() {\n"
    "        var c = this.peek();\n"
    "        this.at += 1;\n"
    "        return c;\n"
    "    }\n"
    "    number() {\n"
    "        var digits = '';\n"
    "        while ('0' <= this.peek() and this.peek() <= '9' or this.peek() == '.') digits += this.take();\n"
    "        if (digits == '') throw 'expected a number at ' + this.at;\n"
    "        return num(digits);\n"
    "    }\n"
    "    factor() {\n"
    "        if (this.peek() == '-') { this.take(); return -this.factor(); }\n"
    "        if (this.peek() == '(') {\n"
    "            this.take();\n"
    "            var value = this.sum();\n"
    "            if (this.take() != ')') throw 'missing parenthesis';\n"
    "            return value;\n"
    "        }\n"
    "        return this.number();\n"
    "    }\n"
    "    product() {\n"
    "        var value = this.factor();\n"
    "        while (this.peek() == '*' or this.peek() == '/') {\n"
    "            var operator = this.take();\n"
    "            var right = this.factor();\n"
    "            if (operator == '*') value *= right; else value /= right;\n"
    "        }\n"
    "        return value;\n"
    "    }\n"
    "    sum() {\n"
    "        var value = this.product();\n"
    "        while (this.peek() == '+' or this.peek() == '-') {\n"
    "            if (this.take() == '+') value += this.product(); else value -= this.product();\n"
    "        }\n"
    "        return value;\n"
    "    }\n"
    "}\n"
    "fun evaluate(text) {\n"
    "    try {\n"
    "        var calculator = Calculator(text);\n"
    "        var value = calculator.sum();\n"
    "        if (calculator.peek() != '') throw 'rest: ' + slice(text, calculator.at, 100);\n"
    "        return value;\n"
    "    } catch (e) {\n"
    "        return e;\n"
    "    }\n"
    "}\n"
    "check(evaluate('1+2*3'), 7);\n"
    "check(evaluate('(1+2)*-(3-10)/3'), 7);\n"
    "check(evaluate('2*(3+4'), 'missing parenthesis');\n"
    "check(evaluate('2+'), 'expected a number at 2');\n"
    "check(evaluate('7x'), 'rest: x');\n"
    "print(evaluate('1/0'), evaluate('3.5*2-0.25'));\n";

static const char script_life[] =
    "var width = 12;\n"
    "var height = 8;\n"
    "fun make() {\n"
    "    var rows = [];\n"
    "    for (var y = 0; y < height; y += 1) {\n"
    "        var row = [];\n"
    "        for (var x = 0; x < width; x += 1) push(row, 0);\n"
    "        push(rows, row);\n"
    "    }\n"
    "    return rows;\n"
    "}\n"
    "var world = make();\n"
    "for (var cell in [[1, 0], [2, 1], [0, 2], [1, 2], [2, 2], [7, 4], [8, 4], [9, 4]]) world[cell[1]][cell[0]] = 1;\n"
    "fun step(old) {\n"
    "    var next = make();\n"
    "    for (var y = 0; y < height; y += 1) {\n"
    "        for (var x = 0; x < width; x += 1) {\n"
    "            var n = -old[y][x];\n"
    "            for (var dy = height - 1; dy <= height + 1; dy += 1)\n"
    "                for (var dx = width - 1; dx <= width + 1; dx += 1)\n"
    "                    n += old[(y + dy) % height][(x + dx) % width];\n"
    "            next[y][x] = n == 3 or n == 2 and old[y][x] == 1 ? 1 : 0;\n"
    "        }\n"
    "    }\n"
    "    return next;\n"
    "}\n"
    "for (var i = 0; i < 2; i += 1) world = step(world);\n"
    "var alive = 0;\n"
    "for (var row in world) {\n"
    "    print(join(map(row, fun (c) => c == 1 ? '#' : '.'), ''));\n"
    "    for (var c in row) alive += c;\n"
    "}\n"
    "check(alive, 8);\n";

static const char script_queens[] =
    "fun solve(n) {\n"
    "    var columns = {};\n"
    "    var rising = {};\n"
    "    var falling = {};\n"
    "    var count = 0;\n"
    "    var first = nil;\n"
    "    var placed = [];\n"
    "    fun place(row) {\n"
    "        if (row == n) {\n"
    "            count += 1;\n"
    "            if (first == nil) first = slice(placed, 0, n);\n"
    "            return;\n"
    "        }\n"
    "        for (var c = 0; c < n; c += 1) {\n"
    "            if (columns[c] or rising[row + c] or falling[row - c]) continue;\n"
    "            columns[c] = true;\n"
    "            rising[row + c] = true;\n"
    "            falling[row - c] = true;\n"
    "            push(placed, c);\n"
    "            place(row + 1);\n"
    "            pop(placed);\n"
    "            columns[c] = false;\n"
    "            rising[row + c] = false;\n"
    "            falling[row - c] = false;\n"
    "        }\n"
    "    }\n"
    "    place(0);\n"
    "    return [count, first];\n"
    "}\n"
    "check(solve(4), [2, [1, 3, 0, 2]]);\n"
    "check(solve(5)[0], 10);\n"
    "check(solve(6)[0], 4);\n"
    "print(solve(6)[1]);\n";

static const char script_memo[] =
    "fun memoize(f) {\n"
    "    var known = {};\n"
    "    return fun (n) {\n"
    "        if (known[n] == nil) known[n] = f(n);\n"
    "        return known[n];\n"
    "    };\n"
    "}\n"
    "var calls = 0;\n"
    "var fib = memoize(fun (n) {\n"
    "    calls += 1;\n"
    "    return n < 2 ? n : fib(n - 1) + fib(n - 2);\n"
    "});\n"
    "check(fib(70), 190392490709135);\n"
    "check(calls, 71);\n"
    "var collatz = memoize(fun (n) => n == 1 ? 0 : 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1));\n"
    "var best = 1;\n"
    "for (var i = 1; i < 200; i += 1) if (collatz(i) > collatz(best)) best = i;\n"
    "print(best, collatz(best));\n"
    "fun distance(a, b) {\n"
    "    var row = [];\n"
    "    for (var j = 0; j <= len(b); j += 1) push(row, j);\n"
    "    for (var i = 1; i <= len(a); i += 1) {\n"
    "        var corner = row[0];\n"
    "        row[0] = i;\n"
    "        for (var j = 1; j <= len(b); j += 1) {\n"
    "            var above = row[j];\n"
    "            var cost = a[i - 1] == b[j - 1] ? 0 : 1;\n"
    "            var least = corner + cost;\n"
    "            if (row[j] + 1 < least) least = row[j] + 1;\n"
    "            if (row[j - 1] + 1 < least) least = row[j - 1] + 1;\n"
    "            row[j] = least;\n"
    "            corner = above;\n"
    "        }\n"
    "    }\n"
    "    return row[-1];\n"
    "}\n"
    "check(distance('kitten', 'sitting'), 3);\n"
    "check(distance('', 'abc'), 3);\n"
    "check(distance('interleaving', 'interweaving'), 1);\n";

static const char script_iterators[] =
    "class Range {\n"
    "    init(from, to) { this.at = from; this.to = to; }\n"
    "    next() {\n"
    "        if (this.at >= this.to) return nil;\n"
    "        this.at += 1;\n"
    "        return this.at - 1;\n"
    "    }\n"
    "}\n"
    "class Filter {\n"
    "    init(source, accept) { this.source = source; this.accept = accept; }\n"
    "    next() {\n"
    "        while (true) {\n"
    "            var item = this.source.next();\n"
    "            if (item == nil or this.accept(item)) return item;\n"
    "        }\n"
    "    }\n"
    "}\n"
    "class Mapper {\n"
    "    init(source, change) { this.source = source; this.change = change; }\n"
    "    next() {\n"
    "        var item = this.source.next();\n"
    "        return item == nil ? nil : this.change(item);\n"
    "    }\n"
    "}\n"
    "fun collect(source) {\n"
    "    var items = [];\n"
    "    for (var item = source.next(); item != nil; item = source.next()) push(items, item);\n"
    "    return items;\n"
    "}\n"
    "var thirds = Filter(Range(0, 20), fun (n) => n % 3 == 0);\n"
    "check(collect(Mapper(thirds, fun (n) => n * n)), [0, 9, 36, 81, 144, 225, 324]);\n"
    "fun fold(items, start, f) {\n"
    "    for (var item in items) start = f(start, item);\n"
    "    return start;\n"
    "}\n"
    "check(fold([1, 2, 3, 4], 0, fun (a, b) => a + b), 10);\n"
    "check(fold('abc', '', fun (a, b) => b + a), 'cba');\n"
    "fun zip(a, b) {\n"
    "    var pairs = [];\n"
    "    for (var i = 0; i < len(a) and i < len(b); i += 1) push(pairs, [a[i], b[i]]);\n"
    "    return pairs;\n"
    "}\n"
    "print(zip([1, 2, 3], 'xyz'), fold(zip([1, 2], [3, 4]), 0, fun (sum, p) => sum + p[0] * p[1]));\n";

static const char script_garbage[] =
    "class Tree {\n"
    "    init(depth) {\n"
    "        this.left = depth > 0 ? Tree(depth - 1) : nil;\n"
    "        this.right = depth > 0 ? Tree(depth - 1) : nil;\n"
    "    }\n"
    "    count() { return 1 + (this.left ? this.left.count() : 0) + (this.right ? this.right.count() : 0); }\n"
    "}\n"
    "var total = 0;\n"
    "for (var round = 0; round < 20; round += 1) total += Tree(4).count();\n"
    "check(total, 620);\n"
    "var ring = [];\n"
    "push(ring, ring);\n"
    "ring = nil;\n"
    "var text = '';\n"
    "for (var i = 0; i < 60; i += 1) text += str(i);\n"
    "check(len(text), 110);\n"
    "var kept = [];\n"
    "for (var i = 0; i < 50; i += 1) {\n"
    "    var cell = i;\n"
    "    if (i % 10 == 0) push(kept, fun () => cell);\n"
    "}\n"
    "check(map(kept, fun (f) => f()), [0, 10, 20, 30, 40]);\n";

static const char script_bank[] =
    "class Bank {\n"
    "    init() { this.accounts = {}; this.log = []; }\n"
    "    open(name, amount) { this.accounts[name] = amount; }\n"
    "    transfer(from, to, amount) {\n"
    "        if (this.accounts[to] == nil) throw 'no account ' + to;\n"
    "        if (this.accounts[from] < amount) throw from + ' has only ' + this.accounts[from];\n"
    "        this.accounts[from] -= amount;\n"
    "        this.accounts[to] += amount;\n"
    "        push(this.log, from + '->' + to + ':' + amount);\n"
    "    }\n"
    "    total() {\n"
    "        var sum = 0;\n"
    "        for (var name in this.accounts) sum += this.accounts[name];\n"
    "        return sum;\n"
    "    }\n"
    "}\n"
    "var bank = Bank();\n"
    "bank.open('a', 100);\n"
    "bank.open('b', 50);\n"
    "bank.open('c', 0);\n"
    "var orders = [['a', 'b', 30], ['b', 'c', 75], ['c', 'd', 1], ['a', 'c', 100], ['c', 'a', 5]];\n"
    "var refused = [];\n"
    "for (var order in orders) {\n"
    "    try {\n"
    "        bank.transfer(order[0], order[1], order[2]);\n"
    "    } catch (reason) {\n"
    "        push(refused, reason);\n"
    "    }\n"
    "}\n"
    "print(bank.accounts, refused);\n"
    "print(join(bank.log, ' '));\n"
    "check(bank.total(), 150);\n";

static const char script_machine[] =
    "# A stack machine inside the machine.\n"
    "fun run(code) {\n"
    "    var stack = [];\n"
    "    var calls = [];\n"
    "    var at = 0;\n"
    "    var steps = 0;\n"
    "    var actions = {\n"
    "        'push': fun (x) { push(stack, x); },\n"
    "        'add': fun (x) { push(stack, pop(stack) + pop(stack)); },\n"
    "        'sub': fun (x) { var b = pop(stack); push(stack, pop(stack) - b); },\n"
    "        'dup': fun (x) { push(stack, stack[-1]); },\n"
    "        'swap': fun (x) { var b = pop(stack); var a = pop(stack); push(stack, b, a); },\n"
    "        'mul': fun (x) { push(stack, pop(stack) * pop(stack)); },\n"
    "        'jump_zero': fun (x) { if (pop(stack) == 0) at = x; },\n"
    "        'jump': fun (x) { at = x; },\n"
    "        'call': fun (x) { push(calls, at); at = x; },\n"
    "        'return': fun (x) { at = pop(calls); }\n"
    "    };\n"
    "    while (at < len(code)) {\n"
    "        var instruction = code[at];\n"
    "        at += 1;\n"
    "        steps += 1;\n"
    "        var action = actions[instruction[0]];\n"
    "        if (action == nil) break;\n"
    "        action(instruction[1]);\n"
    "    }\n"
    "    return [stack, steps];\n"
    "}\n"
    "var factorial = [['push', 1], ['push', 10],\n"
    "    ['dup', nil], ['jump_zero', 10],\n"
    "    ['dup', nil], ['push', -1], ['add', nil], ['swap', nil], ['call', 12], ['jump', 2],\n"
    "    ['halt', nil], ['halt', nil],\n"
    "    ['swap', nil], ['return', nil]];\n"
    "var result = run(factorial);\n"
    "print(result);\n"
    "check(run([['push', 6], ['push', 7], ['mul', nil]])[0], [42]);\n"
    "check(run([['push', 2], ['push', 5], ['sub', nil], ['stop', nil], ['push', 1]]), [[-3], 4]);\n";

static const char script_shadowing[] =
    "var x = 'global';\n"
    "fun show() => x;\n"
    "{\n"
    "    var x = 'block';\n"
    "    check(show(), 'global');\n"
    "    check(x, 'block');\n"
    "    {\n"
    "        var x = x + ' inner';\n"
    "        check(x, 'block inner');\n"
    "    }\n"
    "    for (var x = 0; x < 2; x += 1) {\n"
    "        var x = x * 10;\n"
    "        check(x == 0 or x == 10, true);\n"
    "    }\n"
    "    check(x, 'block');\n"
    "    class Local {\n"
    "        make() { return Local(); }\n"
    "        name() { return x; }\n"
    "    }\n"
    "    check(Local().make().name(), 'block');\n"
    "    fun again(n) => n == 0 ? x : again(n - 1);\n"
    "    check(again(3), 'block');\n"
    "}\n"
    "check(x, 'global');\n"
    "x = 'changed';\n"
    "check(show(), 'changed');\n"
    "while (true) {\n"
    "    var y = 1;\n"
    "    if (y == 1) { var z = 2; break; }\n"
    "}\n"
    "for (var a in [1, 2, 3]) {\n"
    "    for (var b in [10, 20]) {\n"
    "        if (b == 20) continue;\n"
    "        if (a == 3) break;\n"
    "        print(a + b);\n"
    "    }\n"
    "}\n";
/* clang-format on */

static const char script_listing[] = "fun twice(f) => fun (x) => f(f(x));\n"
                                     "var n = 2 * 3 + 1;\n"
                                     "for (var i in [1, 2]) { if (i == 2) break; n += i; }\n"
                                     "print(twice(fun (x) => x + n)(10));\n";

static const struct {
    const char *name;
    const char *source;
} scripts[] = {
    {"arithmetic", script_arithmetic},
    {"strings", script_strings},
    {"closures", script_closures},
    {"recursion", script_recursion},
    {"classes", script_classes},
    {"exceptions", script_exceptions},
    {"maps", script_maps},
    {"sorting", script_sorting},
    {"primes", script_primes},
    {"calculator", script_calculator},
    {"life", script_life},
    {"queens", script_queens},
    {"memo", script_memo},
    {"iterators", script_iterators},
    {"garbage", script_garbage},
    {"bank", script_bank},
    {"machine", script_machine},
    {"shadowing", script_shadowing},
};

static const char *const wrong_sources[] = {
    "var = 5;",
    "print(1;",
    "fun f( { }",
    "x + 1 = 2;",
    "break;",
    "var s = 'never closed;",
    "if (true) { print(1);",
    "1 + @;",
    "((((((((((1))))))))));;",
    "class A < { }",
    "try { } print(1);",
    "{ 'a' 1 };",
    "throw undefined;",
    "\n\nprint(missing(1));",
    "check(1);",
};

/* ------------------------------------------------------------------------------------------------------ main */

struct totals {
    unsigned long instructions;
    unsigned long checks;
    unsigned long failures;
    unsigned long scripts_failed;
};

static void run_script(const char *name, const char *source, bool stress, struct totals *totals)
{
    struct machine *machine = machine_new(stress);
    int folded;
    enum outcome outcome = machine_execute(machine, source, false, &folded);
    printf("--- %s%s\n%s", name, stress ? " under stress" : "", machine->output.bytes);
    printf("%s: %u checks, %u failures, %lu instructions, %lu objects, %d folded, %s\n", name,
           machine->statistics.checks, machine->statistics.failures, machine->statistics.instructions,
           machine->statistics.objects, folded, machine->statistics.collections ? "collected" : "no collection");
    totals->instructions += machine->statistics.instructions;
    totals->checks += machine->statistics.checks;
    totals->failures += machine->statistics.failures;
    totals->scripts_failed += outcome != OUTCOME_DONE;
    machine_free(machine);
}

static void run_wrong_sources(struct totals *totals)
{
    for (unsigned i = 0; i < sizeof wrong_sources / sizeof *wrong_sources; i++) {
        struct machine *machine = machine_new(false);
        int folded;
        enum outcome outcome = machine_execute(machine, wrong_sources[i], false, &folded);
        printf("wrong %u (%d): %s", i, (int)outcome, machine->output.bytes);
        totals->scripts_failed += outcome == OUTCOME_DONE && i != 8;
        machine_free(machine);
    }
}

/* One machine for several sources: globals and classes of the first are seen by the next. */
static void run_session(struct totals *totals)
{
    static const char *const lines[] = {"var total = 0;",
                                        "fun add(n) { total += n; return total; }",
                                        "class Pair { init(a, b) { this.a = a; this.b = b; } }",
                                        "var p = Pair(add(3), add(4));",
                                        "syntax error here",
                                        "print(p.a, p.b, total);",
                                        "throw p;",
                                        "check(add(0), 7);"};
    struct machine *machine = machine_new(true);
    puts("--- session");
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        int folded;
        machine_execute(machine, lines[i], false, &folded);
        machine_collect(machine);
    }
    fputs(machine->output.bytes, stdout);
    totals->checks += machine->statistics.checks;
    totals->failures += machine->statistics.failures;
    machine_free(machine);
}

int main(void)
{
    struct totals totals = {0};
    for (unsigned i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        run_script(scripts[i].name, scripts[i].source, false, &totals);
    }
    run_script("closures", script_closures, true, &totals);
    run_script("exceptions", script_exceptions, true, &totals);
    run_session(&totals);
    run_wrong_sources(&totals);
    struct machine *machine = machine_new(false);
    int folded;
    machine_execute(machine, script_listing, true, &folded);
    fputs(machine->output.bytes, stdout);
    machine_free(machine);
    printf("%lu instructions, %lu checks, %lu failures, %lu scripts failed\n", totals.instructions, totals.checks,
           totals.failures, totals.scripts_failed);
    return totals.failures || totals.scripts_failed ? 1 : 0;
}
