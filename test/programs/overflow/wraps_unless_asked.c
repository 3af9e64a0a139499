/* Without the overflow check signed arithmetic wraps, and the program is judged by its other properties. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int total = INT_MAX;

void *add_one(void *argument)
{
    total = total + 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, add_one, NULL);
    pthread_join(worker, NULL);
    assert(total == INT_MIN);
    return 0;
}
