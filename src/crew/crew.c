// A master polls the links to its workers; it never waits for one of them alone, and never longer than a tenth of a
// second without a look at the limits. A forked worker has one link and does one item at a time. A rank of an MPI run
// has one link to rank 0, forks workers of its own and passes items and results on: so it notices that rank 0 is gone
// while its workers are busy, and can report to rank 0 how a worker ended.
//
// Nobody outlives the master: workers are killed when the crew is freed, get a signal from the system when the master
// dies (Linux), and end by themselves when their link breaks.
#include "crew/crew.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "base/text.h"
#include "base/vector.h"
#include "crew/crew_link.h"
#include "crew/crew_memory.h"
#include "crew/crew_mpi.h"
#include "crew/crew_process.h"

enum { SLICE_MS = 100 };

static const double MEMORY_INTERVAL = 0.1;

typedef struct Worker {
    CrewLink link;
    pid_t process;     // of a forked worker; 0: another rank
    const char *host;  // of another rank
    uint32_t capacity; // how many items it takes at a time
    uint32_t busy;     // how many it has
    bool gone;         // it has died, and that was reported
} Worker;

struct Crew {
    CrewWork *work;
    CrewReceive *receive;
    void *context;
    Limits *limits;
    VECTOR(Worker) workers; // none: the work is done in this process
    VECTOR(struct pollfd) polled;
    VECTOR(pid_t) processes;
    Bytes item; // of this process
    bool has_item;
    uint32_t next_looked_at; // the worker whose messages are taken first, so that none is forgotten
    Text reason;
    double checked_memory;
};

static void wait_for_link(const CrewLink *link, short events)
{
    struct pollfd polled = {.fd = link->socket, .events = events};
    poll(&polled, 1, -1);
}

static void send_whole(CrewLink *link, CrewMessage message, const Bytes *body)
{
    crew_link_send(link, message, body);
    while (link->out.length) {
        wait_for_link(link, POLLOUT);
        crew_link_flush(link);
    }
}

static void do_items(Crew *crew, CrewLink *link)
{
    Bytes item = {0}, result = {0};
    CrewMessage message;
    for (;;) {
        while (!crew_link_take(link, &message, &item)) {
            if (link->socket < 0)
                return;
            wait_for_link(link, POLLIN);
            crew_link_receive(link);
        }
        if (message == CREW_MESSAGE_BROADCAST) {
            crew->receive(crew->context, &item);
            continue;
        }
        bytes_clear(&result);
        crew->work(crew->context, &item, &result);
        LimitReason met = crew->limits->reason;
        if (met != LIMIT_NONE) {
            bytes_clear(&result);
            bytes_put_u8(&result, (uint8_t)met);
        }
        send_whole(link, met == LIMIT_NONE ? CREW_MESSAGE_RESULT : CREW_MESSAGE_LIMIT, &result);
    }
}

// Leaves by _exit, so that what the master has buffered for its files is written by the master only.
static _Noreturn void be_worker(Crew *crew, int socket, pid_t master)
{
    crew_process_begin(master);
    for (uint32_t i = 0; i < crew->workers.count; i++)
        crew_link_close(&crew->workers.data[i].link);
    CrewLink link;
    crew_link_open(&link, socket);
    do_items(crew, &link);
    _exit(0);
}

// `other`, if it is not negative, is a socket of the master's that the worker must not hold.
static bool fork_worker(Crew *crew, int other)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return false;
    pid_t master = getpid();
    pid_t process = fork();
    if (!process) {
        close(ends[0]);
        if (other >= 0)
            close(other);
        be_worker(crew, ends[1], master);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return false;
    }
    Worker worker = {.process = process, .capacity = 1};
    crew_link_open(&worker.link, ends[0]);
    vector_push(&crew->workers, worker);
    return true;
}

static void fork_workers(Crew *crew, uint32_t jobs, int other)
{
    while (crew->workers.count < jobs && fork_worker(crew, other))
        continue;
}

