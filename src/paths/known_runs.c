#include "paths/known_runs.h"

void known_runs_free(KnownRuns *known)
{
    for (uint32_t i = 0; i < known->runs.count; i++)
        path_prefix_free(&known->runs.data[i].prefix);
    vector_free(&known->runs);
    map_free(&known->places);
    *known = (KnownRuns){0};
}

const KnownRun *known_runs_find(const KnownRuns *known, const PathPrefix *prefix, bool made)
{
    for (uint32_t i = known->runs.count; i-- > 0;)
        if ((known->runs.data[i].made || !made) && path_prefix_subsumes(prefix, &known->runs.data[i].prefix))
            return &known->runs.data[i];
    return NULL;
}

const KnownRun *known_runs_find_node(const KnownRuns *known, uint64_t node)
{
    const uint64_t *place = map_find(&known->places, node);
    return place ? &known->runs.data[*place - 1] : NULL;
}

void known_runs_add(KnownRuns *known, const KnownRun *run)
{
    uint64_t *place = map_insert(&known->places, run->node);
    KnownRun *planned = *place ? &known->runs.data[*place - 1] : NULL;
    if (planned && path_prefix_subsumes(&planned->prefix, &run->prefix)) {
        path_prefix_free(&planned->prefix);
        *planned = *run;
        return;
    }
    vector_push(&known->runs, *run);
    *place = known->runs.count;
}

static bool is_continued(const KnownRuns *known, uint32_t index)
{
    const KnownRun *stopped = &known->runs.data[index];
    for (uint32_t i = 0; i < known->runs.count; i++) {
        const KnownRun *run = &known->runs.data[i];
        if (i == index || !run->made || !run->counts || !path_prefix_continues(&run->prefix, &stopped->prefix))
            continue;
        // Of two that are the same the first counts.
        if (i < index || !path_prefix_continues(&stopped->prefix, &run->prefix))
            return true;
    }
    return false;
}

uint64_t known_runs_count_paths(const KnownRuns *known)
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

void known_run_put(const KnownRun *run, Bytes *out)
{
    bytes_put_u64(out, run->node);
    bytes_put_u8(out, run->made);
    bytes_put_u8(out, run->stopped);
    bytes_put_u8(out, run->counts);
    bytes_put_u64(out, run->path);
    path_prefix_put(&run->prefix, out);
}

void known_runs_update(KnownRuns *known, const Bytes *update)
{
    BytesReader reader = bytes_reader(update);
    while (!bytes_at_end(&reader)) {
        KnownRun run = {.node = bytes_get_u64(&reader)};
        run.made = bytes_get_u8(&reader);
        run.stopped = bytes_get_u8(&reader);
        run.counts = bytes_get_u8(&reader);
        run.path = bytes_get_u64(&reader);
        path_prefix_get(&reader, &run.prefix);
        known_runs_add(known, &run);
    }
}
