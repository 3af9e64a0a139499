// What the exploration of paths hands around: the decisions of recorded runs and their fingerprints, items of work and
// what they yield as bytes, the tree that is dumped. Path prefixes: test_path_prefix.c; runs known by
// them: test_known_runs.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "paths/item_result.h"
#include "paths/path_tree.h"
#include "recorded_run.h"

#define PRELUDE                                                                                                  \
    TEST_HEADERS "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n"                \
                 "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" \
                 "int x, y, a[4];\n"

// --- Decisions of recorded runs

typedef struct Recorded {
    Trace *trace;
    ConcurrentTrace *concurrent;
    Path path;
} Recorded;

// Under the schedule given as text, as the exploration runs programs: symbolic, and threads may stay waiting at the
// end.
static Recorded record(const TestProgram *test, const char *schedule, const InputPlan *inputs)
{
    MachineOptions options = test_machine_options(test);
    options.stay_waiting = options.error_branches = true;
    options.inputs = inputs;
    Recorded recorded = {.trace = test_record(test, options, schedule, NULL)};
    recorded.concurrent = concurrent_trace_create(recorded.trace, NULL);
    path_read(recorded.concurrent, &recorded.path);
    return recorded;
}

static void recorded_free(Recorded *recorded)
{
    path_free(&recorded->path);
    concurrent_trace_free(recorded->concurrent);
    trace_free(recorded->trace);
}

// Whatever the program: points rise up to the last event, and each prefix is the fingerprint of what stands before.
static void expect_consistent(const Recorded *recorded)
{
    const Path *path = &recorded->path;
    assert_int_equal(path->threads.count, recorded->concurrent->threads.count);
    for (uint32_t i = 0; i < path->threads.count; i++) {
        const ThreadPath *thread = &path->threads.data[i];
        uint64_t fingerprint = 0;
        for (uint32_t j = 0; j < thread->decisions.count; j++) {
            const Decision *decision = &thread->decisions.data[j];
            if (j)
                assert_int_equal(path_point_compare(decision[-1].point, decision->point), -1);
            assert_true(decision->fingerprint_before == fingerprint);
            fingerprint = path_extend(fingerprint, decision->kind, decision->point, decision->value);
            uint32_t events = recorded->concurrent->threads.data[i].events.count;
            assert_in_range(decision->point.events, 0, events - (decision->kind == DECISION_OUTCOME));
            if (decision->kind == DECISION_RELEASE || decision->fails)
                assert_true(j + 1 == thread->decisions.count && decision->point.events == events);
            for (uint32_t k = 0; k < j; k++)
                assert_true(thread->decisions.data[k].fingerprint_before != decision->fingerprint_before);
            assert_true(decision->fingerprint_before != thread->fingerprint);
        }
        assert_true(fingerprint == thread->fingerprint);
        for (uint32_t j = 0; j < i; j++)
            assert_true(path->threads.data[j].name != thread->name);
    }
}

static void points_are_ordered(void **state)
{
    (void)state;
    static const PathPoint rising[] = {{0, 0}, {1, 0}, {UINT32_MAX, 0}, {0, 1}, {7, 1}, {0, UINT32_MAX}};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            assert_int_equal(path_point_compare(rising[i], rising[j]), (i > j) - (i < j));
}

