/* Handler and context are exchanged together, through one pointer to an object that does not change. */
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

void expect_two(int context)
{
    assert(context == 2);
}

const struct listener before = {expect_one, 1};
const struct listener after = {expect_two, 2};
const struct listener *listener = &before;

void *exchange(void *argument)
{
    listener = &after;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, exchange, NULL);
    const struct listener *mine = listener;
    mine->call(mine->context);
    pthread_join(worker, NULL);
    return 0;
}
