// How runs begin: ways that are turned and compared, and beginnings that contain others.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/map.h"
#include "paths/beginning.h"
#include "hand_path.h"

// --- Paths made by hand

enum { NAME = 77 };

enum { SAMPLE_STEPS = 4, SAMPLE_LEVEL = 20 };
static const uint32_t sample_levels[SAMPLE_STEPS] = {6, 6, 13, 21};

// A branch, a pin, a trylock, and a lock that it waits for.
static ThreadPath sample_path(void)
{
    ThreadPath path = {.name = NAME, .level = SAMPLE_LEVEL};
    decide(&path, DECISION_CONDITION, (PathPoint){0, 2}, 1);
    decide(&path, DECISION_CONDITION, (PathPoint){1, 2}, 40)->two_ways = false;
    decide(&path, DECISION_OUTCOME, (PathPoint){2, 5}, 0);
    decide(&path, DECISION_RELEASE, (PathPoint){2, 9}, 0);
    return path;
}

static Way whole_way(const ThreadPath *path)
{
    Way way = way_begin(path, UINT32_MAX);
    way.level = path->level;
    return way;
}

// The first steps of the sample, and all up to the next one.
static Way first_steps(uint32_t count)
{
    ThreadPath path = sample_path();
    Way way = whole_way(&path);
    way.steps.count = count;
    if (count < SAMPLE_STEPS)
        way.level = sample_levels[count] - 1;
    vector_free(&path.decisions);
    return way;
}

static void way_free(Way *way)
{
    vector_free(&way->steps);
    vector_free(&way->firm);
}

static bool way_is_in(const Way *whole, const Way *part)
{
    Beginning one = {.ways = {.data = (Way *)whole, .count = 1}}, other = {.ways = {.data = (Way *)part, .count = 1}};
    return beginning_contains(&one, &other);
}

// --- Ways

static void ways_begin_like_their_paths(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    path.decisions.data[0].fails = path.decisions.data[3].joins = true;
    for (uint32_t level = 0; level <= SAMPLE_LEVEL + 1; level++) {
        Way way = way_begin(&path, level);
        uint32_t count = 0;
        while (count < SAMPLE_STEPS && sample_levels[count] <= level)
            count++;
        assert_int_equal(way.thread, NAME);
        assert_int_equal(way.level, level);
        assert_int_equal(way.steps.count, count);
        assert_false(way.leaves);
        assert_int_equal(way.firm.count, 0);
        for (uint32_t i = 0; i < count; i++) {
            const Decision *decision = &path.decisions.data[i];
            const WayStep *step = &way.steps.data[i];
            assert_int_equal(path_point_compare(step->point, decision->point), 0);
            assert_int_equal(step->value, decision->value);
            assert_int_equal(step->level, sample_levels[i]);
            assert_int_equal(step->waits, i == 3);
            assert_int_equal(step->joins, i == 3);
            assert_int_equal(step->fails, i == 0);
            assert_true(step->print == (i == 3 ? path.fingerprint : decision[1].prefix));
        }
        way_free(&way);
    }
    vector_free(&path.decisions);
}

static void ways_are_turned(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    for (uint32_t i = 0; i < SAMPLE_STEPS; i++) {
        const Decision *decision = &path.decisions.data[i];
        Way way = way_turn(&path, decision, 41);
        assert_int_equal(way.level, sample_levels[i] - 1);
        assert_int_equal(way.leaves, decision->two_ways);
        if (decision->two_ways) {
            assert_int_equal(way.steps.count, i);
            assert_int_equal(path_point_compare(way.left_point, decision->point), 0);
            assert_int_equal(way.left_value, decision->value);
            assert_int_equal(way.left_level, sample_levels[i]);
        } else {
            const WayStep *last = &way.steps.data[i];
            assert_int_equal(way.steps.count, i + 1);
            assert_int_equal(last->value, 41);
            assert_int_equal(last->level, sample_levels[i]);
            assert_false(last->waits || last->joins || last->fails);
            assert_true(last->print == path_extend(decision->prefix, DECISION_CONDITION, decision->point, 41));
        }
        way_free(&way);
    }
    vector_free(&path.decisions);
}

// The sample with another value at one of its decisions, and nothing behind it.
static ThreadPath turned_path(uint32_t index, uint64_t value)
{
    ThreadPath path = sample_path();
    Decision decision = path.decisions.data[index];
    path.decisions.count = index;
    path.fingerprint = decision.prefix;
    decide(&path, decision.kind, decision.point, value)->two_ways = decision.two_ways;
    path.level = 2 * SAMPLE_LEVEL;
    return path;
}

