// The one place where the user's program is executed by the processor and not by the machine.
#include "cli/native.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/statistics.h"
#include "cli/commands.h"
#include "cli/native_plan.h"
#include "cli/native_runtime.h"
#include "cli/terminal.h"
#include "front/compile.h"
#include "base/file.h"

enum { DEFAULT_SECONDS = 60 };

static char *join_path(const char *directory, const char *name)
{
    Text path = {0};
    text_format(&path, "%s/%s", directory, name);
    char *result = memory_copy_string(text_string(&path));
    text_free(&path);
    return result;
}

static char *make_directory(const char *wanted)
{
    char temporary[] = "/tmp/raddle-native-XXXXXX";
    if (wanted && (!mkdir(wanted, 0777) || errno == EEXIST))
        return memory_copy_string(wanted);
    if (!wanted && mkdtemp(temporary))
        return memory_copy_string(temporary);
    fprintf(stderr, "raddle: error: %s: %s\n", wanted ? wanted : temporary, strerror(errno));
    return NULL;
}

bool native_open(NativeReplay *replay, const Options *options, const Trace *trace)
{
    bool violated = trace->end == TRACE_VIOLATION;
    *replay = (NativeReplay){.options = options, .keep = options->native_dir != NULL};
    replay->directory = make_directory(options->native_dir);
    if (!replay->directory)
        return false;
    replay->bitcode = join_path(replay->directory, "program.bc");
    replay->front = (NativeOptions){
        .output = replay->bitcode,
        .check_arithmetic = violated && trace->property == PROPERTY_DIVISION,
        .check_overflow = violated && trace->property == PROPERTY_OVERFLOW,
        .address_sanitizer = violated && (trace->property == PROPERTY_MEMORY || trace->property == PROPERTY_LEAK)};
    return true;
}

static void remove_directory(const char *path)
{
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char *name = join_path(path, entry->d_name);
        unlink(name);
        free(name);
    }
    if (directory)
        closedir(directory);
    rmdir(path);
}

void native_close(NativeReplay *replay)
{
    if (replay->directory && !replay->keep)
        remove_directory(replay->directory);
    free(replay->directory);
    free(replay->bitcode);
}

static bool write_file(const char *directory, const char *name, const char *data, size_t size, StringList *sources,
                       Text *error)
{
    char *path = join_path(directory, name);
    Text text = {0};
    text_append_bytes(&text, data, size);
    bool written = file_write_text(path, &text, error);
    text_free(&text);
    if (strstr(name, ".c"))
        vector_push(sources, path);
    else
        free(path);
    return written;
}

static bool compile(const NativeReplay *replay, const StringList *sources, const char *executable, Text *error)
{
    if (replay->front.address_sanitizer) {
        Text ignored = {0};
        bool built = compile_executable(sources->data, sources->count, true, executable, &ignored);
        text_free(&ignored);
        if (built)
            return true;
        fprintf(stderr, "raddle: going on without the address sanitizer (Debian: libclang-rt-19-dev)\n");
    }
    return compile_executable(sources->data, sources->count, false, executable, error);
}

static bool build(const NativeReplay *replay, const Text *plan, const char *executable, Text *error)
{
    StringList sources = {0};
    bool done = write_file(replay->directory, "plan.c", text_string(plan), plan->length, &sources, error);
    const RuntimeFile *file;
    for (size_t i = 0; done && (file = native_runtime_file(i)); i++)
        done = write_file(replay->directory, file->name, file->data, file->size, &sources, error);
    uint32_t own = sources.count;
    vector_push(&sources, replay->bitcode);
    done = done && compile(replay, &sources, executable, error);
    for (uint32_t i = 0; i < own; i++)
        free((char *)sources.data[i]);
    vector_free(&sources);
    return done;
}

// --- Running it

static _Noreturn void become_program(const char *executable, const TraceProgram *program, int result)
{
    char number[16];
    snprintf(number, sizeof number, "%d", result);
    setenv("RADDLE_NATIVE_RESULT", number, 1);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    StringList arguments = {0};
    vector_push(&arguments, executable);
    for (uint32_t i = 0; i < program->arguments.count; i++)
        vector_push(&arguments, program->arguments.data[i]);
    vector_push(&arguments, NULL);
    execv(executable, (char *const *)arguments.data);
    dprintf(result, "diverged %s: %s\n", executable, strerror(errno));
    _exit(127);
}

