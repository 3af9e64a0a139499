/* Alignment: _Alignas on variables and members, _Alignof, aligned allocation. */
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct padded {
    char tag;
    alignas(32) int value;
};

static alignas(64) char line[100];

static int is_aligned(const void *pointer, uintptr_t alignment)
{
    return (uintptr_t)pointer % alignment == 0;
}

int main(void)
{
    alignas(16) char buffer[3] = "ab";
    struct padded array[2] = {{'a', 1}, {'b', 2}};
    printf("%d %d %d\n", is_aligned(line, 64), is_aligned(buffer, 16), is_aligned(&array[1].value, 32));
    printf("%zu %zu %zu\n", alignof(char), alignof(struct padded), sizeof(struct padded));
    printf("%zu %zu\n", offsetof(struct padded, value), alignof(int32_t));
    for (size_t alignment = 16; alignment <= 256; alignment *= 4) {
        void *block = aligned_alloc(alignment, alignment * 2);
        printf("%d ", is_aligned(block, alignment));
        free(block);
    }
    void *block = NULL;
    int error = posix_memalign(&block, 128, 100);
    printf("%d %d %s\n", error, is_aligned(block, 128), buffer);
    free(block);
    return array[0].value + array[1].value - 3;
}
