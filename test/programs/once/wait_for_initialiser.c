/* After pthread_once returns, the value is there, no matter who initialised it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct settings {
    int limit;
};

pthread_once_t control = PTHREAD_ONCE_INIT;
struct settings *settings;

void load_settings(void)
{
    settings = malloc(sizeof *settings);
    settings->limit = 9;
}

void *work(void *argument)
{
    pthread_once(&control, load_settings);
    assert(settings->limit == 9);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(settings);
    return 0;
}
