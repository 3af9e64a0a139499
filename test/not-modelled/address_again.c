// malloc may well return the address that was freed.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
    void *first = malloc(8);
    uintptr_t address = (uintptr_t)first;
    free(first);
    void *second = malloc(8);
    assert((uintptr_t)second != address);
    free(second);
    return 0;
}
