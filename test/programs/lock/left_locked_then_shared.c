/* Where locals that were left locked have been, there is one that two threads use in turn. It does not protect the time
   between reading and writing. */
#include <assert.h>
#include <pthread.h>

static int total;

static void *add(void *mutex)
{
    pthread_mutex_lock(mutex);
    int seen = total;
    pthread_mutex_unlock(mutex);
    pthread_mutex_lock(mutex);
    total = seen + 1;
    pthread_mutex_unlock(mutex);
    return NULL;
}

static void use(int leave)
{
    pthread_mutex_t mutex;
    pthread_t thread;
    pthread_mutex_init(&mutex, NULL);
    if (leave) {
        pthread_mutex_lock(&mutex);
        return;
    }
    pthread_create(&thread, NULL, add, &mutex);
    add(&mutex);
    pthread_join(thread, NULL);
}

int main(void)
{
    for (int i = 0; i < 40; i++)
        use(1);
    use(0);
    assert(total == 2);
    return 0;
}
