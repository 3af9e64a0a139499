/* Two threads get the same index by mistake; one of the two increments may get lost. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

int results[3];

static void *work(void *argument)
{
    intptr_t index = (intptr_t)argument;
    results[index] = results[index] + 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (intptr_t i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, work, (void *)(i / 2));
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(results[0] + results[1] + results[2] == 3);
    return 0;
}
