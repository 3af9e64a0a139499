#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void *vector_grow(void *data, uint32_t *capacity, size_t element_size)
{
    uint32_t grown = *capacity ? *capacity * 2 : 8;
    *capacity = grown;
    return memory_resize(data, grown * element_size);
}

void *vector_resize_raw(void *data, uint32_t *count, uint32_t *capacity, uint32_t new_count, size_t element_size)
{
    if (new_count > *capacity) {
        uint32_t grown = *capacity * 2 > new_count ? *capacity * 2 : new_count;
        data = memory_resize(data, grown * element_size);
        *capacity = grown;
    }
    if (new_count > *count)
        memset((char *)data + *count * element_size, 0, (new_count - *count) * element_size);
    *count = new_count;
    return data;
}

void *vector_copy_raw(const void *data, uint32_t count, size_t element_size)
{
    return count ? memcpy(memory_allocate(count * element_size), data, count * element_size) : NULL;
}

void vector_release(void *data)
{
    free(data);
}
