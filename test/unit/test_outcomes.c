// Operations that could have gone another way. What the questions say about each of them is compared with all
// interleavings of the program: there is a reordering of the recorded run that ends before the operation and goes the
// other way there if and only if some interleaving keeps to the recorded way of all threads up to that. Each one found
// is followed, and must arrive there.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "encode/questions.h"
#include "predict/prediction.h"
#include "recorded_run.h"

enum { TIME_LIMIT = 60, INTERLEAVING_LIMIT = 200000 };

#define PRELUDE                                                                                               \
    TEST_HEADERS "#include <errno.h>\n#include <semaphore.h>\n#include <time.h>\n"                            \
                 "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"                  \
                 "#define LOCK(m) pthread_mutex_lock(&m);\n#define UNLOCK(m) pthread_mutex_unlock(&m);\n"     \
                 "#define TRY(m) (pthread_mutex_trylock(&m) == 0)\n#define TIMED(m) (pthread_mutex_timedlock" \
                 "(&m, &now) == 0)\n#define WAIT pthread_cond_timedwait(&c, &m, &now);\n"                     \
                 "#define SIGNAL pthread_cond_signal(&c);\n#define BROADCAST pthread_cond_broadcast(&c);\n"   \
                 "#define TAKE (sem_trywait(&s) == 0)\n#define POST sem_post(&s);\n"                          \
                 "#define ONCE pthread_once(&o, first);\n"                                                    \
                 "#define RELEASE pthread_rwlock_unlock(&l);\n"                                               \
                 "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; sem_t s;\n"   \
                 "pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIAL"   \
                 "IZER;\npthread_spinlock_t spin; pthread_barrier_t b; pthread_once_t o = PTHREAD_ONCE_INIT;" \
                 "\nstruct timespec now; int x, y; void first(void) { x++; }\n"

typedef VECTOR(Choices) Schedules;

typedef struct Recorded {
    TestProgram test;
    MachineOptions options;
    Trace *trace;
    ConcurrentTrace *concurrent;
    Limits limits;
} Recorded;

static TestProgram load_threads(const char *one, const char *two, const char *three)
{
    Text text = {0};
    text_format(&text,
                PRELUDE "void *one(void *p) { %s return p; }\nvoid *two(void *p) { %s return p; }\n"
                        "void *three(void *p) { %s return p; }\n"
                        "int main(void) { pthread_t t, u, v; sem_init(&s, 0, 1); pthread_spin_init(&spin, 0);\n"
                        "pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);"
                        "\nif (%d) pthread_create(&v, 0, three, 0); pthread_join(t, 0); pthread_join(u, 0);\n"
                        "if (%d) pthread_join(v, 0); return 0; }\n",
                one, two, three, *three != 0, *three != 0);
    TestProgram test = test_load(text_string(&text));
    text_free(&text);
    return test;
}

// Makes the given choices; behind them each thread goes on until it blocks.
static Recorded record(TestProgram test, const Choices *choices, bool spurious)
{
    Recorded recorded = {.test = test, .options = test_machine_options(&test)};
    recorded.options.rules.spurious_wakeups = spurious;
    recorded.trace = test_record(&test, recorded.options, NULL, choices);
    assert_int_equal(recorded.trace->end, TRACE_EXITED);
    recorded.concurrent = concurrent_trace_create(recorded.trace, NULL);
    limits_start(&recorded.limits, TIME_LIMIT, 0);
    return recorded;
}

static void recorded_free(Recorded *recorded)
{
    concurrent_trace_free(recorded->concurrent);
    trace_free(recorded->trace);
}

// --- All interleavings

typedef VECTOR(bool) Flags;

// A run beside the recorded one, up to where some thread does something else.
typedef struct Walk {
    const ConcurrentTrace *concurrent;
    VECTOR(uint32_t) done; // events, per thread
    bool elsewhere;
    EventId flipped; // NO_EVENT: it did something else altogether, or nothing
} Walk;

