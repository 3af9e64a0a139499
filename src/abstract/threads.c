// Creation, join, detaching and end of threads.
#include <errno.h>

#include "abstract/interpretation.h"
#include "base/none.h"

static uint32_t handle_size(const Walk *walk)
{
    uint64_t declared = walk->all->program->library_type_sizes[LIBRARY_TYPE_thread];
    uint32_t word = walk->all->program->layout.pointer_bits / 8;
    return declared && declared < word ? (uint32_t)declared : word;
}

// --- Classes

// A thread that creates threads that begin as it did itself: they are of its class, and many.
static uint32_t find_ancestor(const Interpretation *all, uint32_t threads, uint32_t function)
{
    while (threads != MAIN_CLASS) {
        if (all->classes.data[threads].function == function)
            return threads;
        threads = all->classes.data[threads].creator;
    }
    return NONE;
}

static uint32_t find_class(Walk *walk, uint32_t function)
{
    Interpretation *all = walk->all;
    uint32_t found = find_ancestor(all, walk_threads(walk), function);
    for (uint32_t i = 1; i < all->classes.count && found == NONE; i++) {
        const ThreadClass *row = &all->classes.data[i];
        if (row->function == function && row->site == walk->context && row->instruction == walk->instruction &&
            row->round == walk->round)
            found = i;
    }
    if (found == NONE && all->classes.count < SET_LIMIT) {
        found = all->classes.count;
        vector_push(&all->classes, (ThreadClass){.function = function,
                                                 .site = walk->context,
                                                 .instruction = walk->instruction,
                                                 .round = walk->round,
                                                 .creator = walk_threads(walk)});
        uint32_t context = make_root_context(all, all->program->thread_main_function, found);
        all->classes.data[found].context = context;
    }
    return found;
}

static void set_bits(Interpretation *all, ClassSet *set, ClassSet bits)
{
    if ((*set | bits) == *set)
        return;
    *set |= bits;
    note_change(all);
}

static ClassSet with_offspring(const Interpretation *all, uint32_t threads)
{
    return SET_BIT(threads) | all->classes.data[threads].offspring;
}

static void note_creation(Walk *walk, uint32_t created)
{
    Interpretation *all = walk->all;
    uint32_t creator = walk_threads(walk);
    bool by_itself = all->classes.data[created].site != walk->context ||
                     all->classes.data[created].instruction != walk->instruction; // found as an ancestor
    bool many = by_itself || !walk_is_once(walk) || all->classes.data[creator].many;
    if (many && !all->classes.data[created].many) {
        all->classes.data[created].many = true;
        note_change(all);
    }
    for (uint32_t threads = creator;; threads = all->classes.data[threads].creator) {
        set_bits(all, &all->classes.data[threads].offspring, with_offspring(all, created));
        if (threads == MAIN_CLASS)
            break;
    }
    ClassSet news = with_offspring(all, created);
    for (uint32_t i = 0; i < all->classes.count; i++) {
        if (walk->state->running & SET_BIT(i))
            set_bits(all, &all->classes.data[i].beside, news);
        if (news & SET_BIT(i))
            set_bits(all, &all->classes.data[i].beside, walk->state->running);
    }
}

// What its threads begin with. They come after what their creator has passed by pthread_once, and after what it has freed
// while it was alone; of what is its own they do not know.
static void join_start(Walk *walk, uint32_t created, const Value *argument)
{
    Interpretation *all = walk->all;
    ThreadClass *row = &all->classes.data[created];
    const Function *first = &all->program->functions.data[all->program->thread_main_function];
    State *start = state_copy(
        &(State){.ready = walk->state->ready, .gone = walk->state->gone, .read_held = passed_routines(walk)});
    vector_resize(&start->registers, first->register_count);
    Value zero = value_constant(0), function = value_address(zones_of_function(&all->zones, row->function), 0);
    for (uint32_t i = 0; i < first->register_count; i++)
        start->registers.data[i] = value_table_add(&all->values, i == 0 ? &function : i == 1 ? argument : &zero);
    if (!row->start) {
        row->start = start;
        note_change(all);
        return;
    }
    if (join_states(all, row->context, row->start, start, true))
        note_change(all);
    state_free(start);
}

static void note_detached(Walk *walk, uint32_t created, const Value *attributes)
{
    uint64_t word;
    if (value_is_constant(attributes, &word) && !word)
        return;
    Value addresses = *attributes;
    addresses.number = number_without(&attributes->number, 0);
    Value state = read_memory(walk, &addresses, 4, false);
    if (value_is_constant(&state, &word) && word != 1)
        return;
    if (!walk->all->classes.data[created].detached)
        note_change(walk->all);
    walk->all->classes.data[created].detached = true;
}