// One thread decides three times between events: a branch, a pin, a branch.
static void decisions_stand_at_their_points(void **state)
{
    (void)state;
    TestProgram test = test_load(PRELUDE "void *one(void *p) { int k = x;\nif (k > 3) y = 1;\n"
                                         "a[k & 3] = 5;\nif (y == 0) y = 2; return p; }\n"
                                         "int main(void) { pthread_t t; x = __VERIFIER_nondet_int();\n"
                                         "pthread_create(&t, 0, one, 0); pthread_join(t, 0); return 0; }\n");
    InputPlan inputs = {0};
    vector_push(&inputs.placed, (PlacedInput){0, 0, 2, true});
    Recorded recorded = record(&test, NULL, &inputs);
    expect_consistent(&recorded);
    assert_int_equal(recorded.path.threads.count, 2);
    assert_int_equal(recorded.path.threads.data[0].decisions.count, 0);
    const ThreadPath *thread = &recorded.path.threads.data[1];
    assert_int_equal(thread->decisions.count, 3);
    const Decision *decisions = thread->decisions.data;
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(decisions[i].kind, DECISION_CONDITION);
        assert_true(decisions[i].expression != NO_TERM);
        assert_int_equal(recorded.concurrent->threads.data[1].conditions.data[decisions[i].index].trace,
                         decisions[i].trace);
        assert_int_equal(recorded.trace->events.data[decisions[i].trace].thread, 1);
    }
    assert_int_equal(recorded.trace->events.data[decisions[0].trace].kind, EVENT_branch);
    assert_int_equal(recorded.trace->events.data[decisions[1].trace].kind, EVENT_pin);
    assert_int_equal(decisions[0].value, 0);
    assert_true(decisions[0].two_ways);
    assert_false(decisions[1].two_ways); // four elements
    assert_true(decisions[2].two_ways);
    assert_int_equal(decisions[2].value, 1);
    assert_int_equal(decisions[0].point.decided, 0);
    assert_int_equal(decisions[0].fingerprint_before, 0);
    // Both before the write to the element, the last one after it and the read of y.
    assert_int_equal(decisions[0].point.events, decisions[1].point.events);
    assert_int_equal(decisions[2].point.events, decisions[1].point.events + 2);

    Text text = {0};
    path_describe_decision(recorded.concurrent, &decisions[2], 0, &text);
    const char *end = strrchr(text_string(&text), ':');
    assert_non_null(end);
    assert_string_equal(end, ":12=0");
    text_free(&text);
    recorded_free(&recorded);
    vector_free(&inputs.placed);
    test_unload(&test);
}

// Two threads that branch on what they read; the order makes three of four combinations possible.
static const char both_look[] =
    PRELUDE "void *one(void *p) { if (y == 0) { x = 1; } return p; }\n"
            "void *two(void *p) { if (x == 0) { y = 1; } return p; }\n"
            "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n"
            "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";

// Equal fingerprints exactly where the branches are the same, over many schedules.
static void fingerprints_tell_branches_apart(void **state)
{
    (void)state;
    enum { SCHEDULES = 40 };
    TestProgram test = test_load(both_look);
    uint64_t of_branches[4] = {0};
    uint32_t seen = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
        char schedule[32];
        snprintf(schedule, sizeof schedule, "random:%d", seed);
        Recorded recorded = record(&test, schedule, NULL);
        expect_consistent(&recorded);
        uint32_t threads = 0;
        for (uint32_t i = 1; i <= 2; i++) {
            assert_int_equal(recorded.path.threads.data[i].decisions.count, 1);
            threads |= (uint32_t)recorded.path.threads.data[i].decisions.data[0].value << (i - 1);
        }
        assert_in_range(threads, 0, 3);
        uint64_t fingerprint = path_fingerprint(recorded.trace);
        if (!(seen >> threads & 1))
            of_branches[threads] = fingerprint;
        assert_true(of_branches[threads] == fingerprint);
        seen |= 1u << threads;
        recorded_free(&recorded);
    }
    assert_int_equal(seen, 1 << 1 | 1 << 2 | 1 << 3); // not both passed by
    assert_true(of_branches[1] != of_branches[2] && of_branches[2] != of_branches[3] &&
                of_branches[1] != of_branches[3]);
    test_unload(&test);
}

