/* The turn is given and taken back. If the waiting thread does not look in between, it waits for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int turn;

void *waiting(void *argument)
{
    while (atomic_load(&turn) != 1) {
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiting, NULL);
    atomic_store(&turn, 1);
    atomic_store(&turn, 2);
    pthread_join(thread, NULL);
    return 0;
}
