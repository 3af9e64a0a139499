/*
 * Threads of different length that touch different variables.
 *
 * Interleavings: three stores beside two stores: C(5,2) = 10.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int a, b, c, x, y;

void *three_stores(void *argument)
{
    a = 1;
    b = 2;
    c = 3;
    return argument;
}

void *two_stores(void *argument)
{
    x = 4;
    y = 5;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, three_stores, NULL);
    pthread_create(&second, NULL, two_stores, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(a + b + c + x + y == 15);
    return 0;
}
