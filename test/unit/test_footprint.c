// What steps touch, and whether their order matters.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/footprint.h"

enum { LOCK = 0x1000, MEMORY = 0x2000 };

static Footprint footprint_of(Event event)
{
    Footprint footprint = {0};
    footprint_add_event(&footprint, &event, false);
    return footprint;
}

static Footprint footprint_in_section(Event event)
{
    Footprint footprint = {0};
    footprint_add_event(&footprint, &event, true);
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
        cmocka_unit_test(the_same_touch_is_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
