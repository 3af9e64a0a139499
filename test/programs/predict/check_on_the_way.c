/* A value that fails one check on its way would fail another: the first is what is violated. */
#include <assert.h>
#include <pthread.h>
int x, y;
void *one(void *p)
{
    assert(y == 0);
    return p;
}
void *two(void *p)
{
    int r = x;
    assert(r == 0);
    y = r;
    return p;
}
void *three(void *p)
{
    x = 1;
    return p;
}
int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_create(&c, 0, three, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
