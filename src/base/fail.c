#include "base/fail.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_FAILED = 4 };

const char fail_without_memory[] = "out of memory";

// Globals, since memory can run out anywhere, and signals have no argument. Set once, before anything else.
static bool ends_with_verdict;
static FailureNote *note;

// Names of files are those of the project, wherever it was built.
static const char *shorten(const char *file)
{
    const char *inside = strstr(file, "src/");
    return inside ? inside : file;
}

// The first failure is the one to be reported.
static bool take_note(void)
{
    return note && !atomic_exchange(&note->filled, true);
}

void fail_internal(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (take_note()) {
        snprintf(note->where, sizeof note->where, "%s:%d", shorten(file), line);
        vsnprintf(note->message, sizeof note->message, format, arguments);
    } else if (!note) {
        fprintf(stderr, "raddle: internal error at %s:%d: ", shorten(file), line);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
    }
    va_end(arguments);
    if (note)
        _exit(STATUS_FAILED);
    abort();
}

void fail_end_with_verdict(void)
{
    ends_with_verdict = true;
}

bool fail_ends_well(void)
{
    return ends_with_verdict || note;
}

void fail_out_of_memory(size_t size)
{
    static const char verdict[] = "UNKNOWN(out of memory)\n";
    if (take_note())
        memcpy(note->message, fail_without_memory, sizeof fail_without_memory);
    if (note)
        _exit(STATUS_FAILED);
    fprintf(stderr, "raddle: out of memory (%zu bytes were asked for)\n", size);
    if (!ends_with_verdict)
        abort();
    fflush(stdout);
    ssize_t written = write(STDOUT_FILENO, verdict, strlen(verdict));
    (void)written;
    _exit(3);
}

// --- Signals for errors

// A sanitizer has handlers of its own, which tell more.
#if defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#ifdef HAS_SANITIZER

static void catch_error_signals(void)
{
}

#else

static const struct {
    int number;
    const char *name;
} error_signals[] = {{SIGSEGV, "segmentation fault"},
                     {SIGBUS, "bus error"},
                     {SIGFPE, "arithmetic error of the processor"},
                     {SIGILL, "illegal instruction"},
                     {SIGABRT, "a part that is not raddle's own aborted"}};

static void note_signal(int number)
{
    for (size_t i = 0; i < sizeof error_signals / sizeof *error_signals; i++)
        if (error_signals[i].number == number && take_note())
            memcpy(note->message, error_signals[i].name, strlen(error_signals[i].name) + 1);
    _exit(STATUS_FAILED);
}

// On a stack of its own, because the stack may be what is at its end.
static void catch_error_signals(void)
{
    static char stack[1 << 16];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof error_signals / sizeof *error_signals; i++)
        sigaction(error_signals[i].number, &action, NULL);
}

#endif

void fail_leave_note(FailureNote *place)
{
    note = place;
    atomic_store(&place->process, (int)getpid());
    catch_error_signals();
}
