// Path prefixes of single threads: taken from paths, negated and compared.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/map.h"
#include "paths/path_prefix.h"
#include "hand_path.h"

// --- Paths made by hand

enum { NAME = 77 };

enum { SAMPLE_DECISIONS = 4, SAMPLE_PROGRESS = 20 };
static const uint32_t sample_progress[SAMPLE_DECISIONS] = {6, 6, 13, 21};

// A branch, a pin, a trylock, and a lock that it waits for.
static ThreadPath sample_path(void)
{
    ThreadPath path = {.name = NAME, .progress = SAMPLE_PROGRESS};
    decide(&path, DECISION_CONDITION, (PathPoint){0, 2}, 1);
    decide(&path, DECISION_CONDITION, (PathPoint){1, 2}, 40)->two_ways = false;
    decide(&path, DECISION_OUTCOME, (PathPoint){2, 5}, 0);
    decide(&path, DECISION_RELEASE, (PathPoint){2, 9}, 0);
    return path;
}

static ThreadPrefix whole_prefix(const ThreadPath *path)
{
    ThreadPrefix prefix = thread_prefix_up_to(path, UINT32_MAX);
    prefix.progress = path->progress;
    return prefix;
}

// The first decisions of the sample, and all up to the next one.
static ThreadPrefix first_decisions(uint32_t count)
{
    ThreadPath path = sample_path();
    ThreadPrefix prefix = whole_prefix(&path);
    prefix.decisions.count = count;
    if (count < SAMPLE_DECISIONS)
        prefix.progress = sample_progress[count] - 1;
    vector_free(&path.decisions);
    return prefix;
}

static void prefix_free(ThreadPrefix *prefix)
{
    vector_free(&prefix->decisions);
    vector_free(&prefix->firm);
}

static bool is_subsumed(const ThreadPrefix *whole, const ThreadPrefix *part)
{
    PathPrefix one = {.threads = {.data = (ThreadPrefix *)whole, .count = 1}},
               other = {.threads = {.data = (ThreadPrefix *)part, .count = 1}};
    return path_prefix_subsumes(&other, &one);
}

// --- Prefixes

static void prefixes_begin_like_their_paths(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    path.decisions.data[0].fails = path.decisions.data[3].joins = true;
    for (uint32_t progress = 0; progress <= SAMPLE_PROGRESS + 1; progress++) {
        ThreadPrefix prefix = thread_prefix_up_to(&path, progress);
        uint32_t count = 0;
        while (count < SAMPLE_DECISIONS && sample_progress[count] <= progress)
            count++;
        assert_int_equal(prefix.thread, NAME);
        assert_int_equal(prefix.progress, progress);
        assert_int_equal(prefix.decisions.count, count);
        assert_false(prefix.negates);
        assert_int_equal(prefix.firm.count, 0);
        for (uint32_t i = 0; i < count; i++) {
            const Decision *decision = &path.decisions.data[i];
            const PrefixDecision *step = &prefix.decisions.data[i];
            assert_int_equal(path_point_compare(step->point, decision->point), 0);
            assert_int_equal(step->value, decision->value);
            assert_int_equal(step->progress, sample_progress[i]);
            assert_int_equal(step->waits, i == 3);
            assert_int_equal(step->joins, i == 3);
            assert_int_equal(step->fails, i == 0);
            assert_true(step->fingerprint == (i == 3 ? path.fingerprint : decision[1].fingerprint_before));
        }
        prefix_free(&prefix);
    }
    vector_free(&path.decisions);
}

static void prefixes_negate_decisions(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    for (uint32_t i = 0; i < SAMPLE_DECISIONS; i++) {
        const Decision *decision = &path.decisions.data[i];
        ThreadPrefix prefix = thread_prefix_negating(&path, decision, 41);
        assert_int_equal(prefix.progress, sample_progress[i] - 1);
        assert_int_equal(prefix.negates, decision->two_ways);
        if (decision->two_ways) {
            assert_int_equal(prefix.decisions.count, i);
            assert_int_equal(path_point_compare(prefix.negated_point, decision->point), 0);
            assert_int_equal(prefix.negated_value, decision->value);
            assert_int_equal(prefix.negated_progress, sample_progress[i]);
        } else {
            const PrefixDecision *last = &prefix.decisions.data[i];
            assert_int_equal(prefix.decisions.count, i + 1);
            assert_int_equal(last->value, 41);
            assert_int_equal(last->progress, sample_progress[i]);
            assert_false(last->waits || last->joins || last->fails);
            assert_true(last->fingerprint ==
                        path_extend(decision->fingerprint_before, DECISION_CONDITION, decision->point, 41));
        }
        prefix_free(&prefix);
    }
    vector_free(&path.decisions);
}

