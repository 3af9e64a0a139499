// From a recorded run to questions about its reorderings: what the concurrent trace makes of small programs, what the
// questions are answered, and whether every execution that a solution describes can happen and computes what the
// solution says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "encode/context.h"
#include "encode/questions.h"
#include "recorded_run.h"

enum { TIME_LIMIT = 60 };

// What the programs share.
#define PRELUDE                                                                                           \
    TEST_HEADERS "#include <semaphore.h>\n"                                                               \
                 "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"              \
                 "#define LOCK(m) pthread_mutex_lock(&m);\n#define UNLOCK(m) pthread_mutex_unlock(&m);\n" \
                 "#define BEGIN __VERIFIER_atomic_begin();\n#define END __VERIFIER_atomic_end();\n"       \
                 "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"        \
                 "pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; sem_t s; int x, y; long long z;\n"    \
                 "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int word = 0x01020304;\n"              \
                 "char bytes[8] __attribute__((aligned(8))); typedef int loose __attribute__((aligned(1)));\n"

typedef struct Recorded {
    TestProgram test;
    Trace *trace;
    ConcurrentTrace *concurrent;
    Limits limits;
} Recorded;

// The run in which a thread goes on until it blocks.
static Recorded record(TestProgram test)
{
    Recorded recorded = {.test = test, .trace = test_record(&test, test_machine_options(&test), NULL, NULL)};
    assert_int_equal(recorded.trace->end, TRACE_EXITED);
    recorded.concurrent = concurrent_trace_create(recorded.trace, NULL);
    assert_false(recorded.concurrent->approximate);
    limits_start(&recorded.limits, TIME_LIMIT, 0);
    return recorded;
}

// Two threads, and what main does behind them.
static Recorded record_threads(const char *one, const char *two, const char *end)
{
    return record(test_load_threads(PRELUDE, "sem_init(&s, 0, 0);", one, two, end));
}

static Recorded record_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/programs/predict/%s", RADDLE_TEST_FOLDER, name);
    const char *files[] = {path};
    Program *program = test_load_files(files, 1, NULL);
    return record((TestProgram){program, facts_compute(program)});
}

static void recorded_free(Recorded *recorded)
{
    concurrent_trace_free(recorded->concurrent);
    trace_free(recorded->trace);
    test_unload(&recorded->test);
}

static Encoding *encode(Recorded *recorded, EncodingOptions options)
{
    return encoding_create(recorded->concurrent, &options, &recorded->limits);
}

static bool accesses_memory(EventKind kind)
{
    return kind == EVENT_read || kind == EVENT_write || kind == EVENT_update;
}

// The first check of the property.
static const Condition *find_check(const ConcurrentTrace *concurrent, Property property, uint32_t *thread,
                                   uint32_t *index)
{
    for (*thread = 0; *thread < concurrent->threads.count; ++*thread)
        for (*index = 0; *index < concurrent->threads.data[*thread].conditions.count; ++*index) {
            const Condition *condition = &concurrent->threads.data[*thread].conditions.data[*index];
            if (condition->kind == EVENT_check && concurrent->trace->events.data[condition->trace].property == property)
                return condition;
        }
    fail_msg("there is no check of %s", property_name(property));
    return NULL;
}

static Literal assertion_fails(Encoding *encoding)
{
    uint32_t thread, index;
    find_check(encoding_trace(encoding), PROPERTY_ASSERTION, &thread, &index);
    return question_fails(encoding, thread, index);
}

static SolveResult solve(Encoding *encoding, Literal question)
{
    return encoding_solve(encoding, &question, 1);
}

// --- Cells

