#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BLOCK_SIZE = 64 * 1024, ALIGNMENT = 16 };

struct ArenaBlock {
    ArenaBlock *previous;
    size_t size;
    _Alignas(ALIGNMENT) char data[];
};

void *arena_allocate(Arena *arena, size_t size)
{
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (!arena->block || arena->used + size > arena->block->size) {
        size_t block_size = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        ArenaBlock *block = memory_allocate(sizeof *block + block_size);
        block->previous = arena->block;
        block->size = block_size;
        arena->block = block;
        arena->used = 0;
    }
    void *result = arena->block->data + arena->used;
    arena->used += size;
    return memset(result, 0, size);
}

void *arena_copy(Arena *arena, const void *data, size_t size)
{
    void *copy = arena_allocate(arena, size);
    return size ? memcpy(copy, data, size) : copy;
}

char *arena_copy_string(Arena *arena, const char *text)
{
    return arena_copy(arena, text, strlen(text) + 1);
}

char *arena_format(Arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = arena_allocate(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void arena_release(Arena *arena)
{
    while (arena->block) {
        ArenaBlock *previous = arena->block->previous;
        free(arena->block);
        arena->block = previous;
    }
    arena->used = 0;
}