// The sample with another value at one of its decisions, and nothing after it.
static ThreadPath negated_path(uint32_t index, uint64_t value)
{
    ThreadPath path = sample_path();
    Decision decision = path.decisions.data[index];
    path.decisions.count = index;
    path.fingerprint = decision.fingerprint_before;
    decide(&path, decision.kind, decision.point, value)->two_ways = decision.two_ways;
    path.progress = 2 * SAMPLE_PROGRESS;
    return path;
}

static uint32_t agreement(const ThreadPrefix *one, const ThreadPrefix *other)
{
    uint32_t agrees = thread_prefix_common_decisions(one, other);
    assert_int_equal(thread_prefix_common_decisions(other, one), agrees);
    return agrees;
}

static void prefixes_agree_until_they_go_apart(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    ThreadPrefix all = whole_prefix(&path);
    assert_int_equal(agreement(&all, &all), SAMPLE_DECISIONS);
    for (uint32_t i = 0; i < SAMPLE_DECISIONS; i++) {
        ThreadPrefix first = first_decisions(i), negated = thread_prefix_negating(&path, &path.decisions.data[i], 41);
        assert_int_equal(agreement(&all, &first), i);
        assert_int_equal(agreement(&all, &negated), i);
        assert_int_equal(agreement(&first, &negated), i);
        assert_int_equal(agreement(&negated, &negated), negated.decisions.count);
        prefix_free(&first);
        prefix_free(&negated);
    }
    prefix_free(&all);
    vector_free(&path.decisions);
}

// What a prefix negates is known to be taken otherwise, though that is none of its decisions.
static void prefixes_agree_in_what_they_negate(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    for (uint32_t i = 0; i < SAMPLE_DECISIONS; i++) {
        bool two_ways = path.decisions.data[i].two_ways;
        ThreadPath elsewhere = negated_path(i, two_ways ? !path.decisions.data[i].value : 41);
        if (i == 3) // what is released may come to a decision at the same place
            elsewhere.decisions.data[3].kind = DECISION_OUTCOME;
        ThreadPrefix negates = thread_prefix_negating(&path, &path.decisions.data[i], 41),
                     went = whole_prefix(&elsewhere);
        ThreadPrefix same = first_decisions(i + 1);
        assert_int_equal(agreement(&negates, &went), i + 1);
        assert_int_equal(agreement(&negates, &same), i);
        assert_int_equal(agreement(&went, &same), i);
        prefix_free(&negates);
        prefix_free(&went);
        prefix_free(&same);
        vector_free(&elsewhere.decisions);
    }
    // It negates a failure of the trylock, and waiting there is no success.
    ThreadPrefix negates = thread_prefix_negating(&path, &path.decisions.data[2], 0);
    ThreadPath waiting = negated_path(2, 0);
    waiting.decisions.count = 2;
    waiting.fingerprint = path.decisions.data[2].fingerprint_before;
    decide(&waiting, DECISION_RELEASE, (PathPoint){2, 5}, 1);
    ThreadPrefix waits = whole_prefix(&waiting);
    assert_int_equal(agreement(&negates, &waits), 2);
    assert_false(thread_prefix_negates(&waits, &path.decisions.data[2], 2));
    prefix_free(&negates);
    prefix_free(&waits);
    vector_free(&waiting.decisions);
    vector_free(&path.decisions);
}