static uint32_t outcome_of(const Event *event)
{
    switch (event->kind) {
    case EVENT_lock_failed:
        return 0;
    case EVENT_wake:
        return event->value == 0;
    case EVENT_once_begin:
        return event->value != 0;
    default:
        return 1;
    }
}

static bool same_place(const Machine *machine, const Event *event, const TraceEvent *recorded)
{
    const Position *position = &machine_program(machine)->positions.data[event->position];
    return event->address == recorded->address && position->line == recorded->position.line &&
           position->column == recorded->position.column;
}

static void note_event(void *context, const Machine *machine, const Event *event)
{
    Walk *walk = context;
    if (walk->elsewhere || !event_kind_counts(event->kind) || event->kind == EVENT_process_exit)
        return;
    const ConcurrentTrace *concurrent = walk->concurrent;
    const ConcurrentThread *thread = &concurrent->threads.data[event->thread];
    while (walk->done.count <= event->thread)
        vector_push(&walk->done, 0);
    uint32_t position = walk->done.data[event->thread]++;
    walk->elsewhere = true;
    if (position >= thread->events.count)
        return;
    EventId id = thread->events.data[position];
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, id);
    if (!same_place(machine, event, recorded))
        return;
    uint32_t before = concurrent_trace_event_outcome(concurrent, id);
    if (event->kind == recorded->kind && (before == UINT32_MAX || before == outcome_of(event)))
        walk->elsewhere = false;
    else if (before != UINT32_MAX && before != outcome_of(event))
        walk->flipped = id;
}

typedef struct Branching {
    uint32_t chosen, count;
} Branching;

static Choice nth_choice(const Machine *machine, uint32_t number)
{
    for (uint32_t i = 0; i < machine_thread_count(machine); i++) {
        uint32_t count = machine_alternatives(machine, i);
        if (number < count)
            return (Choice){i, number};
        number -= count;
    }
    fail_msg("there is no such choice");
    return (Choice){0};
}

static uint32_t count_choices(const Machine *machine)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < machine_thread_count(machine); i++)
        count += machine_alternatives(machine, i);
    return count;
}

// Which of the recorded operations can go the other way while everybody kept to the recorded way.
static void enumerate_flips(const Recorded *recorded, Flags *out)
{
    VECTOR(Branching) path = {0};
    vector_resize(out, recorded->concurrent->events.count);
    uint32_t runs = 0;
    do {
        assert_true(++runs < INTERLEAVING_LIMIT);
        Walk walk = {.concurrent = recorded->concurrent, .flipped = NO_EVENT};
        Machine *machine = machine_create_observed(recorded->test.program, &recorded->options, note_event, &walk);
        for (uint32_t depth = 0; machine_status(machine) == MACHINE_RUNNING && !walk.elsewhere; depth++) {
            if (depth == path.count)
                vector_push(&path, (Branching){0, count_choices(machine)});
            machine_step(machine, nth_choice(machine, path.data[depth].chosen));
        }
        if (walk.flipped != NO_EVENT)
            out->data[walk.flipped] = true;
        machine_free(machine);
        vector_free(&walk.done);
        while (path.count && ++vector_last(&path).chosen == vector_last(&path).count)
            vector_drop(&path);
    } while (path.count);
    vector_free(&path);
}

// --- The questions

