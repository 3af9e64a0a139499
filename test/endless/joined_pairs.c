/* For ever two threads are created, add under a lock, and are joined: main finds two more than before, also when the
   total wraps around. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned total;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t first, second;
        unsigned before = total;
        pthread_create(&first, 0, add, 0);
        pthread_create(&second, 0, add, 0);
        pthread_join(first, 0);
        pthread_join(second, 0);
        assert(total == before + 2);
    }
}
