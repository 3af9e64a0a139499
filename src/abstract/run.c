// Goes through contexts block by block until nothing changes, through all classes of threads until the invariant does
// not, and through everything again until the guess about who uses what is what is found.
#include <stdlib.h>
#include <string.h>

#include "abstract/interpretation.h"
#include "base/fail.h"
#include "base/memory.h"
#include "base/none.h"

// --- Contexts

static const FunctionFlow *flow_of(Interpretation *all, uint32_t function)
{
    FunctionFlow *flow = &all->flows[function];
    if (!flow->blocks)
        function_flow_compute(all->program, function, all->handles_threads, flow);
    return flow;
}

static uint32_t add_context(Interpretation *all, Context context)
{
    const FunctionFlow *flow = flow_of(all, context.function);
    context.slot_count = flow->block_count * (flow->tells_rounds ? ROUNDS : 1);
    context.slots = memory_allocate_zeroed((context.slot_count + 1) * sizeof *context.slots);
    vector_push(&all->contexts, context);
    return all->contexts.count - 1;
}

uint32_t make_root_context(Interpretation *all, uint32_t function, uint32_t threads)
{
    return add_context(all, (Context){.parent = NONE, .function = function, .threads = threads, .once = true});
}

static bool is_in_call_of(const Interpretation *all, uint32_t context, uint32_t function)
{
    for (; context != NONE; context = all->contexts.data[context].parent)
        if (all->contexts.data[context].function == function)
            return true;
    return false;
}

uint32_t find_context(Interpretation *all, const Walk *walk, uint32_t function)
{
    uint64_t key = hash_words(hash_words(0, walk->context, walk->instruction), walk->round, function);
    uint64_t *known = map_insert(&all->context_ids, key);
    if (*known)
        return (uint32_t)*known - 1;
    const Context *parent = walk_context(walk);
    const char *name = all->program->functions.data[function].name;
    if (is_in_call_of(all, walk->context, function) || parent->depth >= DEPTH_LIMIT)
        give_up(walk, "%s, which is recursive,", name);
    else if (all->contexts.count >= CONTEXT_LIMIT)
        give_up(walk, "more than %d calls of functions", CONTEXT_LIMIT);
    if (has_given_up(all))
        return NONE;
    Context context = {.parent = walk->context,
                       .call = walk->instruction,
                       .call_round = walk->round,
                       .function = function,
                       .threads = parent->threads,
                       .depth = parent->depth + 1,
                       .base = parent->base + all->program->functions.data[parent->function].register_count,
                       .once = walk_is_once(walk)};
    uint32_t id = add_context(all, context);
    *map_insert(&all->context_ids, key) = id + 1;
    return id;
}

// --- Slots

static uint32_t slot_width(const Interpretation *all, const Context *context)
{
    return all->flows[context->function].tells_rounds ? ROUNDS : 1;
}

// `again`: by the back edge of a loop. What a round changes is widened soon; what comes into a loop from outside is widened
// where it grows.
static void reach(Interpretation *all, uint32_t context, uint32_t block, uint32_t round, bool again, const State *state)
{
    enum { ROUNDS_BEFORE_WIDENING = 3, JOINS_AT_MOST = 40 };
    const Context *row = &all->contexts.data[context];
    Slot *slot = &row->slots[block * slot_width(all, row) + round];
    if (!slot->state) {
        slot->state = state_copy(state);
        slot->dirty = true;
        return;
    }
    bool widen = slot->joins >= JOINS_AT_MOST || (again && slot->rounds >= ROUNDS_BEFORE_WIDENING);
    if (join_states(all, context, slot->state, state, widen)) {
        slot->dirty = true;
        slot->joins++;
        slot->rounds += again;
    }
}

static void run_block(Walk *walk);

// Goes on in a short block with this state alone.
static void follow(const Walk *walk, uint32_t start, uint32_t round)
{
    Walk way = {.all = walk->all,
                .context = walk->context,
                .instruction = start,
                .round = round,
                .followed = walk->followed + 1,
                .state = state_copy(walk->state)};
    run_block(&way);
    state_free(way.state);
}

