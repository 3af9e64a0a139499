#include "paths/beginning.h"

// A condition is decided before the next event, all else with an event.
static uint32_t level_of(const Decision *decision)
{
    return 2 * decision->point.events + (decision->kind == DECISION_CONDITION ? 2 : 3);
}

static WayStep step_of(const ThreadPath *path, uint32_t index)
{
    const Decision *decision = &path->decisions.data[index];
    uint64_t print = index + 1 < path->decisions.count ? path->decisions.data[index + 1].prefix : path->fingerprint;
    return (WayStep){decision->point, decision->value, print, level_of(decision), decision->kind == DECISION_RELEASE,
                     decision->joins, decision->fails};
}

Way way_begin(const ThreadPath *path, uint32_t level)
{
    Way way = {.thread = path->name, .level = level};
    for (uint32_t i = 0; i < path->decisions.count && level_of(&path->decisions.data[i]) <= level; i++)
        vector_push(&way.steps, step_of(path, i));
    return way;
}

Way way_turn(const ThreadPath *path, const Decision *decision, uint64_t value)
{
    Way way = {.thread = path->name, .level = level_of(decision) - 1};
    for (uint32_t i = 0; &path->decisions.data[i] < decision; i++)
        vector_push(&way.steps, step_of(path, i));
    if (decision->two_ways) {
        way.leaves = true;
        way.left_point = decision->point;
        way.left_value = decision->value;
        way.left_level = level_of(decision);
    } else {
        vector_push(&way.steps,
                    ((WayStep){.point = decision->point,
                               .value = value,
                               .level = level_of(decision),
                               .print = path_extend(decision->prefix, decision->kind, decision->point, value)}));
    }
    return way;
}

void beginning_of_path(const Path *path, Beginning *out)
{
    for (uint32_t i = 0; i < path->threads.count; i++) {
        const ThreadPath *thread = &path->threads.data[i];
        Way way = {.thread = thread->name, .level = thread->level};
        for (uint32_t j = 0; j < thread->decisions.count; j++)
            vector_push(&way.steps, step_of(thread, j));
        vector_push(&out->ways, way);
    }
}

void beginning_free(Beginning *beginning)
{
    for (uint32_t i = 0; i < beginning->ways.count; i++) {
        vector_free(&beginning->ways.data[i].steps);
        vector_free(&beginning->ways.data[i].firm);
    }
    vector_free(&beginning->ways);
}

const Way *beginning_find(const Beginning *beginning, uint64_t thread, uint32_t guess)
{
    if (guess < beginning->ways.count && beginning->ways.data[guess].thread == thread)
        return &beginning->ways.data[guess];
    for (uint32_t i = 0; i < beginning->ways.count; i++)
        if (beginning->ways.data[i].thread == thread)
            return &beginning->ways.data[i];
    return NULL;
}

// Whether the step is the one that the way takes where it leaves another.
static bool is_taken_by(const Way *way, const WayStep *step)
{
    return way->leaves && !path_point_compare(way->left_point, step->point) && !step->waits &&
           step->value != way->left_value;
}

// Ways that have gone apart do not meet again, so this can be searched for by halving.
uint32_t way_agrees(const Way *way, const Way *other)
{
    uint32_t low = 0, high = way->steps.count < other->steps.count ? way->steps.count : other->steps.count;
    if (high && way->steps.data[high - 1].print == other->steps.data[high - 1].print)
        low = high;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (way->steps.data[middle - 1].print == other->steps.data[middle - 1].print)
            low = middle;
        else
            high = middle - 1;
    }
    bool one_more =
        (low == way->steps.count && low < other->steps.count && is_taken_by(way, &other->steps.data[low])) ||
        (low == other->steps.count && low < way->steps.count && is_taken_by(other, &way->steps.data[low]));
    return low + one_more;
}

uint32_t way_agrees_up_to(const Way *way, bool made, const Way *other)
{
    uint32_t steps = way_agrees(way, other), level = made ? way->level : UINT32_MAX;
    if (steps < way->steps.count && way->steps.data[steps].level - 1 < level)
        level = way->steps.data[steps].level - 1;
    if (steps < other->steps.count && other->steps.data[steps].level - 1 < level)
        level = other->steps.data[steps].level - 1;
    return level;
}

// A decision with the level `level` that is not there on the other way has been passed with it.
static bool takes_other_than(const Way *way, uint32_t before, PathPoint point, uint64_t value, uint32_t level)
{
    if (way->steps.count > before) {
        const WayStep *step = &way->steps.data[before];
        int place = path_point_compare(step->point, point);
        return place > 0 || (!place && !step->waits && step->value != value);
    }
    if (way->leaves && !path_point_compare(way->left_point, point))
        return way->left_value == value;
    return way->level >= level;
}

bool way_takes_otherwise(const Way *way, const Decision *decision, uint32_t before)
{
    return takes_other_than(way, before, decision->point, decision->value, level_of(decision));
}