// Reads until the program closes the descriptor, that is, until it has ended. False: it ran out of time.
static bool read_result(int descriptor, double seconds, Text *result)
{
    double deadline = clock_now() + seconds;
    for (;;) {
        double left = deadline - clock_now();
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        int count = left > 0 ? poll(&ready, 1, (int)(left * 1000) + 1) : 0;
        if (count < 0 && errno != EINTR)
            return true;
        if (!count)
            return false;
        char buffer[512];
        ssize_t length = count > 0 ? read(descriptor, buffer, sizeof buffer) : -1;
        if (!length)
            return true;
        if (length > 0)
            text_append_bytes(result, buffer, (size_t)length);
    }
}

// Appends the line that the runtime reported; "" if there was none.
static void execute(const char *executable, const TraceProgram *program, double seconds, Text *result)
{
    int ends[2];
    fflush(stdout);
    if (pipe(ends)) {
        text_format(result, "diverged %s", strerror(errno));
        return;
    }
    pid_t child = fork();
    if (!child) {
        close(ends[0]);
        become_program(executable, program, ends[1]);
    }
    close(ends[1]);
    bool ended = child > 0 && read_result(ends[0], seconds, result);
    close(ends[0]);
    if (child < 0) {
        text_format(result, "diverged %s", strerror(errno));
        return;
    }
    if (!ended) {
        kill(child, SIGKILL);
        text_clear(result);
        text_format(result, "diverged it did not end in %g seconds", seconds);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!result->length && WIFSIGNALED(status))
        text_format(result, "diverged it was killed by signal %d", WTERMSIG(status));
}

static int tell_not_reproduced(const char *reason)
{
    printf("NATIVE: not reproduced (%.*s)\n", (int)strcspn(reason, "\n"), reason);
    return STATUS_UNKNOWN;
}

static int tell_result(const Trace *trace, const char *result)
{
    static const char diverged[] = "diverged ", other[] = "other ", exited[] = "exited ";
    if (!strncmp(result, "same", 4)) {
        Text line = {0};
        trace_append_verdict(trace, &line);
        printf("NATIVE: the same violation: %s\n", text_string(&line));
        text_free(&line);
        return STATUS_FALSE;
    }
    if (!strncmp(result, exited, strlen(exited))) {
        int status = atoi(result + strlen(exited));
        if (trace->end == TRACE_EXITED && trace->exit_status == status) {
            printf("NATIVE: the run ends as recorded, with exit status %d\n", status);
            return status;
        }
        char reason[64];
        snprintf(reason, sizeof reason, "the process ended with exit status %d", status);
        return tell_not_reproduced(reason);
    }
    if (!strncmp(result, diverged, strlen(diverged)))
        return tell_not_reproduced(result + strlen(diverged));
    if (!strncmp(result, other, strlen(other)))
        return tell_not_reproduced(result + strlen(other));
    return tell_not_reproduced("the process ended without a word");
}

static void tell_debugger(const char *executable, const TraceProgram *program)
{
    fprintf(stderr, "raddle: to see it in a debugger: gdb -ex run %s%s", program->arguments.count ? "--args " : "",
            executable);
    for (uint32_t i = 0; i < program->arguments.count; i++)
        fprintf(stderr, " '%s'", program->arguments.data[i]);
    fputc('\n', stderr);
}

int native_run(const NativeReplay *replay, const Program *program, const Trace *trace)
{
    if (trace->end != TRACE_VIOLATION && trace->end != TRACE_EXITED)
        return tell_not_reproduced("the recorded run has no end that could be compared");
    if (trace->program.symbolic_arguments)
        return tell_not_reproduced("arguments of the program are inputs: give them with --args");
    char *executable = join_path(replay->directory, "program");
    Text plan = {0}, error = {0}, result = {0};
    int status;
    const char *reason = native_plan_append(program, trace, &plan);
    if (!reason && !build(replay, &plan, executable, &error))
        reason = "the program could not be built";
    terminal_print_errors(&error);
    if (reason) {
        status = tell_not_reproduced(reason);
    } else {
        fprintf(stderr, "raddle: this runs the program on your machine\n");
        double seconds = replay->options->timeout ? replay->options->timeout : DEFAULT_SECONDS;
        execute(executable, &trace->program, seconds, &result);
        if (replay->keep)
            tell_debugger(executable, &trace->program);
        status = tell_result(trace, text_string(&result));
    }
    text_free(&plan);
    text_free(&error);
    text_free(&result);
    free(executable);
    return status;
}
