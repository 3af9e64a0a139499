#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A global, since memory can run out anywhere. Set once, before anything else.
static bool ends_with_verdict;

void fail_internal(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "raddle: internal error at %s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

void fail_end_with_verdict(void)
{
    ends_with_verdict = true;
}

bool fail_ends_with_verdict(void)
{
    return ends_with_verdict;
}

void fail_out_of_memory(size_t size)
{
    static const char verdict[] = "UNKNOWN(out of memory)\n";
    fprintf(stderr, "raddle: out of memory (%zu bytes were asked for)\n", size);
    if (!ends_with_verdict)
        abort();
    fflush(stdout);
    ssize_t written = write(STDOUT_FILENO, verdict, strlen(verdict));
    (void)written;
    _exit(3);
}
