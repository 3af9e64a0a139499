// The pointer leaves its block and happens to meet the next one.
#include <stdlib.h>
int main(void)
{
    char *block = malloc(8), *next = malloc(8);
    block[next - block] = 1;
    free(block);
    free(next);
    return 0;
}
