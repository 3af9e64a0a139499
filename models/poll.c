/*
 * Waiting for several descriptors: poll, select, and epoll where it tells levels. A call looks at all of them in one
 * section, until one is ready. With a time limit it does not wait at all: run early it finds nothing, run late it does.
 */
#include "descriptor.h"

enum {
    WATCHED_LIMIT = 16,
    WATCH_LIMIT = 4,
    SELECT_LIMIT = 1024,
    WORD_BITS = 8 * sizeof(unsigned long),

    EPOLL_ADD = 1,
    EPOLL_REMOVE = 2,
    EPOLL_CHANGE = 3,
    EPOLL_LEVELS = POLL_IN | POLL_OUT | POLL_ERROR | POLL_HANG_UP | 0x2 | 0x2000, /* and EPOLLPRI, EPOLLRDHUP */
    EPOLL_ALWAYS = POLL_ERROR | POLL_HANG_UP
};

#define EPOLL_ONCE 0x40000000U

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void epoll_with_an_unmodelled_event(void);
void epoll_of_more_than_16_descriptors(void);
void epoll_create_beyond_4_instances(void);
void poll_of_more_than_64_descriptors(void);

struct pollfd {
    int descriptor;
    short events;
    short found;
};

/* What the descriptors stand for before a call waits: should one be closed meanwhile, that is noticed. */
static void look_up(const struct pollfd *asked, unsigned long count, struct model_description **before)
{
    for (unsigned long i = 0; i < count; i++) {
        before[i] = model_description_of(asked[i].descriptor);
    }
}

/* Inside a section. */
static short poll_one(const struct pollfd *asked, struct model_description *before, _Bool has_come)
{
    struct model_description *description = model_description_of(asked->descriptor);
    if (description != before) {
        model_closed_meanwhile(before);
    }
    if (!description) {
        return POLL_INVALID;
    }
    return (short)(model_readiness(description, has_come) & ((unsigned)asked->events | POLL_ERROR | POLL_HANG_UP));
}

/* Inside a section: whether one from the i-th on is ready. It calls itself because a loop inside the loop that waits
 * would make a round of its own of each of its iterations. */
static _Bool any_ready(const struct pollfd *asked, unsigned long i, unsigned long count,
                       struct model_description *const *before)
{
    if (i == count) {
        return 0;
    }
    return (asked[i].descriptor >= 0 && poll_one(&asked[i], before[i], 1)) || any_ready(asked, i + 1, count, before);
}

static int find_ready(struct pollfd *asked, unsigned long count, struct model_description *const *before,
                      _Bool has_come)
{
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        asked[i].found = asked[i].descriptor < 0 ? 0 : poll_one(&asked[i], before[i], has_come);
        ready += asked[i].found != 0;
    }
    return ready;
}

enum wait { AT_ONCE, FOR_A_WHILE, FOR_EVER };

/* Fills in `found` of a copy that is the model's own. A handler ends it once it waits, whatever the handler's flags. */
static int poll_waiting(struct pollfd *asked, unsigned long count, enum wait wait)
{
    _Bool waits = wait == FOR_EVER;
    struct model_description *before[DESCRIPTOR_LIMIT];
    unsigned interruptions = 0;
    look_up(asked, count, before);
    for (_Bool waiting = 0;; waiting = 1) {
        __raddle_cancellation_point();
        if (waiting && __raddle_interruptions(0) != interruptions) {
            return -EINTR;
        }
        __VERIFIER_atomic_begin();
        if (!waits || any_ready(asked, 0, count, before)) {
            break;
        }
        __VERIFIER_atomic_end();
        interruptions = waiting ? interruptions : __raddle_interruptions(0);
        model_wait();
    }
    int ready = find_ready(asked, count, before, 0);
    if (!ready && waits) {
        ready = find_ready(asked, count, before, 1);
    }
    __VERIFIER_atomic_end();
    if (!ready && wait == FOR_A_WHILE && __raddle_rest_in_call(0)) {
        return -EINTR;
    }
    return ready;
}

int poll(struct pollfd *asked, unsigned long count, int timeout)
{
    if (count > DESCRIPTOR_LIMIT) {
        poll_of_more_than_64_descriptors();
    }
    struct pollfd copies[DESCRIPTOR_LIMIT];
    for (unsigned long i = 0; i < count; i++) {
        copies[i] = asked[i];
    }
    int ready = poll_waiting(copies, count, timeout < 0 ? FOR_EVER : timeout > 0 ? FOR_A_WHILE : AT_ONCE);
    if (ready < 0) {
        return (int)model_result(ready);
    }
    for (unsigned long i = 0; i < count; i++) {
        asked[i].found = copies[i].found;
    }
    return ready;
}

int ppoll(struct pollfd *asked, unsigned long count, const struct timespec *limit, const void *signals)
{
    (void)signals;
    return poll(asked, count, !limit ? -1 : (limit->tv_sec > 0) | (limit->tv_nsec > 0));
}