// Neighbouring cells make up each access, with terms of their widths and the values of the run; cells do not overlap.
static void expect_whole_cells(const ConcurrentTrace *concurrent)
{
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const ConcurrentEvent *event = &concurrent->events.data[i];
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (!accesses_memory(event->kind))
            continue;
        uint64_t address = recorded->address, observed = 0;
        uint32_t bits = 0;
        for (uint32_t j = 0; j < event->access_count; j++) {
            const Access *access = &concurrent->accesses.data[event->first_access + j];
            const Cell *cell = &concurrent->cells.data[access->cell];
            assert_int_equal(access->event, i);
            assert_int_equal(cell->address, address + bits / 8);
            assert_int_equal(access->read != NO_TERM, event->kind != EVENT_write);
            assert_int_equal(access->write != NO_TERM, event->kind != EVENT_read);
            if (access->read)
                assert_int_equal(term_width(concurrent->terms, access->read), cell->width);
            if (access->write)
                assert_int_equal(term_width(concurrent->terms, access->write), cell->width);
            assert_int_equal(term_width(concurrent->terms, cell->initial), cell->width);
            observed |= access->observed << bits;
            bits += cell->width;
        }
        assert_int_equal(bits, recorded->size * 8);
        assert_int_equal(observed, event->kind == EVENT_read ? recorded->value : recorded->previous);
    }
    for (uint32_t i = 0; i < concurrent->cells.count; i++)
        for (uint32_t j = 0; j < i; j++) {
            const Cell *a = &concurrent->cells.data[i], *b = &concurrent->cells.data[j];
            assert_true(a->address + a->width / 8 <= b->address || b->address + b->width / 8 <= a->address);
        }
}

static uint32_t count_cells(const ConcurrentTrace *concurrent, uint32_t width)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < concurrent->cells.count; i++)
        count += concurrent->cells.data[i].width == width && !concurrent->cells.data[i].semaphore;
    return count;
}

static void accesses_of_one_size_are_one_cell(void **state)
{
    (void)state;
    Recorded recorded = record_threads("x = 1; z = 2;", "x = 3; z = 4;", "return x + (int)z;");
    expect_whole_cells(recorded.concurrent);
    assert_int_equal(recorded.concurrent->cells.count, 2);
    assert_int_equal(count_cells(recorded.concurrent, 32), 1);
    assert_int_equal(count_cells(recorded.concurrent, 64), 1);
    recorded_free(&recorded);
}

static void accesses_of_different_sizes_are_split(void **state)
{
    (void)state;
    Recorded recorded = record_threads("word += 0x01010101;", "++*(char *)&word;", "return word & 1;");
    expect_whole_cells(recorded.concurrent);
    assert_int_equal(recorded.concurrent->cells.count, 2);
    assert_int_equal(count_cells(recorded.concurrent, 8), 1);
    assert_int_equal(count_cells(recorded.concurrent, 24), 1);
    recorded_free(&recorded);
    // Neither is inside the other: 0..3 and 2..5 of eight bytes.
    recorded =
        record_threads("*(loose *)bytes = -1;", "*(loose *)(bytes + 2) = 7;", "return *(long long *)bytes == 0;");
    expect_whole_cells(recorded.concurrent);
    assert_int_equal(recorded.concurrent->cells.count, 4);
    assert_int_equal(count_cells(recorded.concurrent, 16), 4);
    recorded_free(&recorded);
}

// --- Sections and nodes

// How many of the sections of a lock are one node. `count` gets how many there are.
static uint32_t count_blocks(const ConcurrentTrace *concurrent, uint64_t lock, uint32_t *count)
{
    uint32_t blocks = 0;
    *count = 0;
    for (uint32_t i = 0; i < concurrent->sections.count; i++) {
        const Section *section = &concurrent->sections.data[i];
        if (section->lock != lock)
            continue;
        ++*count;
        assert_true(section->end != NO_EVENT);
        uint32_t node = concurrent->events.data[section->begin].node,
                 first = concurrent->events.data[section->begin].position;
        uint32_t last = concurrent->events.data[section->end].position, shared = 0;
        for (uint32_t j = first; j <= last; j++) {
            const ConcurrentEvent *event =
                &concurrent->events.data[concurrent->threads.data[section->thread].events.data[j]];
            shared += event->node == node;
            assert_true(j == first || event->in_atomic == (event->node == node));
        }
        blocks += shared == last - first + 1;
        assert_true(shared == 1 || shared == last - first + 1);
    }
    return blocks;
}