bool way_is_firm(const Way *way, uint32_t step)
{
    for (uint32_t i = 0; i < way->firm.count; i++)
        if (way->firm.data[i] == step)
            return true;
    return false;
}

static bool way_contains(const Way *whole, const Way *part)
{
    uint32_t count = part->steps.count;
    if (way_agrees(whole, part) < count || way_agrees_up_to(whole, true, part) < part->level)
        return false;
    return !part->leaves || takes_other_than(whole, count, part->left_point, part->left_value, part->left_level);
}

bool beginning_contains(const Beginning *whole, const Beginning *part)
{
    for (uint32_t i = 0; i < part->ways.count; i++) {
        const Way *expected = &part->ways.data[i];
        if (!expected->level && !expected->steps.count && !expected->leaves)
            continue;
        const Way *way = beginning_find(whole, expected->thread, i);
        if (!way || !way_contains(way, expected))
            return false;
    }
    return true;
}

bool beginning_continues(const Beginning *made, const Beginning *stopped)
{
    for (uint32_t i = 0; i < stopped->ways.count; i++) {
        const Way *way = &stopped->ways.data[i], *other = beginning_find(made, way->thread, i);
        uint32_t steps = way->steps.count, level = way->level;
        if (steps && (way->steps.data[steps - 1].waits || way->steps.data[steps - 1].fails)) {
            level = way->steps.data[--steps].level - 1;
        }
        if (!other || way_agrees(other, way) < steps || way_agrees_up_to(other, true, way) < level)
            return false;
    }
    return true;
}

// Who waits for the end of another thread says nothing that the other does not.
bool beginning_falls_short(const Beginning *stopped, const Beginning *made)
{
    for (uint32_t i = 0; i < stopped->ways.count; i++) {
        const Way *way = &stopped->ways.data[i], *other = beginning_find(made, way->thread, i);
        uint32_t decided = way->steps.count;
        const WayStep *last = decided ? &way->steps.data[decided - 1] : NULL;
        if (!other || (last && last->waits && last->joins))
            continue;
        if (last && (last->waits || last->fails))
            decided--;
        if (way_agrees(way, other) >= decided && other->level > way->level)
            return true;
    }
    return false;
}

static void put_point(PathPoint point, Bytes *out)
{
    bytes_put_u32(out, point.decided);
    bytes_put_u32(out, point.events);
}

static PathPoint get_point(BytesReader *reader)
{
    PathPoint point;
    point.decided = bytes_get_u32(reader);
    point.events = bytes_get_u32(reader);
    return point;
}

void beginning_put(const Beginning *beginning, Bytes *out)
{
    bytes_put_u32(out, beginning->ways.count);
    for (uint32_t i = 0; i < beginning->ways.count; i++) {
        const Way *way = &beginning->ways.data[i];
        bytes_put_u64(out, way->thread);
        bytes_put_u32(out, way->steps.count);
        for (uint32_t j = 0; j < way->steps.count; j++) {
            put_point(way->steps.data[j].point, out);
            bytes_put_u64(out, way->steps.data[j].value);
            bytes_put_u64(out, way->steps.data[j].print);
            bytes_put_u32(out, way->steps.data[j].level);
            bytes_put_u8(out, way->steps.data[j].waits);
            bytes_put_u8(out, way->steps.data[j].joins);
            bytes_put_u8(out, way->steps.data[j].fails);
        }
        bytes_put_u32(out, way->level);
        bytes_put_u8(out, way->leaves);
        put_point(way->left_point, out);
        bytes_put_u64(out, way->left_value);
        bytes_put_u32(out, way->left_level);
        bytes_put_u32(out, way->firm.count);
        for (uint32_t j = 0; j < way->firm.count; j++)
            bytes_put_u32(out, way->firm.data[j]);
    }
}

void beginning_get(BytesReader *reader, Beginning *out)
{
    for (uint32_t ways = bytes_get_u32(reader); ways; ways--) {
        Way way = {.thread = bytes_get_u64(reader)};
        for (uint32_t steps = bytes_get_u32(reader); steps; steps--) {
            WayStep step;
            step.point = get_point(reader);
            step.value = bytes_get_u64(reader);
            step.print = bytes_get_u64(reader);
            step.level = bytes_get_u32(reader);
            step.waits = bytes_get_u8(reader);
            step.joins = bytes_get_u8(reader);
            step.fails = bytes_get_u8(reader);
            vector_push(&way.steps, step);
        }
        way.level = bytes_get_u32(reader);
        way.leaves = bytes_get_u8(reader);
        way.left_point = get_point(reader);
        way.left_value = bytes_get_u64(reader);
        way.left_level = bytes_get_u32(reader);
        for (uint32_t firm = bytes_get_u32(reader); firm; firm--)
            vector_push(&way.firm, bytes_get_u32(reader));
        vector_push(&out->ways, way);
    }
}
