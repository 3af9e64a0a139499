/* Atomic and, or, xor on a set of flags; the old value comes back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_uint flags = 4;

void *set_low(void *argument)
{
    unsigned before = atomic_fetch_or(&flags, 1u);
    assert((before & 4u) != 0);
    return argument;
}

void *toggle(void *argument)
{
    atomic_fetch_xor(&flags, 2u);
    atomic_fetch_and(&flags, ~8u);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, set_low, NULL);
    pthread_create(&second, NULL, toggle, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(flags == 7);
    return 0;
}
