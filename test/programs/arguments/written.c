// The strings of the arguments are memory like any other: threads that write there are noticed.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *upper(void *argument)
{
    char *text = argument;
    text[0] = 'A';
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    assert(argc == 3 && !argv[argc] && !strcmp(argv[1], "two words"));
    pthread_create(&thread, NULL, upper, argv[2]);
    char first = argv[2][0];
    assert(first == 'a');
    pthread_join(thread, NULL);
    assert(!strcmp(argv[2], "Ab"));
    return 0;
}
