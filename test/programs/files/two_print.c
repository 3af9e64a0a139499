// Two threads print to one stream, which has a lock: no line is torn, and nothing races.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *log;

static void *work(void *unused)
{
    fprintf(log, "%s\n", "worker");
    return NULL;
}

int main(void)
{
    pthread_t worker;
    log = fopen("log", "w+");
    pthread_create(&worker, NULL, work, NULL);
    fputs("main\n", log);
    pthread_join(worker, NULL);
    char line[16];
    rewind(log);
    assert(fgets(line, sizeof line, log) && (!strcmp(line, "main\n") || !strcmp(line, "worker\n")));
    assert(fgets(line, sizeof line, log) && (!strcmp(line, "main\n") || !strcmp(line, "worker\n")));
    assert(!fgets(line, sizeof line, log));
    fclose(log);
    return 0;
}
