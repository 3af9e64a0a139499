/* Handler and context are exchanged in two steps; a call in between gets one old and one new. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct listener {
    void (*call)(int);
    int context;
};

void expect_one(int context)
{
    assert(context == 1);
}

void expect_anything(int context)
{
    (void)context;
}

struct listener listener = {expect_one, 1};

void *exchange(void *argument)
{
    listener.context = 2;
    listener.call = expect_anything;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, exchange, NULL);
    void (*call)(int) = listener.call;
    call(listener.context);
    pthread_join(worker, NULL);
    return 0;
}
