/*
 * What can be waited for: channels, which are pipes and pairs of sockets, and the counters of eventfd. The calls here
 * make them; they are read and written like everything that has a descriptor (transfer.c).
 */
#include "descriptor.h"

enum { CHANNEL_LIMIT = 16, EVENT_SEMAPHORE = 1, FAMILY_UNIX = 1, SOCKET_STREAM = 1, SOCKET_KINDS = 0xf };

#define EVENT_LIMIT 0xfffffffffffffffeULL

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void pipe_beyond_16_pipes(void);
void pipe2_with_packets(void);
void socketpair_of_an_unmodelled_kind(void);
void socketpair_with_more_than_65536_bytes_unread(void);

static struct model_channel channels[CHANNEL_LIMIT];

static struct model_channel *channel_make(void)
{
    int i = 0;
    while (i < CHANNEL_LIMIT && channels[i].capacity) {
        i++;
    }
    if (i == CHANNEL_LIMIT) {
        pipe_beyond_16_pipes();
    }
    channels[i].capacity = CHANNEL_SIZE;
    channels[i].users = 2;
    channels[i].reader_open = 1;
    channels[i].writer_open = 1;
    channels[i].is_broken = 0;
    channels[i].written = 0;
    channels[i].taken = 0;
    return &channels[i];
}

void model_channel_release(struct model_channel *channel)
{
    if (!--channel->users) {
        channel->capacity = 0;
    }
}

long model_channel_take(struct model_channel *channel, unsigned char *target, size_t count)
{
    unsigned long long taken = channel->taken;
    unsigned long long filled = channel->written - taken;
    if (!filled) {
        if (channel->writer_open) {
            return -EAGAIN;
        }
        _Bool is_broken = channel->is_broken;
        channel->is_broken = 0;
        return is_broken ? -ECONNRESET : 0;
    }
    size_t length = count < filled ? count : (size_t)filled;
    size_t index = (size_t)(taken % CHANNEL_SIZE);
    size_t first = model_smaller(length, CHANNEL_SIZE - index);
    __builtin_memcpy(target, channel->bytes + index, first);
    if (first < length) {
        __builtin_memcpy(target + first, channel->bytes, length - first);
    }
    channel->taken = taken + length;
    return (long)length;
}

/* The room for bytes. As long as no more was written than there is room for at all, what was taken does not matter, and
 * is not looked at: writers do not depend on readers then. */
static size_t channel_room(const struct model_channel *channel, unsigned long long written, size_t wanted)
{
    if (written + wanted <= channel->capacity) {
        return wanted;
    }
    unsigned long long room = channel->capacity - (written - channel->taken);
    return wanted < room ? wanted : (size_t)room;
}

/* Up to PIPE_BUFFER bytes all or nothing; of more, what there is room for. Without a reader there is EPIPE, as for a
 * process that ignores SIGPIPE. How much a socket takes before it waits is not known, so that is refused. */
long model_channel_put(struct model_channel *channel, _Bool is_socket, const unsigned char *source, size_t count)
{
    if (!channel->reader_open || !channel->writer_open) {
        return -EPIPE;
    }
    unsigned long long written = channel->written;
    size_t length = channel_room(channel, written, count);
    if (is_socket && length < count) {
        socketpair_with_more_than_65536_bytes_unread();
    }
    if (count && (!length || (count <= PIPE_BUFFER && length < count))) {
        return -EAGAIN;
    }
    size_t index = (size_t)(written % CHANNEL_SIZE);
    size_t first = model_smaller(length, CHANNEL_SIZE - index);
    __builtin_memcpy(channel->bytes + index, source, first);
    if (first < length) {
        __builtin_memcpy(channel->bytes, source + first, length - first);
    }
    channel->written = written + length;
    return (long)length;
}

unsigned model_channel_readiness(const struct model_description *of)
{
    unsigned ready = 0;
    if (of->in) {
        if (of->in->written != of->in->taken) {
            ready |= POLL_IN;
        }
        if (!of->in->writer_open) {
            ready |= of->is_socket ? POLL_IN : POLL_HANG_UP;
        }
    }
    if (of->out) {
        if (!of->out->reader_open) {
            ready |= of->is_socket ? POLL_OUT | POLL_HANG_UP : POLL_OUT | POLL_ERROR;
        } else if (channel_room(of->out, of->out->written, PIPE_BUFFER) == PIPE_BUFFER) {
            ready |= POLL_OUT;
        }
    }
    return ready;
}

