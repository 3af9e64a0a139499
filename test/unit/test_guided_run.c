// Guided runs: given events happen in the given order, by threads and with inputs that are known by who created whom,
// or it is said that they cannot.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/guided_run.h"
#include "load_program.h"

// --- What happened

typedef struct Happened {
    uint32_t thread, index;
    EventKind kind;
} Happened;
typedef VECTOR(Happened) HappenedList;

static void note_event(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    if (event_kind_counts(event->kind))
        vector_push((HappenedList *)context, ((Happened){event->thread, event->index, event->kind}));
}

// Which of the thread's events is its `number`th of the kind, in a run of one thread after the other.
static uint32_t find_index(const TestProgram *test, uint32_t thread, EventKind kind, uint32_t number)
{
    MachineOptions options = test_machine_options(test);
    HappenedList happened = {0};
    Machine *machine = machine_create_observed(test->program, &options, note_event, &happened);
    test_finish(machine);
    uint32_t index = UINT32_MAX;
    for (uint32_t i = 0; i < happened.count; i++)
        if (happened.data[i].thread == thread && happened.data[i].kind == kind && !number--)
            index = happened.data[i].index;
    machine_free(machine);
    vector_free(&happened);
    assert_int_not_equal(index, UINT32_MAX);
    return index;
}

// Where the event stands among all that happened.
static uint32_t place_of(const HappenedList *happened, uint32_t thread, uint32_t index)
{
    for (uint32_t i = 0; i < happened->count; i++)
        if (happened->data[i].thread == thread && happened->data[i].index == index)
            return i;
    fail_msg("event %u of thread %u did not happen", index, thread);
    return 0;
}

// --- Guides

// Of a run in which main created all others, one after the other.
static Guide make_guide(uint32_t threads)
{
    Guide guide = {.last = NO_THREAD};
    for (uint32_t i = 0; i < threads; i++)
        vector_push(&guide.threads, ((GuideThread){0, i ? i - 1 : 0}));
    return guide;
}

static void add_event(Guide *guide, uint32_t thread, uint32_t index)
{
    vector_push(&guide->events, ((GuideEvent){thread, index, NO_THREAD, ANY_OUTCOME}));
}

// Executes the guide, and the choices once more: they are the run.
static void execute(GuidedRun *run, const TestProgram *test, const MachineOptions *options, const Guide *guide,
                    HappenedList *happened)
{
    guided_run_execute(run, test->program, options, guide, happened ? note_event : NULL, happened);
    Machine *again = machine_create(test->program, &run->options);
    for (uint32_t i = 0; i < run->choices.count; i++)
        machine_step(again, run->choices.data[i]);
    uint64_t fingerprint[2], expected[2];
    machine_fingerprint(again, fingerprint);
    machine_fingerprint(run->machine, expected);
    assert_int_equal(machine_status(again), machine_status(run->machine));
    assert_memory_equal(fingerprint, expected, sizeof expected);
    machine_free(again);
}

// --- Order

// Both threads write twice; main returns what was written last.
static const char writers[] =
    TEST_HEADERS "int x; static void *one(void *p) { x = 1; x = 2; return p; }\n"
                 "static void *two(void *p) { x = 3; x = 4; return p; }\n"
                 "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n"
                 "pthread_join(t, 0); pthread_join(u, 0); return x; }\n";

static void events_happen_in_the_order_of_the_guide(void **state)
{
    (void)state;
    TestProgram test = test_load(writers);
    MachineOptions options = test_machine_options(&test);
    uint32_t writes[3][2];
    for (uint32_t thread = 1; thread <= 2; thread++)
        for (uint32_t i = 0; i < 2; i++)
            writes[thread][i] = find_index(&test, thread, EVENT_write, i);
    // All six orders of the four writes, as bits: a 1 is the next of thread two.
    uint32_t orders = 0;
    for (uint32_t bits = 0; bits < 16; bits++) {
        if (__builtin_popcount(bits) != 2)
            continue;
        Guide guide = make_guide(3);
        uint32_t done[3] = {0};
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t thread = bits >> i & 1 ? 2 : 1;
            add_event(&guide, thread, writes[thread][done[thread]++]);
        }
        GuidedRun run;
        HappenedList happened = {0};
        execute(&run, &test, &options, &guide, &happened);
        assert_int_equal(run.end, GUIDED_RUN_DONE);
        for (uint32_t i = 1; i < 4; i++)
            assert_true(place_of(&happened, guide.events.data[i - 1].thread, guide.events.data[i - 1].index) <
                        place_of(&happened, guide.events.data[i].thread, guide.events.data[i].index));
        test_finish(run.machine);
        assert_int_equal(machine_exit_status(run.machine), bits >> 3 & 1 ? 4 : 2);
        orders++;
        guided_run_free(&run);
        guide_free(&guide);
        vector_free(&happened);
    }
    assert_int_equal(orders, 6);
    test_unload(&test);
}

