/* The thread functions themselves come from a table, and one of them undoes the work of the other. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int state;

void *start(void *argument)
{
    state = 1;
    return argument;
}

void *stop(void *argument)
{
    state = 0;
    return argument;
}

void *(*const table[])(void *) = {start, stop};

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, table[i], NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(state == 0);
    return 0;
}
