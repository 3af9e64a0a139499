// The log is closed when the worker is done with it.
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
    pthread_join(worker, NULL);
    close(log);
    int accounts = open("accounts", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(lseek(accounts, 0, SEEK_END) == 0);
    return 0;
}
