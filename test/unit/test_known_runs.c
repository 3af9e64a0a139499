// Path prefixes of several threads, and the runs that are known by them. The prefixes of single threads:
// test_path_prefix.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "paths/known_runs.h"
#include "hand_path.h"

enum { NAME = 77, OTHER_NAME = 78 };

// --- Path prefixes

enum { SAMPLE_PROGRESS = 12, OTHER_PROGRESS = 4 };

// A branch and a trylock, in 5 events.
static ThreadPath sample_path(void)
{
    ThreadPath path = {.name = NAME, .progress = SAMPLE_PROGRESS};
    decide(&path, DECISION_CONDITION, (PathPoint){0, 1}, 1);
    decide(&path, DECISION_OUTCOME, (PathPoint){1, 3}, 0);
    return path;
}

// Two threads up to this progress, as the sample and with a branch; threads may come in any order.
static PathPrefix sample_prefix(uint32_t first, uint32_t second, bool swapped)
{
    ThreadPath path = sample_path(), other = {.name = OTHER_NAME, .progress = OTHER_PROGRESS};
    decide(&other, DECISION_CONDITION, (PathPoint){0, 0}, 1);
    ThreadPrefix threads[2] = {thread_prefix_up_to(&path, first), thread_prefix_up_to(&other, second)};
    PathPrefix prefix = {0};
    for (uint32_t i = 0; i < 2; i++)
        vector_push(&prefix.threads, threads[swapped ? 1 - i : i]);
    vector_free(&path.decisions);
    vector_free(&other.decisions);
    return prefix;
}

static void prefixes_subsume_what_all_threads_do(void **state)
{
    (void)state;
    enum { FIRST = SAMPLE_PROGRESS + 1, SECOND = OTHER_PROGRESS + 1, BOTH = FIRST * SECOND };
    for (uint32_t i = 0; i < BOTH * BOTH * 2; i++) {
        uint32_t first = i % FIRST, second = i / FIRST % SECOND, less = i / BOTH % FIRST,
                 lesser = i / BOTH / FIRST % SECOND;
        PathPrefix whole = sample_prefix(first, second, false), part = sample_prefix(less, lesser, i / BOTH / BOTH);
        assert_int_equal(path_prefix_subsumes(&part, &whole), less <= first && lesser <= second);
        path_prefix_free(&whole);
        path_prefix_free(&part);
    }
}

static void threads_that_are_not_there_do_nothing(void **state)
{
    (void)state;
    PathPrefix whole = sample_prefix(SAMPLE_PROGRESS, OTHER_PROGRESS, true), part = sample_prefix(6, 2, false),
               none = {0};
    assert_ptr_equal(path_prefix_find_thread(&whole, NAME, 1), &whole.threads.data[1]);
    assert_ptr_equal(path_prefix_find_thread(&whole, NAME, 0), &whole.threads.data[1]);
    assert_ptr_equal(path_prefix_find_thread(&whole, NAME, 9), &whole.threads.data[1]);
    assert_null(path_prefix_find_thread(&whole, 5, 0));
    assert_null(path_prefix_find_thread(&none, NAME, 0));
    assert_true(path_prefix_subsumes(&none, &whole));
    assert_true(path_prefix_subsumes(&none, &none));
    assert_true(path_prefix_subsumes(&part, &whole));
    ThreadPrefix *unknown = &part.threads.data[1];
    unknown->thread = 5;
    assert_false(path_prefix_subsumes(&part, &whole));
    unknown->decisions.count = 0; // it is there, and decides nothing
    assert_false(path_prefix_subsumes(&part, &whole));
    unknown->progress = 0;
    assert_true(path_prefix_subsumes(&part, &whole));
    unknown->negates = true; // it negates its first decision
    assert_false(path_prefix_subsumes(&part, &whole));
    assert_false(path_prefix_subsumes(&part, &none));
    path_prefix_free(&whole);
    path_prefix_free(&part);
}

static void expect_same_prefix(const PathPrefix *a, const PathPrefix *b)
{
    Bytes one = {0}, other = {0};
    path_prefix_put(a, &one);
    path_prefix_put(b, &other);
    assert_int_equal(one.length, other.length);
    assert_memory_equal(one.data, other.data, one.length);
    bytes_free(&one);
    bytes_free(&other);
}