static void protected_sections_are_nodes(void **state)
{
    (void)state;
    static const struct {
        const char *one, *two;
        uint32_t sections, blocks;
    } cases[] = {
        {"LOCK(m) x++; UNLOCK(m)", "LOCK(m) x++; UNLOCK(m)", 2, 2},
        {"LOCK(m) x++; UNLOCK(m)", "x++;", 1, 0},
        {"LOCK(m) x++; UNLOCK(m)", "y = x;", 1, 0},
        {"LOCK(m) y = x; UNLOCK(m)", "int a = x;", 1, 1},                // readers need not be kept apart
        {"LOCK(m) x++; UNLOCK(m)", "LOCK(m) x++; UNLOCK(m) x++;", 2, 1}, // the second thread cannot disturb itself
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t count;
        Recorded recorded = record_threads(cases[i].one, cases[i].two, "return x;");
        assert_int_equal(count_blocks(recorded.concurrent, recorded.concurrent->sections.data[0].lock, &count),
                         cases[i].blocks);
        assert_int_equal(count, cases[i].sections);
        recorded_free(&recorded);
    }
}

static void outer_sections_are_not_nodes(void **state)
{
    (void)state;
    Recorded recorded = record_threads("LOCK(m) LOCK(n) x++; UNLOCK(n) UNLOCK(m)", "LOCK(n) x++; UNLOCK(n)", "");
    const ConcurrentTrace *concurrent = recorded.concurrent;
    uint32_t count;
    assert_int_equal(concurrent->sections.count, 3);
    assert_int_equal(concurrent->sections.data[1].lock, concurrent->sections.data[2].lock);
    assert_int_equal(count_blocks(concurrent, concurrent->sections.data[1].lock, &count), 2);
    const Section *outer = &concurrent->sections.data[0];
    assert_true(concurrent->events.data[outer->begin].node != concurrent->events.data[outer->end].node);
    assert_true(concurrent->events.data[outer->begin].node !=
                concurrent->events.data[concurrent->sections.data[1].begin].node);
    recorded_free(&recorded);
}

static void atomic_sections_are_nodes(void **state)
{
    (void)state;
    Recorded recorded = record_threads("BEGIN x++; x++; END", "x++;", "");
    const ConcurrentTrace *concurrent = recorded.concurrent;
    uint32_t inside = 0, node = UINT32_MAX;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const ConcurrentEvent *event = &concurrent->events.data[i];
        if (event->kind == EVENT_atomic_begin)
            node = event->node;
        inside += event->in_atomic;
        assert_true(!event->in_atomic || event->node == node);
        assert_true(event->thread == 1 || !event->in_atomic);
    }
    assert_true(node != UINT32_MAX);
    assert_int_equal(inside, 5); // two reads, two writes, the end
    recorded_free(&recorded);
}

// --- Sums

static uint64_t no_symbol(void *context, Term symbol)
{
    (void)context;
    fail_msg("symbol %u has no value", symbol);
    return 0;
}

// Writes by threads other than main: how many there are and how many of them add `delta` to what was read.
static uint32_t count_sums(ConcurrentTrace *concurrent, uint64_t delta, uint32_t *writes)
{
    uint32_t sums = 0;
    *writes = 0;
    for (uint32_t i = 0; i < concurrent->accesses.count; i++) {
        const Access *access = &concurrent->accesses.data[i];
        if (!access->write || !concurrent->events.data[access->event].thread)
            continue;
        ++*writes;
        sums += access->delta && term_evaluate(concurrent->terms, access->delta, no_symbol, NULL) == delta;
    }
    return sums;
}

static void additions_in_one_node_are_sums(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        uint64_t delta;
    } cases[] = {{"LOCK(m) x++; UNLOCK(m)", 1},
                 {"LOCK(m) int a = x; y++; x = 5 + a; UNLOCK(m)", 5},
                 {"BEGIN x += 4; END", 4},
                 {"__sync_fetch_and_sub(&x, 3);", UINT32_MAX - 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t writes;
        Recorded recorded = record_threads(cases[i].body, cases[i].body, "return x;");
        assert_int_equal(count_sums(recorded.concurrent, cases[i].delta, &writes), 2);
        assert_true(writes >= 2);
        recorded_free(&recorded);
    }
}

