/* Fig. 4 of "Trace-Driven Verification of Multithreaded Programs": recursion, and a thread for each level of it. The
 * assertion fails if main comes to it when a thread has set y to 1 and made 0 of it again. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef DEPTH
#define DEPTH 1
#endif

int x = 1, y = 1;

void complexA(void)
{
    for (int i = 0; i < 3; i++)
        x = x * y + i;
}

void complexB(void)
{
    for (int i = 0; i < 3; i++)
        y = y - x * i;
}

void *bar(void *argument)
{
    int b = *(int *)argument;
    y = b;
    if (y > 0) {
        x = x - y;
        y = y - 1;
    } else {
        complexB();
    }
    return NULL;
}

int one = 1;

void foo(int a)
{
    pthread_t t;
    pthread_create(&t, NULL, bar, &one);
    x = a;
    if (x > 0)
        foo(a - 1);
    else if (y <= 1 && y != 0)
        x = y - x;
    else if (y > 10)
        complexA();
    else {
        x = x - y;
        assert(0);
    }
    pthread_join(t, NULL);
}

int main(void)
{
    foo(DEPTH);
    return 0;
}
