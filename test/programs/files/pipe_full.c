// A pipe takes 65536 bytes, and here nobody takes one out: the last write waits for ever.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int message;

static void *produce(void *unused)
{
    message = 7;
    static char block[4096];
    for (int i = 0; i < 17; i++)
        write(ends[1], block, sizeof block);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    char byte;
    if (pipe(ends))
        return 1;
    pthread_create(&producer, NULL, produce, NULL);
    (void)byte;
    pthread_join(producer, NULL);
    return 0;
}
