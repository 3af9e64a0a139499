// Single items of the exploration of paths, on the program that doc/mpc.md follows from its first run to its last: what
// each run leaves to explore, given the runs that are known by then.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "paths/explore.h"
#include "paths/explorer.h"
#include "paths/item_result.h"
#include "engine_task.h"

enum { MAIN, WRITER, READER, THREADS };

typedef struct Exploration {
    TestProgram test;
    TestTask task;
    Explorer explorer;
    uint64_t nodes;
} Exploration;

// Fills the struct, which must not be moved in memory.
static void begin(Exploration *exploration)
{
    static const char *const files[] = {RADDLE_TEST_FOLDER "/programs/mpc/fig8.c"};
    Program *program = test_load_files(files, 1, NULL);
    *exploration = (Exploration){.test = {program, facts_compute(program)}, .nodes = 1};
    test_task_create(&exploration->task, &exploration->test);
    exploration->task.options.all = true;
    exploration->explorer = (Explorer){.task = &exploration->task.task, .kind = EXPLORE_PATHS, .describe = true};
}

static void end(Exploration *exploration)
{
    explorer_free(&exploration->explorer);
    test_task_free(&exploration->task);
    test_unload(&exploration->test);
}

static void add_known(Exploration *exploration, uint64_t node, bool made, const ItemResult *result,
                      const PathPrefix *prefix)
{
    KnownRun run = {.node = node, .made = made, .counts = made, .stopped = made && result->stopped_early};
    Bytes update = {0};
    run.prefix = *prefix;
    known_run_put(&run, &update);
    explorer_receive(&exploration->explorer, &update);
    bytes_free(&update);
}

// Does an item as a worker would, and lets the explorer know of its run and of those that it plans, which get the next
// nodes.
static void explore(Exploration *exploration, const WorkItem *item, ItemResult *result)
{
    Bytes bytes = {0}, out = {0};
    work_item_put(item, &bytes);
    explore_item(&exploration->explorer, &bytes, &out);
    BytesReader reader = bytes_reader(&out);
    *result = (ItemResult){0};
    item_result_get(&reader, result);
    add_known(exploration, item->node, true, result, &result->prefix);
    for (uint32_t i = 0; i < result->children.count; i++) {
        Child *child = &result->children.data[i];
        if (!child->reachable)
            continue;
        child->item.node = exploration->nodes++;
        add_known(exploration, child->item.node, false, NULL, &child->item.prefix);
    }
    bytes_free(&bytes);
    bytes_free(&out);
}

// What --dump=paths says, without the name of the file.
static void append_without_file(const char *words, Text *out)
{
    static const char file[] = "fig8.c:";
    while (*words) {
        size_t length = strcspn(words, " ");
        const char *name = strstr(words, file);
        bool named = name && name < words + length;
        const char *shown = named ? name + strlen(file) : words;
        text_format(out, "%.*s", (int)(words + length - shown), shown);
        words += length;
        for (; *words == ' '; words++)
            text_append(out, " ");
    }
}

static void expect_path(const ItemResult *result, const char *expected)
{
    Text text = {0};
    append_without_file(text_string(&result->description), &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

// The child with this label, in which the others make this progress, with these inputs.
static const WorkItem *expect_child(const ItemResult *result, uint32_t negating, const char *label,
                                    const Progress *progress, uint64_t i, uint64_t j)
{
    const Child *child = NULL;
    for (uint32_t k = 0; k < result->children.count && !child; k++) {
        Text text = {0};
        append_without_file(text_string(&result->children.data[k].label), &text);
        if (!strcmp(text_string(&text), label))
            child = &result->children.data[k];
        text_free(&text);
    }
    assert_non_null(child);
    assert_true(child->reachable);
    for (uint32_t k = 0; k < THREADS; k++) {
        const ThreadPrefix *prefix = &child->item.prefix.threads.data[k];
        assert_int_equal(prefix->negates, k == negating);
        assert_int_equal(prefix->progress, progress[k]);
    }
    assert_int_equal(child->item.guide.inputs.placed.count, 2);
    assert_int_equal(child->item.guide.inputs.placed.data[0].value, i);
    assert_int_equal(child->item.guide.inputs.placed.data[1].value, j);
    return &child->item;
}

static uint32_t count_reachable(const ItemResult *result)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < result->children.count; i++)
        count += result->children.data[i].reachable;
    return count;
}

