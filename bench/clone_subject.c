// Fills KILOBYTES of heap, then two threads take steps without end.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int shared;
static char *data;

static void *work(void *unused)
{
    for (;;) {
        shared = shared + 1;
        data[(unsigned)shared % (KILOBYTES * 1024u)] = (char)shared;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    data = malloc(KILOBYTES * 1024u);
    memset(data, 1, KILOBYTES * 1024u);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    return 0;
}
