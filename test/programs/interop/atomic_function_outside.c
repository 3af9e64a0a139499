/* The check stands outside the atomic function. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int available = 1;

void __VERIFIER_atomic_take(void)
{
    available = available - 1;
}

void *take(void *argument)
{
    if (available > 0) {
        __VERIFIER_atomic_take();
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, take, NULL);
    pthread_create(&second, NULL, take, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(available == 0);
    return 0;
}
