// The thread unlocks what it does not hold; that is not asked about here, and what it does before can be seen.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *careless(void *argument)
{
    x = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, careless, NULL);
    assert(x != 1);
    return 0;
}
