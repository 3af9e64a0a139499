/*
 * A function whose name starts with __VERIFIER_atomic_ is one atomic section, also when it returns in the middle.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int available = 1;
int taken;

int __VERIFIER_atomic_take(void)
{
    if (available == 0) {
        return 0;
    }
    available = available - 1;
    taken = taken + 1;
    return 1;
}

void *take(void *argument)
{
    return __VERIFIER_atomic_take() ? argument : NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, take, NULL);
    pthread_create(&second, NULL, take, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(available == 0 && taken == 1);
    return 0;
}
