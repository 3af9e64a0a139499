// The processes are those of a crew, each with one item: the number of its entry. What comes back is that number and
// the verdict as bytes. An engine that fails leaves a note, and the others go on. Engines that seldom help begin later
// and at a lower priority, so that they cost the others little even where there are fewer processors than engines; and
// programs which are easy for the leading one always get its answer.
#include "engine/portfolio.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#include "base/bytes.h"
#include "engine/contain.h"
#include "crew/crew.h"
#include "engine/answer.h"

typedef struct Portfolio {
    const EngineTask *task;
    const PortfolioEntry *entries;
    FailureNote *notes; // one for each; NULL: none
    bool *over;         // of each, whether it has answered or failed
} Portfolio;

// --- In the process of an engine

static void wait_seconds(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
}

static void step_back(int number)
{
    enum { LOW_PRIORITY = 10 };
    int saved = errno;
    (void)number;
    setpriority(PRIO_PROCESS, 0, LOW_PRIORITY);
    errno = saved;
}

static void step_back_after(double seconds)
{
    struct sigaction action = {.sa_handler = step_back, .sa_flags = SA_RESTART};
    struct itimerval timer = {.it_value.tv_sec = (time_t)seconds};
    timer.it_value.tv_usec = (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 1e6);
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
}

static void run_entry(void *context, const Bytes *item, Bytes *result)
{
    const Portfolio *portfolio = context;
    BytesReader reader = bytes_reader(item);
    uint32_t number = bytes_get_u32(&reader);
    const PortfolioEntry *entry = &portfolio->entries[number];
    contain_begin(portfolio->notes ? &portfolio->notes[number] : NULL, entry->engine->name);
    if (entry->low)
        step_back(0);
    else if (entry->low_after > 0)
        step_back_after(entry->low_after);
    wait_seconds(entry->delay);
    Options options = *portfolio->task->options;
    if (!entry->leading)
        options.jobs = 1;
    EngineTask task = *portfolio->task;
    task.options = &options;
    if (!entry->leading)
        task.progress = NULL;
    Verdict verdict = {0};
    engine_answer(entry->engine, &task, &verdict);
    statistics_finish(&verdict.statistics, portfolio->task->limits->started);
    bytes_put_u32(result, number);
    contain_put_verdict(&verdict, result);
    verdict_free(&verdict);
}

// --- All together

static void replace(Verdict *verdict, Verdict *by, Statistics *spent)
{
    statistics_add(spent, &verdict->statistics);
    verdict_take_failures(by, verdict);
    verdict_free(verdict);
    *verdict = *by;
}

static bool is_gone(const FailureNote *note)
{
    int process = atomic_load(&note->process);
    return process && kill(process, 0) != 0 && errno == ESRCH;
}

// An engine is gone: the one whose note says so, or whose process is no more. Without notes it is known only that it was
// one of those under way.
static void note_death(const Portfolio *portfolio, uint32_t begun, const char *reason, Verdict *verdict)
{
    uint32_t dead = begun;
    for (uint32_t i = 0; i < begun && dead == begun; i++)
        if (!portfolio->over[i] && portfolio->notes && atomic_load(&portfolio->notes[i].filled))
            dead = i;
    for (uint32_t i = 0; i < begun && dead == begun; i++)
        if (!portfolio->over[i] && portfolio->notes && is_gone(&portfolio->notes[i]))
            dead = i;
    for (uint32_t i = 0; i < begun && dead == begun; i++)
        if (!portfolio->over[i])
            dead = i;
    portfolio->over[dead] = true;
    contain_add_failure(verdict, portfolio->entries[dead].engine->name,
                        portfolio->notes ? &portfolio->notes[dead] : NULL, reason);
}

// What the first entry said stands if only the time for the others is over.
static void note_stopped(const EngineTask *task, const char *reason, const char *engine, Verdict *verdict)
{
    bool over = limits_exceeded(task->limits) != LIMIT_NONE;
    if (verdict->engine == engine && (!over || verdict_is_bound(verdict)))
        return;
    verdict->answer = ANSWER_UNKNOWN;
    verdict->engine = engine;
    text_clear(&verdict->reason);
    text_append(&verdict->reason, over ? limits_reason_text(limits_exceeded(task->limits)) : reason);
}

// Whether only engines are left that never prove anything.
static bool awaits_luck(const Portfolio *portfolio, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!portfolio->over[i] && !portfolio->entries[i].engine->never_proves)
            return false;
    return true;
}

// A program that is beyond a bound of the first entry is most likely beyond the others; and what all who search have given up
// may be found by chance, but not for long.
static void shorten(const Portfolio *portfolio, uint32_t count, const Verdict *verdict, Limits *limits)
{
    enum { SECONDS_AFTER_BOUND = 5, SECONDS_FOR_LUCK = 1 };
    bool lucky = awaits_luck(portfolio, count);
    double end = clock_now() + (lucky ? SECONDS_FOR_LUCK : SECONDS_AFTER_BOUND);
    if ((lucky || verdict_is_bound(verdict)) && (!limits->deadline || end < limits->deadline))
        limits->deadline = end;
}

// Takes the result of an engine. True if it decides.
static bool take_result(const Portfolio *portfolio, const Bytes *bytes, Statistics *spent, Verdict *verdict)
{
    Verdict next = {0};
    BytesReader reader = bytes_reader(bytes);
    uint32_t number = bytes_get_u32(&reader);
    const char *engine = portfolio->entries[number].engine->name;
    portfolio->over[number] = true;
    if (!contain_get_verdict(portfolio->task, &reader, &next)) {
        verdict_free(&next);
        contain_add_failure(verdict, engine, NULL, "a violation that it found cannot be executed again");
        return false;
    }
    bool decided = next.answer != ANSWER_UNKNOWN;
    if (decided || !number || !verdict->engine) {
        replace(verdict, &next, spent);
    } else {
        statistics_add(spent, &next.statistics);
        verdict_free(&next);
    }
    return decided;
}

bool portfolio_run(const EngineTask *task, const PortfolioEntry *entries, uint32_t count, Verdict *verdict)
{
    bool over[PORTFOLIO_ENTRIES] = {false};
    Portfolio portfolio = {task, entries, contain_create_notes(count), over};
    CHECK(count <= PORTFOLIO_ENTRIES);
    if (task->progress) // the leading engine goes on with it in its process
        task->progress(task->progress_context, entries[0].engine->name, &verdict->statistics);
    Limits limits = *task->limits;
    Crew *crew = crew_create(count, run_entry, NULL, &portfolio, &limits);
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
        CrewReport report = crew_next(crew, &bytes);
        if (report == CREW_LIMIT) {
            note_stopped(task, limits_reason_text(limits.reason), entries[0].engine->name, verdict);
            break;
        }
        if (report == CREW_DIED)
            note_death(&portfolio, begun, crew_reason(crew), verdict);
        else
            decided = take_result(&portfolio, &bytes, &spent, verdict);
        shorten(&portfolio, count, verdict, &limits);
    }
    if (!verdict->engine)
        contain_conclude(verdict);
    statistics_add(&verdict->statistics, &spent);
    crew_free(crew);
    contain_free_notes(portfolio.notes, count);
    bytes_free(&bytes);
    return decided;
}
