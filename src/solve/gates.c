// Gates in one hash table with open addressing, keyed by kind and inputs. Before the look-up the inputs are brought
// into one normal form, with signs pulled out to the output where the function allows it: xor and the data inputs of
// mux have no signs, of majority the first input has none.
#include "solve/gates.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"

typedef enum GateKind { GATE_NONE, GATE_AND, GATE_XOR, GATE_MUX, GATE_MAJORITY } GateKind;

typedef struct Gate {
    GateKind kind; // GATE_NONE: a free slot
    Literal inputs[3];
    Literal output;
} Gate;

struct Gates {
    Backend *backend;
    Gate *table;
    uint32_t table_count;
    uint32_t table_capacity; // a power of two
    uint64_t clause_count;
    uint32_t variable_count;
    bool keeps_clauses;
    VECTOR(int8_t) fixed;    // by variable: 1 or -1 once a unit clause decided it
    VECTOR(Literal) scratch; // the clause being simplified
    VECTOR(Literal) kept;    // clauses, each ended by 0
};

enum { TABLE_CAPACITY_START = 256 };

static uint32_t variable_of(Literal literal)
{
    return (uint32_t)(literal < 0 ? -literal : literal);
}

Gates *gates_create(Backend *backend)
{
    Gates *gates = memory_allocate_zeroed(sizeof *gates);
    gates->backend = backend;
    gates->table_capacity = TABLE_CAPACITY_START;
    gates->table = memory_allocate_zeroed(gates->table_capacity * sizeof *gates->table);
    vector_push(&gates->fixed, 0);
    gates_add_clause(gates, (Literal[]){gates_new_literal(gates)}, 1);
    return gates;
}

void gates_free(Gates *gates)
{
    if (!gates)
        return;
    free(gates->table);
    vector_free(&gates->fixed);
    vector_free(&gates->scratch);
    vector_free(&gates->kept);
    free(gates);
}

Literal gates_new_literal(Gates *gates)
{
    CHECK(gates->variable_count < INT32_MAX);
    vector_push(&gates->fixed, 0);
    return (Literal)++gates->variable_count;
}

Literal gates_known(const Gates *gates, Literal literal)
{
    int value = gates->fixed.data[variable_of(literal)];
    return value == 0 ? literal : (value > 0) == (literal > 0) ? LITERAL_TRUE : LITERAL_FALSE;
}

static void send_clause(Gates *gates, const Literal *literals, uint32_t count)
{
    backend_add_clause(gates->backend, literals, count);
    gates->clause_count++;
    if (!gates->keeps_clauses)
        return;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&gates->kept, literals[i]);
    vector_push(&gates->kept, 0);
}

void gates_add_clause(Gates *gates, const Literal *literals, uint32_t count)
{
    gates->scratch.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        CHECK(literals[i] != 0 && variable_of(literals[i]) <= gates->variable_count);
        Literal literal = gates_known(gates, literals[i]);
        if (literal == LITERAL_TRUE && gates->fixed.data[LITERAL_TRUE])
            return;
        if (literal != LITERAL_FALSE)
            vector_push(&gates->scratch, literal);
    }
    if (gates->scratch.count == 1) {
        Literal unit = gates->scratch.data[0];
        gates->fixed.data[variable_of(unit)] = unit > 0 ? 1 : -1;
    }
    send_clause(gates, gates->scratch.data, gates->scratch.count);
}

static void add_clause_of_two(Gates *gates, Literal a, Literal b)
{
    send_clause(gates, (Literal[]){a, b}, 2);
}

static void add_clause_of_three(Gates *gates, Literal a, Literal b, Literal c)
{
    send_clause(gates, (Literal[]){a, b, c}, 3);
}

static Gate *locate_gate(Gate *table, uint32_t capacity, GateKind kind, Literal a, Literal b, Literal c)
{
    uint64_t hash = hash_mix((uint64_t)(uint32_t)a << 32 | (uint32_t)b);
    hash = hash_mix(hash ^ ((uint64_t)kind << 32 | (uint32_t)c));
    for (uint32_t index = (uint32_t)hash & (capacity - 1);; index = (index + 1) & (capacity - 1)) {
        Gate *gate = &table[index];
        if (gate->kind == GATE_NONE ||
            (gate->kind == kind && gate->inputs[0] == a && gate->inputs[1] == b && gate->inputs[2] == c))
            return gate;
    }
}

