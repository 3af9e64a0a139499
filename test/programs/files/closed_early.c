// A stream is closed while a worker may still print to it.
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
    fclose(log);
    pthread_join(worker, NULL);
    return 0;
}
