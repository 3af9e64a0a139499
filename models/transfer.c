/*
 * Reading and writing by descriptor. In a program that opens anything these take the place of the functions in stdio.c
 * and input.c that know the standard streams only (src/front/symbols.c).
 *
 * A call looks its descriptor up, and makes its attempt in a section of its own until it need not wait. A thread that
 * waits is so not to be told from one that comes later; only a close in between is, and is looked for.
 */
#include "descriptor.h"

enum { TRANSFER_LIMIT = 65536, SEEK_FROM_START = 0, SEEK_FROM_HERE = 1, SEEK_FROM_END = 2, VECTOR_LIMIT = 1024 };

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void write_of_more_than_65536_bytes(void);
void poll_of_an_epoll_instance(void);

struct iovec {
    void *base;
    size_t length;
};

long model_try_read(struct model_description *from, unsigned char *target, size_t count)
{
    switch (from->kind) {
    case KIND_FILE: {
        if ((from->flags & OPEN_ACCESS) == OPEN_WRITE_ONLY) {
            return -EBADF;
        }
        long length = model_file_read(from->file, from->offset, target, count);
        if (length > 0) {
            from->offset += length;
        }
        return length;
    }
    case KIND_CHANNEL:
        if (!from->in) {
            return -EBADF;
        }
        return count ? model_channel_take(from->in, target, count) : 0;
    case KIND_EVENT:
        return model_event_take(from, target, count);
    case KIND_NETWORK:
        return model_network_read(from, target, count);
    case KIND_WATCH:
        return -EINVAL;
    default:
        return -EBADF;
    }
}

long model_try_write(struct model_description *to, const unsigned char *source, size_t count)
{
    switch (to->kind) {
    case KIND_FILE: {
        if (!(to->flags & OPEN_ACCESS)) {
            return -EBADF;
        }
        if (to->flags & OPEN_APPEND) {
            to->offset = to->file->size;
        }
        long length = model_file_write(to->file, to->offset, source, count);
        if (length > 0) {
            to->offset += length;
        }
        return length;
    }
    case KIND_CHANNEL:
        if (!to->out) {
            return -EBADF;
        }
        return count || to->is_socket ? model_channel_put(to->out, to->is_socket, source, count) : 0;
    case KIND_EVENT:
        return model_event_put(to, source, count);
    case KIND_NETWORK:
        return model_network_write(to, count);
    case KIND_WATCH:
        return -EINVAL;
    default:
        return -EBADF;
    }
}

unsigned model_readiness(const struct model_description *of, _Bool has_come)
{
    switch (of->kind) {
    case KIND_CHANNEL:
        return model_channel_readiness(of);
    case KIND_EVENT:
        return model_event_readiness(of);
    case KIND_FILE:
        return POLL_IN | POLL_OUT;
    case KIND_STANDARD_OUTPUT:
        return POLL_OUT;
    case KIND_STANDARD_INPUT:
        return has_come || __raddle_input("poll", 1) ? POLL_IN : 0;
    case KIND_NETWORK:
        return (has_come || __raddle_input("poll", 1) ? POLL_IN : 0) | POLL_OUT;
    default:
        poll_of_an_epoll_instance();
        return 0;
    }
}

long model_read_waiting(int descriptor, struct model_description *from, unsigned char *target, size_t count,
                        enum model_waiting waits)
{
    unsigned before = 0;
    for (_Bool waiting = 0;; waiting = 1) {
        if (waits != MODEL_WAITS_FOR_STREAM) {
            __raddle_cancellation_point();
        }
        if (waiting && __raddle_interruptions(1) != before) {
            return -EINTR;
        }
        __VERIFIER_atomic_begin();
        long result = model_description_of(descriptor) == from ? model_try_read(from, target, count)
                                                               : model_closed_meanwhile(from);
        _Bool again = result == -EAGAIN && waits && !(from->flags & OPEN_NONBLOCKING);
        __VERIFIER_atomic_end();
        if (!again) {
            return result;
        }
        before = waiting ? before : __raddle_interruptions(1);
        model_wait();
    }
}

long model_write_waiting(int descriptor, struct model_description *to, const unsigned char *source, size_t count,
                         enum model_waiting waits)
{
    size_t done = 0;
    unsigned before = 0;
    for (_Bool waiting = 0;; waiting = 1) {
        if (waits != MODEL_WAITS_FOR_STREAM) {
            __raddle_cancellation_point();
        }
        if (waiting && __raddle_interruptions(1) != before) {
            return done > 0 ? (long)done : -EINTR;
        }
        __VERIFIER_atomic_begin();
        long result = model_description_of(descriptor) == to ? model_try_write(to, source + done, count - done)
                                                             : model_closed_meanwhile(to);
        _Bool again = waits && !(to->flags & OPEN_NONBLOCKING);
        __VERIFIER_atomic_end();
        if (result >= 0) {
            done += (size_t)result;
        }
        if (!again || (result < 0 && result != -EAGAIN) || done == count) {
            return done > 0 || result >= 0 ? (long)done : result;
        }
        before = waiting ? before : __raddle_interruptions(1);
        model_wait();
    }
}

ssize_t __raddle_files_read(int descriptor, void *target, size_t count)
{
    struct model_description *from = model_description_of(descriptor);
    if (!from) {
        return model_result(-EBADF);
    }
    if (model_standard_number(from) == 0) {
        return (ssize_t)model_read_standard_input(target, count);
    }
    size_t length = model_smaller(count, TRANSFER_LIMIT);
    _Alignas(16) unsigned char bytes[length + 1];
    long result = model_read_waiting(descriptor, from, bytes, length, MODEL_WAITS);
    if (result > 0) {
        __builtin_memcpy(target, bytes, (size_t)result);
    }
    return model_result(result);
}