// Who creates first gets the lower id; a thread is known by its creator all the same.
static void fingerprints_do_not_depend_on_thread_ids(void **state)
{
    (void)state;
    enum { SCHEDULES = 40 };
    TestProgram test = test_load(
        PRELUDE "void *leaf(void *p) { if (a[(long)p]) { y = 1; } return p; }\n"
                "void *one(void *p) { pthread_t t; x = 1; pthread_create(&t, 0, leaf, (void *)0); pthread_join(t, 0);"
                " return p; }\n"
                "void *two(void *p) { pthread_t t; x = 2; pthread_create(&t, 0, leaf, (void *)1); pthread_join(t, 0);"
                " return p; }\n"
                "int main(void) { pthread_t t, u; a[0] = __VERIFIER_nondet_int(); a[1] = __VERIFIER_nondet_int();\n"
                "pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n"
                "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n");
    uint64_t fingerprints[2][2] = {0}, leaf_of[3] = {0};
    uint32_t seen[2] = {0};
    for (uint32_t given = 0; given < 2; given++) {
        // The leaf of one goes on, or that of two.
        InputPlan inputs = {0};
        vector_push(&inputs.placed, (PlacedInput){0, 0, given == 0, true});
        vector_push(&inputs.placed, (PlacedInput){0, 1, given == 1, true});
        for (int seed = 0; seed < SCHEDULES; seed++) {
            char schedule[32];
            snprintf(schedule, sizeof schedule, "random:%d", seed);
            Recorded recorded = record(&test, schedule, &inputs);
            expect_consistent(&recorded);
            assert_int_equal(recorded.path.threads.count, 5);
            uint32_t creator = recorded.concurrent->events.data[recorded.concurrent->threads.data[3].create].thread;
            assert_in_range(creator, 1, 2);
            for (uint32_t i = 3; i < 5; i++) {
                uint32_t parent = i == 3 ? creator : 3 - creator;
                if (!leaf_of[parent])
                    leaf_of[parent] = recorded.path.threads.data[i].name;
                assert_true(leaf_of[parent] == recorded.path.threads.data[i].name);
            }
            uint64_t fingerprint = path_fingerprint(recorded.trace);
            if (!(seen[given] >> (creator - 1) & 1))
                fingerprints[given][creator - 1] = fingerprint;
            assert_true(fingerprints[given][creator - 1] == fingerprint);
            seen[given] |= 1u << (creator - 1);
            recorded_free(&recorded);
        }
        assert_int_equal(seen[given], 3); // both ids happened
        assert_true(fingerprints[given][0] == fingerprints[given][1]);
        vector_free(&inputs.placed);
    }
    assert_true(fingerprints[0][0] != fingerprints[1][0]);
    test_unload(&test);
}

static void outcomes_and_waits_are_decisions(void **state)
{
    (void)state;
    TestProgram test = test_load(
        PRELUDE "void *one(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return p; }\n"
                "void *two(void *p) { if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);\n"
                "return p; }\n"
                "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n"
                "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n");
    uint64_t fingerprints[2] = {0};
    uint32_t seen = 0;
    for (int seed = 0; seed < 40; seed++) {
        char schedule[32];
        snprintf(schedule, sizeof schedule, "random:%d", seed);
        Recorded recorded = record(&test, schedule, NULL);
        expect_consistent(&recorded);
        assert_int_equal(recorded.path.threads.data[1].decisions.count, 0);
        assert_int_equal(recorded.path.threads.data[2].decisions.count, 1);
        const Decision *decision = &recorded.path.threads.data[2].decisions.data[0];
        assert_int_equal(decision->kind, DECISION_OUTCOME);
        assert_true(decision->two_ways);
        assert_in_range(decision->value, 0, 1);
        Text text = {0};
        path_describe_decision(recorded.concurrent, decision, decision->value, &text);
        assert_non_null(strstr(text_string(&text), decision->value ? ":10 succeeds" : ":10 fails"));
        text_free(&text);
        fingerprints[decision->value] = path_fingerprint(recorded.trace);
        seen |= 1u << decision->value;
        recorded_free(&recorded);
    }
    assert_int_equal(seen, 3);
    assert_true(fingerprints[0] != fingerprints[1]);
    test_unload(&test);

    // Nobody signals: the thread waits, and main for it.
    test = test_load(PRELUDE "void *one(void *p) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);\n"
                             "pthread_mutex_unlock(&m); return p; }\n"
                             "int main(void) { pthread_t t; pthread_create(&t, 0, one, 0);\n"
                             "pthread_join(t, 0); return 0; }\n");
    Recorded recorded = record(&test, NULL, NULL);
    expect_consistent(&recorded);
    const ThreadPath *thread = &recorded.path.threads.data[1];
    assert_int_equal(thread->decisions.count, 1);
    assert_int_equal(thread->decisions.data[0].kind, DECISION_RELEASE);
    assert_int_equal(thread->decisions.data[0].point.events, recorded.concurrent->threads.data[1].events.count);
    Text text = {0};
    path_describe_decision(recorded.concurrent, &thread->decisions.data[0], thread->decisions.data[0].value, &text);
    assert_non_null(strstr(text_string(&text), ":9 waits"));
    text_free(&text);
    recorded_free(&recorded);
    test_unload(&test);
}

