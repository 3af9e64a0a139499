// The usual measurement of time, in two threads, half of it under a lock.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int slow;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    time_t begin = time(NULL);
    pthread_mutex_lock(&lock);
    if (time(NULL) - begin > 1)
        slow++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(slow <= 2);
    return 0;
}
