// Executions of atomic operations (order/graph.h, order/consistency.h), and the clocks and accesses beside them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "order/channels.h"
#include "order/consistency.h"
#include "order/last_accesses.h"
#include "order/seq_cst.h"
#include "random.h"
#include "sc_definition.h"

enum { X = 0x1000, Y = 0x2000 };

// A small execution that grows by hand.
typedef struct Scene {
    Graph graph;
    ThreadClocks clocks;
    uint32_t numbers[4];
    uint32_t x, y;
} Scene;

static Scene scene_create(void)
{
    Scene scene = {0};
    scene.x = graph_add_location(&scene.graph, X, 4, 0, 0);
    scene.y = graph_add_location(&scene.graph, Y, 4, 0, 0);
    return scene;
}

static void scene_free(Scene *scene)
{
    graph_free(&scene->graph);
    thread_clocks_free(&scene->clocks);
}

static NewEvent next(Scene *scene, uint32_t thread, uint32_t location, MemoryOrder order)
{
    return (NewEvent){.thread = thread,
                      .number = scene->numbers[thread],
                      .location = location,
                      .order = order,
                      .known = thread_clocks_at(&scene->clocks, thread)};
}

static uint32_t last_of(const Scene *scene, uint32_t location)
{
    return scene->graph.locations.data[location].last;
}

// The last in modification order.
static uint32_t write_last(Scene *scene, uint32_t thread, uint32_t location, MemoryOrder order, uint64_t value)
{
    NewEvent event = next(scene, thread, location, order);
    uint32_t added = graph_add_write(&scene->graph, &event, last_of(scene, location));
    graph_set_written(&scene->graph, added, value, 0, event.known, event.known);
    scene->numbers[thread]++;
    return added;
}

static uint32_t read_from(Scene *scene, uint32_t thread, uint32_t source, MemoryOrder order)
{
    NewEvent event = next(scene, thread, graph_event(&scene->graph, source)->location, order);
    scene->numbers[thread]++;
    return graph_add_read(&scene->graph, &event, source);
}

static bool may_read(Scene *scene, uint32_t thread, uint32_t source, MemoryOrder order)
{
    NewEvent event = next(scene, thread, graph_event(&scene->graph, source)->location, order);
    return graph_allows(&scene->graph, &event, source, FORM_READ);
}

static uint32_t count_places(Scene *scene, uint32_t thread, uint32_t location, AccessForm form)
{
    const Clock *clock = thread_clocks_at(&scene->clocks, thread);
    uint32_t count = 0, write = NO_EVENT;
    while ((write = graph_next_older(&scene->graph, location, write, clock, form)) != NO_EVENT)
        count++;
    return count;
}

static void who_knows_nothing_may_read_everything(void **state)
{
    (void)state;
    Scene scene = scene_create();
    write_last(&scene, 0, scene.x, ORDER_RELAXED, 1);
    uint32_t second = write_last(&scene, 0, scene.x, ORDER_RELAXED, 2);
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_READ), 3);
    assert_int_equal(count_places(&scene, 0, scene.x, FORM_READ), 1); // its own last write
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_WRITE), 3);
    read_from(&scene, 1, second, ORDER_RELAXED);
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_READ), 1); // nothing older than what it has read
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_WRITE), 1);
    assert_int_equal(count_places(&scene, 2, scene.x, FORM_READ), 3);
    scene_free(&scene);
}

static void nothing_comes_between_an_update_and_what_it_reads(void **state)
{
    (void)state;
    Scene scene = scene_create();
    NewEvent event = next(&scene, 0, scene.x, ORDER_RELAXED);
    uint32_t update = graph_add_update(&scene.graph, &event, last_of(&scene, scene.x));
    graph_set_written(&scene.graph, update, 1, 0, event.known, event.known);
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_READ), 2);
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_WRITE), 1);
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_UPDATE), 1);
    graph_drop_event(&scene.graph, update);
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_UPDATE), 1);
    assert_int_equal(count_places(&scene, 1, scene.x, FORM_READ), 1);
    scene_free(&scene);
}

