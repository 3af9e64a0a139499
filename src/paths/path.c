#include "paths/path.h"

#include "encode/questions.h"

int path_point_compare(PathPoint a, PathPoint b)
{
    if (a.events != b.events)
        return a.events < b.events ? -1 : 1;
    return a.decided < b.decided ? -1 : a.decided > b.decided;
}

Progress path_decision_progress(const Decision *decision)
{
    uint32_t events = decision->point.events;
    return decision->kind == DECISION_CONDITION ? progress_decided_after(events) : progress_after(events + 1);
}

static uint64_t combine(uint64_t hash, uint64_t value)
{
    return hash_mix(hash ^ hash_mix(value + UINT64_C(0x9e3779b97f4a7c15)));
}

uint64_t path_extend(uint64_t fingerprint, DecisionKind kind, PathPoint point, uint64_t value)
{
    uint64_t place = (uint64_t)point.decided << 32 | point.events;
    return combine(combine(combine(fingerprint, kind == DECISION_RELEASE), place), value);
}

static void add_decision(ThreadPath *path, Decision decision)
{
    decision.fingerprint_before = path->fingerprint;
    path->fingerprint = path_extend(decision.fingerprint_before, decision.kind, decision.point, decision.value);
    vector_push(&path->decisions, decision);
}

// An assumption or a violation stops a thread for good; a waiting loop is released by the conditions of its last
// iteration.
static bool could_be_released(const TraceEvent *blocked)
{
    return blocked->pending != EVENT_assume && blocked->pending != EVENT_retry;
}

// An assertion that fails is no branch, as one that holds is none.
static bool is_same_place(const TraceEvent *violation, const TraceEvent *branch)
{
    return branch->kind == EVENT_branch && branch->thread == violation->thread &&
           branch->position.line == violation->position.line && branch->position.column == violation->position.column;
}

// The path of one thread while it is read.
typedef struct PathReader {
    const ConcurrentTrace *concurrent;
    const ConcurrentThread *thread;
    ThreadPath *path;
    const TraceEvent *violation; // at which the thread stopped, or NULL
    uint32_t next;               // condition to read
    uint32_t decided;            // conditions met so far, PathPoint.decided of what comes next
} PathReader;

// The conditions before the event at this position.
static void read_conditions(PathReader *reader, uint32_t position)
{
    const ConcurrentTrace *concurrent = reader->concurrent;
    const ConcurrentThread *thread = reader->thread;
    for (; reader->next < thread->conditions.count && thread->conditions.data[reader->next].position == position;
         reader->next++) {
        const Condition *condition = &thread->conditions.data[reader->next];
        const TraceEvent *recorded = &concurrent->trace->events.data[condition->trace];
        if (recorded->kind == EVENT_violation) { // it stands at the end of the path, and has no number
            reader->violation = recorded;
            continue;
        }
        PathPoint point = {(uint32_t)recorded->number, position};
        reader->decided = point.decided + 1;
        if (condition->kind != EVENT_branch && condition->kind != EVENT_pin)
            continue;
        add_decision(reader->path, (Decision){.kind = DECISION_CONDITION,
                                              .point = point,
                                              .value = recorded->value,
                                              .index = reader->next,
                                              .expression = recorded->content,
                                              .trace = condition->trace,
                                              .two_ways = recorded->content &&
                                                          term_width(concurrent->terms, recorded->content) == 1});
    }
}

static void read_outcome(PathReader *reader, uint32_t position)
{
    const ConcurrentTrace *concurrent = reader->concurrent;
    EventId event = reader->thread->events.data[position];
    if (question_has_other_outcome(concurrent, event))
        add_decision(reader->path, (Decision){.kind = DECISION_OUTCOME,
                                              .point = {reader->decided, position},
                                              .value = concurrent_trace_event_outcome(concurrent, event),
                                              .index = event,
                                              .trace = concurrent->events.data[event].trace,
                                              .two_ways = true});
}

