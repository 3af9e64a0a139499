/*
 * The entry points of the scanf family. glibc's headers redirect them by the C standard in force; the differences
 * (which letters mean allocation, binary prefixes) do not touch what the models support.
 */
#include "model.h"

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments);
int vscanf(const char *restrict format, va_list arguments);
int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments);

int scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vscanf(format, arguments);
    va_end(arguments);
    return stored;
}

int fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vfscanf(stream, format, arguments);
    va_end(arguments);
    return stored;
}

int sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vsscanf(text, format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc99_scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vscanf(format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vfscanf(stream, format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vsscanf(text, format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc99_vscanf(const char *restrict format, va_list arguments)
{
    return vscanf(format, arguments);
}

int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return vfscanf(stream, format, arguments);
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    return vsscanf(text, format, arguments);
}

int __isoc23_scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vscanf(format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc23_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vfscanf(stream, format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int stored = vsscanf(text, format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc23_vscanf(const char *restrict format, va_list arguments)
{
    return vscanf(format, arguments);
}

int __isoc23_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return vfscanf(stream, format, arguments);
}

int __isoc23_vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    return vsscanf(text, format, arguments);
}