// Of a class of many what was waited for is the newest thread. Where its handle counts as one of the others' nobody
// will take it for one that may be waited for.
static void forget_waited(Walk *walk)
{
    for (uint32_t i = 1; i < walk->all->classes.count; i++)
        if ((walk->state->waited & SET_BIT(i)) && walk->all->classes.data[i].many) {
            age_zone(walk, zones_of_site(&walk->all->zones, ZONE_THREAD, i, 0, 0, false));
            walk->state->waited &= ~SET_BIT(i);
        }
}

static void create(Walk *walk, uint32_t function, const CallOperands *operands)
{
    Interpretation *all = walk->all;
    uint32_t created = find_class(walk, function);
    if (created == NONE) {
        give_up(walk, "more than %d kinds of threads", SET_LIMIT - 1);
        return;
    }
    Value attributes = walk_read(walk, operands->arguments[1]);
    note_detached(walk, created, &attributes);
    share_everything(walk);
    Value argument = walk_read(walk, operands->arguments[3]);
    expose_value(walk, &argument);
    note_creation(walk, created);
    join_start(walk, created, &argument);
    // The newest thread of its class; those before it are older now.
    uint32_t zone = zones_of_site(&all->zones, ZONE_THREAD, created, 0, 0, !all->classes.data[created].many);
    uint32_t elder = zone_at(&all->zones, zone)->elder;
    all->zones.rows.data[zone].id = all->zones.rows.data[elder].id = created;
    all->zones.rows.data[elder].single = !all->classes.data[created].many;
    forget_waited(walk);
    age_zone(walk, zone);
    ids_add(&walk->state->existing, zone);
    walk->state->running |= with_offspring(all, created);
    walk->state->waited &= ~SET_BIT(created);
    share_what_is_lost(walk);
    Value address = walk_read(walk, operands->arguments[0]), handle = value_address(zone, 0);
    write_memory(walk, &address, handle_size(walk), &handle, false);
}

void create_thread(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    Value start = walk_read(walk, operands->arguments[2]);
    if (walk->state->section || walk->all->rules.create_may_fail) {
        give_up(walk, walk->state->section ? "a thread that is created in an atomic section"
                                           : "a thread whose creation may fail");
        return;
    }
    State *before = state_copy(walk->state), *after = NULL;
    for (uint32_t i = 0; i < start.target_count && !has_given_up(walk->all); i++) {
        const Zone *zone = zone_at(&walk->all->zones, start.targets[i].object);
        if (zone->kind != ZONE_FUNCTION || start.targets[i].low || start.targets[i].high || start.number.count) {
            give_up(walk, "a thread that may begin in what is no function");
            break;
        }
        state_assign(walk->state, before);
        create(walk, zone->id, operands);
        if (after)
            join_states(walk->all, walk->context, after, walk->state, false);
        else
            after = state_copy(walk->state);
    }
    if (after)
        state_assign(walk->state, after);
    walk->ended |= !after;
    state_free(before);
    state_free(after);
    walk->state->effect = true;
    walk_return(walk, operands, dst, value_constant(0));
}

// --- Waiting for them

// Whether the value is the handle of a thread, whichever it is, that has not been waited for yet.
static bool is_fresh(const Walk *walk, const Value *handle)
{
    bool fresh = handle->target_count && !handle->number.count;
    for (uint32_t i = 0; fresh && i < handle->target_count; i++) {
        const Zone *zone = zone_at(&walk->all->zones, handle->targets[i].object);
        fresh = zone->kind == ZONE_THREAD && !handle->targets[i].low && !handle->targets[i].high &&
                (zone->newest || !walk->all->classes.data[zone->id].many) &&
                !(walk->state->waited & SET_BIT(zone->id)) && !walk->all->classes.data[zone->id].detached;
    }
    return fresh;
}

// The class of the only thread that is meant, or NONE.
static uint32_t only_class(const Walk *walk, const Value *handle)
{
    if (handle->target_count != 1 || handle->number.count || handle->targets[0].low || handle->targets[0].high)
        return NONE;
    const Zone *zone = zone_at(&walk->all->zones, handle->targets[0].object);
    return zone->kind == ZONE_THREAD ? zone->id : NONE;
}

static ClassSet possible_classes(const Walk *walk, const Value *handle)
{
    ClassSet classes = 0;
    for (uint32_t i = 0; i < handle->target_count; i++) {
        const Zone *zone = zone_at(&walk->all->zones, handle->targets[i].object);
        if (zone->kind == ZONE_THREAD)
            classes |= SET_BIT(zone->id);
    }
    return handle->number.count ? UINT64_MAX : classes;
}

