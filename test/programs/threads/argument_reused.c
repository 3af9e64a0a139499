/* The classic mistake: all threads get the address of the same loop variable. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int started[2];

void *work(void *argument)
{
    int index = *(int *)argument;
    if (index < 2) {
        started[index] = 1;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &i);
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(started[0] && started[1]);
    return 0;
}
