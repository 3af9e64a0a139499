// Assertion-guided symbolic execution (Guo et al., section 4 and 5): where a run cannot violate anything, the reason is
// kept as a predicate over the state, and later runs that come to a state with the same control that satisfies it are
// cut.
//
// The predicate of a state is its weakest precondition over what was explored from there: a disjunction over the ways
// its thread may go in a step (b-PP), a conjunction over the threads that were tried (i-PP). It is computed over all
// registers and bytes of memory: each step is done a second time by an abstract machine (machine/abstract.h). What is
// not data is in the key: where threads stand, which objects there are, the state of locks; so is the round of a
// loop that a thread is in.
//
// With partial order reduction (5.2): what is touched after a state is kept with the predicate, and when a run is cut
// there the races with it are looked for. Threads that slept when the predicate was learned must sleep when it is used.
//
// Anything that would need more than this gives the predicate `false`, which cuts nothing: a violation, a cycle, an
// input that is read after the state, a part that another process explores.
#include "tree/ag.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "machine/abstract.h"
#include "tree/dpor.h"

// What a thread touches after a node.
typedef struct Touched {
    uint32_t thread;
    Footprint footprint;
} Touched;
typedef VECTOR(Touched) TouchedList;

// What is learned at a node, while there are predicates to learn.
typedef struct AgNode {
    DporNode dpor;
    Term some;     // the ways of the choice that is tried, so far
    Term all;      // the choices done
    Choice choice; // that is tried
    // The state before the step, if its inputs are not those of the node, else NULL: which way the step goes may depend on
    // them.
    Machine *before;
    bool begun;
    TouchedList touched;
} AgNode;

typedef struct Summary {
    uint64_t key[2];
    Term formula; // NO_TERM: the entry is empty
    VECTOR(uint32_t) sleepers;
    TouchedList touched;
} Summary;

// A symbol in a term, and what it stands for.
typedef struct SymbolPlace {
    Term symbol;
    Location location;
} SymbolPlace;

// What is in a term.
typedef struct Content {
    uint32_t first, count; // in Guidance.symbols: those of the state
    uint32_t parts;
    bool foreign; // there is a symbol that is not of the state
} Content;

typedef struct Guidance {
    Locations locations;
    Map content_numbers; // term -> index in `contents` + 1
    VECTOR(Content) contents;
    VECTOR(SymbolPlace) symbols;
    Map conjunctions; // two terms -> that both hold
    Summary *table;
    uint64_t table_size;
    VECTOR(uint64_t) synchronisation; // addresses, in the order in which they were first used
    VECTOR(Touch) numbered;           // those that can be in Touch.before
    const Summary *applied;           // at the node where the run is cut
    Term conditions;                  // of the abstract step that is being done
    bool over;                        // the run is cut because nothing that follows matters
    bool learns;
} Guidance;

static AgNode *data_of(const TreeNode *node)
{
    return node->data;
}

// --- What is touched

static void add_touched(TouchedList *list, uint32_t thread, const Footprint *footprint)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i].thread == thread) {
            footprint_add(&list->data[i].footprint, footprint);
            return;
        }
    Touched touched = {.thread = thread};
    footprint_add(&touched.footprint, footprint);
    vector_push(list, touched);
}

enum { NUMBERED_LIMIT = 64 * TOUCH_SET_WORDS };

static bool is_in(const TouchSet *set, uint32_t number)
{
    return set->words[number / 64] >> number % 64 & 1;
}

// Adds a touch to a set. Touches that are met when NUMBERED_LIMIT others are known are not kept in sets.
static void add_number(Guidance *guidance, TouchSet *set, const Touch *touch)
{
    uint32_t number = 0;
    for (; number < guidance->numbered.count; number++) {
        if (touches_are_same(&guidance->numbered.data[number], touch))
            break;
    }
    if (number == NUMBERED_LIMIT)
        return;
    if (number == guidance->numbered.count) {
        vector_push(&guidance->numbered, *touch);
        vector_last(&guidance->numbered).before = (TouchSet){0};
    }
    set->words[number / 64] |= UINT64_C(1) << number % 64;
}

