// The process that waits reads what the other sends, passes on that the user does not want to wait any longer, and
// looks at the note when the other is gone. The other keeps to the limits by itself; signals concern the one that
// waits.
#include "engine/contain.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crew/crew.h"
#include "crew/crew_link.h"
#include "crew/crew_mpi.h"
#include "crew/crew_process.h"
#include "engine/answer.h"
#include "engine/table.h"
#include "run/counterexample.h"

static const char *const not_executable = "a violation that it found cannot be executed again";

// --- Verdicts as bytes

void contain_put_verdict(const Verdict *verdict, Bytes *out)
{
    bytes_put_u8(out, (uint8_t)verdict->answer);
    bytes_put_u8(out, verdict->bounded);
    bytes_put_u8(out, verdict->was_cut);
    bytes_put_u64(out, verdict->depth.rounds);
    bytes_put_u64(out, verdict->depth.threads);
    bytes_put_u32(out, verdict->depth.cut.loop);
    bytes_put_u32(out, verdict->depth.cut.creation);
    bytes_put_string(out, verdict->engine);
    bytes_put_string(out, text_string(&verdict->reason));
    bytes_put_string(out, text_string(&verdict->note));
    bytes_put_string(out, text_string(&verdict->covered));
    bytes_put_string(out, text_string(&verdict->rest));
    bytes_put_string(out, text_string(&verdict->more));
    bytes_put_string(out, text_string(&verdict->dump));
    proof_put(&verdict->proof, out);
    statistics_put(&verdict->statistics, out);
    bytes_put_u32(out, verdict->counterexamples.count);
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        counterexample_put(verdict->counterexamples.data[i], out);
}

bool contain_get_verdict(const EngineTask *task, BytesReader *reader, Verdict *out)
{
    bool executed = true;
    out->answer = (Answer)bytes_get_u8(reader);
    out->bounded = bytes_get_u8(reader);
    out->was_cut = bytes_get_u8(reader);
    out->depth.rounds = bytes_get_u64(reader);
    out->depth.threads = bytes_get_u64(reader);
    out->depth.cut.loop = bytes_get_u32(reader);
    out->depth.cut.creation = bytes_get_u32(reader);
    out->engine = engine_find(bytes_get_string(reader))->name;
    text_append(&out->reason, bytes_get_string(reader));
    text_append(&out->note, bytes_get_string(reader));
    text_append(&out->covered, bytes_get_string(reader));
    text_append(&out->rest, bytes_get_string(reader));
    text_append(&out->more, bytes_get_string(reader));
    text_append(&out->dump, bytes_get_string(reader));
    proof_get(reader, &out->proof);
    statistics_get(reader, &out->statistics);
    for (uint32_t count = bytes_get_u32(reader); count && executed; count--) {
        Trace *trace = counterexample_get(task, reader);
        executed = trace != NULL;
        if (trace)
            vector_push(&out->counterexamples, trace);
    }
    return executed;
}

// --- Failures