// A step at most: the guide says nothing of what comes after it.
static void the_last_thread_takes_one_more_step(void **state)
{
    (void)state;
    TestProgram test = test_load(writers);
    MachineOptions options = test_machine_options(&test);
    for (uint32_t last = 1; last <= 2; last++) {
        Guide guide = make_guide(3);
        add_event(&guide, 1, find_index(&test, 1, EVENT_write, 0));
        GuidedRun without, with;
        execute(&without, &test, &options, &guide, NULL);
        guide.last = last;
        execute(&with, &test, &options, &guide, NULL);
        assert_int_equal(with.end, GUIDED_RUN_DONE);
        assert_int_equal(with.choices.count, without.choices.count + 1);
        assert_int_equal(vector_last(&with.choices).thread, last);
        guided_run_free(&with);
        guided_run_free(&without);
        guide_free(&guide);
    }
    test_unload(&test);
}

// A lock that another one holds, and a thread that nobody creates.
static void what_cannot_happen_is_noticed(void **state)
{
    (void)state;
    TestProgram test = test_load_threads(TEST_HEADERS "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;\n", "",
                                         "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
                                         "pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);", "");
    MachineOptions options = test_machine_options(&test);
    uint32_t lock = find_index(&test, 1, EVENT_lock, 0), unlock = find_index(&test, 1, EVENT_unlock, 0);
    for (int releases = 0; releases < 2; releases++) {
        Guide guide = make_guide(3);
        add_event(&guide, 2, lock);
        if (releases)
            add_event(&guide, 2, unlock);
        add_event(&guide, 1, lock);
        GuidedRun run;
        HappenedList happened = {0};
        execute(&run, &test, &options, &guide, &happened);
        assert_int_equal(run.end, releases ? GUIDED_RUN_DONE : GUIDED_RUN_DIVERGED);
        place_of(&happened, 2, lock);
        guided_run_free(&run);
        guide_free(&guide);
        vector_free(&happened);
    }
    Guide guide = make_guide(4);
    add_event(&guide, 3, 0);
    GuidedRun run;
    execute(&run, &test, &options, &guide, NULL);
    assert_int_equal(run.end, GUIDED_RUN_DIVERGED);
    assert_int_equal(run.ids.data[3], NO_THREAD);
    assert_int_equal(run.choices.count, 0);
    guided_run_free(&run);
    guide_free(&guide);
    test_unload(&test);
}

// --- Races

static void a_guided_run_stops_at_a_race(void **state)
{
    (void)state;
    TestProgram test = test_load(writers);
    MachineOptions options = test_machine_options(&test);
    for (int stops = 0; stops < 2; stops++) {
        Guide guide = make_guide(3);
        guide.stop_at_race = stops;
        add_event(&guide, 1, find_index(&test, 1, EVENT_write, 1));
        GuidedRun run;
        execute(&run, &test, &options, &guide, NULL);
        assert_int_equal(run.end, stops ? GUIDED_RUN_AT_RACE : GUIDED_RUN_DONE);
        if (stops) { // both stand before their first writes
            assert_int_equal(run.race.property, PROPERTY_RACE);
            assert_int_equal(run.choices.count, 0);
        }
        guided_run_free(&run);
        guide_free(&guide);
    }
    test_unload(&test);
}

// --- Threads and inputs

// Each of two threads creates one; who creates first gives his the lower id.
static const char leaves[] =
    TEST_HEADERS "extern int __VERIFIER_nondet_int(void); int x, read_by[2];\n"
                 "void *leaf(void *p) { read_by[(long)p] = __VERIFIER_nondet_int(); return 0; }\n"
                 "void *parent(void *p) { pthread_t t; x = 1; pthread_create(&t, 0, leaf, p); pthread_join(t, 0);\n"
                 "return 0; }\n"
                 "int main(void) { pthread_t t, u; pthread_create(&t, 0, parent, (void *)0);\n"
                 "pthread_create(&u, 0, parent, (void *)1); pthread_join(t, 0); pthread_join(u, 0);\n"
                 "return read_by[0] * 10 + read_by[1]; }\n";

