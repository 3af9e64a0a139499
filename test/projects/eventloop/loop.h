/*
 * An event loop: one thread waits for descriptors, timers and signals, and calls back. Other threads hand it callbacks
 * with loop_post; everything else may be called by the thread of the loop alone, or before the loop runs.
 *
 * A handle (io, timer, signals) is valid from its _start until it is closed; the loop frees it at the end of the round.
 * loop_run returns when no handle is left.
 */
#ifndef LOOP_H
#define LOOP_H

#include <signal.h>
#include <stdint.h>

struct loop;
struct io;
struct timer;
struct signals;

typedef void post_callback(void *data);
typedef void io_callback(struct io *io, int fd, void *data);
typedef void timer_callback(struct timer *timer, void *data);
typedef void signal_callback(struct signals *signals, int number, void *data);

/* NULL if there are no resources; so do all _start. */
struct loop *loop_new(void);
void loop_free(struct loop *loop);
void loop_run(struct loop *loop);

/* From any thread: the loop will call back once, in the order of the posts. 0, or a negative error number. */
int loop_post(struct loop *loop, post_callback *callback, void *data);

/* Calls back while the descriptor can be read. It belongs to the handle, and is closed with it. */
struct io *io_start(struct loop *loop, int fd, io_callback *callback, void *data);
void io_close(struct io *io);

/* Calls back after so many milliseconds, once. */
struct timer *timer_start(struct loop *loop, uint64_t delay, timer_callback *callback, void *data);
void timer_close(struct timer *timer);

/* Calls back for each signal of the set. They are blocked in the calling thread and those that it creates later; no
 * other thread may be there yet. */
struct signals *signals_start(struct loop *loop, const sigset_t *set, signal_callback *callback, void *data);
void signals_close(struct signals *signals);

#endif
