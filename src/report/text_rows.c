// From events to rows. Steps without a row of their own become one row where they follow each other, unless there is
// one only: it takes no more room than a row in its place.
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/none.h"
#include "report/arrows.h"
#include "report/calls.h"
#include "report/text_page.h"

enum {
    ROWS_AT_START = 100, // of a long run that explains nothing, what is shown
    ROWS_AT_END = 300,
    NAMES_SHOWN = 3, // of the threads of a fold
};

static const char *const thread_colors[] = {"\033[36m", "\033[33m", "\033[35m", "\033[32m", "\033[34m"};

// How positions are written: lines are enough if all events happen in one file, names of files if they are different.
typedef enum FileNames { FILES_NOT_NAMED, FILES_BY_NAME, FILES_BY_PATH } FileNames;

static FileNames choose_file_names(const EventList *events)
{
    VECTOR(const char *) files = {0};
    bool alike = false;
    for (uint32_t i = 0; i < events->count; i++) {
        const char *file = events->data[i]->position.file;
        bool known = !*file;
        for (uint32_t j = files.count; j-- > 0 && !known;) {
            known = !strcmp(files.data[j], file);
            alike |= !known && !strcmp(file_name_of(files.data[j]), file_name_of(file));
        }
        if (!known)
            vector_push(&files, file);
    }
    FileNames names = files.count < 2 ? FILES_NOT_NAMED : alike ? FILES_BY_PATH : FILES_BY_NAME;
    vector_free(&files);
    return names;
}

static uint32_t find_column(const Page *page, uint32_t thread)
{
    for (uint32_t i = 0; i < page->columns.count; i++)
        if (page->columns.data[i].thread == thread)
            return i;
    INTERNAL_ERROR("thread %u has no column", thread);
}

static void make_columns(Page *page, const EventList *events)
{
    VECTOR(bool) seen = {0};
    vector_resize(&seen, page->trace->thread_names.count);
    for (uint32_t i = 0; i < events->count; i++) {
        CHECK(events->data[i]->thread < seen.count);
        seen.data[events->data[i]->thread] = true;
    }
    page->columns.count = 0;
    for (uint32_t i = 0; i < seen.count; i++)
        if (seen.data[i])
            vector_push(&page->columns, (Column){.thread = i});
    vector_free(&seen);
}

void text_find_writers(Page *page)
{
    const Trace *trace = page->trace;
    ArrowList arrows = {0};
    arrows_find(trace, &arrows);
    for (uint32_t i = 0; i < trace->events.count; i++)
        vector_push(&page->taken, NONE);
    for (uint32_t i = 0; i < arrows.count; i++)
        if ((arrows.data[i].kind == ARROW_VALUE || arrows.data[i].kind == ARROW_MISSED) &&
            trace->events.data[arrows.data[i].from].thread != trace->events.data[arrows.data[i].to].thread)
            page->taken.data[arrows.data[i].to] = arrows.data[i].from;
    vector_free(&arrows);
}

static bool same_line(const TracePosition *a, const TracePosition *b)
{
    return a->line == b->line && !strcmp(a->file, b->file);
}

static void append_position(const TracePosition *position, FileNames names, Text *out)
{
    if (names == FILES_NOT_NAMED)
        text_format(out, "%u", position->line);
    else
        text_format(out, "%s:%u", names == FILES_BY_NAME ? file_name_of(position->file) : position->file,
                    position->line);
}

static void label_row(Page *page, Row *row, const TracePosition *position, FileNames names)
{
    Text text = {0};
    append_position(position, names, &text);
    row->label = arena_copy_string(&page->arena, text_string(&text));
    text_clear(&text);
    source_append_trimmed(&page->sources, position->file, position->line, &text);
    row->source = arena_copy_string(&page->arena, text_string(&text));
    text_free(&text);
}

static uint32_t index_of(const Page *page, const TraceEvent *event)
{
    return (uint32_t)(event - page->trace->events.data);
}

// Who wrote the value that is read, where it is another thread.
static void append_writer(const Page *page, const TraceEvent *event, FileNames names, Text *out)
{
    uint32_t index = page->taken.data[index_of(page, event)];
    if (index == NONE)
        return;
    const TraceEvent *writer = &page->trace->events.data[index];
    bool missed = event->weak && writer->written != event->taken;
    text_format(out, " (%s%s", missed ? "not yet visible: the write by " : "by ",
                page->trace->thread_names.data[writer->thread]);
    if (writer->position.line) {
        text_append(out, names == FILES_NOT_NAMED ? ", line " : ", ");
        append_position(&writer->position, names, out);
    }
    text_append_character(out, ')');
}

