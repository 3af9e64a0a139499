#include "pipeline.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

struct Pipeline {
    Stage *stages;
    Queue *queues; /* one before each stage */
    size_t count;
    size_t put; /* by the one thread that puts */
};

static void pipeline_free(Pipeline *pipeline)
{
    free(pipeline->queues);
    free(pipeline->stages);
    free(pipeline);
}

/* Joins the stages that were started, from the first on, and closes the books. */
static PipelineResult pipeline_collect(Pipeline *pipeline, size_t started, bool is_abandoned)
{
    PipelineResult result = {.put = pipeline->put};
    for (size_t i = 0; i < started; i++) {
        Stage *stage = &pipeline->stages[i];
        if (is_abandoned) {
            stage_cancel(stage);
        }
        if (stage_join(stage)) {
            result.cancelled++;
        }
        if (result.error == 0) {
            result.error = stage->error;
        }
        result.discarded += stage->discarded;
    }
    if (started > 0) {
        result.delivered = pipeline->stages[started - 1].finished;
    }
    return result;
}

/* When all threads have been joined. */
static size_t pipeline_destroy(Pipeline *pipeline, size_t queue_count)
{
    size_t left = 0;
    for (size_t i = 0; i < queue_count; i++) {
        left += queue_destroy(&pipeline->queues[i]);
    }
    pipeline_free(pipeline);
    return left;
}

static Pipeline *pipeline_allocate(size_t count)
{
    Pipeline *pipeline = malloc(sizeof *pipeline);
    if (!pipeline) {
        return NULL;
    }
    pipeline->stages = calloc(count, sizeof *pipeline->stages);
    pipeline->queues = calloc(count, sizeof *pipeline->queues);
    pipeline->count = count;
    pipeline->put = 0;
    if (!pipeline->stages || !pipeline->queues) {
        pipeline_free(pipeline);
        return NULL;
    }
    return pipeline;
}

/* How many are at work then is returned, and errno is set if these are not all. */
static size_t pipeline_start(Pipeline *pipeline, const StageDescription *stages)
{
    for (size_t i = 0; i < pipeline->count; i++) {
        Stage *stage = &pipeline->stages[i];
        stage->function = stages[i].function;
        stage->context = stages[i].context;
        stage->input = &pipeline->queues[i];
        stage->output = i + 1 < pipeline->count ? &pipeline->queues[i + 1] : NULL;
        int error = stage_start(stage);
        if (error != 0) {
            errno = error;
            return i;
        }
    }
    return pipeline->count;
}

Pipeline *pipeline_create(const StageDescription *stages, size_t count, size_t queue_capacity)
{
    assert(count > 0 && queue_capacity > 0);
    Pipeline *pipeline = pipeline_allocate(count);
    if (!pipeline) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (!queue_init(&pipeline->queues[i], queue_capacity)) {
            pipeline_destroy(pipeline, i);
            errno = ENOMEM;
            return NULL;
        }
    }
    size_t started = pipeline_start(pipeline, stages);
    if (started < count) {
        int error = errno;
        queue_close(&pipeline->queues[0]);
        pipeline_collect(pipeline, started, false);
        pipeline_destroy(pipeline, count);
        errno = error;
        return NULL;
    }
    return pipeline;
}

bool pipeline_put(Pipeline *pipeline, Item *item)
{
    if (!queue_put(&pipeline->queues[0], item)) {
        item_free(item);
        return false;
    }
    pipeline->put++;
    return true;
}

static PipelineResult pipeline_end(Pipeline *pipeline, bool is_abandoned)
{
    PipelineResult result = pipeline_collect(pipeline, pipeline->count, is_abandoned);
    result.discarded += pipeline_destroy(pipeline, pipeline->count);
    return result;
}

PipelineResult pipeline_finish(Pipeline *pipeline)
{
    queue_close(&pipeline->queues[0]);
    return pipeline_end(pipeline, false);
}

PipelineResult pipeline_abandon(Pipeline *pipeline)
{
    return pipeline_end(pipeline, true);
}
