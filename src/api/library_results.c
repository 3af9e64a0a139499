// libraddle: what is handed out of a verdict.
#include <stdlib.h>
#include <string.h>

#include "api/library.h"
#include "report/report.h"
#include "report/shown.h"
#include "base/file.h"

static const char *keep_text(raddle *handle, Text *text)
{
    const char *kept = arena_copy_string(&handle->results, text_string(text));
    text_clear(text);
    return kept;
}

static void keep_inputs(raddle *handle, const Trace *trace, LibraryRun *run)
{
    Text text = {0};
    run->inputs = arena_allocate(&handle->results, trace->inputs.count * sizeof *run->inputs);
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        trace_format_input(input->value, input->bits, &text);
        run->inputs[i] = (raddle_input){.name = input->name,
                                        .value = keep_text(handle, &text),
                                        .thread = input->thread,
                                        .file = input->position.file,
                                        .line = input->position.line};
    }
    text_free(&text);
}

// The steps that people are shown; returns how many.
static size_t keep_steps(raddle *handle, const Trace *trace, LibraryRun *run)
{
    Text text = {0};
    size_t count = 0;
    uint32_t inputs = 0;
    run->steps = arena_allocate(&handle->results, trace->events.count * sizeof *run->steps);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (!shown_event(trace, event, &inputs))
            continue;
        trace_event_describe(event, &text);
        run->steps[count++] = (raddle_step){.thread = event->thread,
                                            .kind = event_kind_name(event->kind),
                                            .object = event->object,
                                            .value = event->value_text,
                                            .locks = event->locks,
                                            .text = keep_text(handle, &text),
                                            .file = event->position.file,
                                            .line = event->position.line,
                                            .column = event->position.column};
    }
    text_free(&text);
    return count;
}

static void keep_run(raddle *handle, const Trace *trace, LibraryRun *run)
{
    keep_inputs(handle, trace, run);
    size_t steps = keep_steps(handle, trace, run);
    run->thread_names = trace->thread_names.data;
    run->summary = (raddle_counterexample){.property = property_name(trace->property),
                                           .message = trace->message,
                                           .file = trace->where.file,
                                           .line = trace->where.line,
                                           .column = trace->where.column,
                                           .thread = trace->thread,
                                           .thread_count = trace->thread_names.count,
                                           .input_count = trace->inputs.count,
                                           .step_count = steps};
}

void library_keep_results(raddle *handle)
{
    const Verdict *verdict = &handle->verdict;
    verdict_append_line(verdict, &handle->line);
    handle->runs = arena_allocate(&handle->results, verdict->counterexamples.count * sizeof *handle->runs);
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        keep_run(handle, verdict->counterexamples.data[i], &handle->runs[i]);
    handle->remarks = arena_allocate(&handle->results, verdict->remarks.count * sizeof *handle->remarks);
    for (uint32_t i = 0; i < verdict->remarks.count; i++) {
        Text line = {0};
        remark_append(&verdict->remarks.data[i], &line);
        handle->remarks[i] = arena_copy_string(&handle->results, text_string(&line));
        text_free(&line);
    }
}

void library_drop_results(raddle *handle)
{
    if (!handle->verified)
        return;
    verdict_free(&handle->verdict);
    text_free(&handle->line);
    arena_release(&handle->results);
    handle->verdict = (Verdict){0};
    handle->results = (Arena){0};
    handle->verified = false;
}

// --- The verdict

raddle_answer raddle_get_answer(const raddle *handle)
{
    static const raddle_answer answers[] = {
        [ANSWER_TRUE] = RADDLE_TRUE, [ANSWER_FALSE] = RADDLE_FALSE, [ANSWER_UNKNOWN] = RADDLE_UNKNOWN};
    return handle->verified ? answers[handle->verdict.answer] : RADDLE_UNKNOWN;
}

const char *raddle_verdict(const raddle *handle)
{
    return text_string(&handle->line);
}

const char *raddle_reason(const raddle *handle)
{
    bool unknown = handle->verified && handle->verdict.answer == ANSWER_UNKNOWN;
    return unknown ? text_string(&handle->verdict.reason) : "";
}

const char *raddle_note(const raddle *handle)
{
    return text_string(&handle->verdict.note);
}

const char *raddle_remark(const raddle *handle, size_t index)
{
    return index < handle->verdict.remarks.count ? handle->remarks[index] : NULL;
}

bool raddle_is_bounded(const raddle *handle)
{
    return handle->verdict.bounded;
}

const char *raddle_engine(const raddle *handle)
{
    return handle->verified ? handle->verdict.engine : "";
}

bool raddle_statistic(const raddle *handle, const char *name, double *value)
{
#define X(kind, field, description)                        \
    if (handle->verified && !strcmp(name, #field)) {       \
        *value = (double)handle->verdict.statistics.field; \
        return true;                                       \
    }
    STATISTICS_TABLE(X)
#undef X
    return false;
}

// --- Counterexamples

static const LibraryRun *find_run(const raddle *handle, size_t counterexample)
{
    return counterexample < raddle_counterexample_count(handle) ? &handle->runs[counterexample] : NULL;
}

size_t raddle_counterexample_count(const raddle *handle)
{
    return handle->verdict.counterexamples.count;
}

const raddle_counterexample *raddle_get_counterexample(const raddle *handle, size_t counterexample)
{
    const LibraryRun *run = find_run(handle, counterexample);
    return run ? &run->summary : NULL;
}

const raddle_input *raddle_get_input(const raddle *handle, size_t counterexample, size_t input)
{
    const LibraryRun *run = find_run(handle, counterexample);
    return run && input < run->summary.input_count ? &run->inputs[input] : NULL;
}

const raddle_step *raddle_get_step(const raddle *handle, size_t counterexample, size_t step)
{
    const LibraryRun *run = find_run(handle, counterexample);
    return run && step < run->summary.step_count ? &run->steps[step] : NULL;
}

const char *raddle_get_thread_name(const raddle *handle, size_t counterexample, unsigned thread)
{
    const LibraryRun *run = find_run(handle, counterexample);
    return run && thread < run->summary.thread_count ? run->thread_names[thread] : NULL;
}

// --- Reports

static bool make_report(raddle *handle, const char *name, Text *out)
{
    ReportFormat format = report_format_find(name);
    if (format == REPORT_FORMAT_COUNT)
        return library_fail(handle, "there is no format '%s'", name);
    if (!handle->verified)
        return library_fail(handle, "there is no verdict to report");
    if (!report_can_tell(format, &handle->verdict))
        return library_fail(handle, "there is no %s for this verdict: it needs FALSE, or TRUE without bounds", name);
    report_write(format, &handle->verdict, out);
    return true;
}

char *raddle_report(raddle *handle, const char *format, size_t *length)
{
    Text text = {0};
    if (!make_report(handle, format, &text))
        return NULL;
    if (length)
        *length = text.length;
    return text.data;
}

void raddle_free_string(char *string)
{
    free(string);
}

bool raddle_write_report(raddle *handle, const char *format, const char *path)
{
    Text text = {0}, error = {0};
    bool written = make_report(handle, format, &text);
    if (written && !file_write_text(path, &text, &error))
        written = library_fail(handle, "%s", text_string(&error));
    text_free(&text);
    text_free(&error);
    return written;
}
