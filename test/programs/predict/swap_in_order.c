/* The second exchange succeeds only after the first. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int state;

void *first_step(void *argument)
{
    __sync_val_compare_and_swap(&state, 0, 1);
    return argument;
}

void *second_step(void *argument)
{
    __sync_val_compare_and_swap(&state, 1, 2);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, first_step, NULL);
    pthread_create(&second, NULL, second_step, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(state == 2);
    return 0;
}
