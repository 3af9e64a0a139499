/* The creator uses a pthread_once, and sets it back to what it was before it creates threads that use it. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void add(void)
{
    count++;
}

static void *use(void *argument)
{
    pthread_once(&once, add);
    assert(count == 2);
    return argument;
}

int main(void)
{
    static const pthread_once_t fresh = PTHREAD_ONCE_INIT;
    pthread_t first, second;
    pthread_once(&once, add);
    once = fresh;
    pthread_create(&first, NULL, use, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
