/* Each thread copies its neighbour; only in the order of creation do all values become equal. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int a = 7;
int b;
int c;
int d;

void *one(void *argument)
{
    b = a;
    return argument;
}

void *two(void *argument)
{
    c = b;
    return argument;
}

void *three(void *argument)
{
    d = c;
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_create(&third, NULL, three, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    assert(d == 7);
    return 0;
}
