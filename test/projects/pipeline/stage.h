/*
 * A stage is a thread that takes items out of one queue, does something with each, and puts them into the next. It ends
 * when there is nothing more to come, when nobody wants what it makes, when its function fails, or when it is cancelled;
 * in any case both its queues are closed then, so that its neighbours come to an end, too.
 */
#ifndef STAGE_H
#define STAGE_H

#include "item.h"
#include "queue.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* 0, or the number of an error. It may be cancelled at any cancellation point: the item is the stage's all the time. */
typedef int (*StageFunction)(Item *item, void *context);

typedef struct {
    StageFunction function;
    void *context;
    Queue *input;
    Queue *output; /* a null pointer in the last stage, which frees what it is done with */
    pthread_t thread;
    /* The stage's until it has been joined. */
    int error;        /* of the function that failed */
    size_t finished;  /* items handed on, or freed by the last stage */
    size_t discarded; /* items freed on the way out */
} Stage;

/* 0, or the number of an error. */
int stage_start(Stage *stage);

void stage_cancel(Stage *stage);

/* Waits for the end of the stage. True if it was cancelled. */
bool stage_join(Stage *stage);

#endif
