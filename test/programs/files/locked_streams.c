/* A file and standard output are locked one after the other, each by flockfile, and written to meanwhile. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int in_file, printed;

static void *write_both(void *argument)
{
    flockfile(file);
    fputs("line\n", file);
    in_file++;
    funlockfile(file);
    flockfile(stdout);
    puts("line");
    printed++;
    funlockfile(stdout);
    return argument;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    if (!file)
        return 0;
    pthread_create(&thread, NULL, write_both, NULL);
    write_both(NULL);
    pthread_join(thread, NULL);
    assert(in_file == 2 && printed == 2);
    fclose(file);
    return 0;
}
