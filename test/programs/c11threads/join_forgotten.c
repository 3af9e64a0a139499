/* The result is used although only one of the two threads was joined. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

int slots[2];

int fill(void *argument)
{
    int *slot = argument;
    *slot = 1;
    return 0;
}

int main(void)
{
    thrd_t first, second;
    thrd_create(&first, fill, &slots[0]);
    thrd_create(&second, fill, &slots[1]);
    thrd_join(first, NULL);
    assert(slots[0] + slots[1] == 2);
    thrd_join(second, NULL);
    return 0;
}
