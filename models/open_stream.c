/*
 * Opening and closing streams, their position and state. See stream.c.
 */
#include "stream.h"

enum { SEEK_FROM_START = 0, SEEK_FROM_HERE = 1 };

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void freopen_of_a_standard_stream(void);

void rewind(FILE *file);

/* The flags of open for a mode of fopen, or -1. */
static int mode_flags(const char *mode)
{
    int flags;
    switch (*mode++) {
    case 'r':
        flags = 0;
        break;
    case 'w':
        flags = OPEN_WRITE_ONLY | OPEN_CREATE | OPEN_TRUNCATE;
        break;
    case 'a':
        flags = OPEN_WRITE_ONLY | OPEN_CREATE | OPEN_APPEND;
        break;
    default:
        return -1;
    }
    for (; *mode && *mode != ','; mode++) {
        if (*mode == '+') {
            flags = (flags & ~OPEN_ACCESS) | OPEN_READ_WRITE;
        } else if (*mode == 'x') {
            flags |= OPEN_EXCLUSIVE;
        } else if (*mode == 'e') {
            flags |= OPEN_CLOSE_ON_EXEC;
        }
    }
    return flags;
}

static FILE *stream_make(int descriptor)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        errno = ENOMEM;
        return NULL;
    }
    stream->head._fileno = descriptor;
    return &stream->head;
}

static void close_quietly(int descriptor)
{
    __VERIFIER_atomic_begin();
    model_descriptor_close(descriptor);
    __VERIFIER_atomic_end();
}

static FILE *stream_of(int descriptor)
{
    if (descriptor < 0) {
        errno = -descriptor;
        return NULL;
    }
    FILE *stream = stream_make(descriptor);
    if (!stream) {
        close_quietly(descriptor);
    }
    return stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    int flags = mode_flags(mode);
    return stream_of(flags < 0 ? -EINVAL : model_file_open(path, (unsigned)flags));
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return fopen(path, mode);
}

FILE *tmpfile(void)
{
    return stream_of(model_file_temporary());
}

FILE *tmpfile64(void)
{
    return tmpfile();
}

/* The descriptor must be open in a way that the mode asks for. */
FILE *fdopen(int descriptor, const char *mode)
{
    int flags = mode_flags(mode);
    long error = flags < 0 ? -EINVAL : 0;
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    if (!description) {
        error = -EBADF;
    } else if (!error) {
        unsigned access = description->flags & OPEN_ACCESS;
        error = access != OPEN_READ_WRITE && access != ((unsigned)flags & OPEN_ACCESS) ? -EINVAL : 0;
        if (!error && (flags & OPEN_APPEND)) {
            description->flags |= OPEN_APPEND;
        }
    }
    __VERIFIER_atomic_end();
    if (error) {
        errno = (int)-error;
        return NULL;
    }
    return stream_make(descriptor);
}

int __raddle_files_fclose(FILE *file)
{
    if (model_is_standard(file)) {
        return 0;
    }
    struct stream *stream = (struct stream *)file;
    model_stream_enter(stream);
    long result = model_descriptor_close(stream->head._fileno);
    __VERIFIER_atomic_end();
    free(stream);
    return (int)model_result(result);
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict file)
{
    if (model_is_standard(file) || !path) {
        freopen_of_a_standard_stream();
    }
    int flags = mode_flags(mode);
    struct stream *stream = (struct stream *)file;
    model_stream_enter(stream);
    model_descriptor_close(stream->head._fileno);
    stream->state = 0;
    stream->pushed = 0;
    __VERIFIER_atomic_end();
    int descriptor = flags < 0 ? -EINVAL : model_file_open(path, (unsigned)flags);
    if (descriptor < 0) {
        free(stream);
        errno = -descriptor;
        return NULL;
    }
    model_stream_enter(stream);
    stream->head._fileno = descriptor;
    __VERIFIER_atomic_end();
    return file;
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict file)
{
    return freopen(path, mode, file);
}

int __raddle_files_fileno(FILE *stream)
{
    return __atomic_load_n(&stream->_fileno, __ATOMIC_SEQ_CST);
}

int __raddle_files_fileno_unlocked(FILE *stream)
{
    return __raddle_files_fileno(stream);
}

static unsigned stream_state(struct stream *stream)
{
    model_stream_enter(stream);
    unsigned state = stream->state;
    __VERIFIER_atomic_end();
    return state;
}

/* Nothing is buffered; but the stream must be one. */
int __raddle_files_fflush(FILE *stream)
{
    if (stream && !model_is_standard(stream)) {
        stream_state((struct stream *)stream);
    }
    return 0;
}

int __raddle_files_fflush_unlocked(FILE *stream)
{
    return __raddle_files_fflush(stream);
}

int __raddle_files_feof(FILE *stream)
{
    return model_is_standard(stream) ? model_input_ended(stream)
                                     : (stream_state((struct stream *)stream) & STREAM_END) != 0;
}

int __raddle_files_feof_unlocked(FILE *stream)
{
    return __raddle_files_feof(stream);
}

int __raddle_files_ferror(FILE *stream)
{
    return model_is_standard(stream) ? 0 : (stream_state((struct stream *)stream) & STREAM_ERROR) != 0;
}

int __raddle_files_ferror_unlocked(FILE *stream)
{
    return __raddle_files_ferror(stream);
}

void __raddle_files_clearerr(FILE *file)
{
    if (model_is_standard(file)) {
        model_input_continue(file);
        return;
    }
    struct stream *stream = (struct stream *)file;
    model_stream_enter(stream);
    stream->state = 0;
    __VERIFIER_atomic_end();
}

void __raddle_files_clearerr_unlocked(FILE *file)
{
    __raddle_files_clearerr(file);
}

/* Inside a section. */
static long stream_seek(struct stream *stream, long offset, int whence)
{
    struct model_description *description = model_description_of(stream->head._fileno);
    if (!description) {
        return -EBADF;
    }
    if (description->kind != KIND_FILE) {
        return -ESPIPE;
    }
    if (whence == SEEK_FROM_HERE && stream->pushed) {
        offset--;
    }
    long result = model_seek(description, offset, whence);
    if (result >= 0) {
        stream->pushed = 0;
        stream->state &= ~STREAM_END;
    }
    return result;
}

int fseek(FILE *file, long offset, int whence)
{
    if (model_is_standard(file)) {
        return (int)model_result(-ESPIPE);
    }
    model_stream_enter((struct stream *)file);
    long result = stream_seek((struct stream *)file, offset, whence);
    __VERIFIER_atomic_end();
    return (int)model_result(result < 0 ? result : 0);
}

int fseeko(FILE *file, long offset, int whence)
{
    return fseek(file, offset, whence);
}

long ftell(FILE *file)
{
    if (model_is_standard(file)) {
        return model_result(-ESPIPE);
    }
    struct stream *stream = (struct stream *)file;
    model_stream_enter(stream);
    struct model_description *description = model_description_of(stream->head._fileno);
    long result = !description                     ? -EBADF
                  : description->kind != KIND_FILE ? -ESPIPE
                                                   : (long)description->offset - (stream->pushed != 0);
    __VERIFIER_atomic_end();
    return model_result(result);
}

long ftello(FILE *file)
{
    return ftell(file);
}

void rewind(FILE *file)
{
    fseek(file, 0, SEEK_FROM_START);
    __raddle_files_clearerr(file);
}

#if __SIZEOF_LONG__ == 8
int fseeko64(FILE *file, long offset, int whence)
{
    return fseek(file, offset, whence);
}

long ftello64(FILE *file)
{
    return ftell(file);
}
#endif
