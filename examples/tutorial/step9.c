// One thread writes a message and sets a flag, the other looks at the flag and reads the message.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int message;
static atomic_int sent;

static void *send_message(void *unused)
{
    message = 42;
    atomic_store_explicit(&sent, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t sender;
    pthread_create(&sender, NULL, send_message, NULL);
    if (atomic_load_explicit(&sent, memory_order_relaxed))
        assert(message == 42);
    pthread_join(sender, NULL);
    return 0;
}