static void other_writes_are_no_sums(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "LOCK(m) int a = x; UNLOCK(m) LOCK(m) x = a + 1; UNLOCK(m)",
        "x++;",
        "LOCK(m) x = 1; UNLOCK(m)",
        "LOCK(m) x = 3 * x; UNLOCK(m)",
        "LOCK(m) int a = x; x = 5; x = a + 1; UNLOCK(m)",
        "LOCK(m) x = y + 1; y = 1; UNLOCK(m)",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        Recorded recorded = record_threads(bodies[i], bodies[i], "return x;");
        uint32_t writes = 0;
        for (uint32_t j = 0; j < recorded.concurrent->accesses.count; j++) {
            writes += recorded.concurrent->accesses.data[j].write != NO_TERM;
            assert_int_equal(recorded.concurrent->accesses.data[j].delta, NO_TERM);
        }
        assert_true(writes >= 2);
        recorded_free(&recorded);
    }
}

// --- Executions

typedef struct Replayed {
    Encoding *encoding;
    Map values;             // of symbols read so far
    VECTOR(uint64_t) cells; // current values
} Replayed;

static uint64_t symbol_value(void *context, Term symbol)
{
    Replayed *replayed = context;
    const uint64_t *known = map_find(&replayed->values, symbol);
    return known ? *known : encoding_symbol_value(replayed->encoding, symbol, 0);
}

static uint64_t evaluate(Replayed *replayed, Term term)
{
    return term_evaluate(encoding_trace(replayed->encoding)->terms, term, symbol_value, replayed);
}

static void replay_accesses(Replayed *replayed, EventId id)
{
    const ConcurrentTrace *concurrent = encoding_trace(replayed->encoding);
    const ConcurrentEvent *event = &concurrent->events.data[id];
    uint64_t before = 0;
    for (uint32_t i = 0, shift = 0; i < event->access_count; i++) {
        const Access *access = &concurrent->accesses.data[event->first_access + i];
        before |= replayed->cells.data[access->cell] << shift;
        if (access->read && term_kind(concurrent->terms, access->read) == TERM_symbol)
            *map_insert(&replayed->values, access->read) = replayed->cells.data[access->cell];
        shift += concurrent->cells.data[access->cell].width;
    }
    if (accesses_memory(event->kind) && concurrent_trace_recorded(concurrent, id)->read)
        *map_insert(&replayed->values, concurrent_trace_recorded(concurrent, id)->read) = before;
    for (uint32_t i = 0; i < event->access_count; i++) {
        const Access *access = &concurrent->accesses.data[event->first_access + i];
        if (access->condition)
            assert_int_equal(evaluate(replayed, access->condition), 1);
        if (access->write)
            replayed->cells.data[access->cell] = evaluate(replayed, access->write);
    }
}

// Every read takes the latest write: then the conditions of the path hold, and the check, if there is one, does not.
static void expect_values(Encoding *encoding, const EventList *execution, const Condition *check)
{
    const ConcurrentTrace *concurrent = encoding_trace(encoding);
    Replayed replayed = {.encoding = encoding};
    for (uint32_t i = 0; i < concurrent->cells.count; i++)
        vector_push(&replayed.cells, evaluate(&replayed, concurrent->cells.data[i].initial));
    for (uint32_t i = 0; i < execution->count; i++) {
        const ConcurrentEvent *event = &concurrent->events.data[execution->data[i]];
        const ConcurrentThread *thread = &concurrent->threads.data[event->thread];
        for (uint32_t j = concurrent_trace_first_condition(thread, event->position);
             j < thread->conditions.count && thread->conditions.data[j].position == event->position; j++)
            if (thread->conditions.data[j].kind != EVENT_check)
                assert_int_equal(evaluate(&replayed, thread->conditions.data[j].term), 1);
        replay_accesses(&replayed, execution->data[i]);
    }
    if (check)
        assert_int_equal(evaluate(&replayed, check->term), 0);
    map_free(&replayed.values);
    vector_free(&replayed.cells);
}

