/* A thread starts and joins a thread of its own; the values travel up the chain. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

void *inner(void *argument)
{
    return (void *)((intptr_t)argument + 1);
}

void *outer(void *argument)
{
    pthread_t child;
    void *value;
    pthread_create(&child, NULL, inner, argument);
    pthread_join(child, &value);
    return (void *)((intptr_t)value * 2);
}

int main(void)
{
    pthread_t first, second;
    void *a, *b;
    pthread_create(&first, NULL, outer, (void *)1);
    pthread_create(&second, NULL, outer, (void *)2);
    pthread_join(first, &a);
    pthread_join(second, &b);
    assert((intptr_t)a == 4 && (intptr_t)b == 6);
    return 0;
}