static _Bool set_has(const unsigned long *set, int number)
{
    return set && (set[(unsigned)number / WORD_BITS] >> (unsigned)number % WORD_BITS & 1);
}

/* Leaves in a set those that were found, and returns their number. */
static int set_keep(unsigned long *set, int limit, const short *found, unsigned events)
{
    int kept = 0;
    for (int i = 0; set && i < limit; i++) {
        if (set_has(set, i)) {
            if ((unsigned)found[i] & events) {
                kept++;
            } else {
                set[(unsigned)i / WORD_BITS] &= ~(1UL << (unsigned)i % WORD_BITS);
            }
        }
    }
    return kept;
}

static int select_within(int limit, unsigned long *read, unsigned long *written, unsigned long *special,
                         enum wait wait)
{
    struct pollfd asked[DESCRIPTOR_LIMIT];
    short found[DESCRIPTOR_LIMIT];
    unsigned long count = 0;
    if (limit < 0 || limit > SELECT_LIMIT) {
        return (int)model_result(-EINVAL);
    }
    if (limit > DESCRIPTOR_LIMIT) {
        poll_of_more_than_64_descriptors();
    }
    for (int i = 0; i < limit; i++) {
        short events = (short)((set_has(read, i) ? POLL_IN : 0) | (set_has(written, i) ? POLL_OUT : 0));
        if (events || set_has(special, i)) {
            asked[count++] = (struct pollfd){.descriptor = i, .events = events};
        }
    }
    int result = poll_waiting(asked, count, wait);
    if (result < 0) {
        return (int)model_result(result);
    }
    for (unsigned long i = 0; i < count; i++) {
        if (asked[i].found & POLL_INVALID) {
            return (int)model_result(-EBADF);
        }
        found[asked[i].descriptor] = asked[i].found;
    }
    int ready = set_keep(read, limit, found, POLL_IN | POLL_HANG_UP | POLL_ERROR);
    ready += set_keep(written, limit, found, POLL_OUT | POLL_ERROR);
    return ready + set_keep(special, limit, found, 0);
}

int select(int limit, unsigned long *read, unsigned long *written, unsigned long *special, struct timeval *time)
{
    enum wait wait = !time ? FOR_EVER : time->tv_sec > 0 || time->tv_usec > 0 ? FOR_A_WHILE : AT_ONCE;
    return select_within(limit, read, written, special, wait);
}

int pselect(int limit, unsigned long *read, unsigned long *written, unsigned long *special, const struct timespec *time,
            const void *signals)
{
    (void)signals;
    enum wait wait = !time ? FOR_EVER : ((time->tv_sec > 0) | (time->tv_nsec > 0)) ? FOR_A_WHILE : AT_ONCE;
    return select_within(limit, read, written, special, wait);
}

/* epoll. */

