/*
 * Messages of programs to their users: err.h, error.h, syslog.h and what signals are called. What goes to the system's
 * log is formatted, so that mistakes in it are found, and shown to nobody. The calls of err.h print in pieces, each one
 * write of its own.
 */
#include "model.h"

enum { LOG_EVERYTHING = 0xff, FIRST_REALTIME_SIGNAL = 34, LAST_SIGNAL = 64 };

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
char *__progname = "program";
char *__progname_full = "program";

static void print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    __raddle_vprint(2, format, arguments);
    va_end(arguments);
}

/* `error` is the value of errno that the message ends with; negative: it ends without one. */
static void print_message(const char *format, va_list arguments, int error)
{
    print("%s: ", program_invocation_short_name);
    if (format) {
        __raddle_vprint(2, format, arguments);
        if (error >= 0) {
            print(": ");
        }
    }
    print("%s\n", error >= 0 ? strerror(error) : "");
}

void vwarn(const char *format, va_list arguments)
{
    print_message(format, arguments, errno);
}

void vwarnx(const char *format, va_list arguments)
{
    print_message(format, arguments, -1);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

_Noreturn void verr(int status, const char *format, va_list arguments)
{
    vwarn(format, arguments);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list arguments)
{
    vwarnx(format, arguments);
    exit(status);
}

_Noreturn void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
}

_Noreturn void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
}

/* error.h of GNU. */
unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void end_error(int status, int code, const char *format, va_list arguments)
{
    __raddle_vprint(2, format, arguments);
    __atomic_fetch_add(&error_message_count, 1, __ATOMIC_RELAXED);
    if (code) {
        print(": %s\n", strerror(code));
    } else {
        print("\n");
    }
    if (status) {
        exit(status);
    }
}

void error(int status, int code, const char *format, ...)
{
    if (error_print_progname) {
        error_print_progname();
    } else {
        print("%s: ", program_invocation_name);
    }
    va_list arguments;
    va_start(arguments, format);
    end_error(status, code, format, arguments);
    va_end(arguments);
}

void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...)
{
    static const char *last_file;
    static unsigned last_line;
    if (error_one_per_line) {
        if (last_line == line && (file == last_file || (file && last_file && strcmp(file, last_file) == 0))) {
            return;
        }
        last_file = file;
        last_line = line;
    }
    if (error_print_progname) {
        error_print_progname();
    } else {
        print("%s:", program_invocation_name);
    }
    if (file) {
        print("%s:%u: ", file, line);
    } else {
        print(" ");
    }
    va_list arguments;
    va_start(arguments, format);
    end_error(status, code, format, arguments);
    va_end(arguments);
}

/* The system's log. */
void openlog(const char *name, int options, int facility)
{
    (void)name;
    (void)options;
    (void)facility;
}

void closelog(void)
{
}

int setlogmask(int mask)
{
    static int current = LOG_EVERYTHING;
    return mask ? __atomic_exchange_n(&current, mask, __ATOMIC_RELAXED) : __atomic_load_n(&current, __ATOMIC_SEQ_CST);
}

void vsyslog(int priority, const char *format, va_list arguments)
{
    (void)priority;
    __raddle_vformat(NULL, 0, format, arguments);
}

void syslog(int priority, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}

/* Signals by name. */
static const char *const signal_texts[] = {
    [1] = "Hangup",
    [2] = "Interrupt",
    [3] = "Quit",
    [4] = "Illegal instruction",
    [5] = "Trace/breakpoint trap",
    [6] = "Aborted",
    [7] = "Bus error",
    [8] = "Floating point exception",
    [9] = "Killed",
    [10] = "User defined signal 1",
    [11] = "Segmentation fault",
    [12] = "User defined signal 2",
    [13] = "Broken pipe",
    [14] = "Alarm clock",
    [15] = "Terminated",
    [16] = "Stack fault",
    [17] = "Child exited",
    [18] = "Continued",
    [19] = "Stopped (signal)",
    [20] = "Stopped",
    [21] = "Stopped (tty input)",
    [22] = "Stopped (tty output)",
    [23] = "Urgent I/O condition",
    [24] = "CPU time limit exceeded",
    [25] = "File size limit exceeded",
    [26] = "Virtual timer expired",
    [27] = "Profiling timer expired",
    [28] = "Window changed",
    [29] = "I/O possible",
    [30] = "Power failure",
    [31] = "Bad system call",
};

const char *sigdescr_np(int signal)
{
    unsigned count = sizeof signal_texts / sizeof *signal_texts;
    return (unsigned)signal < count ? signal_texts[signal] : NULL;
}

static char *format_number(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    __raddle_vformat(buffer, size, format, arguments);
    va_end(arguments);
    return buffer;
}

char *strsignal(int signal)
{
    static _Thread_local char made[32];
    const char *text = sigdescr_np(signal);
    if (text) {
        return (char *)text;
    }
    if (signal >= FIRST_REALTIME_SIGNAL && signal <= LAST_SIGNAL) {
        return format_number(made, sizeof made, "Real-time signal %d", signal - FIRST_REALTIME_SIGNAL);
    }
    return format_number(made, sizeof made, "Unknown signal %d", signal);
}

void psignal(int signal, const char *prefix)
{
    if (prefix && *prefix) {
        print("%s: ", prefix);
    }
    print("%s\n", strsignal(signal));
}