// Follows the execution found, lets the thread go on, and sees whether the operation goes the other way. Adds the
// choices made.
static void expect_flip(const Recorded *recorded, Encoding *encoding, EventId id, Schedules *schedules)
{
    const ConcurrentTrace *concurrent = recorded->concurrent;
    EventList execution = {0};
    encoding_read_execution(encoding, &execution);
    const TraceEvent *event = concurrent_trace_recorded(concurrent, id);
    Predicted predicted = {.concurrent = concurrent,
                           .execution = &execution,
                           .encoding = encoding,
                           .last = UINT32_MAX,
                           .wakes = event->kind == EVENT_wake && event->value ? event->thread + 1 : 0};
    Guide guide = {0};
    prediction_make_guide(&predicted, &guide);
    vector_push(&guide.events, (GuideEvent){.thread = event->thread,
                                            .index = event->index,
                                            .woken = UINT32_MAX,
                                            .outcome = !concurrent_trace_event_outcome(concurrent, id)});
    Walk walk = {.concurrent = concurrent, .flipped = NO_EVENT};
    GuidedRun followed;
    guided_run_execute(&followed, recorded->test.program, &recorded->options, &guide, note_event, &walk);
    assert_int_equal(followed.end, GUIDED_RUN_DONE);
    assert_int_equal(walk.flipped, id);
    if (schedules) {
        Choices choices = {0};
        for (uint32_t i = 0; i < followed.choices.count; i++)
            vector_push(&choices, followed.choices.data[i]);
        vector_push(schedules, choices);
    }
    vector_free(&walk.done);
    guided_run_free(&followed);
    guide_free(&guide);
    vector_free(&execution);
}

static void describe(const ConcurrentTrace *concurrent, EventId id, bool expected)
{
    Text text = {0};
    trace_event_describe(concurrent_trace_recorded(concurrent, id), &text);
    print_message("thread %u: %s could %sgo the other way\n", concurrent->events.data[id].thread, text_string(&text),
                  expected ? "" : "not ");
    text_free(&text);
}

// All questions in one encoding, or each in its own.
static void ask_all(Recorded *recorded, const Flags *flips, EncodingOptions how, bool together, Schedules *schedules)
{
    const ConcurrentTrace *concurrent = recorded->concurrent;
    Encoding *encoding = NULL;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        if (!question_has_other_outcome(concurrent, i)) {
            assert_false(flips->data[i]);
            continue;
        }
        if (!encoding)
            encoding = encoding_create(concurrent, &how, &recorded->limits);
        Literal question = question_other_outcome(encoding, i);
        SolveResult result = encoding_solve(encoding, &question, 1);
        if ((result == SOLVE_SATISFIED) != flips->data[i])
            describe(concurrent, i, flips->data[i]);
        assert_int_equal(result, flips->data[i] ? SOLVE_SATISFIED : SOLVE_REFUTED);
        if (result == SOLVE_SATISFIED)
            expect_flip(recorded, encoding, i, schedules);
        if (!together) {
            encoding_free(encoding);
            encoding = NULL;
        }
    }
    encoding_free(encoding);
}

// How all operations that could go another way went, thread by thread.
static uint64_t signature(const ConcurrentTrace *concurrent)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].events.count; j++) {
            EventId event = concurrent->threads.data[i].events.data[j];
            if (question_has_other_outcome(concurrent, event))
                hash =
                    hash_mix(hash ^ ((uint64_t)i << 40 | j << 2 | concurrent_trace_event_outcome(concurrent, event)));
        }
    return hash;
}

// Records a run, and one more behind every flip that gives new outcomes. What was flipped, as a mask: 1 a failure
// became a success, 2 the other way.
static uint32_t expect_outcomes(const char *one, const char *two, const char *three, bool spurious)
{
    TestProgram test = load_threads(one, two, three);
    Schedules schedules = {0};
    Map known = {0};
    uint32_t seen = 0;
    vector_push(&schedules, (Choices){0});
    for (uint32_t i = 0; i < schedules.count; i++) {
        Recorded recorded = record(test, &schedules.data[i], spurious);
        uint64_t *met = map_insert(&known, signature(recorded.concurrent));
        if (!(*met)++) {
            assert_null(recorded.concurrent->unasked);
            assert_false(recorded.concurrent->approximate);
            Flags flips = {0};
            enumerate_flips(&recorded, &flips);
            for (EventId j = 0; j < flips.count; j++)
                if (flips.data[j])
                    seen |= concurrent_trace_event_outcome(recorded.concurrent, j) ? 2 : 1;
            ask_all(&recorded, &flips, (EncodingOptions){0}, true, &schedules);
            ask_all(&recorded, &flips, (EncodingOptions){.order_method = ORDER_CLOCKS}, false, NULL);
            ask_all(&recorded, &flips, (EncodingOptions){.whole_trace = true}, true, NULL);
            vector_free(&flips);
        }
        recorded_free(&recorded);
    }
    for (uint32_t i = 0; i < schedules.count; i++)
        vector_free(&schedules.data[i]);
    vector_free(&schedules);
    map_free(&known);
    test_unload(&test);
    return seen;
}

