/* POSIX lets a join of oneself fail with EDEADLK, and every thread may ask for it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

void *join_self(void *argument)
{
    (void)argument;
    return (void *)(intptr_t)pthread_join(pthread_self(), NULL);
}

int main(void)
{
    pthread_t worker;
    void *status;
    pthread_create(&worker, NULL, join_self, NULL);
    pthread_join(worker, &status);
    assert((intptr_t)status == EDEADLK);
    int own = pthread_join(pthread_self(), NULL);
    assert(own == EDEADLK);
    return 0;
}