static void prefixes_of_paths_go_to_the_end(void **state)
{
    (void)state;
    Path path = {0};
    PathPrefix prefix = {0}, back = {0};
    vector_push(&path.threads, sample_path());
    vector_push(&path.threads, ((ThreadPath){.name = OTHER_NAME, .progress = 8}));
    // Where it waits is a decision, though it never got there.
    decide(&path.threads.data[0], DECISION_RELEASE, (PathPoint){1, 5}, 0);
    path.threads.data[0].decisions.data[2].joins = true;
    path_prefix_of_path(&path, &prefix);
    assert_int_equal(prefix.threads.count, 2);
    assert_int_equal(prefix.threads.data[0].decisions.count, 3);
    assert_int_equal(prefix.threads.data[0].progress, SAMPLE_PROGRESS);
    assert_int_equal(prefix.threads.data[0].decisions.data[2].progress, SAMPLE_PROGRESS + 1);
    assert_int_equal(prefix.threads.data[1].thread, OTHER_NAME);
    assert_int_equal(prefix.threads.data[1].decisions.count, 0);
    assert_int_equal(prefix.threads.data[1].progress, 8);

    vector_push(&prefix.threads.data[0].firm, 2);
    Bytes bytes = {0};
    path_prefix_put(&prefix, &bytes);
    BytesReader reader = bytes_reader(&bytes);
    path_prefix_get(&reader, &back);
    assert_true(bytes_at_end(&reader));
    expect_same_prefix(&prefix, &back);
    assert_true(thread_prefix_is_firm(&back.threads.data[0], 2));
    assert_true(back.threads.data[0].decisions.data[2].waits && back.threads.data[0].decisions.data[2].joins);
    bytes_free(&bytes);
    path_prefix_free(&prefix);
    path_prefix_free(&back);
    path_free(&path);
}

// --- What is known

static const uint64_t nobody = UINT64_MAX - 1;

// Nodes of a run that was made and of any that are found to begin like this, or nobody.
static void expect_found(const KnownRuns *known, uint32_t first, uint32_t second, uint64_t made, uint64_t any)
{
    PathPrefix prefix = sample_prefix(first, second, false);
    const KnownRun *made_run = known_runs_find(known, &prefix, true), *any_run = known_runs_find(known, &prefix, false);
    assert_true((made_run ? made_run->node : nobody) == made);
    assert_true((any_run ? any_run->node : nobody) == any);
    assert_true(!made_run || made_run->made);
    path_prefix_free(&prefix);
}

static KnownRun sample_run(uint64_t node, bool made, uint32_t first, uint32_t second)
{
    return (KnownRun){.node = node,
                      .made = made,
                      .stopped = made && first < SAMPLE_PROGRESS,
                      .counts = made,
                      .path = node * 3,
                      .prefix = sample_prefix(first, second, false)};
}

static void add(KnownRuns *known, uint64_t node, bool made, uint32_t first, uint32_t second)
{
    KnownRun run = sample_run(node, made, first, second);
    known_runs_add(known, &run);
}

static void runs_take_the_place_of_their_plans(void **state)
{
    (void)state;
    KnownRuns known = {0};
    expect_found(&known, 0, 0, nobody, nobody);
    assert_null(known_runs_find_node(&known, 0));
    add(&known, 7, false, 4, 0);
    add(&known, 0, false, 0, 2); // node 0 is a node like any other
    expect_found(&known, 4, 0, nobody, 7);
    expect_found(&known, 5, 0, nobody, nobody);
    expect_found(&known, 0, 2, nobody, 0);
    expect_found(&known, 2, 2, nobody, nobody); // each in another one
    assert_ptr_equal(known_runs_find_node(&known, 7), &known.runs.data[0]);
    assert_ptr_equal(known_runs_find_node(&known, 0), &known.runs.data[1]);
    assert_null(known_runs_find_node(&known, 1));
    add(&known, 7, true, 6, 0);
    assert_int_equal(known.runs.count, 2);
    assert_true(known_runs_find_node(&known, 7)->made && known_runs_find_node(&known, 7)->stopped &&
                known_runs_find_node(&known, 7)->counts);
    assert_int_equal(known_runs_find_node(&known, 7)->path, 21);
    expect_found(&known, 6, 0, 7, 7);
    expect_found(&known, 7, 0, nobody, nobody); // it stopped there
    expect_found(&known, 0, 2, nobody, 0);

    // It did not do what was planned: the plan stays one, and the node is that of the run.
    add(&known, 0, true, SAMPLE_PROGRESS, 0);
    assert_int_equal(known.runs.count, 3);
    assert_ptr_equal(known_runs_find_node(&known, 0), &known.runs.data[2]);
    expect_found(&known, SAMPLE_PROGRESS, 0, 0, 0);
    expect_found(&known, 0, 2, nobody, 0);
    expect_found(&known, 8, 2, nobody, nobody);
    known_runs_free(&known);
    assert_int_equal(known.runs.count, 0);
    assert_null(known_runs_find_node(&known, 7));
    expect_found(&known, 0, 0, nobody, nobody);
}