FailureNote *contain_create_notes(uint32_t count)
{
    void *notes = mmap(NULL, count * sizeof(FailureNote), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return notes == MAP_FAILED ? NULL : notes;
}

void contain_free_notes(FailureNote *notes, uint32_t count)
{
    if (notes)
        munmap(notes, count * sizeof *notes);
}

// For tests: RADDLE_FAIL_ENGINE=NAME or NAME:KIND, or a list of them. See doc/testing.md.
static void fail_on_request(const char *engine)
{
    const char *list = getenv("RADDLE_FAIL_ENGINE");
    size_t length = strlen(engine);
    for (; list && *list; list += strcspn(list, ","), list += *list == ',') {
        if (strncmp(list, engine, length) || !strchr(":,", list[length]))
            continue;
        const char *kind = list[length] == ':' ? list + length + 1 : "";
        if (!strncmp(kind, "memory", 6))
            fail_out_of_memory(0);
        if (!strncmp(kind, "signal", 6))
            raise(SIGSEGV);
        if (!strncmp(kind, "kill", 4))
            raise(SIGKILL);
        INTERNAL_ERROR("RADDLE_FAIL_ENGINE is set");
    }
}

void contain_begin(FailureNote *note, const char *engine)
{
    if (note)
        fail_leave_note(note);
    fail_on_request(engine);
}

void contain_add_failure(Verdict *verdict, const char *engine, const FailureNote *note, const char *otherwise)
{
    bool filled = note && atomic_load(&note->filled);
    Failure failure = {.engine = engine};
    text_append(&failure.where, filled ? note->where : "");
    text_append(&failure.message, filled ? note->message : otherwise);
    verdict_add_failure(verdict, failure);
}

static bool lacked_memory(const Failure *failure)
{
    return !strcmp(text_string(&failure->message), fail_without_memory);
}

// Whoever failed first: an error of raddle's tells more than a lack of memory.
void contain_conclude(Verdict *verdict)
{
    const Failure *failure = &verdict->failures.data[0];
    for (uint32_t i = verdict->failures.count; i-- > 0;)
        if (!lacked_memory(&verdict->failures.data[i]))
            failure = &verdict->failures.data[i];
    verdict->answer = ANSWER_UNKNOWN;
    verdict->engine = failure->engine;
    text_clear(&verdict->reason);
    if (lacked_memory(failure)) {
        text_append(&verdict->reason, fail_without_memory);
        return;
    }
    text_format(&verdict->reason, "internal error in engine %s", failure->engine);
    if (failure->where.length)
        text_format(&verdict->reason, " at %s", text_string(&failure->where));
    else
        text_format(&verdict->reason, ": %s", text_string(&failure->message));
}

// --- The process that works

// Shared by the two.
typedef struct Shared {
    FailureNote note;
    atomic_bool interrupt;
} Shared;

typedef struct Child {
    CrewLink link;
    double reported; // when progress was reported last
} Child;

static void send_whole(CrewLink *link, CrewMessage message, const Bytes *body)
{
    crew_link_send(link, message, body);
    while (link->out.length) {
        struct pollfd polled = {.fd = link->socket, .events = POLLOUT};
        poll(&polled, 1, -1);
        crew_link_flush(link);
    }
}

static void send_progress(void *context, const char *engine, const Statistics *statistics)
{
    static const double INTERVAL = 0.1;
    Child *child = context;
    double now = clock_now();
    if (now - child->reported < INTERVAL)
        return;
    child->reported = now;
    Bytes bytes = {0};
    bytes_put_string(&bytes, engine);
    statistics_put(statistics, &bytes);
    send_whole(&child->link, CREW_MESSAGE_PROGRESS, &bytes);
    bytes_free(&bytes);
}

static _Noreturn void be_child(const EngineTask *task, const char *engine, ContainedWork *work, const void *context,
                               Verdict *verdict, Shared *shared, int socket, pid_t parent)
{
    crew_process_begin(parent);
    contain_begin(&shared->note, engine);
    Child child = {0};
    crew_link_open(&child.link, socket);
    EngineTask own = *task;
    if (task->progress) {
        own.progress = send_progress;
        own.progress_context = &child;
    }
    task->limits->interrupt = &shared->interrupt;
    work(&own, context, verdict);
    statistics_finish(&verdict->statistics, task->limits->started);
    Bytes bytes = {0};
    contain_put_verdict(verdict, &bytes);
    send_whole(&child.link, CREW_MESSAGE_RESULT, &bytes);
    _exit(0);
}

// --- The process that waits

static void pass_on_progress(const EngineTask *task, const Bytes *bytes)
{
    BytesReader reader = bytes_reader(bytes);
    Statistics statistics = {0};
    const char *engine = bytes_get_string(&reader);
    statistics_get(&reader, &statistics);
    if (task->progress)
        task->progress(task->progress_context, engine_find(engine)->name, &statistics);
}

// True when the result has come.
static bool wait_for_result(const EngineTask *task, Shared *shared, CrewLink *link, Bytes *result)
{
    enum { SLICE_MS = 50 };
    CrewMessage message;
    for (;;) {
        while (crew_link_take(link, &message, result)) {
            if (message == CREW_MESSAGE_RESULT)
                return true;
            pass_on_progress(task, result);
        }
        if (link->socket < 0)
            return false;
        const atomic_bool *interrupt = task->limits->interrupt;
        if (interrupt && atomic_load(interrupt))
            atomic_store(&shared->interrupt, true);
        struct pollfd polled = {.fd = link->socket, .events = POLLIN};
        if (poll(&polled, 1, SLICE_MS) > 0)
            crew_link_receive(link);
    }
}

static int wait_for_end(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static void describe_end(int status, Text *out)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) // nobody else sends it, as far as one knows
        text_append(out, fail_without_memory);
    else if (WIFSIGNALED(status))
        text_format(out, "it was killed by signal %d", WTERMSIG(status));
    else
        text_format(out, "it ended with status %d", WEXITSTATUS(status));
}