static void grow_table(Gates *gates)
{
    uint32_t capacity = gates->table_capacity * 2;
    CHECK(capacity > gates->table_capacity);
    Gate *table = memory_allocate_zeroed(capacity * sizeof *table);
    for (uint32_t i = 0; i < gates->table_capacity; i++) {
        const Gate *gate = &gates->table[i];
        if (gate->kind != GATE_NONE)
            *locate_gate(table, capacity, gate->kind, gate->inputs[0], gate->inputs[1], gate->inputs[2]) = *gate;
    }
    free(gates->table);
    gates->table = table;
    gates->table_capacity = capacity;
}

// Returns true if the gate is new: its output is then a new literal, and its clauses are up to the caller.
static bool find_or_make_gate(Gates *gates, GateKind kind, Literal a, Literal b, Literal c, Literal *output)
{
    if ((uint64_t)(gates->table_count + 1) * 4 > (uint64_t)gates->table_capacity * 3)
        grow_table(gates);
    Gate *gate = locate_gate(gates->table, gates->table_capacity, kind, a, b, c);
    bool is_new = gate->kind == GATE_NONE;
    if (is_new) {
        *gate = (Gate){.kind = kind, .inputs = {a, b, c}, .output = gates_new_literal(gates)};
        gates->table_count++;
    }
    *output = gate->output;
    return is_new;
}

static void swap_literals(Literal *a, Literal *b)
{
    Literal kept = *a;
    *a = *b;
    *b = kept;
}

static void order_by_variable(Literal *a, Literal *b)
{
    if (variable_of(*a) > variable_of(*b))
        swap_literals(a, b);
}

Literal gates_and(Gates *gates, Literal a, Literal b)
{
    a = gates_known(gates, a);
    b = gates_known(gates, b);
    if (a == LITERAL_FALSE || b == LITERAL_FALSE || a == -b)
        return LITERAL_FALSE;
    if (a == LITERAL_TRUE || a == b)
        return b;
    if (b == LITERAL_TRUE)
        return a;
    order_by_variable(&a, &b);
    Literal output;
    if (find_or_make_gate(gates, GATE_AND, a, b, 0, &output)) {
        add_clause_of_two(gates, -output, a);
        add_clause_of_two(gates, -output, b);
        add_clause_of_three(gates, output, -a, -b);
    }
    return output;
}

Literal gates_or(Gates *gates, Literal a, Literal b)
{
    return -gates_and(gates, -a, -b);
}

Literal gates_xor(Gates *gates, Literal a, Literal b)
{
    a = gates_known(gates, a);
    b = gates_known(gates, b);
    order_by_variable(&a, &b);
    if (a == LITERAL_TRUE)
        return -b;
    if (a == LITERAL_FALSE)
        return b;
    if (a == b)
        return LITERAL_FALSE;
    if (a == -b)
        return LITERAL_TRUE;
    bool negated = (a < 0) != (b < 0);
    a = (Literal)variable_of(a);
    b = (Literal)variable_of(b);
    Literal output;
    if (find_or_make_gate(gates, GATE_XOR, a, b, 0, &output)) {
        add_clause_of_three(gates, -output, a, b);
        add_clause_of_three(gates, -output, -a, -b);
        add_clause_of_three(gates, output, -a, b);
        add_clause_of_three(gates, output, a, -b);
    }
    return negated ? -output : output;
}

// A mux over a constant, or with a data input that repeats the condition or the other data input, is a smaller gate.
static bool fold_mux(Gates *gates, Literal condition, Literal a, Literal b, Literal *output)
{
    if (condition == LITERAL_TRUE || a == b)
        *output = a;
    else if (condition == LITERAL_FALSE)
        *output = b;
    else if (a == LITERAL_TRUE || a == condition)
        *output = gates_or(gates, condition, b);
    else if (a == LITERAL_FALSE || a == -condition)
        *output = gates_and(gates, -condition, b);
    else if (b == LITERAL_TRUE || b == -condition)
        *output = gates_or(gates, -condition, a);
    else if (b == LITERAL_FALSE || b == condition)
        *output = gates_and(gates, condition, a);
    else if (a == -b)
        *output = gates_xor(gates, condition, b);
    else
        return false;
    return true;
}

