/* Two threads leave out the lock in every fourth round: then the other one may be inside. It takes four rounds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;

static void *work(void *unused)
{
    for (int round = 1;; round = (round + 1) % 4) {
        if (round != 0)
            pthread_mutex_lock(&lock);
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        if (round != 0)
            pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