static void adopt_followers(Crew *crew, uint32_t jobs)
{
    uint32_t count = crew_mpi_follower_count();
    for (uint32_t i = 0; i < count; i++) {
        Worker worker = {.capacity = jobs};
        crew_link_open(&worker.link, crew_mpi_take_follower(i, &worker.host));
        vector_push(&crew->workers, worker);
    }
}

// Passes on what has arrived and what can be written now, waiting at most `milliseconds` for something to do.
// `superior` may be NULL.
static void exchange(Crew *crew, CrewLink *superior, int milliseconds)
{
    uint32_t count = crew->workers.count;
    vector_resize(&crew->polled, 0);
    for (uint32_t i = 0; i < count; i++) {
        CrewLink *link = &crew->workers.data[i].link;
        vector_push(&crew->polled, (struct pollfd){.fd = link->socket, .events = crew_link_events(link)});
    }
    if (superior)
        vector_push(&crew->polled, (struct pollfd){.fd = superior->socket, .events = crew_link_events(superior)});
    if (poll(crew->polled.data, crew->polled.count, milliseconds) <= 0)
        return;
    for (uint32_t i = 0; i < crew->polled.count; i++) {
        if (!crew->polled.data[i].revents)
            continue;
        CrewLink *link = i < count ? &crew->workers.data[i].link : superior;
        crew_link_flush(link);
        crew_link_receive(link);
    }
}

static void describe_end(Crew *crew, Worker *worker)
{
    unsigned number = (unsigned)(worker - crew->workers.data) + 1;
    int status;
    if (!worker->process) {
        text_format(&crew->reason, "rank %u on %s is gone", number, worker->host);
        return;
    }
    text_format(&crew->reason, "worker %u ", number);
    pid_t ended;
    do
        ended = waitpid(worker->process, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended < 0)
        text_append(&crew->reason, "is gone");
    else if (WIFSIGNALED(status))
        text_format(&crew->reason, "was killed by signal %d", WTERMSIG(status));
    else
        text_format(&crew->reason, "ended with status %d", WEXITSTATUS(status));
    worker->process = 0;
}

static CrewReport take_message(Crew *crew, Worker *worker, CrewMessage message, Bytes *result)
{
    BytesReader reader = bytes_reader(result);
    switch (message) {
    case CREW_MESSAGE_RESULT:
        CHECK(worker->busy);
        worker->busy--;
        return CREW_RESULT;
    case CREW_MESSAGE_LIMIT:
        crew->limits->reason = (LimitReason)bytes_get_u8(&reader);
        break;
    case CREW_MESSAGE_DIED:
        text_format(&crew->reason, "rank %u on %s: %s", (unsigned)(worker - crew->workers.data) + 1, worker->host,
                    bytes_get_string(&reader));
        bytes_clear(result);
        return CREW_DIED;
    case CREW_MESSAGE_ITEM:
    case CREW_MESSAGE_BROADCAST:
    case CREW_MESSAGE_PROGRESS:
        INTERNAL_ERROR("a worker gives orders");
    }
    bytes_clear(result);
    return CREW_LIMIT;
}

// A report of one worker that has arrived, if any: what it sent, and then that its link broke.
static bool take_report(Crew *crew, uint32_t index, CrewReport *report, Bytes *result)
{
    Worker *worker = &crew->workers.data[index];
    CrewMessage message;
    if (crew_link_take(&worker->link, &message, result)) {
        *report = take_message(crew, worker, message, result);
        return true;
    }
    if (worker->link.socket >= 0)
        return false;
    if (worker->gone)
        return false;
    text_clear(&crew->reason);
    describe_end(crew, worker);
    worker->gone = true;
    worker->busy = worker->capacity = 0;
    *report = CREW_DIED;
    return true;
}

