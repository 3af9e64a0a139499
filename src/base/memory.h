// Allocation that does not fail: running out of memory ends the process with a verdict line (see base/limits.h), so no
// caller checks for NULL.
#ifndef RADDLE_BASE_MEMORY_H
#define RADDLE_BASE_MEMORY_H

#include <stddef.h>

// For programs that keep many small blocks and free them in another order: once, before the first one is allocated.
void memory_expect_many_blocks(void);

void *memory_allocate(size_t size); // contents undefined
void *memory_allocate_zeroed(size_t size);
void *memory_resize(void *block, size_t size);
char *memory_copy_string(const char *text);

#endif
