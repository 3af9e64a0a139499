/*
 * Read in the opposite order of writing, the snapshot is consistent.
 *
 * Interleavings: two stores beside two loads: C(4,2) = 6.
 */
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
    int seen_received = received;
    int seen_sent = sent;
    pthread_join(worker, NULL);
    assert(seen_received <= seen_sent);
    return 0;
}
