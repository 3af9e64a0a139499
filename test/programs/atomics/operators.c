/*
 * The operators of an _Atomic object are read-modify-write operations.
 *
 * Interleavings: three of them per thread: C(6,3) = 20.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int counter;

void *change(void *argument)
{
    counter++;
    counter += 3;
    counter--;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, change, NULL);
    pthread_create(&second, NULL, change, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 6);
    return 0;
}
