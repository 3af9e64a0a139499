// Many sections, conditions and signals: what is asked about deadlocks grows with the square of them, and faster.
#include <pthread.h>
enum { ITEMS = 60 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int filled;
static void *produce(void *argument)
{
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (filled)
            pthread_cond_wait(&changed, &lock);
        pthread_mutex_lock(&other);
        filled = 1;
        pthread_mutex_unlock(&other);
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}
static void *consume(void *argument)
{
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (!filled)
            pthread_cond_wait(&changed, &lock);
        filled = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i % 2 ? produce : consume, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
