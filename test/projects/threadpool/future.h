/*
 * The result of a task that somebody else will run, or has run, or will never run.
 *
 * A future is made with two references: one is for whoever asked for the task, the other for whoever settles the
 * future. Each gives up its own, in any order; the future is gone with the last.
 */
#ifndef FUTURE_H
#define FUTURE_H

#include <stdbool.h>

typedef struct Future Future;

typedef enum { FUTURE_PENDING, FUTURE_DONE, FUTURE_CANCELLED } FutureState;

/* Pending, with two references; a null pointer if there is no memory. */
Future *future_create(void);

/* Gives up one reference without settling anything. */
void future_release(Future *future);

/* One more reference, for somebody who has one to hand it on to. */
Future *future_share(Future *future);

/* Ends the wait of everybody, and gives up the reference of the one who settles. A future is settled once. */
void future_finish(Future *future, long result);
void future_abandon(Future *future);

/* Waits until the future is settled. The result is stored if it is done, and left alone if it was cancelled. */
FutureState future_get(Future *future, long *result);

/* Does not wait. */
FutureState future_peek(Future *future);

#endif
