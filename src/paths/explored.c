// What comes back from an item of work, as bytes.
#include "paths/explore.h"

void explored_put(const Explored *explored, Bytes *out)
{
    bytes_put_u64(out, explored->node);
    coverage_put(&explored->coverage, out);
    bytes_put_u8(out, explored->discarded);
    bytes_put_u8(out, explored->pruned);
    bytes_put_u64(out, explored->path);
    beginning_put(&explored->beginning, out);
    bytes_put_u8(out, explored->stopped_early);
    bytes_put_u32(out, explored->relied.count);
    for (uint32_t i = 0; i < explored->relied.count; i++)
        bytes_put_u64(out, explored->relied.data[i]);
    if (explored->relied.count)
        work_item_put(&explored->item, out);
    bytes_put_u32(out, explored->stopped);
    statistics_put(&explored->statistics, out);
    bytes_put_string(out, text_string(&explored->description));
    bytes_put_u32(out, explored->violations.count);
    for (uint32_t i = 0; i < explored->violations.count; i++) {
        const FoundViolation *found = &explored->violations.data[i];
        bytes_put_u8(out, found->race);
        bytes_put_u32(out, found->choices.count);
        for (uint32_t j = 0; j < found->choices.count; j++) {
            bytes_put_u32(out, found->choices.data[j].thread);
            bytes_put_u32(out, found->choices.data[j].alternative);
        }
        bytes_put_u32(out, found->inputs.count);
        for (uint32_t j = 0; j < found->inputs.count; j++)
            bytes_put_u64(out, found->inputs.data[j]);
    }
    bytes_put_u32(out, explored->children.count);
    for (uint32_t i = 0; i < explored->children.count; i++) {
        const Child *child = &explored->children.data[i];
        bytes_put_string(out, text_string(&child->label));
        bytes_put_u8(out, child->exists);
        if (child->exists)
            work_item_put(&child->item, out);
    }
}

static void get_violation(BytesReader *reader, FoundViolation *out)
{
    out->race = bytes_get_u8(reader);
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        Choice choice;
        choice.thread = bytes_get_u32(reader);
        choice.alternative = bytes_get_u32(reader);
        vector_push(&out->choices, choice);
    }
    for (uint32_t count = bytes_get_u32(reader); count; count--)
        vector_push(&out->inputs, bytes_get_u64(reader));
}

void explored_get(BytesReader *reader, Explored *out)
{
    out->node = bytes_get_u64(reader);
    coverage_get(reader, &out->coverage);
    out->discarded = bytes_get_u8(reader);
    out->pruned = bytes_get_u8(reader);
    out->path = bytes_get_u64(reader);
    beginning_get(reader, &out->beginning);
    out->stopped_early = bytes_get_u8(reader);
    for (uint32_t count = bytes_get_u32(reader); count; count--)
        vector_push(&out->relied, bytes_get_u64(reader));
    if (out->relied.count)
        work_item_get(reader, &out->item);
    out->stopped = (LimitReason)bytes_get_u32(reader);
    statistics_get(reader, &out->statistics);
    text_append(&out->description, bytes_get_string(reader));
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        FoundViolation found = {0};
        get_violation(reader, &found);
        vector_push(&out->violations, found);
    }
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        Child child = {0};
        text_append(&child.label, bytes_get_string(reader));
        child.exists = bytes_get_u8(reader);
        if (child.exists)
            work_item_get(reader, &child.item);
        vector_push(&out->children, child);
    }
}

void explored_free(Explored *explored)
{
    beginning_free(&explored->beginning);
    vector_free(&explored->relied);
    work_item_free(&explored->item);
    coverage_free(&explored->coverage);
    text_free(&explored->description);
    for (uint32_t i = 0; i < explored->violations.count; i++) {
        vector_free(&explored->violations.data[i].choices);
        vector_free(&explored->violations.data[i].inputs);
    }
    vector_free(&explored->violations);
    for (uint32_t i = 0; i < explored->children.count; i++) {
        text_free(&explored->children.data[i].label);
        work_item_free(&explored->children.data[i].item);
    }
    vector_free(&explored->children);
}