// Whether the act happens before something that was done later: it is of the same thread, or they conflict.
static bool is_before_done(const TreeAct *act, const Touch *done)
{
    if (done->kind == TOUCH_NONE)
        return act->thread == done->address || act->thread == done->thread;
    bool before = act->thread == done->thread;
    for (uint32_t i = 0; i < act->footprint.touches.count && !before; i++)
        before = touches_conflict(&act->footprint.touches.data[i], done);
    return before;
}

// Whether the act happens before the thread comes to the touch, which it does later. That the two conflict does not say so: they
// may be those that are to come in the other order, or the act may give up what the touch takes and somebody else took earlier,
// so that the race is with that.
static bool happens_before(const Guidance *guidance, const TreeAct *act, const Touch *touch)
{
    bool before = act->thread == touch->thread;
    for (uint32_t i = 0; i < guidance->numbered.count && !before; i++)
        before = is_in(&touch->before, i) && is_before_done(act, &guidance->numbered.data[i]);
    return before;
}

// What is done in the first acts of a step and happens before a touch that comes later.
static void add_before(Guidance *guidance, const TreeNode *node, uint32_t acts, Touch *touch)
{
    for (uint32_t i = acts; i-- > 0;) {
        const TreeAct *act = &node->step.acts.data[i];
        if (!happens_before(guidance, act, touch))
            continue;
        for (uint32_t j = 0; j < act->footprint.touches.count; j++)
            add_number(guidance, &touch->before, &act->footprint.touches.data[j]);
        Touch waited = {.address = act->after, .kind = TOUCH_NONE, .thread = act->thread};
        if (act->after != NO_THREAD)
            add_number(guidance, &touch->before, &waited);
    }
}

// What is touched in the step of a node.
static void add_step(Guidance *guidance, TreeNode *node)
{
    for (uint32_t i = 0; i < node->step.acts.count; i++) {
        const TreeAct *act = &node->step.acts.data[i];
        Footprint footprint = {0};
        for (uint32_t j = 0; j < act->footprint.touches.count; j++) {
            Touch touch = act->footprint.touches.data[j];
            // All that a thread does in its own step comes at once, with nothing before it.
            if (act->thread != node->step.choice.thread)
                add_before(guidance, node, i, &touch);
            footprint_add_touch(&footprint, &touch);
        }
        add_touched(&data_of(node)->touched, node->step.choice.thread, &footprint);
        footprint_free(&footprint);
    }
}

// What is touched after the step of a node is touched after the node, too. Of what is done in the step some happens
// before it, which becomes part of Touch.before.
static void add_all_touched(Guidance *guidance, TreeNode *node, const TouchedList *other)
{
    for (uint32_t i = 0; i < other->count; i++) {
        Footprint later = {0};
        for (uint32_t j = 0; j < other->data[i].footprint.touches.count; j++) {
            Touch touch = other->data[i].footprint.touches.data[j];
            add_before(guidance, node, node->step.acts.count, &touch);
            footprint_add_touch(&later, &touch);
        }
        add_touched(&data_of(node)->touched, other->data[i].thread, &later);
        footprint_free(&later);
    }
}

static void free_touched(TouchedList *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        footprint_free(&list->data[i].footprint);
    vector_free(list);
}

// --- Predicates

static void visit_symbol(void *context, Term symbol)
{
    Guidance *guidance = context;
    SymbolPlace place = {.symbol = symbol};
    Content *content = &vector_last(&guidance->contents);
    if (locations_find(&guidance->locations, symbol, &place.location)) {
        content->count++;
        vector_push(&guidance->symbols, place);
    } else {
        content->foreign = true;
    }
}

