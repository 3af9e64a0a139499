/*
 * The pipeline at work: numbers are scaled in one stage and summed up in the next. Each run goes through one scenario,
 * drawn at random; what must hold in it is asserted.
 */
#include "pipeline.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CAPACITY = 1, ITEMS = 3 };

/* A number that is not positive is an error. */
static int scale(Item *item, void *context)
{
    const long *factor = context;
    if (item->value <= 0) {
        return EINVAL;
    }
    item->value *= *factor;
    return 0;
}

typedef struct {
    unsigned expected; /* the number of the next item: they come in the order in which they were put */
    long sum;
} Total;

static int add(Item *item, void *context)
{
    Total *total = context;
    assert(item->number == total->expected);
    total->expected++;
    total->sum += item->value;
    return 0;
}

static Pipeline *make_pipeline(long *factor, Total *total)
{
    const StageDescription stages[] = {{.function = scale, .context = factor}, {.function = add, .context = total}};
    Pipeline *pipeline = pipeline_create(stages, sizeof stages / sizeof stages[0], CAPACITY);
    if (!pipeline) {
        perror("selftest");
        exit(EXIT_FAILURE);
    }
    return pipeline;
}

/* Whether the item was accepted. */
static bool put(Pipeline *pipeline, unsigned number, long value)
{
    Item *item = item_create(number, value);
    if (!item) {
        perror("selftest");
        exit(EXIT_FAILURE);
    }
    return pipeline_put(pipeline, item);
}

static void check_nothing_is_lost(const PipelineResult *result)
{
    assert(result->put == result->delivered + result->discarded);
}

static void test_finish(void)
{
    long factor = 10;
    Total total = {0, 0};
    Pipeline *pipeline = make_pipeline(&factor, &total);
    bool is_accepted = put(pipeline, 0, 7);
    assert(is_accepted);
    PipelineResult result = pipeline_finish(pipeline);
    check_nothing_is_lost(&result);
    assert(result.error == 0 && result.delivered == 1 && result.cancelled == 0);
    assert(total.sum == 7 * factor);
}

/* The first item is bad. Those after it may be accepted or not, but none is delivered. */
static void test_error(void)
{
    long factor = 10;
    Total total = {0, 0};
    Pipeline *pipeline = make_pipeline(&factor, &total);
    for (unsigned i = 0; i < ITEMS; i++) {
        if (!put(pipeline, i, i)) {
            break;
        }
    }
    PipelineResult result = pipeline_finish(pipeline);
    check_nothing_is_lost(&result);
    assert(result.error == EINVAL && result.delivered == 0 && result.cancelled == 0);
    assert(total.expected == 0);
}

static void test_abandon(void)
{
    long factor = 10;
    Total total = {0, 0};
    Pipeline *pipeline = make_pipeline(&factor, &total);
    put(pipeline, 0, 1);
    PipelineResult result = pipeline_abandon(pipeline);
    check_nothing_is_lost(&result);
    assert(result.error == 0);
    assert(total.sum == (total.expected == 1 ? factor : 0));
}

int main(void)
{
    srand((unsigned)time(NULL));
    switch (rand() % 3) {
    case 0:
        test_finish();
        break;
    case 1:
        test_error();
        break;
    default:
        test_abandon();
        break;
    }
    return EXIT_SUCCESS;
}