static void put_update(Bytes *update, uint64_t node, bool made, uint32_t first, uint32_t second)
{
    KnownRun run = sample_run(node, made, first, second);
    vector_push(&run.prefix.threads.data[0].firm, 1);
    known_run_put(&run, update);
    path_prefix_free(&run.prefix);
}

static void copies_are_updated(void **state)
{
    (void)state;
    KnownRuns known = {0};
    Bytes update = {0};
    known_runs_update(&known, &update);
    assert_int_equal(known.runs.count, 0);
    put_update(&update, 3, false, 2, 0);
    put_update(&update, UINT64_MAX, true, SAMPLE_PROGRESS, 2);
    put_update(&update, 3, true, 4, 4);
    known_runs_update(&known, &update);
    assert_int_equal(known.runs.count, 2);
    assert_ptr_equal(known_runs_find_node(&known, 3), &known.runs.data[0]);
    assert_ptr_equal(known_runs_find_node(&known, UINT64_MAX), &known.runs.data[1]);
    for (uint32_t i = 0; i < 2; i++) {
        KnownRun *run = &known.runs.data[i],
                 expected = i ? sample_run(UINT64_MAX, true, SAMPLE_PROGRESS, 2) : sample_run(3, true, 4, 4);
        assert_true(run->made && run->counts);
        assert_int_equal(run->stopped, expected.stopped);
        assert_true(run->path == expected.path);
        assert_true(thread_prefix_is_firm(&run->prefix.threads.data[0], 1));
        vector_push(&expected.prefix.threads.data[0].firm, 1);
        expect_same_prefix(&run->prefix, &expected.prefix);
        path_prefix_free(&expected.prefix);
    }

    known_runs_free(&known);
    bytes_free(&update);
}

// --- Runs that are stopped

// All that a thread may do that takes a lock, branches, asserts something, and waits. Each letter is an event or
// decision.
typedef struct Stop {
    const char *done;    // before it was stopped or came to its end
    const char *stopped; // a decision that others do not meet, or ""
    bool ends;
} Stop;

static const Stop stops[] = {
    {"", "", false},        // the process ended
    {"e", "", false},       // the same, before the lock
    {"e", "w", false},      // waits for the lock
    {"el0", "", true},      // branches
    {"el1", "f", false},    // the assertion fails
    {"el1h", "", false},    // it holds, and the process ends
    {"el1hx", "w", false},  // waits
    {"el1hx", "j", false},  // the same, for the end of another thread
    {"el1hxg", "f", false}, // fails after the event
    {"el1hxgh", "", true},
};
enum { EARLY = 1, WAITS = 2, BRANCH = 3, FAILS = 4, WAITS_LATE = 6, JOINS = 7, FAILS_LATE = 8, END = 9 };
enum { STOPS = sizeof stops / sizeof *stops, RUNS = STOPS * STOPS };

static ThreadPath stopped_path(uint64_t name, const Stop *stop)
{
    ThreadPath path = {.name = name};
    uint32_t decided = 0, events = 0;
    for (const char *at = stop->done; *at; at++) {
        bool branch = *at == '0' || *at == '1';
        if (branch)
            decide(&path, DECISION_CONDITION, (PathPoint){decided, events}, *at == '1');
        bool condition = branch || *at == 'h';
        decided += condition;
        events += !condition;
    }
    if (*stop->stopped == 'w' || *stop->stopped == 'j') {
        decide(&path, DECISION_RELEASE, (PathPoint){decided, events}, 0);
        vector_last(&path.decisions).joins = *stop->stopped == 'j';
    }
    if (*stop->stopped == 'f')
        decide(&path, DECISION_CONDITION, (PathPoint){decided, events}, 0)->fails = true;
    path.progress = 2 * events + 2;
    return path;
}