static void go_to(Walk *walk, uint32_t target)
{
    enum { FOLLOWED = 4 };
    const Context *context = walk_context(walk);
    const FunctionFlow *flow = &walk->all->flows[context->function];
    uint32_t from = flow->block_of[walk->instruction], to = flow->block_of[target], round = 0;
    relations_forget_dead(walk, target);
    const BlockFlow *before = &flow->blocks[from], *after = &flow->blocks[to];
    if (after->told && after->told == before->told) {
        round = walk->round;
        if (after->is_told_header && round < ROUNDS - 1)
            round++;
    }
    if (after->is_short && walk->followed < FOLLOWED)
        follow(walk, after->start, round);
    else
        reach(walk->all, walk->context, to, round, to <= from, walk->state);
}

// --- Calls

static void run_context(Interpretation *all, uint32_t context);

static void pass_variadic(Walk *walk, State *state, uint32_t callee, const CallOperands *operands)
{
    Interpretation *all = walk->all;
    uint32_t zone = zones_of_site(&all->zones, ZONE_ARGUMENTS, callee, 0, 0, false);
    Zone *row = &all->zones.rows.data[zone];
    row->zeroed = true;
    row->size = all->zones.rows.data[row->elder].size = operands->variadic_size;
    Walk inner = *walk;
    inner.state = state;
    age_zone(&inner, zone);
    ids_add(&state->existing, zone);
    ids_add(&all->contexts.data[callee].zones, zone);
    uint32_t fixed = operands->argument_count - operands->variadic_count;
    for (uint32_t i = 0; i < operands->variadic_count; i++) {
        const VariadicSlot *slot = &operands->variadic[i];
        if (slot->by_value || slot->size > 8) {
            give_up(walk, "a structure that is passed for `...`");
            return;
        }
        Value value = walk_read(&inner, operands->arguments[fixed + i]);
        Target at = {.object = zone, .low = slot->offset, .high = slot->offset};
        content_write(&state->memory, &all->values, at, slot->size, &value);
    }
}

static State *make_entry(Walk *walk, uint32_t callee, const CallOperands *operands)
{
    Interpretation *all = walk->all;
    const Function *function = &all->program->functions.data[all->contexts.data[callee].function];
    State *entry = state_copy(walk->state);
    if (function->variadic)
        pass_variadic(walk, entry, callee, operands);
    uint32_t base = all->contexts.data[callee].base, caller = walk_context(walk)->base;
    CHECK(entry->registers.count == base);
    Value zero = value_constant(0);
    for (uint32_t i = 0; i < function->register_count; i++) {
        bool given = i < function->parameter_count && i < operands->argument_count;
        ValueId value =
            given ? entry->registers.data[caller + operands->arguments[i]] : value_table_add(&all->values, &zero);
        vector_push(&entry->registers, value);
    }
    Walk inner = *walk;
    inner.state = entry;
    for (uint32_t i = 0; i < function->parameter_count && i < operands->argument_count; i++)
        relations_copy_register(&inner, caller + operands->arguments[i], base + i);
    return entry;
}

static void call_function(Walk *walk, uint32_t function, const CallOperands *operands, uint32_t dst)
{
    Interpretation *all = walk->all;
    const Function *row = &all->program->functions.data[function];
    if (!row->defined && row->intrinsic == INTRINSIC_none)
        give_up(walk, "unmodelled function %s", row->name);
    if (!row->defined && row->intrinsic != INTRINSIC_none) {
        relations_forget_written(walk);
        call_intrinsic(walk, row->intrinsic, operands, dst);
    }
    uint32_t callee = row->defined ? find_context(all, walk, function) : NONE;
    if (!row->defined || has_given_up(all))
        return;
    if (row->atomic)
        enter_section(walk);
    State *entry = make_entry(walk, callee, operands);
    reach(all, callee, 0, 0, false, entry);
    state_free(entry);
    run_context(all, callee);
    const State *exit = all->contexts.data[callee].exit;
    if (!exit || has_given_up(all)) {
        walk->ended = true;
        return;
    }
    state_assign(walk->state, exit);
    uint32_t base = all->contexts.data[callee].base, caller = walk_context(walk)->base;
    relations_forget_written(walk);
    for (uint32_t i = 0; i < operands->result_count && base + i < walk->state->registers.count; i++) {
        walk->state->registers.data[caller + dst + i] = walk->state->registers.data[base + i];
        relations_copy_register(walk, base + i, caller + dst + i);
    }
    relations_forget_registers(walk, base);
    vector_resize(&walk->state->registers, base);
    if (row->atomic)
        leave_section(walk);
}