static void threads_and_inputs_are_known_by_their_creators(void **state)
{
    (void)state;
    TestProgram test = test_load(leaves);
    MachineOptions options = test_machine_options(&test);
    uint32_t create = find_index(&test, 1, EVENT_create, 0);
    for (uint32_t first = 1; first <= 2; first++) {
        // In the run that the guide was made from, 3 is the leaf of 1 and 4 that of 2.
        Guide guide = make_guide(5);
        guide.threads.data[3] = (GuideThread){1, 0};
        guide.threads.data[4] = (GuideThread){2, 0};
        vector_push(&guide.inputs.placed, ((PlacedInput){3, 0, 5, false}));
        vector_push(&guide.inputs.placed, ((PlacedInput){4, 0, 7, false}));
        add_event(&guide, first, create);
        add_event(&guide, 3 - first, create);
        GuidedRun run;
        execute(&run, &test, &options, &guide, NULL);
        assert_int_equal(run.end, GUIDED_RUN_DONE);
        assert_int_equal(run.ids.data[3], first == 1 ? 3 : 4);
        assert_int_equal(run.ids.data[4], first == 1 ? 4 : 3);
        for (uint32_t i = 0; i < 5; i++)
            assert_int_equal(run.threads.data[run.ids.data[i]].name, i);
        test_finish(run.machine);
        assert_int_equal(machine_exit_status(run.machine), 57);
        guided_run_free(&run);
        guide_free(&guide);
    }
    test_unload(&test);
}

// A thread that the guide has no name for goes on without one, and so do those that it creates.
static void threads_that_the_guide_does_not_know_have_no_name(void **state)
{
    (void)state;
    TestProgram test = test_load(leaves);
    MachineOptions options = test_machine_options(&test);
    Guide guide = make_guide(2);
    GuidedRun run;
    execute(&run, &test, &options, &guide, NULL);
    test_finish(run.machine);
    assert_int_equal(run.threads.count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(run.threads.data[i].name, i < 2 ? i : NO_THREAD);
    assert_int_equal(run.threads.data[0].created, 2);
    assert_int_equal(run.threads.data[1].created, 1);
    guided_run_free(&run);
    guide_free(&guide);
    test_unload(&test);
}

// --- Choices that a step has

static void a_signal_wakes_whom_the_guide_says(void **state)
{
    (void)state;
    static const char waiters[] = TEST_HEADERS
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int woken[2];\n"
        "void *wait(void *p) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); woken[(long)p] = 1;\n"
        "pthread_mutex_unlock(&m); return p; }\n"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, wait, (void *)0);\n"
        "pthread_create(&u, 0, wait, (void *)1); pthread_mutex_lock(&m); pthread_cond_signal(&c);\n"
        "pthread_mutex_unlock(&m); return 0; }\n";
    TestProgram test = test_load(waiters);
    MachineOptions options = test_machine_options(&test);
    enum { START, LOCK, WAIT, WAKE };
    uint32_t signal = find_index(&test, 0, EVENT_signal, 0);
    for (uint32_t woken = 1; woken <= 2; woken++) {
        Guide guide = make_guide(3);
        for (uint32_t i = 1; i <= 2; i++)
            vector_push(&guide.events, ((GuideEvent){i, WAIT, NO_THREAD, 0}));
        vector_push(&guide.events, ((GuideEvent){0, signal, woken, ANY_OUTCOME}));
        vector_push(&guide.events, ((GuideEvent){0, signal + 1, NO_THREAD, ANY_OUTCOME}));
        vector_push(&guide.events, ((GuideEvent){woken, WAKE, NO_THREAD, ANY_OUTCOME}));
        GuidedRun run;
        HappenedList happened = {0};
        execute(&run, &test, &options, &guide, &happened);
        assert_int_equal(run.end, GUIDED_RUN_DONE);
        assert_int_equal(happened.data[place_of(&happened, woken, WAIT)].kind, EVENT_wait);
        assert_int_equal(happened.data[place_of(&happened, woken, WAKE)].kind, EVENT_wake);
        guided_run_free(&run);
        // The other one waits on.
        add_event(&guide, 3 - woken, WAKE);
        execute(&run, &test, &options, &guide, NULL);
        assert_int_equal(run.end, GUIDED_RUN_DIVERGED);
        guided_run_free(&run);
        // But not if it is to end without a signal, which is chosen when it begins.
        guide.events.data[2 - woken].outcome = 1;
        options.rules.spurious_wakeups = true;
        happened.count = 0;
        execute(&run, &test, &options, &guide, &happened);
        assert_int_equal(run.end, GUIDED_RUN_DONE);
        assert_int_equal(happened.data[place_of(&happened, 3 - woken, WAKE)].kind, EVENT_wake);
        options.rules.spurious_wakeups = false;
        guided_run_free(&run);
        guide_free(&guide);
        vector_free(&happened);
    }
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_happen_in_the_order_of_the_guide),
        cmocka_unit_test(the_last_thread_takes_one_more_step),
        cmocka_unit_test(what_cannot_happen_is_noticed),
        cmocka_unit_test(a_guided_run_stops_at_a_race),
        cmocka_unit_test(threads_and_inputs_are_known_by_their_creators),
        cmocka_unit_test(threads_that_the_guide_does_not_know_have_no_name),
        cmocka_unit_test(a_signal_wakes_whom_the_guide_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