long model_event_take(struct model_description *event, unsigned char *target, size_t count)
{
    unsigned long long counter = event->counter;
    if (count < sizeof counter) {
        return -EINVAL;
    }
    if (!counter) {
        return -EAGAIN;
    }
    unsigned long long taken = event->is_semaphore ? 1 : counter;
    event->counter = counter - taken;
    *(unsigned long long *)target = taken;
    return sizeof taken;
}

long model_event_put(struct model_description *event, const unsigned char *source, size_t count)
{
    if (count < sizeof(unsigned long long)) {
        return -EINVAL;
    }
    unsigned long long added = *(const unsigned long long *)source;
    if (added > EVENT_LIMIT) {
        return -EINVAL;
    }
    unsigned long long counter = event->counter;
    if (added > EVENT_LIMIT - counter) {
        return -EAGAIN;
    }
    event->counter = counter + added;
    return sizeof added;
}

unsigned model_event_readiness(const struct model_description *event)
{
    unsigned long long counter = event->counter;
    return (counter ? POLL_IN : 0) | (counter < EVENT_LIMIT ? POLL_OUT : 0);
}

int pipe2(int ends[2], int flags)
{
    if (flags & ~(OPEN_CLOSE_ON_EXEC | OPEN_NONBLOCKING)) {
        pipe2_with_packets();
    }
    unsigned status = (unsigned)flags & OPEN_NONBLOCKING;
    __VERIFIER_atomic_begin();
    struct model_channel *channel = channel_make();
    int reader = model_descriptor_make((struct model_description){.kind = KIND_CHANNEL, .flags = status, .in = channel},
                                       (unsigned)flags);
    int writer = model_descriptor_make(
        (struct model_description){.kind = KIND_CHANNEL, .flags = status | OPEN_WRITE_ONLY, .out = channel},
        (unsigned)flags);
    __VERIFIER_atomic_end();
    ends[0] = reader;
    ends[1] = writer;
    return 0;
}

int pipe(int ends[2])
{
    return pipe2(ends, 0);
}

int socketpair(int family, int kind, int protocol, int ends[2])
{
    if (family != FAMILY_UNIX || (kind & SOCKET_KINDS) != SOCKET_STREAM || protocol) {
        socketpair_of_an_unmodelled_kind();
    }
    unsigned status = ((unsigned)kind & OPEN_NONBLOCKING) | OPEN_READ_WRITE;
    __VERIFIER_atomic_begin();
    struct model_channel *there = channel_make();
    struct model_channel *back = channel_make();
    int left = model_descriptor_make(
        (struct model_description){.kind = KIND_CHANNEL, .flags = status, .is_socket = 1, .in = back, .out = there},
        (unsigned)kind);
    int right = model_descriptor_make(
        (struct model_description){.kind = KIND_CHANNEL, .flags = status, .is_socket = 1, .in = there, .out = back},
        (unsigned)kind);
    __VERIFIER_atomic_end();
    ends[0] = left;
    ends[1] = right;
    return 0;
}

int eventfd(unsigned counter, int flags)
{
    if (flags & ~(OPEN_CLOSE_ON_EXEC | OPEN_NONBLOCKING | EVENT_SEMAPHORE)) {
        errno = EINVAL;
        return -1;
    }
    __VERIFIER_atomic_begin();
    int event = model_descriptor_make(
        (struct model_description){.kind = KIND_EVENT,
                                   .flags = ((unsigned)flags & OPEN_NONBLOCKING) | OPEN_READ_WRITE,
                                   .is_semaphore = (flags & EVENT_SEMAPHORE) != 0,
                                   .counter = counter},
        (unsigned)flags);
    __VERIFIER_atomic_end();
    return event;
}

int eventfd_read(int event, unsigned long long *value)
{
    return read(event, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int event, unsigned long long value)
{
    return write(event, &value, sizeof value) == sizeof value ? 0 : -1;
}
