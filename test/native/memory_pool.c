/* An allocator in C: a free list inside a static array, splitting and merging blocks, alignment. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct header {
    size_t size;
    struct header *next;
    int used;
};

static _Alignas(16) unsigned char arena[4096];
static struct header *first;

static void pool_reset(void)
{
    first = (struct header *)arena;
    *first = (struct header){sizeof arena - sizeof *first, NULL, 0};
}

static void *pool_get(size_t size)
{
    size = (size + 15) & ~(size_t)15;
    for (struct header *block = first; block; block = block->next) {
        if (block->used || block->size < size) {
            continue;
        }
        size_t step = (sizeof *block + 15) & ~(size_t)15;
        if (block->size >= size + step + 32) {
            struct header *rest = (struct header *)((unsigned char *)block + step + size);
            *rest = (struct header){block->size - size - step, block->next, 0};
            block->next = rest;
            block->size = size;
        }
        block->used = 1;
        return (unsigned char *)block + step;
    }
    return NULL;
}

static void pool_put(void *pointer)
{
    size_t step = (sizeof(struct header) + 15) & ~(size_t)15;
    struct header *block = (struct header *)((unsigned char *)pointer - step);
    block->used = 0;
    for (block = first; block; block = block->next) {
        while (!block->used && block->next && !block->next->used) {
            block->size += step + block->next->size;
            block->next = block->next->next;
        }
    }
}

static int pool_blocks(void)
{
    int count = 0;
    for (struct header *block = first; block; block = block->next) {
        count++;
    }
    return count;
}

int main(void)
{
    void *live[12] = {0};
    unsigned seed = 7;
    pool_reset();
    for (int i = 0; i < 200; i++) {
        seed = seed * 1103515245 + 12345;
        unsigned slot = (seed >> 16) % 12;
        if (live[slot]) {
            pool_put(live[slot]);
            live[slot] = NULL;
        } else {
            size_t size = (seed >> 8) % 300 + 1;
            live[slot] = pool_get(size);
            if (live[slot]) {
                memset(live[slot], (int)slot, size);
            }
        }
    }
    int aligned = 1;
    int count = 0;
    for (int i = 0; i < 12; i++) {
        if (live[i]) {
            aligned &= (uintptr_t)live[i] % 16 == 0 && *(unsigned char *)live[i] == i;
            count++;
        }
    }
    printf("%d %d %d\n", count, aligned, pool_blocks() > count);
    for (int i = 0; i < 12; i++) {
        if (live[i]) {
            pool_put(live[i]);
        }
    }
    printf("%d %d\n", pool_blocks(), pool_get(5000) == NULL);
    return 0;
}
