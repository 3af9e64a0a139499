// Two threads get past their locks only before others take these for good; the assertion fails if both do.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *look(void *argument)
{
    int k = a, l = b;
    assert(k + l < 2);
    return argument;
}

static void *one(void *argument)
{
    pthread_mutex_lock(&first);
    a = 1;
    pthread_mutex_unlock(&first);
    return argument;
}

static void *two(void *argument)
{
    pthread_mutex_lock(&second);
    b = 1;
    pthread_mutex_unlock(&second);
    return argument;
}

static void *keep(void *lock)
{
    pthread_mutex_lock(lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    pthread_create(&thread, NULL, keep, &second);
    pthread_create(&thread, NULL, two, NULL);
    pthread_create(&thread, NULL, keep, &first);
    pthread_create(&thread, NULL, one, NULL);
    pthread_exit(NULL);
}
