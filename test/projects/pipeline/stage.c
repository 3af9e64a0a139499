#include "stage.h"

/* What a stage's thread has to tidy up, whichever way it ends. */
typedef struct {
    Stage *stage;
    Item *item;   /* the one in hand; a null pointer if there is none */
    bool is_over; /* there is nothing more to take */
} Shift;

static void shift_end(void *argument)
{
    Shift *shift = argument;
#if BUG != 4
    if (shift->item) {
        item_free(shift->item);
        shift->stage->discarded++;
    }
#endif
    if (!shift->is_over) {
        queue_close(shift->stage->input);
    }
    if (shift->stage->output) {
        queue_close(shift->stage->output);
    }
}

/* False if there is nobody to take the item. */
static bool shift_hand_on(Shift *shift)
{
    Queue *output = shift->stage->output;
    if (!output) {
        item_free(shift->item);
    } else if (!queue_put(output, shift->item)) {
        return false;
    }
    shift->stage->finished++;
#if BUG != 3
    shift->item = NULL;
#endif
    return true;
}

static bool shift_do_item(Shift *shift)
{
    Stage *stage = shift->stage;
    shift->item = queue_take(stage->input);
    if (!shift->item) {
        shift->is_over = true;
        return false;
    }
    stage->error = stage->function(shift->item, stage->context);
    return stage->error == 0 && shift_hand_on(shift);
}

static void *stage_work(void *argument)
{
    Shift shift = {.stage = argument, .item = NULL, .is_over = false};
    pthread_cleanup_push(shift_end, &shift);
    while (shift_do_item(&shift)) {
    }
    pthread_cleanup_pop(1);
    return NULL;
}

int stage_start(Stage *stage)
{
    stage->error = 0;
    stage->finished = 0;
    stage->discarded = 0;
    return pthread_create(&stage->thread, NULL, stage_work, stage);
}

void stage_cancel(Stage *stage)
{
    pthread_cancel(stage->thread);
}

bool stage_join(Stage *stage)
{
    void *result;
    pthread_join(stage->thread, &result);
    return result == PTHREAD_CANCELED;
}