// What an event needs is there, and nobody is in a section that excludes it.
static void expect_order(const ConcurrentTrace *concurrent, const EventList *execution)
{
    VECTOR(uint32_t) next = {0};  // position, per thread
    VECTOR(bool) executed = {0};  // per event
    VECTOR(uint32_t) owner = {0}; // per section: 1 while it is held
    vector_resize(&next, concurrent->threads.count);
    vector_resize(&executed, concurrent->events.count);
    vector_resize(&owner, concurrent->sections.count);
    for (uint32_t i = 0; i < execution->count; i++) {
        EventId id = execution->data[i];
        const ConcurrentEvent *event = &concurrent->events.data[id];
        assert_int_equal(event->position, next.data[event->thread]++);
        if (event->kind == EVENT_start)
            assert_true(executed.data[concurrent->threads.data[event->thread].create]);
        if (event->kind == EVENT_join)
            assert_true(executed.data[concurrent->threads.data[concurrent_trace_recorded(concurrent, id)->other].exit]);
        for (uint32_t j = 0; j < concurrent->precedences.count; j++)
            assert_true(concurrent->precedences.data[j].after != id ||
                        executed.data[concurrent->precedences.data[j].before]);
        for (uint32_t j = 0; j < concurrent->sections.count; j++) {
            const Section *section = &concurrent->sections.data[j];
            owner.data[j] &= section->end != id;
            if (section->begin != id)
                continue;
            for (uint32_t k = 0; k < concurrent->sections.count; k++)
                assert_false(owner.data[k] && concurrent->sections.data[k].lock == section->lock &&
                             !(section->reading && concurrent->sections.data[k].reading));
            owner.data[j] = 1;
        }
        executed.data[id] = true;
    }
    vector_free(&next);
    vector_free(&executed);
    vector_free(&owner);
}

// After SOLVE_SATISFIED.
static void expect_execution(Encoding *encoding, const Condition *check)
{
    EventList execution = {0};
    encoding_read_execution(encoding, &execution);
    assert_true(execution.count > 0);
    expect_order(encoding_trace(encoding), &execution);
    expect_values(encoding, &execution, check);
    vector_free(&execution);
}

// Asks about every condition and every pair of accesses that may race. Each answer must be the same however the order
// is encoded and whether or not the trace is sliced, and each solution must be an execution.
static uint32_t ask_everything(Recorded *recorded, const EncodingOptions *options, Text *answers)
{
    ConcurrentTrace *concurrent = recorded->concurrent;
    uint32_t satisfied = 0;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count; j++) {
            Encoding *encoding = encode(recorded, *options);
            SolveResult result = solve(encoding, question_fails(encoding, i, j));
            assert_int_not_equal(result, SOLVE_STOPPED);
            if (result == SOLVE_SATISFIED)
                expect_execution(encoding, &concurrent->threads.data[i].conditions.data[j]);
            satisfied += result == SOLVE_SATISFIED;
            text_append(answers, result == SOLVE_SATISFIED ? "+" : "-");
            encoding_free(encoding);
        }
    Encoding *encoding = encode(recorded, *options);
    EventPairs pairs = {0};
    question_list_races(encoding, &pairs);
    for (uint32_t i = 0; i < pairs.count; i++) {
        SolveResult result = solve(encoding, question_meet(encoding, pairs.data[i].first, pairs.data[i].second));
        assert_int_not_equal(result, SOLVE_STOPPED);
        if (result == SOLVE_SATISFIED)
            expect_execution(encoding, NULL);
        satisfied += result == SOLVE_SATISFIED;
        text_append(answers, result == SOLVE_SATISFIED ? "+" : "-");
    }
    vector_free(&pairs);
    encoding_free(encoding);
    return satisfied;
}

static void expect_executions(Recorded *recorded, bool some)
{
    Text answers[4] = {0};
    for (uint32_t i = 0; i < 4; i++) {
        EncodingOptions options = {.order_method = i & 1 ? ORDER_CLOCKS : ORDER_GRAPH, .whole_trace = i & 2};
        assert_int_equal(ask_everything(recorded, &options, &answers[i]) > 0, some);
        assert_string_equal(text_string(&answers[i]), text_string(&answers[0]));
    }
    for (uint32_t i = 0; i < 4; i++)
        text_free(&answers[i]);
}

