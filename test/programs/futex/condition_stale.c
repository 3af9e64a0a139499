// A condition variable upon a futex whose waiter notes the sequence number after it has given up the mutex: if the change
// comes in between, it notes the new number and sleeps for ever.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int sequence;
static int ready;

static void wait_for_change(void)
{
    pthread_mutex_unlock(&mutex);
    int before = atomic_load(&sequence);
    syscall(SYS_futex, &sequence, FUTEX_WAIT, before, NULL, NULL, 0);
    pthread_mutex_lock(&mutex);
}

static void *consume(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        wait_for_change();
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, consume, NULL);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    atomic_fetch_add(&sequence, 1);
    syscall(SYS_futex, &sequence, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(thread, NULL);
    return 0;
}
