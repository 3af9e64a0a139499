// A pointer is read under the lock, to the old object or to the new one; the old one is freed under the lock, too. What is right about
// the old address when the new one is read says nothing of when the old one is.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *argument)
{
    pthread_mutex_lock(&lock);
    assert(*shared > 0);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    *old = 1;
    *new = 2;
    shared = old;
    pthread_create(&thread, NULL, reader, NULL);
    pthread_mutex_lock(&lock);
    shared = new;
    free(old);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    free(new);
    return 0;
}