#if defined(__x86_64__)
struct __attribute__((packed)) epoll_event {
#else
struct epoll_event {
#endif
    unsigned events;
    unsigned long long data;
};

/* The size is an argument so that the bytes are copied, whether they were ever written or not, and not read. */
static void copy_event(struct epoll_event *target, const struct epoll_event *source, size_t size)
{
    __builtin_memcpy(target, source, size);
}

struct watched {
    struct model_description *description;
    int descriptor;
    unsigned events;          /* 0 after EPOLLONESHOT has told once */
    struct epoll_event asked; /* with the data of the program, some bytes of which may never have been written */
};

struct model_watch {
    _Bool is_used;
    int count; /* of entries; those from there on are free */
    struct watched entries[WATCHED_LIMIT];
};

static struct model_watch watches[WATCH_LIMIT];

static void watch_drop(struct model_watch *watch, int index)
{
    struct watched *last = &watch->entries[--watch->count];
    watch->entries[index].description = last->description;
    watch->entries[index].descriptor = last->descriptor;
    watch->entries[index].events = last->events;
    copy_event(&watch->entries[index].asked, &last->asked, sizeof last->asked);
}

static void watch_forget(const struct model_description *closed)
{
    if (closed->kind == KIND_WATCH) {
        closed->watch->is_used = 0;
    }
    for (int i = 0; i < WATCH_LIMIT; i++) {
        for (int j = watches[i].is_used ? watches[i].count - 1 : -1; j >= 0; j--) {
            if (watches[i].entries[j].description == closed) {
                watch_drop(&watches[i], j);
            }
        }
    }
}

int epoll_create1(int flags)
{
    if (flags & ~OPEN_CLOSE_ON_EXEC) {
        return (int)model_result(-EINVAL);
    }
    __VERIFIER_atomic_begin();
    int i = 0;
    while (i < WATCH_LIMIT && watches[i].is_used) {
        i++;
    }
    if (i == WATCH_LIMIT) {
        epoll_create_beyond_4_instances();
    }
    model_forget_watched = watch_forget;
    watches[i].is_used = 1;
    watches[i].count = 0;
    int result = model_descriptor_make(
        (struct model_description){.kind = KIND_WATCH, .flags = OPEN_READ_WRITE, .watch = &watches[i]},
        (unsigned)flags);
    __VERIFIER_atomic_end();
    return result;
}

int epoll_create(int size)
{
    return size <= 0 ? (int)model_result(-EINVAL) : epoll_create1(0);
}

/* Inside a section. */
static int watch_change(struct model_watch *watch, int action, int descriptor, const struct epoll_event *event)
{
    struct model_description *description = model_description_of(descriptor);
    if (!description) {
        return -EBADF;
    }
    if (description->kind == KIND_FILE) {
        return -EPERM;
    }
    int i = 0;
    while (i < watch->count &&
           (watch->entries[i].description != description || watch->entries[i].descriptor != descriptor)) {
        i++;
    }
    _Bool found = i < watch->count;
    if (found != (action != EPOLL_ADD)) {
        return found ? -EEXIST : -ENOENT;
    }
    if (action == EPOLL_REMOVE) {
        watch_drop(watch, i);
        return 0;
    }
    if (i == WATCHED_LIMIT) {
        epoll_of_more_than_16_descriptors();
    }
    watch->count += !found;
    watch->entries[i].description = description;
    watch->entries[i].descriptor = descriptor;
    watch->entries[i].events = event->events | EPOLL_ALWAYS;
    copy_event(&watch->entries[i].asked, event, sizeof *event);
    return 0;
}

int epoll_ctl(int instance, int action, int descriptor, struct epoll_event *event)
{
    struct epoll_event copy;
    if (action < EPOLL_ADD || action > EPOLL_CHANGE || instance == descriptor) {
        return (int)model_result(-EINVAL);
    }
    if (action != EPOLL_REMOVE) {
        copy_event(&copy, event, sizeof copy);
        if (copy.events & ~(EPOLL_LEVELS | EPOLL_ONCE)) {
            epoll_with_an_unmodelled_event();
        }
    }
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(instance);
    int result = !description                      ? -EBADF
                 : description->kind != KIND_WATCH ? -EINVAL
                                                   : watch_change(description->watch, action, descriptor, &copy);
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

static unsigned watched_events(const struct watched *entry, _Bool has_come)
{
    return model_readiness(entry->description, has_come) & entry->events;
}

/* Inside a section: as any_ready. */
static _Bool any_watched_ready(const struct model_watch *watch, int i)
{
    if (i == watch->count) {
        return 0;
    }
    return watched_events(&watch->entries[i], 1) || any_watched_ready(watch, i + 1);
}

/* Inside a section. */
static int watch_collect(struct model_watch *watch, struct epoll_event *found, int most, _Bool has_come)
{
    int count = 0;
    for (int i = 0; i < watch->count && count < most; i++) {
        struct watched *entry = &watch->entries[i];
        unsigned events = watched_events(entry, has_come);
        if (events) {
            copy_event(&found[count], &entry->asked, sizeof *found);
            found[count++].events = events;
            if (entry->events & EPOLL_ONCE) {
                entry->events = 0;
            }
        }
    }
    return count;
}

/* Inside a section: whether there is something to tell, or a negative error number. */
static long watch_look(int instance, const struct model_description *before)
{
    const struct model_description *description = model_description_of(instance);
    if (description != before) {
        return model_closed_meanwhile(before);
    }
    if (description->kind != KIND_WATCH) {
        return -EINVAL;
    }
    return any_watched_ready(description->watch, 0);
}

int epoll_wait(int instance, struct epoll_event *events, int most, int timeout)
{
    struct epoll_event found[WATCHED_LIMIT];
    struct model_description *before = model_description_of(instance);
    long result;
    if (most <= 0) {
        return (int)model_result(-EINVAL);
    }
    if (!before) {
        return (int)model_result(-EBADF);
    }
    unsigned interruptions = 0;
    for (_Bool waiting = 0;; waiting = 1) {
        __raddle_cancellation_point();
        if (waiting && __raddle_interruptions(0) != interruptions) {
            return (int)model_result(-EINTR);
        }
        __VERIFIER_atomic_begin();
        result = watch_look(instance, before);
        if (result != 0 || timeout >= 0) {
            break;
        }
        __VERIFIER_atomic_end();
        interruptions = waiting ? interruptions : __raddle_interruptions(0);
        model_wait();
    }
    if (result > 0) {
        int room = most < WATCHED_LIMIT ? most : WATCHED_LIMIT;
        result = watch_collect(before->watch, found, room, 0);
        if (!result && timeout < 0) {
            result = watch_collect(before->watch, found, room, 1);
        }
    }
    __VERIFIER_atomic_end();
    if (result == 0 && timeout > 0 && __raddle_rest_in_call(0)) {
        return (int)model_result(-EINTR);
    }
    for (int i = 0; i < result; i++) {
        copy_event(&events[i], &found[i], sizeof *found);
    }
    return (int)model_result(result);
}

int epoll_pwait(int instance, struct epoll_event *events, int most, int timeout, const void *signals)
{
    (void)signals;
    return epoll_wait(instance, events, most, timeout);
}
