// Equations in states and of locks: what instructions do to them, and how they pass from thread to thread.
#include "abstract/relations.h"

#include "abstract/interpretation.h"
#include "analysis/facts.h"
#include "machine/arithmetic.h"

enum { FIRST_RESULT = 1 << 23, RESULTS = 8, CELL_LIMIT = 256, ROW_LIMIT = 96 };

void relations_free(Relations *relations)
{
    relations_forget(relations);
    for (uint32_t i = 0; i < relations->sums.count; i++)
        form_free(&relations->sums.data[i].form);
    vector_free(&relations->sums);
    vector_free(&relations->cells);
    map_free(&relations->ids);
}

void relations_forget(Relations *relations)
{
    for (uint32_t i = 0; i < SET_LIMIT; i++) {
        equations_free(&relations->of_lock[i].equations);
        relations->of_lock[i] = (LockFacts){0};
    }
    relations->told = 0;
}

// --- Variables

uint32_t register_variable(const Walk *walk, uint32_t target)
{
    return walk_context(walk)->base + target;
}

// The variable of the cell at an address; NONE: there is none.
uint32_t cell_variable(Walk *walk, const Value *address, uint32_t size)
{
    Interpretation *all = walk->all;
    if (address->target_count != 1 || address->number.count || address->targets[0].stride || size > 8)
        return NONE;
    uint32_t zone = address->targets[0].object;
    int64_t offset = address->targets[0].low;
    const Zone *row = zone_at(&all->zones, zone);
    if (row->kind != ZONE_GLOBAL || !row->single || row->constant || offset < 0)
        return NONE;
    uint64_t *known = map_insert(&all->relations.ids, hash_words(0, zone, (uint64_t)offset));
    if (!*known && all->relations.cells.count < CELL_LIMIT) {
        vector_push(&all->relations.cells, (RelatedCell){.zone = zone, .offset = offset, .size = size});
        *known = all->relations.cells.count;
    }
    if (!*known)
        return NONE;
    const RelatedCell *cell = &all->relations.cells.data[*known - 1];
    bool same = cell->zone == zone && cell->offset == offset && cell->size == size;
    return same ? FIRST_CELL + (uint32_t)*known - 1 : NONE;
}

const RelatedCell *cell_of(const Interpretation *all, uint32_t variable)
{
    return &all->relations.cells.data[variable - FIRST_CELL];
}

// Where nothing is known of the cell: any word.
static Value read_any(const void *context, Target at, uint32_t size)
{
    (void)context;
    (void)at;
    return value_any(size * 8);
}

// The one word that the cell holds, by what the state itself knows.
static bool cell_is_constant(const Walk *walk, const RelatedCell *cell, Ground ground, uint64_t *word)
{
    Target at = {.object = cell->zone, .low = cell->offset, .high = cell->offset};
    Value value = content_read(&walk->state->memory, &walk->all->values, at, cell->size, ground);
    return value_is_constant(&value, word);
}

// --- Equations of a state

bool relations_are_on(const Walk *walk)
{
    return walk->all->relations.on && !walk->ended;
}

// More than so many are too many: none are kept then, and true is returned.
static bool bound_rows(Equations *equations)
{
    bool too_many = equations->ends.count > ROW_LIMIT;
    if (too_many)
        equations_free(equations);
    return too_many;
}

void require_form(Walk *walk, const Form *form)
{
    equations_require(&walk->state->equations, form);
    bound_rows(&walk->state->equations);
    walk->ended |= equations_are_impossible(&walk->state->equations);
}

static void require_constant(State *state, uint32_t variable, uint64_t word)
{
    Form form = {0};
    form_add(&form, variable, 1);
    form_add(&form, EQUATION_ONE, 0 - word);
    equations_require(&state->equations, &form);
    form_free(&form);
}

static void require_equal(Walk *walk, uint32_t left, uint32_t right)
{
    Form form = {0};
    form_add(&form, left, 1);
    form_add(&form, right, UINT64_MAX);
    require_form(walk, &form);
    form_free(&form);
}

static bool is_same(const void *context, uint32_t variable)
{
    return variable == *(const uint32_t *)context;
}

static bool is_register_from(const void *context, uint32_t variable)
{
    return variable < FIRST_RESULT && variable >= *(const uint32_t *)context;
}

static void forget_variable(Walk *walk, uint32_t variable)
{
    equations_forget(&walk->state->equations, is_same, &variable);
}

void relations_forget_registers(Walk *walk, uint32_t first)
{
    equations_forget(&walk->state->equations, is_register_from, &first);
}

typedef struct Frame {
    const Interpretation *all;
    uint32_t base, function, instruction;
} Frame;

static bool is_dead(const void *context, uint32_t variable)
{
    const Frame *frame = context;
    return variable < FIRST_RESULT && variable >= frame->base &&
           !facts_is_live(frame->all->facts, frame->function, frame->instruction, variable - frame->base);
}

