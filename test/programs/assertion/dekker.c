/*
 * The core of Dekker's protocol: announce, then look. Never both inside; perhaps nobody.
 *
 * Interleavings: store and load in each thread, and five more accesses in one that enters. Both announce before
 * either looks: 2 * 2 orders, nobody enters: 4. One looks before the other announces and enters: its five accesses
 * beside the other's two: C(7,2) = 21, for either thread: 42. Together 46.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int wants_left, wants_right;
int inside;

void *left(void *argument)
{
    wants_left = 1;
    if (!wants_right) {
        inside++;
        assert(inside == 1);
        inside--;
    }
    return argument;
}

void *right(void *argument)
{
    wants_right = 1;
    if (!wants_left) {
        inside++;
        assert(inside == 1);
        inside--;
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
    return 0;
}
