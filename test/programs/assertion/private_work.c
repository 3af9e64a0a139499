/*
 * Work on private variables is invisible: loops over locals add no interleavings.
 *
 * Interleavings: per thread one store to its own total: C(2,1) = 2. The loads of `limit`, which nobody ever writes, are
 * invisible too.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int limit = 5;
int totals[2];

void *sum_up(void *argument)
{
    int numbers[8];
    int sum = 0;
    int bound = limit;
    for (int i = 0; i < bound; i++) {
        numbers[i] = i;
    }
    for (int i = 0; i < bound; i++) {
        sum += numbers[i];
    }
    *(int *)argument = sum;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, sum_up, &totals[0]);
    pthread_create(&second, NULL, sum_up, &totals[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(totals[0] == 10 && totals[1] == 10);
    return 0;
}