// Before a block is come to: what nobody reads there or later.
void relations_forget_dead(Walk *walk, uint32_t instruction)
{
    Frame frame = {walk->all, walk_context(walk)->base, walk_context(walk)->function, instruction};
    if (walk->all->relations.on && walk->all->facts)
        equations_forget(&walk->state->equations, is_dead, &frame);
}

// Nothing is known of the words that the instruction computes.
void relations_forget_written(Walk *walk)
{
    if (!relations_are_on(walk))
        return;
    IdList written = {0};
    instruction_list_writes(walk_function(walk), walk->instruction, &written);
    for (uint32_t i = 0; i < written.count; i++)
        forget_variable(walk, register_variable(walk, written.data[i]));
    vector_free(&written);
}

void relations_copy_register(Walk *walk, uint32_t from, uint32_t to)
{
    if (!relations_are_on(walk) || from == to)
        return;
    forget_variable(walk, to);
    require_equal(walk, to, from);
}

// What a function returns takes the place of its first registers.
void relations_return(Walk *walk, const OperandList *results)
{
    if (!relations_are_on(walk))
        return;
    uint32_t base = walk_context(walk)->base;
    for (uint32_t i = 0; i < results->count && i < RESULTS; i++)
        relations_copy_register(walk, base + results->registers[i], FIRST_RESULT + i);
    relations_forget_registers(walk, base);
    for (uint32_t i = 0; i < results->count && i < RESULTS; i++) {
        relations_copy_register(walk, FIRST_RESULT + i, base + i);
        forget_variable(walk, FIRST_RESULT + i);
    }
}

// --- What instructions compute

// Adds a multiple of a register, or of the word that it is known to hold.
void add_register(const Walk *walk, Form *form, uint32_t target, uint64_t factor)
{
    Value value = walk_read(walk, target);
    uint64_t word;
    if (value_is_constant(&value, &word))
        form_add(form, EQUATION_ONE, word * factor);
    else
        form_add(form, register_variable(walk, target), factor);
}

// By what is multiplied; 0: by what is not known.
static uint64_t known_factor(const Walk *walk, const Instruction *instruction, Opcode opcode, bool *left)
{
    uint64_t word;
    bool immediate = opcode_has_immediate(instruction->opcode);
    Value right = immediate ? value_constant(instruction->imm) : walk_read(walk, instruction->b);
    *left = true;
    if (value_is_constant(&right, &word))
        return opcode != OP_shl ? word : word < 64 ? UINT64_C(1) << word : 0;
    Value other = walk_read(walk, instruction->a);
    *left = false;
    return opcode == OP_mul && value_is_constant(&other, &word) ? word : 0;
}

void add_operand(const Walk *walk, Form *form, const Instruction *instruction, uint64_t factor)
{
    if (opcode_has_immediate(instruction->opcode))
        form_add(form, EQUATION_ONE, instruction->imm * factor);
    else
        add_register(walk, form, instruction->b, factor);
}

// What the instruction computes, modulo 2 to the power of `width`. False: no such sum.
static bool result_of(const Walk *walk, const Instruction *instruction, Form *form, uint32_t *width)
{
    Opcode opcode = opcode_without_immediate(instruction->opcode);
    bool left;
    uint64_t factor;
    *width = instruction->width;
    switch (opcode) {
    case OP_move:
        *width = 64;
        add_register(walk, form, instruction->a, 1);
        return true;
    case OP_sign_extend:
        *width = (uint32_t)instruction->imm;
        add_register(walk, form, instruction->a, 1);
        return true;
    case OP_truncate:
        add_register(walk, form, instruction->a, 1);
        return true;
    case OP_add:
    case OP_sub:
        add_register(walk, form, instruction->a, 1);
        add_operand(walk, form, instruction, opcode == OP_add ? 1 : UINT64_MAX);
        return true;
    case OP_mul:
    case OP_shl:
        factor = known_factor(walk, instruction, opcode, &left);
        if (factor)
            add_register(walk, form, left ? instruction->a : instruction->b, factor);
        return factor != 0;
    default:
        return false;
    }
}

// Whether nothing is lost: the words of the result are just those that the sum has before it is cut.
static bool is_exact(const Walk *walk, const Instruction *instruction)
{
    uint32_t width = instruction->width;
    Value left = walk_read(walk, instruction->a), right = value_none;
    Opcode opcode = opcode_without_immediate(instruction->opcode);
    bool is_sum = opcode == OP_add || opcode == OP_sub;
    if (is_sum)
        right = opcode_has_immediate(instruction->opcode) ? value_constant(instruction->imm)
                                                          : walk_read(walk, instruction->b);
    if (left.target_count || right.target_count || !left.number.count || (is_sum && !right.number.count))
        return false;
    uint64_t least = number_least(&left.number), greatest = number_greatest(&left.number);
    switch (opcode) {
    case OP_move:
        return true;
    case OP_truncate:
        return greatest <= width_mask(width);
    case OP_sign_extend:
        return greatest <= width_mask((uint32_t)instruction->imm) / 2;
    case OP_add:
        return width < 64 && greatest + number_greatest(&right.number) <= width_mask(width);
    case OP_sub:
        return least >= number_greatest(&right.number);
    default:
        return width == 64;
    }
}