// What is in a term. Valid until the next call.
static const Content *content_of(TreeSearch *search, Term term)
{
    Guidance *guidance = search->data;
    uint64_t *number = map_insert(&guidance->content_numbers, term);
    if (!*number) {
        vector_push(&guidance->contents, (Content){.first = guidance->symbols.count});
        *number = guidance->contents.count;
        uint32_t parts = term_each_symbol(search->terms, term, terms_new_mark(search->terms), visit_symbol, guidance);
        vector_last(&guidance->contents).parts = parts;
    }
    return &guidance->contents.data[*number - 1];
}

// Whether a term says something of the state only, and is not too large to be kept.
static bool is_predicate(TreeSearch *search, Term term)
{
    const Content *content = content_of(search, term);
    return !content->foreign && content->parts <= search->task->options->summary_size;
}

typedef struct View {
    const Machine *machine;
    const Locations *locations;
} View;

static Term look_up(void *context, Term symbol)
{
    const View *view = context;
    Location location;
    return locations_find(view->locations, symbol, &location) ? machine_location_content(view->machine, location)
                                                              : symbol;
}

// A predicate about the state of a machine, over the symbols that the machine computes with. Most steps change nothing that it
// speaks of.
static Term apply(TreeSearch *search, Term formula, const Machine *machine)
{
    const Guidance *guidance = search->data;
    const Content *content = content_of(search, formula);
    bool same = true;
    for (uint32_t i = 0; i < content->count; i++) {
        const SymbolPlace *place = &guidance->symbols.data[content->first + i];
        Term now = machine_location_content(machine, place->location);
        if (!now) // it is not there
            return term_boolean(search->terms, false);
        same &= now == place->symbol;
    }
    View view = {.machine = machine, .locations = &guidance->locations};
    return same ? formula : term_substitute_each(search->terms, formula, look_up, &view);
}

// That both hold. Rounds of loops have most of it in common.
static Term conjoin(TreeSearch *search, Term a, Term b)
{
    Guidance *guidance = search->data;
    uint64_t *known = map_insert(&guidance->conjunctions, (uint64_t)a << 32 | b);
    if (!*known)
        *known = term_conjoin(search->terms, a, b);
    return (Term)*known;
}

// --- The table

static bool learns(const TreeSearch *search)
{
    return ((const Guidance *)search->data)->learns;
}

// The key could do without the rounds of loops, since predicates speak of their registers. But then there is one large
// predicate for all rounds, most of whose parts are about other ones, and it is costly to ask about.
static Summary *find_entry(TreeSearch *search, const Machine *machine, uint64_t key[2])
{
    const Guidance *guidance = search->data;
    machine_control_fingerprint(machine, guidance->synchronisation.data, guidance->synchronisation.count, key);
    uint64_t rounds = machine_rounds_fingerprint(machine);
    key[0] ^= rounds;
    key[1] ^= hash_mix(rounds);
    return &guidance->table[key[0] % guidance->table_size];
}

static bool sleeps(const TreeNode *node, uint32_t thread)
{
    for (uint32_t i = 0; i < dpor_sleeper_count(node); i++)
        if (dpor_sleeper(node, i) == thread)
            return true;
    return false;
}

// Whether all that slept when the entry was made sleep here too.
static bool is_valid_at(const Summary *entry, const TreeNode *node)
{
    for (uint32_t i = 0; i < entry->sleepers.count; i++)
        if (!sleeps(node, entry->sleepers.data[i]))
            return false;
    return true;
}

static void clear_entry(Summary *entry)
{
    vector_free(&entry->sleepers);
    free_touched(&entry->touched);
    *entry = (Summary){0};
}