typedef struct Case {
    const char *one, *two, *three;
    uint32_t seen;
} Case;

static void expect_cases(const Case *cases, size_t count, bool spurious)
{
    for (size_t i = 0; i < count; i++) {
        const char *three = cases[i].three ? cases[i].three : "";
        uint32_t seen = expect_outcomes(cases[i].one, cases[i].two, three, spurious);
        if (seen != cases[i].seen)
            print_message("%s | %s | %s\n", cases[i].one, cases[i].two, three);
        assert_int_equal(seen, cases[i].seen);
    }
}

#define EXPECT_CASES(cases, spurious) expect_cases(cases, sizeof cases / sizeof *cases, spurious)

static void attempts_to_lock(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"LOCK(m) x = 1; UNLOCK(m)", "if (TRY(m)) UNLOCK(m)", NULL, 3},
        {"LOCK(m) x = 1; UNLOCK(m)", "if (TRY(m)) { x = 2; UNLOCK(m) } else y = x;", NULL, 3},
        {"LOCK(m) x++; UNLOCK(m) LOCK(m) x++; UNLOCK(m)", "LOCK(m) x++; UNLOCK(m) if (TRY(m)) UNLOCK(m)", NULL, 3},
        {"LOCK(m) LOCK(n) x = 1; UNLOCK(n) UNLOCK(m)", "LOCK(n) if (TRY(m)) UNLOCK(m) UNLOCK(n)", NULL, 3},
        {"if (TRY(m)) { x++; UNLOCK(m) }", "if (TRY(m)) { x++; UNLOCK(m) }", NULL, 3},
        {"if (TIMED(m)) { x++; UNLOCK(m) }", "LOCK(m) x++; UNLOCK(m)", NULL, 3},
        {"LOCK(m) x = 1; UNLOCK(m)", "LOCK(m) x = 2; UNLOCK(m)", "if (TRY(m)) UNLOCK(m)", 3},
        // A thread that ends without unlocking; one that holds the lock itself; one that comes too late.
        {"LOCK(m) x = 1;", "if (TRY(m)) UNLOCK(m)", NULL, 3},
        {"LOCK(m) if (TRY(m)) x = 1; UNLOCK(m)", "x = 2;", NULL, 0},
        {"if (TRY(m)) UNLOCK(m)", "x = 2;", NULL, 0},
        // Held for as long as the semaphore says.
        {"LOCK(m) sem_wait(&s); POST UNLOCK(m)", "sem_wait(&s); if (TRY(m)) UNLOCK(m) POST", NULL, 3},
        {"LOCK(m) POST UNLOCK(m)", "sem_wait(&s); sem_wait(&s); if (TRY(m)) UNLOCK(m)", NULL, 3},
        {"LOCK(m) UNLOCK(m) POST", "sem_wait(&s); sem_wait(&s); if (TRY(m)) UNLOCK(m)", NULL, 0},
        // Branches on what was read under the lock.
        {"LOCK(m) if (x) y++; UNLOCK(m)", "LOCK(m) x = 1; UNLOCK(m)", "if (TRY(m)) UNLOCK(m)", 3},
    };
    EXPECT_CASES(cases, false);
}