// A death comes before results of others, however many keep coming: its item will never be done.
static bool find_death(Crew *crew, CrewReport *report, Bytes *result)
{
    for (uint32_t i = 0; i < crew->workers.count; i++) {
        if (crew->workers.data[i].link.socket < 0 && !crew->workers.data[i].gone)
            return take_report(crew, i, report, result);
    }
    return false;
}

static bool find_message(Crew *crew, CrewReport *report, Bytes *result)
{
    uint32_t count = crew->workers.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = (crew->next_looked_at + i) % count;
        if (take_report(crew, index, report, result)) {
            crew->next_looked_at = index + 1;
            return true;
        }
    }
    return false;
}

// The memory of master and workers together counts against the limit. It is measured here, because a worker sees itself
// only.
static void look_at_memory(Crew *crew)
{
    Limits *limits = crew->limits;
    double now = clock_now();
    if (!limits->memory_limit_mb || limits->reason != LIMIT_NONE || now - crew->checked_memory < MEMORY_INTERVAL)
        return;
    vector_resize(&crew->processes, 0);
    vector_push(&crew->processes, getpid());
    for (uint32_t i = 0; i < crew->workers.count; i++) {
        if (crew->workers.data[i].process)
            vector_push(&crew->processes, crew->workers.data[i].process);
    }
    if (crew_memory_exceeds(crew->processes.data, crew->processes.count, limits->memory_limit_mb))
        limits->reason = LIMIT_MEMORY;
    crew->checked_memory = clock_now();
}

static LimitReason look_at_limits(Crew *crew)
{
    look_at_memory(crew);
    return limits_exceeded(crew->limits);
}

// The end of a rank: reports the reason to rank 0, if that is still there.
static _Noreturn void give_up(Crew *crew, CrewLink *superior, CrewReport report)
{
    Bytes body = {0};
    if (report == CREW_LIMIT)
        bytes_put_u8(&body, (uint8_t)crew->limits->reason);
    else
        bytes_put_string(&body, text_string(&crew->reason));
    send_whole(superior, report == CREW_LIMIT ? CREW_MESSAGE_LIMIT : CREW_MESSAGE_DIED, &body);
    bytes_free(&body);
    crew_free(crew);
    _exit(0);
}

// What a rank other than 0 does: items of rank 0 go to its workers, results go back, until rank 0 is gone.
static _Noreturn void be_follower(Crew *crew, uint32_t jobs, int socket)
{
    Bytes message = {0};
    CrewMessage kind;
    CrewReport report;
    CrewLink superior;
    crew_process_ignore_signals();
    fork_workers(crew, jobs, socket);
    crew_link_open(&superior, socket);
    if (crew->workers.count < jobs) {
        text_append(&crew->reason, "it cannot start its workers");
        give_up(crew, &superior, CREW_DIED);
    }
    for (;;) {
        while (crew_link_take(&superior, &kind, &message)) {
            if (kind == CREW_MESSAGE_BROADCAST)
                crew_broadcast(crew, &message);
            else
                crew_give(crew, &message);
        }
        if (superior.socket < 0) {
            crew_free(crew);
            _exit(0);
        }
        while (find_message(crew, &report, &message)) {
            if (report != CREW_RESULT)
                give_up(crew, &superior, report);
            crew_link_send(&superior, CREW_MESSAGE_RESULT, &message);
        }
        if (look_at_limits(crew) != LIMIT_NONE)
            give_up(crew, &superior, CREW_LIMIT);
        exchange(crew, &superior, SLICE_MS);
    }
}

Crew *crew_create(uint32_t jobs, CrewWork *work, CrewReceive *receive, void *context, Limits *limits)
{
    Crew *crew = memory_allocate_zeroed(sizeof *crew);
    crew->work = work;
    crew->receive = receive;
    crew->context = context;
    crew->limits = limits;
    if (!jobs)
        jobs = 1;
    int master = crew_mpi_take_master();
    if (master >= 0)
        be_follower(crew, jobs, master);
    adopt_followers(crew, jobs);
    if (!crew->workers.count && jobs > 1)
        fork_workers(crew, jobs, -1);
    return crew;
}

