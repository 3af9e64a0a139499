/*
 * One thread writes x, the other asserts something of it. What both do afterwards to y decides nothing, and main does
 * not wait for them: when x has been written and read, a run of ag is over, before it has come to its end. There are two
 * orders of these.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x, y;

void *set(void *argument)
{
    x = 1;
    y = 1;
    y = y + 2;
    return argument;
}

void *look(void *argument)
{
    assert(x < 2);
    y = 4;
    return argument;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, set, NULL);
    pthread_create(&other, NULL, look, NULL);
    return 0;
}
