/*
 * Both threads lock in the same order.
 *
 * Interleavings: whoever takes the first lock keeps the other out until its last step, so only the order of the
 * threads is open: 2.
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *take_both(void *argument)
{
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, take_both, NULL);
    pthread_create(&second, NULL, take_both, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
