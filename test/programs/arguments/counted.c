// As many threads as the first argument says; an update is lost once there are two.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void *work(void *unused)
{
    done++;
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[4];
    int count = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    assert(done == count);
    return 0;
}
