/* realloc to no bytes: a block is freed, and there is nothing to free afterwards; from NULL there is a block. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *block = malloc(8);
    printf("%d\n", realloc(block, 0) == NULL);
    char *empty = realloc(NULL, 0);
    printf("%d\n", empty != NULL);
    empty = realloc(empty, 3);
    empty[2] = 'x';
    printf("%c\n", empty[2]);
    volatile size_t none = 0;
    printf("%d\n", reallocarray(empty, 5, none) == NULL);
    return 0;
}