// Two threads, each stopped somewhere or not.
static KnownRun stopped_run(uint32_t number)
{
    const Stop *both[2] = {&stops[number % STOPS], &stops[number / STOPS]};
    KnownRun run = {.made = true, .counts = true, .path = 1000 + number};
    Path path = {0};
    for (uint32_t i = 0; i < 2; i++) {
        run.stopped |= !both[i]->ends;
        vector_push(&path.threads, stopped_path(i ? OTHER_NAME : NAME, both[i]));
    }
    path_prefix_of_path(&path, &run.prefix);
    path_free(&path);
    return run;
}

static bool stop_continues(const Stop *made, const Stop *stopped)
{
    char all[16] = "";
    strcat(strcat(all, made->done), made->stopped);
    return !strncmp(all, stopped->done, strlen(stopped->done));
}

static bool run_continues(uint32_t made, uint32_t stopped)
{
    return stop_continues(&stops[made % STOPS], &stops[stopped % STOPS]) &&
           stop_continues(&stops[made / STOPS], &stops[stopped / STOPS]);
}

static void runs_go_on_where_others_were_stopped(void **state)
{
    (void)state;
    KnownRun runs[RUNS];
    for (uint32_t i = 0; i < RUNS; i++)
        runs[i] = stopped_run(i);
    for (uint32_t i = 0; i < RUNS; i++)
        for (uint32_t j = 0; j < RUNS; j++)
            assert_int_equal(path_prefix_continues(&runs[i].prefix, &runs[j].prefix), run_continues(i, j));
    // A thread that was not created goes on nowhere, and anything goes on for it.
    vector_free(&runs[0].prefix.threads.data[1].decisions);
    runs[0].prefix.threads.count = 1;
    assert_true(path_prefix_continues(&runs[1].prefix, &runs[0].prefix));
    assert_false(path_prefix_continues(&runs[0].prefix, &runs[STOPS].prefix));
    for (uint32_t i = 0; i < RUNS; i++)
        path_prefix_free(&runs[i].prefix);
}

static uint32_t count_events(const Stop *stop)
{
    uint32_t events = 0;
    for (const char *at = stop->done; *at; at++)
        events += !strchr("01h", *at);
    return events;
}

static bool stop_falls_short(const Stop *stopped, const Stop *made)
{
    return *stopped->stopped != 'j' && stop_continues(made, stopped) && count_events(made) > count_events(stopped);
}

static void stopped_runs_fall_short_of_what_others_do(void **state)
{
    (void)state;
    static const struct {
        uint32_t stopped, made;
        bool falls_short;
    } examples[] = {
        {WAITS, END, true},       {WAITS, BRANCH, true},          {WAITS, WAITS, false},
        {FAILS, END, true},       {FAILS, WAITS_LATE, true},      {FAILS, WAITS, false},
        {FAILS, BRANCH, false}, // decides otherwise before
        {WAITS_LATE, END, true},  {WAITS_LATE, FAILS_LATE, true}, {JOINS, END, false},
        {FAILS_LATE, END, false}, // there is nothing more to do
        {END, END, false},        {WAITS_LATE, BRANCH, false},
    };
    for (uint32_t i = 0; i < sizeof examples / sizeof *examples; i++)
        assert_int_equal(stop_falls_short(&stops[examples[i].stopped], &stops[examples[i].made]),
                         examples[i].falls_short);
    KnownRun runs[RUNS];
    for (uint32_t i = 0; i < RUNS; i++)
        runs[i] = stopped_run(i);
    for (uint32_t i = 0; i < RUNS; i++)
        for (uint32_t j = 0; j < RUNS; j++)
            assert_int_equal(path_prefix_falls_short(&runs[i].prefix, &runs[j].prefix),
                             stop_falls_short(&stops[i % STOPS], &stops[j % STOPS]) ||
                                 stop_falls_short(&stops[i / STOPS], &stops[j / STOPS]));
    // Nobody falls short of a thread that was not created.
    PathPrefix none = {0};
    assert_false(path_prefix_falls_short(&runs[WAITS].prefix, &none));
    assert_false(path_prefix_falls_short(&none, &runs[END].prefix));
    for (uint32_t i = 0; i < RUNS; i++)
        path_prefix_free(&runs[i].prefix);
}

// Without those that another goes on from; of those that go on from each other, one.
static uint32_t expected_paths(const uint32_t *numbers, uint32_t count)
{
    uint32_t paths = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool own = true;
        for (uint32_t j = 0; j < count && own; j++) {
            bool there = run_continues(numbers[j], numbers[i]), back = run_continues(numbers[i], numbers[j]);
            own = !there || (back && i <= j);
        }
        paths += own;
    }
    return paths;
}

