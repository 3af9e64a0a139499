// The processes are those of a crew, each with one item: the number of its entry. What comes back is the verdict as
// bytes; of a counterexample the choices and inputs, and it is executed again here. Engines that do not lead begin
// later and at a lower priority, so that they cost the leading one little even where there are fewer processors than
// engines; and so that programs which are easy for it always get its answer.
#include "engine/race.h"

#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/bytes.h"
#include "base/fail.h"
#include "engine/crew.h"
#include "engine/execution.h"

typedef struct Race {
    const EngineTask *task;
    const RaceEntry *entries;
} Race;

// --- Verdicts as bytes

static void put_counterexample(const Trace *trace, Bytes *out)
{
    bytes_put_u8(out, (uint8_t)trace->property);
    bytes_put_u32(out, trace->where.line);
    bytes_put_u8(out, trace->program.share_everything);
    bytes_put_u32(out, trace->schedule.count);
    for (uint32_t i = 0; i < trace->schedule.count; i++) {
        bytes_put_u32(out, trace->schedule.data[i].thread);
        bytes_put_u32(out, trace->schedule.data[i].alternative);
    }
    bytes_put_u32(out, trace->inputs.count);
    for (uint32_t i = 0; i < trace->inputs.count; i++)
        bytes_put_u64(out, trace->inputs.data[i].value);
}

static Trace *get_counterexample(const EngineTask *task, BytesReader *reader)
{
    Trace *told = trace_create();
    trace_set_program(told, task->origin);
    told->end = TRACE_VIOLATION;
    told->property = (Property)bytes_get_u8(reader);
    uint32_t line = bytes_get_u32(reader);
    told->program.share_everything = bytes_get_u8(reader);
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        Choice choice;
        choice.thread = bytes_get_u32(reader);
        choice.alternative = bytes_get_u32(reader);
        vector_push(&told->schedule, choice);
    }
    for (uint32_t count = bytes_get_u32(reader); count; count--)
        vector_push(&told->inputs, (TraceInput){.value = bytes_get_u64(reader)});
    bool followed;
    Trace *executed = execution_repeat(task->program, told, NULL, &followed);
    if (!followed || executed->end != TRACE_VIOLATION || executed->property != told->property ||
        executed->where.line != line)
        INTERNAL_ERROR("a violation that an engine found in another process cannot be executed");
    trace_free(told);
    return executed;
}

static void put_verdict(const Verdict *verdict, Bytes *out)
{
    bytes_put_u8(out, (uint8_t)verdict->answer);
    bytes_put_u8(out, verdict->bounded);
    bytes_put_string(out, verdict->engine);
    bytes_put_string(out, text_string(&verdict->reason));
    bytes_put_string(out, text_string(&verdict->note));
    bytes_put_string(out, text_string(&verdict->dump));
    statistics_put(&verdict->statistics, out);
    bytes_put_u32(out, verdict->counterexamples.count);
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        put_counterexample(verdict->counterexamples.data[i], out);
}

static void get_verdict(const EngineTask *task, BytesReader *reader, Verdict *out)
{
    out->answer = (Answer)bytes_get_u8(reader);
    out->bounded = bytes_get_u8(reader);
    out->engine = engine_find(bytes_get_string(reader))->name;
    text_append(&out->reason, bytes_get_string(reader));
    text_append(&out->note, bytes_get_string(reader));
    text_append(&out->dump, bytes_get_string(reader));
    statistics_get(reader, &out->statistics);
    for (uint32_t count = bytes_get_u32(reader); count; count--)
        vector_push(&out->counterexamples, get_counterexample(task, reader));
}

// --- In the process of an engine

static void wait_seconds(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
}

static void run_entry(void *context, const Bytes *item, Bytes *result)
{
    enum { LOW_PRIORITY = 10 };
    const Race *race = context;
    BytesReader reader = bytes_reader(item);
    const RaceEntry *entry = &race->entries[bytes_get_u32(&reader)];
    if (!entry->leading)
        setpriority(PRIO_PROCESS, 0, LOW_PRIORITY);
    wait_seconds(entry->delay);
    Options options = *race->task->options;
    options.jobs = entry->jobs;
    EngineTask task = *race->task;
    task.options = &options;
    if (!entry->leading)
        task.progress = NULL;
    Verdict verdict = {0};
    entry->engine->verify(&task, &verdict);
    statistics_finish(&verdict.statistics, race->task->limits->started);
    put_verdict(&verdict, result);
    verdict_free(&verdict);
}

// --- The race

static void replace(Verdict *verdict, Verdict *by, Statistics *spent)
{
    statistics_add(spent, &verdict->statistics);
    verdict_free(verdict);
    *verdict = *by;
}

// What the first entry said stands if only the time for the others is over.
static void note_stopped(const EngineTask *task, const char *reason, const char *engine, Verdict *verdict)
{
    bool over = limits_exceeded(task->limits) != LIMIT_NONE;
    if (verdict->engine == engine && !over)
        return;
    verdict->answer = ANSWER_UNKNOWN;
    verdict->engine = engine;
    text_clear(&verdict->reason);
    text_append(&verdict->reason, over ? limits_reason_text(limits_exceeded(task->limits)) : reason);
}

// A program that is beyond a bound of the first entry is most likely beyond the others.
static void shorten(const Verdict *verdict, Limits *limits)
{
    enum { SECONDS_AFTER_BOUND = 5 };
    double end = clock_now() + SECONDS_AFTER_BOUND;
    if (!strncmp(text_string(&verdict->reason), "bound", 5) && (!limits->deadline || end < limits->deadline))
        limits->deadline = end;
}

bool race_engines(const EngineTask *task, const RaceEntry *entries, uint32_t count, Verdict *verdict)
{
    Race race = {task, entries};
    if (task->progress) // the leading engine goes on with it in its process
        task->progress(task->progress_context, entries[0].engine->name, &verdict->statistics);
    Limits limits = *task->limits;
    Crew *crew = crew_create(count, run_entry, NULL, &race, &limits);
    Bytes bytes = {0};
    Statistics spent = {0};
    bool decided = false;
    uint32_t begun = 0;
    // Where the system grants fewer processes, an engine waits until another one has ended without an answer.
    while (!decided) {
        while (begun < count && crew_idle(crew)) {
            bytes_clear(&bytes);
            bytes_put_u32(&bytes, begun++);
            crew_give(crew, &bytes);
        }
        if (!crew_busy(crew))
            break;
        CrewNews news = crew_next(crew, &bytes);
        if (news != CREW_RESULT) {
            note_stopped(task, news == CREW_DIED ? crew_reason(crew) : limits_reason_text(limits.reason),
                         entries[0].engine->name, verdict);
            break;
        }
        Verdict next = {0};
        BytesReader reader = bytes_reader(&bytes);
        get_verdict(task, &reader, &next);
        decided = next.answer != ANSWER_UNKNOWN;
        if (decided || next.engine == entries[0].engine->name || !verdict->engine) {
            replace(verdict, &next, &spent);
            shorten(verdict, &limits);
        } else {
            statistics_add(&spent, &next.statistics);
            verdict_free(&next);
        }
    }
    statistics_add(&verdict->statistics, &spent);
    crew_free(crew);
    bytes_free(&bytes);
    return decided;
}
