/*
 * Descriptors and what they stand for, shared by the models of files, pipes, events and sockets.
 *
 * The kernel's state is in static tables (descriptor.c), so that nothing of it is allocated by a thread or counts as
 * leaked. It is looked at and changed in atomic sections only, each of which is one system call or one attempt at it.
 * A call that has to wait makes its attempt again in a loop that changes nothing, which the machine knows as waiting.
 * What a program passes in and out is copied outside of the section, by ordinary accesses: two threads that race for a
 * buffer do so here.
 */
#ifndef RADDLE_DESCRIPTOR_H
#define RADDLE_DESCRIPTOR_H

#include "model.h"

enum {
    DESCRIPTOR_LIMIT = 64,
    CHANNEL_SIZE = 65536,
    PIPE_BUFFER = 4096,
    FILE_LIMIT = 65536,
    NAME_SIZE = 64,

    ENOENT = 2,
    EACCES = 13,
    ENODEV = 19,
    EEXIST = 17,
    ENOTDIR = 20,
    EISDIR = 21,
    ESPIPE = 29,
    EPIPE = 32,
    ENOTSOCK = 88,
    EADDRINUSE = 98,
    ECONNABORTED = 103,
    ECONNRESET = 104,
    ENOTCONN = 107,
    ECONNREFUSED = 111,
    EINPROGRESS = 115,

    OPEN_ACCESS = 3,
    OPEN_WRITE_ONLY = 1,
    OPEN_READ_WRITE = 2,
    OPEN_CREATE = 0100,
    OPEN_EXCLUSIVE = 0200,
    OPEN_TRUNCATE = 01000,
    OPEN_APPEND = 02000,
    OPEN_NONBLOCKING = 04000,
    OPEN_CLOSE_ON_EXEC = 02000000,

    POLL_IN = 1,
    POLL_OUT = 4,
    POLL_ERROR = 8,
    POLL_HANG_UP = 16,
    POLL_INVALID = 32
};

/* One direction of a pipe or a pair of sockets. The counters only grow: where the next byte goes does not depend on how
 * many were taken. Invariant: taken <= written <= taken + capacity, and byte i is at bytes[i % CHANNEL_SIZE]. */
struct model_channel {
    unsigned long long written;
    unsigned long long taken;
    unsigned capacity;   /* 0: not in use */
    unsigned char users; /* descriptions that have it */
    unsigned char reader_open;
    unsigned char writer_open;
    _Bool is_broken; /* of a socket: the other one was closed and had not read all; who reads is told once */
    _Alignas(16) unsigned char bytes[CHANNEL_SIZE];
};

struct model_file {
    unsigned links; /* names and descriptions; 0: not in use */
    _Bool is_directory;
    unsigned long long size;
    _Alignas(16) unsigned char bytes[FILE_LIMIT];
};

enum model_kind {
    KIND_NONE, /* not in use */
    KIND_STANDARD_INPUT,
    KIND_STANDARD_OUTPUT,
    KIND_FILE,
    KIND_CHANNEL, /* an end of a pipe, or of a pair of sockets */
    KIND_EVENT,
    KIND_WATCH, /* of epoll */
    KIND_NETWORK
};

/* An open file description. */
struct model_description {
    enum model_kind kind;
    unsigned references;       /* descriptors that stand for it */
    unsigned flags;            /* how it was opened; what F_SETFL changes */
    _Bool is_socket;           /* of a channel */
    _Bool is_semaphore;        /* of an event */
    unsigned long long offset; /* in a file */
    struct model_file *file;
    struct model_channel *in;   /* of a channel: what can be read; NULL: the end of a pipe that is written */
    struct model_channel *out;  /* what is written */
    unsigned long long counter; /* of an event */
    struct model_watch *watch;  /* of epoll */
};

/* In each round of a loop that waits, outside of the section. The loop itself is the wait; only while there has never
 * been another thread the machine does not look for such loops, and the wait is known to last for ever. */
void model_wait(void);