// Each of two threads writes one location and reads the other.
static bool store_buffering(MemoryOrder order, bool fences)
{
    Scene scene = scene_create();
    uint32_t initial_x = last_of(&scene, scene.x), initial_y = last_of(&scene, scene.y);
    write_last(&scene, 0, scene.x, order, 1);
    write_last(&scene, 1, scene.y, order, 1);
    for (uint32_t thread = 0; thread < 2 && fences; thread++) {
        NewEvent fence = next(&scene, thread, NO_LOCATION, ORDER_SEQ_CST);
        fence.fence = true;
        graph_add_fence(&scene.graph, &fence);
        scene.numbers[thread]++;
    }
    read_from(&scene, 0, initial_y, order);
    bool allowed = may_read(&scene, 1, initial_x, order);
    assert_true(may_read(&scene, 1, last_of(&scene, scene.x), order));
    assert_true(graph_meets_sc(&scene.graph));
    scene_free(&scene);
    return allowed;
}

static void seq_cst_forbids_that_both_read_what_was_there_first(void **state)
{
    (void)state;
    assert_true(store_buffering(ORDER_RELAXED, false));
    assert_true(store_buffering(ORDER_ACQ_REL, false));
    assert_false(store_buffering(ORDER_SEQ_CST, false));
    assert_false(store_buffering(ORDER_RELAXED, true));
}

// --- One event more

static uint32_t add_access(Graph *graph, const NewEvent *event, uint32_t write, AccessForm form)
{
    return form == FORM_READ    ? graph_add_read(graph, event, write)
           : form == FORM_WRITE ? graph_add_write(graph, event, write)
                                : graph_add_update(graph, event, write);
}

// Adds a random access to a place where it may be. At each place, what is found out about the one event is what is found
// out about the whole graph.
static void grow(Scene *scene, uint64_t *random, bool fences)
{
    static const MemoryOrder orders[] = {ORDER_RELAXED, ORDER_ACQ_REL, ORDER_SEQ_CST, ORDER_SEQ_CST};
    Graph *graph = &scene->graph;
    uint32_t thread = random_below(random, 3), location = random_below(random, 2) ? scene->x : scene->y;
    MemoryOrder order = orders[random_below(random, 4)];
    AccessForm form = (AccessForm)random_below(random, 3);
    Clock *known = thread_clocks_at(&scene->clocks, thread);
    if (fences && random_below(random, 4) == 0) {
        NewEvent fence = next(scene, thread, NO_LOCATION, ORDER_SEQ_CST);
        fence.fence = true;
        graph_add_fence(graph, &fence);
        scene->numbers[thread]++;
        return;
    }
    uint32_t chosen = NO_EVENT, places = 0;
    for (uint32_t write = NO_EVENT; (write = graph_next_older(graph, location, write, known, form)) != NO_EVENT;) {
        Clock after = {0};
        NewEvent event = next(scene, thread, location, order);
        clock_set(&after, known);
        if (order_acquires(order) && form != FORM_WRITE)
            graph_take_clock(graph, graph_event(graph, write)->released, &after);
        event.known = &after;
        event.after_plain = random_below(random, 4) == 0;
        bool may_break = graph_may_break_sc(graph, &event);
        uint32_t added = add_access(graph, &event, write, form);
        bool meets = graph_meets_sc(graph);
        assert_int_equal(may_break ? graph_still_meets_sc(graph, added) : true, meets);
        graph_drop_event(graph, added);
        if (meets && random_below(random, ++places) == 0)
            chosen = write;
        vector_free(&after);
    }
    if (chosen == NO_EVENT)
        return;
    if (order_acquires(order) && form != FORM_WRITE)
        graph_take_clock(graph, graph_event(graph, chosen)->released, known);
    NewEvent event = next(scene, thread, location, order);
    uint32_t added = add_access(graph, &event, chosen, form);
    Clock nothing = {0};
    const Clock *released = order_releases(order) ? known : &nothing;
    if (form != FORM_READ) {
        graph_set_written(graph, added, scene->numbers[thread], 0, released, released);
        known->data[thread]++;
    }
    scene->numbers[thread]++;
}

static void one_event_more_is_checked_like_all(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (uint32_t round = 0; round < 3000; round++) {
        Scene scene = scene_create();
        for (uint32_t i = 0; i < 14; i++)
            grow(&scene, &random, round % 4 == 0);
        scene_free(&scene);
    }
}

