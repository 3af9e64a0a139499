/*
 * The locks of the standard streams, where a program takes them itself: flockfile and its like. There its calls that print
 * come here (src/front/symbols.c), because they take the lock of their stream, too. In other programs nobody holds one
 * longer than a call lasts.
 *
 * What a lock does not do is to keep the calls of other functions on the same descriptor away.
 */
#include "model.h"

enum { STREAMS = 3, LOCK_BYTES = 64 };

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments);
int fputs(const char *restrict text, FILE *restrict stream);
int puts(const char *text);
int fputc(int character, FILE *stream);
size_t fwrite(const void *restrict source, size_t size, size_t count, FILE *restrict stream);
void perror(const char *text);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_unlock(void *mutex);

/* As mutexes with a static initialiser. Who has one may take it again. */
static _Alignas(16) unsigned char stream_locks[STREAMS][LOCK_BYTES];
static _Thread_local unsigned stream_depths[STREAMS];

void flockfile(FILE *stream)
{
    int number = stream->_fileno;
    if (!stream_depths[number]) {
        pthread_mutex_lock(stream_locks[number]);
    }
    stream_depths[number]++;
}

int ftrylockfile(FILE *stream)
{
    int number = stream->_fileno;
    if (!stream_depths[number] && pthread_mutex_trylock(stream_locks[number])) {
        return 1;
    }
    stream_depths[number]++;
    return 0;
}

void funlockfile(FILE *stream)
{
    int number = stream->_fileno;
    if (!stream_depths[number]) {
        __raddle_misuse("funlockfile of a stream that the thread does not hold");
    }
    if (!--stream_depths[number]) {
        pthread_mutex_unlock(stream_locks[number]);
    }
}

int __raddle_locked_vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    flockfile(stream);
    int length = vfprintf(stream, format, arguments);
    funlockfile(stream);
    return length;
}

int __raddle_locked_fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __raddle_locked_vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

int __raddle_locked_vprintf(const char *restrict format, va_list arguments)
{
    return __raddle_locked_vfprintf(stdout, format, arguments);
}

int __raddle_locked_printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __raddle_locked_vfprintf(stdout, format, arguments);
    va_end(arguments);
    return length;
}

int __raddle_locked_fputs(const char *restrict text, FILE *restrict stream)
{
    flockfile(stream);
    int result = fputs(text, stream);
    funlockfile(stream);
    return result;
}

int __raddle_locked_puts(const char *text)
{
    flockfile(stdout);
    int result = puts(text);
    funlockfile(stdout);
    return result;
}

int __raddle_locked_fputc(int character, FILE *stream)
{
    flockfile(stream);
    int result = fputc(character, stream);
    funlockfile(stream);
    return result;
}

int __raddle_locked_putc(int character, FILE *stream)
{
    return __raddle_locked_fputc(character, stream);
}

int __raddle_locked_putchar(int character)
{
    return __raddle_locked_fputc(character, stdout);
}

size_t __raddle_locked_fwrite(const void *restrict source, size_t size, size_t count, FILE *restrict stream)
{
    flockfile(stream);
    size_t written = fwrite(source, size, count, stream);
    funlockfile(stream);
    return written;
}

void __raddle_locked_perror(const char *text)
{
    flockfile(stderr);
    perror(text);
    funlockfile(stderr);
}