static void solutions_are_executions(void **state)
{
    (void)state;
    static const struct {
        const char *one, *two, *end;
        bool some;
    } cases[] = {
        {"LOCK(m) x++; UNLOCK(m)", "LOCK(m) x++; UNLOCK(m)", "assert(x == 2);", false},
        {"LOCK(m) x++; UNLOCK(m)", "x++;", "assert(x == 2);", true},
        {"LOCK(m) x++; UNLOCK(m)", "LOCK(m) int a = x; UNLOCK(m) LOCK(m) x = a + 1; UNLOCK(m)", "assert(x == 2);",
         true},
        {"word = 0x01010101;", "*(char *)&word = 2; if (word != 2) word = 3;", "assert(word != 0x01010101);", true},
        {"word = 0; *(char *)&word = 7;", "y = word;", "assert(y == word);", true},
        {"x = 1; sem_post(&s);", "sem_wait(&s); assert(x == 1);", "", false},
        {"sem_post(&s); x = 1;", "sem_wait(&s); assert(x == 1);", "", true},
        {"sem_post(&s); x = 1; sem_post(&s);", "sem_wait(&s); sem_wait(&s); assert(x == 1);", "", false},
        {"BEGIN x++; y++; END", "BEGIN int a = x, b = y; END assert(a == b);", "", false},
        {"BEGIN x++; y++; END", "int a = x, b = y; assert(a == b);", "", true},
        {"pthread_rwlock_wrlock(&l); x = 1; y = 1; pthread_rwlock_unlock(&l);",
         "pthread_rwlock_rdlock(&l); int a = x, b = y; pthread_rwlock_unlock(&l); assert(a == b);", "", false},
        {"x = 1;", "y = x; int a = x; assert(a == y);", "assert(x == 1);", true},
        {"LOCK(m) LOCK(n) x++; UNLOCK(n) y = x; UNLOCK(m)", "LOCK(n) x += 2; UNLOCK(n)", "assert(y == 1);", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Recorded recorded = record_threads(cases[i].one, cases[i].two, cases[i].end);
        expect_executions(&recorded, cases[i].some);
        recorded_free(&recorded);
    }
}

// --- Fig. 1 of the paper

static void formula_of_fig1_is_small(void **state)
{
    (void)state;
    static const char *const files[] = {"fig1.c", "fig1_mutex.c"};
    for (size_t i = 0; i < 2; i++)
        for (int method = ORDER_GRAPH; method <= ORDER_CLOCKS; method++) {
            Recorded recorded = record_file(files[i]);
            EncodingOptions options = {.whole_trace = true, .order_method = (OrderMethod)method};
            Encoding *encoding = encode(&recorded, options);
            assert_int_equal(solve(encoding, assertion_fails(encoding)), SOLVE_SATISFIED);
            EncodingStatistics size = encoding_statistics(encoding);
            assert_int_equal(size.events, recorded.concurrent->events.count);
            assert_true(size.reads >= 3 && size.widest_read >= 3);
            assert_true(size.candidates <= size.reads * size.widest_read);
            assert_true(size.order.literals + size.candidates <=
                        size.events + size.reads * size.widest_read * size.widest_read);
            uint32_t thread, index;
            expect_execution(encoding, find_check(recorded.concurrent, PROPERTY_ASSERTION, &thread, &index));
            encoding_free(encoding);
            recorded_free(&recorded);
        }
}

static SolveResult solve_bounded(Recorded *recorded, uint64_t switches)
{
    Encoding *encoding = encode(recorded, (EncodingOptions){0});
    ContextBound *bound = context_bound_create(encoding, switches, false);
    Literal assumptions[] = {assertion_fails(encoding), context_bound_literal(bound, switches)};
    SolveResult result;
    do {
        result = encoding_solve(encoding, assumptions, 2);
    } while (result == SOLVE_SATISFIED && context_bound_extend(bound));
    uint32_t thread, index;
    if (result == SOLVE_SATISFIED)
        expect_execution(encoding, find_check(recorded->concurrent, PROPERTY_ASSERTION, &thread, &index));
    else // without the bound there is one
        assert_true(solver_failed(encoding_solver(encoding), assumptions[1]));
    context_bound_free(bound);
    encoding_free(encoding);
    return result;
}

static void fig1_needs_two_switches(void **state)
{
    (void)state;
    Recorded recorded = record_file("fig1.c");
    assert_int_equal(solve_bounded(&recorded, 0), SOLVE_REFUTED);
    assert_int_equal(solve_bounded(&recorded, 1), SOLVE_REFUTED);
    assert_int_equal(solve_bounded(&recorded, 2), SOLVE_SATISFIED);
    assert_int_equal(solve_bounded(&recorded, UINT64_MAX), SOLVE_SATISFIED);
    recorded_free(&recorded);
}

static void fig1_needs_symbolic_reads(void **state)
{
    (void)state;
    static const struct {
        CausalModel concurrent;
        SolveResult result;
    } cases[] = {
        {CAUSAL_SYMBOLIC, SOLVE_SATISFIED}, {CAUSAL_MAXIMAL, SOLVE_REFUTED}, {CAUSAL_HAPPENS_BEFORE, SOLVE_REFUTED}};
    Recorded recorded = record_file("fig1.c");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Encoding *encoding = encode(&recorded, (EncodingOptions){.causal_model = cases[i].concurrent});
        assert_int_equal(solve(encoding, assertion_fails(encoding)), cases[i].result);
        encoding_free(encoding);
    }
    recorded_free(&recorded);
    // This one the maximal model sees, too.
    recorded = record_file("fig1_maximal.c");
    for (int concurrent = CAUSAL_SYMBOLIC; concurrent <= CAUSAL_MAXIMAL; concurrent++) {
        Encoding *encoding = encode(&recorded, (EncodingOptions){.causal_model = (CausalModel)concurrent});
        assert_int_equal(solve(encoding, assertion_fails(encoding)), SOLVE_SATISFIED);
        encoding_free(encoding);
    }
    recorded_free(&recorded);
}

