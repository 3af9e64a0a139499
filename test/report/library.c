// Two threads append to a file and read the clock. What the library does inside of that is its own affair.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int written;

static void *append(void *name)
{
    struct timespec now;
    int file = open(name, O_WRONLY | O_CREAT, 0600);
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (write(file, "line\n", 5) == 5)
        written++;
    close(file);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, append, "first");
    pthread_create(&second, NULL, append, "second");
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(written == 2);
}