/* What a descriptor stands for, or NULL. Outside of sections, too. */
struct model_description *model_description_of(int descriptor);
/* Without a look into memory: 0, 1 or 2 if it is that standard stream, -1 otherwise. */
int model_standard_number(const struct model_description *description);
/* Without a look into memory: whether a call may have to wait for it. */
_Bool model_may_wait(const struct model_description *description);

ssize_t read(int descriptor, void *target, size_t count);
ssize_t write(int descriptor, const void *bytes, size_t count);

/* Inside a section: a new description, and the lowest free descriptor for it. */
int model_descriptor_make(struct model_description content, unsigned open_flags);
int model_descriptor_close(int descriptor);
/* Inside a section: a description gives it up. */
void model_channel_release(struct model_channel *channel);
/* What read and write do with these kinds: attempts, as below. */
long model_channel_take(struct model_channel *channel, unsigned char *target, size_t count);
long model_channel_put(struct model_channel *channel, _Bool is_socket, const unsigned char *source, size_t count);
long model_event_take(struct model_description *event, unsigned char *target, size_t count);
long model_event_put(struct model_description *event, const unsigned char *source, size_t count);
unsigned model_channel_readiness(const struct model_description *of);
unsigned model_event_readiness(const struct model_description *event);

/* Inside a section: attempts that return the number of bytes, or a negative error number; -EAGAIN: it has to wait. */
long model_try_read(struct model_description *from, unsigned char *target, size_t count);
long model_try_write(struct model_description *to, const unsigned char *source, size_t count);
/* The same until it need not wait, unless the description or `waits` says that it does not wait. Who holds a stream is not
 * cancelled while it waits. */
enum model_waiting { MODEL_AT_ONCE, MODEL_WAITS, MODEL_WAITS_FOR_STREAM };
long model_read_waiting(int descriptor, struct model_description *from, unsigned char *target, size_t count,
                        enum model_waiting waits);
long model_write_waiting(int descriptor, struct model_description *to, const unsigned char *source, size_t count,
                         enum model_waiting waits);
/* Inside a section, of a file: the new position, or a negative error number. */
long model_seek(struct model_description *description, long long offset, int whence);
/* Inside a section: the POLL_ bits that hold. Whether something has come from outside is an input, unless the caller has
 * nothing else to tell and waits until it has. */
unsigned model_readiness(const struct model_description *of, _Bool has_come);
/* Inside a section: what watches a description that is closed forgets it. */
extern void (*model_forget_watched)(const struct model_description *closed);

long model_file_read(const struct model_file *file, unsigned long long offset, unsigned char *target, size_t count);
long model_file_write(struct model_file *file, unsigned long long offset, const unsigned char *source, size_t count);
/* Inside a section: a name or a description gives it up. */
void model_file_unlink(struct model_file *file);
/* A descriptor for a file of that name, or for one without a name; or a negative error number. */
int model_file_open(const char *path, unsigned flags);
int model_file_temporary(void);

struct model_file_summary {
    _Bool is_directory;
    unsigned long long size;
};

/* 0, or a negative error number. */
int model_file_status(const char *path, struct model_file_summary *summary);
/* The files that --file gives: names, sizes in decimal, each with its NUL, and bytes; an empty name ends them. The
 * front end puts another text in its place. */
extern const char model_given_files[];
/* Undefined on purpose. */
void file_of_more_than_65536_bytes(void);

/* Inside a section: a connection to somewhere that does what it likes. */
long model_network_read(const struct model_description *from, unsigned char *target, size_t count);
long model_network_write(const struct model_description *to, size_t count);

/* Bytes of standard input, up to the end of the file. */
size_t model_read_standard_input(unsigned char *bytes, size_t count);

/* Inside a section, for a call that finds that its descriptor no longer stands for what it stood for before the
 * section: the call came too late, -EBADF. If it can wait for that it may also have waited, and go on waiting, which
 * is refused. */
long model_closed_meanwhile(const struct model_description *before);

/* A result as the C library gives it. */
static inline long model_result(long result)
{
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

static inline size_t model_smaller(size_t left, size_t right)
{
    return left < right ? left : right;
}

#endif
