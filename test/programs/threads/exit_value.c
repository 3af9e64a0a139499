/* pthread_exit leaves the thread from within a nested call, and its value reaches the joiner. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int steps;
int marker;

void leave(int depth)
{
    if (depth == 0) {
        pthread_exit(&marker);
    }
    leave(depth - 1);
    steps = 1;
}

void *work(void *argument)
{
    leave(3);
    steps = 2;
    return argument;
}

int main(void)
{
    pthread_t worker;
    void *value;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, &value);
    assert(value == &marker);
    assert(steps == 0);
    return 0;
}
