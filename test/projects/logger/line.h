/* A line of the log, with its newline at the end and no zero behind it. */
#ifndef LINE_H
#define LINE_H

#include <stdarg.h>
#include <stddef.h>

#include "log.h"

enum { LINE_SIZE = 32 };

struct line {
    size_t length;
    char text[LINE_SIZE];
};

void line_format(struct line *line, enum log_level level, const char *format, va_list arguments);

#endif
