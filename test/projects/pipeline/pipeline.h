/*
 * A row of stages, each of which is a thread, with a bounded queue before each. Items are put into the first queue, and
 * freed by the last stage. If the function of a stage fails, all stages come to an end, and the error is the pipeline's.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "item.h"
#include "stage.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Pipeline Pipeline;

typedef struct {
    StageFunction function;
    void *context;
} StageDescription;

typedef struct {
    int error;        /* 0, or that of the first stage in the row that failed */
    size_t put;       /* items that were accepted */
    size_t delivered; /* of these, freed by the last stage when it was done with them */
    size_t discarded; /* of these, freed on the way */
    size_t cancelled; /* stages */
} PipelineResult;

/* With all its threads at work. A null pointer, and errno, if something is missing. */
Pipeline *pipeline_create(const StageDescription *stages, size_t count, size_t queue_capacity);

/* Waits while the first queue is full. If the pipeline has come to an end the answer is false; the item is freed then. */
bool pipeline_put(Pipeline *pipeline, Item *item);

/* Waits until everything that was put has gone through. The pipeline is gone then. */
PipelineResult pipeline_finish(Pipeline *pipeline);

/* Cancels what is under way. The pipeline is gone then. */
PipelineResult pipeline_abandon(Pipeline *pipeline);

#endif