ssize_t __raddle_files_write(int descriptor, const void *source, size_t count)
{
    struct model_description *to = model_description_of(descriptor);
    if (!to) {
        return model_result(-EBADF);
    }
    if (model_standard_number(to) > 0) {
        return __raddle_write(model_standard_number(to), source, count);
    }
    if (count > TRANSFER_LIMIT) {
        write_of_more_than_65536_bytes();
    }
    _Alignas(16) unsigned char bytes[count + 1];
    __builtin_memcpy(bytes, source, count);
    return model_result(model_write_waiting(descriptor, to, bytes, count, MODEL_WAITS));
}

static size_t vector_length(const struct iovec *parts, int count)
{
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        length += parts[i].length;
    }
    return length;
}

ssize_t readv(int descriptor, const struct iovec *parts, int count)
{
    if (count < 0 || count > VECTOR_LIMIT) {
        return model_result(-EINVAL);
    }
    size_t length = model_smaller(vector_length(parts, count), TRANSFER_LIMIT);
    _Alignas(16) unsigned char bytes[length + 1];
    ssize_t result = read(descriptor, bytes, length);
    size_t done = 0;
    for (int i = 0; i < count && result > 0 && done < (size_t)result; i++) {
        size_t part = model_smaller(parts[i].length, (size_t)result - done);
        __builtin_memcpy(parts[i].base, bytes + done, part);
        done += part;
    }
    return result;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
    if (count < 0 || count > VECTOR_LIMIT) {
        return model_result(-EINVAL);
    }
    size_t length = vector_length(parts, count);
    if (length > TRANSFER_LIMIT) {
        write_of_more_than_65536_bytes();
    }
    _Alignas(16) unsigned char bytes[length + 1];
    size_t done = 0;
    for (int i = 0; i < count; i++) {
        __builtin_memcpy(bytes + done, parts[i].base, parts[i].length);
        done += parts[i].length;
    }
    return write(descriptor, bytes, length);
}

/* What of a descriptor has a position: a file. Inside a section. */
static long find_file(int descriptor, struct model_description **found)
{
    struct model_description *description = model_description_of(descriptor);
    *found = description;
    return !description ? -EBADF : description->kind != KIND_FILE ? -ESPIPE : 0;
}

ssize_t pread(int descriptor, void *target, size_t count, long offset)
{
    size_t length = model_smaller(count, TRANSFER_LIMIT);
    _Alignas(16) unsigned char bytes[length + 1];
    struct model_description *from;
    if (offset < 0) {
        return model_result(-EINVAL);
    }
    __VERIFIER_atomic_begin();
    long result = find_file(descriptor, &from);
    if (!result) {
        result = (from->flags & OPEN_ACCESS) == OPEN_WRITE_ONLY
                     ? -EBADF
                     : model_file_read(from->file, (unsigned long long)offset, bytes, length);
    }
    __VERIFIER_atomic_end();
    if (result > 0) {
        __builtin_memcpy(target, bytes, (size_t)result);
    }
    return model_result(result);
}

/* On a file opened for appending the offset does not count, as Linux has it. */
ssize_t pwrite(int descriptor, const void *source, size_t count, long offset)
{
    if (offset < 0) {
        return model_result(-EINVAL);
    }
    if (count > TRANSFER_LIMIT) {
        write_of_more_than_65536_bytes();
    }
    _Alignas(16) unsigned char bytes[count + 1];
    __builtin_memcpy(bytes, source, count);
    struct model_description *to;
    __VERIFIER_atomic_begin();
    long result = find_file(descriptor, &to);
    if (!result) {
        unsigned long long start = to->flags & OPEN_APPEND ? to->file->size : (unsigned long long)offset;
        result = to->flags & OPEN_ACCESS ? model_file_write(to->file, start, bytes, count) : -EBADF;
    }
    __VERIFIER_atomic_end();
    return model_result(result);
}

long model_seek(struct model_description *description, long long offset, int whence)
{
    long long start = whence == SEEK_FROM_START  ? 0
                      : whence == SEEK_FROM_HERE ? (long long)description->offset
                      : whence == SEEK_FROM_END  ? (long long)description->file->size
                                                 : -1;
    if (start < 0 || start + offset < 0) {
        return -EINVAL;
    }
    description->offset = (unsigned long long)(start + offset);
    return (long)description->offset;
}

long lseek(int descriptor, long offset, int whence)
{
    struct model_description *description;
    __VERIFIER_atomic_begin();
    long result = find_file(descriptor, &description);
    if (!result) {
        result = model_seek(description, offset, whence);
    }
    __VERIFIER_atomic_end();
    return model_result(result);
}

/* With 64-bit offsets these are the same where long has 64 bits, the only place where headers use them. */
#if __SIZEOF_LONG__ == 8
ssize_t pread64(int descriptor, void *target, size_t count, long offset)
{
    return pread(descriptor, target, count, offset);
}

ssize_t pwrite64(int descriptor, const void *source, size_t count, long offset)
{
    return pwrite(descriptor, source, count, offset);
}

long lseek64(int descriptor, long offset, int whence)
{
    return lseek(descriptor, offset, whence);
}
#endif
