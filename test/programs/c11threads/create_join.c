/*
 * C11 threads return an int, which thrd_join hands over.
 *
 * Interleavings: one store per thread: C(2,1) = 2.
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

int slots[2];

int fill_first(void *argument)
{
    (void)argument;
    slots[0] = 1;
    return 10;
}

int fill_second(void *argument)
{
    (void)argument;
    slots[1] = 2;
    return 20;
}

int main(void)
{
    thrd_t first, second;
    int one, two;
    thrd_create(&first, fill_first, NULL);
    thrd_create(&second, fill_second, NULL);
    assert(thrd_join(first, &one) == thrd_success);
    assert(thrd_join(second, &two) == thrd_success);
    assert(slots[0] + slots[1] + one + two == 33);
    return 0;
}
