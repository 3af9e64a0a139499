/*
 * Signals. A thread waits for them and posts each one to the loop, so that callbacks may do what handlers may not.
 * SIGUSR2 is the library's own: it ends the thread.
 */
#include "internal.h"

#include <stdlib.h>

enum { STOP_SIGNAL = SIGUSR2 };

struct signals {
    struct loop *loop;
    sigset_t set;
    signal_callback *callback;
    void *data;
    pthread_t thread;
};

struct arrival {
    struct signals *signals;
    int number;
};

static void arrive(void *data)
{
    struct arrival *arrival = data;
    arrival->signals->callback(arrival->signals, arrival->number, arrival->signals->data);
    free(arrival);
}

static void *wait_for_signals(void *data)
{
    struct signals *signals = data;
    for (;;) {
        int number = 0;
        if (sigwait(&signals->set, &number) || number == STOP_SIGNAL) {
            return NULL;
        }
        struct arrival *arrival = malloc(sizeof *arrival);
        if (!arrival) {
            abort();
        }
        *arrival = (struct arrival){.signals = signals, .number = number};
        if (loop_post(signals->loop, arrive, arrival)) {
            abort();
        }
    }
}

struct signals *signals_start(struct loop *loop, const sigset_t *set, signal_callback *callback, void *data)
{
    struct signals *signals = malloc(sizeof *signals);
    if (!signals) {
        return NULL;
    }
    *signals = (struct signals){.loop = loop, .set = *set, .callback = callback, .data = data};
    sigaddset(&signals->set, STOP_SIGNAL);
    pthread_sigmask(SIG_BLOCK, &signals->set, NULL);
    if (pthread_create(&signals->thread, NULL, wait_for_signals, signals)) {
        free(signals);
        return NULL;
    }
    loop->handles++;
    return signals;
}

static void destroy(void *handle)
{
    free(handle);
}

void signals_close(struct signals *signals)
{
    pthread_kill(signals->thread, STOP_SIGNAL);
    pthread_join(signals->thread, NULL);
    loop_close_later(signals->loop, signals, destroy);
}