static void attempts_on_other_locks(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"pthread_spin_lock(&spin); x = 1; pthread_spin_unlock(&spin);",
         "if (!pthread_spin_trylock(&spin)) pthread_spin_unlock(&spin);", NULL, 3},
        {"pthread_rwlock_wrlock(&l); x = 1; RELEASE", "if (!pthread_rwlock_tryrdlock(&l)) RELEASE", NULL, 3},
        {"pthread_rwlock_rdlock(&l); y = x; RELEASE", "if (!pthread_rwlock_tryrdlock(&l)) RELEASE", NULL, 0},
        {"pthread_rwlock_rdlock(&l); y = x; RELEASE", "if (!pthread_rwlock_trywrlock(&l)) RELEASE", NULL, 3},
        {"pthread_rwlock_rdlock(&l); RELEASE", "pthread_rwlock_rdlock(&l); RELEASE",
         "if (!pthread_rwlock_trywrlock(&l)) RELEASE", 3},
        {"pthread_rwlock_wrlock(&l); x = 1; RELEASE", "if (!pthread_rwlock_timedrdlock(&l, &now)) RELEASE", NULL, 3},
        {"pthread_rwlock_rdlock(&l); y = x; RELEASE", "if (!pthread_rwlock_timedwrlock(&l, &now)) RELEASE", NULL, 3},
        {"pthread_rwlock_rdlock(&l); if (!pthread_rwlock_tryrdlock(&l)) RELEASE RELEASE",
         "pthread_rwlock_wrlock(&l); x = 1; RELEASE", NULL, 0},
        {"pthread_rwlock_rdlock(&l); if (!pthread_rwlock_trywrlock(&l)) x = 1; RELEASE",
         "pthread_rwlock_rdlock(&l); RELEASE", NULL, 0},
    };
    EXPECT_CASES(cases, false);
}

static void attempts_to_take_a_semaphore(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"sem_wait(&s); POST", "if (TAKE) POST", NULL, 3},
        {"POST", "if (TAKE) x = 1; if (TAKE) x = 2;", NULL, 3},
        {"if (TAKE) x = 1;", "if (TAKE) x = 2;", "POST", 3},
        // One permit: whoever got it could have failed only where the other did not.
        {"if (sem_timedwait(&s, &now) == 0) x = 1;", "if (sem_timedwait(&s, &now) == 0) x = 2;", NULL, 1},
        {"if (TAKE) x = 1;", "x = 2;", NULL, 0},
        {"if (TAKE) POST if (TAKE) POST", "x = 2;", NULL, 0},
        {"if (TAKE) POST", "LOCK(m) x = 1; UNLOCK(m) if (TAKE) POST", NULL, 3},
    };
    EXPECT_CASES(cases, false);
}

#define WAITER "LOCK(m) WAIT UNLOCK(m)"
#define SIGNALLER "LOCK(m) SIGNAL UNLOCK(m)"

static void waits_with_a_time_limit(void **state)
{
    (void)state;
    static const Case cases[] = {
        {WAITER, SIGNALLER, NULL, 3},
        {WAITER, "SIGNAL", NULL, 3},
        {WAITER, "LOCK(m) BROADCAST UNLOCK(m)", NULL, 3},
        {WAITER, "x = 1;", NULL, 0},
        {WAITER, WAITER, SIGNALLER, 3},
        {WAITER, WAITER, "LOCK(m) BROADCAST UNLOCK(m)", 3},
        {WAITER, "LOCK(m) pthread_cond_timedwait(&c, &m, &now); SIGNAL UNLOCK(m)", "SIGNAL", 3},
        {"LOCK(m) x = 1; WAIT y = x; UNLOCK(m)", "LOCK(m) if (x) SIGNAL UNLOCK(m)", NULL, 3},
        {"LOCK(m) WAIT if (x) y = 1; UNLOCK(m)", "LOCK(m) x = 1; SIGNAL UNLOCK(m)", NULL, 3},
        {"LOCK(m) WAIT WAIT UNLOCK(m)", "SIGNAL SIGNAL", NULL, 3},
        {"LOCK(m) POST WAIT UNLOCK(m)", "sem_wait(&s); sem_wait(&s); LOCK(m) SIGNAL UNLOCK(m)", NULL, 3},
        {"SIGNAL POST", "sem_wait(&s); sem_wait(&s); " WAITER, NULL, 0},
    };
    EXPECT_CASES(cases, false);
}

