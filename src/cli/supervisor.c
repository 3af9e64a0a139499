// Nothing here depends on the work having looked at anything in time. What is over when:
//   a time-out      GRACE seconds after it passed; files that are being written by then get FILES_GRACE, for a verdict
//                   that was found is worth waiting for; what is printed may be waiting for a reader and has no limit
//   a signal        GRACE seconds after the first one, at once with the second
//   memory          after GRACE seconds above the limit
// The work keeps to all of these by itself (base/limits.h) long before, nearly always.
#include "cli/supervisor.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/limits.h"
#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/terminal.h"
#include "crew/crew.h"
#include "crew/crew_memory.h"
#include "crew/crew_mpi.h"

static const double GRACE = 1.5;
static const double FILES_GRACE = 10;
static const double MEMORY_INTERVAL = 0.25;
static const double ORPHAN_SECONDS = 1;

enum { LINE_SIZE = 8192 };

struct Supervision {
    atomic_int stage;     // SupervisedStage
    double entered;       // when; written before `stage`
    int status;           // of the verdict
    char line[LINE_SIZE]; // of the verdict
};

void supervision_tell_verdict(Supervision *supervision, const Verdict *verdict)
{
    if (!supervision)
        return;
    Text line = {0};
    verdict_append_line(verdict, &line);
    snprintf(supervision->line, sizeof supervision->line, "%s", text_string(&line));
    supervision->status = verdict_exit_status(verdict->answer);
    text_free(&line);
    supervision_enter(supervision, STAGE_FILES);
}

void supervision_enter(Supervision *supervision, SupervisedStage stage)
{
    if (!supervision)
        return;
    supervision->entered = clock_now();
    atomic_store(&supervision->stage, (int)stage);
}

// --- The process that waits

typedef struct Watch {
    const Options *options;
    const Supervision *shared;
    pid_t worker;
    double started;
    double deadline;  // 0: none
    double signalled; // when the first signal came; 0: none has
    uint32_t signal_count;
    double memory_over; // since when the memory is above its limit; 0: it is not
    double memory_checked;
} Watch;

static double later(double a, double b)
{
    return a > b ? a : b;
}

static SupervisedStage stage_of(const Watch *watch)
{
    return (SupervisedStage)atomic_load(&watch->shared->stage);
}

// When the work is over for this reason, 0: never.
static double end_of(const Watch *watch, LimitReason reason)
{
    SupervisedStage stage = stage_of(watch);
    double entered = watch->shared->entered;
    switch (reason) {
    case LIMIT_TIMEOUT:
        if (!watch->deadline || stage == STAGE_PRINT)
            return 0;
        return later(watch->deadline, entered) + (stage == STAGE_FILES ? FILES_GRACE : GRACE);
    case LIMIT_INTERRUPT:
        if (!watch->signalled)
            return 0;
        return watch->signal_count > 1 ? watch->signalled : later(watch->signalled, entered) + GRACE;
    case LIMIT_MEMORY:
        return watch->memory_over ? watch->memory_over + GRACE : 0;
    case LIMIT_NONE:
        break;
    }
    return 0;
}

static LimitReason overdue(const Watch *watch, double now)
{
    static const LimitReason reasons[] = {LIMIT_INTERRUPT, LIMIT_TIMEOUT, LIMIT_MEMORY};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        double end = end_of(watch, reasons[i]);
        if (end && now >= end)
            return reasons[i];
    }
    return LIMIT_NONE;
}

static void look_at_memory(Watch *watch, double now)
{
    if (!watch->options->memory_limit || now - watch->memory_checked < MEMORY_INTERVAL)
        return;
    watch->memory_checked = now;
    if (!crew_memory_exceeds(&watch->worker, 1, watch->options->memory_limit))
        watch->memory_over = 0;
    else if (!watch->memory_over)
        watch->memory_over = now;
}

static bool has_limits(const Watch *watch)
{
    return watch->deadline || watch->signalled || watch->options->memory_limit;
}

static struct timespec to_timespec(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    return time;
}

// Waits for a signal; while something is limited, not for long.
static int wait_for_signal(const Watch *watch, const sigset_t *signals)
{
    if (!has_limits(watch))
        return sigwaitinfo(signals, NULL);
    double now = clock_now(), pause = MEMORY_INTERVAL;
    if (watch->deadline > now && !watch->signalled && !watch->options->memory_limit)
        pause = watch->deadline - now;
    struct timespec time = to_timespec(pause);
    return sigtimedwait(signals, NULL, &time);
}