// Which decisions of a thread are firm, as bits.
static uint32_t firm(const ItemResult *result, uint32_t thread)
{
    const ThreadPrefix *prefix = &result->prefix.threads.data[thread];
    uint32_t bits = 0;
    for (uint32_t i = 0; i < prefix->decisions.count; i++)
        bits |= (uint32_t)thread_prefix_is_firm(prefix, i) << i;
    return bits;
}

static void fig_8_from_the_first_run_to_the_last(void **state)
{
    (void)state;
    Exploration exploration;
    ItemResult runs[4];
    begin(&exploration);

    // Both inputs are 0, so the writer writes 3. That x is 2 is out of the question without a solver.
    explore(&exploration, &(WorkItem){.guide.last = NO_THREAD}, &runs[0]);
    expect_path(&runs[0], "T1: 16=0 19=0  T2: 30=0");
    assert_int_equal(runs[0].prefix.threads.data[WRITER].progress, 12);
    assert_int_equal(runs[0].prefix.threads.data[READER].progress, 8);
    assert_int_equal(runs[0].prefix.threads.data[WRITER].decisions.data[0].progress, 6);
    assert_int_equal(runs[0].prefix.threads.data[WRITER].decisions.data[1].progress, 8);
    assert_int_equal(count_reachable(&runs[0]), 2);
    assert_int_equal(firm(&runs[0], WRITER), 0);
    assert_int_equal(firm(&runs[0], READER), 1);
    const WorkItem *second = expect_child(&runs[0], WRITER, "thread 1: not 16=0", (Progress[]){10, 5, 8}, 1, 0);
    const WorkItem *third = expect_child(&runs[0], WRITER, "thread 1: not 19=0", (Progress[]){10, 7, 8}, 0, 1);

    // The writer writes 1. The first run negates its decision; nothing is asked.
    explore(&exploration, second, &runs[1]);
    expect_path(&runs[1], "T1: 16=1  T2: 30=0");
    assert_int_equal(count_reachable(&runs[1]), 0);
    assert_int_equal(firm(&runs[1], READER), 1);

    // The writer writes 2, after the reader has read x.
    explore(&exploration, third, &runs[2]);
    expect_path(&runs[2], "T1: 16=0 19=1  T2: 30=0");
    assert_int_equal(count_reachable(&runs[2]), 1);
    assert_int_equal(firm(&runs[2], READER), 0);
    assert_int_equal(runs[2].violations.count, 0);
    const WorkItem *fourth = expect_child(&runs[2], READER, "thread 2: not 30=0", (Progress[]){12, 12, 5}, 0, 1);

    // The error, which stops the reader, so that main waits for it.
    explore(&exploration, fourth, &runs[3]);
    expect_path(&runs[3], "T0: 44 waits  T1: 16=0 19=1  T2: 30=1");
    assert_int_equal(count_reachable(&runs[3]), 0);
    assert_int_equal(firm(&runs[3], MAIN), 1);
    assert_int_equal(firm(&runs[3], WRITER), 0);
    assert_int_equal(runs[3].violations.count, 1);
    assert_true(runs[3].stopped_early);

    static const uint32_t solver_calls[] = {6, 0, 2, 3}, events[] = {17, 16, 17, 15};
    for (uint32_t i = 0; i < 4; i++) {
        assert_false(runs[i].pruned || runs[i].discarded || runs[i].stopped != LIMIT_NONE);
        assert_int_equal(runs[i].relied.count, 0);
        assert_int_equal(runs[i].statistics.solver_calls, solver_calls[i]);
        assert_int_equal(runs[i].statistics.events, events[i]);
        item_result_free(&runs[i]);
    }
    end(&exploration);
}

// An item that is done again asks nothing about properties, and only what is not known by then.
static void an_item_that_is_done_again_finds_what_is_left(void **state)
{
    (void)state;
    Exploration exploration;
    ItemResult first, again;
    begin(&exploration);
    explore(&exploration, &(WorkItem){.guide.last = NO_THREAD}, &first);
    assert_int_equal(count_reachable(&first), 2);
    WorkItem item = {.node = 77, .again = true, .guide.last = NO_THREAD};
    explore(&exploration, &item, &again);
    expect_path(&again, "T1: 16=0 19=0  T2: 30=0");
    assert_int_equal(count_reachable(&again), 0); // both are planned
    assert_int_equal(again.relied.count, 2);      // and taken to be made
    assert_int_equal(again.statistics.solver_calls, 0);
    item_result_free(&first);
    item_result_free(&again);
    end(&exploration);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fig_8_from_the_first_run_to_the_last),
        cmocka_unit_test(an_item_that_is_done_again_finds_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
