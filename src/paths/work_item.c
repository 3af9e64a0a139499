#include "paths/work_item.h"

static void put_guide(const Guide *guide, Bytes *out)
{
    bytes_put_u32(out, guide->events.count);
    for (uint32_t i = 0; i < guide->events.count; i++) {
        const GuideEvent *event = &guide->events.data[i];
        bytes_put_u32(out, event->thread);
        bytes_put_u32(out, event->index);
        bytes_put_u32(out, event->woken);
        bytes_put_u32(out, event->outcome);
    }
    bytes_put_u32(out, guide->threads.count);
    for (uint32_t i = 0; i < guide->threads.count; i++) {
        bytes_put_u32(out, guide->threads.data[i].creator);
        bytes_put_u32(out, guide->threads.data[i].ordinal);
    }
    bytes_put_u32(out, guide->inputs.placed.count);
    for (uint32_t i = 0; i < guide->inputs.placed.count; i++) {
        const PlacedInput *input = &guide->inputs.placed.data[i];
        bytes_put_u32(out, input->thread);
        bytes_put_u32(out, input->index);
        bytes_put_u64(out, input->value);
        bytes_put_u8(out, input->open);
    }
    bytes_put_u32(out, guide->last);
}

static void get_guide(BytesReader *reader, Guide *out)
{
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        GuideEvent event;
        event.thread = bytes_get_u32(reader);
        event.index = bytes_get_u32(reader);
        event.woken = bytes_get_u32(reader);
        event.outcome = bytes_get_u32(reader);
        vector_push(&out->events, event);
    }
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        GuideThread thread;
        thread.creator = bytes_get_u32(reader);
        thread.ordinal = bytes_get_u32(reader);
        vector_push(&out->threads, thread);
    }
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        PlacedInput input;
        input.thread = bytes_get_u32(reader);
        input.index = bytes_get_u32(reader);
        input.value = bytes_get_u64(reader);
        input.open = bytes_get_u8(reader);
        vector_push(&out->inputs.placed, input);
    }
    out->last = bytes_get_u32(reader);
}

void work_item_put(const WorkItem *item, Bytes *out)
{
    bytes_put_u64(out, item->node);
    bytes_put_u8(out, item->again);
    bytes_put_u8(out, item->approximate);
    put_guide(&item->guide, out);
    path_prefix_put(&item->prefix, out);
}

void work_item_get(BytesReader *reader, WorkItem *out)
{
    out->node = bytes_get_u64(reader);
    out->again = bytes_get_u8(reader);
    out->approximate = bytes_get_u8(reader);
    get_guide(reader, &out->guide);
    path_prefix_get(reader, &out->prefix);
}

void work_item_copy(const WorkItem *item, WorkItem *out)
{
    Bytes bytes = {0};
    work_item_put(item, &bytes);
    BytesReader reader = bytes_reader(&bytes);
    *out = (WorkItem){0};
    work_item_get(&reader, out);
    bytes_free(&bytes);
}

void work_item_free(WorkItem *item)
{
    guide_free(&item->guide);
    path_prefix_free(&item->prefix);
}