static void learn(TreeSearch *search, const TreeNode *node, Term formula, const TouchedList *touched)
{
    uint64_t key[2];
    Summary *entry = find_entry(search, node->machine, key);
    bool same = entry->formula && entry->key[0] == key[0] && entry->key[1] == key[1];
    if (same && is_valid_at(entry, node) && entry->sleepers.count == dpor_sleeper_count(node)) {
        formula = term_disjoin(search->terms, entry->formula, formula);
        if (!is_predicate(search, formula))
            return;
    } else if (same && entry->sleepers.count <= dpor_sleeper_count(node)) {
        return; // what is known holds more often
    } else {
        clear_entry(entry);
        entry->key[0] = key[0];
        entry->key[1] = key[1];
        for (uint32_t i = 0; i < dpor_sleeper_count(node); i++)
            vector_push(&entry->sleepers, dpor_sleeper(node, i));
    }
    entry->formula = formula;
    for (uint32_t i = 0; i < touched->count; i++)
        add_touched(&entry->touched, touched->data[i].thread, &touched->data[i].footprint);
}

// --- The policy

// What is part of every key need not be part of predicates.
static void note_synchronisation(Guidance *guidance, const Machine *machine, const Footprint *footprint)
{
    for (uint32_t i = 0; i < footprint->touches.count; i++) {
        const Touch *touch = &footprint->touches.data[i];
        bool known = touch->size != 1 || touch->kind == TOUCH_READ;
        for (uint32_t j = 0; j < guidance->synchronisation.count && !known; j++)
            known = guidance->synchronisation.data[j] == touch->address;
        if (known)
            continue;
        vector_push(&guidance->synchronisation, touch->address);
        locations_fix(&guidance->locations, touch->address, machine_synchronisation_size(machine, touch->address));
    }
}

static void note_condition(void *context, const Machine *machine, const Event *event)
{
    TreeSearch *search = context;
    Guidance *guidance = search->data;
    if (event->kind == EVENT_branch && !tree_matters(search, machine, event->thread))
        return;
    if (event_kind_is_condition(event->kind))
        guidance->conditions = conjoin(search, guidance->conditions, event->term);
}

// What has to hold at a node so that its step is possible and goes this way, and `formula` holds after it.
static Term precondition(TreeSearch *search, const TreeNode *node, Term formula)
{
    Guidance *guidance = search->data;
    const Machine *before = data_of(node)->before ? data_of(node)->before : node->machine;
    Machine *machine = machine_abstract(before, &guidance->locations);
    guidance->conditions = term_boolean(search->terms, true);
    machine_observe(machine, note_condition, search);
    machine_step(machine, node->step.choice);
    Term possible = conjoin(search, guidance->conditions, machine_fixed_condition(machine));
    Term result = conjoin(search, possible, apply(search, formula, machine));
    machine_free(machine);
    return result;
}

// If `formula` holds after the step of the last node of the path, the runs that follow violate nothing.
static void add_outcome(TreeSearch *search, Term formula)
{
    if (!search->path.count || !learns(search) || term_is_false(search->terms, formula))
        return;
    const TreeNode *parent = vector_last(&search->path);
    Term outcome = precondition(search, parent, formula);
    if (is_predicate(search, outcome))
        data_of(parent)->some = term_disjoin(search->terms, data_of(parent)->some, outcome);
}

static void close_choice(TreeSearch *search, AgNode *data)
{
    if (data->begun)
        data->all = conjoin(search, data->all, data->some);
    data->some = term_boolean(search->terms, false);
    data->begun = false;
}

static void find_later_races(TreeSearch *search, const TreeNode *node, const Summary *entry)
{
    const Guidance *guidance = search->data;
    for (uint32_t i = 0; i < entry->touched.count; i++)
        for (uint32_t j = 0; j < entry->touched.data[i].footprint.touches.count; j++) {
            const Touch *touch = &entry->touched.data[i].footprint.touches.data[j];
            Footprint before = {0};
            for (uint32_t k = 0; k < guidance->numbered.count; k++)
                if (is_in(&touch->before, k))
                    footprint_add_touch(&before, &guidance->numbered.data[k]);
            dpor_find_later_races(search, node, entry->touched.data[i].thread, touch, &before);
            footprint_free(&before);
        }
}

