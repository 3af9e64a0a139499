/* Which of two threads creates first decides the numbers of those created; main uses the address of a local of one. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
int *_Atomic p;
atomic_int go, x, z;
void *child(void *slot)
{
    int local = 0;
    p = &local;
    while (!go)
        ;
    return 0;
}
void *one(void *a)
{
    pthread_t t;
    x = 1;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
    return 0;
}
void *other(void *a) { return 0; }
void *two(void *a)
{
    pthread_t t;
    x = 2;
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(b, 0);
    while (!p)
        ;
    int *q = p;
    *q = 1;
    z = 1;
    if (x == 1)
        reach_error();
    go = 1;
    pthread_join(a, 0);
    return 0;
}
