/* Whoever runs the routine, it is run once and over before anybody goes on. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int prepared;

void prepare(void)
{
    prepared++;
}

void *use(void *argument)
{
    pthread_once(&once, prepare);
    assert(prepared == 1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, use, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
