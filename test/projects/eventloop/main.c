/*
 * A service: a worker reports its progress with a post and sends requests through a pipe; it ends with SIGTERM, but not
 * before all requests have been served. Timers do what is to be done first.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "loop.h"

enum { DONE = 100, STEPS = 3 };

struct service {
    struct loop *loop;
    int polled;   /* a pipe: the end that the loop reads */
    int requests; /* the end that the worker writes to */

    /* Of the thread of the loop. */
    struct signals *signals;
    struct timer *steps[STEPS];
    int stepped;
    int percent;
    int served;
    int signal;
};

struct progress {
    struct service *service;
    int percent;
};

static void note_progress(void *data)
{
    struct progress *progress = data;
    progress->service->percent += progress->percent;
#if BUG != 7
    free(progress);
#endif
}

static void report(struct service *service, int percent)
{
#if BUG == 7
    struct progress local, *progress = &local;
#else
    struct progress *progress = malloc(sizeof *progress);
    if (!progress) {
        abort();
    }
#endif
    *progress = (struct progress){.service = service, .percent = percent};
    if (loop_post(service->loop, note_progress, progress)) {
        abort();
    }
}

static void *work(void *data)
{
    struct service *service = data;
    report(service, DONE);
    char request = 'r';
    ssize_t written = write(service->requests, &request, 1);
    assert(written == 1);
    (void)written;
    close(service->requests);
#if BUG == 4
    close(service->polled);
#endif
    kill(getpid(), SIGTERM);
    return NULL;
}

static void serve(struct io *io, int fd, void *data)
{
    struct service *service = data;
    char request;
    if (read(fd, &request, 1) == 1) {
        assert(request == 'r');
        service->served++;
    } else {
        io_close(io);
    }
}

/* A step is done when its timer calls; what is left of them at SIGTERM is given up. */
static void close_step(struct service *service, int i)
{
    if (service->steps[i]) {
        timer_close(service->steps[i]);
#if BUG != 5
        service->steps[i] = NULL;
#endif
    }
}

static void step(struct timer *timer, void *data)
{
    struct service *service = data;
    int i = service->stepped++;
    assert(timer == service->steps[i]);
    close_step(service, i);
}

static void finish(void *data)
{
    struct service *service = data;
    signals_close(service->signals);
}

/* What was posted before is done before the service finishes. */
static void shut_down(struct signals *signals, int number, void *data)
{
    struct service *service = data;
    (void)signals;
    service->signal = number;
    for (int i = 0; i < STEPS; i++) {
        close_step(service, i);
    }
    if (loop_post(service->loop, finish, service)) {
        abort();
    }
}

static int start(struct service *service)
{
    sigset_t set;
    int ends[2];
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    service->signals = signals_start(service->loop, &set, shut_down, service);
    if (!service->signals || pipe(ends)) {
        return -1;
    }
    service->polled = ends[0];
    service->requests = ends[1];
    if (!io_start(service->loop, ends[0], serve, service)) {
        return -1;
    }
    for (int i = 0; i < STEPS; i++) {
        service->steps[i] = timer_start(service->loop, 0, step, service);
        if (!service->steps[i]) {
            return -1;
        }
    }
    return 0;
}

int main(void)
{
    struct service service = {.loop = loop_new()};
    pthread_t worker;
    if (!service.loop || start(&service) || pthread_create(&worker, NULL, work, &service)) {
        return 1;
    }
    loop_run(service.loop);
    pthread_join(worker, NULL);
    loop_free(service.loop);

    assert(service.signal == SIGTERM);
    assert(service.percent == DONE);
    assert(service.served == 1);
    assert(service.stepped == STEPS);
    return 0;
}
