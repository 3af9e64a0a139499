// The mutex is on the heap and initialised only after the thread was created that uses it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *lock;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(lock);
    count++;
    pthread_mutex_unlock(lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    lock = malloc(sizeof *lock);
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_init(lock, NULL);
    pthread_join(thread, NULL);
    return 0;
}
