/* The loop itself: what happens in a round, and when it ends. */
#include "internal.h"

#include <assert.h>
#include <stdlib.h>

struct loop *loop_new(void)
{
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop) {
        return NULL;
    }
    if (post_init(loop)) {
        free(loop);
        return NULL;
    }
    return loop;
}

void loop_free(struct loop *loop)
{
    assert(loop->handles == 0);
    post_destroy(loop);
    free(loop->timers);
    free(loop);
}

void loop_close_later(struct loop *loop, void *handle, destroy_handle *destroy)
{
    struct closing *closing = malloc(sizeof *closing);
    if (!closing) {
        abort();
    }
    *closing = (struct closing){.next = loop->closing, .destroy = destroy, .handle = handle};
    loop->closing = closing;
}

static void destroy_closed(struct loop *loop)
{
    while (loop->closing) {
        struct closing *closing = loop->closing;
        loop->closing = closing->next;
        closing->destroy(closing->handle);
        free(closing);
        loop->handles--;
    }
}

void loop_run(struct loop *loop)
{
    while (loop->handles > 0) {
        timer_run(loop);
        io_run(loop, loop->closing ? 0 : timer_timeout(loop));
        destroy_closed(loop);
    }
}