// --- Deadlock

#define BOTH(first, second) "LOCK(" first ") LOCK(" second ") x++; UNLOCK(" second ") UNLOCK(" first ")"

static void opposite_orders_deadlock(void **state)
{
    (void)state;
    for (int method = ORDER_GRAPH; method <= ORDER_CLOCKS; method++) {
        Recorded recorded = record_threads(BOTH("m", "n"), BOTH("n", "m"), "");
        assert_true(question_deadlock_possible(recorded.concurrent));
        Encoding *encoding = encode(&recorded, (EncodingOptions){.order_method = (OrderMethod)method});
        DeadlockQuestion question = {0};
        question_deadlock(encoding, &question);
        Literal kinds[] = {question.local, question.global};
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(solve(encoding, kinds[i]), SOLVE_SATISFIED);
            expect_execution(encoding, NULL);
            uint32_t stuck = 0;
            for (uint32_t j = 0; j < question.stuck.count; j++)
                stuck += question.stuck.data[j].thread && encoding_holds(encoding, question.stuck.data[j].literal);
            assert_int_equal(stuck, 2);
        }
        vector_free(&question.stuck);
        encoding_free(encoding);
        recorded_free(&recorded);
    }
}

static void one_order_does_not_deadlock(void **state)
{
    (void)state;
    Recorded recorded = record_threads(BOTH("m", "n"), BOTH("m", "n"), "");
    assert_false(question_deadlock_possible(recorded.concurrent));
    recorded_free(&recorded);
    // Locks in opposite orders, but never at the same time: only the formula tells.
    recorded =
        record_threads("LOCK(gate) " BOTH("m", "n") " UNLOCK(gate)", "LOCK(gate) " BOTH("n", "m") " UNLOCK(gate)", "");
    assert_true(question_deadlock_possible(recorded.concurrent));
    Encoding *encoding = encode(&recorded, (EncodingOptions){0});
    DeadlockQuestion question = {0};
    question_deadlock(encoding, &question);
    assert_int_equal(solve(encoding, question.local), SOLVE_REFUTED);
    assert_int_equal(solve(encoding, question.global), SOLVE_REFUTED);
    vector_free(&question.stuck);
    encoding_free(encoding);
    recorded_free(&recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_of_one_size_are_one_cell), cmocka_unit_test(accesses_of_different_sizes_are_split),
        cmocka_unit_test(protected_sections_are_nodes),      cmocka_unit_test(outer_sections_are_not_nodes),
        cmocka_unit_test(atomic_sections_are_nodes),         cmocka_unit_test(additions_in_one_node_are_sums),
        cmocka_unit_test(other_writes_are_no_sums),          cmocka_unit_test(solutions_are_executions),
        cmocka_unit_test(formula_of_fig1_is_small),          cmocka_unit_test(fig1_needs_two_switches),
        cmocka_unit_test(fig1_needs_symbolic_reads),         cmocka_unit_test(opposite_orders_deadlock),
        cmocka_unit_test(one_order_does_not_deadlock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
