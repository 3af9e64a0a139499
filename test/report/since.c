// Two bounds cross; the same value is written again later, and other variables change before it is noticed.
#include <assert.h>
#include <pthread.h>

static int low = 1, high = 9, noise;
static int narrowed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *narrow(void *argument)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 3; i++)
        noise++;
    low = 5;
    high = 3;
    noise++;
    high = 3;
    narrowed = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void holds(void)
{
    assert(low <= high);
}

static void *check(void *argument)
{
    if (narrowed)
        holds();
    return argument;
}

static pthread_t start(void *(*routine)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, routine, NULL);
    return thread;
}

int main(void)
{
    pthread_t first = start(narrow), second = start(check);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
}
