// putc_unlocked takes no lock: two threads that call it at the same time race.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *log;

static void *work(void *unused)
{
    putc_unlocked('w', log); // both threads
    return NULL;
}

int main(void)
{
    pthread_t worker;
    log = fopen("log", "w+");
    pthread_create(&worker, NULL, work, NULL);
    work(NULL);
    pthread_join(worker, NULL);
    return 0;
}
