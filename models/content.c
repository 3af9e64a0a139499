/*
 * What is in files, and what the system tells of them. Beyond its size a file has bytes that mean nothing; who makes it
 * larger clears them.
 */
#include "descriptor.h"

enum {
    MODE_DIRECTORY = 0040755,
    MODE_FILE = 0100644,
    MODE_PIPE = 0010600,
    MODE_SOCKET = 0140777,
    MODE_TERMINAL = 0020620,
    MODE_NOTHING = 0000600,
    BLOCK = 512,
    BLOCK_PREFERRED = 4096
};

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void stat_with_32_bit_pointers(void);

long model_file_read(const struct model_file *file, unsigned long long offset, unsigned char *target, size_t count)
{
    if (file->is_directory) {
        return -EISDIR;
    }
    unsigned long long size = file->size;
    if (offset >= size) {
        return 0;
    }
    size_t length = count < size - offset ? count : (size_t)(size - offset);
    __builtin_memcpy(target, file->bytes + offset, length);
    return (long)length;
}

/* Makes room up to `end`. */
static void file_grow(struct model_file *file, unsigned long long start, unsigned long long end)
{
    if (end > FILE_LIMIT) {
        file_of_more_than_65536_bytes();
    }
    unsigned long long size = file->size;
    if (start > size) {
        __builtin_memset(file->bytes + size, 0, (size_t)(start - size));
    }
    if (end > size) {
        file->size = end;
    }
}

long model_file_write(struct model_file *file, unsigned long long offset, const unsigned char *source, size_t count)
{
    if (count) {
        file_grow(file, offset, offset + count);
        __builtin_memcpy(file->bytes + offset, source, count);
    }
    return (long)count;
}

/* Inside a section: what a descriptor has open if it is a file that may be written, or an error. */
static long find_written(int descriptor, struct model_file **file)
{
    struct model_description *description = model_description_of(descriptor);
    if (!description) {
        return -EBADF;
    }
    *file = description->file;
    return description->kind == KIND_FILE && (description->flags & OPEN_ACCESS) ? 0 : -EINVAL;
}

int ftruncate(int descriptor, long length)
{
    struct model_file *file = NULL;
    if (length < 0) {
        return (int)model_result(-EINVAL);
    }
    __VERIFIER_atomic_begin();
    long result = find_written(descriptor, &file);
    if (!result) {
        file_grow(file, (unsigned long long)length, (unsigned long long)length);
        file->size = (unsigned long long)length;
    }
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

static int synchronise(int descriptor)
{
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    long result = !description ? -EBADF : description->kind == KIND_FILE ? 0 : -EINVAL;
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

int fsync(int descriptor)
{
    return synchronise(descriptor);
}

int fdatasync(int descriptor)
{
    return synchronise(descriptor);
}

/* The parts of struct stat that are told: kind, links, owner, size. The rest is 0. */
#if defined(__x86_64__) || defined(__aarch64__)
struct stat {
    unsigned long device, inode;
#if defined(__x86_64__)
    unsigned long links;
    unsigned mode, user, group, padding;
    unsigned long special;
    long size, block_size, blocks;
#else
    unsigned mode, links, user, group;
    unsigned long special, padding;
    long size;
    int block_size, padding_too;
    long blocks;
#endif
    struct timespec accessed, modified, changed;
#if defined(__x86_64__)
    long reserved[3];
#else
    int reserved[2];
#endif
};

static void tell(struct stat *result, unsigned mode, unsigned long long size)
{
    *result = (struct stat){.links = 1,
                            .mode = mode,
                            .user = 1000,
                            .group = 1000,
                            .size = (long)size,
                            .block_size = BLOCK_PREFERRED,
                            .blocks = (long)((size + BLOCK - 1) / BLOCK)};
}
#else
struct stat {
    int unknown;
};

static void tell(struct stat *result, unsigned mode, unsigned long long size)
{
    (void)result;
    (void)mode;
    (void)size;
    stat_with_32_bit_pointers();
}
#endif

static unsigned description_mode(const struct model_description *description)
{
    switch (description->kind) {
    case KIND_FILE:
        return description->file->is_directory ? MODE_DIRECTORY : MODE_FILE;
    case KIND_CHANNEL:
        return description->is_socket ? MODE_SOCKET : MODE_PIPE;
    case KIND_NETWORK:
        return MODE_SOCKET;
    case KIND_STANDARD_INPUT:
    case KIND_STANDARD_OUTPUT:
        return MODE_TERMINAL;
    default:
        return MODE_NOTHING;
    }
}

int fstat(int descriptor, struct stat *result)
{
    unsigned mode = 0;
    unsigned long long size = 0;
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    if (description) {
        mode = description_mode(description);
        size = description->kind == KIND_FILE ? description->file->size : 0;
    }
    __VERIFIER_atomic_end();
    if (!description) {
        return (int)model_result(-EBADF);
    }
    tell(result, mode, size);
    return 0;
}

int stat(const char *path, struct stat *result)
{
    struct model_file_summary summary;
    int error = model_file_status(path, &summary);
    if (error) {
        return (int)model_result(error);
    }
    tell(result, summary.is_directory ? MODE_DIRECTORY : MODE_FILE, summary.size);
    return 0;
}

int lstat(const char *path, struct stat *result)
{
    return stat(path, result);
}

#if __SIZEOF_LONG__ == 8
int ftruncate64(int descriptor, long length)
{
    return ftruncate(descriptor, length);
}

int fstat64(int descriptor, struct stat *result)
{
    return fstat(descriptor, result);
}

int stat64(const char *path, struct stat *result)
{
    return stat(path, result);
}

int lstat64(const char *path, struct stat *result)
{
    return lstat(path, result);
}
#endif
