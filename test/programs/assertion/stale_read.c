/* A snapshot of two counters taken in two steps never was true. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int sent, received;

void *transfer(void *argument)
{
    sent = 1;
    received = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, transfer, NULL);
    int seen_sent = sent;
    int seen_received = received;
    assert(seen_received <= seen_sent);
    pthread_join(worker, NULL);
    return 0;
}