// Only one thread may wait for it, or let it go.
static void note_joiner(Walk *walk, ClassSet classes)
{
    bool many = walk->all->classes.data[walk_threads(walk)].many;
    for (uint32_t i = 0; i < walk->all->classes.count; i++) {
        if (!(classes & SET_BIT(i)))
            continue;
        ThreadClass *row = &walk->all->classes.data[i];
        // Those of a class of many may each be waited for by who created them.
        bool by_creator = row->creator == walk_threads(walk) && row->many;
        if (row->joiner && row->joiner != walk_threads(walk) + 1)
            raise_alarm(walk, PROPERTY_LOCK, "a thread for which several may wait");
        if (many && !by_creator)
            raise_alarm(walk, PROPERTY_LOCK, "a thread for which several may wait");
        row->joiner = walk_threads(walk) + 1;
    }
    walk->state->waited |= classes;
}

static void join_one(Walk *walk, uint32_t threads)
{
    const ThreadClass *row = &walk->all->classes.data[threads];
    if (row->many || row->creator != walk_threads(walk) || walk->all->classes.data[walk_threads(walk)].many)
        return;
    walk->state->running &= ~with_offspring(walk->all, threads);
    walk->state->running |= row->left;
    relations_become_alone(walk);
}

void join_thread(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    Interpretation *all = walk->all;
    Value handle = walk_read(walk, operands->arguments[0]), address = walk_read(walk, operands->arguments[1]);
    Value result = value_none;
    if (walk->state->section) {
        give_up(walk, "a wait for a thread in an atomic section");
        return;
    }
    if (!is_fresh(walk, &handle))
        raise_alarm(walk, PROPERTY_LOCK, "a wait for what may be no thread, or one that was waited for or detached");
    ClassSet classes = possible_classes(walk, &handle);
    if (classes & SET_BIT(walk_threads(walk))) {
        give_up(walk, "a wait for what may be the thread itself");
        return;
    }
    bool ends = false;
    for (uint32_t i = 0; i < all->classes.count; i++) {
        if (!(classes & SET_BIT(i)))
            continue;
        note_wait(walk, SET_LIMIT + i);
        ends |= all->classes.data[i].ends;
        result = value_join(&result, &all->classes.data[i].result);
    }
    note_joiner(walk, classes);
    if (!ends) {
        walk->ended = true;
        return;
    }
    uint32_t joined = only_class(walk, &handle);
    if (joined != NONE)
        join_one(walk, joined);
    bool may_be_null = number_contains(&address.number, 0);
    address.number = number_without(&address.number, 0);
    if (!value_is_empty(&address))
        write_memory(walk, &address, all->program->layout.pointer_bits / 8, &result, false);
    walk->ended &= !may_be_null;
    walk->state->effect = true;
    walk_return(walk, operands, dst, value_constant(0));
}

void detach_thread(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    Value handle = walk_read(walk, operands->arguments[0]);
    if (!is_fresh(walk, &handle))
        raise_alarm(walk, PROPERTY_LOCK, "the detaching of what may be no thread, or one that is detached or joined");
    note_joiner(walk, possible_classes(walk, &handle));
    walk->state->effect = true;
    walk_return(walk, operands, dst, value_constant(0));
}

// --- The end

// The locals of all functions that the thread is in.
static void retire_frames(Walk *walk)
{
    const Interpretation *all = walk->all;
    vector_resize(&walk->state->registers, 0);
    for (uint32_t i = walk->context; i != NONE; i = all->contexts.data[i].parent)
        for (uint32_t j = 0; j < all->contexts.data[i].zones.count; j++)
            retire_zone(walk, all->contexts.data[i].zones.data[j]);
}

void end_thread(Walk *walk, const CallOperands *operands)
{
    Interpretation *all = walk->all;
    uint32_t threads = walk_threads(walk);
    Value result = walk_read(walk, operands->arguments[0]);
    if (threads == MAIN_CLASS && program_has_exit_handlers(all->program))
        give_up(walk, "the end of main before that of other threads, where something is to be done at the end,");
    if (walk->state->may_hold || walk->state->stray || walk->state->section) {
        raise_alarm(walk, PROPERTY_DEADLOCK, "the end of a thread that may hold a lock");
        raise_alarm(walk, PROPERTY_LOCK, "the end of a thread that may hold a lock, which others may destroy");
    }
    share_everything(walk);
    expose_value(walk, &result);
    // Nobody is the owner any more.
    walk->state->held = walk->state->read_held = 0;
    share_all(walk);
    ThreadClass *row = &all->classes.data[threads];
    set_bits(all, &row->left, walk->state->running);
    Value joined = value_join(&row->result, &result);
    if (!row->ends || !value_includes(&row->result, &result))
        note_change(all);
    row->result = value_includes(&row->result, &result) ? row->result : joined;
    row->ends = true;
    retire_frames(walk);
    walk->ended = true;
}
