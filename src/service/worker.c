#include "service/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"

extern char **environ;

enum { RESULT_DESCRIPTOR = 3, BLOCK = 16384 };

// Standard input is empty.
static int spawn(Worker *worker, char *const *arguments, const char *directory, int errors)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, worker->result, RESULT_DESCRIPTOR);
    posix_spawn_file_actions_addchdir_np(&actions, directory);
    int error = posix_spawn(&worker->process, "/proc/self/exe", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// Above the number that it has in the worker, so that it can be moved there.
static int make_result(void)
{
    int low = memfd_create("result", MFD_CLOEXEC);
    int high = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, RESULT_DESCRIPTOR + 1);
    if (low >= 0)
        close(low);
    return high;
}

bool worker_start(Worker *worker, const WordList *arguments, const char *directory, Text *error)
{
    CHECK(!worker_is_busy(worker));
    int ends[2];
    text_clear(&worker->said);
    worker->result = make_result();
    if (worker->result < 0 || pipe2(ends, O_CLOEXEC)) {
        text_format(error, "no second process: %s", strerror(errno));
        if (worker->result >= 0)
            close(worker->result);
        return false;
    }
    worker->errors = ends[0];
    fcntl(worker->errors, F_SETFL, O_NONBLOCK);
    WordList words = {0};
    vector_push(&words, "raddle");
    for (uint32_t i = 0; i < arguments->count; i++)
        vector_push(&words, arguments->data[i]);
    vector_push(&words, NULL);
    int failure = spawn(worker, (char *const *)words.data, directory, ends[1]);
    vector_free(&words);
    close(ends[1]);
    if (!failure)
        return true;
    text_format(error, "no second process: %s", strerror(failure));
    close(worker->errors);
    close(worker->result);
    worker->process = 0;
    return false;
}

bool worker_listen(Worker *worker)
{
    char block[BLOCK];
    ssize_t count;
    while ((count = read(worker->errors, block, sizeof block)) > 0)
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
