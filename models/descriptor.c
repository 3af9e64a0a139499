/*
 * The table of descriptors, and the calls that take any descriptor: read, write, close, dup and the like. There is one
 * process. Descriptors 0, 1 and 2 are standard input and output; standard streams (stream.c) do not look here.
 */
#include "descriptor.h"

enum {
    FIRST_FREE = 3,
    FIRST_FILE = 64, /* what never waits comes from here on, so that a pointer tells */
    DESCRIPTION_LIMIT = 128,
    OPEN_MOST = 1024,

    CONTROL_DUPLICATE = 0,
    CONTROL_GET_DESCRIPTOR = 1,
    CONTROL_SET_DESCRIPTOR = 2,
    CONTROL_GET_STATUS = 3,
    CONTROL_SET_STATUS = 4,
    CONTROL_DUPLICATE_CLOSED = 1030,
    CONTROL_SET_PIPE_SIZE = 1031,
    CONTROL_GET_PIPE_SIZE = 1032
};

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void open_beyond_64_descriptors(void);
void descriptor_in_the_place_of_a_closed_standard_one(void);
void fcntl_with_an_unmodelled_command(void);
void close_of_a_descriptor_that_another_thread_may_wait_for(void);

int sem_init(void *semaphore, int shared, unsigned value);
int sem_wait(void *semaphore);

static struct model_description descriptions[DESCRIPTION_LIMIT] = {
    {.kind = KIND_STANDARD_INPUT, .references = 1},
    {.kind = KIND_STANDARD_OUTPUT, .references = 1, .flags = OPEN_WRITE_ONLY},
    {.kind = KIND_STANDARD_OUTPUT, .references = 1, .flags = OPEN_WRITE_ONLY},
};

static struct {
    struct model_description *description; /* NULL: free */
    _Bool closes_on_exec;
} descriptors[DESCRIPTOR_LIMIT] = {{&descriptions[0], 0}, {&descriptions[1], 0}, {&descriptions[2], 0}};

void (*model_forget_watched)(const struct model_description *closed);

struct model_description *model_description_of(int descriptor)
{
    return (unsigned)descriptor < DESCRIPTOR_LIMIT
               ? __atomic_load_n(&descriptors[descriptor].description, __ATOMIC_SEQ_CST)
               : NULL;
}

void model_wait(void)
{
    static union {
        unsigned char bytes[32];
        long alignment;
    } never;
    if (__raddle_is_alone()) {
        sem_init(&never, 0, 0);
        sem_wait(&never);
    }
}

int model_standard_number(const struct model_description *description)
{
    return description < &descriptions[FIRST_FREE] ? (int)(description - descriptions) : -1;
}

_Bool model_may_wait(const struct model_description *description)
{
    return description < &descriptions[FIRST_FILE];
}

long model_closed_meanwhile(const struct model_description *before)
{
    if (model_may_wait(before) && __raddle_input("waited_before_close", 1)) {
        close_of_a_descriptor_that_another_thread_may_wait_for();
    }
    return -EBADF;
}

/* Inside a section. */
static int descriptor_take(struct model_description *description, int lowest, unsigned open_flags)
{
    int number = lowest;
    while (number < DESCRIPTOR_LIMIT && descriptors[number].description) {
        number++;
    }
    if (number >= DESCRIPTOR_LIMIT) {
        open_beyond_64_descriptors();
    }
    if (number < FIRST_FREE) {
        descriptor_in_the_place_of_a_closed_standard_one();
    }
    descriptors[number].description = description;
    descriptors[number].closes_on_exec = (open_flags & OPEN_CLOSE_ON_EXEC) != 0;
    return number;
}

int model_descriptor_make(struct model_description content, unsigned open_flags)
{
    int i = content.kind == KIND_FILE ? FIRST_FILE : FIRST_FREE;
    int end = content.kind == KIND_FILE ? DESCRIPTION_LIMIT : FIRST_FILE;
    while (i < end && descriptions[i].kind != KIND_NONE) {
        i++;
    }
    if (i == end) {
        open_beyond_64_descriptors();
    }
    content.references = 1;
    descriptions[i] = content;
    return descriptor_take(&descriptions[i], 0, open_flags);
}

static void description_release(struct model_description *description)
{
    if (--description->references) {
        return;
    }
    if (model_forget_watched) {
        model_forget_watched(description);
    }
    if (description->in) {
        if (description->is_socket && description->in->written != description->in->taken) {
            description->out->is_broken = 1;
        }
        description->in->reader_open = 0;
        model_channel_release(description->in);
    }
    if (description->out) {
        description->out->writer_open = 0;
        model_channel_release(description->out);
    }
    if (description->file) {
        model_file_unlink(description->file);
    }
    description->kind = KIND_NONE;
}

