/*
 * stdio.h on descriptors, for programs that open files; src/front/symbols.c puts these in the place of the functions
 * in stdio.c and input.c. Nothing is buffered, so what is written is in the file at once.
 *
 * A stream is a block of memory that fclose frees: its use after that is a use of freed memory. Each call on a file is
 * one atomic section, which is all that the lock of a stream comes to as long as nobody holds it longer: flockfile,
 * and whoever waits for a pipe in the middle of a call. What is passed in and out is copied outside of the section.
 *
 * The standard streams have no descriptor here: they print, and read standard input, whatever becomes of 0, 1 and 2.
 */
#include "stream.h"

/* models/stream_lock.c */
void model_lock_standard(const FILE *stream);
int model_try_standard(const FILE *stream);
void model_unlock_standard(const FILE *stream);

enum { LINE_SIZE = 256, SCANNED_SIZE = 4096 };

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void ungetc_of_a_second_character(void);
void fscanf_of_what_is_no_file(void);
void fscanf_of_more_than_4095_characters(void);

/* Begins a section in which the stream belongs to this thread. What nobody may do at the same time without the lock is
 * an access to `unlocked` here, and an ordinary one there. */
void model_stream_enter(struct stream *stream)
{
    pthread_t self = pthread_self();
    for (;;) {
        __VERIFIER_atomic_begin();
        if (!stream->depth || stream->owner == self) {
            break;
        }
        __VERIFIER_atomic_end();
    }
    (void)*(volatile unsigned *)&stream->unlocked;
}

/* Leaves the section, but keeps the stream. */
static void stream_keep(struct stream *stream)
{
    stream->owner = pthread_self();
    stream->depth++;
    __VERIFIER_atomic_end();
}

/* Is in a section again. */
static void stream_return(struct stream *stream)
{
    __VERIFIER_atomic_begin();
    stream->depth--;
}

static long write_some(struct stream *stream, const unsigned char *bytes, size_t count)
{
    int descriptor = stream->head._fileno;
    struct model_description *to = model_description_of(descriptor);
    if (!to) {
        return -EBADF;
    }
    if (!model_may_wait(to)) {
        return model_try_write(to, bytes, count);
    }
    if (model_standard_number(to) >= 0) {
        return __raddle_write(model_standard_number(to), bytes, count);
    }
    stream_keep(stream);
    long result = model_write_waiting(descriptor, to, bytes, count, MODEL_WAITS_FOR_STREAM);
    stream_return(stream);
    return result;
}

static long read_some(struct stream *stream, unsigned char *bytes, size_t count)
{
    int descriptor = stream->head._fileno;
    struct model_description *from = model_description_of(descriptor);
    if (!from) {
        return -EBADF;
    }
    if (!model_may_wait(from)) {
        return model_try_read(from, bytes, count);
    }
    stream_keep(stream);
    long result = model_standard_number(from) == 0
                      ? (long)model_read_standard_input(bytes, count)
                      : model_read_waiting(descriptor, from, bytes, count, MODEL_WAITS_FOR_STREAM);
    stream_return(stream);
    return result;
}

/* The bytes are the model's own. Less than `count` is an error, in errno. */
size_t model_stream_write(FILE *file, const unsigned char *bytes, size_t count)
{
    if (model_is_standard(file)) {
        return file->_fileno ? (size_t)__raddle_write(file->_fileno, bytes, count) : 0;
    }
    struct stream *stream = (struct stream *)file;
    model_stream_enter(stream);
    long result = write_some(stream, bytes, count);
    if (result < 0 || (size_t)result < count) {
        stream->state |= STREAM_ERROR;
    }
    __VERIFIER_atomic_end();
    return model_result(result) < 0 ? 0 : (size_t)result;
}

/* Where in what was read a delimiter is, plus 1; 0: nowhere. What follows it goes back: only a file is read ahead. */
static size_t find_delimiter(struct stream *stream, const unsigned char *bytes, size_t count, int delimiter)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == delimiter) {
            if (i + 1 < count) {
                model_description_of(stream->head._fileno)->offset -= count - (i + 1);
            }
            return i + 1;
        }
    }
    return 0;
}

static _Bool reads_ahead(const struct stream *stream)
{
    const struct model_description *from = model_description_of(stream->head._fileno);
    return from && !model_may_wait(from);
}

/* Up to `count` bytes into the model's own memory, up to the end of the file or a delimiter (NO_DELIMITER: none),
 * which is part of it. */
