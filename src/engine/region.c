#include "engine/region.h"

static ThreadRegion copy_thread(const ThreadRegion *thread)
{
    ThreadRegion copy = {.bounded = thread->bounded, .boundary = thread->boundary};
    for (uint32_t i = 0; i < thread->fixed.count; i++)
        vector_push(&copy.fixed, thread->fixed.data[i]);
    return copy;
}

void region_copy(const Region *region, Region *out)
{
    *out = (Region){0};
    for (uint32_t i = 0; i < region->threads.count; i++)
        vector_push(&out->threads, copy_thread(&region->threads.data[i]));
    for (uint32_t i = 0; i < region->constraints.count; i++)
        vector_push(&out->constraints, region->constraints.data[i]);
}

void region_free(Region *region)
{
    for (uint32_t i = 0; i < region->threads.count; i++)
        vector_free(&region->threads.data[i].fixed);
    vector_free(&region->threads);
    vector_free(&region->constraints);
}

void region_rename(const Region *region, const uint32_t *ids, uint32_t id_count, uint32_t thread_count, Region *out)
{
    *out = (Region){0};
    vector_resize(&out->threads, thread_count);
    for (uint32_t i = 0; i < region->threads.count && i < id_count; i++)
        if (ids[i] < thread_count)
            out->threads.data[ids[i]] = copy_thread(&region->threads.data[i]);
    for (uint32_t i = 0; i < region->constraints.count; i++) {
        PathConstraint constraint = region->constraints.data[i];
        if (constraint.thread >= id_count || ids[constraint.thread] >= thread_count)
            continue;
        constraint.thread = ids[constraint.thread];
        vector_push(&out->constraints, constraint);
    }
}

void profiles_copy(const ProfileList *profiles, ProfileList *out)
{
    for (uint32_t i = 0; i < profiles->count; i++) {
        Profile copy = {0};
        for (uint32_t j = 0; j < profiles->data[i].levels.count; j++)
            vector_push(&copy.levels, profiles->data[i].levels.data[j]);
        vector_push(out, copy);
    }
}

void profiles_rename(const ProfileList *profiles, const uint32_t *ids, uint32_t id_count, uint32_t thread_count,
                     ProfileList *out)
{
    for (uint32_t i = 0; i < profiles->count; i++) {
        Profile renamed = {0};
        vector_resize(&renamed.levels, thread_count);
        for (uint32_t j = 0; j < profiles->data[i].levels.count && j < id_count; j++)
            if (ids[j] < thread_count)
                renamed.levels.data[ids[j]] = profiles->data[i].levels.data[j];
        vector_push(out, renamed);
    }
}

void profiles_free(ProfileList *profiles)
{
    for (uint32_t i = 0; i < profiles->count; i++)
        vector_free(&profiles->data[i].levels);
    vector_free(profiles);
}

static void put_point(PathPoint point, Bytes *out)
{
    bytes_put_u32(out, point.decided);
    bytes_put_u32(out, point.events);
}

static PathPoint get_point(BytesReader *reader)
{
    PathPoint point;
    point.decided = bytes_get_u32(reader);
    point.events = bytes_get_u32(reader);
    return point;
}

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
    bytes_put_u32(out, item->profiles.count);
    for (uint32_t i = 0; i < item->profiles.count; i++) {
        bytes_put_u32(out, item->profiles.data[i].levels.count);
        for (uint32_t j = 0; j < item->profiles.data[i].levels.count; j++)
            bytes_put_u32(out, item->profiles.data[i].levels.data[j]);
    }
    bytes_put_u8(out, item->share_everything);
    bytes_put_u32(out, item->turned);
    bytes_put_u32(out, item->level);
    put_guide(&item->guide, out);
    bytes_put_u32(out, item->region.threads.count);
    for (uint32_t i = 0; i < item->region.threads.count; i++) {
        const ThreadRegion *thread = &item->region.threads.data[i];
        bytes_put_u32(out, thread->fixed.count);
        for (uint32_t j = 0; j < thread->fixed.count; j++) {
            put_point(thread->fixed.data[j].point, out);
            bytes_put_u64(out, thread->fixed.data[j].value);
        }
        bytes_put_u8(out, thread->bounded);
        put_point(thread->boundary, out);
    }
    bytes_put_u32(out, item->region.constraints.count);
    for (uint32_t i = 0; i < item->region.constraints.count; i++) {
        const PathConstraint *constraint = &item->region.constraints.data[i];
        bytes_put_u32(out, constraint->thread);
        put_point(constraint->point, out);
        bytes_put_u64(out, constraint->prefix);
        bytes_put_u64(out, constraint->value);
        bytes_put_u8(out, constraint->excluded);
    }
}

void work_item_get(BytesReader *reader, WorkItem *out)
{
    out->node = bytes_get_u64(reader);
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        Profile profile = {0};
        for (uint32_t levels = bytes_get_u32(reader); levels; levels--)
            vector_push(&profile.levels, bytes_get_u32(reader));
        vector_push(&out->profiles, profile);
    }
    out->share_everything = bytes_get_u8(reader);
    out->turned = bytes_get_u32(reader);
    out->level = bytes_get_u32(reader);
    get_guide(reader, &out->guide);
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        ThreadRegion thread = {0};
        for (uint32_t fixed = bytes_get_u32(reader); fixed; fixed--) {
            FixedDecision decision;
            decision.point = get_point(reader);
            decision.value = bytes_get_u64(reader);
            vector_push(&thread.fixed, decision);
        }
        thread.bounded = bytes_get_u8(reader);
        thread.boundary = get_point(reader);
        vector_push(&out->region.threads, thread);
    }
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        PathConstraint constraint;
        constraint.thread = bytes_get_u32(reader);
        constraint.point = get_point(reader);
        constraint.prefix = bytes_get_u64(reader);
        constraint.value = bytes_get_u64(reader);
        constraint.excluded = bytes_get_u8(reader);
        vector_push(&out->region.constraints, constraint);
    }
}

void work_item_free(WorkItem *item)
{
    guide_free(&item->guide);
    region_free(&item->region);
    profiles_free(&item->profiles);
}
