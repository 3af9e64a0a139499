// The one place where the user's program is executed by the processor and not by the machine.
#include "native/native.h"

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

#include "base/file.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "front/compile.h"
#include "native/plan.h"
#include "native/runtime.h"

enum { DEFAULT_SECONDS = 60 };

static char *join_path(const char *directory, const char *name)
{
    Text path = {0};
    text_format(&path, "%s/%s", directory, name);
    char *result = memory_copy_string(text_string(&path));
    text_free(&path);
    return result;
}

static char *make_directory(const char *wanted, Text *errors)
{
    char temporary[] = "/tmp/raddle-native-XXXXXX";
    if (wanted && (!mkdir(wanted, 0777) || errno == EEXIST))
        return memory_copy_string(wanted);
    if (!wanted && mkdtemp(temporary))
        return memory_copy_string(temporary);
    text_format(errors, "%s: %s\n", wanted ? wanted : temporary, strerror(errno));
    return NULL;
}

bool native_open(NativeReplay *replay, const Options *options, const Trace *trace, Text *errors)
{
    bool violated = trace->end == TRACE_VIOLATION;
    if (trace->program.rules.weak_memory) {
        text_format(errors, "the run is one of the memory model %s: no process can be made to read old values\n",
                    rules_memory_model(&trace->program.rules));
        return false;
    }
    *replay = (NativeReplay){.options = options, .keep = options->native_dir != NULL};
    replay->directory = make_directory(options->native_dir, errors);
    if (!replay->directory)
        return false;
    replay->bitcode = join_path(replay->directory, "program.bc");
    replay->module = (NativeOptions){
        .output = replay->bitcode,
        .check_arithmetic = violated && trace->property == PROPERTY_DIVISION,
        .check_overflow = violated && trace->property == PROPERTY_OVERFLOW,
        .address_sanitizer = violated && (trace->property == PROPERTY_MEMORY || trace->property == PROPERTY_LEAK)};
    replay->preparation = (FrontPreparation){.prepare = native_prepare, .context = &replay->module};
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
    if (replay->module.address_sanitizer) {
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

// --- What came of it

static NativeEnding end_unlike(const char *reason, Text *line)
{
    text_format(line, "not reproduced (%.*s)", (int)strcspn(reason, "\n"), reason);
    return NATIVE_NOT_REPRODUCED;
}

// What the runtime reports is one of these words, and a text or a number.
static const char *after_word(const char *result, const char *word)
{
    size_t length = strlen(word);
    return strncmp(result, word, length) ? NULL : result + length;
}

static NativeEnding read_ending(const Trace *trace, const char *result, Text *line)
{
    const char *rest;
    if (after_word(result, "same")) {
        text_append(line, "the same violation: ");
        trace_append_verdict(trace, line);
        return NATIVE_SAME_VIOLATION;
    }
    if ((rest = after_word(result, "exited "))) {
        int status = atoi(rest);
        if (trace->end == TRACE_EXITED && trace->exit_status == status) {
            text_format(line, "the run ends as recorded, with exit status %d", status);
            return NATIVE_EXITED;
        }
        char reason[64];
        snprintf(reason, sizeof reason, "the process ended with exit status %d", status);
        return end_unlike(reason, line);
    }
    if ((rest = after_word(result, "diverged ")) || (rest = after_word(result, "other ")))
        return end_unlike(rest, line);
    return end_unlike("the process ended without a word", line);
}

static void mention_debugger(const char *executable, const TraceProgram *program)
{
    fprintf(stderr, "raddle: to see it in a debugger: gdb -ex run %s%s", program->arguments.count ? "--args " : "",
            executable);
    for (uint32_t i = 0; i < program->arguments.count; i++)
        fprintf(stderr, " '%s'", program->arguments.data[i]);
    fputc('\n', stderr);
}

static NativeEnding run_built(const NativeReplay *replay, const Trace *trace, const char *executable, Text *line)
{
    Text result = {0};
    fprintf(stderr, "raddle: this runs the program on your machine\n");
    double seconds = replay->options->timeout ? replay->options->timeout : DEFAULT_SECONDS;
    execute(executable, &trace->program, seconds, &result);
    if (replay->keep)
        mention_debugger(executable, &trace->program);
    NativeEnding ending = read_ending(trace, text_string(&result), line);
    text_free(&result);
    return ending;
}

NativeEnding native_run(const NativeReplay *replay, const Program *program, const Trace *trace, Text *line,
                        Text *errors)
{
    if (trace->end != TRACE_VIOLATION && trace->end != TRACE_EXITED)
        return end_unlike("the recorded run has no end that could be compared", line);
    if (trace->program.symbolic_arguments)
        return end_unlike("arguments of the program are inputs: give them with --args", line);
    char *executable = join_path(replay->directory, "program");
    Text plan = {0};
    const char *reason = native_plan_append(program, trace, &plan);
    if (!reason && !build(replay, &plan, executable, errors))
        reason = "the program could not be built";
    NativeEnding ending = reason ? end_unlike(reason, line) : run_built(replay, trace, executable, line);
    text_free(&plan);
    free(executable);
    return ending;
}