// How far the thread came, and what stopped it.
static void read_end(PathReader *reader)
{
    const ConcurrentTrace *concurrent = reader->concurrent;
    const ConcurrentThread *thread = reader->thread;
    const TraceEvent *violation = reader->violation;
    const TraceEvent *blocked = thread->blocked ? &concurrent->trace->events.data[thread->blocked - 1] : NULL;
    ThreadPath *path = reader->path;
    path->progress = progress_decided_after(thread->events.count);
    // The concurrent trace has no event for an operation that violates.
    if (violation && thread->events.count &&
        violation->step != concurrent_trace_recorded(concurrent, vector_last(&thread->events))->step)
        path->progress = progress_with_another_event(path->progress);
    if (path->decisions.count) {
        Decision *last = &vector_last(&path->decisions);
        last->fails = violation ? is_same_place(violation, &concurrent->trace->events.data[last->trace])
                                : blocked && blocked->kind == EVENT_blocked && blocked->pending == EVENT_assume;
    }
    if (blocked && could_be_released(blocked))
        add_decision(path, (Decision){.kind = DECISION_RELEASE,
                                      .point = {reader->decided, thread->events.count},
                                      .value = STILL_WAITS,
                                      .trace = thread->blocked - 1,
                                      .joins = blocked->pending == EVENT_join,
                                      .two_ways = true});
}

static void read_thread(const ConcurrentTrace *concurrent, uint32_t id, ThreadPath *path)
{
    PathReader reader = {.concurrent = concurrent, .thread = &concurrent->threads.data[id], .path = path};
    uint32_t events = reader.thread->events.count;
    for (uint32_t position = 0; position < events; position++) {
        read_conditions(&reader, position);
        read_outcome(&reader, position);
    }
    read_conditions(&reader, events);
    read_end(&reader);
}

// A thread is known by its creator and the number of threads that one created before.
typedef VECTOR(uint64_t) NameList;
static void name_threads(const Trace *trace, NameList *names)
{
    NameList created = {0};
    vector_resize(names, trace->thread_names.count);
    vector_resize(&created, trace->thread_names.count);
    if (names->count)
        names->data[0] = 1;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->kind == EVENT_create && event->other < names->count)
            names->data[event->other] = combine(names->data[event->thread], created.data[event->thread]++);
    }
    vector_free(&created);
}

void path_read(const ConcurrentTrace *concurrent, Path *out)
{
    NameList names = {0};
    name_threads(concurrent->trace, &names);
    vector_resize(&out->threads, concurrent->threads.count);
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        out->threads.data[i].name = names.data[i];
        read_thread(concurrent, i, &out->threads.data[i]);
    }
    // The concurrent trace has no event for the end of the process.
    for (uint32_t i = 0; i < concurrent->trace->events.count; i++)
        if (concurrent->trace->events.data[i].kind == EVENT_process_exit) {
            ThreadPath *ending = &out->threads.data[concurrent->trace->events.data[i].thread];
            ending->progress = progress_with_another_event(ending->progress);
        }
    vector_free(&names);
}

void path_free(Path *path)
{
    for (uint32_t i = 0; i < path->threads.count; i++)
        vector_free(&path->threads.data[i].decisions);
    vector_free(&path->threads);
}

uint64_t path_fingerprint(const Trace *trace)
{
    typedef struct ThreadBranches {
        uint64_t branches;
        uint64_t before; // without the last one
        uint32_t last;   // event
    } ThreadBranches;
    VECTOR(ThreadBranches) threads = {0};
    NameList names = {0};
    name_threads(trace, &names);
    vector_resize(&threads, trace->thread_names.count);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        ThreadBranches *thread = &threads.data[event->thread];
        if (event->kind == EVENT_branch) {
            thread->before = thread->branches;
            thread->last = i;
            thread->branches = combine(combine(thread->branches, event->number << 32 | event->index), event->value);
        } else if (event->kind == EVENT_violation && is_same_place(event, &trace->events.data[thread->last])) {
            thread->branches = thread->before;
        } else if (event->conditional || (event->kind == EVENT_blocked && event->pending != EVENT_assume)) {
            thread->branches = combine(combine(thread->branches, event->kind), event->index);
        }
    }
    // Threads come in any order.
    uint64_t sum = 0;
    for (uint32_t i = 0; i < threads.count; i++)
        sum += combine(names.data[i], threads.data[i].branches);
    vector_free(&names);
    vector_free(&threads);
    return hash_mix(sum);
}

void path_describe_decision(const ConcurrentTrace *concurrent, const Decision *decision, uint64_t value, Text *out)
{
    const TraceEvent *recorded = &concurrent->trace->events.data[decision->trace];
    trace_position_describe(&recorded->position, out);
    if (decision->kind == DECISION_CONDITION)
        text_format(out, "=%llu", (unsigned long long)value);
    else if (decision->kind == DECISION_OUTCOME)
        text_append(out, value ? " succeeds" : " fails");
    else
        text_append(out, value == STILL_WAITS ? " waits" : " goes on");
}