static uint32_t agreement(const Way *one, const Way *other)
{
    uint32_t agrees = way_agrees(one, other);
    assert_int_equal(way_agrees(other, one), agrees);
    return agrees;
}

static void ways_agree_until_they_go_apart(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    Way all = whole_way(&path);
    assert_int_equal(agreement(&all, &all), SAMPLE_STEPS);
    for (uint32_t i = 0; i < SAMPLE_STEPS; i++) {
        Way first = first_steps(i), turned = way_turn(&path, &path.decisions.data[i], 41);
        assert_int_equal(agreement(&all, &first), i);
        assert_int_equal(agreement(&all, &turned), i);
        assert_int_equal(agreement(&first, &turned), i);
        assert_int_equal(agreement(&turned, &turned), turned.steps.count);
        way_free(&first);
        way_free(&turned);
    }
    way_free(&all);
    vector_free(&path.decisions);
}

// What a way does where it leaves another is known, though it is none of its steps.
static void ways_agree_in_what_they_leave(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    for (uint32_t i = 0; i < SAMPLE_STEPS; i++) {
        bool two_ways = path.decisions.data[i].two_ways;
        ThreadPath elsewhere = turned_path(i, two_ways ? !path.decisions.data[i].value : 41);
        if (i == 3) // what is released may come to a decision at the same place
            elsewhere.decisions.data[3].kind = DECISION_OUTCOME;
        Way leaves = way_turn(&path, &path.decisions.data[i], 41), went = whole_way(&elsewhere);
        Way same = first_steps(i + 1);
        assert_int_equal(agreement(&leaves, &went), i + 1);
        assert_int_equal(agreement(&leaves, &same), i);
        assert_int_equal(agreement(&went, &same), i);
        way_free(&leaves);
        way_free(&went);
        way_free(&same);
        vector_free(&elsewhere.decisions);
    }
    // It leaves a failure of the trylock, and waiting there is no success.
    Way leaves = way_turn(&path, &path.decisions.data[2], 0);
    ThreadPath waiting = turned_path(2, 0);
    waiting.decisions.count = 2;
    waiting.fingerprint = path.decisions.data[2].prefix;
    decide(&waiting, DECISION_RELEASE, (PathPoint){2, 5}, 1);
    Way waits = whole_way(&waiting);
    assert_int_equal(agreement(&leaves, &waits), 2);
    assert_false(way_takes_otherwise(&waits, &path.decisions.data[2], 2));
    way_free(&leaves);
    way_free(&waits);
    vector_free(&waiting.decisions);
    vector_free(&path.decisions);
}

// A run that was made has done nothing beyond its level; a plan goes on up to a decision.
static void ways_agree_up_to_levels(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    Way all = whole_way(&path);
    for (uint32_t level = 0; level <= SAMPLE_LEVEL; level++) {
        Way way = way_begin(&path, level);
        uint32_t next = sample_levels[way.steps.count] - 1;
        assert_int_equal(way_agrees_up_to(&way, true, &all), level);
        assert_int_equal(way_agrees_up_to(&way, false, &all), next);
        // The other way round, as if the run that was made had come to its end there.
        assert_int_equal(way_agrees_up_to(&all, true, &way), next);
        assert_int_equal(way_agrees_up_to(&way, false, &way), UINT32_MAX);
        way_free(&way);
    }
    assert_int_equal(way_agrees_up_to(&all, true, &all), SAMPLE_LEVEL);
    for (uint32_t i = 0; i < SAMPLE_STEPS; i++) {
        Way turned = way_turn(&path, &path.decisions.data[i], 41);
        ThreadPath elsewhere = turned_path(i, 41);
        Way went = whole_way(&elsewhere);
        for (int made = 0; made < 2; made++) {
            assert_int_equal(way_agrees_up_to(&turned, made, &all), sample_levels[i] - 1);
            assert_int_equal(way_agrees_up_to(&went, made, &all), sample_levels[i] - 1);
        }
        // What the plan was made for.
        if (i < 3)
            assert_int_equal(way_agrees_up_to(&turned, false, &went), UINT32_MAX);
        way_free(&turned);
        way_free(&went);
        vector_free(&elsewhere.decisions);
    }
    way_free(&all);
    vector_free(&path.decisions);
}

