// What steps touch, and whether their order matters.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/footprint.h"

enum { LOCK = 0x1000, MEMORY = 0x2000 };

static const TouchRules all_rules = {.updates = true, .attempts = true, .barriers = true, .sharers = true};

static Footprint footprint_of(Event event)
{
    Footprint footprint = {0};
    footprint_add_event(&footprint, &all_rules, &event, false);
    return footprint;
}

static Footprint footprint_in_section(Event event)
{
    Footprint footprint = {0};
    footprint_add_event(&footprint, &all_rules, &event, true);
    return footprint;
}

static bool dependent(Event a, Event b)
{
    Footprint first = footprint_of(a), second = footprint_of(b);
    bool result = footprints_dependent(&first, &second);
    assert_int_equal(result, footprints_dependent(&second, &first));
    footprint_free(&first);
    footprint_free(&second);
    return result;
}

static void memory_conflicts_where_it_overlaps_and_one_writes(void **state)
{
    (void)state;
    Event read = {.kind = EVENT_read, .address = MEMORY, .size = 4};
    Event write = {.kind = EVENT_write, .address = MEMORY + 2, .size = 4};
    Event beside = {.kind = EVENT_write, .address = MEMORY + 6, .size = 2};
    Event gone = {.kind = EVENT_free, .address = MEMORY, .size = 64};
    assert_false(dependent(read, read));
    assert_true(dependent(read, write));
    assert_true(dependent(write, write));
    assert_false(dependent(write, beside));
    assert_false(dependent(read, beside));
    assert_true(dependent(gone, read));
    assert_true(dependent(gone, beside));
}

static void what_concerns_nobody_is_independent(void **state)
{
    (void)state;
    Event write = {.kind = EVENT_write, .address = MEMORY, .size = 4};
    assert_false(dependent((Event){.kind = EVENT_yield}, write));
    assert_false(dependent((Event){.kind = EVENT_exit}, write));
    assert_false(dependent((Event){.kind = EVENT_input}, (Event){.kind = EVENT_input}));
    // Threads have numbers in the order of their creation.
    assert_true(dependent((Event){.kind = EVENT_create}, (Event){.kind = EVENT_create}));
}

static bool reversible(Event earlier, Event later)
{
    Footprint first = footprint_of(earlier), second = footprint_of(later);
    assert_int_equal(first.touches.count, 1);
    assert_int_equal(second.touches.count, 1);
    bool result = touches_reversible(&first.touches.data[0], &second.touches.data[0]);
    footprint_free(&first);
    footprint_free(&second);
    return result;
}

static void who_has_a_lock_keeps_others_out(void **state)
{
    (void)state;
    Event lock = {.kind = EVENT_lock, .address = LOCK, .thread = 1};
    Event unlock = {.kind = EVENT_unlock, .address = LOCK, .thread = 1};
    Event attempt = {.kind = EVENT_lock, .address = LOCK, .thread = 2, .conditional = true};
    Event failed = {.kind = EVENT_lock_failed, .address = LOCK, .thread = 2};
    assert_true(dependent(lock, unlock));
    assert_true(reversible(lock, lock));
    assert_false(reversible(unlock, lock));
    assert_false(reversible(lock, unlock));
    assert_false(reversible(unlock, unlock));
    // An attempt can be made at any time.
    assert_true(reversible(unlock, attempt));
    assert_true(reversible(failed, unlock));
}

static void a_section_may_come_before_what_it_waits_for(void **state)
{
    (void)state;
    Footprint unlock = footprint_of((Event){.kind = EVENT_unlock, .address = LOCK, .thread = 1});
    Footprint lock = footprint_in_section((Event){.kind = EVENT_lock, .address = LOCK, .thread = 2});
    assert_true(touches_reversible(&unlock.touches.data[0], &lock.touches.data[0]));
    Footprint end = footprint_of((Event){.kind = EVENT_exit, .thread = 1});
    Footprint join = footprint_in_section((Event){.kind = EVENT_join, .other = 1, .thread = 2});
    Footprint other = footprint_in_section((Event){.kind = EVENT_join, .other = 3, .thread = 2});
    assert_true(touches_reversible(&end.touches.data[0], &join.touches.data[0]));
    assert_false(footprints_dependent(&end, &other));
    // Elsewhere a join happens as soon as it can.
    assert_false(
        dependent((Event){.kind = EVENT_exit, .thread = 1}, (Event){.kind = EVENT_join, .other = 1, .thread = 2}));
    footprint_free(&unlock);
    footprint_free(&lock);
    footprint_free(&end);
    footprint_free(&join);
    footprint_free(&other);
}

