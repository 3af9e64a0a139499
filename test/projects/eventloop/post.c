/*
 * Callbacks that other threads post, and how they wake the loop. A write to the eventfd makes it readable until the
 * loop reads it; one write is enough for all that is posted before the loop takes it.
 */
#include "internal.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

int post_init(struct loop *loop)
{
    loop->wakeup = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (loop->wakeup < 0) {
        return -errno;
    }
    loop->last = &loop->first;
    return -pthread_mutex_init(&loop->lock, NULL);
}

void post_destroy(struct loop *loop)
{
    assert(loop->pending == 0);
    assert(!loop->first);
    pthread_mutex_destroy(&loop->lock);
    close(loop->wakeup);
}

static void wake(struct loop *loop)
{
    uint64_t one = 1;
    ssize_t length = write(loop->wakeup, &one, sizeof one);
    assert(length == sizeof one);
    (void)length;
}

/* Whether the loop has to be woken. */
static bool append(struct loop *loop, struct posted *posted)
{
    pthread_mutex_lock(&loop->lock);
#if BUG != 1
    loop->pending++;
#endif
    *loop->last = posted;
    loop->last = &posted->next;
    bool wakes = !loop->awake;
    loop->awake = true;
    pthread_mutex_unlock(&loop->lock);
    return wakes;
}

int loop_post(struct loop *loop, post_callback *callback, void *data)
{
    struct posted *posted = malloc(sizeof *posted);
    if (!posted) {
        return -ENOMEM;
    }
    *posted = (struct posted){.callback = callback, .data = data};
#if BUG == 1
    loop->pending++;
#endif
#if BUG == 2
    wake(loop);
    append(loop, posted);
#else
    if (append(loop, posted)) {
        wake(loop);
    }
#endif
    return 0;
}

static struct posted *take_all(struct loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    struct posted *first = loop->first;
    loop->first = NULL;
    loop->last = &loop->first;
#if BUG != 3
    loop->awake = false;
#endif
    pthread_mutex_unlock(&loop->lock);
    return first;
}

static unsigned call_back(struct posted *posted)
{
    unsigned called = 0;
    while (posted) {
        struct posted *next = posted->next;
        posted->callback(posted->data);
        free(posted);
        posted = next;
        called++;
    }
    return called;
}

/* What is posted meanwhile makes the eventfd readable again, and waits for the next round. */
void post_run(struct loop *loop)
{
    uint64_t writes;
    if (read(loop->wakeup, &writes, sizeof writes) != sizeof writes) {
        return;
    }
    struct posted *posted = take_all(loop);
#if BUG == 6
    pthread_mutex_lock(&loop->lock);
    unsigned called = call_back(posted);
#else
    unsigned called = call_back(posted);
    pthread_mutex_lock(&loop->lock);
#endif
    loop->pending -= called;
#if BUG == 3
    loop->awake = false;
#endif
    pthread_mutex_unlock(&loop->lock);
}
