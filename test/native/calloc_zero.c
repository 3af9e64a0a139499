/* calloc gives zeroed memory, also after the same memory was used; sizes of 0; an overflow of the product fails. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    for (int round = 0; round < 4; round++) {
        size_t count = (size_t)(round * 100 + 1);
        int *block = calloc(count, sizeof *block);
        long sum = 0;
        for (size_t i = 0; i < count; i++) {
            sum += block[i] != 0;
        }
        printf("%zu %ld\n", count, sum);
        memset(block, 0xa5, count * sizeof *block);
        free(block);
    }
    char **table = calloc(8, sizeof *table);
    table[3] = "set";
    for (int i = 0; i < 8; i++) {
        printf("%s ", table[i] ? table[i] : "-");
    }
    putchar('\n');
    free(table);
    volatile size_t huge = SIZE_MAX / 2;
    printf("%d\n", calloc(huge, 4) == NULL);
    free(NULL);
    return 0;
}