static void ways_take_decisions_otherwise(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    Way all = whole_way(&path);
    for (uint32_t i = 0; i < SAMPLE_STEPS; i++) {
        const Decision *decision = &path.decisions.data[i];
        Way first = first_steps(i), turned = way_turn(&path, decision, 41);
        assert_false(way_takes_otherwise(&all, decision, i));
        assert_false(way_takes_otherwise(&first, decision, i)); // not known
        assert_true(way_takes_otherwise(&turned, decision, i));
        if (decision->kind != DECISION_RELEASE) {
            ThreadPath elsewhere = turned_path(i, decision->value + 1);
            Way went = whole_way(&elsewhere);
            assert_true(way_takes_otherwise(&went, decision, i));
            // The other way round: what is left has the value of the decision.
            Way back = way_turn(&elsewhere, &elsewhere.decisions.data[i], decision->value);
            assert_false(way_takes_otherwise(&back, decision, i));
            way_free(&went);
            way_free(&back);
            vector_free(&elsewhere.decisions);
        }
        // Past the place without a decision, by its level or by a later decision.
        first.level = sample_levels[i];
        assert_true(way_takes_otherwise(&first, decision, i));
        PathPoint later = {decision->point.decided, decision->point.events + 1};
        vector_push(&first.steps, ((WayStep){.point = later, .level = 2 * later.events + 3, .waits = true}));
        first.level = 0;
        assert_true(way_takes_otherwise(&first, decision, i));
        way_free(&first);
        way_free(&turned);
    }
    way_free(&all);
    vector_free(&path.decisions);
}

// Who is stopped behind an event has done it, and no more.
static void events_are_done_though_the_thread_stops_behind_them(void **state)
{
    (void)state;
    enum { EVENTS = 3, DONE = 2 * EVENTS + 1, DECIDED = 2 * EVENTS + 2 };
    ThreadPath before = {.name = NAME, .level = DECIDED - 2}, passing = {.name = NAME, .level = DECIDED};
    ThreadPath failing = passing;
    decide(&failing, DECISION_CONDITION, (PathPoint){0, EVENTS}, 0);
    failing.decisions.data[0].fails = true;
    Way not_there = whole_way(&before), stopped = whole_way(&failing), passed = whole_way(&passing);
    Way done = way_begin(&failing, DONE), decided = way_begin(&failing, DECIDED);
    Way holds = way_turn(&failing, &failing.decisions.data[0], 1);
    assert_int_equal(done.steps.count, 0);
    assert_int_equal(decided.steps.count, 1);
    assert_int_equal(holds.level, DONE);
    assert_int_equal(way_agrees_up_to(&stopped, true, &passed), DONE);
    assert_int_equal(way_agrees_up_to(&passed, true, &stopped), DONE);
    assert_int_equal(way_agrees_up_to(&not_there, true, &stopped), DECIDED - 2);
    // Whether it is in the way that stops before the event, that stops behind it, and that goes on.
    const struct {
        const Way *way;
        bool in[3];
    } expected[] = {
        {&not_there, {true, true, true}}, {&done, {false, true, true}},    {&decided, {false, true, false}},
        {&holds, {false, false, true}},   {&passed, {false, false, true}},
    };
    const Way *wholes[3] = {&not_there, &stopped, &passed};
    for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (uint32_t j = 0; j < 3; j++)
            assert_int_equal(way_is_in(wholes[j], expected[i].way), expected[i].in[j]);
    way_free(&not_there);
    way_free(&stopped);
    way_free(&passed);
    way_free(&done);
    way_free(&decided);
    way_free(&holds);
    vector_free(&failing.decisions);
}

static void firm_steps_are_listed(void **state)
{
    (void)state;
    Way way = {0};
    assert_false(way_is_firm(&way, 0));
    vector_push(&way.firm, 3);
    vector_push(&way.firm, 1);
    static const bool firm[] = {false, true, false, true, false};
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(way_is_firm(&way, i), firm[i]);
    way_free(&way);
}

// --- All that a thread can do, by a program made up at random

enum { DEPTH = 4, LEVELS = 4 * DEPTH + 3 };

// What a thread has done, so far or up to its end. Comparisons without ways look at `history` only.
typedef struct Walk {
    uint64_t history[DEPTH + 1]; // of all it did: what comes next depends on nothing else
    uint32_t depth;              // number of the last of these
    uint32_t at_level[LEVELS];   // number of the history with which it has done the event, or decided all behind it
    uint32_t before[DEPTH];      // number of the history before each decision
    uint32_t decided, events;
    bool stopped_behind; // its last event, by an assertion
    ThreadPath path;
} Walk;

