// Parts of the tree that forked processes explore. A helper does one choice at a node on the path of its parent, with all that
// follows, while the parent goes on with the choice that it has taken there. It begins with a copy of the path; nodes up to
// the one where it began it shares with its parent, the others are its own.
//
// Where a reduction is at work, what a helper finds may ask for more at a shared node. It leaves that to its parent: it reports
// wishes, and the parent grants them when it is done with the choice it was at itself, as if it had done one after the other.
// So the same orders are tried as by one process.
//
// The choice that the parent is at sleeps in what the helper does, as it would if it was done with. That is right only if
// all is known of what its step touches: it has met no condition on which another way may follow, it is not in the middle of a
// section, and all its alternatives have been taken. A node that is shared with a helper is not gone on with before the helper has reported, nor is another
// choice of it given away: what its own step touches is not known earlier. If the helper reports while the parent is still
// at its own choice, it sleeps in the next one that is given, and its wishes wait.
#include <string.h>

#include "base/none.h"
#include "tree/tree_state.h"

enum { UNLIMITED_MB = 1 << 14 };

// Memory is at its limit before there is no more room.
static size_t known_states_size(const Limits *limits)
{
    return (size_t)(limits->memory_limit_mb ? limits->memory_limit_mb : UNLIMITED_MB) << 20;
}

void tree_begin_helpers(TreeSearch *search)
{
    if (!search->policy->divides)
        return;
    parts_begin(&search->helpers.parts, search->task, search->findings);
    if (search->helpers.parts.team && search->policy->remembers)
        search->known.shared = shared_store_create(known_states_size(search->task->limits));
}

static void clear_wishes(TreeHelpers *helpers)
{
    for (uint32_t i = 0; i < helpers->wishes.count; i++)
        vector_free(&helpers->wishes.data[i].beginners);
    for (uint32_t i = 0; i < helpers->later.count; i++)
        vector_free(&helpers->later.data[i].wish.beginners);
    helpers->wishes.count = helpers->later.count = 0;
}

void tree_end_helpers(TreeSearch *search)
{
    clear_wishes(&search->helpers);
    vector_free(&search->helpers.wishes);
    vector_free(&search->helpers.later);
    parts_end(&search->helpers.parts);
}

// --- Wishes

bool tree_is_shared(const TreeSearch *search, uint32_t index)
{
    return search->helpers.parts.helping && index <= search->helpers.root;
}

static bool are_same(const TreeWish *a, const TreeWish *b)
{
    if (a->kind != b->kind || a->node != b->node || a->chosen != b->chosen || a->beginners.count != b->beginners.count)
        return false;
    for (uint32_t i = 0; i < a->beginners.count; i++)
        if (a->beginners.data[i] != b->beginners.data[i])
            return false;
    return true;
}

void tree_wish(TreeSearch *search, const TreeWish *wish)
{
    TreeHelpers *helpers = &search->helpers;
    for (uint32_t i = helpers->wishes.count; i-- > 0;)
        if (are_same(&helpers->wishes.data[i], wish))
            return;
    TreeWish copy = *wish;
    copy.beginners = (ThreadList){0};
    for (uint32_t i = 0; i < wish->beginners.count; i++)
        vector_push(&copy.beginners, wish->beginners.data[i]);
    vector_push(&helpers->wishes, copy);
}

static void put_wishes(const TreeHelpers *helpers, Bytes *out)
{
    bytes_put_u32(out, helpers->wishes.count);
    for (uint32_t i = 0; i < helpers->wishes.count; i++) {
        const TreeWish *wish = &helpers->wishes.data[i];
        bytes_put_u8(out, (uint8_t)wish->kind);
        bytes_put_u32(out, wish->node);
        bytes_put_u32(out, wish->chosen);
        bytes_put_u32(out, wish->beginners.count);
        for (uint32_t j = 0; j < wish->beginners.count; j++)
            bytes_put_u32(out, wish->beginners.data[j]);
    }
}