static void describe(const Page *page, const TraceEvent *event, uint32_t times, FileNames names, Row *row, Text *out)
{
    if (event->kind == EVENT_violation && page->trace->end == TRACE_VIOLATION) {
        text_append(out, shown_violation_words(page->trace->property));
        row->color = COLOR_ERROR;
    } else {
        shown_append_event(event, out);
        append_writer(page, event, names, out);
        row->color = thread_colors[row->column % (sizeof thread_colors / sizeof *thread_colors)];
    }
    if (times == 2)
        text_append(out, ", twice");
    else if (times > 2)
        text_format(out, ", %u times", times);
    if (*event->locks)
        text_format(out, "  [%s]", event->locks);
}

// `before` is the event above, NULL if there is none or it is one of several threads' that are folded. `times`: how
// many events that are alike the row stands for. After a fold the line of the source is shown again.
static void make_row(Page *page, const TraceEvent *event, uint32_t times, const TraceEvent *before, FileNames names)
{
    Row row = {.column = find_column(page, event->thread), .label = "", .source = "", .color = ""};
    bool after_fold = page->rows.count && !vector_last(&page->rows).step;
    row.follows_change = before && before->thread != event->thread;
    row.step = page->steps.data[index_of(page, event)];
    row.told = page->told.data[index_of(page, event)];
    Text text = {0};
    if (event->position.line &&
        (after_fold || !before || row.follows_change || !same_line(&before->position, &event->position)))
        label_row(page, &row, &event->position, names);
    describe(page, event, times, names, &row, &text);
    row.what = arena_copy_string(&page->arena, text_string(&text));
    text_free(&text);
    vector_push(&page->rows, row);
}

// "main and thread 2", or how many there are.
static void append_threads(const Page *page, const EventList *events, uint32_t first, uint32_t count, Text *out)
{
    VECTOR(uint32_t) threads = {0};
    for (uint32_t i = first; i < first + count; i++) {
        bool known = false;
        for (uint32_t j = 0; j < threads.count && !known; j++)
            known = threads.data[j] == events->data[i]->thread;
        if (!known)
            vector_push(&threads, events->data[i]->thread);
    }
    for (uint32_t i = 0; i < threads.count && threads.count <= NAMES_SHOWN; i++)
        text_format(out, "%s%s",
                    !i                       ? ""
                    : i + 1 == threads.count ? " and "
                                             : ", ",
                    page->trace->thread_names.data[threads.data[i]]);
    if (threads.count > NAMES_SHOWN)
        text_format(out, "%u threads", threads.count);
    vector_free(&threads);
}

// Of the running thread, from the step before them on.
static uint32_t count_changes(const EventList *events, uint32_t first, uint32_t count)
{
    uint32_t changes = 0;
    for (uint32_t i = first ? first : 1; i < first + count; i++)
        changes += events->data[i]->thread != events->data[i - 1]->thread;
    return changes;
}

static void append_changes(uint32_t count, Text *out)
{
    text_format(out, ", %u change%s of thread", count, count == 1 ? "" : "s");
}

// One row for steps that are not shown.
static void make_folded_row(Page *page, const EventList *events, uint32_t first, uint32_t count,
                            const TraceEvent *before)
{
    Row row = {.label = "", .source = "", .color = COLOR_DIM};
    uint32_t thread = events->data[first]->thread;
    bool matters = false;
    for (uint32_t i = first; i < first + count; i++) {
        row.across |= events->data[i]->thread != thread;
        matters |= page->excerpt.relevant.data[index_of(page, events->data[i])];
    }
    row.column = find_column(page, thread);
    row.follows_change = !row.across && before && before->thread != thread;
    Text text = {0};
    text_append(&text, "... ");
    text_append_count(&text, count, "step");
    if (row.across) {
        text_append(&text, " of ");
        append_threads(page, events, first, count, &text);
    }
    if (!matters)
        text_append(&text, count == 1 ? " that plays no part" : " that play no part");
    if (page->detail == TRACE_SHORT && row.across)
        append_changes(count_changes(events, first, count), &text);
    row.what = arena_copy_string(&page->arena, text_string(&text));
    text_free(&text);
    vector_push(&page->rows, row);
}

