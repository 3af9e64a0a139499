#include "engine/answer.h"

#include "run/findings.h"

void engine_answer(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    if (engine->decide) {
        engine->decide(task, verdict);
        return;
    }
    Findings findings = {0};
    if (task->machine.rules.weak_memory && !engine->knows_weak_memory)
        coverage_note_unknown(&findings.coverage, "this engine knows sequential consistency only");
    else
        engine->search(task, &findings);
    if (findings.coverage.escaped && !findings_suffice(&findings, task)) {
        EngineTask sharing = *task;
        sharing.machine.rules.share_everything = true;
        findings_free(&findings);
        engine->search(&sharing, &findings);
    }
    findings_conclude(&findings, engine, task->options, task->limits, verdict);
}
