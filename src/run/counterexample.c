#include "run/counterexample.h"

#include "run/execution.h"

void counterexample_put(const Trace *trace, Bytes *out)
{
    bytes_put_u8(out, (uint8_t)trace->property);
    bytes_put_u32(out, trace->where.line);
    bytes_put_u8(out, trace->program.rules.share_everything);
    bytes_put_u64(out, trace->program.bounds.rounds);
    bytes_put_u64(out, trace->program.bounds.threads);
    bytes_put_u8(out, trace->program.bounds.spare_private);
    bytes_put_u32(out, trace->schedule.count);
    for (uint32_t i = 0; i < trace->schedule.count; i++) {
        bytes_put_u32(out, trace->schedule.data[i].thread);
        bytes_put_u32(out, trace->schedule.data[i].alternative);
    }
    bytes_put_u32(out, trace->inputs.count);
    for (uint32_t i = 0; i < trace->inputs.count; i++)
        bytes_put_u64(out, trace->inputs.data[i].value);
}

Trace *counterexample_get(const EngineTask *task, BytesReader *reader)
{
    Trace *sent = trace_create();
    trace_set_program(sent, task->origin);
    sent->end = TRACE_VIOLATION;
    sent->property = (Property)bytes_get_u8(reader);
    uint32_t line = bytes_get_u32(reader);
    sent->program.rules.share_everything = bytes_get_u8(reader);
    sent->program.bounds.rounds = bytes_get_u64(reader);
    sent->program.bounds.threads = bytes_get_u64(reader);
    sent->program.bounds.spare_private = bytes_get_u8(reader);
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        Choice choice;
        choice.thread = bytes_get_u32(reader);
        choice.alternative = bytes_get_u32(reader);
        vector_push(&sent->schedule, choice);
    }
    for (uint32_t count = bytes_get_u32(reader); count; count--)
        vector_push(&sent->inputs, (TraceInput){.value = bytes_get_u64(reader)});
    bool followed;
    Trace *executed = execution_repeat(task->program, sent, NULL, &followed);
    if (!followed || executed->end != TRACE_VIOLATION || executed->property != sent->property ||
        executed->where.line != line) {
        trace_free(executed);
        executed = NULL;
    }
    trace_free(sent);
    return executed;
}
