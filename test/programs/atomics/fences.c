/* Message passing with fences: who sees the flag sees the data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int flag;

void *send(void *argument)
{
    data = 8;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return argument;
}

void *receive(void *argument)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        assert(data == 8);
    }
    return argument;
}

int main(void)
{
    pthread_t sender, receiver;
    pthread_create(&sender, NULL, send, NULL);
    pthread_create(&receiver, NULL, receive, NULL);
    pthread_join(sender, NULL);
    pthread_join(receiver, NULL);
    return 0;
}
