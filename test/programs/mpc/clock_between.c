// Main reads the clock after it has seen the thread's flag. The thread may read its time later than that: who asks first
// is a matter of the schedule.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int begun;
static time_t later;

static void *work(void *unused)
{
    __atomic_store_n(&begun, 1, __ATOMIC_SEQ_CST);
    later = time(NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    time_t now = 0;
    pthread_create(&thread, NULL, work, NULL);
    if (__atomic_load_n(&begun, __ATOMIC_SEQ_CST))
        now = time(NULL);
    pthread_join(thread, NULL);
    assert(!now || later <= now);
    return 0;
}
