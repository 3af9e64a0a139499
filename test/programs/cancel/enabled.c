/* The thread may be cancelled too soon: nobody has disabled it, and its new state is none at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int steps;

static void *work(void *unused)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    steps++;
    sleep(1);
    pthread_testcancel();
    steps++;
    pthread_setcancelstate(before, NULL);
    pthread_testcancel();
    steps++;
    return unused;
}

int main(void)
{
    pthread_t worker;
    void *result;
    pthread_create(&worker, NULL, work, NULL);
    pthread_cancel(worker);
    pthread_join(worker, &result);
    assert((result == PTHREAD_CANCELED && steps == 2) || (result == NULL && steps == 3));
    return 0;
}
