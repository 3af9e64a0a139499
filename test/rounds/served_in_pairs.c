/* Two threads at a time count for ever, in numbers as wide as handles: main finds two more than before. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long served, bytes;
static void *serve(void *unused)
{
    pthread_mutex_lock(&lock);
    served++;
    bytes += 3;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t first, second;
        unsigned long before = served;
        pthread_create(&first, 0, serve, 0);
        pthread_create(&second, 0, serve, 0);
        pthread_join(first, 0);
        pthread_join(second, 0);
        assert(served == before + 2);
        assert(bytes == 3 * served);
    }
}