Literal gates_mux(Gates *gates, Literal condition, Literal a, Literal b)
{
    condition = gates_known(gates, condition);
    a = gates_known(gates, a);
    b = gates_known(gates, b);
    Literal output;
    if (fold_mux(gates, condition, a, b, &output))
        return output;
    if (condition < 0) {
        condition = -condition;
        swap_literals(&a, &b);
    }
    bool negated = a < 0;
    if (negated) {
        a = -a;
        b = -b;
    }
    if (find_or_make_gate(gates, GATE_MUX, condition, a, b, &output)) {
        add_clause_of_three(gates, -condition, -a, output);
        add_clause_of_three(gates, -condition, a, -output);
        add_clause_of_three(gates, condition, -b, output);
        add_clause_of_three(gates, condition, b, -output);
        // Implied by the others, but without them equal data inputs do not propagate.
        add_clause_of_three(gates, -a, -b, output);
        add_clause_of_three(gates, a, b, -output);
    }
    return negated ? -output : output;
}

Literal gates_majority(Gates *gates, Literal a, Literal b, Literal c)
{
    a = gates_known(gates, a);
    b = gates_known(gates, b);
    c = gates_known(gates, c);
    order_by_variable(&a, &b);
    order_by_variable(&b, &c);
    order_by_variable(&a, &b);
    if (a == b || b == c)
        return b;
    if (a == -b)
        return c;
    if (b == -c)
        return a;
    if (a == LITERAL_TRUE)
        return gates_or(gates, b, c);
    if (a == LITERAL_FALSE)
        return gates_and(gates, b, c);
    bool negated = a < 0;
    if (negated) {
        a = -a;
        b = -b;
        c = -c;
    }
    Literal output;
    if (find_or_make_gate(gates, GATE_MAJORITY, a, b, c, &output)) {
        add_clause_of_three(gates, -a, -b, output);
        add_clause_of_three(gates, -a, -c, output);
        add_clause_of_three(gates, -b, -c, output);
        add_clause_of_three(gates, a, b, -output);
        add_clause_of_three(gates, a, c, -output);
        add_clause_of_three(gates, b, c, -output);
    }
    return negated ? -output : output;
}

static int compare_literals(const void *left, const void *right)
{
    Literal a = *(const Literal *)left;
    Literal b = *(const Literal *)right;
    uint32_t a_variable = variable_of(a);
    uint32_t b_variable = variable_of(b);
    return a_variable != b_variable ? (a_variable > b_variable) - (a_variable < b_variable) : (a > b) - (a < b);
}

Literal gates_and_all(Gates *gates, Literal *literals, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        literals[i] = gates_known(gates, literals[i]);
        if (literals[i] == LITERAL_FALSE)
            return LITERAL_FALSE;
        if (literals[i] != LITERAL_TRUE)
            literals[kept++] = literals[i];
    }
    count = kept;
    if (count == 0)
        return LITERAL_TRUE;
    qsort(literals, count, sizeof *literals, compare_literals);
    kept = 1;
    for (uint32_t i = 1; i < count; i++) {
        if (literals[i] == -literals[kept - 1])
            return LITERAL_FALSE;
        if (literals[i] != literals[kept - 1])
            literals[kept++] = literals[i];
    }
    count = kept;
    if (count <= 2)
        return gates_and(gates, literals[0], literals[count - 1]);

    Literal output = gates_new_literal(gates);
    for (uint32_t i = 0; i < count; i++) {
        add_clause_of_two(gates, -output, literals[i]);
        literals[i] = -literals[i];
    }
    gates->scratch.count = 0;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&gates->scratch, literals[i]);
    vector_push(&gates->scratch, output);
    send_clause(gates, gates->scratch.data, gates->scratch.count);
    return output;
}

bool gates_stopped(Gates *gates)
{
    return backend_stopped(gates->backend);
}

uint32_t gates_variable_count(const Gates *gates)
{
    return gates->variable_count;
}

uint64_t gates_clause_count(const Gates *gates)
{
    return gates->clause_count;
}

void gates_keep_clauses(Gates *gates)
{
    if (gates->keeps_clauses)
        return;
    CHECK(gates->clause_count == 1);
    gates->keeps_clauses = true;
    vector_push(&gates->kept, LITERAL_TRUE);
    vector_push(&gates->kept, 0);
}

void gates_append_dimacs(const Gates *gates, Text *out)
{
    CHECK(gates->keeps_clauses);
    text_format(out, "p cnf %u %llu\n", gates->variable_count, (unsigned long long)gates->clause_count);
    for (uint32_t i = 0; i < gates->kept.count; i++)
        text_format(out, gates->kept.data[i] ? "%d " : "%d\n", gates->kept.data[i]);
}

const Literal *gates_kept_clauses(const Gates *gates, uint32_t *count)
{
    CHECK(gates->keeps_clauses);
    *count = gates->kept.count;
    return gates->kept.data;
}
