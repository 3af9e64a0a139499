// Which steps touched a place: against looking at all of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/touched_steps.h"

static void add(TouchedSteps *touched, uint32_t number, uint64_t address, uint32_t size)
{
    Footprint footprint = {0};
    footprint_add_touch(&footprint, &(Touch){.address = address, .size = size, .kind = TOUCH_WRITE});
    touched_steps_add(touched, number, &footprint);
    footprint_free(&footprint);
}

static void steps_of_a_place_come_from_the_last_to_the_first(void **state)
{
    (void)state;
    TouchedSteps touched = {0};
    TouchedWalk walk;
    Touch place = {.address = 0x1004, .size = 8}; // in two cells
    add(&touched, 1, 0x1000, 8);
    add(&touched, 2, 0x2000, 4);
    add(&touched, 3, 0x1004, 8);
    add(&touched, 4, 0x800, 0x10000); // wide
    add(&touched, 5, 0x1008, 1);
    touched_steps_begin(&touched, &place, 5, &walk);
    assert_int_equal(touched_steps_next(&walk), 5);
    assert_int_equal(touched_steps_next(&walk), 4);
    assert_int_equal(touched_steps_next(&walk), 3); // once
    assert_int_equal(touched_steps_next(&walk), 1);
    assert_int_equal(touched_steps_next(&walk), 0);
    touched_steps_begin(&touched, &place, 3, &walk);
    assert_int_equal(touched_steps_next(&walk), 3);
    touched_steps_begin(&touched, &(Touch){.address = 0, .size = 0x1000}, 5, &walk);
    for (uint32_t number = 5; number; number--)
        assert_int_equal(touched_steps_next(&walk), number);
    assert_int_equal(touched_steps_next(&walk), 0);
    touched_steps_free(&touched);
}

static void what_was_cut_is_forgotten(void **state)
{
    (void)state;
    TouchedSteps touched = {0};
    TouchedWalk walk;
    Touch place = {.address = 0x1000, .size = 4};
    touched_steps_begin(&touched, &place, 0, &walk);
    assert_int_equal(touched_steps_next(&walk), 0);
    for (uint32_t number = 1; number <= 6; number++)
        add(&touched, number, number % 2 ? 0x1000 : 0x2000, 4);
    touched_steps_cut(&touched, 4);
    add(&touched, 5, 0x2000, 4);
    touched_steps_begin(&touched, &place, 5, &walk);
    assert_int_equal(touched_steps_next(&walk), 3);
    assert_int_equal(touched_steps_next(&walk), 1);
    assert_int_equal(touched_steps_next(&walk), 0);
    touched_steps_cut(&touched, 0);
    add(&touched, 1, 0x1002, 1);
    touched_steps_begin(&touched, &place, 1, &walk);
    assert_int_equal(touched_steps_next(&walk), 1);
    assert_int_equal(touched_steps_next(&walk), 0);
    touched_steps_free(&touched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_a_place_come_from_the_last_to_the_first),
        cmocka_unit_test(what_was_cut_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