static uint32_t count_paths(const uint32_t *numbers, uint32_t count)
{
    KnownRuns known = {0};
    for (uint32_t i = 0; i < count; i++) {
        KnownRun run = stopped_run(numbers[i]);
        run.node = i;
        known_runs_add(&known, &run);
    }
    uint32_t paths = (uint32_t)known_runs_count_paths(&known);
    known_runs_free(&known);
    return paths;
}

static void paths_do_not_depend_on_the_order_of_runs(void **state)
{
    (void)state;
    enum { SETS = 400, MOST = 9 };
    uint32_t counts[MOST + 1] = {0};
    uint64_t random = 1;
    for (uint32_t set = 0; set < SETS; set++) {
        uint32_t numbers[MOST], count = 1 + set % MOST;
        for (uint32_t i = 0; i < count; i++)
            numbers[i] = (uint32_t)((random = hash_mix(random + 1)) % RUNS);
        uint32_t expected = expected_paths(numbers, count);
        counts[expected]++;
        for (uint32_t order = 0; order < 8; order++) {
            assert_int_equal(count_paths(numbers, count), expected);
            uint32_t i = (uint32_t)((random = hash_mix(random + 1)) % count), number = numbers[i];
            memmove(&numbers[1], numbers, i * sizeof *numbers);
            numbers[0] = number;
        }
    }
    assert_true(counts[1] && counts[2] && counts[4]);
}

static void stopped_runs_are_paths_where_nobody_goes_on(void **state)
{
    (void)state;
#define COUNT(...) count_paths((uint32_t[]){__VA_ARGS__}, sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
    assert_int_equal(COUNT(WAITS), 1);
    assert_int_equal(COUNT(WAITS, WAITS), 1);
    assert_int_equal(COUNT(WAITS, EARLY, WAITS), 1);
    assert_int_equal(COUNT(WAITS, FAILS, BRANCH), 2);
    assert_int_equal(COUNT(WAITS, FAILS, BRANCH, END), 2);
    assert_int_equal(COUNT(WAITS, WAITS + STOPS * END), 1);
    assert_int_equal(COUNT(FAILS_LATE, JOINS, WAITS_LATE), 1);
    assert_int_equal(COUNT(FAILS_LATE, BRANCH, END), 2);
    assert_int_equal(COUNT(WAITS + STOPS * BRANCH, WAITS + STOPS * END), 2);
    // Each goes on where the other does not.
    assert_int_equal(COUNT(WAITS + STOPS * END, END + STOPS * WAITS), 2);
    assert_int_equal(COUNT(WAITS + STOPS * END, END + STOPS * WAITS, END + STOPS * END), 1);
#undef COUNT

    KnownRuns known = {0};
    assert_int_equal(known_runs_count_paths(&known), 0);
    KnownRun planned = stopped_run(BRANCH), waits = stopped_run(WAITS), pruned = stopped_run(END),
             same = stopped_run(BRANCH);
    planned.made = planned.stopped = planned.counts = false;
    pruned.counts = false;
    waits.node = 1;
    pruned.node = 2;
    same.node = 3;
    known_runs_add(&known, &planned);
    assert_int_equal(known_runs_count_paths(&known), 0);
    known_runs_add(&known, &waits);
    known_runs_add(&known, &pruned); // neither this nor the plan goes on for it
    assert_int_equal(known_runs_count_paths(&known), 1);
    // What has another way but the same fingerprint is no other path.
    same.path = waits.path;
    known_runs_add(&known, &same);
    assert_int_equal(known_runs_count_paths(&known), 1);
    known_runs_free(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefixes_subsume_what_all_threads_do),
        cmocka_unit_test(threads_that_are_not_there_do_nothing),
        cmocka_unit_test(prefixes_of_paths_go_to_the_end),
        cmocka_unit_test(runs_take_the_place_of_their_plans),
        cmocka_unit_test(copies_are_updated),
        cmocka_unit_test(runs_go_on_where_others_were_stopped),
        cmocka_unit_test(stopped_runs_fall_short_of_what_others_do),
        cmocka_unit_test(paths_do_not_depend_on_the_order_of_runs),
        cmocka_unit_test(stopped_runs_are_paths_where_nobody_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