// Those of a helper that began at the node.
static void get_wishes(TreeSearch *search, const TreeNode *node, BytesReader *reader)
{
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        TreeLaterWish later = {.at = node, .wish.kind = (TreeWishKind)bytes_get_u8(reader)};
        later.wish.node = bytes_get_u32(reader);
        later.wish.chosen = bytes_get_u32(reader);
        for (uint32_t left = bytes_get_u32(reader); left; left--)
            vector_push(&later.wish.beginners, bytes_get_u32(reader));
        vector_push(&search->helpers.later, later);
    }
}

// What those have wished who began at the node.
static void grant_wishes(TreeSearch *search, const TreeNode *node)
{
    TreeHelpers *helpers = &search->helpers;
    uint32_t left = 0;
    for (uint32_t i = 0; i < helpers->later.count; i++) {
        TreeLaterWish later = helpers->later.data[i];
        if (later.at != node) {
            helpers->later.data[left++] = later;
            continue;
        }
        if (tree_is_shared(search, later.wish.node))
            tree_wish(search, &later.wish);
        else
            search->policy->grant(search, &later.wish);
        vector_free(&later.wish.beginners);
    }
    helpers->later.count = left;
}

// --- Reports

static void put_choice(const TreeChoice *choice, Bytes *out)
{
    bytes_put_u8(out, choice->several);
    bytes_put_u8(out, choice->hides);
    bytes_put_u32(out, choice->still);
    bytes_put_bytes(out, choice->footprint.touches.data, choice->footprint.touches.count * sizeof(Touch));
}

// Both processes are the same program.
static void get_choice(BytesReader *reader, TreeChoice *choice)
{
    size_t length;
    choice->several = bytes_get_u8(reader);
    choice->hides = bytes_get_u8(reader);
    choice->still = bytes_get_u32(reader);
    const uint8_t *touches = bytes_get_bytes(reader, &length);
    for (size_t at = 0; at < length; at += sizeof(Touch)) {
        Touch touch;
        memcpy(&touch, touches + at, sizeof touch);
        footprint_add_touch(&choice->footprint, &touch);
    }
}

_Noreturn void tree_report_help(TreeSearch *search)
{
    TreeHelpers *helpers = &search->helpers;
    const TreeNode *node = search->path.data[helpers->root];
    Bytes more = {0};
    tree_count_solving(search, helpers->solver);
    bytes_put_u8(&more, search->local.refuted);
    bytes_put_u8(&more, search->last.refuted);
    bytes_put_u64(&more, search->bounds.steps - helpers->steps);
    bytes_put_u64(&more, search->bounds.cuts - helpers->cuts);
    put_choice(&node->choices.data[helpers->choice], &more);
    put_wishes(helpers, &more);
    parts_report(&helpers->parts, search->stopped, &more);
}

// The node where a part began; it is on the path.
static TreeNode *find_node(const TreeSearch *search, const void *at)
{
    uint32_t i = search->path.count - 1;
    while (search->path.data[i] != at)
        i--;
    return search->path.data[i];
}

// Takes over what a helper has found, but for its wishes.
static void take_help(TreeSearch *search, uint32_t index)
{
    Bytes more = {0};
    Statistics *statistics = &search->findings->statistics;
    uint64_t ended = statistics->interleavings, failed = statistics->failed;
    Part part = parts_take(&search->helpers.parts, index, &more, &search->stopped);
    statistics->interleavings = known_states_add_up(ended, statistics->interleavings - ended);
    statistics->failed = known_states_add_up(failed, statistics->failed - failed);
    if (more.length) {
        BytesReader reader = bytes_reader(&more);
        TreeNode *node = find_node(search, part.at);
        search->local.refuted |= bytes_get_u8(&reader);
        search->last.refuted |= bytes_get_u8(&reader);
        search->bounds.steps += bytes_get_u64(&reader);
        search->bounds.cuts += bytes_get_u64(&reader);
        get_choice(&reader, &node->choices.data[part.choice]);
        get_wishes(search, node, &reader);
    }
    bytes_free(&more);
}

// --- Giving and taking