size_t model_stream_read(struct stream *stream, unsigned char *bytes, size_t count, int delimiter)
{
    long error = 0;
    size_t done = 0;
    model_stream_enter(stream);
    if (count && stream->pushed) {
        bytes[done++] = (unsigned char)stream->pushed;
        stream->pushed = 0;
    }
    _Bool ends = done && bytes[0] == delimiter;
    while (!ends && done < count && !(stream->state & STREAM_END)) {
        size_t wanted = delimiter == NO_DELIMITER || reads_ahead(stream) ? count - done : 1;
        long result = read_some(stream, bytes + done, wanted);
        if (result <= 0) {
            error = result;
            stream->state |= result ? STREAM_ERROR : STREAM_END;
            break;
        }
        size_t found = delimiter == NO_DELIMITER ? 0 : find_delimiter(stream, bytes + done, (size_t)result, delimiter);
        ends = found > 0;
        done += found ? found : (size_t)result;
    }
    __VERIFIER_atomic_end();
    if (error) {
        errno = (int)-error;
    }
    return done;
}

/* Without the lock: the stream must be this thread's. */
static void stream_use_unlocked(FILE *file)
{
    if (!model_is_standard(file)) {
        ((struct stream *)file)->unlocked = 1;
    }
}

void __raddle_files_flockfile(FILE *file)
{
    if (model_is_standard(file)) {
        model_lock_standard(file);
        return;
    }
    model_stream_enter((struct stream *)file);
    stream_keep((struct stream *)file);
}

int __raddle_files_ftrylockfile(FILE *file)
{
    if (model_is_standard(file)) {
        return model_try_standard(file);
    }
    struct stream *stream = (struct stream *)file;
    __VERIFIER_atomic_begin();
    _Bool taken = stream->depth && stream->owner != pthread_self();
    if (!taken) {
        stream->owner = pthread_self();
        stream->depth++;
    }
    __VERIFIER_atomic_end();
    return taken;
}

void __raddle_files_funlockfile(FILE *file)
{
    if (model_is_standard(file)) {
        model_unlock_standard(file);
        return;
    }
    struct stream *stream = (struct stream *)file;
    __VERIFIER_atomic_begin();
    _Bool held = stream->depth && stream->owner == pthread_self();
    if (held) {
        stream->depth--;
    }
    __VERIFIER_atomic_end();
    if (!held) {
        __raddle_misuse("funlockfile of a stream that the thread does not hold");
    }
}

/* Output. */

size_t __raddle_files_fwrite(const void *restrict source, size_t size, size_t count, FILE *restrict stream)
{
    if (size == 0 || count == 0) {
        return 0;
    }
    if (model_is_standard(stream)) {
        return stream->_fileno && __raddle_write(stream->_fileno, source, size * count) >= 0 ? count : 0;
    }
    _Alignas(16) unsigned char bytes[size * count];
    __builtin_memcpy(bytes, source, size * count);
    return model_stream_write(stream, bytes, size * count) / size;
}

size_t __raddle_files_fwrite_unlocked(const void *restrict source, size_t size, size_t count, FILE *restrict stream)
{
    stream_use_unlocked(stream);
    return __raddle_files_fwrite(source, size, count, stream);
}

int __raddle_files_fputs(const char *restrict text, FILE *restrict stream)
{
    size_t length = strlen(text);
    return length == 0 || __raddle_files_fwrite(text, 1, length, stream) == length ? 1 : EOF;
}

int __raddle_files_fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    stream_use_unlocked(stream);
    return __raddle_files_fputs(text, stream);
}

int __raddle_files_fputc(int character, FILE *stream)
{
    unsigned char byte = (unsigned char)character;
    return __raddle_files_fwrite(&byte, 1, 1, stream) == 1 ? byte : EOF;
}

int __raddle_files_fputc_unlocked(int character, FILE *stream)
{
    stream_use_unlocked(stream);
    return __raddle_files_fputc(character, stream);
}

int __raddle_files_putc_unlocked(int character, FILE *stream)
{
    return __raddle_files_fputc_unlocked(character, stream);
}

/* What putc_unlocked of the header calls, since there is no buffer. */
int __raddle_files___overflow(FILE *stream, int character)
{
    return __raddle_files_fputc_unlocked(character, stream);
}

static int print(FILE *stream, const unsigned char *text, int length)
{
    return model_stream_write(stream, text, (size_t)length) == (size_t)length ? length : -1;
}

int __raddle_files_vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    if (model_is_standard(stream)) {
        return stream->_fileno ? __raddle_vprint(stream->_fileno, format, arguments) : -1;
    }
    unsigned char line[LINE_SIZE];
    va_list again;
    va_copy(again, arguments);
    int length = __raddle_vformat((char *)line, sizeof line, format, arguments);
    if (length < 0 || length < LINE_SIZE) {
        va_end(again);
        return length < 0 ? length : print(stream, line, length);
    }
    unsigned char text[length + 1];
    length = __raddle_vformat((char *)text, sizeof text, format, again);
    va_end(again);
    return print(stream, text, length);
}

