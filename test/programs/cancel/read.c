/* A thread waits for what nobody writes until it is cancelled. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

int ends[2];

void *reads(void *argument)
{
    char byte;
    read(ends[0], &byte, 1);
    return argument;
}

int main(void)
{
    pthread_t reader;
    void *result;
    pipe(ends);
    pthread_create(&reader, NULL, reads, NULL);
    pthread_cancel(reader);
    pthread_join(reader, &result);
    assert(result == PTHREAD_CANCELED);
}
