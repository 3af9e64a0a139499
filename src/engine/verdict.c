#include "engine/verdict.h"

#include "base/fail.h"

void verdict_free(Verdict *verdict)
{
    text_free(&verdict->reason);
    text_free(&verdict->note);
    text_free(&verdict->dump);
    for (uint32_t i = 0; i < verdict->remarks.count; i++)
        text_free(&verdict->remarks.data[i].message);
    vector_free(&verdict->remarks);
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        trace_free(verdict->counterexamples.data[i]);
    vector_free(&verdict->counterexamples);
}

void verdict_append_line(const Verdict *verdict, Text *out)
{
    switch (verdict->answer) {
    case ANSWER_TRUE:
        text_append(out, "TRUE");
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

int verdict_exit_status(Answer answer)
{
    static const int statuses[] = {[ANSWER_TRUE] = 0, [ANSWER_FALSE] = 1, [ANSWER_UNKNOWN] = 3};
    return statuses[answer];
}
