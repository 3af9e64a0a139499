/*
 * Output of stdio.h, and the standard streams. Each call is one captured write: there is no buffer, so nothing of a stream
 * is shared between threads and printing creates no interleavings of its own. Formatting is the machine's.
 */
#include "model.h"

extern const FILE model_standard_streams[3];
const FILE model_standard_streams[3] = {{._fileno = 0}, {._fileno = 1}, {._fileno = 2}};

FILE *stdin = (FILE *)&model_standard_streams[0];
FILE *stdout = (FILE *)&model_standard_streams[1];
FILE *stderr = (FILE *)&model_standard_streams[2];

static int stream_print(int descriptor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __raddle_vprint(descriptor, format, arguments);
    va_end(arguments);
    return length;
}

int fileno(FILE *stream)
{
    return stream->_fileno;
}

int fileno_unlocked(FILE *stream)
{
    return stream->_fileno;
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments)
{
    if (descriptor != 1 && descriptor != 2) {
        errno = EBADF;
        return -1;
    }
    return __raddle_vprint(descriptor, format, arguments);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return vdprintf(stream->_fileno, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return __raddle_vprint(1, format, arguments);
}

int printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __raddle_vprint(1, format, arguments);
    va_end(arguments);
    return length;
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

int dprintf(int descriptor, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vdprintf(descriptor, format, arguments);
    va_end(arguments);
    return length;
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments)
{
    return __raddle_vformat(buffer, size, format, arguments);
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __raddle_vformat(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments)
{
    return __raddle_vformat(buffer, INT_MAX, format, arguments);
}

int sprintf(char *restrict buffer, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __raddle_vformat(buffer, INT_MAX, format, arguments);
    va_end(arguments);
    return length;
}

int vasprintf(char **restrict result, const char *restrict format, va_list arguments)
{
    va_list measured;
    va_copy(measured, arguments);
    int length = __raddle_vformat(NULL, 0, format, measured);
    va_end(measured);
    if (length < 0) {
        return -1;
    }
    char *buffer = malloc((size_t)length + 1);
    if (!buffer) {
        errno = ENOMEM;
        return -1;
    }
    *result = buffer;
    return __raddle_vformat(buffer, (size_t)length + 1, format, arguments);
}

int asprintf(char **restrict result, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(result, format, arguments);
    va_end(arguments);
    return length;
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    __raddle_cancellation_point();
    if (descriptor != 1 && descriptor != 2) {
        errno = EBADF;
        return -1;
    }
    return __raddle_write(descriptor, bytes, count);
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream)
{
    if (size == 0 || count == 0) {
        return 0;
    }
    return write(stream->_fileno, bytes, size * count) < 0 ? 0 : count;
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream)
{
    return fwrite(bytes, size, count, stream);
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    size_t length = strlen(text);
    return length > 0 && write(stream->_fileno, text, length) < 0 ? EOF : 1;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return fputs(text, stream);
}

/* The length is measured first so that a null pointer is caught here and not printed as "(null)". */
int puts(const char *text)
{
    size_t length = strlen(text);
    stream_print(1, "%s\n", text);
    return (int)length + 1;
}

int fputc(int character, FILE *stream)
{
    unsigned char byte = (unsigned char)character;
    return write(stream->_fileno, &byte, 1) < 0 ? EOF : byte;
}

int putc(int character, FILE *stream)
{
    return fputc(character, stream);
}

int _IO_putc(int character, FILE *stream)
{
    return fputc(character, stream);
}

int fputc_unlocked(int character, FILE *stream)
{
    return fputc(character, stream);
}

int putc_unlocked(int character, FILE *stream)
{
    return fputc(character, stream);
}

int __overflow(FILE *stream, int character)
{
    return fputc(character, stream);
}

int putchar(int character)
{
    unsigned char byte = (unsigned char)character;
    __raddle_write(1, &byte, 1);
    return byte;
}

int putchar_unlocked(int character)
{
    return putchar(character);
}

int putw(int word, FILE *stream)
{
    return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF;
}

void perror(const char *prefix)
{
    const char *text = strerror(errno);
    if (prefix && *prefix) {
        stream_print(2, "%s: %s\n", prefix, text);
    } else {
        stream_print(2, "%s\n", text);
    }
}

/* Nothing is buffered or locked, and closing a standard stream is not remembered. */
int fflush(FILE *stream)
{
    (void)stream;
    return 0;
}

int fflush_unlocked(FILE *stream)
{
    (void)stream;
    return 0;
}

int fclose(FILE *stream)
{
    return stream->_fileno < 0 ? EOF : 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)stream;
    (void)buffer;
}

void setbuffer(FILE *stream, char *buffer, size_t size)
{
    (void)stream;
    (void)buffer;
    (void)size;
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream;
    (void)buffer;
    (void)size;
    return mode < 0 || mode > 2 ? -1 : 0;
}