// How far threads came: all of their events, and the end of the process, which is no event of the model.
static void progress_counts_events(void **state)
{
    (void)state;
    TestProgram test = test_load(PRELUDE "void *one(void *p) { x = 1; if (y) { x = 2; } exit(0); }\n"
                                         "int main(void) { pthread_t t; pthread_create(&t, 0, one, 0);\n"
                                         "pthread_join(t, 0); return 0; }\n");
    Recorded recorded = record(&test, NULL, NULL);
    expect_consistent(&recorded);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(recorded.path.threads.data[i].progress,
                         recorded.concurrent->threads.data[i].events.count * 2 + 2 + 2 * i);
    recorded_free(&recorded);
    test_unload(&test);
}

static void assertions_that_fail_are_decisions(void **state)
{
    (void)state;
    for (int holds = 0; holds < 2; holds++) {
        TestProgram test = test_load(PRELUDE "int main(void) { x = __VERIFIER_nondet_int();\n"
                                             "if (y == 0) y = 1;\nassert(x == 1); y = 2; return 0; }\n");
        InputPlan inputs = {0};
        vector_push(&inputs.placed, (PlacedInput){0, 0, (uint64_t)holds, true});
        Recorded recorded = record(&test, NULL, &inputs);
        expect_consistent(&recorded);
        const ThreadPath *thread = &recorded.path.threads.data[0];
        uint32_t failed = 0;
        for (uint32_t i = 0; i < thread->decisions.count; i++)
            failed += thread->decisions.data[i].fails;
        assert_int_equal(failed, !holds);
        recorded_free(&recorded);
        vector_free(&inputs.placed);
        test_unload(&test);
    }
}

// --- Items

static void fill_prefix(PathPrefix *prefix, uint32_t seed)
{
    vector_resize(&prefix->threads, 3);
    for (uint32_t i = 0; i < 3; i++) {
        ThreadPrefix *thread = &prefix->threads.data[i];
        thread->thread = UINT64_MAX - seed - i;
        thread->progress = UINT32_MAX - seed - i;
        for (uint32_t j = 0; j < i; j++) {
            uint64_t value = UINT64_C(0xfedcba9876543210) + seed + j;
            vector_push(
                &thread->decisions,
                ((PrefixDecision){
                    {seed + j, j}, value, ~value, UINT32_MAX - j, (i + j) % 2, (seed + i) % 2, (seed + j) % 2}));
            vector_push(&thread->firm, UINT32_MAX - j);
        }
    }
    prefix->threads.data[seed % 3].negates = true;
    prefix->threads.data[seed % 3].negated_point = (PathPoint){UINT32_MAX, seed};
    prefix->threads.data[seed % 3].negated_value = UINT64_C(0x8000000000000000) + seed;
    prefix->threads.data[seed % 3].negated_progress = UINT32_MAX - seed;
}

static void expect_same_thread(const ThreadPrefix *a, const ThreadPrefix *b)
{
    assert_true(a->thread == b->thread);
    assert_int_equal(a->progress, b->progress);
    assert_int_equal(a->negates, b->negates);
    assert_int_equal(path_point_compare(a->negated_point, b->negated_point), 0);
    assert_true(a->negated_value == b->negated_value);
    assert_int_equal(a->negated_progress, b->negated_progress);
    assert_int_equal(a->decisions.count, b->decisions.count);
    for (uint32_t i = 0; i < a->decisions.count; i++) {
        assert_int_equal(path_point_compare(a->decisions.data[i].point, b->decisions.data[i].point), 0);
        assert_true(a->decisions.data[i].value == b->decisions.data[i].value);
        assert_true(a->decisions.data[i].fingerprint == b->decisions.data[i].fingerprint);
        assert_int_equal(a->decisions.data[i].progress, b->decisions.data[i].progress);
        assert_int_equal(a->decisions.data[i].waits, b->decisions.data[i].waits);
        assert_int_equal(a->decisions.data[i].fails, b->decisions.data[i].fails);
    }
    assert_int_equal(a->firm.count, b->firm.count);
    for (uint32_t i = 0; i < a->firm.count; i++)
        assert_int_equal(a->firm.data[i], b->firm.data[i]);
}

