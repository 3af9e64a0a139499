/* Descriptors. There are few, so poll is given a new array in each round. */
#include "internal.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct io {
    struct loop *loop;
    int fd;
    io_callback *callback;
    void *data;
};

struct io *io_start(struct loop *loop, int fd, io_callback *callback, void *data)
{
    struct io *io = loop->io_count < MOST_IO ? malloc(sizeof *io) : NULL;
    if (!io) {
        return NULL;
    }
    *io = (struct io){.loop = loop, .fd = fd, .callback = callback, .data = data};
    loop->io[loop->io_count++] = io;
    loop->handles++;
    return io;
}

/* Its place among those that are not closed, or their number. */
static size_t find(const struct loop *loop, const struct io *io)
{
    size_t i = 0;
    while (i < loop->io_count && loop->io[i] != io) {
        i++;
    }
    return i;
}

static void destroy(void *handle)
{
    struct io *io = handle;
    close(io->fd);
    free(io);
}

void io_close(struct io *io)
{
    struct loop *loop = io->loop;
    size_t i = find(loop, io);
    assert(i < loop->io_count);
    loop->io[i] = loop->io[--loop->io_count];
    loop_close_later(loop, io, destroy);
}

/* A callback may close any handle, its own or another one: only those are told that are still there. */
static void tell(struct loop *loop, struct io *const *asked, const struct pollfd *found, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert(!(found[i].revents & POLLNVAL));
        if (found[i].revents && find(loop, asked[i]) < loop->io_count) {
            asked[i]->callback(asked[i], asked[i]->fd, asked[i]->data);
        }
    }
}

void io_run(struct loop *loop, int timeout)
{
    struct io *asked[MOST_IO];
    struct pollfd fds[MOST_IO + 1];
    size_t count = loop->io_count;
    for (size_t i = 0; i < count; i++) {
        asked[i] = loop->io[i];
        fds[i] = (struct pollfd){.fd = asked[i]->fd, .events = POLLIN};
    }
    fds[count] = (struct pollfd){.fd = loop->wakeup, .events = POLLIN};

    int found = poll(fds, count + 1, timeout);
    if (found < 0) {
        assert(errno == EINTR);
        return;
    }
    /* A wait that has timed out has lasted as long as it should, whatever the resolution of the clock. */
    timer_update_now(loop, found == 0 ? (uint64_t)timeout : 0);
    if (fds[count].revents) {
        post_run(loop);
    }
    tell(loop, asked, fds, count);
}
