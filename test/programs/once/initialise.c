/*
 * Whoever comes first runs the initialiser; the other one waits for its end.
 *
 * Interleavings: the first thread's once, the load and the store of the initialiser; the other's once has to wait
 * for all of that. Only the order is open: 2.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int initialised;

void initialise(void)
{
    initialised++;
}

void *work(void *argument)
{
    pthread_once(&control, initialise);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(initialised == 1);
    return 0;
}