// Whether nothing that follows matters (pivots of type A).
static bool is_over(const TreeSearch *search, const TreeNode *node)
{
    const Machine *machine = node->machine;
    for (uint32_t i = 0; i < machine_thread_count(machine); i++)
        if (tree_leads_on(search, machine, i))
            return false;
    // The end of the process comes at once anyhow.
    return machine_pending(machine, node->choices.data[0].thread).kind != EVENT_process_exit;
}

static bool enter(TreeSearch *search, TreeNode *node)
{
    Guidance *guidance = search->data;
    dpor_enter(search, node);
    if (!guidance->learns)
        return true;
    guidance->over = node->choices.count && is_over(search, node);
    if (guidance->over)
        return false;
    uint64_t key[2];
    const Summary *entry = find_entry(search, node->machine, key);
    if (entry->formula && entry->key[0] == key[0] && entry->key[1] == key[1] && is_valid_at(entry, node)) {
        Term here = apply(search, entry->formula, node->machine);
        bool holds = term_is_true(search->terms, here);
        if (!holds && !term_is_false(search->terms, here))
            holds = tree_ask(search, term_not(search->terms, here)) == SOLVE_REFUTED;
        if (holds) {
            find_later_races(search, node, entry);
            guidance->applied = entry;
            return false;
        }
    }
    data_of(node)->all = term_boolean(search->terms, true);
    data_of(node)->some = term_boolean(search->terms, false);
    return true;
}

static void stepped(TreeSearch *search, TreeNode *node, const Machine *before)
{
    Guidance *guidance = search->data;
    dpor_stepped(search, node, before);
    if (!guidance->learns)
        return;
    AgNode *data = data_of(node);
    note_synchronisation(guidance, before, &node->step.footprint);
    add_step(guidance, node);
    if (data->begun &&
        (data->choice.thread != node->step.choice.thread || data->choice.alternative != node->step.choice.alternative))
        close_choice(search, data);
    data->begun = true;
    data->choice = node->step.choice;
    machine_free(data->before);
    data->before = before == node->machine ? NULL : machine_clone(before);
}

static void touch_pending(TreeSearch *search, const Machine *machine)
{
    TouchedList pending = {0};
    for (uint32_t i = 0; i < machine_thread_count(machine); i++) {
        if (machine_thread_finished(machine, i) || !machine_thread_waits(machine, i))
            continue;
        Footprint footprint = {0};
        footprint_add_pending(&footprint, &search->touch_rules, machine, i);
        add_touched(&pending, i, &footprint);
        footprint_free(&footprint);
    }
    add_all_touched(search->data, vector_last(&search->path), &pending);
    free_touched(&pending);
}

// The end of the process is a state like any other.
static bool ended(TreeSearch *search, const Machine *machine)
{
    Guidance *guidance = search->data;
    uint64_t key[2];
    if (!guidance->learns)
        return false;
    Summary *entry = find_entry(search, machine, key);
    if (entry->formula && entry->key[0] == key[0] && entry->key[1] == key[1]) {
        guidance->applied = entry;
        return true;
    }
    clear_entry(entry);
    entry->key[0] = key[0];
    entry->key[1] = key[1];
    entry->formula = term_boolean(search->terms, true);
    return false;
}

static void leaf(TreeSearch *search, TreeLeaf end, const Machine *machine)
{
    Guidance *guidance = search->data;
    dpor_leaf(search, end, machine);
    if (!search->path.count || !guidance->learns)
        return;
    Term formula = term_boolean(search->terms, false);
    bool finished = end == TREE_ENDED && machine_status(machine) == MACHINE_EXITED;
    if (finished || (end == TREE_CUT && guidance->over) || end == TREE_DISCARDED || end == TREE_ASLEEP)
        formula = term_boolean(search->terms, true);
    if (end == TREE_CUT && guidance->applied) {
        formula = guidance->applied->formula;
        add_all_touched(guidance, vector_last(&search->path), &guidance->applied->touched);
    }
    guidance->applied = NULL;
    guidance->over = false;
    touch_pending(search, machine);
    add_outcome(search, formula);
}

