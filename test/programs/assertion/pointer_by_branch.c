/* A lost update through a pointer that is chosen between two globals by an if. */
#include <pthread.h>
#include <assert.h>
int x, y, c = 1;
void *work(void *unused)
{
    int *p;
    if (c)
        p = &x;
    else
        p = &y;
    int old = *p;
    *p = old + 1;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
