/*
 * The copying functions as functions, for calls through pointers and for programs compiled with -fno-builtin. The builtins
 * are instructions of the machine.
 */
#include "model.h"

void *memcpy(void *to, const void *from, size_t count)
{
    __builtin_memcpy(to, from, count);
    return to;
}

void *memmove(void *to, const void *from, size_t count)
{
    __builtin_memmove(to, from, count);
    return to;
}

void *memset(void *to, int byte, size_t count)
{
    __builtin_memset(to, byte, count);
    return to;
}
