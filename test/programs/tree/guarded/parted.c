/* What is found needs accesses under locks of one thread, then those of another, then a step of a third between its two
 * locks; recorded runs stop before every one of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
int left, right, done;
atomic_int stage;

static void *work(void *argument)
{
    pthread_mutex_lock(&outer);
    left++;
    done++;
    pthread_mutex_lock(&inner);
    right++;
    left += right;
    pthread_mutex_unlock(&inner);
    atomic_store(&stage, left);
    left -= right;
    pthread_mutex_unlock(&outer);
    return argument;
}

static void *turn(void *argument)
{
#ifdef DEADLOCK
    pthread_mutex_lock(&inner);
    right += 2;
    pthread_mutex_lock(&outer);
    left += right;
    pthread_mutex_unlock(&outer);
    pthread_mutex_unlock(&inner);
#else
    pthread_mutex_lock(&inner);
    right += 2;
    pthread_mutex_unlock(&inner);
    pthread_mutex_lock(&outer);
    assert(done < 2 || atomic_load(&stage) != STAGE);
    pthread_mutex_unlock(&outer);
#endif
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, i ? work : turn, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
