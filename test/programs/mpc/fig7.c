/*
 * Fig. 7 of "Concurrency Verification with Maximal Path Causality": of the four combinations of branches, both true is
 * not reachable, since the writes on the other sides are not on that path. 3 paths. The unreachable one is the only
 * one that would violate the assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x, y;

void *left(void *argument)
{
    if (y == 1) {
        x = 1;
    } else {
        x = 2;
    }
    return argument;
}

void *right(void *argument)
{
    if (x == 2) {
        y = 2;
    } else {
        y = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, left, NULL);
    pthread_create(&second, NULL, right, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x >= y);
    return 0;
}