static void leave(TreeSearch *search, TreeNode *node)
{
    AgNode *data = data_of(node);
    if (!learns(search) || search->stopped)
        return;
    close_choice(search, data);
    if (!node->whole || node->divided || !is_predicate(search, data->all))
        data->all = term_boolean(search->terms, false);
    if (!term_is_false(search->terms, data->all))
        learn(search, node, data->all, &data->touched);
    if (search->path.count)
        add_all_touched(search->data, vector_last(&search->path), &data->touched);
    add_outcome(search, data->all);
}

static void free_data(TreeNode *node)
{
    dpor_free_data(node);
    machine_free(data_of(node)->before);
    free_touched(&data_of(node)->touched);
}

// The state says nothing of how many context switches are left, and who points to what when the process ends.
static bool may_learn(const EngineTask *task)
{
    return !OPTION_GIVEN(task->options, context_bound) &&
           !(task->machine.properties & (PROPERTY_BIT(PROPERTY_LEAK) | PROPERTY_BIT(PROPERTY_RACE)));
}

static void begin(TreeSearch *search)
{
    Guidance *guidance = memory_allocate_zeroed(sizeof *guidance);
    search->data = guidance;
    guidance->locations.terms = search->terms;
    guidance->table_size = search->task->options->summaries ? search->task->options->summaries : 1;
    guidance->table = memory_allocate_zeroed(guidance->table_size * sizeof *guidance->table);
    guidance->learns = may_learn(search->task) && search->task->options->summaries;
}

static void end(TreeSearch *search)
{
    Guidance *guidance = search->data;
    for (uint64_t i = 0; i < guidance->table_size; i++)
        clear_entry(&guidance->table[i]);
    free(guidance->table);
    locations_free(&guidance->locations);
    map_free(&guidance->content_numbers);
    vector_free(&guidance->contents);
    vector_free(&guidance->symbols);
    map_free(&guidance->conjunctions);
    vector_free(&guidance->synchronisation);
    vector_free(&guidance->numbered);
    free(guidance);
    search->data = NULL;
}

const TreePolicy ag_policy = {
    .name = "ag",
    .slices = true,
    .random_inputs = true, // 0 is often a special case, and what is learned of it helps little
    .reduces = true,
    .merges = true,
    .generalises = true,
    .divides = true,
    .node_size = sizeof(AgNode),
    .unbounded = &dpor_policy,
    .begin = begin,
    .end = end,
    .enter = enter,
    .stepped = stepped,
    .ended = ended,
    .leaf = leaf,
    .leave = leave,
    .grant = dpor_grant,
    .free_data = free_data,
};

// Where memory is weak, which writes can still be read is part of the state, too: nothing is learned there.
static void search_guided(const EngineTask *task, Findings *findings)
{
    tree_search(task, task->machine.rules.weak_memory ? &dpor_policy : &ag_policy, findings);
}

const Engine engine_ag = {
    .name = "ag",
    .summary = "like dpor, but cuts runs short that cannot violate anything for a reason known from others",
    .source = "Guo, Kusano, Wang, Yang, Gupta: Assertion Guided Symbolic Execution of Multithreaded Programs",
    .in_short = "without what cannot fail, too",
    .inputs = ENGINE_INPUTS_ALL,
    .knows_weak_memory = true,
    .options = HEEDS(context_bound) | HEEDS(jobs) | HEEDS(divide_after) | HEEDS(no_dpor) | HEEDS(keep_order) |
               HEEDS(no_slice) | HEEDS(summaries) | HEEDS(summary_size) | HEEDS(seed),
    .search = search_guided,
};
