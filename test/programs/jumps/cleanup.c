/* pthread_exit runs the clean-up handlers, the last one first, then the destructors of keys. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int order;

static void unlock(void *argument)
{
    assert(order++ == 0);
    pthread_mutex_unlock(argument);
}

static void note(void *argument)
{
    assert(order++ == *(int *)argument);
}

static void destroy(void *value)
{
    assert(value == &key && order++ == 2);
}

static void leave(void)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_exit(&order);
    pthread_cleanup_pop(1);
}

static void *run(void *unused)
{
    int expected = 1;
    pthread_setspecific(key, &key);
    pthread_cleanup_push(note, &expected);
    leave();
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, &result);
    pthread_mutex_lock(&mutex);
    assert(result == &order && order == 3);
    return 0;
}
