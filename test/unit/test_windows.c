// Parts of a run that are reordered by themselves: what they need to know of the past, and what is found in them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"
#include "predict/past.h"

static void note(Past *past, Event event)
{
    past_note(past, NULL, &event);
}

// The past of the events so far is of these kinds.
static void expect(const Past *past, const EventKind *kinds, uint32_t count)
{
    assert_int_equal(past->events.count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(past->events.data[i].kind, kinds[i]);
}
#define EXPECT(past, ...) \
    expect(past, (EventKind[]){__VA_ARGS__}, sizeof((EventKind[]){__VA_ARGS__}) / sizeof(EventKind))

enum { LOCK = 0x10, OTHER_LOCK = 0x20, CONDITION = 0x30, BARRIER = 0x40 };

static void locks_that_are_held_matter(void **state)
{
    (void)state;
    Past past = {0};
    note(&past, (Event){.kind = EVENT_lock, .thread = 1, .address = LOCK});
    note(&past, (Event){.kind = EVENT_write, .thread = 1, .address = 0x50});
    note(&past, (Event){.kind = EVENT_read_lock, .thread = 2, .address = OTHER_LOCK});
    note(&past, (Event){.kind = EVENT_lock, .thread = 1, .address = LOCK}); // a recursive one
    note(&past, (Event){.kind = EVENT_unlock, .thread = 1, .address = LOCK});
    EXPECT(&past, EVENT_lock, EVENT_read_lock);
    note(&past, (Event){.kind = EVENT_unlock, .thread = 1, .address = LOCK});
    EXPECT(&past, EVENT_read_lock);
    assert_int_equal(past.events.data[0].thread, 2);
    past_free(&past);
}

static void waits_matter_with_what_ended_them_until_they_are_over(void **state)
{
    (void)state;
    Past past = {0};
    note(&past, (Event){.kind = EVENT_lock, .thread = 1, .address = LOCK});
    note(&past, (Event){.kind = EVENT_wait, .thread = 1, .address = CONDITION, .value = LOCK});
    EXPECT(&past, EVENT_wait); // it has released the lock
    note(&past, (Event){.kind = EVENT_wait, .thread = 2, .address = CONDITION, .value = LOCK});
    note(&past, (Event){.kind = EVENT_signal, .thread = 3, .address = CONDITION, .other = NO_THREAD});
    note(&past, (Event){.kind = EVENT_signal, .thread = 3, .address = CONDITION, .other = 2});
    note(&past, (Event){.kind = EVENT_broadcast, .thread = 3, .address = CONDITION});
    note(&past, (Event){.kind = EVENT_broadcast, .thread = 3, .address = CONDITION + 1});
    EXPECT(&past, EVENT_wait, EVENT_wait, EVENT_signal, EVENT_broadcast);
    note(&past, (Event){.kind = EVENT_wake, .thread = 2, .address = CONDITION});
    EXPECT(&past, EVENT_wait, EVENT_broadcast);
    note(&past, (Event){.kind = EVENT_wake, .thread = 1, .address = CONDITION});
    assert_int_equal(past.events.count, 0);
    past_free(&past);
}

static void arrive(Past *past, uint32_t thread)
{
    note(past, (Event){.kind = EVENT_barrier_arrive, .thread = thread, .address = BARRIER, .parties = 2});
}

static void leave(Past *past, uint32_t thread)
{
    note(past, (Event){.kind = EVENT_barrier_leave, .thread = thread, .address = BARRIER});
}

static void rounds_of_barriers_matter_until_all_have_left(void **state)
{
    (void)state;
    Past past = {0};
    arrive(&past, 1);
    arrive(&past, 2);
    leave(&past, 1);
    arrive(&past, 1); // the next round
    EXPECT(&past, EVENT_barrier_arrive, EVENT_barrier_arrive, EVENT_barrier_leave, EVENT_barrier_arrive);
    leave(&past, 2);
    EXPECT(&past, EVENT_barrier_arrive);
    arrive(&past, 2);
    leave(&past, 2);
    leave(&past, 1);
    assert_int_equal(past.events.count, 0);
    past_free(&past);
}

// Two threads that go through some rounds with a lock, in the last of which they do what is given.
#define ROUNDS(last)                                                                                              \
    TEST_HEADERS "enum { ROUNDS = 30 };\n"                                                                        \
                 "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y;\n"      \
                 "void *work(void *q) { for (int i = 0; i < ROUNDS; i++) {\n"                                     \
                 "    pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);\n"                                   \
                 "    if (i == ROUNDS / 2) { " last " }\n"                                                        \
                 "} return q; }\n"                                                                                \
                 "int main(void) { pthread_t t, u; pthread_create(&t, 0, work, &m); pthread_create(&u, 0, work, " \
                 "&n);\n    pthread_join(t, 0); pthread_join(u, 0); return 0; }\n"

static Answer answer(const char *source, const char *window)
{
    TestProgram test = test_load(source);
    Verdict verdict = TEST_VERIFY(&test, "predict", window);
    Answer result = verdict.answer;
    verdict_free(&verdict);
    test_unload(&test);
    return result;
}

static void what_is_near_in_the_run_is_found(void **state)
{
    (void)state;
    static const char lost[] = ROUNDS("int before = y; y = before + 1; assert(y == before + 1);");
    static const char circle[] = ROUNDS("pthread_mutex_t *a = q, *b = q == &m ? &n : &m;\n"
                                        "pthread_mutex_lock(a); pthread_mutex_lock(b); y++;\n"
                                        "pthread_mutex_unlock(b); pthread_mutex_unlock(a);");
    static const char kept[] = ROUNDS("pthread_mutex_lock(&n); int before = y; y = before + 1;\n"
                                      "assert(y == before + 1); pthread_mutex_unlock(&n);");
    assert_int_equal(answer(lost, "--window=24"), ANSWER_FALSE);
    assert_int_equal(answer(circle, "--window=24"), ANSWER_FALSE);
    assert_int_equal(answer(kept, "--window=24"), ANSWER_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(locks_that_are_held_matter),
        cmocka_unit_test(waits_matter_with_what_ended_them_until_they_are_over),
        cmocka_unit_test(rounds_of_barriers_matter_until_all_have_left),
        cmocka_unit_test(what_is_near_in_the_run_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
