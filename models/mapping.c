/*
 * Mapped memory: blocks of whole pages, zeroed, which munmap frees; their use after that is a use of freed memory. A
 * private mapping of a file is a copy of it. Whether memory may be read and written is not kept: what would take a
 * right away is refused, and so are parts of mappings, fixed addresses, and mappings that files or processes would
 * share.
 */
#include "descriptor.h"

enum {
    PAGE_SIZE = 4096,
    PROTECT_READ = 1,
    PROTECT_WRITE = 2,
    MAP_SHARES = 1,
    MAP_KINDS = 15,
    MAP_FIXED = 0x10,
    MAP_ANONYMOUS = 0x20,
    MAP_FIXED_NO_REPLACE = 0x100000
};

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void mmap_of_memory_that_may_not_be_read_and_written(void);
void mmap_at_a_fixed_address(void);
void mmap_of_a_shared_file(void);
void munmap_of_a_part_of_a_mapping(void);
void madvise_that_may_change_memory(void);
void mprotect_that_takes_a_right_away(void);
size_t malloc_usable_size(void *block);

static size_t whole_pages(size_t size)
{
    return (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
}

/* Fills in what the file holds from `offset` on. A negative error number if it cannot be mapped. */
static long copy_file(int descriptor, unsigned char *target, size_t size, long offset)
{
    unsigned char bytes[size];
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    long result = !description                                            ? -EBADF
                  : description->kind != KIND_FILE                        ? -ENODEV
                  : (description->flags & OPEN_ACCESS) == OPEN_WRITE_ONLY ? -EACCES
                  : offset < 0 || (unsigned long)offset % PAGE_SIZE       ? -EINVAL
                                                                          : 0;
    if (!result) {
        result = model_file_read(description->file, (unsigned long long)offset, bytes, size);
    }
    __VERIFIER_atomic_end();
    if (result > 0) {
        __builtin_memcpy(target, bytes, (size_t)result);
    }
    return result;
}

static void *fail(int error)
{
    errno = error;
    return (void *)-1;
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, long offset)
{
    _Bool anonymous = (flags & MAP_ANONYMOUS) != 0;
    if (!size || (flags & MAP_KINDS) == 0) {
        return fail(EINVAL);
    }
    if (address && (flags & (MAP_FIXED | MAP_FIXED_NO_REPLACE))) {
        mmap_at_a_fixed_address();
    }
    if (!anonymous && (flags & MAP_KINDS) == MAP_SHARES) {
        mmap_of_a_shared_file();
    }
    if (!(protection & PROTECT_READ) || (anonymous && !(protection & PROTECT_WRITE))) {
        mmap_of_memory_that_may_not_be_read_and_written();
    }
    unsigned char *block = calloc(1, whole_pages(size));
    if (!block) {
        return fail(ENOMEM);
    }
    long result = anonymous ? 0 : copy_file(descriptor, block, size, offset);
    if (result < 0) {
        free(block);
        return fail((int)-result);
    }
    return block;
}

#if __SIZEOF_LONG__ == 8
void *mmap64(void *address, size_t size, int protection, int flags, int descriptor, long offset)
{
    return mmap(address, size, protection, flags, descriptor, offset);
}
#endif

int munmap(void *address, size_t size)
{
    if (!size) {
        errno = EINVAL;
        return -1;
    }
    if (malloc_usable_size(address) != whole_pages(size)) {
        munmap_of_a_part_of_a_mapping();
    }
    free(address);
    return 0;
}

int mprotect(void *address, size_t size, int protection)
{
    (void)address;
    (void)size;
    if ((protection & (PROTECT_READ | PROTECT_WRITE)) != (PROTECT_READ | PROTECT_WRITE)) {
        mprotect_that_takes_a_right_away();
    }
    return 0;
}

/* Advice that keeps what is there. MADV_DONTNEED and MADV_REMOVE clear it, others leave it open: they are refused. */
int madvise(void *address, size_t size, int advice)
{
    (void)address;
    (void)size;
    if (advice < 0 || advice > 3) {
        madvise_that_may_change_memory();
    }
    return 0;
}

int msync(void *address, size_t size, int flags)
{
    (void)address;
    (void)size;
    (void)flags;
    return 0;
}

int mlock(const void *address, size_t size)
{
    (void)address;
    (void)size;
    return 0;
}

int munlock(const void *address, size_t size)
{
    (void)address;
    (void)size;
    return 0;
}
