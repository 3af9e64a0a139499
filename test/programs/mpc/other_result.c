// What the first thread returns depends on the second; on this path the result that was seen first does not come up.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int y;

static void *reader(void *argument)
{
    (void)argument;
    return (void *)(ptrdiff_t)(y == 1 ? 5 : 7);
}

static void *writer(void *argument)
{
    y = 1;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    void *result;
    pthread_create(&one, NULL, reader, NULL);
    pthread_create(&two, NULL, writer, NULL);
    pthread_join(one, &result);
    pthread_join(two, NULL);
    assert((ptrdiff_t)result != 5);
    return 0;
}