static void waiting_touches_the_condition_and_the_mutex(void **state)
{
    (void)state;
    Event wait = {.kind = EVENT_wait, .address = MEMORY, .value = LOCK};
    assert_true(dependent(wait, (Event){.kind = EVENT_signal, .address = MEMORY}));
    assert_true(dependent(wait, (Event){.kind = EVENT_lock, .address = LOCK}));
    assert_false(dependent(wait, (Event){.kind = EVENT_lock, .address = LOCK + 64}));
}

static void the_order_of_sums_does_not_matter(void **state)
{
    (void)state;
    Event sum = {.kind = EVENT_update, .address = MEMORY, .size = 4, .sums = true};
    Event update = {.kind = EVENT_update, .address = MEMORY, .size = 4};
    Event wider = {.kind = EVENT_update, .address = MEMORY, .size = 8, .sums = true};
    assert_false(dependent(sum, sum));
    assert_true(dependent(sum, update));
    assert_true(dependent(sum, wider));
    assert_true(dependent(sum, (Event){.kind = EVENT_read, .address = MEMORY, .size = 4}));
    assert_true(dependent(sum, (Event){.kind = EVENT_write, .address = MEMORY, .size = 1}));
}

static void what_leaves_everything_as_it_was_only_looks(void **state)
{
    (void)state;
    Event failed = {.kind = EVENT_update, .address = MEMORY, .size = 4, .unchanged = true};
    Event done = {.kind = EVENT_update, .address = MEMORY, .size = 4};
    assert_false(dependent(failed, failed));
    assert_true(dependent(failed, done));
    Event attempt = {.kind = EVENT_lock_failed, .address = LOCK};
    assert_false(dependent(attempt, attempt));
    assert_true(dependent(attempt, (Event){.kind = EVENT_lock, .address = LOCK}));
    Event nobody = {.kind = EVENT_signal, .address = LOCK, .unchanged = true};
    assert_false(dependent(nobody, nobody));
    assert_true(dependent(nobody, (Event){.kind = EVENT_signal, .address = LOCK}));
    assert_true(dependent(nobody, (Event){.kind = EVENT_wait, .address = LOCK, .value = MEMORY}));
    // Without the rules it is as if they had done something.
    Footprint write = {0};
    footprint_add_event(&write, &(TouchRules){0}, &failed, false);
    footprint_add_event(&write, &(TouchRules){0}, &attempt, false);
    assert_int_equal(write.touches.data[0].kind, TOUCH_WRITE);
    assert_int_equal(write.touches.data[1].kind, TOUCH_WRITE);
    footprint_free(&write);
}

static void those_who_share_a_lock_do_not_mind_each_other(void **state)
{
    (void)state;
    Event share = {.kind = EVENT_read_lock, .address = LOCK};
    Event unshare = {.kind = EVENT_rwlock_unlock, .address = LOCK, .shared = true};
    Event acquire = {.kind = EVENT_write_lock, .address = LOCK};
    Event release = {.kind = EVENT_rwlock_unlock, .address = LOCK};
    Event attempt = {.kind = EVENT_read_lock, .address = LOCK, .conditional = true};
    assert_false(dependent(share, share));
    assert_false(dependent(share, unshare));
    assert_true(reversible(share, acquire));
    assert_true(reversible(acquire, share));
    assert_false(reversible(unshare, acquire));
    assert_true(dependent(unshare, acquire));
    assert_false(reversible(release, share));
    assert_true(reversible(release, attempt));
    Event first = {.kind = EVENT_once_begin, .address = LOCK}, later = first;
    later.unchanged = true;
    assert_false(dependent(later, later));
    assert_true(reversible(first, later));
    assert_false(reversible((Event){.kind = EVENT_once_end, .address = LOCK}, later));
    Event post = {.kind = EVENT_semaphore_post, .address = LOCK, .sums = true}, last = post;
    last.sums = false;
    assert_false(dependent(post, post));
    assert_true(dependent(post, last));
    assert_true(dependent(post, (Event){.kind = EVENT_semaphore_wait, .address = LOCK}));
}

