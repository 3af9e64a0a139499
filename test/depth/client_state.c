/*
 * A thread for each client, created as long as there are clients, and detached. One value of a client's number leaves its
 * state, which is the thread's own, in disorder.
 */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { IDLE, BUSY, BROKEN };

static __thread int state = IDLE;

static void *serve(void *unused)
{
    int number = __VERIFIER_nondet_int();
    state = BUSY;
    if (number == 1234567) {
        state = BROKEN;
    }
    assert(state == BUSY);
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t client;
        pthread_create(&client, NULL, serve, NULL);
        pthread_detach(client);
    }
    return 0;
}
