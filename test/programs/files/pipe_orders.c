// What is written before a byte goes into a pipe can be read after it has come out.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int message;

static void *produce(void *unused)
{
    message = 7;
    write(ends[1], "x", 1);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    char byte;
    if (pipe(ends))
        return 1;
    pthread_create(&producer, NULL, produce, NULL);
    assert(read(ends[0], &byte, 1) == 1);
    assert(message == 7);
    pthread_join(producer, NULL);
    return 0;
}