// A run that was made has done nothing beyond its progress; a plan goes on up to a decision.
static void prefixes_agree_up_to_a_progress(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    ThreadPrefix all = whole_prefix(&path);
    for (uint32_t progress = 0; progress <= SAMPLE_PROGRESS; progress++) {
        ThreadPrefix prefix = thread_prefix_up_to(&path, progress);
        uint32_t next = sample_progress[prefix.decisions.count] - 1;
        assert_int_equal(thread_prefix_common_progress(&prefix, true, &all), progress);
        assert_int_equal(thread_prefix_common_progress(&prefix, false, &all), next);
        // The other way round, as if the run that was made had come to its end there.
        assert_int_equal(thread_prefix_common_progress(&all, true, &prefix), next);
        assert_int_equal(thread_prefix_common_progress(&prefix, false, &prefix), UINT32_MAX);
        prefix_free(&prefix);
    }
    assert_int_equal(thread_prefix_common_progress(&all, true, &all), SAMPLE_PROGRESS);
    for (uint32_t i = 0; i < SAMPLE_DECISIONS; i++) {
        ThreadPrefix negated = thread_prefix_negating(&path, &path.decisions.data[i], 41);
        ThreadPath elsewhere = negated_path(i, 41);
        ThreadPrefix went = whole_prefix(&elsewhere);
        for (int made = 0; made < 2; made++) {
            assert_int_equal(thread_prefix_common_progress(&negated, made, &all), sample_progress[i] - 1);
            assert_int_equal(thread_prefix_common_progress(&went, made, &all), sample_progress[i] - 1);
        }
        // What the plan was made for.
        if (i < 3)
            assert_int_equal(thread_prefix_common_progress(&negated, false, &went), UINT32_MAX);
        prefix_free(&negated);
        prefix_free(&went);
        vector_free(&elsewhere.decisions);
    }
    prefix_free(&all);
    vector_free(&path.decisions);
}

static void prefixes_say_what_they_negate(void **state)
{
    (void)state;
    ThreadPath path = sample_path();
    ThreadPrefix all = whole_prefix(&path);
    for (uint32_t i = 0; i < SAMPLE_DECISIONS; i++) {
        const Decision *decision = &path.decisions.data[i];
        ThreadPrefix first = first_decisions(i), negated = thread_prefix_negating(&path, decision, 41);
        assert_false(thread_prefix_negates(&all, decision, i));
        assert_false(thread_prefix_negates(&first, decision, i)); // not known
        assert_true(thread_prefix_negates(&negated, decision, i));
        if (decision->kind != DECISION_RELEASE) {
            ThreadPath elsewhere = negated_path(i, decision->value + 1);
            ThreadPrefix went = whole_prefix(&elsewhere);
            assert_true(thread_prefix_negates(&went, decision, i));
            // The other way round: what is negated has the value of the decision.
            ThreadPrefix back = thread_prefix_negating(&elsewhere, &elsewhere.decisions.data[i], decision->value);
            assert_false(thread_prefix_negates(&back, decision, i));
            prefix_free(&went);
            prefix_free(&back);
            vector_free(&elsewhere.decisions);
        }
        // Past the place without a decision, by its progress or by a later decision.
        first.progress = sample_progress[i];
        assert_true(thread_prefix_negates(&first, decision, i));
        PathPoint later = {decision->point.decided, decision->point.events + 1};
        vector_push(&first.decisions,
                    ((PrefixDecision){.point = later, .progress = 2 * later.events + 3, .waits = true}));
        first.progress = 0;
        assert_true(thread_prefix_negates(&first, decision, i));
        prefix_free(&first);
        prefix_free(&negated);
    }
    prefix_free(&all);
    vector_free(&path.decisions);
}