static void replace(Verdict *verdict, Verdict *by)
{
    verdict_take_failures(by, verdict);
    verdict_take_suppressed(by, verdict);
    verdict_free(verdict);
    *verdict = *by;
}

static bool receive(const EngineTask *task, const char *engine, Shared *shared, CrewLink *link, pid_t process,
                    Verdict *verdict)
{
    Bytes result = {0};
    Text end = {0};
    bool came = wait_for_result(task, shared, link, &result);
    describe_end(wait_for_end(process), &end);
    Verdict next = {0};
    BytesReader reader = bytes_reader(&result);
    bool whole = came && contain_get_verdict(task, &reader, &next);
    if (whole) {
        replace(verdict, &next);
        if (verdict->answer == ANSWER_UNKNOWN && atomic_load(&shared->note.filled)) { // a worker of its own has failed
            contain_add_failure(verdict, engine, &shared->note, "");
            contain_conclude(verdict);
        }
    } else {
        verdict_free(&next);
        contain_add_failure(verdict, engine, &shared->note, came ? not_executable : text_string(&end));
    }
    bytes_free(&result);
    text_free(&end);
    return whole;
}

bool contain(const EngineTask *task, const char *engine, ContainedWork *work, const void *context, Verdict *verdict)
{
    bool alone = crew_is_follower() || crew_mpi_follower_count();
    void *memory =
        alone ? MAP_FAILED : mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2];
    if (memory == MAP_FAILED) {
        work(task, context, verdict);
        return true;
    }
    Shared *shared = memory;
    const atomic_bool *interrupt = task->limits->interrupt;
    atomic_store(&shared->interrupt, interrupt && atomic_load(interrupt));
    pid_t parent = getpid(), process = -1;
    bool linked = !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    if (linked)
        process = fork();
    if (!process) {
        close(ends[0]);
        be_child(task, engine, work, context, verdict, shared, ends[1], parent);
    }
    bool done = true;
    if (process < 0) {
        work(task, context, verdict);
    } else {
        CrewLink link;
        close(ends[1]);
        crew_link_open(&link, ends[0]);
        done = receive(task, engine, shared, &link, process, verdict);
        crew_link_close(&link);
    }
    if (linked && process < 0) {
        close(ends[0]);
        close(ends[1]);
    }
    munmap(shared, sizeof *shared);
    return done;
}

static void answer(const EngineTask *task, const void *context, Verdict *verdict)
{
    engine_answer(context, task, verdict);
}

void contain_engine(const EngineTask *task, const Engine *engine, Verdict *verdict)
{
    if (!contain(task, engine->name, answer, engine, verdict))
        contain_conclude(verdict);
}