// Before an instruction that computes a register is done.
static void relate_result(Walk *walk, const Instruction *instruction)
{
    uint32_t width, dst = register_variable(walk, instruction->dst);
    Form form = {0};
    if (!result_of(walk, instruction, &form, &width)) {
        form_free(&form);
        relations_forget_written(walk);
        return;
    }
    if (is_exact(walk, instruction))
        width = 64;
    // In one step, since the register may be among the operands.
    equations_assign(&walk->state->equations, dst, &form, UINT64_C(1) << (64 - width));
    bound_rows(&walk->state->equations);
    form_free(&form);
}

static void relate_load(Walk *walk, const Instruction *instruction)
{
    Value address = walk_address(walk, instruction->a, instruction->imm);
    uint32_t size = (instruction->width + 7u) / 8, cell = cell_variable(walk, &address, size);
    if (!relations_are_on(walk))
        return;
    relations_forget_written(walk);
    if (cell != NONE && instruction->width == size * 8 && owns_zone(walk, cell_of(walk->all, cell)->zone, false))
        require_equal(walk, register_variable(walk, instruction->dst), cell);
}

// The cell that is stored to, if it is the thread's own; NONE: there is none.
static uint32_t stored_cell(Walk *walk, const Instruction *instruction)
{
    Value address = walk_address(walk, instruction->b, instruction->imm);
    uint32_t size = (instruction->width + 7u) / 8, cell = cell_variable(walk, &address, size);
    bool known = relations_are_on(walk) && cell != NONE && instruction->width == size * 8;
    return known && owns_zone(walk, cell_of(walk->all, cell)->zone, true) ? cell : NONE;
}

static void foresee_store(Walk *walk, const Instruction *instruction)
{
    uint32_t cell = stored_cell(walk, instruction);
    if (cell != NONE)
        sums_foresee(walk, cell, instruction->a);
}

void relate_before(Walk *walk, const Instruction *instruction)
{
    if (instruction->opcode == OP_load)
        relate_load(walk, instruction);
    else if (instruction->opcode == OP_store)
        foresee_store(walk, instruction);
    else if (relations_are_on(walk))
        relate_result(walk, instruction);
}

// After a store, which made the cell forgotten (relations_note_write).
void relate_store(Walk *walk, const Instruction *instruction)
{
    uint32_t cell = stored_cell(walk, instruction);
    if (cell == NONE)
        return;
    require_equal(walk, cell, register_variable(walk, instruction->a));
    sums_follow(walk, cell);
}

typedef struct Written {
    const Interpretation *all;
    Target at;
    uint64_t size;
} Written;

static bool is_written(const void *context, uint32_t variable)
{
    const Written *written = context;
    if (variable < FIRST_CELL)
        return false;
    const RelatedCell *cell = cell_of(written->all, variable);
    return cell->zone == written->at.object && cell->offset < written->at.high + (int64_t)written->size &&
           written->at.low < cell->offset + (int64_t)cell->size;
}

void relations_note_write(Walk *walk, Target at, uint64_t size)
{
    Written written = {walk->all, at, size};
    if (!walk->all->relations.on)
        return;
    equations_forget(&walk->state->equations, is_written, &written);
    sums_forget(walk, is_written, &written);
}

// More is known of a register than before.
void relate_refined(Walk *walk, uint32_t target)
{
    uint64_t word;
    if (!relations_are_on(walk) || !equations_mention(&walk->state->equations, register_variable(walk, target)))
        return;
    Value value = walk_read(walk, target);
    if (!value_is_constant(&value, &word))
        return;
    require_constant(walk->state, register_variable(walk, target), word);
    walk->ended |= equations_are_impossible(&walk->state->equations);
}

// --- Joins

static void require_constants_apart(State *left, State *right, ValueTable *values)
{
    for (uint32_t i = 0; i < left->registers.count; i++) {
        if (left->registers.data[i] == right->registers.data[i])
            continue;
        uint64_t word;
        if (value_is_constant(value_table_get(values, left->registers.data[i]), &word))
            require_constant(left, i, word);
        if (value_is_constant(value_table_get(values, right->registers.data[i]), &word))
            require_constant(right, i, word);
    }
}

