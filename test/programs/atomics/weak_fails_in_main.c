/* Only main uses the variable; its weak compare-exchange may fail all the same, however often the other looks away. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int mine;
int other;

void *work(void *argument)
{
    other = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int expected = 0;
    atomic_compare_exchange_weak(&mine, &expected, 1);
    pthread_join(thread, NULL);
    assert(mine == other);
    return 0;
}
