// The condition becomes true after the signal, and nobody signals again. What the other thread does meanwhile, and a
// lot of it, has nothing to do with that.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, noise;

static void *wait(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void make_noise(void)
{
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&lock);
        noise++;
        pthread_mutex_unlock(&lock);
    }
}

static void *tell(void *argument)
{
    make_noise();
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    make_noise();
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    make_noise();
    return argument;
}

int main(void)
{
    pthread_t waiter, teller;
    pthread_create(&teller, NULL, tell, NULL);
    pthread_create(&waiter, NULL, wait, NULL);
    pthread_join(teller, NULL);
    pthread_join(waiter, NULL);
}
