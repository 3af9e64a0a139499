// Two threads move the position of one descriptor, and each reads where the other has left it.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *look(void *unused)
{
    char byte;
    lseek(file, 1, SEEK_SET);
    byte = 'b';
    read(file, &byte, 1);
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
