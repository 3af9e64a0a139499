/* Two structures are put together in registers, member by member, for exchanges. Each of their bits is set. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct pair {
    int first, second;
};

_Atomic struct pair pair;

void *exchange(void *argument)
{
    struct pair expected = {0, 0}, desired = {3, 4};
    assert(atomic_compare_exchange_strong(&pair, &expected, desired));
    expected = (struct pair){3, 5};
    assert(!atomic_compare_exchange_strong(&pair, &expected, desired));
    assert(expected.first == 3 && expected.second == 4);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, exchange, NULL);
    pthread_join(thread, NULL);
    return 0;
}
