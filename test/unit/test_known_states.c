// States that were explored before: when they count as met again, and what counts then.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/known_states.h"

static void a_state_is_known_once_all_that_follows_it_was_explored(void **state)
{
    (void)state;
    KnownStates known = {0};
    KnownCounts counts = {.ended = 10, .failed = 2, .cuts = 5};
    KnownNode node = {.key = {7, 8}, .label = 3};
    assert_false(known_states_meet(&known, &node, &counts));
    assert_int_equal(counts.ended, 10);
    counts = (KnownCounts){.ended = 14, .failed = 3, .cuts = 9};
    known_states_add(&known, &node, &counts, true);

    // What was found after it is counted once more. It matters whether something was cut off, not how often.
    KnownNode again = {.key = {7, 8}};
    assert_true(known_states_meet(&known, &again, &counts));
    assert_int_equal(counts.ended, 18);
    assert_int_equal(counts.failed, 4);
    assert_int_equal(counts.cuts, 10);
    assert_int_equal(known.met_label, 3);
    known_states_free(&known);
}

static void both_halves_of_the_key_count(void **state)
{
    (void)state;
    KnownStates known = {0};
    KnownCounts counts = {0};
    KnownNode node = {.key = {7, 8}}, other = {.key = {7, 9}}, third = {.key = {8, 8}};
    known_states_add(&known, &node, &counts, true);
    assert_false(known_states_meet(&known, &other, &counts));
    assert_false(known_states_meet(&known, &third, &counts));

    // Of two with the same first half the later one is kept.
    other.label = 4;
    known_states_add(&known, &other, &counts, true);
    assert_true(known_states_meet(&known, &other, &counts));
    assert_int_equal(known.met_label, 4);
    assert_false(known_states_meet(&known, &node, &counts));
    known_states_free(&known);
}

// Paths through known states are counted without being walked, and can be more than a number holds.
static void counts_grow_up_to_a_limit(void **state)
{
    (void)state;
    KnownStates known = {0};
    KnownCounts counts = {0};
    KnownNode node = {.key = {7, 8}};
    assert_false(known_states_meet(&known, &node, &counts));
    counts = (KnownCounts){.ended = KNOWN_COUNT_LIMIT - 1, .failed = KNOWN_COUNT_LIMIT - 1};
    known_states_add(&known, &node, &counts, true);
    for (int i = 0; i < 4; i++) {
        KnownNode again = {.key = {7, 8}};
        assert_true(known_states_meet(&known, &again, &counts));
        assert_true(counts.ended == KNOWN_COUNT_LIMIT && counts.failed == KNOWN_COUNT_LIMIT);
    }
    // What was found after a node is never less than nothing.
    KnownNode other = {.key = {8, 8}};
    counts.ended++;
    assert_false(known_states_meet(&known, &other, &counts));
    assert_true(known_states_meet(&known, &node, &counts));
    assert_true(counts.ended == KNOWN_COUNT_LIMIT + 1);
    known_states_free(&known);
}

static void what_may_be_shared_is_left_to_others(void **state)
{
    (void)state;
    KnownStates known = {.shared = shared_store_create(64 << 20)}, other = {.shared = known.shared};
    assert_non_null(known.shared);
    KnownCounts counts = {.ended = 3}, none = {0};
    KnownNode node = {.key = {7, 8}}, own = {.key = {8, 8}};
    known_states_add(&known, &node, &counts, true);
    known_states_add(&known, &own, &counts, false);
    assert_true(known_states_meet(&known, &own, &none));
    assert_false(known_states_meet(&other, &own, &none));
    assert_true(known_states_meet(&other, &node, &none));
    assert_int_equal(none.ended, 6);
    other.shared = NULL; // one process
    known_states_free(&other);
    known_states_free(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_is_known_once_all_that_follows_it_was_explored),
        cmocka_unit_test(both_halves_of_the_key_count),
        cmocka_unit_test(counts_grow_up_to_a_limit),
        cmocka_unit_test(what_may_be_shared_is_left_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