static void the_hash_is_that_of_the_execution(void **state)
{
    (void)state;
    Scene one = scene_create(), other = scene_create();
    write_last(&one, 0, one.x, ORDER_RELAXED, 1);
    write_last(&one, 1, one.y, ORDER_RELAXED, 1);
    write_last(&other, 1, other.y, ORDER_RELAXED, 1);
    assert_true(graph_hash(&one.graph, 7) != graph_hash(&other.graph, 7));
    write_last(&other, 0, other.x, ORDER_RELAXED, 1);
    assert_true(graph_hash(&one.graph, 7) == graph_hash(&other.graph, 7));
    Graph copy;
    graph_copy(&copy, &one.graph);
    assert_true(graph_hash(&copy, 7) == graph_hash(&one.graph, 7));
    graph_free(&copy);
    scene_free(&one);
    scene_free(&other);
}

static bool note(LastAccesses *accesses, ThreadClocks *clocks, uint32_t thread, bool writes, bool atomic)
{
    const Clock *clock = thread_clocks_at(clocks, thread);
    LastAccess other,
        access = {.thread = thread, .time = clock_time(clock, thread), .writes = writes, .atomic = atomic};
    return last_accesses_note(accesses, clock, &access, X, 4, &other);
}

// Atomic writes do not race with each other, and none of them stands for the other.
static void an_access_races_with_any_of_several_atomic_ones(void **state)
{
    (void)state;
    ThreadClocks clocks = {0};
    LastAccesses accesses = {0};
    Channels channels = {0};
    assert_false(note(&accesses, &clocks, 0, true, true));
    assert_false(note(&accesses, &clocks, 1, true, true));
    Channel *channel = channels_at(&channels, Y);
    thread_clocks_at(&clocks, 2);
    thread_clocks_release(&clocks, 1, &channel->released);
    thread_clocks_acquire(&clocks, 2, &channel->released);
    LastAccesses later;
    last_accesses_copy(&later, &accesses);
    assert_true(note(&accesses, &clocks, 2, false, false)); // with that of thread 0
    thread_clocks_release(&clocks, 0, &channel->released);
    thread_clocks_acquire(&clocks, 2, &channel->released);
    assert_false(note(&later, &clocks, 2, true, false));
    last_accesses_forget(&later, X, 4);
    assert_false(note(&later, &clocks, 0, true, false));
    last_accesses_free(&accesses);
    last_accesses_free(&later);
    channels_free(&channels);
    thread_clocks_free(&clocks);
}

// Whoever ends the life of memory must know of all that was done to it, reads and atomic accesses included. After that
// nothing is left of it, and what was done beside it is.
static void the_end_of_memory_races_with_what_is_not_known(void **state)
{
    (void)state;
    ThreadClocks clocks = {0};
    LastAccesses accesses = {0};
    LastAccess other;
    assert_false(note(&accesses, &clocks, 0, false, true));
    assert_false(last_accesses_end(&accesses, thread_clocks_at(&clocks, 1), 1, X + 4, 64, &other));
    assert_true(last_accesses_end(&accesses, thread_clocks_at(&clocks, 1), 1, X, 64, &other));
    assert_int_equal(other.thread, 0);
    assert_false(last_accesses_end(&accesses, thread_clocks_at(&clocks, 1), 1, X, 64, &other));
    assert_false(note(&accesses, &clocks, 0, true, false));
    assert_false(last_accesses_end(&accesses, thread_clocks_at(&clocks, 0), 0, X, UINT32_MAX, &other));
    assert_false(note(&accesses, &clocks, 1, true, false));
    last_accesses_free(&accesses);
    thread_clocks_free(&clocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_of_memory_races_with_what_is_not_known),
        cmocka_unit_test(who_knows_nothing_may_read_everything),
        cmocka_unit_test(nothing_comes_between_an_update_and_what_it_reads),
        cmocka_unit_test(seq_cst_forbids_that_both_read_what_was_there_first),
        cmocka_unit_test(one_event_more_is_checked_like_all),
        cmocka_unit_test(the_hash_is_that_of_the_execution),
        cmocka_unit_test(an_access_races_with_any_of_several_atomic_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
