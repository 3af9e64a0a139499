// The thread reads the clock before it sets the flag, main after it has seen it: a clock does not go back.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int done;
static struct timespec first;

static void *work(void *unused)
{
    clock_gettime(CLOCK_MONOTONIC, &first);
    __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec now;
    pthread_create(&thread, NULL, work, NULL);
    if (__atomic_load_n(&done, __ATOMIC_SEQ_CST)) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        assert(now.tv_sec > first.tv_sec || (now.tv_sec == first.tv_sec && now.tv_nsec >= first.tv_nsec));
    }
    pthread_join(thread, NULL);
    return 0;
}
