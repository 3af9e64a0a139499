// With flockfile around it putc_unlocked is as good as a function that takes the lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *log;

static void *work(void *unused)
{
    flockfile(log);
    putc_unlocked('w', log);
    funlockfile(log);
    return NULL;
}

int main(void)
{
    pthread_t worker;
    log = fopen("log", "w+");
    pthread_create(&worker, NULL, work, NULL);
    fputc('m', log);
    pthread_join(worker, NULL);
    assert(ftell(log) == 2);
    fclose(log);
    return 0;
}