static bool has_kinds(const uint8_t *kinds, const uint8_t *others, uint32_t count)
{
    return !count || (kinds && others && !memcmp(kinds, others, count));
}

static bool call_fits(const Function *function, const CallOperands *operands)
{
    return operands->argument_count == function->parameter_count &&
           has_kinds(operands->kinds, function->parameter_kinds, function->parameter_count) &&
           (!operands->is_used || (operands->result_count == function->result_count &&
                                   has_kinds(operands->result_kinds, function->result_kinds, function->result_count)));
}

// Functions that the address may be that of.
static void list_callees(Walk *walk, const Value *address, const CallOperands *operands, IdList *out)
{
    const Program *program = walk->all->program;
    if (address->number.count) {
        raise_alarm(walk, PROPERTY_MEMORY, "a call through a pointer that may be null, or anything");
        if (number_greatest(&address->number) >= 4096)
            give_up(walk, "a call through a pointer of which nothing is known");
    }
    for (uint32_t i = 0; i < address->target_count; i++) {
        const Zone *zone = zone_at(&walk->all->zones, address->targets[i].object);
        if (zone->kind != ZONE_FUNCTION || address->targets[i].low || address->targets[i].high) {
            raise_alarm(walk, PROPERTY_MEMORY, "a call through a pointer that may be that of no function");
            give_up(walk, "a call through a pointer that may be that of no function");
            continue;
        }
        const Function *function = &program->functions.data[zone->id];
        bool of_program = !function->from_model && !walk_function(walk)->from_model;
        if (function->defined && of_program && !call_fits(function, operands))
            raise_alarm(walk, PROPERTY_MEMORY, "a call through a pointer to another type of function");
        vector_push(out, zone->id);
    }
}

static void call_pointer(Walk *walk, const Instruction *instruction, const CallOperands *operands)
{
    Value address = walk_read(walk, instruction->a);
    IdList callees = {0};
    list_callees(walk, &address, operands, &callees);
    State *before = state_copy(walk->state), *after = NULL;
    for (uint32_t i = 0; i < callees.count && !has_given_up(walk->all); i++) {
        Walk way = *walk;
        way.state = state_copy(before);
        call_function(&way, callees.data[i], operands, instruction->dst);
        if (way.other)
            give_up(walk, "an attempt to take a lock through a pointer");
        if (!way.ended && after)
            join_states(walk->all, walk->context, after, way.state, false);
        else if (!way.ended)
            after = state_copy(way.state);
        state_free(way.state);
        state_free(way.other);
    }
    if (after)
        state_assign(walk->state, after);
    walk->ended = !after;
    state_free(before);
    state_free(after);
    vector_free(&callees);
}

static void call(Walk *walk, const Instruction *instruction)
{
    const CallOperands *operands = &walk_function(walk)->calls[instruction->b];
    if (instruction->opcode == OP_call)
        call_function(walk, (uint32_t)instruction->imm, operands, instruction->dst);
    else
        call_pointer(walk, instruction, operands);
}

// --- The ends of blocks

static void leave_function(Walk *walk, const Instruction *instruction)
{
    Interpretation *all = walk->all;
    const OperandList *list = &walk_function(walk)->lists[instruction->b];
    IdList results = {0};
    uint32_t base = walk_context(walk)->base;
    relations_return(walk, list);
    for (uint32_t i = 0; i < list->count; i++)
        vector_push(&results, walk->state->registers.data[base + list->registers[i]]);
    vector_resize(&walk->state->registers, base);
    for (uint32_t i = 0; i < results.count; i++)
        vector_push(&walk->state->registers, results.data[i]);
    vector_free(&results);
    for (uint32_t i = 0; i < walk_context(walk)->zones.count; i++)
        retire_zone(walk, walk_context(walk)->zones.data[i]);
    Context *context = &all->contexts.data[walk->context];
    enum { JOINS_AT_MOST = 40 };
    if (context->parent == NONE)
        give_up(walk, "the return of the first function of a thread");
    else if (!context->exit)
        context->exit = state_copy(walk->state);
    else if (join_states(all, walk->context, context->exit, walk->state, context->exit_joins > JOINS_AT_MOST))
        context->exit_joins++;
}