static void waits_that_also_end_without_reason(void **state)
{
    (void)state;
    static const Case cases[] = {
        {WAITER, SIGNALLER, NULL, 3},
        {WAITER, "x = 1;", NULL, 3},
        {"LOCK(m) pthread_cond_wait(&c, &m); UNLOCK(m)", SIGNALLER, NULL, 0},
        {WAITER, WAITER, NULL, 3},
    };
    EXPECT_CASES(cases, true);
}

static void who_runs_the_routine(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"ONCE y = x;", "ONCE", NULL, 1},
        {"ONCE ONCE", "x = 3;", NULL, 0},
        {"ONCE", "ONCE", "ONCE", 1},
        {"ONCE POST", "sem_wait(&s); sem_wait(&s); ONCE", NULL, 0},
        {"ONCE if (TRY(m)) UNLOCK(m)", "LOCK(m) ONCE UNLOCK(m)", NULL, 3},
    };
    EXPECT_CASES(cases, false);
}

// --- What cannot be asked

static void expect_unasked(const char *one, const char *two, const char *three, const char *text)
{
    TestProgram test = load_threads(one, two, three);
    Recorded recorded = record(test, NULL, false);
    assert_true(recorded.concurrent->other_outcomes || !text);
    if (text) {
        assert_non_null(recorded.concurrent->unasked);
        assert_non_null(strstr(recorded.concurrent->unasked, text));
    } else {
        assert_null(recorded.concurrent->unasked);
    }
    recorded_free(&recorded);
    test_unload(&test);
}

static void what_cannot_be_asked_is_said(void **state)
{
    (void)state;
#define ARRIVE "pthread_barrier_wait(&b);"
    expect_unasked(ARRIVE ARRIVE, ARRIVE ARRIVE, "", NULL);
    expect_unasked(ARRIVE ARRIVE, ARRIVE, ARRIVE, "arrivals at a barrier (");
    expect_unasked("if (TAKE) POST", "x = 1;", "", NULL);
    expect_unasked("sem_destroy(&s); sem_init(&s, 0, 1); if (TAKE) POST", "x = 1;", "", "semaphore that is init");
    expect_unasked("ONCE", "ONCE", "", NULL);
    expect_unasked("for (int i = 0; i < 2; i++) { pthread_once_t own = PTHREAD_ONCE_INIT; pthread_once(&own, first); }",
                   "ONCE", "", NULL);
    expect_unasked("ONCE o = 0; ONCE", "ONCE", "", "pthread_once");
    TestProgram test = load_threads("free(malloc(1));", "x = 1;", "");
    Recorded recorded = record(test, NULL, false);
    Trace *trace = recorded.trace;
    assert_null(recorded.concurrent->unasked);
    assert_false(recorded.concurrent->other_outcomes);
    concurrent_trace_free(recorded.concurrent);
    trace->program.rules.malloc_may_fail = true;
    recorded.concurrent = concurrent_trace_create(trace, NULL);
    assert_non_null(strstr(recorded.concurrent->unasked, "allocation"));
    assert_true(recorded.concurrent->other_outcomes);
    concurrent_trace_free(recorded.concurrent);
    trace->program.rules.malloc_may_fail = false;
    trace->program.rules.create_may_fail = true;
    recorded.concurrent = concurrent_trace_create(trace, NULL);
    assert_non_null(strstr(recorded.concurrent->unasked, "created"));
    recorded_free(&recorded);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attempts_to_lock),
        cmocka_unit_test(attempts_on_other_locks),
        cmocka_unit_test(attempts_to_take_a_semaphore),
        cmocka_unit_test(waits_with_a_time_limit),
        cmocka_unit_test(waits_that_also_end_without_reason),
        cmocka_unit_test(who_runs_the_routine),
        cmocka_unit_test(what_cannot_be_asked_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