static void expect_same_prefix(const PathPrefix *a, const PathPrefix *b)
{
    assert_int_equal(a->threads.count, b->threads.count);
    for (uint32_t i = 0; i < a->threads.count; i++)
        expect_same_thread(&a->threads.data[i], &b->threads.data[i]);
}

static void fill_item(WorkItem *item, uint32_t seed)
{
    item->node = UINT64_C(0x100000000) * seed + 5;
    item->again = seed / 2 % 2;
    item->guide.last = seed % 2 ? UINT32_MAX : 1;
    fill_prefix(&item->prefix, seed);
    vector_push(&item->guide.events, ((GuideEvent){0, 1, 2, 3}));
    vector_push(&item->guide.events, ((GuideEvent){4, seed, UINT32_MAX, UINT32_MAX}));
    vector_push(&item->guide.threads, ((GuideThread){0, 0}));
    vector_push(&item->guide.threads, ((GuideThread){1, 2}));
    vector_push(&item->guide.inputs.placed, ((PlacedInput){1, 2, UINT64_C(0x8000000000000001), true}));
    vector_push(&item->guide.inputs.placed, ((PlacedInput){3, 4, seed, false}));
}

static void expect_same_item(const WorkItem *a, const WorkItem *b)
{
    assert_true(a->node == b->node);
    assert_int_equal(a->again, b->again);
    expect_same_prefix(&a->prefix, &b->prefix);
    assert_int_equal(a->guide.last, b->guide.last);
    assert_int_equal(a->guide.events.count, b->guide.events.count);
    for (uint32_t i = 0; i < a->guide.events.count; i++) {
        assert_int_equal(a->guide.events.data[i].thread, b->guide.events.data[i].thread);
        assert_int_equal(a->guide.events.data[i].index, b->guide.events.data[i].index);
        assert_int_equal(a->guide.events.data[i].woken, b->guide.events.data[i].woken);
        assert_int_equal(a->guide.events.data[i].outcome, b->guide.events.data[i].outcome);
    }
    assert_int_equal(a->guide.threads.count, b->guide.threads.count);
    for (uint32_t i = 0; i < a->guide.threads.count; i++) {
        assert_int_equal(a->guide.threads.data[i].creator, b->guide.threads.data[i].creator);
        assert_int_equal(a->guide.threads.data[i].ordinal, b->guide.threads.data[i].ordinal);
    }
    assert_int_equal(a->guide.inputs.placed.count, b->guide.inputs.placed.count);
    for (uint32_t i = 0; i < a->guide.inputs.placed.count; i++) {
        const PlacedInput *one = &a->guide.inputs.placed.data[i], *other = &b->guide.inputs.placed.data[i];
        assert_int_equal(one->thread, other->thread);
        assert_int_equal(one->index, other->index);
        assert_true(one->value == other->value);
        assert_int_equal(one->open, other->open);
    }
}

static void items_come_back_from_bytes(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 4; seed++) {
        WorkItem item = {0}, back = {0}, empty = {0}, empty_back = {0};
        Bytes bytes = {0};
        fill_item(&item, seed);
        work_item_put(&item, &bytes);
        work_item_put(&empty, &bytes);
        BytesReader reader = bytes_reader(&bytes);
        work_item_get(&reader, &back);
        work_item_get(&reader, &empty_back);
        assert_true(bytes_at_end(&reader));
        expect_same_item(&item, &back);
        expect_same_item(&empty, &empty_back);
        work_item_free(&item);
        work_item_free(&back);
        work_item_free(&empty_back);
        bytes_free(&bytes);
    }
}

static void copies_are_their_own(void **state)
{
    (void)state;
    WorkItem item = {0}, copy, expected = {0};
    fill_item(&item, 1);
    fill_item(&expected, 1);
    work_item_copy(&item, &copy);
    item.guide.events.data[0].thread++;
    item.guide.inputs.placed.count = 1;
    item.prefix.threads.data[2].decisions.data[0].fingerprint++;
    item.prefix.threads.data[2].decisions.data[1].value++;
    item.prefix.threads.data[2].firm.data[0]--;
    item.prefix.threads.data[1].firm.count = 0;
    vector_push(&item.prefix.threads.data[1].decisions, (PrefixDecision){0});
    expect_same_item(&copy, &expected);
    work_item_free(&item);
    work_item_free(&copy);
    work_item_free(&expected);
}