static void require_cell_constants(Walk *walk, Ground ground)
{
    for (uint32_t i = 0; i < walk->all->relations.cells.count; i++) {
        uint64_t word;
        const RelatedCell *cell = &walk->all->relations.cells.data[i];
        if (owns_zone(walk, cell->zone, false) && cell_is_constant(walk, cell, ground, &word))
            require_constant(walk->state, FIRST_CELL + i, word);
    }
}

// Before the registers and the memory of the states are joined.
bool relations_join(Interpretation *all, uint32_t context, State *into, State *from, bool widen)
{
    if (!all->relations.on)
        return false;
    Walk left = {.all = all, .context = context, .state = into}, right = left;
    right.state = from;
    require_constants_apart(into, from, &all->values);
    require_cell_constants(&left, (Ground){read_any, NULL});
    require_cell_constants(&right, (Ground){read_any, NULL});
    bool changed = sums_join(&left, &right, widen);
    changed |= equations_join(&into->equations, &from->equations);
    return bound_rows(&into->equations) || changed;
}

// --- Locks

bool lock_protects(const Interpretation *all, uint32_t lock, uint32_t variable)
{
    if (variable < FIRST_CELL)
        return false;
    uint32_t zone = cell_of(all, variable)->zone;
    return zone < all->guess.count && (all->guess.data[zone].protected & SET_BIT(lock));
}

typedef struct LockCells {
    const Interpretation *all;
    uint32_t lock;
} LockCells;

static bool is_other_cell(const void *context, uint32_t variable)
{
    const LockCells *cells = context;
    return !lock_protects(cells->all, cells->lock, variable);
}

// What holds of the lock's cells now that the thread no longer answers for them.
static void tell(Walk *walk, uint32_t lock)
{
    Relations *relations = &walk->all->relations;
    Equations told = {0};
    equations_copy(&told, &walk->state->equations);
    equations_forget(&told, is_other_cell, &(LockCells){walk->all, lock});
    Equations *known = &relations->of_lock[lock].equations;
    sums_tell(walk, lock);
    if (!(relations->told & SET_BIT(lock))) {
        relations->told |= SET_BIT(lock);
        equations_copy(known, &told);
        note_change(walk->all);
    } else if (equations_join(known, &told)) {
        note_change(walk->all);
    }
    equations_free(&told);
}

static bool is_lost(const void *context, uint32_t variable)
{
    const Walk *walk = context;
    return variable >= FIRST_CELL && !owns_zone(walk, cell_of(walk->all, variable)->zone, false);
}

void relations_give_up(Walk *walk)
{
    State *state = walk->state;
    if (!walk->all->relations.on || state->untouched || is_alone(walk))
        return;
    LockSet held = state->held, lost = state->answers_for & ~held;
    state->held |= lost; // what it has known as their owner
    if (lost)
        require_cell_constants(walk, (Ground){read_any, NULL});
    for (uint32_t lock = 0; lock < walk->all->locks.count; lock++)
        if (lost & SET_BIT(lock))
            tell(walk, lock);
    state->held = held;
    state->answers_for &= held;
    equations_forget(&state->equations, is_lost, walk);
    sums_forget(walk, is_lost, walk);
}

static void learn(Walk *walk, uint32_t lock)
{
    const Relations *relations = &walk->all->relations;
    const Equations *known = &relations->of_lock[lock].equations;
    for (uint32_t i = 0, begin = 0; i < known->ends.count; begin = known->ends.data[i++]) {
        Form form = {0};
        for (uint32_t j = begin; j < known->ends.data[i]; j++)
            vector_push(&form.summands, known->summands.data[j]);
        require_form(walk, &form);
        form_free(&form);
    }
    sums_learn(walk, lock);
}

void relations_take(Walk *walk, uint32_t lock, bool reading)
{
    if (!relations_are_on(walk) || walk->state->untouched || is_alone(walk))
        return;
    if (!(walk->all->relations.told & SET_BIT(lock))) { // nobody can have it yet, unless nothing is known of it
        sums_tell_nothing(walk, lock);
        walk->all->relations.told |= SET_BIT(lock);
        note_change(walk->all);
    }
    learn(walk, lock);
    if (!reading)
        walk->state->answers_for |= SET_BIT(lock);
}

void relations_become_alone(Walk *walk)
{
    if (!relations_are_on(walk) || walk->state->answers_for == UINT64_MAX || !is_alone(walk))
        return;
    for (uint32_t lock = 0; lock < walk->all->locks.count; lock++)
        if (!(walk->state->held & SET_BIT(lock)))
            learn(walk, lock);
    walk->state->answers_for = UINT64_MAX;
}

// While memory is still what the state says: what is in it when the first thread is created.
void relations_begin(Walk *walk)
{
    if (relations_are_on(walk))
        require_cell_constants(walk, state_ground(walk));
}
