/* What the files of the loop share. */
#ifndef INTERNAL_H
#define INTERNAL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "loop.h"

enum { MOST_IO = 8 };

typedef void destroy_handle(void *handle);

/* A handle that was closed: it is destroyed at the end of the round, when nobody looks at it any more. */
struct closing {
    struct closing *next;
    destroy_handle *destroy;
    void *handle;
};

struct posted {
    struct posted *next;
    post_callback *callback;
    void *data;
};

struct loop {
    /* Of the thread of the loop alone. */
    unsigned handles; /* started, and not yet destroyed */
    struct closing *closing;
    struct io *io[MOST_IO];
    size_t io_count;
    struct timer **timers; /* a heap: none is due before its parent */
    size_t timer_count;
    size_t timer_room;
    uint64_t timers_started;
    uint64_t now; /* in milliseconds, while there are timers; the same for all callbacks of a round */

    int wakeup; /* an eventfd */

    pthread_mutex_t lock; /* of what follows */
    struct posted *first;
    struct posted **last;
    unsigned pending; /* posted, and not yet called */
    bool awake;       /* since the loop last took what was posted somebody has written to the eventfd, or is about to */
};

void loop_close_later(struct loop *loop, void *handle, destroy_handle *destroy);

int post_init(struct loop *loop);
void post_run(struct loop *loop);
void post_destroy(struct loop *loop);

/* Waits for descriptors, at most so many milliseconds (-1: without a limit), and calls back. */
void io_run(struct loop *loop, int timeout);

/* At least so many milliseconds have passed. */
void timer_update_now(struct loop *loop, uint64_t passed);
/* Until the first timer is due, as poll wants it. */
int timer_timeout(const struct loop *loop);
void timer_run(struct loop *loop);

#endif