// --- What an item yields

static void fill_result(ItemResult *result, uint32_t flag)
{
    bool *const flags[] = {&result->discarded, &result->pruned,
#define X(name) &result->coverage.name,
                           COVERAGE_FLAGS(X)
#undef X
    };
    if (flag < sizeof flags / sizeof *flags)
        *flags[flag] = true;
    result->node = UINT64_C(0x123456789abcdef0) + flag;
    result->path = UINT64_MAX - flag;
    if (flag % 3)
        fill_prefix(&result->prefix, flag);
    result->stopped_early = flag / 2 % 2;
    for (uint32_t i = 0; i < flag % 3; i++)
        vector_push(&result->relied, UINT64_MAX - flag - i);
    if (flag % 3)
        fill_item(&result->item, flag + 1);
    result->stopped = flag % 2 ? LIMIT_TIMEOUT : LIMIT_NONE;
    uint64_t count = 7;
#define X(kind, name, description) result->statistics.name = ++count;
    STATISTICS_TABLE(X)
#undef X
    result->statistics.solver_s = 0.125;
    memset(result->coverage.input_name, 'n', sizeof result->coverage.input_name - 1);
    text_append(&result->coverage.unknown, "bound: a \"loop\"\n");
    text_append(&result->description, "T1: a.c:3=1");
    for (uint32_t i = 0; i < 2; i++) {
        FoundViolation found = {.race = i};
        for (uint32_t j = 0; j < 3 * i; j++)
            vector_push(&found.choices, ((Choice){j, i + j}));
        for (uint32_t j = 0; j < 2; j++)
            vector_push(&found.inputs, UINT64_MAX - i - j);
        vector_push(&result->violations, found);
    }
    Child refuted = {.reachable = false}, child = {.reachable = true};
    text_append(&refuted.label, "thread 1: not a.c:3=1");
    fill_item(&child.item, flag);
    vector_push(&result->children, refuted);
    vector_push(&result->children, child);
}

static void expect_same_result(const ItemResult *a, const ItemResult *b)
{
    assert_true(a->node == b->node && a->path == b->path);
#define X(name) assert_int_equal(a->coverage.name, b->coverage.name);
    COVERAGE_FLAGS(X)
#undef X
    assert_int_equal(a->discarded, b->discarded);
    assert_int_equal(a->pruned, b->pruned);
    assert_int_equal(a->stopped, b->stopped);
    expect_same_prefix(&a->prefix, &b->prefix);
    assert_int_equal(a->stopped_early, b->stopped_early);
    assert_int_equal(a->relied.count, b->relied.count);
    for (uint32_t i = 0; i < a->relied.count; i++)
        assert_true(a->relied.data[i] == b->relied.data[i]);
    expect_same_item(&a->item, &b->item);
#define X(kind, name, description) assert_true(a->statistics.name == b->statistics.name);
    STATISTICS_TABLE(X)
#undef X
    assert_string_equal(a->coverage.input_name, b->coverage.input_name);
    assert_string_equal(text_string(&a->coverage.unknown), text_string(&b->coverage.unknown));
    assert_string_equal(text_string(&a->description), text_string(&b->description));
    assert_int_equal(a->violations.count, b->violations.count);
    for (uint32_t i = 0; i < a->violations.count; i++) {
        const FoundViolation *one = &a->violations.data[i], *other = &b->violations.data[i];
        assert_int_equal(one->race, other->race);
        assert_int_equal(one->choices.count, other->choices.count);
        for (uint32_t j = 0; j < one->choices.count; j++) {
            assert_int_equal(one->choices.data[j].thread, other->choices.data[j].thread);
            assert_int_equal(one->choices.data[j].alternative, other->choices.data[j].alternative);
        }
        assert_int_equal(one->inputs.count, other->inputs.count);
        for (uint32_t j = 0; j < one->inputs.count; j++)
            assert_true(one->inputs.data[j] == other->inputs.data[j]);
    }
    assert_int_equal(a->children.count, b->children.count);
    for (uint32_t i = 0; i < a->children.count; i++) {
        assert_string_equal(text_string(&a->children.data[i].label), text_string(&b->children.data[i].label));
        assert_int_equal(a->children.data[i].reachable, b->children.data[i].reachable);
        expect_same_item(&a->children.data[i].item, &b->children.data[i].item);
    }
}

