/* A thread reads the handle of another one that main may not have created yet. */
#include <assert.h>
#include <pthread.h>

pthread_t first, second;

void *look(void *argument)
{
    assert(second != 0);
    return argument;
}

void *rest(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_create(&first, 0, look, 0);
    pthread_create(&second, 0, rest, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
