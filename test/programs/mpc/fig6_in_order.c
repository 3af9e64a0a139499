/* As fig6.c, with an assertion that holds: the second read is not older than the first. 1 path. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x, r1, r2;

void *reader(void *argument)
{
    r1 = x;
    r2 = x;
    return argument;
}

void *writer(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, reader, NULL);
    pthread_create(&second, NULL, writer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(r1 <= r2);
    return 0;
}
