/*
 * A driver with requests that are counted while they are pending, and a thread that stops it: it says that it is
 * stopping, gives up its own count, waits until nothing is pending, and then the driver is stopped. A request must not
 * find it stopped.
 *
 * A request first looks whether the driver is stopping and then counts itself; in between everything can be over. With
 * -DFIXED it counts itself first. Instead of waiting the stopping thread is assumed to look when the driver is idle.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef REQUESTS
#define REQUESTS 1
#endif

extern void __VERIFIER_assume(int condition);

atomic_int pending = 1;
int stopping, idle, stopped;

static void leave(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1) {
        idle = 1;
    }
}

static int enter(void)
{
#ifdef FIXED
    atomic_fetch_add(&pending, 1);
    if (stopping) {
        leave();
        return 0;
    }
    return 1;
#else
    if (stopping) {
        return 0;
    }
    atomic_fetch_add(&pending, 1);
    return 1;
#endif
}

static void *request(void *argument)
{
    for (int n = 0; n < REQUESTS; n++) {
        if (enter()) {
            assert(!stopped);
            leave();
        }
    }
    return argument;
}

static void *stop(void *argument)
{
    stopping = 1;
    leave();
    __VERIFIER_assume(idle);
    stopped = 1;
    return argument;
}

int main(void)
{
    pthread_t requester, stopper;
    pthread_create(&requester, NULL, request, NULL);
    pthread_create(&stopper, NULL, stop, NULL);
    pthread_join(requester, NULL);
    pthread_join(stopper, NULL);
    return 0;
}