static bool wakes(Event sleeper, Event step)
{
    Footprint first = footprint_of(sleeper), second = footprint_of(step);
    bool result = footprint_wakes(&first, &second);
    footprint_free(&first);
    footprint_free(&second);
    return result;
}

static void a_round_of_a_barrier_has_no_order_but_who_is_last(void **state)
{
    (void)state;
    Event early = {.kind = EVENT_barrier_arrive, .address = LOCK, .missing = 2};
    Event next = {.kind = EVENT_barrier_arrive, .address = LOCK, .missing = 1};
    Event last = {.kind = EVENT_barrier_arrive, .address = LOCK};
    Event told = {.kind = EVENT_barrier_arrive, .address = LOCK, .told = true};
    Event again = {.kind = EVENT_barrier_arrive, .address = LOCK, .missing = 2, .round = 1};
    Event leave = {.kind = EVENT_barrier_leave, .address = LOCK};
    assert_false(dependent(early, early));
    assert_false(dependent(early, last));
    assert_true(reversible(early, told));
    // Who meets whom depends on the order, if there are more threads than meet.
    assert_true(reversible(last, again));
    assert_false(dependent(leave, leave));
    assert_true(dependent(early, leave));
    assert_false(reversible(early, leave));
    assert_false(reversible(leave, again));
    assert_true(dependent(leave, (Event){.kind = EVENT_sync_destroy, .address = LOCK}));
    // Who sleeps before a barrier is not the last one, unless all others have come.
    assert_false(wakes(early, early));
    assert_true(wakes(early, next));
    assert_true(wakes(early, last));
    assert_true(wakes(early, told));
    // If the run ends as they leave, it matters who goes first.
    Footprint footprint = footprint_of(last);
    footprint_order_meetings(&footprint);
    assert_int_equal(footprint.touches.data[0].kind, TOUCH_WRITE);
    footprint_free(&footprint);
}

static void the_same_touch_is_kept_once(void **state)
{
    (void)state;
    Footprint footprint = {0};
    Touch touch = {.address = MEMORY, .size = 4, .kind = TOUCH_READ, .thread = 1, .before = {{6}}};
    footprint_add_touch(&footprint, &touch);
    touch.before.words[0] = 3;
    footprint_add_touch(&footprint, &touch);
    assert_int_equal(footprint.touches.count, 1);
    assert_int_equal(footprint.touches.data[0].before.words[0], 2); // what comes before it in any case
    touch.thread = 2;
    footprint_add_touch(&footprint, &touch);
    assert_int_equal(footprint.touches.count, 2);
    footprint_free(&footprint);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_conflicts_where_it_overlaps_and_one_writes),
        cmocka_unit_test(what_concerns_nobody_is_independent),
        cmocka_unit_test(who_has_a_lock_keeps_others_out),
        cmocka_unit_test(a_section_may_come_before_what_it_waits_for),
        cmocka_unit_test(waiting_touches_the_condition_and_the_mutex),
        cmocka_unit_test(the_order_of_sums_does_not_matter),
        cmocka_unit_test(what_leaves_everything_as_it_was_only_looks),
        cmocka_unit_test(those_who_share_a_lock_do_not_mind_each_other),
        cmocka_unit_test(a_round_of_a_barrier_has_no_order_but_who_is_last),
        cmocka_unit_test(the_same_touch_is_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
