#include "engine/path.h"

#include "encode/questions.h"

int path_point_compare(PathPoint a, PathPoint b)
{
    if (a.decided != b.decided)
        return a.decided < b.decided ? -1 : 1;
    return a.events < b.events ? -1 : a.events > b.events;
}

static uint64_t combine(uint64_t hash, uint64_t value)
{
    return hash_mix(hash ^ hash_mix(value + UINT64_C(0x9e3779b97f4a7c15)));
}

static void add_decision(ThreadPath *path, Decision decision)
{
    decision.prefix = path->fingerprint;
    uint64_t place = (uint64_t)decision.point.decided << 32 | decision.point.events;
    path->fingerprint = combine(combine(path->fingerprint, place), decision.value);
    vector_push(&path->decisions, decision);
}

// An assumption or a violation stops a thread for good; a waiting loop is released by the conditions of its last iteration.
static bool could_be_released(const TraceEvent *blocked)
{
    return blocked->previous != EVENT_assume && blocked->previous != EVENT_retry;
}

static void read_thread(const Model *model, uint32_t id, ThreadPath *path)
{
    const ModelThread *thread = &model->threads.data[id];
    uint32_t next = 0, decided = 0;
    for (uint32_t position = 0; position <= thread->events.count; position++) {
        for (; next < thread->conditions.count && thread->conditions.data[next].position == position; next++) {
            const Condition *condition = &thread->conditions.data[next];
            const TraceEvent *recorded = &model->trace->events.data[condition->trace];
            PathPoint point = {(uint32_t)recorded->previous, position};
            decided = point.decided + 1;
            if (condition->kind != EVENT_branch && condition->kind != EVENT_pin)
                continue;
            add_decision(path,
                         (Decision){.kind = DECISION_CONDITION,
                                    .point = point,
                                    .value = recorded->value,
                                    .index = next,
                                    .expression = recorded->content,
                                    .trace = condition->trace,
                                    .two_ways = recorded->content && term_width(model->terms, recorded->content) == 1});
        }
        if (position == thread->events.count)
            break;
        EventId event = thread->events.data[position];
        if (question_has_other_outcome(model, event))
            add_decision(path, (Decision){.kind = DECISION_OUTCOME,
                                          .point = {decided, position},
                                          .value = model_event_outcome(model, event),
                                          .index = event,
                                          .trace = model->events.data[event].trace,
                                          .two_ways = true});
    }
    if (thread->blocked && could_be_released(&model->trace->events.data[thread->blocked - 1]))
        add_decision(path, (Decision){.kind = DECISION_RELEASE,
                                      .point = {decided, thread->events.count},
                                      .trace = thread->blocked - 1,
                                      .two_ways = true});
}

void path_read(const Model *model, Path *out)
{
    vector_resize(&out->threads, model->threads.count);
    for (uint32_t i = 0; i < model->threads.count; i++)
        read_thread(model, i, &out->threads.data[i]);
}

void path_free(Path *path)
{
    for (uint32_t i = 0; i < path->threads.count; i++)
        vector_free(&path->threads.data[i].decisions);
    vector_free(&path->threads);
}

uint64_t path_prefix(const ThreadPath *thread, PathPoint point)
{
    for (uint32_t i = 0; i < thread->decisions.count; i++)
        if (path_point_compare(thread->decisions.data[i].point, point) >= 0)
            return thread->decisions.data[i].prefix;
    return thread->fingerprint;
}

const Decision *path_decision_at(const ThreadPath *thread, PathPoint point)
{
    for (uint32_t i = 0; i < thread->decisions.count; i++)
        if (!path_point_compare(thread->decisions.data[i].point, point))
            return &thread->decisions.data[i];
    return NULL;
}

// An assertion that fails is no branch, as one that holds is none.
static bool is_same_place(const TraceEvent *violation, const TraceEvent *branch)
{
    return branch->kind == EVENT_branch && branch->thread == violation->thread &&
           branch->position.line == violation->position.line && branch->position.column == violation->position.column;
}

uint64_t path_fingerprint(const Trace *trace)
{
    typedef struct ThreadBranches {
        uint64_t name; // the same for this thread in all runs, whatever its id
        uint64_t branches;
        uint64_t before; // without the last one
        uint32_t last;   // event
        uint32_t created;
    } ThreadBranches;
    VECTOR(ThreadBranches) threads = {0};
    vector_resize(&threads, trace->thread_names.count);
    if (threads.count)
        threads.data[0].name = 1;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        ThreadBranches *thread = &threads.data[event->thread];
        if (event->kind == EVENT_create && event->other < threads.count)
            threads.data[event->other].name = combine(thread->name, thread->created++);
        if (event->kind == EVENT_branch) {
            thread->before = thread->branches;
            thread->last = i;
            thread->branches = combine(combine(thread->branches, event->previous << 32 | event->index), event->value);
        } else if (event->kind == EVENT_violation && is_same_place(event, &trace->events.data[thread->last])) {
            thread->branches = thread->before;
        } else if (event->conditional || (event->kind == EVENT_blocked && event->previous != EVENT_assume)) {
            thread->branches = combine(combine(thread->branches, event->kind), event->index);
        }
    }
    // Threads come in any order.
    uint64_t sum = 0;
    for (uint32_t i = 0; i < threads.count; i++)
        sum += combine(threads.data[i].name, threads.data[i].branches);
    vector_free(&threads);
    return hash_mix(sum);
}

void path_describe_decision(const Model *model, const Decision *decision, uint64_t value, Text *out)
{
    const TraceEvent *recorded = &model->trace->events.data[decision->trace];
    trace_position_describe(&recorded->position, out);
    if (decision->kind == DECISION_CONDITION)
        text_format(out, "=%llu", (unsigned long long)value);
    else if (decision->kind == DECISION_OUTCOME)
        text_append(out, value ? " succeeds" : " fails");
    else
        text_append(out, value ? " goes on" : " waits");
}
