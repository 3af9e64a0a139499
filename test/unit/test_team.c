// Helpers: a part of a part is reported upwards, one that dies is told, room is counted, and places are free again when
// helpers are done, however many there were.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/limits.h"
#include "crew/team.h"

static void report_number(Team *team, uint32_t number)
{
    Bytes report = {0};
    bytes_put_u32(&report, number);
    team_report(team, &report);
}

static uint32_t take_number(Team *team, const TeamHelper *helper)
{
    Bytes report = {0};
    Text reason = {0};
    assert_int_equal(team_wait(team, helper, &report, &reason), TEAM_DONE);
    BytesReader reader = bytes_reader(&report);
    uint32_t number = bytes_get_u32(&reader);
    bytes_free(&report);
    text_free(&reason);
    return number;
}

// Helpers inside helpers, `depth` of them; each adds one to what comes from below.
static uint32_t count_down(Team *team, uint32_t depth)
{
    if (!depth)
        return 0;
    TeamHelper helper;
    switch (team_fork(team, &helper)) {
    case TEAM_ALONE:
        return 1000;
    case TEAM_HELPER:
        report_number(team, count_down(team, depth - 1) + 1);
        break;
    case TEAM_PARENT:
        break;
    }
    return take_number(team, &helper);
}

static void parts_have_parts(void **state)
{
    (void)state;
    Limits limits = {0};
    Team *team = team_create(6, &limits);
    assert_int_equal(count_down(team, 5), 5);
    team_free(team);
}

// There are 256 places.
static void places_are_free_again(void **state)
{
    (void)state;
    Limits limits = {0};
    Team *team = team_create(4, &limits);
    for (uint32_t i = 0; i < 200; i++)
        assert_int_equal(count_down(team, 3), 3);
    team_free(team);
}

static void there_is_room_for_so_many(void **state)
{
    (void)state;
    Limits limits = {0};
    assert_null(team_create(1, &limits));
    Team *team = team_create(3, &limits);
    TeamHelper helpers[3];
    for (uint32_t i = 0; i < 2; i++) {
        assert_true(team_has_room(team));
        if (team_fork(team, &helpers[i]) == TEAM_HELPER)
            for (;;)
                pause();
    }
    assert_false(team_has_room(team));
    assert_int_equal(team_fork(team, &helpers[2]), TEAM_ALONE);
    for (uint32_t i = 0; i < 2; i++)
        team_drop(team, &helpers[i]);
    team_free(team);
}

static void a_death_is_told(void **state)
{
    (void)state;
    Limits limits = {0};
    Team *team = team_create(2, &limits);
    TeamHelper helper;
    if (team_fork(team, &helper) == TEAM_HELPER) {
        kill(getpid(), SIGKILL);
        pause();
    }
    Bytes report = {0};
    Text reason = {0};
    assert_int_equal(team_wait(team, &helper, &report, &reason), TEAM_DIED);
    assert_string_equal(text_string(&reason), "a worker was killed by signal 9");
    bytes_free(&report);
    text_free(&reason);
    team_free(team);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_parts),
        cmocka_unit_test(places_are_free_again),
        cmocka_unit_test(there_is_room_for_so_many),
        cmocka_unit_test(a_death_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
