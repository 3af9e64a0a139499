// Beginnings of several threads, and what is known of the runs that have them. The ways of single threads:
// test_beginning.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "paths/known.h"
#include "hand_path.h"

enum { NAME = 77, OTHER_NAME = 78 };

// --- Beginnings

enum { SAMPLE_LEVEL = 12, OTHER_LEVEL = 4 };

// A branch and a trylock, in 5 events.
static ThreadPath sample_path(void)
{
    ThreadPath path = {.name = NAME, .level = SAMPLE_LEVEL};
    decide(&path, DECISION_CONDITION, (PathPoint){0, 1}, 1);
    decide(&path, DECISION_OUTCOME, (PathPoint){1, 3}, 0);
    return path;
}

// Two threads up to these levels, as the sample and with a branch; threads may come in any order.
static Beginning sample_beginning(uint32_t first, uint32_t second, bool turned_round)
{
    ThreadPath path = sample_path(), other = {.name = OTHER_NAME, .level = OTHER_LEVEL};
    decide(&other, DECISION_CONDITION, (PathPoint){0, 0}, 1);
    Way ways[2] = {way_begin(&path, first), way_begin(&other, second)};
    Beginning beginning = {0};
    for (uint32_t i = 0; i < 2; i++)
        vector_push(&beginning.ways, ways[turned_round ? 1 - i : i]);
    vector_free(&path.decisions);
    vector_free(&other.decisions);
    return beginning;
}

static void beginnings_contain_what_all_threads_do(void **state)
{
    (void)state;
    enum { FIRST = SAMPLE_LEVEL + 1, SECOND = OTHER_LEVEL + 1, BOTH = FIRST * SECOND };
    for (uint32_t i = 0; i < BOTH * BOTH * 2; i++) {
        uint32_t first = i % FIRST, second = i / FIRST % SECOND, less = i / BOTH % FIRST,
                 lesser = i / BOTH / FIRST % SECOND;
        Beginning whole = sample_beginning(first, second, false),
                  part = sample_beginning(less, lesser, i / BOTH / BOTH);
        assert_int_equal(beginning_contains(&whole, &part), less <= first && lesser <= second);
        beginning_free(&whole);
        beginning_free(&part);
    }
}

static void threads_that_are_not_there_do_nothing(void **state)
{
    (void)state;
    Beginning whole = sample_beginning(SAMPLE_LEVEL, OTHER_LEVEL, true), part = sample_beginning(6, 2, false),
              none = {0};
    assert_ptr_equal(beginning_find(&whole, NAME, 1), &whole.ways.data[1]);
    assert_ptr_equal(beginning_find(&whole, NAME, 0), &whole.ways.data[1]);
    assert_ptr_equal(beginning_find(&whole, NAME, 9), &whole.ways.data[1]);
    assert_null(beginning_find(&whole, 5, 0));
    assert_null(beginning_find(&none, NAME, 0));
    assert_true(beginning_contains(&whole, &none));
    assert_true(beginning_contains(&none, &none));
    assert_true(beginning_contains(&whole, &part));
    Way *unknown = &part.ways.data[1];
    unknown->thread = 5;
    assert_false(beginning_contains(&whole, &part));
    unknown->steps.count = 0; // it is there, and decides nothing
    assert_false(beginning_contains(&whole, &part));
    unknown->level = 0;
    assert_true(beginning_contains(&whole, &part));
    unknown->leaves = true; // it leaves at once
    assert_false(beginning_contains(&whole, &part));
    assert_false(beginning_contains(&none, &part));
    beginning_free(&whole);
    beginning_free(&part);
}

static void expect_same_beginning(const Beginning *a, const Beginning *b)
{
    Bytes one = {0}, other = {0};
    beginning_put(a, &one);
    beginning_put(b, &other);
    assert_int_equal(one.length, other.length);
    assert_memory_equal(one.data, other.data, one.length);
    bytes_free(&one);
    bytes_free(&other);
}

