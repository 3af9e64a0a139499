// A search of the tree under a policy that is watched: which runs it makes in which order, how each of them ends, and
// which threads were tried where. Include cmocka.h first.
#ifndef RADDLE_TEST_WATCHED_SEARCH_H
#define RADDLE_TEST_WATCHED_SEARCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load_program.h"
#include "tree/tree.h"

enum { WATCHED_STEPS = 32, WATCHED_RUNS = 64, WATCHED_NODES = 256, WATCHED_OPTIONS = 4 };

typedef struct WatchedNode {
    char path[WATCHED_STEPS + 1];   // the threads of the steps that lead to it
    char wanted[WATCHED_STEPS + 1]; // the threads that were to be tried there when it was left, asleep or not
} WatchedNode;

typedef struct Watch {
    const TreePolicy *policy;
    char runs[WATCHED_RUNS][WATCHED_STEPS + 16]; // the threads of the steps, and how the run ended
    uint32_t run_count;
    WatchedNode nodes[WATCHED_NODES]; // in the order in which they were left
    uint32_t node_count;
} Watch;

static Watch *current_watch; // of the search that is made

static inline void watch_path(const TreeSearch *search, char *out)
{
    assert_true(search->path.count <= WATCHED_STEPS);
    for (uint32_t i = 0; i < search->path.count; i++)
        *out++ = (char)('0' + search->path.data[i]->step.choice.thread);
    *out = '\0';
}

static inline void watch_leaf(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    static const char *const ends[] = {
        [TREE_ENDED] = "ended", [TREE_VIOLATION] = "violates", [TREE_DISCARDED] = "discarded",
        [TREE_CYCLE] = "cycle", [TREE_ASLEEP] = "asleep",      [TREE_CUT] = "cut",
        [TREE_KNOWN] = "known",
    };
    Watch *watch = current_watch;
    char path[WATCHED_STEPS + 1];
    watch_path(search, path);
    assert_true(watch->run_count < WATCHED_RUNS);
    snprintf(watch->runs[watch->run_count++], sizeof *watch->runs, "%s %s", path, ends[leaf]);
    if (watch->policy->leaf)
        watch->policy->leaf(search, leaf, machine);
}

static inline void watch_leave(TreeSearch *search, TreeNode *node)
{
    Watch *watch = current_watch;
    assert_true(watch->node_count < WATCHED_NODES && node->choices.count <= WATCHED_STEPS);
    WatchedNode *left = &watch->nodes[watch->node_count++];
    watch_path(search, left->path);
    char *wanted = left->wanted;
    for (uint32_t i = 0; i < node->choices.count; i++)
        if (node->choices.data[i].wanted)
            *wanted++ = (char)('0' + node->choices.data[i].thread);
    *wanted = '\0';
    if (watch->policy->leave)
        watch->policy->leave(search, node);
}

static inline void watch_search(const EngineTask *task, Findings *findings)
{
    TreePolicy policy = *current_watch->policy;
    policy.leaf = watch_leaf;
    policy.leave = watch_leave;
    tree_search(task, &policy, findings);
}

// Searches with options of the command line, which stand in one text; NULL for none. The caller frees the verdict.
static inline Verdict watch_program(Watch *watch, const TestProgram *test, const TreePolicy *policy,
                                    const char *options)
{
    const char *arguments[WATCHED_OPTIONS];
    int count = 0;
    char *text = strdup(options ? options : ""), *rest = text;
    for (char *option; (option = strtok_r(NULL, " ", &rest));) {
        assert_true(count < WATCHED_OPTIONS);
        arguments[count++] = option;
    }
    *watch = (Watch){.policy = policy};
    current_watch = watch;
    Engine engine = {.name = policy->name, .search = watch_search};
    Verdict verdict = test_ask_engine(test, &engine, false, count, arguments);
    free(text);
    return verdict;
}

// The threads that were wanted at the node to which the steps of these threads lead; the first one of such nodes.
static inline const char *watch_wanted(const Watch *watch, const char *path)
{
    for (uint32_t i = 0; i < watch->node_count; i++)
        if (!strcmp(watch->nodes[i].path, path))
            return watch->nodes[i].wanted;
    fail_msg("no run went on after %s", path);
    return NULL;
}

static inline void watch_assert_runs(const Watch *watch, uint32_t count, const char *const *runs)
{
    bool same = count == watch->run_count;
    for (uint32_t i = 0; i < count && same; i++)
        same = !strcmp(watch->runs[i], runs[i]);
    for (uint32_t i = 0; i < watch->run_count && !same; i++)
        print_message("run %u: %s\n", i, watch->runs[i]);
    assert_true(same);
}

#define ASSERT_RUNS(watch, ...)                                                                  \
    watch_assert_runs(watch, (uint32_t)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), \
                      (const char *[]){__VA_ARGS__})

#endif