uint32_t crew_busy(const Crew *crew)
{
    uint32_t busy = crew->has_item;
    for (uint32_t i = 0; i < crew->workers.count; i++)
        busy += crew->workers.data[i].busy;
    return busy;
}

uint32_t crew_idle(const Crew *crew)
{
    uint32_t idle = !crew->workers.count && !crew->has_item;
    for (uint32_t i = 0; i < crew->workers.count; i++)
        idle += crew->workers.data[i].capacity - crew->workers.data[i].busy;
    return idle;
}

// The least laden worker: with several ranks of several workers each, all machines get something first.
static Worker *choose_worker(Crew *crew)
{
    Worker *best = NULL;
    for (uint32_t i = 0; i < crew->workers.count; i++) {
        Worker *worker = &crew->workers.data[i];
        if (worker->busy < worker->capacity && (!best || worker->busy < best->busy))
            best = worker;
    }
    CHECK(best);
    return best;
}

void crew_give(Crew *crew, const Bytes *item)
{
    if (crew->workers.count) {
        Worker *worker = choose_worker(crew);
        worker->busy++;
        crew_link_send(&worker->link, CREW_MESSAGE_ITEM, item);
        return;
    }
    CHECK(!crew->has_item);
    bytes_clear(&crew->item);
    bytes_append(&crew->item, item->data, item->length);
    crew->has_item = true;
}

void crew_broadcast(Crew *crew, const Bytes *broadcast)
{
    for (uint32_t i = 0; i < crew->workers.count; i++)
        crew_link_send(&crew->workers.data[i].link, CREW_MESSAGE_BROADCAST, broadcast);
}

static CrewReport do_own_item(Crew *crew, Bytes *result)
{
    crew->has_item = false;
    crew->work(crew->context, &crew->item, result);
    if (crew->limits->reason == LIMIT_NONE)
        return CREW_RESULT;
    bytes_clear(result);
    return CREW_LIMIT;
}

// What has arrived is looked at before the limits: when a rank dies, mpirun tells the others to end, and the death is
// the better reason. Results, though, do not keep a limit from being seen.
CrewReport crew_next(Crew *crew, Bytes *result)
{
    CrewReport report;
    CHECK(crew_busy(crew));
    bytes_clear(result);
    if (!crew->workers.count)
        return look_at_limits(crew) == LIMIT_NONE ? do_own_item(crew, result) : CREW_LIMIT;
    for (int wait = 0;; wait = SLICE_MS) {
        exchange(crew, NULL, wait);
        if (find_death(crew, &report, result))
            return report;
        if (look_at_limits(crew) != LIMIT_NONE)
            return CREW_LIMIT;
        if (find_message(crew, &report, result))
            return report;
    }
}

const char *crew_reason(const Crew *crew)
{
    return text_string(&crew->reason);
}

void crew_free(Crew *crew)
{
    for (uint32_t i = 0; i < crew->workers.count; i++) {
        if (crew->workers.data[i].process)
            kill(crew->workers.data[i].process, SIGKILL);
    }
    for (uint32_t i = 0; i < crew->workers.count; i++) {
        Worker *worker = &crew->workers.data[i];
        while (worker->process && waitpid(worker->process, NULL, 0) < 0 && errno == EINTR)
            continue;
        crew_link_close(&worker->link);
    }
    vector_free(&crew->workers);
    vector_free(&crew->polled);
    vector_free(&crew->processes);
    bytes_free(&crew->item);
    text_free(&crew->reason);
    free(crew);
}

void crew_start(void)
{
    crew_mpi_start();
}

bool crew_is_follower(void)
{
    return crew_mpi_is_follower();
}