static void take_branch(const Walk *walk, uint32_t target, bool holds, uint32_t condition)
{
    Walk way = *walk;
    way.state = state_copy(walk->state);
    refine_by_branch(&way, condition, holds);
    if (!way.ended)
        go_to(&way, target);
    state_free(way.state);
}

static void take_case(const Walk *walk, uint32_t target, uint32_t condition, const Number *allowed)
{
    Walk way = *walk;
    way.state = state_copy(walk->state);
    refine_by_case(&way, condition, allowed);
    if (!way.ended)
        go_to(&way, target);
    state_free(way.state);
}

static void take_cases(const Walk *walk, const Instruction *instruction)
{
    const SwitchTable *table = &walk_function(walk)->switches[instruction->imm];
    Value value = walk_read(walk, instruction->a);
    Number rest = value.target_count ? number_any(64) : value.number;
    for (uint32_t i = 0; i < table->case_count; i++) {
        Number word = number_constant(table->cases[i].value);
        take_case(walk, table->cases[i].target, instruction->a, &word);
        rest = number_without(&rest, table->cases[i].value);
    }
    take_case(walk, table->default_target, instruction->a, &rest);
}

static void end_block(Walk *walk, const Instruction *instruction)
{
    switch ((Opcode)instruction->opcode) {
    case OP_jump:
        go_to(walk, (uint32_t)instruction->imm);
        break;
    case OP_branch:
        take_branch(walk, instruction->b, true, instruction->a);
        take_branch(walk, (uint32_t)instruction->imm, false, instruction->a);
        break;
    case OP_switch:
        take_cases(walk, instruction);
        break;
    case OP_return:
        leave_function(walk, instruction);
        break;
    case OP_unreachable:
        raise_alarm(walk, PROPERTY_MEMORY, "an end of a function that must return a value, or __builtin_unreachable");
        break;
    case OP_unsupported:
        give_up(walk, "%s", walk->all->program->strings.data[instruction->imm]);
        break;
    default:
        give_up(walk, "the instruction %s", opcode_name(instruction->opcode));
        break;
    }
}

// --- Fixpoints

static bool must_stop(const Interpretation *all)
{
    return has_given_up(all) || limits_stop(all->limits);
}

// From an instruction to the end of its block.
static void run_block(Walk *walk)
{
    const Function *function = walk_function(walk);
    for (; !walk->ended && !must_stop(walk->all); walk->instruction++) {
        const Instruction *instruction = &function->instructions[walk->instruction];
        if (opcode_ends_block(instruction->opcode)) {
            end_block(walk, instruction);
            return;
        }
        if (instruction->opcode == OP_call || instruction->opcode == OP_call_indirect)
            call(walk, instruction);
        else
            transfer(walk);
        if (walk->other) {
            Walk way = {.all = walk->all,
                        .context = walk->context,
                        .instruction = walk->instruction + 1,
                        .round = walk->round,
                        .state = walk->other};
            walk->other = NULL;
            run_block(&way);
            state_free(way.state);
        }
    }
}

static void run_context(Interpretation *all, uint32_t context)
{
    while (!must_stop(all)) {
        Context *row = &all->contexts.data[context];
        for (uint32_t i = 0; row->version != all->version && i < row->slot_count; i++)
            row->slots[i].dirty |= row->slots[i].state != NULL;
        row->version = all->version;
        uint32_t next = 0;
        while (next < row->slot_count && !row->slots[next].dirty)
            next++;
        if (next == row->slot_count)
            return;
        row->slots[next].dirty = false;
        uint32_t width = slot_width(all, row);
        Walk walk = {.all = all,
                     .context = context,
                     .instruction = all->flows[row->function].blocks[next / width].start,
                     .round = next % width,
                     .state = state_copy(row->slots[next].state)};
        run_block(&walk);
        state_free(walk.state);
    }
}

static void run_classes(Interpretation *all)
{
    uint64_t before;
    do {
        before = all->version;
        for (uint32_t i = 0; i < all->classes.count && !must_stop(all); i++) {
            const ThreadClass *row = &all->classes.data[i];
            if (!row->start)
                continue;
            reach(all, row->context, 0, 0, false, row->start);
            run_context(all, row->context);
        }
    } while (before != all->version && !must_stop(all));
}

