/* Messages are sent and received in one critical section of a test-and-set lock: both counters are the same whenever
   the lock is free, also after they have wrapped around. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static unsigned sent, received;

static void *pass_message(void *unused)
{
    while (atomic_flag_test_and_set(&busy))
        ;
    assert(sent == received);
    sent++;
    received++;
    atomic_flag_clear(&busy);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t messenger;
        pthread_create(&messenger, 0, pass_message, 0);
        pthread_detach(messenger);
    }
}
