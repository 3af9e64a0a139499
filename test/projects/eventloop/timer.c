/* Timers, in a binary heap with the one that is due first at its root. */
#include "internal.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <time.h>

enum { FIRST_ROOM = 4 };

struct timer {
    struct loop *loop;
    uint64_t due;
    uint64_t number; /* those that are due at the same time: who was started first */
    size_t index;    /* in the heap, while it is active */
    bool active;
    timer_callback *callback;
    void *data;
};

static uint64_t read_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

void timer_update_now(struct loop *loop, uint64_t passed)
{
    if (loop->timer_count > 0) {
        uint64_t now = read_clock();
        loop->now = now > loop->now + passed ? now : loop->now + passed;
    }
}

static bool is_before(const struct timer *left, const struct timer *right)
{
    return left->due != right->due ? left->due < right->due : left->number < right->number;
}

static void place(struct loop *loop, struct timer *timer, size_t index)
{
    loop->timers[index] = timer;
    timer->index = index;
}

/* Moves it from a place towards the root. */
static void sift_up(struct loop *loop, struct timer *timer, size_t index)
{
    while (index > 0 && is_before(timer, loop->timers[(index - 1) / 2])) {
        place(loop, loop->timers[(index - 1) / 2], index);
        index = (index - 1) / 2;
    }
    place(loop, timer, index);
}

static void sift_down(struct loop *loop, struct timer *timer, size_t index)
{
    for (;;) {
        size_t child = 2 * index + 1;
        if (child + 1 < loop->timer_count && is_before(loop->timers[child + 1], loop->timers[child])) {
            child++;
        }
#if BUG == 8
        if (child >= loop->timer_count || is_before(loop->timers[child], timer)) {
#else
        if (child >= loop->timer_count || !is_before(loop->timers[child], timer)) {
#endif
            break;
        }
        place(loop, loop->timers[child], index);
        index = child;
    }
    place(loop, timer, index);
}

static bool insert(struct loop *loop, struct timer *timer)
{
    if (loop->timer_count == loop->timer_room) {
        size_t room = loop->timer_room ? 2 * loop->timer_room : FIRST_ROOM;
        struct timer **larger = realloc(loop->timers, room * sizeof(struct timer *));
        if (!larger) {
            return false;
        }
        loop->timers = larger;
        loop->timer_room = room;
    }
    sift_up(loop, timer, loop->timer_count++);
    timer->active = true;
    return true;
}

static void take_out(struct loop *loop, struct timer *timer)
{
    assert(loop->timers[timer->index] == timer);
    struct timer *last = loop->timers[--loop->timer_count];
    timer->active = false;
    if (last != timer) {
        sift_down(loop, last, timer->index);
        sift_up(loop, last, last->index);
    }
}

struct timer *timer_start(struct loop *loop, uint64_t delay, timer_callback *callback, void *data)
{
    struct timer *timer = malloc(sizeof *timer);
    if (!timer) {
        return NULL;
    }
    if (loop->timer_count == 0) {
        loop->now = read_clock();
    }
    *timer = (struct timer){.loop = loop,
                            .due = loop->now + delay,
                            .number = loop->timers_started++,
                            .callback = callback,
                            .data = data};
    if (!insert(loop, timer)) {
        free(timer);
        return NULL;
    }
    loop->handles++;
    return timer;
}

static void destroy(void *handle)
{
    free(handle);
}

void timer_close(struct timer *timer)
{
    if (timer->active) {
        take_out(timer->loop, timer);
    }
    loop_close_later(timer->loop, timer, destroy);
}

int timer_timeout(const struct loop *loop)
{
    if (loop->timer_count == 0) {
        return -1;
    }
    uint64_t due = loop->timers[0]->due;
    uint64_t wait = due > loop->now ? due - loop->now : 0;
    return wait < INT_MAX ? (int)wait : INT_MAX;
}

/* Those that callbacks start come in the next round. */
void timer_run(struct loop *loop)
{
    uint64_t started = loop->timers_started;
    while (loop->timer_count > 0) {
        struct timer *timer = loop->timers[0];
        if (timer->due > loop->now || timer->number >= started) {
            break;
        }
        take_out(loop, timer);
        timer->callback(timer, timer->data);
    }
}
