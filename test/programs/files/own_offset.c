// pread moves no position, so nobody is in the way of the other.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *look(void *unused)
{
    char byte;
    pread(file, &byte, 1, 1);
    assert(byte == 'b'); // both threads
    return NULL;
}

int main(void)
{
    pthread_t other;
    file = open("data", O_RDONLY);
    pthread_create(&other, NULL, look, NULL);
    look(NULL);
    pthread_join(other, NULL);
    return 0;
}