// Who is stopped after an event has done it, and no more.
static void events_are_done_though_the_thread_stops_after_them(void **state)
{
    (void)state;
    enum { EVENTS = 3, DONE = 2 * EVENTS + 1, DECIDED = 2 * EVENTS + 2 };
    ThreadPath before = {.name = NAME, .progress = DECIDED - 2}, passing = {.name = NAME, .progress = DECIDED};
    ThreadPath failing = passing;
    decide(&failing, DECISION_CONDITION, (PathPoint){0, EVENTS}, 0);
    failing.decisions.data[0].fails = true;
    ThreadPrefix not_there = whole_prefix(&before), stopped = whole_prefix(&failing), passed = whole_prefix(&passing);
    ThreadPrefix done = thread_prefix_up_to(&failing, DONE), decided = thread_prefix_up_to(&failing, DECIDED);
    ThreadPrefix holds = thread_prefix_negating(&failing, &failing.decisions.data[0], 1);
    assert_int_equal(done.decisions.count, 0);
    assert_int_equal(decided.decisions.count, 1);
    assert_int_equal(holds.progress, DONE);
    assert_int_equal(thread_prefix_common_progress(&stopped, true, &passed), DONE);
    assert_int_equal(thread_prefix_common_progress(&passed, true, &stopped), DONE);
    assert_int_equal(thread_prefix_common_progress(&not_there, true, &stopped), DECIDED - 2);
    // Whether it subsumes the prefix that stops before the event, that stops after it, and that goes on.
    const struct {
        const ThreadPrefix *prefix;
        bool in[3];
    } expected[] = {
        {&not_there, {true, true, true}}, {&done, {false, true, true}},    {&decided, {false, true, false}},
        {&holds, {false, false, true}},   {&passed, {false, false, true}},
    };
    const ThreadPrefix *wholes[3] = {&not_there, &stopped, &passed};
    for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (uint32_t j = 0; j < 3; j++)
            assert_int_equal(is_subsumed(wholes[j], expected[i].prefix), expected[i].in[j]);
    prefix_free(&not_there);
    prefix_free(&stopped);
    prefix_free(&passed);
    prefix_free(&done);
    prefix_free(&decided);
    prefix_free(&holds);
    vector_free(&failing.decisions);
}

static void firm_decisions_are_listed(void **state)
{
    (void)state;
    ThreadPrefix prefix = {0};
    assert_false(thread_prefix_is_firm(&prefix, 0));
    vector_push(&prefix.firm, 3);
    vector_push(&prefix.firm, 1);
    static const bool firm[] = {false, true, false, true, false};
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(thread_prefix_is_firm(&prefix, i), firm[i]);
    prefix_free(&prefix);
}

// --- All that a thread can do, by a program made up at random

enum { DEPTH = 4, PROGRESS_COUNT = 4 * DEPTH + 3 };

