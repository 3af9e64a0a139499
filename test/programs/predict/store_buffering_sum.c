/* In the observed run one of the two sees the other; both may, and then the sum is higher. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x;
atomic_int y;
int seen_x;
int seen_y;

void *one(void *argument)
{
    atomic_store(&x, 1);
    seen_y = atomic_load(&y);
    return argument;
}

void *two(void *argument)
{
    atomic_store(&y, 1);
    seen_x = atomic_load(&x);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(seen_x + seen_y == 1);
    return 0;
}