static void results_come_back_from_bytes(void **state)
{
    (void)state;
    for (uint32_t flag = 0; flag <= 9; flag++) { // 9: none
        ItemResult result = {0}, back = {0};
        Bytes bytes = {0};
        fill_result(&result, flag);
        item_result_put(&result, &bytes);
        BytesReader reader = bytes_reader(&bytes);
        item_result_get(&reader, &back);
        assert_true(bytes_at_end(&reader));
        expect_same_result(&result, &back);
        item_result_free(&result);
        item_result_free(&back);
        bytes_free(&bytes);
    }
}

// --- The tree

static void trees_are_written(void **state)
{
    (void)state;
    PathTree tree = {0};
    Text text = {0}, dot = {0};
    path_tree_append_text(&tree, &text);
    assert_int_equal(text.length, 0);
    assert_int_equal(path_tree_add(&tree, 0, "true"), 0);
    assert_int_equal(path_tree_add(&tree, 0, "first"), 1);
    assert_int_equal(path_tree_add(&tree, 0, "say \"no\\\""), 2);
    assert_int_equal(path_tree_add(&tree, 1, "third"), 3);
    assert_int_equal(path_tree_add(&tree, 2, "fourth"), 4);
    tree.nodes.data[0].state = PATH_NODE_VIOLATED;
    text_append(&tree.nodes.data[0].path, "T1: \"a\".c:3=1");
    tree.nodes.data[1].state = PATH_NODE_PATH;
    tree.nodes.data[2].state = PATH_NODE_UNREACHABLE;
    tree.nodes.data[3].state = PATH_NODE_DISCARDED;
    path_tree_append_text(&tree, &text);
    assert_string_equal(text_string(&text), "true: violation  [T1: \"a\".c:3=1]\n"
                                            "  first: path\n"
                                            "    third: discarded\n"
                                            "  say \"no\\\": unreachable\n"
                                            "    fourth: not explored\n");
    path_tree_append_graphviz(&tree, &dot);
    assert_string_equal(text_string(&dot), "digraph paths {\n"
                                           "    node [shape=box, style=filled, fontname=\"monospace\"];\n"
                                           "    n0 [fillcolor=tomato, label=\"T1: \\\"a\\\".c:3=1\"];\n"
                                           "    n1 [fillcolor=palegreen, label=\"path\"];\n"
                                           "    n0 -> n1 [label=\"first\"];\n"
                                           "    n2 [fillcolor=lightgray, label=\"unreachable\"];\n"
                                           "    n0 -> n2 [label=\"say \\\"no\\\\\\\"\"];\n"
                                           "    n3 [fillcolor=white, label=\"discarded\"];\n"
                                           "    n1 -> n3 [label=\"third\"];\n"
                                           "    n4 [fillcolor=gray, label=\"not explored\"];\n"
                                           "    n2 -> n4 [label=\"fourth\"];\n"
                                           "}\n");
    text_free(&text);
    text_free(&dot);
    path_tree_free(&tree);
}

// A chain as a loop makes it.
static void trees_may_be_deep(void **state)
{
    (void)state;
    enum { DEPTH = 3000 };
    PathTree tree = {0};
    Text text = {0};
    for (uint32_t i = 0; i < DEPTH; i++)
        path_tree_add(&tree, i ? i - 1 : 0, "again");
    path_tree_append_text(&tree, &text);
    uint32_t lines = 0;
    for (const char *at = text_string(&text); *at; at++)
        lines += *at == '\n';
    assert_int_equal(lines, DEPTH);
    text_free(&text);
    path_tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_ordered),
        cmocka_unit_test(decisions_stand_at_their_points),
        cmocka_unit_test(fingerprints_tell_branches_apart),
        cmocka_unit_test(fingerprints_do_not_depend_on_thread_ids),
        cmocka_unit_test(outcomes_and_waits_are_decisions),
        cmocka_unit_test(progress_counts_events),
        cmocka_unit_test(assertions_that_fail_are_decisions),
        cmocka_unit_test(items_come_back_from_bytes),
        cmocka_unit_test(copies_are_their_own),
        cmocka_unit_test(results_come_back_from_bytes),
        cmocka_unit_test(trees_are_written),
        cmocka_unit_test(trees_may_be_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
