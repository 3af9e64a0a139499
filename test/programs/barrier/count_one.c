/* A barrier for one holds nobody back. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_barrier_t barrier;
int left, right;

void *left_half(void *argument)
{
    left = 1;
    pthread_barrier_wait(&barrier);
    assert(right == 1);
    return argument;
}

void *right_half(void *argument)
{
    right = 1;
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_create(&first, NULL, left_half, NULL);
    pthread_create(&second, NULL, right_half, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
