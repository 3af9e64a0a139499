// The log is rotated while a worker looks which stream is the current one.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *log;

static void *work(void *unused)
{
    fputs("worker\n", log);
    return NULL;
}

int main(void)
{
    pthread_t worker;
    log = fopen("log", "w+");
    pthread_create(&worker, NULL, work, NULL);
    log = fopen("log.1", "w");
    pthread_join(worker, NULL);
    return 0;
}