/* To a descriptor, by a stream that nobody else has. */
int __raddle_files_vdprintf(int descriptor, const char *restrict format, va_list arguments)
{
    char line[LINE_SIZE];
    va_list again;
    va_copy(again, arguments);
    int length = __raddle_vformat(line, sizeof line, format, arguments);
    if (length < 0 || length < LINE_SIZE) {
        va_end(again);
        return length < 0 ? length : (int)write(descriptor, line, (size_t)length);
    }
    char text[length + 1];
    length = __raddle_vformat(text, sizeof text, format, again);
    va_end(again);
    return (int)write(descriptor, text, (size_t)length);
}

/* Input. */

int __raddle_files_fgetc(FILE *stream)
{
    if (model_is_standard(stream)) {
        return stream->_fileno ? EOF : getchar();
    }
    unsigned char byte;
    return model_stream_read((struct stream *)stream, &byte, 1, NO_DELIMITER) ? byte : EOF;
}

int __raddle_files_fgetc_unlocked(FILE *stream)
{
    stream_use_unlocked(stream);
    return __raddle_files_fgetc(stream);
}

int __raddle_files_getc_unlocked(FILE *stream)
{
    return __raddle_files_fgetc_unlocked(stream);
}

int __raddle_files___uflow(FILE *stream)
{
    return __raddle_files_fgetc_unlocked(stream);
}

/* One character can go back, as C promises. */
int __raddle_files_ungetc(int character, FILE *file)
{
    if (model_is_standard(file)) {
        return model_unread(character, file);
    }
    if (character == EOF) {
        return EOF;
    }
    struct stream *stream = (struct stream *)file;
    model_stream_enter(stream);
    if (stream->pushed) {
        ungetc_of_a_second_character();
    }
    stream->pushed = 0x100 | (character & 0xff);
    stream->state &= ~STREAM_END;
    __VERIFIER_atomic_end();
    return character & 0xff;
}

char *__raddle_files_fgets(char *restrict buffer, int size, FILE *restrict stream)
{
    if (model_is_standard(stream)) {
        return model_read_line(buffer, size, stream);
    }
    if (size <= 0) {
        return NULL;
    }
    unsigned char bytes[size];
    size_t length = size == 1 ? 0 : model_stream_read((struct stream *)stream, bytes, (size_t)size - 1, '\n');
    if (length == 0 && size > 1) {
        return NULL;
    }
    __builtin_memcpy(buffer, bytes, length);
    buffer[length] = '\0';
    return buffer;
}

char *__raddle_files_fgets_unlocked(char *restrict buffer, int size, FILE *restrict stream)
{
    stream_use_unlocked(stream);
    return __raddle_files_fgets(buffer, size, stream);
}

size_t __raddle_files_fread(void *restrict target, size_t size, size_t count, FILE *restrict stream)
{
    if (size == 0 || count == 0) {
        return 0;
    }
    if (model_is_standard(stream)) {
        return stream->_fileno ? 0 : model_read_standard_input(target, size * count) / size;
    }
    _Alignas(16) unsigned char bytes[size * count];
    size_t length = model_stream_read((struct stream *)stream, bytes, size * count, NO_DELIMITER);
    __builtin_memcpy(target, bytes, length);
    return length / size;
}

size_t __raddle_files_fread_unlocked(void *restrict target, size_t size, size_t count, FILE *restrict stream)
{
    stream_use_unlocked(stream);
    return __raddle_files_fread(target, size, count, stream);
}

/* Character by character, with the lock held all the time. */
ssize_t __raddle_files_getdelim(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream)
{
    __raddle_files_flockfile(stream);
    ssize_t length = model_read_delimited(line, capacity, delimiter, stream);
    __raddle_files_funlockfile(stream);
    return length;
}

/* What is left of the file is a text, of which what was not read goes back. */
static int scan_file(struct stream *stream, const char *format, va_list arguments)
{
    unsigned char text[SCANNED_SIZE];
    size_t used;
    size_t length = model_stream_read(stream, text, sizeof text, NO_DELIMITER);
    if (length == sizeof text) {
        fscanf_of_more_than_4095_characters();
    }
    text[length] = '\0';
    int stored = model_scan_text((const char *)text, format, arguments, &used);
    if (used < length) {
        __VERIFIER_atomic_begin();
        model_description_of(stream->head._fileno)->offset -= length - used;
        stream->state &= ~STREAM_END;
        __VERIFIER_atomic_end();
    }
    return stored;
}

int __raddle_files_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    if (model_is_standard(stream)) {
        return stream->_fileno ? EOF : vscanf(format, arguments);
    }
    __raddle_files_flockfile(stream);
    struct model_description *description = model_description_of(stream->_fileno);
    if (!description || model_may_wait(description)) {
        fscanf_of_what_is_no_file();
    }
    int stored = scan_file((struct stream *)stream, format, arguments);
    __raddle_files_funlockfile(stream);
    return stored;
}