// Until the worker has ended, by itself or by force; then the limit is reported.
static int watch_worker(Watch *watch, const sigset_t *signals, LimitReason *forced)
{
    int status;
    *forced = LIMIT_NONE;
    for (;;) {
        int number = wait_for_signal(watch, signals);
        double now = clock_now();
        if (number == SIGINT || number == SIGTERM) {
            if (!watch->signal_count++)
                watch->signalled = now;
            kill(watch->worker, number);
        }
        if (waitpid(watch->worker, &status, WNOHANG) == watch->worker)
            return status;
        look_at_memory(watch, now);
        *forced = overdue(watch, now);
        if (*forced != LIMIT_NONE)
            break;
    }
    kill(watch->worker, SIGKILL);
    while (waitpid(watch->worker, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

#ifdef __linux__

static void kill_children(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *list = fopen(path, "re");
    long child;
    while (list && fscanf(list, "%ld", &child) == 1)
        kill((pid_t)child, SIGKILL);
    if (list)
        fclose(list);
}

// What the worker left behind has become ours, and ends with it.
static void end_orphans(void)
{
    double end = clock_now() + ORPHAN_SECONDS;
    for (pid_t child; (child = waitpid(-1, NULL, WNOHANG)) >= 0 && clock_now() < end;) {
        if (child)
            continue;
        kill_children();
        struct timespec time = to_timespec(0.001);
        nanosleep(&time, NULL);
    }
}

static void adopt_orphans(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static void die_with_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(STATUS_UNKNOWN);
}

// A debugger wants the process that it was given.
static bool is_traced(void)
{
    char line[256];
    int tracer = 0;
    FILE *status = fopen("/proc/self/status", "re");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "TracerPid: %d", &tracer) == 1)
            break;
    if (status)
        fclose(status);
    return tracer != 0;
}

#else

static void end_orphans(void)
{
}

static void adopt_orphans(void)
{
}

static void die_with_parent(pid_t parent)
{
    (void)parent;
}

static bool is_traced(void)
{
    return false;
}

#endif

// --- What became of the work

// Why there is no verdict of a worker that is gone.
static void describe_death(int status, LimitReason forced, Text *reason)
{
    if (forced != LIMIT_NONE) {
        text_append(reason, limits_reason_text(forced));
        return;
    }
    if (WIFEXITED(status)) { // see fail_out_of_memory
        text_append(reason, "out of memory");
        return;
    }
    switch (WTERMSIG(status)) {
    case SIGKILL: // nobody else sends it, as far as one knows
        text_append(reason, "out of memory");
        break;
    case SIGINT:
    case SIGTERM:
        text_append(reason, limits_reason_text(LIMIT_INTERRUPT));
        break;
    default:
        text_format(reason, "internal error: signal %d", WTERMSIG(status));
        break;
    }
}

static int report_death(const Watch *watch, int status, LimitReason forced)
{
    Text reason = {0};
    struct rusage usage;
    describe_death(status, forced, &reason);
    Statistics statistics = {.time_s = clock_now() - watch->started};
    if (!getrusage(RUSAGE_CHILDREN, &usage))
        statistics.memory_mb = ((uint64_t)usage.ru_maxrss + 1023) / 1024;
    int result = STATUS_UNKNOWN;
    if (WIFEXITED(status)) { // it has said so itself
        outcome_write_unknown(watch->options, text_string(&reason), &statistics);
    } else {
        if (terminal_shows_progress(watch->options))
            fputs("\r\033[K", stderr); // the line of progress
        result = outcome_report_unknown(watch->options, text_string(&reason), &statistics, NULL);
    }
    text_free(&reason);
    return result;
}

// The worker was ended while it printed. If nobody reads what it did, nobody reads this either.
static void print_line(const char *line)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&output, 1, (int)(GRACE * 1000)) <= 0)
        return;
    printf("\n%s\n", line);
    fflush(stdout);
}

static int conclude(const Watch *watch, int status, LimitReason forced)
{
    SupervisedStage stage = stage_of(watch);
    if (WIFEXITED(status)) {
        if (WEXITSTATUS(status) == STATUS_UNKNOWN && stage < STAGE_DONE)
            report_death(watch, status, forced);
        return WEXITSTATUS(status);
    }
    if (WTERMSIG(status) == SIGPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (stage < STAGE_PRINT)
        return report_death(watch, status, forced);
    if (stage == STAGE_PRINT)
        print_line(watch->shared->line);
    if (forced == LIMIT_NONE)
        fprintf(stderr, "raddle: killed by signal %d after the verdict\n", WTERMSIG(status));
    return watch->shared->status;
}

// --- Two processes

static void handle_nothing(int number)
{
    (void)number;
}

// Signals that are ignored would not be heard of.
static void receive_signals(const sigset_t *signals)
{
    struct sigaction action = {.sa_handler = handle_nothing};
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < NSIG; number++)
        if (sigismember(signals, number) == 1)
            sigaction(number, &action, NULL);
}

static int supervise_worker(Watch *watch, const sigset_t *signals)
{
    LimitReason forced;
    watch->started = clock_now();
    if (watch->options->timeout > 0)
        watch->deadline = watch->started + watch->options->timeout;
    int status = watch_worker(watch, signals, &forced);
    if (!WIFEXITED(status))
        end_orphans();
    return conclude(watch, status, forced);
}

int supervise(const Options *options, SupervisedCommand *command)
{
    if (crew_is_follower() || crew_mpi_follower_count() || is_traced())
        return command(options, NULL);
    Supervision *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return command(options, NULL);
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t parent = getpid(), worker = fork();
    if (worker <= 0) {
        if (!worker) {
            die_with_parent(parent);
            limits_catch_signals();
        }
        sigprocmask(SIG_SETMASK, &before, NULL);
        return command(options, worker ? NULL : shared);
    }
    receive_signals(&signals);
    adopt_orphans();
    Watch watch = {.options = options, .shared = shared, .worker = worker};
    int status = supervise_worker(&watch, &signals);
    munmap(shared, sizeof *shared);
    return status;
}
