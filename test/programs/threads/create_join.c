/*
 * Two threads each fill one slot of a shared array; main reads the slots only after joining both.
 *
 * Interleavings: each thread has one visible operation (its store), main's reads come when it is alone: C(2,1) =
 * 2.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int slots[2];

void *fill_first(void *argument)
{
    slots[0] = 10;
    return argument;
}

void *fill_second(void *argument)
{
    slots[1] = 20;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, fill_first, NULL);
    pthread_create(&second, NULL, fill_second, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(slots[0] + slots[1] == 30);
    return 0;
}
