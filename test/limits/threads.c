// Many threads, each of which does something to the same variables under the same locks.
#include <assert.h>
#include <pthread.h>
enum { THREADS = 40, ROUNDS = 12 };
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counts[3];
static void *work(void *argument)
{
    for (int i = 0; i < ROUNDS; i++) {
        int k = (i + (int)(long)argument) % 3;
        pthread_mutex_lock(&locks[k]);
        counts[k]++;
        pthread_mutex_unlock(&locks[k]);
    }
    return NULL;
}
int main(void)
{
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counts[0] + counts[1] + counts[2] == THREADS * ROUNDS);
}
