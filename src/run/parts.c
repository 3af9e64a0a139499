#include "run/parts.h"

static const double WORTHWHILE = 0.01;  // seconds; a part that was done in less was hardly worth the fork:
static const double PAUSE_AFTER = 0.02; // then there is none for so long

enum { OFFER_INTERVAL = 8, LOOK_INTERVAL = 1024 }; // rounds

// Asked to divide at once, which is how small searches are tested, it does not look at the cost.
static bool is_eager(const Parts *parts)
{
    return parts->task->options->divide_after <= 0;
}

void parts_begin(Parts *parts, const EngineTask *task, Findings *findings)
{
    *parts = (Parts){.task = task, .findings = findings, .next_offer = clock_now() + task->options->divide_after};
    parts->team = team_create((uint32_t)task->options->jobs, task->limits);
}

void parts_end(Parts *parts)
{
    vector_free(&parts->given);
    team_free(parts->team);
}

void parts_begin_again(Parts *parts)
{
    if (parts->team)
        team_begin_again(parts->team);
}

bool parts_look(Parts *parts, uint64_t round, bool *stopped)
{
    if (!parts->team)
        return false;
    team_check_memory(parts->team);
    *stopped |= team_is_stopped(parts->team);
    for (uint32_t i = 0; round % LOOK_INTERVAL == 0 && i < parts->given.count && !*stopped; i++)
        if (team_has_died(&parts->given.data[i].helper)) {
            Bytes nothing = {0};
            parts_take(parts, i, &nothing, stopped);
            bytes_free(&nothing);
        }
    if (*stopped || !team_has_room(parts->team))
        return false;
    return is_eager(parts) || (round % OFFER_INTERVAL == 0 && clock_now() >= parts->next_offer);
}

TeamSide parts_give(Parts *parts, const void *at, uint32_t choice)
{
    Part part = {.at = at, .choice = choice};
    TeamSide side = team_fork(parts->team, &part.helper);
    if (side == TEAM_PARENT)
        vector_push(&parts->given, part);
    if (side != TEAM_HELPER)
        return side;
    parts->helping = true;
    parts->given.count = 0; // those of the parent
    parts->began = clock_now();
    parts->mark = findings_begin_part(parts->findings);
    return side;
}

bool parts_are_given(const Parts *parts, const void *at)
{
    for (uint32_t i = 0; i < parts->given.count; i++)
        if (parts->given.data[i].at == at)
            return true;
    return false;
}

// --- Reports

void parts_report(Parts *parts, bool stopped, const Bytes *more)
{
    Bytes report = {0};
    if (stopped)
        team_stop(parts->team);
    bytes_put_double(&report, clock_now() - parts->began);
    bytes_put_u8(&report, (uint8_t)parts->task->limits->reason);
    bytes_put_u8(&report, stopped);
    findings_put_part(parts->findings, parts->mark, &report);
    bytes_put_bytes(&report, more->data, more->length);
    team_report(parts->team, &report);
}

static void read_report(Parts *parts, const Bytes *report, Bytes *more, bool *stopped)
{
    BytesReader reader = bytes_reader(report);
    if (bytes_get_double(&reader) < WORTHWHILE && !is_eager(parts))
        parts->next_offer = clock_now() + PAUSE_AFTER;
    LimitReason met = (LimitReason)bytes_get_u8(&reader);
    if (parts->task->limits->reason == LIMIT_NONE)
        parts->task->limits->reason = met;
    *stopped |= bytes_get_u8(&reader);
    if (!findings_join_part(parts->findings, parts->task, &reader))
        coverage_note_unknown(&parts->findings->coverage, "a violation that a worker found cannot be executed again");
    size_t length;
    const uint8_t *rest = bytes_get_bytes(&reader, &length);
    bytes_append(more, rest, length);
    *stopped |= findings_suffice(parts->findings, parts->task);
}

static Part forget(Parts *parts, uint32_t index)
{
    Part part = parts->given.data[index];
    for (uint32_t i = index + 1; i < parts->given.count; i++)
        parts->given.data[i - 1] = parts->given.data[i];
    vector_drop(&parts->given);
    return part;
}

Part parts_take(Parts *parts, uint32_t index, Bytes *more, bool *stopped)
{
    Part part = parts->given.data[index];
    Bytes report = {0};
    Text reason = {0};
    bytes_clear(more);
    switch (team_wait(parts->team, &part.helper, &report, &reason)) {
    case TEAM_DONE:
        forget(parts, index);
        read_report(parts, &report, more, stopped);
        break;
    case TEAM_DIED:
        forget(parts, index);
        coverage_note_unknown(&parts->findings->coverage, "%s", text_string(&reason));
        *stopped = parts->broken = true;
        break;
    case TEAM_LIMIT:
        *stopped = true;
        break;
    }
    bytes_free(&report);
    text_free(&reason);
    return part;
}

void parts_take_ready(Parts *parts, bool *stopped)
{
    Bytes more = {0};
    for (uint32_t i = 0; i < parts->given.count && !*stopped;) {
        if (team_is_reporting(&parts->given.data[i].helper))
            parts_take(parts, i, &more, stopped);
        else
            i++;
    }
    bytes_free(&more);
}

bool parts_matter(const Parts *parts)
{
    return parts->given.count && !parts->broken && limits_exceeded(parts->task->limits) == LIMIT_NONE &&
           !findings_suffice(parts->findings, parts->task);
}

void parts_drop(Parts *parts)
{
    for (uint32_t i = 0; i < parts->given.count; i++)
        team_drop(parts->team, &parts->given.data[i].helper);
    parts->given.count = 0;
}
