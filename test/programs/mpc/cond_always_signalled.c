/* Whatever the input is, the waiter is woken. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *notifier(void *argument)
{
    int quiet = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    ready = 1;
    if (quiet == 42) {
        ready = 2;
    }
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, notifier, NULL);
    pthread_create(&threads[1], NULL, waiter, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