static void forget_context(Context *context)
{
    for (uint32_t i = 0; i < context->slot_count; i++) {
        state_free(context->slots[i].state);
        context->slots[i] = (Slot){0};
    }
    state_free(context->exit);
    context->exit = NULL;
    context->exit_joins = 0;
}

static State *start_of_main(const Interpretation *all)
{
    const Function *first = &all->program->functions.data[all->program->start_function];
    State *start = state_copy(&(State){.untouched = true, .answers_for = UINT64_MAX});
    vector_resize(&start->registers, first->register_count);
    Value zero = value_constant(0);
    for (uint32_t i = 0; i < first->register_count; i++)
        start->registers.data[i] = value_table_add((ValueTable *)&all->values, &zero);
    return start;
}

// Everything but the guess, and what contexts, zones, locks and classes there are.
static void forget(Interpretation *all)
{
    for (uint32_t i = 0; i < all->contexts.count; i++)
        forget_context(&all->contexts.data[i]);
    for (uint32_t i = 0; i < all->classes.count; i++) {
        ThreadClass *row = &all->classes.data[i];
        state_free(row->start);
        row->start = NULL;
        row->ends = false;
        row->result = value_none;
        row->left = row->beside = 0;
        row->joiner = 0;
    }
    for (uint32_t i = 0; i < all->zones.rows.count; i++)
        all->zones.rows.data[i].may_be_gone = false;
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
        text_free(&all->alarms[i].message);
        all->alarms[i] = (Alarm){0};
    }
    relations_forget(&all->relations);
    all->shared.content.cells.count = 0;
    all->shared.published.count = 0;
    all->records.accesses.rows.count = all->found.count = all->records.waits.count =
        all->records.observations.rows.count = 0;
    map_free(&all->records.observations.ids);
    all->shared.has_globals = false;
    map_free(&all->shared.growth);
    map_free(&all->records.accesses.ids);
    all->version++;
}

// Whether the guess had it all; if not, it is changed.
static bool guess_was_right(Interpretation *all)
{
    bool right = true;
    while (all->guess.count < all->found.count)
        vector_push(&all->guess, (ZoneUse){.protected = UINT64_MAX});
    for (uint32_t i = 0; i < all->found.count; i++) {
        ZoneUse *guess = &all->guess.data[i], now = *guess;
        const ZoneUse *found = &all->found.data[i];
        now.users |= found->users;
        now.many |= found->many;
        now.written |= found->written;
        now.protected &= found->protected;
        right &= now.users == guess->users && now.many == guess->many && now.written == guess->written &&
                 now.protected == guess->protected;
        *guess = now;
    }
    return right;
}

static void interpret_with_guesses(Interpretation *all)
{
    do {
        forget(all);
        all->classes.data[MAIN_CLASS].start = start_of_main(all);
        run_classes(all);
    } while (!must_stop(all) && !guess_was_right(all));
}

// Whether nothing but what values variables have stands in the way of a proof.
static bool relations_may_help(const Interpretation *all)
{
    const PropertyMask by_values = PROPERTY_BIT(PROPERTY_ASSERTION) | PROPERTY_BIT(PROPERTY_ABORT) |
                                   PROPERTY_BIT(PROPERTY_MEMORY) | PROPERTY_BIT(PROPERTY_DIVISION) |
                                   PROPERTY_BIT(PROPERTY_OVERFLOW);
    bool helps = false, hopeless = false;
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
        helps |= all->alarms[i].raised && (by_values & PROPERTY_BIT(i));
        hopeless |= all->alarms[i].raised && !(by_values & PROPERTY_BIT(i));
    }
    return (helps && !hopeless) || all->relations.wanted;
}

void interpret_program(Interpretation *all)
{
    vector_push(&all->locks, (Lock){0});
    vector_push(&all->classes, (ThreadClass){.function = all->program->start_function});
    uint32_t context = make_root_context(all, all->program->start_function, MAIN_CLASS);
    all->classes.data[MAIN_CLASS].context = context;
    enum { TIMES = 3 };
    interpret_with_guesses(all);
    // Once with equations, then also with sums that were compared in between.
    for (uint32_t i = 0; i < TIMES && !must_stop(all) && relations_may_help(all); i++) {
        bool news = !all->relations.on || all->relations.sums.count > all->relations.sums_known;
        all->relations.on = true;
        all->relations.sums_known = all->relations.sums.count;
        if (news)
            interpret_with_guesses(all);
    }
}
