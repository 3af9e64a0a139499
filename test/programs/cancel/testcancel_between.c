/* The request comes in the middle of what belongs together. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        first++;
        pthread_testcancel();
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
