/* Under happens-before the wait comes after the post it came after, so it needs that post; the asserted read is free. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int x;
void *one(void *p)
{
    sem_post(&s);
    return p;
}
void *two(void *p)
{
    sem_wait(&s);
    assert(x == 0);
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
    sem_init(&s, 0, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_create(&c, 0, three, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
