/* The worker adds its part twice if it is told to, which another input does: then the sum is wrong under some schedules.
 * With parts = 1 it adds it once, whatever the schedule. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int parts, sum, seen;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument)
{
    for (int i = 0; i < parts; i++) {
        pthread_mutex_lock(&mutex);
        sum += 5;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    parts = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    seen = sum;
    pthread_mutex_unlock(&mutex);
    assert(seen == 0 || seen == 5);
    pthread_join(thread, NULL);
    return 0;
}
