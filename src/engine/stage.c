#include "engine/stage.h"

#include "engine/contain.h"

bool stage_run(const EngineTask *task, const Stage *stage, Verdict *verdict)
{
    Limits limits = *task->limits;
    EngineTask limited = *task;
    double end = clock_now() + stage->seconds;
    if (stage->seconds && (!limits.deadline || end < limits.deadline)) {
        limits.deadline = end;
        limited.limits = limited.machine.limits = &limits;
    }
    limited.run_limit = stage->run_limit;
    if (!stage->engine)
        return portfolio_run(&limited, stage->entries, stage->entry_count, verdict);
    contain_engine(&limited, stage->engine, verdict);
    return verdict->answer != ANSWER_UNKNOWN || (stage->bound_decides && verdict_is_bound(verdict));
}

const Engine *stage_engine(const Stage *stage)
{
    return stage->engine ? stage->engine : stage->entries[0].engine;
}
