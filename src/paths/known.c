#include "paths/known.h"

void known_free(Known *known)
{
    for (uint32_t i = 0; i < known->runs.count; i++)
        beginning_free(&known->runs.data[i].beginning);
    vector_free(&known->runs);
    map_free(&known->places);
    *known = (Known){0};
}

const KnownRun *known_find(const Known *known, const Beginning *beginning, bool made)
{
    for (uint32_t i = known->runs.count; i-- > 0;)
        if ((known->runs.data[i].made || !made) && beginning_contains(&known->runs.data[i].beginning, beginning))
            return &known->runs.data[i];
    return NULL;
}

const KnownRun *known_run(const Known *known, uint64_t node)
{
    const uint64_t *place = map_find(&known->places, node);
    return place ? &known->runs.data[*place - 1] : NULL;
}

void known_add(Known *known, const KnownRun *run)
{
    uint64_t *place = map_insert(&known->places, run->node);
    KnownRun *planned = *place ? &known->runs.data[*place - 1] : NULL;
    if (planned && beginning_contains(&run->beginning, &planned->beginning)) {
        beginning_free(&planned->beginning);
        *planned = *run;
        return;
    }
    vector_push(&known->runs, *run);
    *place = known->runs.count;
}

static bool is_continued(const Known *known, uint32_t index)
{
    const KnownRun *stopped = &known->runs.data[index];
    for (uint32_t i = 0; i < known->runs.count; i++) {
        const KnownRun *run = &known->runs.data[i];
        if (i == index || !run->made || !run->counts || !beginning_continues(&run->beginning, &stopped->beginning))
            continue;
        // Of two that are the same the first counts.
        if (i < index || !beginning_continues(&stopped->beginning, &run->beginning))
            return true;
    }
    return false;
}

uint64_t known_count_paths(const Known *known)
{
    Map paths = {0};
    for (uint32_t i = 0; i < known->runs.count; i++) {
        const KnownRun *run = &known->runs.data[i];
        if (run->made && run->counts && !(run->stopped && is_continued(known, i)))
            map_insert(&paths, run->path);
    }
    uint64_t count = paths.count;
    map_free(&paths);
    return count;
}

void known_put_run(const KnownRun *run, Bytes *out)
{
    bytes_put_u64(out, run->node);
    bytes_put_u8(out, run->made);
    bytes_put_u8(out, run->stopped);
    bytes_put_u8(out, run->counts);
    bytes_put_u64(out, run->path);
    beginning_put(&run->beginning, out);
}

void known_hear(Known *known, const Bytes *news)
{
    BytesReader reader = bytes_reader(news);
    while (!bytes_at_end(&reader)) {
        KnownRun run = {.node = bytes_get_u64(&reader)};
        run.made = bytes_get_u8(&reader);
        run.stopped = bytes_get_u8(&reader);
        run.counts = bytes_get_u8(&reader);
        run.path = bytes_get_u64(&reader);
        beginning_get(&reader, &run.beginning);
        known_add(known, &run);
    }
}
