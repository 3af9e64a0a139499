#include "service/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"

extern char **environ;

enum { RESULT_DESCRIPTOR = 3, BLOCK = 16384, SAID_LIMIT = 4 << 20 };

static int spawn(Worker *worker, char *const *arguments, const char *directory, int input, int errors)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (input >= 0)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, worker->result, RESULT_DESCRIPTOR);
    posix_spawn_file_actions_addchdir_np(&actions, directory);
    int error = posix_spawn(&worker->process, "/proc/self/exe", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// Limits are inherited: they are this process's for the moment in which the other begins.
typedef struct LimitsKept {
    struct rlimit memory, cpu, files;
} LimitsKept;

static void lower(int resource, uint64_t limit, struct rlimit *kept)
{
    getrlimit((__rlimit_resource_t)resource, kept);
    struct rlimit lowered = *kept;
    if (limit && limit < lowered.rlim_cur)
        lowered.rlim_cur = limit;
    setrlimit((__rlimit_resource_t)resource, &lowered);
}

static int spawn_limited(Worker *worker, char *const *arguments, const WorkerOrder *order, int input, int errors)
{
    LimitsKept kept;
    lower(RLIMIT_AS, order->memory_mb << 20, &kept.memory);
    lower(RLIMIT_CPU, order->cpu_seconds, &kept.cpu);
    lower(RLIMIT_FSIZE, order->file_mb << 20, &kept.files);
    int error = spawn(worker, arguments, order->directory, input, errors);
    setrlimit(RLIMIT_AS, &kept.memory);
    setrlimit(RLIMIT_CPU, &kept.cpu);
    setrlimit(RLIMIT_FSIZE, &kept.files);
    return error;
}

// A file without a name, with a number above those that the worker gives to its own, so that it can be moved there.
static int make_file(const Text *content)
{
    int low = memfd_create("raddle", MFD_CLOEXEC);
    int file = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, RESULT_DESCRIPTOR + 1);
    if (low >= 0)
        close(low);
    bool written = file >= 0 && (!content || write(file, content->data, content->length) == (ssize_t)content->length);
    if (written)
        lseek(file, 0, SEEK_SET);
    else if (file >= 0)
        close(file);
    return written ? file : -1;
}

static void close_open(int file)
{
    if (file >= 0)
        close(file);
}

bool worker_start(Worker *worker, const WorkerOrder *order, Text *error)
{
    CHECK(!worker_is_busy(worker));
    int ends[2] = {-1, -1}, input = order->input ? make_file(order->input) : -1;
    text_clear(&worker->said);
    worker->result = make_file(NULL);
    int failure = worker->result < 0 || (order->input && input < 0) || pipe2(ends, O_CLOEXEC) ? errno : 0;
    if (!failure) {
        WordList words = {0};
        vector_push(&words, "raddle");
        for (uint32_t i = 0; i < order->arguments->count; i++)
            vector_push(&words, order->arguments->data[i]);
        vector_push(&words, NULL);
        worker->errors = ends[0];
        fcntl(worker->errors, F_SETFL, O_NONBLOCK);
        failure = spawn_limited(worker, (char *const *)words.data, order, input, ends[1]);
        vector_free(&words);
    }
    close_open(input);
    close_open(ends[1]);
    if (!failure)
        return true;
    text_format(error, "no second process: %s", strerror(failure));
    close_open(ends[0]);
    close_open(worker->result);
    worker->process = 0;
    return false;
}

bool worker_listen(Worker *worker)
{
    char block[BLOCK];
    ssize_t count;
    while ((count = read(worker->errors, block, sizeof block)) > 0)
        if (worker->said.length < SAID_LIMIT)
            text_append_bytes(&worker->said, block, (size_t)count);
    return count < 0 && (errno == EAGAIN || errno == EINTR);
}

static void read_result(int file, Text *result)
{
    char block[BLOCK];
    lseek(file, 0, SEEK_SET);
    for (ssize_t count; (count = read(file, block, sizeof block)) > 0;)
        text_append_bytes(result, block, (size_t)count);
}

int worker_end(Worker *worker, Text *result)
{
    int status;
    pid_t ended;
    do
        ended = waitpid(worker->process, &status, 0);
    while (ended < 0 && errno == EINTR);
    read_result(worker->result, result);
    close(worker->errors);
    close(worker->result);
    worker->process = 0;
    return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void worker_append_verdict(const Worker *worker, Text *out)
{
    const char *verdict = "no answer";
    size_t length = strlen(verdict);
    for (const char *line = text_string(&worker->said); *line; line += strspn(line, "\n")) {
        size_t here = strcspn(line, "\n");
        if (!strncmp(line, "TRUE", 4) || !strncmp(line, "FALSE(", 6) || !strncmp(line, "UNKNOWN(", 8)) {
            verdict = line;
            length = here;
        }
        line += here;
    }
    text_append_bytes(out, verdict, length);
}

void worker_stop(Worker *worker, StoppedList *stopped)
{
    if (!worker_is_busy(worker))
        return;
    kill(worker->process, SIGTERM);
    vector_push(stopped, (Stopped){worker->process, worker->errors});
    close(worker->result);
    worker->process = 0;
}

void workers_reap(StoppedList *stopped)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < stopped->count; i++) {
        Stopped process = stopped->data[i];
        if (waitpid(process.process, NULL, WNOHANG))
            close(process.errors);
        else
            stopped->data[count++] = process;
    }
    stopped->count = count;
}