// Reads of the same value in the same line, one after the other.
static bool is_repeated(const TraceEvent *a, const TraceEvent *b)
{
    return a->kind == EVENT_read && b->kind == EVENT_read && a->thread == b->thread && a->address == b->address &&
           a->size == b->size && a->value == b->value && same_line(&a->position, &b->position) &&
           !strcmp(a->object, b->object) && !strcmp(a->locks, b->locks);
}

static bool is_shown(const Page *page, const TraceEvent *event)
{
    return page->shown.data[index_of(page, event)];
}

// The row for events that are alike is that of the one that the explanation speaks of.
static uint32_t make_repeated_row(Page *page, const EventList *events, uint32_t first, const TraceEvent *before,
                                  FileNames names)
{
    const TraceEvent *chosen = events->data[first];
    uint32_t count = 1;
    for (; first + count < events->count && is_shown(page, events->data[first + count]) &&
           is_repeated(events->data[first], events->data[first + count]);
         count++) {
        bool told = page->told.data[index_of(page, events->data[first + count])];
        if (told && page->told.data[index_of(page, chosen)])
            break;
        chosen = told ? events->data[first + count] : chosen;
    }
    make_row(page, chosen, count, before, names);
    return count;
}

// --- Calls of the library

// Returns how many events the row stands for; 0: it would be no better than that of the event.
static uint32_t make_call_row(Page *page, const EventList *events, uint32_t first, const TraceEvent *before,
                              FileNames names)
{
    uint32_t count = page->detail == TRACE_FULL ? 0 : calls_count(events, first);
    if (!count || page->told.data[index_of(page, events->data[first])] ||
        (count == 1 && events->data[first]->kind == EVENT_input))
        return 0;
    make_row(page, events->data[first], 1, before, names);
    Text text = {0};
    calls_describe(events, first, count, &text);
    if (*events->data[first + count - 1]->locks)
        text_format(&text, "  [%s]", events->data[first + count - 1]->locks);
    vector_last(&page->rows).what = arena_copy_string(&page->arena, text_string(&text));
    text_free(&text);
    return count;
}

static void make_rows_of(Page *page, const EventList *events, FileNames names)
{
    const TraceEvent *before = NULL;
    for (uint32_t i = 0; i < events->count;) {
        uint32_t folded = 0;
        while (i + folded < events->count && !is_shown(page, events->data[i + folded]))
            folded++;
        if (folded > 1) {
            make_folded_row(page, events, i, folded, before);
            i += folded;
            before = vector_last(&page->rows).across ? NULL : events->data[i - 1];
        } else if (folded) {
            make_row(page, events->data[i++], 1, before, names);
            before = events->data[i - 1];
        } else {
            uint32_t inside = make_call_row(page, events, i, before, names);
            i += inside ? inside : make_repeated_row(page, events, i, before, names);
            before = events->data[i - 1];
        }
    }
}

static void list_events(const Page *page, EventList *listed)
{
    const Trace *trace = page->trace;
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (page->steps.data[i])
            vector_push(listed, &trace->events.data[i]);
}

void text_make_rows(Page *page)
{
    EventList listed = {0};
    list_events(page, &listed);
    FileNames names = choose_file_names(&listed);
    if (page->detail != TRACE_FULL)
        calls_gather(page->trace, &listed, page->told.data, page->shown.data);
    page->rows.count = 0;
    page->left_out = 0;
    make_columns(page, &listed);
    if (page->trace->end == TRACE_VIOLATION || listed.count <= ROWS_AT_START + ROWS_AT_END) {
        make_rows_of(page, &listed, names);
        page->rows_at_start = page->rows.count;
    } else {
        EventList part = listed;
        part.count = ROWS_AT_START;
        make_rows_of(page, &part, names);
        page->rows_at_start = page->rows.count;
        page->left_out = listed.count - ROWS_AT_START - ROWS_AT_END;
        part.data += ROWS_AT_START + page->left_out;
        part.count = ROWS_AT_END;
        make_rows_of(page, &part, names);
    }
    vector_free(&listed);
}