static void beginnings_of_paths_go_to_the_end(void **state)
{
    (void)state;
    Path path = {0};
    Beginning beginning = {0}, back = {0};
    vector_push(&path.threads, sample_path());
    vector_push(&path.threads, ((ThreadPath){.name = OTHER_NAME, .level = 8}));
    // Where it waits is a step, though it never got there.
    decide(&path.threads.data[0], DECISION_RELEASE, (PathPoint){1, 5}, 0);
    path.threads.data[0].decisions.data[2].joins = true;
    beginning_of_path(&path, &beginning);
    assert_int_equal(beginning.ways.count, 2);
    assert_int_equal(beginning.ways.data[0].steps.count, 3);
    assert_int_equal(beginning.ways.data[0].level, SAMPLE_LEVEL);
    assert_int_equal(beginning.ways.data[0].steps.data[2].level, SAMPLE_LEVEL + 1);
    assert_int_equal(beginning.ways.data[1].thread, OTHER_NAME);
    assert_int_equal(beginning.ways.data[1].steps.count, 0);
    assert_int_equal(beginning.ways.data[1].level, 8);

    vector_push(&beginning.ways.data[0].firm, 2);
    Bytes bytes = {0};
    beginning_put(&beginning, &bytes);
    BytesReader reader = bytes_reader(&bytes);
    beginning_get(&reader, &back);
    assert_true(bytes_at_end(&reader));
    expect_same_beginning(&beginning, &back);
    assert_true(way_is_firm(&back.ways.data[0], 2));
    assert_true(back.ways.data[0].steps.data[2].waits && back.ways.data[0].steps.data[2].joins);
    bytes_free(&bytes);
    beginning_free(&beginning);
    beginning_free(&back);
    path_free(&path);
}

// --- What is known

static const uint64_t nobody = UINT64_MAX - 1;

// Nodes of a run that was made and of any that are found to begin like this, or nobody.
static void expect_found(const Known *known, uint32_t first, uint32_t second, uint64_t made, uint64_t any)
{
    Beginning beginning = sample_beginning(first, second, false);
    const KnownRun *made_run = known_find(known, &beginning, true), *any_run = known_find(known, &beginning, false);
    assert_true((made_run ? made_run->node : nobody) == made);
    assert_true((any_run ? any_run->node : nobody) == any);
    assert_true(!made_run || made_run->made);
    beginning_free(&beginning);
}

static KnownRun sample_run(uint64_t node, bool made, uint32_t first, uint32_t second)
{
    return (KnownRun){.node = node,
                      .made = made,
                      .stopped = made && first < SAMPLE_LEVEL,
                      .counts = made,
                      .path = node * 3,
                      .beginning = sample_beginning(first, second, false)};
}

static void add(Known *known, uint64_t node, bool made, uint32_t first, uint32_t second)
{
    KnownRun run = sample_run(node, made, first, second);
    known_add(known, &run);
}

static void runs_take_the_place_of_their_plans(void **state)
{
    (void)state;
    Known known = {0};
    expect_found(&known, 0, 0, nobody, nobody);
    assert_null(known_run(&known, 0));
    add(&known, 7, false, 4, 0);
    add(&known, 0, false, 0, 2); // node 0 is a node like any other
    expect_found(&known, 4, 0, nobody, 7);
    expect_found(&known, 5, 0, nobody, nobody);
    expect_found(&known, 0, 2, nobody, 0);
    expect_found(&known, 2, 2, nobody, nobody); // each in another one
    assert_ptr_equal(known_run(&known, 7), &known.runs.data[0]);
    assert_ptr_equal(known_run(&known, 0), &known.runs.data[1]);
    assert_null(known_run(&known, 1));
    add(&known, 7, true, 6, 0);
    assert_int_equal(known.runs.count, 2);
    assert_true(known_run(&known, 7)->made && known_run(&known, 7)->stopped && known_run(&known, 7)->counts);
    assert_int_equal(known_run(&known, 7)->path, 21);
    expect_found(&known, 6, 0, 7, 7);
    expect_found(&known, 7, 0, nobody, nobody); // it stopped there
    expect_found(&known, 0, 2, nobody, 0);

    // It did not do what was planned: the plan stays one, and the node is that of the run.
    add(&known, 0, true, SAMPLE_LEVEL, 0);
    assert_int_equal(known.runs.count, 3);
    assert_ptr_equal(known_run(&known, 0), &known.runs.data[2]);
    expect_found(&known, SAMPLE_LEVEL, 0, 0, 0);
    expect_found(&known, 0, 2, nobody, 0);
    expect_found(&known, 8, 2, nobody, nobody);
    known_free(&known);
    assert_int_equal(known.runs.count, 0);
    assert_null(known_run(&known, 7));
    expect_found(&known, 0, 0, nobody, nobody);
}

static void put_news(Bytes *news, uint64_t node, bool made, uint32_t first, uint32_t second)
{
    KnownRun run = sample_run(node, made, first, second);
    vector_push(&run.beginning.ways.data[0].firm, 1);
    known_put_run(&run, news);
    beginning_free(&run.beginning);
}

