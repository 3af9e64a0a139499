// A descriptor is closed while a worker still has its number, and the next file opened gets that: the worker writes there.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int log;

static void *work(void *unused)
{
    write(log, "worker", 6);
    return NULL;
}

int main(void)
{
    pthread_t worker;
    log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pthread_create(&worker, NULL, work, NULL);
    close(log);
    int accounts = open("accounts", O_RDWR | O_CREAT | O_TRUNC, 0600);
    pthread_join(worker, NULL);
    assert(lseek(accounts, 0, SEEK_END) == 0);
    return 0;
}