// What a thread has done, so far or up to its end. Comparisons without prefixes look at `history` only.
typedef struct Walk {
    uint64_t history[DEPTH + 1]; // of all it did: what comes next depends on nothing else
    uint32_t depth;              // number of the last of these
    uint32_t
        at_progress[PROGRESS_COUNT]; // number of the history with which it has done the event, or decided all after it
    uint32_t before[DEPTH];          // number of the history before each decision
    uint32_t decided, events;
    bool stopped_after_it; // its last event, by an assertion
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
static void note_progress(Walk *walk)
{
    walk->path.progress = 2 * walk->events + 2;
    walk->at_progress[walk->path.progress] = walk->depth;
}

static void walk_event(Walk *walk)
{
    walk->events++;
    walk->at_progress[2 * walk->events + 1] = walk->depth;
    note_progress(walk);
}

static uint64_t history_after(uint64_t history, uint64_t what)
{
    return hash_mix(history * 31 + what + 1);
}

// What comes next goes on, as a decision or as none.
static Walk walk_step(const Walk *from, DecisionKind kind, uint64_t what, bool goes_on)
{
    Walk walk;
    copy_walk(from, &walk);
    walk.history[walk.depth + 1] = history_after(from->history[from->depth], what);
    walk.depth++;
    if (kind == DECISION_CONDITION) {
        walk.decided++;
        note_progress(&walk);
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
    stays.stopped_after_it = vector_last(&stays.path.decisions).fails = kind == DECISION_CONDITION;
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

// What a prefix was made of.
typedef struct Claim {
    const Walk *run;
    uint32_t progress;
    uint32_t negated; // number of a decision, or UINT32_MAX
    uint64_t value;
    ThreadPrefix prefix;
} Claim;

typedef VECTOR(Claim) ClaimList;

static bool same_at_progress(const Walk *run, const Walk *other, uint32_t progress)
{
    return progress <= run->path.progress && progress <= other->path.progress &&
           run->history[run->at_progress[progress]] == other->history[other->at_progress[progress]];
}

static bool fulfils(const Walk *run, const Claim *claim)
{
    if (claim->negated == UINT32_MAX)
        return same_at_progress(run, claim->run, claim->progress);
    uint32_t before = claim->run->before[claim->negated];
    if (run->depth <= before || run->history[before] != claim->run->history[before])
        return false;
    if (claim->run->path.decisions.data[claim->negated].two_ways)
        return run->history[before + 1] != claim->run->history[before + 1];
    return run->history[before + 1] == history_after(run->history[before], claim->value);
}

static void list_claims(const WalkList *runs, ClaimList *claims)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        const Walk *run = &runs->data[i];
        for (uint32_t progress = 1; progress <= run->path.progress; progress++)
            vector_push(claims, ((Claim){run, progress, UINT32_MAX, 0, thread_prefix_up_to(&run->path, progress)}));
        for (uint32_t j = 0; j < run->path.decisions.count; j++) {
            const Decision *decision = &run->path.decisions.data[j];
            for (uint64_t value = 0; value < (decision->two_ways ? 1 : 3); value++)
                if (decision->two_ways || value != decision->value)
                    vector_push(claims,
                                ((Claim){run, 0, j, value, thread_prefix_negating(&run->path, decision, value)}));
        }
    }
}

// What was said of a prefix holds for every run that has it.
static void check_plan(const WalkList *runs, const Claim *whole, const Claim *part)
{
    if (!is_subsumed(&whole->prefix, &part->prefix))
        return;
    for (uint32_t i = 0; i < runs->count; i++)
        assert_true(!fulfils(&runs->data[i], whole) || fulfils(&runs->data[i], part));
}

// Returns the progress up to which both are the same.
static uint32_t check_progress(const Walk *run, const Walk *other)
{
    ThreadPrefix prefix = whole_prefix(&run->path), prefix_of_other = whole_prefix(&other->path);
    uint32_t progress = 0, agrees = thread_prefix_common_progress(&prefix, true, &prefix_of_other);
    while (same_at_progress(run, other, progress + 1))
        progress++;
    assert_int_equal(agrees < other->path.progress ? agrees : other->path.progress, progress);
    assert_true(thread_prefix_common_progress(&prefix, false, &prefix_of_other) >= agrees);
    prefix_free(&prefix);
    prefix_free(&prefix_of_other);
    return progress;
}

static void subsumption_is_what_all_runs_do(void **state)
{
    (void)state;
    uint32_t within = 0, asked = 0, done = 0, not_done = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        WalkList runs = {0};
        ClaimList claims = {0};
        Walk start = {.history = {hash_mix(seed + 1)}, .path = {.name = NAME}};
        note_progress(&start);
        walk_on(&start, &runs);
        list_claims(&runs, &claims);
        for (uint32_t i = 0; i < runs.count; i++) {
            ThreadPrefix whole = whole_prefix(&runs.data[i].path);
            for (uint32_t j = 0; j < claims.count; j++) {
                bool contained = is_subsumed(&whole, &claims.data[j].prefix);
                assert_int_equal(contained, fulfils(&runs.data[i], &claims.data[j]));
                within += contained;
                asked++;
            }
            prefix_free(&whole);
            for (uint32_t j = 0; j < runs.count; j++) {
                uint32_t progress = check_progress(&runs.data[i], &runs.data[j]), events = runs.data[i].events;
                if (!runs.data[i].stopped_after_it || !events)
                    continue;
                done += progress == 2 * events + 1;
                not_done += progress == 2 * events && runs.data[j].path.progress == progress;
            }
        }
        for (uint32_t i = 0; i < claims.count; i++)
            for (uint32_t j = 0; j < claims.count; j++)
                check_plan(&runs, &claims.data[i], &claims.data[j]);
        for (uint32_t i = 0; i < claims.count; i++)
            prefix_free(&claims.data[i].prefix);
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
        cmocka_unit_test(prefixes_begin_like_their_paths),
        cmocka_unit_test(prefixes_negate_decisions),
        cmocka_unit_test(prefixes_agree_until_they_go_apart),
        cmocka_unit_test(prefixes_agree_in_what_they_negate),
        cmocka_unit_test(prefixes_agree_up_to_a_progress),
        cmocka_unit_test(prefixes_say_what_they_negate),
        cmocka_unit_test(events_are_done_though_the_thread_stops_after_them),
        cmocka_unit_test(firm_decisions_are_listed),
        cmocka_unit_test(subsumption_is_what_all_runs_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
