// A poll of six pipes, of which none ever gets anything, waits for ever.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

enum { COUNT = 6 };

static int other[2];

static void *produce(void *unused)
{
    write(other[1], "x", 1);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    struct pollfd asked[COUNT];
    for (int i = 0; i < COUNT; i++) {
        int ends[2];
        if (pipe(ends))
            return 1;
        asked[i] = (struct pollfd){.fd = ends[0], .events = POLLIN};
    }
    if (pipe(other))
        return 1;
    pthread_create(&producer, NULL, produce, NULL);
    poll(asked, COUNT, -1);
    pthread_join(producer, NULL);
    return 0;
}
