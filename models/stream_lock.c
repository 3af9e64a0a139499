/*
 * The locks of the standard streams, where a program takes them itself: flockfile and its like. There its calls that print
 * come here (src/front/symbols.c), because they take the lock of their stream, too. In other programs nobody holds one
 * longer than a call lasts.
 *
 * What a lock does not do is to keep the calls of other functions on the same descriptor away.
 */
#include "stream.h"

void model_lock_standard(const FILE *stream);
int model_try_standard(const FILE *stream);
void model_unlock_standard(const FILE *stream);

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

void model_lock_standard(const FILE *stream)
{
    int number = stream->_fileno;
    if (!stream_depths[number]) {
        pthread_mutex_lock(stream_locks[number]);
    }
    stream_depths[number]++;
}

int model_try_standard(const FILE *stream)
{
    int number = stream->_fileno;
    if (!stream_depths[number] && pthread_mutex_trylock(stream_locks[number])) {
        return 1;
    }
    stream_depths[number]++;
    return 0;
}

void model_unlock_standard(const FILE *stream)
{
    int number = stream->_fileno;
    if (!stream_depths[number]) {
        __raddle_misuse("funlockfile of a stream that the thread does not hold");
    }
    if (!--stream_depths[number]) {
        pthread_mutex_unlock(stream_locks[number]);
    }
}

void flockfile(FILE *stream)
{
    model_lock_standard(stream);
}

int ftrylockfile(FILE *stream)
{
    return model_try_standard(stream);
}

void funlockfile(FILE *stream)
{
    model_unlock_standard(stream);
}

/* Files have locks of their own (models/stream.c). */
static void enter(FILE *stream)
{
    if (model_is_standard(stream)) {
        model_lock_standard(stream);
    }
}

static void leave(FILE *stream)
{
    if (model_is_standard(stream)) {
        model_unlock_standard(stream);
    }
}

int __raddle_locked_vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    enter(stream);
    int length = vfprintf(stream, format, arguments);
    leave(stream);
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
    enter(stream);
    int result = fputs(text, stream);
    leave(stream);
    return result;
}

int __raddle_locked_puts(const char *text)
{
    enter(stdout);
    int result = puts(text);
    leave(stdout);
    return result;
}

int __raddle_locked_fputc(int character, FILE *stream)
{
    enter(stream);
    int result = fputc(character, stream);
    leave(stream);
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
    enter(stream);
    size_t written = fwrite(source, size, count, stream);
    leave(stream);
    return written;
}

void __raddle_locked_perror(const char *text)
{
    enter(stderr);
    perror(text);
    leave(stderr);
}