static void copies_hear_the_news(void **state)
{
    (void)state;
    Known known = {0};
    Bytes news = {0};
    known_hear(&known, &news);
    assert_int_equal(known.runs.count, 0);
    put_news(&news, 3, false, 2, 0);
    put_news(&news, UINT64_MAX, true, SAMPLE_LEVEL, 2);
    put_news(&news, 3, true, 4, 4);
    known_hear(&known, &news);
    assert_int_equal(known.runs.count, 2);
    assert_ptr_equal(known_run(&known, 3), &known.runs.data[0]);
    assert_ptr_equal(known_run(&known, UINT64_MAX), &known.runs.data[1]);
    for (uint32_t i = 0; i < 2; i++) {
        KnownRun *run = &known.runs.data[i],
                 expected = i ? sample_run(UINT64_MAX, true, SAMPLE_LEVEL, 2) : sample_run(3, true, 4, 4);
        assert_true(run->made && run->counts);
        assert_int_equal(run->stopped, expected.stopped);
        assert_true(run->path == expected.path);
        assert_true(way_is_firm(&run->beginning.ways.data[0], 1));
        vector_push(&expected.beginning.ways.data[0].firm, 1);
        expect_same_beginning(&run->beginning, &expected.beginning);
        beginning_free(&expected.beginning);
    }

    known_free(&known);
    bytes_free(&news);
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
    {"el1hxg", "f", false}, // fails behind the event
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
    path.level = 2 * events + 2;
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
    beginning_of_path(&path, &run.beginning);
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
            assert_int_equal(beginning_continues(&runs[i].beginning, &runs[j].beginning), run_continues(i, j));
    // A thread that was not created goes on nowhere, and anything goes on for it.
    vector_free(&runs[0].beginning.ways.data[1].steps);
    runs[0].beginning.ways.count = 1;
    assert_true(beginning_continues(&runs[1].beginning, &runs[0].beginning));
    assert_false(beginning_continues(&runs[0].beginning, &runs[STOPS].beginning));
    for (uint32_t i = 0; i < RUNS; i++)
        beginning_free(&runs[i].beginning);
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
            assert_int_equal(beginning_falls_short(&runs[i].beginning, &runs[j].beginning),
                             stop_falls_short(&stops[i % STOPS], &stops[j % STOPS]) ||
                                 stop_falls_short(&stops[i / STOPS], &stops[j / STOPS]));
    // Nobody falls short of a thread that was not created.
    Beginning none = {0};
    assert_false(beginning_falls_short(&runs[WAITS].beginning, &none));
    assert_false(beginning_falls_short(&none, &runs[END].beginning));
    for (uint32_t i = 0; i < RUNS; i++)
        beginning_free(&runs[i].beginning);
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
    Known known = {0};
    for (uint32_t i = 0; i < count; i++) {
        KnownRun run = stopped_run(numbers[i]);
        run.node = i;
        known_add(&known, &run);
    }
    uint32_t paths = (uint32_t)known_count_paths(&known);
    known_free(&known);
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

    Known known = {0};
    assert_int_equal(known_count_paths(&known), 0);
    KnownRun planned = stopped_run(BRANCH), waits = stopped_run(WAITS), pruned = stopped_run(END),
             same = stopped_run(BRANCH);
    planned.made = planned.stopped = planned.counts = false;
    pruned.counts = false;
    waits.node = 1;
    pruned.node = 2;
    same.node = 3;
    known_add(&known, &planned);
    assert_int_equal(known_count_paths(&known), 0);
    known_add(&known, &waits);
    known_add(&known, &pruned); // neither this nor the plan goes on for it
    assert_int_equal(known_count_paths(&known), 1);
    // What has another way but the same fingerprint is no other path.
    same.path = waits.path;
    known_add(&known, &same);
    assert_int_equal(known_count_paths(&known), 1);
    known_free(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beginnings_contain_what_all_threads_do),
        cmocka_unit_test(threads_that_are_not_there_do_nothing),
        cmocka_unit_test(beginnings_of_paths_go_to_the_end),
        cmocka_unit_test(runs_take_the_place_of_their_plans),
        cmocka_unit_test(copies_hear_the_news),
        cmocka_unit_test(runs_go_on_where_others_were_stopped),
        cmocka_unit_test(stopped_runs_fall_short_of_what_others_do),
        cmocka_unit_test(paths_do_not_depend_on_the_order_of_runs),
        cmocka_unit_test(stopped_runs_are_paths_where_nobody_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
