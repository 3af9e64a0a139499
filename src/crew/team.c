// What all processes of a team know of each other lies in memory that they share. A helper sends its report through a socket; it
// does not work any longer then, even if it has to wait until its parent reads. If its parent dies, so does it (Linux).
#include "crew/team.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/statistics.h"
#include "base/vector.h"
#include "crew/crew_memory.h"
#include "crew/crew_process.h"

enum {
    TEAM_SLOTS = 256, // processes of a team, those that wait included
    SLICE_MS = 100,
};

static const double MEMORY_INTERVAL = 0.1;

typedef struct TeamShared {
    atomic_uint working;
    atomic_bool stopped;
    atomic_int processes[TEAM_SLOTS]; // 0: none
} TeamShared;

// A helper of this process that has reported. The system takes its time to end a large one.
typedef struct Leaver {
    pid_t process;
    uint32_t slot;
} Leaver;

struct Team {
    uint32_t jobs;
    Limits *limits;
    TeamShared *shared;
    pid_t first; // the process that created it
    int socket;  // of a helper, to its parent
    VECTOR(Leaver) leavers;
    double checked_memory;
};

Team *team_create(uint32_t jobs, Limits *limits)
{
    if (jobs < 2)
        return NULL;
    void *shared = mmap(NULL, sizeof(TeamShared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return NULL;
    Team *team = memory_allocate_zeroed(sizeof *team);
    *team = (Team){.jobs = jobs, .limits = limits, .shared = shared, .first = getpid(), .socket = -1};
    atomic_store(&team->shared->working, 1);
    atomic_store(&team->shared->processes[0], team->first);
    return team;
}

// Waits for those who leave, or takes notice of those who are gone.
static void see_off(Team *team, bool wait)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < team->leavers.count; i++) {
        Leaver leaver = team->leavers.data[i];
        pid_t gone;
        do {
            gone = waitpid(leaver.process, NULL, wait ? 0 : WNOHANG);
        } while (gone < 0 && errno == EINTR);
        if (gone)
            atomic_store(&team->shared->processes[leaver.slot], 0);
        else
            team->leavers.data[left++] = leaver;
    }
    team->leavers.count = left;
}

void team_free(Team *team)
{
    if (!team)
        return;
    see_off(team, true);
    vector_free(&team->leavers);
    munmap(team->shared, sizeof *team->shared);
    free(team);
}

bool team_has_room(const Team *team)
{
    return atomic_load_explicit(&team->shared->working, memory_order_relaxed) < team->jobs;
}

// Room for one more that works.
static bool take_room(Team *team)
{
    unsigned working = atomic_load(&team->shared->working);
    while (working < team->jobs)
        if (atomic_compare_exchange_weak(&team->shared->working, &working, working + 1))
            return true;
    return false;
}

// A slot that nobody has; it is reserved until the process is known. TEAM_SLOTS: there is none.
static uint32_t take_slot(Team *team)
{
    for (uint32_t i = 0; i < TEAM_SLOTS; i++) {
        int nobody = 0;
        if (atomic_compare_exchange_strong(&team->shared->processes[i], &nobody, -1))
            return i;
    }
    return TEAM_SLOTS;
}

static TeamSide fork_helper(Team *team, TeamHelper *helper)
{
    int ends[2];
    if (helper->slot == TEAM_SLOTS || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return TEAM_ALONE;
    pid_t parent = getpid(), process = fork();
    if (!process) {
        close(ends[0]);
        if (team->socket >= 0)
            close(team->socket);
        team->socket = ends[1];
        team->leavers.count = 0; // those of the parent
        crew_process_begin(parent);
        return TEAM_HELPER;
    }
    close(ends[1]);
    helper->process = process;
    helper->socket = ends[0];
    if (process > 0)
        return TEAM_PARENT;
    close(ends[0]);
    return TEAM_ALONE;
}

TeamSide team_fork(Team *team, TeamHelper *helper)
{
    see_off(team, false);
    if (!take_room(team))
        return TEAM_ALONE;
    helper->slot = take_slot(team);
    TeamSide side = fork_helper(team, helper);
    if (side == TEAM_PARENT) {
        atomic_store(&team->shared->processes[helper->slot], helper->process);
    } else if (side == TEAM_ALONE) {
        if (helper->slot < TEAM_SLOTS)
            atomic_store(&team->shared->processes[helper->slot], 0);
        atomic_fetch_sub(&team->shared->working, 1);
    }
    return side;
}

static void send_bytes(int socket, const void *data, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t written = send(socket, (const char *)data + sent, length - sent, MSG_NOSIGNAL);
        if (written < 0 && errno != EINTR)
            _exit(1);
        sent += written > 0 ? (size_t)written : 0;
    }
}

