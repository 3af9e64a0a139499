#include "run/verdict.h"

#include <string.h>

#include "base/fail.h"

static void failure_free(Failure *failure)
{
    text_free(&failure->where);
    text_free(&failure->message);
}

void verdict_free(Verdict *verdict)
{
    text_free(&verdict->reason);
    text_free(&verdict->note);
    text_free(&verdict->covered);
    text_free(&verdict->dump);
    proof_free(&verdict->proof);
    for (uint32_t i = 0; i < verdict->remarks.count; i++)
        text_free(&verdict->remarks.data[i].message);
    vector_free(&verdict->remarks);
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        trace_free(verdict->counterexamples.data[i]);
    vector_free(&verdict->counterexamples);
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        trace_free(verdict->suppressed.data[i].trace);
        text_free(&verdict->suppressed.data[i].by);
    }
    vector_free(&verdict->suppressed);
    text_free(&verdict->rest);
    text_free(&verdict->more);
    for (uint32_t i = 0; i < verdict->failures.count; i++)
        failure_free(&verdict->failures.data[i]);
    vector_free(&verdict->failures);
}

void verdict_append_line(const Verdict *verdict, Text *out)
{
    switch (verdict->answer) {
    case ANSWER_TRUE:
        text_append(out, "TRUE");
        if (verdict->suppressed.count)
            text_format(out, ", %u suppressed", verdict->suppressed.count);
        return;
    case ANSWER_FALSE:
        CHECK(verdict->counterexamples.count);
        trace_append_verdict(verdict->counterexamples.data[0], out);
        return;
    case ANSWER_UNKNOWN:
        text_format(out, "UNKNOWN(%s)", text_string(&verdict->reason));
        return;
    }
    INTERNAL_ERROR("answer %d", (int)verdict->answer);
}

void remark_append(const Remark *remark, Text *out)
{
    text_format(out, "%s%s", remark->kind == REMARK_VACUOUS ? "vacuous: " : "holds ", text_string(&remark->message));
}

void failure_append(const Failure *failure, Text *out)
{
    bool memory = !strcmp(text_string(&failure->message), fail_without_memory);
    text_format(out, "engine %s failed (%s", failure->engine, memory ? "" : "internal error");
    if (failure->where.length)
        text_format(out, " at %s", text_string(&failure->where));
    text_format(out, "%s%s)%s", memory ? "" : ": ", text_string(&failure->message),
                memory ? "" : "; please report this program");
}

void suppressed_append(const Suppressed *suppressed, Text *out)
{
    text_format(out, "suppressed: %s ", property_name(suppressed->trace->property));
    trace_position_describe(&suppressed->trace->where, out);
    text_format(out, ", by %s", text_string(&suppressed->by));
}

void verdict_add_failure(Verdict *verdict, Failure failure)
{
    for (uint32_t i = 0; i < verdict->failures.count; i++) {
        const Failure *known = &verdict->failures.data[i];
        if (known->engine == failure.engine && !strcmp(text_string(&known->where), text_string(&failure.where)) &&
            !strcmp(text_string(&known->message), text_string(&failure.message))) {
            failure_free(&failure);
            return;
        }
    }
    vector_push(&verdict->failures, failure);
}

void verdict_take_failures(Verdict *verdict, Verdict *from)
{
    for (uint32_t i = 0; i < from->failures.count; i++)
        verdict_add_failure(verdict, from->failures.data[i]);
    from->failures.count = 0;
}

static bool is_suppressed(const Verdict *verdict, const Suppressed *other)
{
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        const Trace *known = verdict->suppressed.data[i].trace;
        if (known->property == other->trace->property && known->where.line == other->trace->where.line &&
            known->where.column == other->trace->where.column && !strcmp(known->where.file, other->trace->where.file))
            return true;
    }
    return false;
}

void verdict_take_suppressed(Verdict *verdict, Verdict *from)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < from->suppressed.count; i++) {
        Suppressed suppressed = from->suppressed.data[i];
        if (is_suppressed(verdict, &suppressed))
            from->suppressed.data[kept++] = suppressed;
        else
            vector_push(&verdict->suppressed, suppressed);
    }
    from->suppressed.count = kept;
}

void verdict_add_assumptions(Verdict *verdict, const TraceProgram *program)
{
    if (verdict->answer != ANSWER_TRUE || !program || !program->assumptions)
        return;
    verdict->bounded = true;
    text_format(&verdict->note, ", where %s", program->assumptions);
}

bool verdict_is_bound(const Verdict *verdict)
{
    return verdict->answer == ANSWER_UNKNOWN && !strncmp(text_string(&verdict->reason), "bound", 5);
}

int verdict_exit_status(Answer answer)
{
    static const int statuses[] = {[ANSWER_TRUE] = 0, [ANSWER_FALSE] = 1, [ANSWER_UNKNOWN] = 3};
    return statuses[answer];
}