int model_descriptor_close(int descriptor)
{
    struct model_description *description = model_description_of(descriptor);
    if (!description) {
        return -EBADF;
    }
    descriptors[descriptor].description = NULL;
    description_release(description);
    return 0;
}

int close(int descriptor)
{
    __VERIFIER_atomic_begin();
    int result = model_descriptor_close(descriptor);
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

static int duplicate(struct model_description *description, int lowest, unsigned open_flags)
{
    description->references++;
    return descriptor_take(description, lowest, open_flags);
}

static int duplicate_from(int descriptor, int lowest, unsigned open_flags)
{
    struct model_description *description = model_description_of(descriptor);
    return description ? duplicate(description, lowest, open_flags) : -EBADF;
}

int dup(int descriptor)
{
    __VERIFIER_atomic_begin();
    int result = duplicate_from(descriptor, 0, 0);
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

/* Inside a section. */
static int replace(int descriptor, int target, unsigned open_flags)
{
    struct model_description *description = model_description_of(descriptor);
    if (!description || (unsigned)target >= OPEN_MOST) {
        return -EBADF;
    }
    if (target < FIRST_FREE) {
        descriptor_in_the_place_of_a_closed_standard_one();
    }
    if (target >= DESCRIPTOR_LIMIT) {
        open_beyond_64_descriptors();
    }
    model_descriptor_close(target);
    return duplicate(description, target, open_flags);
}

int dup2(int descriptor, int target)
{
    __VERIFIER_atomic_begin();
    int result = descriptor != target               ? replace(descriptor, target, 0)
                 : model_description_of(descriptor) ? target
                                                    : -EBADF;
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

int dup3(int descriptor, int target, int flags)
{
    if (descriptor == target || (flags & ~OPEN_CLOSE_ON_EXEC)) {
        errno = EINVAL;
        return -1;
    }
    __VERIFIER_atomic_begin();
    int result = replace(descriptor, target, (unsigned)flags);
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

static long pipe_resize(struct model_channel *channel, long wanted)
{
    unsigned size = PIPE_BUFFER;
    while (size < CHANNEL_SIZE && (long)size < wanted) {
        size *= 2;
    }
    if (wanted > CHANNEL_SIZE) {
        fcntl_with_an_unmodelled_command();
    }
    if (channel->written - channel->taken > size) {
        return -EBUSY;
    }
    channel->capacity = size;
    return size;
}

/* Inside a section. */
static long control(int descriptor, struct model_description *description, int command, long argument)
{
    switch (command) {
    case CONTROL_DUPLICATE:
    case CONTROL_DUPLICATE_CLOSED:
        if (argument < 0 || argument >= OPEN_MOST) {
            return -EINVAL;
        }
        return duplicate(description, (int)argument, command == CONTROL_DUPLICATE ? 0 : OPEN_CLOSE_ON_EXEC);
    case CONTROL_GET_DESCRIPTOR:
        return descriptors[descriptor].closes_on_exec;
    case CONTROL_SET_DESCRIPTOR:
        descriptors[descriptor].closes_on_exec = argument & 1;
        return 0;
    case CONTROL_GET_STATUS:
        return description->flags;
    case CONTROL_SET_STATUS:
        description->flags = (description->flags & ~(OPEN_APPEND | OPEN_NONBLOCKING)) |
                             ((unsigned)argument & (OPEN_APPEND | OPEN_NONBLOCKING));
        return 0;
    case CONTROL_GET_PIPE_SIZE:
    case CONTROL_SET_PIPE_SIZE: {
        struct model_channel *channel = description->in ? description->in : description->out;
        if (!channel || description->is_socket) {
            return -EBADF;
        }
        return command == CONTROL_GET_PIPE_SIZE ? channel->capacity : pipe_resize(channel, argument);
    }
    default:
        fcntl_with_an_unmodelled_command();
        return -EINVAL;
    }
}

/* Commands that come without an argument must not look for one. */
static _Bool takes_argument(int command)
{
    return command != CONTROL_GET_DESCRIPTOR && command != CONTROL_GET_STATUS && command != CONTROL_GET_PIPE_SIZE;
}

static int control_descriptor(int descriptor, int command, va_list arguments)
{
    int argument = takes_argument(command) ? va_arg(arguments, int) : 0;
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    long result = description ? control(descriptor, description, command, argument) : -EBADF;
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

int fcntl(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    int result = control_descriptor(descriptor, command, arguments);
    va_end(arguments);
    return result;
}

int fcntl64(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    int result = control_descriptor(descriptor, command, arguments);
    va_end(arguments);
    return result;
}

int __raddle_files_isatty(int descriptor)
{
    errno = model_description_of(descriptor) ? ENOTTY : EBADF;
    return 0;
}
