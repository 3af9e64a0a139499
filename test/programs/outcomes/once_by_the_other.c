/* The routine is run by whoever comes first; that it is always the first thread is wrong. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_t runner;

void prepare(void)
{
    runner = pthread_self();
}

void *lead(void *argument)
{
    pthread_once(&once, prepare);
    assert(pthread_equal(runner, pthread_self()));
    return argument;
}

void *follow(void *argument)
{
    pthread_once(&once, prepare);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, lead, NULL);
    pthread_create(&second, NULL, follow, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
