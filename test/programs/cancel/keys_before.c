/* Destructors of keys do not run before the handlers. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_key_t key;
static int order;

static void handle(void *unused)
{
    (void)unused;
    assert(order == 0);
    order = 1;
}

static void destroy(void *unused)
{
    (void)unused;
    assert(order == 0);
    order = 2;
}

static void *work(void *unused)
{
    pthread_setspecific(key, &key);
    pthread_cleanup_push(handle, NULL);
    for (;;)
        sleep(1);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_key_create(&key, destroy);
    pthread_create(&worker, NULL, work, NULL);
    sleep(2);
    pthread_cancel(worker);
    pthread_join(worker, NULL);
    return 0;
}
