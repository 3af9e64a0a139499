// Memory by lifetime: blocks handed out one after the other and released all at once.
#ifndef RADDLE_BASE_ARENA_H
#define RADDLE_BASE_ARENA_H

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    ArenaBlock *block; // the block being filled; older blocks are linked behind it
    size_t used;       // bytes used of that block
} Arena;

void *arena_allocate(Arena *arena, size_t size); // zeroed, aligned for any type
char *arena_copy_string(Arena *arena, const char *text);
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *arena_copy(Arena *arena, const void *data, size_t size);
void arena_release(Arena *arena);

#endif
