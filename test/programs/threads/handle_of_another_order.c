/* Which of two threads creates first decides the numbers of those created; main joins one of them by its handle. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
pthread_t p;
atomic_int made, x;
void *child(void *slot) { return 0; }
void *one(void *a)
{
    x = 1;
    pthread_create(&p, 0, child, 0);
    made = 1;
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
    while (!made)
        ;
    pthread_join(p, 0);
    if (x == 1)
        reach_error();
    pthread_join(a, 0);
    return 0;
}