// Whether all is known of what the step taken from the node touches. A section with a choice in the middle goes on in the nodes that
// follow, one way after the other.
static bool is_step_known(const TreeSearch *search, uint32_t index)
{
    const TreeNode *node = search->path.data[index], *next = search->path.data[index + 1];
    if (machine_section_chooser(next->machine) != NO_THREAD)
        return false;
    const TreeChoice *taken = &node->choices.data[node->step.taken];
    uint32_t end = next->stepped ? next->step.first_condition : search->conditions.count;
    for (uint32_t i = node->step.first_condition; i < end; i++)
        if (!term_is_false(search->terms, search->conditions.data[i].rest) || search->conditions.data[i].idle)
            return false;
    return taken->next == taken->alternatives;
}

// Whether a check that was met before the node is still to be asked about, at the end of a run: by one process only.
static bool is_check_open(const TreeSearch *search, const TreeNode *node)
{
    for (uint32_t i = 0; search->policy->checks_at_leaf && i < node->step.first_condition; i++) {
        const TreeCondition *condition = &search->conditions.data[i];
        if (condition->kind == EVENT_check && !term_is_false(search->terms, condition->rest))
            return true;
    }
    return false;
}

// A choice that a helper could do at a node before the last; NONE: none.
static uint32_t find_choice(const TreeSearch *search, uint32_t index)
{
    const TreeNode *node = search->path.data[index];
    if (!node->stepped || node->yields || machine_section_chooser(node->machine) != NO_THREAD ||
        is_check_open(search, node) ||
        (search->reduces && (parts_are_given(&search->helpers.parts, node) || !is_step_known(search, index))))
        return NONE;
    for (uint32_t i = 0; i < node->choices.count; i++) {
        const TreeChoice *choice = &node->choices.data[i];
        if (choice->wanted && !choice->asleep && !choice->next)
            return i;
    }
    return NONE;
}

// In the new process: the path ends at the node, where only this choice is left.
static void begin_help(TreeSearch *search, uint32_t root, uint32_t choice)
{
    TreeHelpers *helpers = &search->helpers;
    helpers->root = root;
    helpers->choice = choice;
    helpers->steps = search->bounds.steps;
    helpers->cuts = search->bounds.cuts;
    helpers->solver = answers_statistics(search->answers);
    clear_wishes(helpers);
    tree_cut_path(search, root + 1);
    TreeNode *node = search->path.data[root];
    search->conditions.count = node->step.first_condition;
    node->stepped = false;
}

// With the reduction one choice at a node is given at a time, so the next one can be if the last is done. What is remembered of
// a state counts what is found while it is explored, and no more.
static void take_ready(TreeSearch *search)
{
    const Parts *parts = &search->helpers.parts;
    if (!search->reduces || search->policy->remembers)
        return;
    for (uint32_t i = 0; i < parts->given.count && !search->stopped;) {
        if (team_is_reporting(&parts->given.data[i].helper))
            take_help(search, i);
        else
            i++;
    }
}

void tree_offer_work(TreeSearch *search, uint64_t round)
{
    TreeHelpers *helpers = &search->helpers;
    if (search->enough || !parts_look(&helpers->parts, round, &search->stopped))
        return;
    take_ready(search);
    if (search->stopped)
        return;
    for (uint32_t i = helpers->parts.helping ? helpers->root + 1 : 0; i + 1 < search->path.count; i++) {
        TreeNode *node = search->path.data[i];
        uint32_t choice = find_choice(search, i);
        if (choice == NONE)
            continue;
        TeamSide side = parts_give(&helpers->parts, node, choice);
        if (side == TEAM_HELPER)
            begin_help(search, i, choice);
        else if (side == TEAM_PARENT) {
            node->choices.data[choice].next = node->choices.data[choice].alternatives;
            node->divided = true;
        }
        return;
    }
}

bool tree_await_helpers(TreeSearch *search, const TreeNode *node)
{
    const Parts *parts = &search->helpers.parts;
    bool waited = false;
    for (uint32_t i = 0; i < parts->given.count && !search->stopped;) {
        if (parts->given.data[i].at == node) {
            take_help(search, i);
            waited = true;
        } else {
            i++;
        }
    }
    grant_wishes(search, node);
    return waited;
}

void tree_dismiss_helpers(TreeSearch *search)
{
    Parts *parts = &search->helpers.parts;
    if (parts->team && search->stopped)
        team_stop(parts->team);
    while (parts_matter(parts))
        take_help(search, 0);
    parts_drop(parts);
}