// Leaves by _exit, so that what the first process has buffered for its files is written by that one only.
void team_report(Team *team, const Bytes *report)
{
    uint64_t length = report->length;
    atomic_fetch_sub(&team->shared->working, 1);
    send_bytes(team->socket, &length, sizeof length);
    send_bytes(team->socket, report->data, report->length);
    see_off(team, true); // nobody else would free their slots
    _exit(0);
}

// Reads so many bytes, or waits a little for more of them. True when they are all there. That the other end is closed is no
// sign: another process may hold it.
static bool read_some(const TeamHelper *helper, uint64_t length, Bytes *out)
{
    uint8_t block[65536];
    struct pollfd polled = {.fd = helper->socket, .events = POLLIN};
    if (out->length < length && poll(&polled, 1, SLICE_MS) > 0) {
        size_t left = length - out->length;
        ssize_t count = recv(helper->socket, block, left < sizeof block ? left : sizeof block, 0);
        if (count > 0)
            bytes_append(out, block, (size_t)count);
    }
    return out->length == length;
}

static int end_of_process(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static void forget(Team *team, const TeamHelper *helper)
{
    close(helper->socket);
    atomic_store(&team->shared->processes[helper->slot], 0);
}

bool team_is_reporting(const TeamHelper *helper)
{
    struct pollfd polled = {.fd = helper->socket, .events = POLLIN};
    return poll(&polled, 1, 0) > 0;
}

bool team_has_died(const TeamHelper *helper)
{
    siginfo_t end = {0};
    return !waitid(P_PID, (id_t)helper->process, &end, WEXITED | WNOHANG | WNOWAIT) && end.si_pid &&
           !(end.si_code == CLD_EXITED && !end.si_status);
}

// The length comes first.
static TeamResult receive_report(Team *team, const TeamHelper *helper, Bytes *report)
{
    Bytes head = {0};
    uint64_t length = 0;
    TeamResult result = TEAM_DONE;
    while (result == TEAM_DONE) {
        if (read_some(helper, sizeof length, &head)) {
            memcpy(&length, head.data, sizeof length);
            if (read_some(helper, length, report))
                break;
        }
        team_check_memory(team);
        if (limits_exceeded(team->limits) != LIMIT_NONE)
            result = TEAM_LIMIT;
        else if (team_has_died(helper))
            result = TEAM_DIED;
    }
    bytes_free(&head);
    return result;
}

TeamResult team_wait(Team *team, const TeamHelper *helper, Bytes *report, Text *reason)
{
    bytes_clear(report);
    atomic_fetch_sub(&team->shared->working, 1);
    TeamResult result = receive_report(team, helper, report);
    atomic_fetch_add(&team->shared->working, 1); // for a while there may be one too many
    if (result == TEAM_DONE) {
        close(helper->socket);
        vector_push(&team->leavers, ((Leaver){helper->process, helper->slot}));
    } else if (result == TEAM_DIED) {
        int status = end_of_process(helper->process);
        forget(team, helper);
        if (WIFSIGNALED(status))
            text_format(reason, "a worker was killed by signal %d", WTERMSIG(status));
        else
            text_format(reason, "a worker ended with status %d", WEXITSTATUS(status));
    }
    return result;
}

// Those that it has forked die with it. Nobody forks any more: the search is over.
void team_drop(Team *team, const TeamHelper *helper)
{
    kill(helper->process, SIGKILL);
    end_of_process(helper->process);
    forget(team, helper);
}

void team_stop(Team *team)
{
    atomic_store(&team->shared->stopped, true);
}

bool team_is_stopped(const Team *team)
{
    return atomic_load_explicit(&team->shared->stopped, memory_order_relaxed);
}

void team_begin_again(Team *team)
{
    atomic_store(&team->shared->stopped, false);
}

void team_check_memory(Team *team)
{
    Limits *limits = team->limits;
    double now = clock_now();
    if (!limits->memory_limit_mb || limits->reason != LIMIT_NONE || getpid() != team->first ||
        now - team->checked_memory < MEMORY_INTERVAL)
        return;
    pid_t processes[TEAM_SLOTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < TEAM_SLOTS; i++) {
        pid_t process = atomic_load(&team->shared->processes[i]);
        if (process > 0)
            processes[count++] = process;
    }
    if (crew_memory_exceeds(processes, count, limits->memory_limit_mb))
        limits->reason = LIMIT_MEMORY;
    team->checked_memory = clock_now();
}
