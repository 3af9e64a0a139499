/* A thread that looks for a request now and then ends by it, and nothing between two points is left half done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        first++;
        second++;
        pthread_testcancel();
    }
    return unused;
}

int main(void)
{
    pthread_t worker;
    void *result;
    pthread_create(&worker, NULL, work, NULL);
    pthread_cancel(worker);
    pthread_join(worker, &result);
    assert(first == second && first >= 1 && first <= 2);
    assert(result == PTHREAD_CANCELED || (result == NULL && first == 2));
    return 0;
}