typedef VECTOR(Walk) WalkList;

static void copy_walk(const Walk *walk, Walk *out)
{
    *out = *walk;
    out->path.decisions.data = NULL;
    out->path.decisions.count = out->path.decisions.capacity = 0;
    for (uint32_t i = 0; i < walk->path.decisions.count; i++)
        vector_push(&out->path.decisions, walk->path.decisions.data[i]);
}

static void walk_end(const Walk *walk, WalkList *runs)
{
    Walk run;
    copy_walk(walk, &run);
    vector_push(runs, run);
}

// All is decided so far.
static void note_level(Walk *walk)
{
    walk->path.level = 2 * walk->events + 2;
    walk->at_level[walk->path.level] = walk->depth;
}

static void walk_event(Walk *walk)
{
    walk->events++;
    walk->at_level[2 * walk->events + 1] = walk->depth;
    note_level(walk);
}

static uint64_t history_behind(uint64_t history, uint64_t what)
{
    return hash_mix(history * 31 + what + 1);
}

// What comes next goes on, as a decision or as none.
static Walk walk_step(const Walk *from, DecisionKind kind, uint64_t what, bool goes_on)
{
    Walk walk;
    copy_walk(from, &walk);
    walk.history[walk.depth + 1] = history_behind(from->history[from->depth], what);
    walk.depth++;
    if (kind == DECISION_CONDITION) {
        walk.decided++;
        note_level(&walk);
    } else if (goes_on) {
        walk_event(&walk);
    }
    return walk;
}

static void walk_note_decision(Walk *walk, const Walk *from, DecisionKind kind, uint64_t value, bool two_ways)
{
    walk->before[walk->path.decisions.count] = from->depth;
    decide(&walk->path, kind, (PathPoint){from->decided, from->events}, value)->two_ways = two_ways;
}

static void walk_on(const Walk *from, WalkList *runs);

static void walk_decide(const Walk *from, DecisionKind kind, uint64_t values, WalkList *runs)
{
    for (uint64_t value = 0; value < values; value++) {
        Walk walk = walk_step(from, kind, value, true);
        walk_note_decision(&walk, from, kind, value, values == 2);
        walk_on(&walk, runs);
        vector_free(&walk.path.decisions);
    }
}

// A lock is waited for or taken; taken, it is no decision. An assertion fails, and the thread ends there, or holds and
// is none.
static void walk_past(const Walk *from, DecisionKind kind, WalkList *runs)
{
    Walk stays = walk_step(from, kind, 0, false), passes = walk_step(from, kind, 1, true);
    walk_note_decision(&stays, from, kind, 0, true);
    stays.stopped_behind = vector_last(&stays.path.decisions).fails = kind == DECISION_CONDITION;
    walk_end(&stays, runs);
    walk_on(&passes, runs);
    vector_free(&stays.path.decisions);
    vector_free(&passes.path.decisions);
}

static void walk_on(const Walk *from, WalkList *runs)
{
    uint64_t history = from->history[from->depth];
    if (from->depth == DEPTH || history % 11 == 0) {
        walk_end(from, runs);
        return;
    }
    Walk walk = *from;
    bool may_end = history % 5 == 0; // with the process, before an event
    if (may_end)
        walk_end(from, runs);
    if (may_end || history / 64 % 2)
        walk_event(&walk);
    switch (history / 1024 % 6) {
    case 0:
        walk_decide(&walk, DECISION_CONDITION, 3, runs);
        break;
    case 1:
        walk_decide(&walk, DECISION_OUTCOME, 2, runs);
        break;
    case 2:
    case 3:
        walk_past(&walk, DECISION_RELEASE, runs);
        break;
    case 4:
        walk_past(&walk, DECISION_CONDITION, runs);
        break;
    default:
        walk_decide(&walk, DECISION_CONDITION, 2, runs);
    }
}

// Something a way was made of.
typedef struct Claim {
    const Walk *run;
    uint32_t level;
    uint32_t turned; // number of a decision, or UINT32_MAX
    uint64_t value;
    Way way;
} Claim;

typedef VECTOR(Claim) ClaimList;

static bool same_at_level(const Walk *run, const Walk *other, uint32_t level)
{
    return level <= run->path.level && level <= other->path.level &&
           run->history[run->at_level[level]] == other->history[other->at_level[level]];
}

