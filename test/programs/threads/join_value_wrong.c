/* The thread returns NULL on the path it takes when it loses a race for a flag, and main relies on a result. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int cancelled;
int answer = 42;

void *work(void *argument)
{
    (void)argument;
    if (cancelled) {
        return NULL;
    }
    return &answer;
}

void *cancel(void *argument)
{
    cancelled = 1;
    return argument;
}

int main(void)
{
    pthread_t worker, canceller;
    void *result;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&canceller, NULL, cancel, NULL);
    pthread_join(canceller, NULL);
    pthread_join(worker, &result);
    assert(result != NULL);
    return 0;
}
