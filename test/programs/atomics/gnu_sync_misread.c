/*
 * __sync_fetch_and_add returns the value before, __sync_add_and_fetch the one after: mixed up, nobody is the last.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int arrived;
int last_found;

void *arrive(void *argument)
{
    if (__sync_fetch_and_add(&arrived, 1) == 2) {
        last_found = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, arrive, NULL);
    pthread_create(&second, NULL, arrive, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(last_found);
    return 0;
}