static bool fulfils(const Walk *run, const Claim *claim)
{
    if (claim->turned == UINT32_MAX)
        return same_at_level(run, claim->run, claim->level);
    uint32_t before = claim->run->before[claim->turned];
    if (run->depth <= before || run->history[before] != claim->run->history[before])
        return false;
    if (claim->run->path.decisions.data[claim->turned].two_ways)
        return run->history[before + 1] != claim->run->history[before + 1];
    return run->history[before + 1] == history_behind(run->history[before], claim->value);
}

static void list_claims(const WalkList *runs, ClaimList *claims)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        const Walk *run = &runs->data[i];
        for (uint32_t level = 1; level <= run->path.level; level++)
            vector_push(claims, ((Claim){run, level, UINT32_MAX, 0, way_begin(&run->path, level)}));
        for (uint32_t j = 0; j < run->path.decisions.count; j++) {
            const Decision *decision = &run->path.decisions.data[j];
            for (uint64_t value = 0; value < (decision->two_ways ? 1 : 3); value++)
                if (decision->two_ways || value != decision->value)
                    vector_push(claims, ((Claim){run, 0, j, value, way_turn(&run->path, decision, value)}));
        }
    }
}

// What was said of a way that only begins holds for every run that begins like it.
static void check_plan(const WalkList *runs, const Claim *whole, const Claim *part)
{
    if (!way_is_in(&whole->way, &part->way))
        return;
    for (uint32_t i = 0; i < runs->count; i++)
        assert_true(!fulfils(&runs->data[i], whole) || fulfils(&runs->data[i], part));
}

// Returns the level up to which both are the same.
static uint32_t check_levels(const Walk *run, const Walk *other)
{
    Way way = whole_way(&run->path), way_of_other = whole_way(&other->path);
    uint32_t level = 0, agrees = way_agrees_up_to(&way, true, &way_of_other);
    while (same_at_level(run, other, level + 1))
        level++;
    assert_int_equal(agrees < other->path.level ? agrees : other->path.level, level);
    assert_true(way_agrees_up_to(&way, false, &way_of_other) >= agrees);
    way_free(&way);
    way_free(&way_of_other);
    return level;
}

static void containment_is_what_all_runs_do(void **state)
{
    (void)state;
    uint32_t within = 0, asked = 0, done = 0, not_done = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        WalkList runs = {0};
        ClaimList claims = {0};
        Walk start = {.history = {hash_mix(seed + 1)}, .path = {.name = NAME}};
        note_level(&start);
        walk_on(&start, &runs);
        list_claims(&runs, &claims);
        for (uint32_t i = 0; i < runs.count; i++) {
            Way whole = whole_way(&runs.data[i].path);
            for (uint32_t j = 0; j < claims.count; j++) {
                bool contained = way_is_in(&whole, &claims.data[j].way);
                assert_int_equal(contained, fulfils(&runs.data[i], &claims.data[j]));
                within += contained;
                asked++;
            }
            way_free(&whole);
            for (uint32_t j = 0; j < runs.count; j++) {
                uint32_t level = check_levels(&runs.data[i], &runs.data[j]), events = runs.data[i].events;
                if (!runs.data[i].stopped_behind || !events)
                    continue;
                done += level == 2 * events + 1;
                not_done += level == 2 * events && runs.data[j].path.level == level;
            }
        }
        for (uint32_t i = 0; i < claims.count; i++)
            for (uint32_t j = 0; j < claims.count; j++)
                check_plan(&runs, &claims.data[i], &claims.data[j]);
        for (uint32_t i = 0; i < claims.count; i++)
            way_free(&claims.data[i].way);
        for (uint32_t i = 0; i < runs.count; i++)
            vector_free(&runs.data[i].path.decisions);
        vector_free(&claims);
        vector_free(&runs);
    }
    assert_in_range(within, 1000, asked - 1000);
    assert_true(done > 100 && not_done > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_begin_like_their_paths),
        cmocka_unit_test(ways_are_turned),
        cmocka_unit_test(ways_agree_until_they_go_apart),
        cmocka_unit_test(ways_agree_in_what_they_leave),
        cmocka_unit_test(ways_agree_up_to_levels),
        cmocka_unit_test(ways_take_decisions_otherwise),
        cmocka_unit_test(events_are_done_though_the_thread_stops_behind_them),
        cmocka_unit_test(firm_steps_are_listed),
        cmocka_unit_test(containment_is_what_all_runs_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
