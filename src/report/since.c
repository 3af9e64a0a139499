// The check are the reads that the violating thread made in the violated line, after everything else it did. What a
// check makes of other values, locals say, is not known here; that it reads the same is all that is said. Of one that goes
// through a table, a list or a string nothing is said.
#include "report/since.h"

#include <string.h>

#include "base/none.h"
#include "base/vector.h"

enum { NAMES_SHOWN = 3, READS_LIMIT = 100 };

static void find_reads(const Trace *trace, EventIndices *reads)
{
    for (uint32_t i = trace->events.count; i-- > 0 && reads->count <= READS_LIMIT;) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->thread != trace->thread || event->kind == EVENT_violation || !event_kind_counts(event->kind))
            continue;
        if (event->kind != EVENT_read || event->position.line != trace->where.line ||
            strcmp(event->position.file, trace->where.file))
            return;
        vector_push(reads, i);
    }
}

// A write of what is there already changes nothing.
static bool changes(const TraceEvent *event)
{
    return event_kind_writes(event->kind) && event->value != event->previous;
}

static uint32_t find_write(const Trace *trace, uint32_t read)
{
    for (uint32_t i = read; i-- > 0;)
        if (changes(&trace->events.data[i]) && trace_events_overlap(&trace->events.data[i], &trace->events.data[read]))
            return i;
    return NONE;
}

// The last one that wrote any of them; NONE if one came between the reads, or right before them, or was not seen.
static uint32_t find_last_write(const Trace *trace, const EventIndices *reads)
{
    uint32_t last = NONE, first_read = reads->data[reads->count - 1];
    for (uint32_t i = 0; i < reads->count; i++) {
        if (trace_read_misses(trace, reads->data[i]))
            return NONE;
        uint32_t write = find_write(trace, reads->data[i]);
        if (write != NONE && (last == NONE || write > last))
            last = write;
    }
    return last == NONE || last + 1 >= first_read ? NONE : last;
}

uint32_t since_find(const Trace *trace)
{
    EventIndices reads = {0};
    if (trace->end == TRACE_VIOLATION && trace->property == PROPERTY_ASSERTION)
        find_reads(trace, &reads);
    uint32_t found = reads.count && reads.count <= READS_LIMIT ? find_last_write(trace, &reads) : NONE;
    vector_free(&reads);
    return found;
}

// Variables that were never written, or hold addresses only, are no news.
static uint32_t append_names(const Trace *trace, const EventIndices *reads, Text *out)
{
    EventIndices named = {0};
    for (uint32_t i = reads->count; i-- > 0;) {
        const TraceEvent *read = &trace->events.data[reads->data[i]];
        bool known = !*read->object || *read->value_text == '&' || find_write(trace, reads->data[i]) == NONE;
        for (uint32_t j = 0; j < named.count && !known; j++)
            known = !strcmp(trace->events.data[named.data[j]].object, read->object);
        if (!known)
            vector_push(&named, reads->data[i]);
    }
    uint32_t count = named.count;
    for (uint32_t i = 0; i < count && count <= NAMES_SHOWN; i++)
        text_format(out, "%s%s", !i ? "" : i + 1 == count ? " and " : ", ", trace->events.data[named.data[i]].object);
    if (count > NAMES_SHOWN)
        text_format(out, "the %u variables", count);
    vector_free(&named);
    return count;
}

void since_append(const Trace *trace, const StepNumbers *steps, Text *out)
{
    uint32_t write = since_find(trace);
    if (write == NONE || !steps->data[write])
        return;
    const TraceEvent *event = &trace->events.data[write];
    EventIndices reads = {0};
    Text names = {0};
    find_reads(trace, &reads);
    uint32_t count = append_names(trace, &reads, &names);
    if (count) {
        text_format(out, "%s %s since step %u (%s: ", text_string(&names),
                    count > 1 ? "have had these values" : "has had this value", steps->data[write],
                    trace->thread_names.data[event->thread]);
        shown_append_event(event, out);
        if (strcmp(event->position.file, trace->where.file))
            text_format(out, ", %s:%u", shown_file_name(trace, event->position.file), event->position.line);
        else if (event->position.line)
            text_format(out, ", line %u", event->position.line);
        text_append_character(out, ')');
    }
    text_free(&names);
    vector_free(&reads);
}
