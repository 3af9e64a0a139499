#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

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
