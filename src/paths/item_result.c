#include "paths/item_result.h"

static void put_violation(const FoundViolation *found, Bytes *out)
{
    bytes_put_u8(out, found->race);
    bytes_put_u32(out, found->choices.count);
    for (uint32_t i = 0; i < found->choices.count; i++) {
        bytes_put_u32(out, found->choices.data[i].thread);
        bytes_put_u32(out, found->choices.data[i].alternative);
    }
    bytes_put_u32(out, found->inputs.count);
    for (uint32_t i = 0; i < found->inputs.count; i++)
        bytes_put_u64(out, found->inputs.data[i]);
}

static void put_child(const Child *child, Bytes *out)
{
    bytes_put_string(out, text_string(&child->label));
    bytes_put_u8(out, child->reachable);
    if (child->reachable)
        work_item_put(&child->item, out);
}

void item_result_put(const ItemResult *result, Bytes *out)
{
    bytes_put_u64(out, result->node);
    coverage_put(&result->coverage, out);
    bytes_put_u8(out, result->discarded);
    bytes_put_u8(out, result->pruned);
    bytes_put_u64(out, result->path);
    path_prefix_put(&result->prefix, out);
    bytes_put_u8(out, result->stopped_early);
    bytes_put_u32(out, result->relied.count);
    for (uint32_t i = 0; i < result->relied.count; i++)
        bytes_put_u64(out, result->relied.data[i]);
    if (result->relied.count)
        work_item_put(&result->item, out);
    bytes_put_u32(out, result->stopped);
    statistics_put(&result->statistics, out);
    bytes_put_string(out, text_string(&result->description));
    bytes_put_u32(out, result->violations.count);
    for (uint32_t i = 0; i < result->violations.count; i++)
        put_violation(&result->violations.data[i], out);
    bytes_put_u32(out, result->children.count);
    for (uint32_t i = 0; i < result->children.count; i++)
        put_child(&result->children.data[i], out);
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

void item_result_get(BytesReader *reader, ItemResult *out)
{
    out->node = bytes_get_u64(reader);
    coverage_get(reader, &out->coverage);
    out->discarded = bytes_get_u8(reader);
    out->pruned = bytes_get_u8(reader);
    out->path = bytes_get_u64(reader);
    path_prefix_get(reader, &out->prefix);
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
        child.reachable = bytes_get_u8(reader);
        if (child.reachable)
            work_item_get(reader, &child.item);
        vector_push(&out->children, child);
    }
}

void item_result_free(ItemResult *result)
{
    path_prefix_free(&result->prefix);
    vector_free(&result->relied);
    work_item_free(&result->item);
    coverage_free(&result->coverage);
    text_free(&result->description);
    for (uint32_t i = 0; i < result->violations.count; i++) {
        vector_free(&result->violations.data[i].choices);
        vector_free(&result->violations.data[i].inputs);
    }
    vector_free(&result->violations);
    for (uint32_t i = 0; i < result->children.count; i++) {
        text_free(&result->children.data[i].label);
        work_item_free(&result->children.data[i].item);
    }
    vector_free(&result->children);
}
