#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/fail.h"

// Freed blocks are joined with free neighbours at once, instead of all together whenever a large one is freed: where thousands
// of states are kept that takes a sixth less time (bench/length.py), and elsewhere as much.
void memory_expect_many_blocks(void)
{
#ifdef __GLIBC__
    mallopt(M_MXFAST, 0);
#endif
}

static void *checked(void *block, size_t size)
{
    if (!block && size)
        fail_out_of_memory(size);
    return block;
}

void *memory_allocate(size_t size)
{
    return checked(malloc(size ? size : 1), size);
}

void *memory_allocate_zeroed(size_t size)
{
    return checked(calloc(1, size ? size : 1), size);
}

void *memory_resize(void *block, size_t size)
{
    return checked(realloc(block, size ? size : 1), size);
}

char *memory_copy_string(const char *text)
{
    size_t length = strlen(text) + 1;
    return memcpy(memory_allocate(length), text, length);
}
