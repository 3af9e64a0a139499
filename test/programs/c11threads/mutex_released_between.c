/* The lock is given back between reading and writing. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

mtx_t lock;
int counter;

int increment(void *argument)
{
    (void)argument;
    mtx_lock(&lock);
    int value = counter;
    mtx_unlock(&lock);
    mtx_lock(&lock);
    counter = value + 1;
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t first, second;
    mtx_init(&lock, mtx_plain);
    thrd_create(&first, increment, NULL);
    thrd_create(&second, increment, NULL);
    thrd_join(first, NULL);
    thrd_join(second, NULL);
    assert(counter == 2);
    mtx_destroy(&lock);
    return 0;
}
