/*
 * Reading standard input, whose content is arbitrary: every character is a fresh input of nine bits, and one of 256 or
 * more is the end of the file. The end is remembered, as is one character pushed back; both live in one word. The stream
 * is shared by all threads: taking a character from it is one atomic section.
 */
#include "model.h"

/* Those named model_ are what stream.c does with a standard stream. */

enum { INPUT_AT_END = 0x100, INPUT_PUSHED_BACK = 0x200 };

static int input_state;

static int input_take(void)
{
    int state = __atomic_load_n(&input_state, __ATOMIC_SEQ_CST);
    if (state & INPUT_PUSHED_BACK) {
        __atomic_store_n(&input_state, state & INPUT_AT_END, __ATOMIC_SEQ_CST);
        return state & 0xff;
    }
    if (state & INPUT_AT_END) {
        return EOF;
    }
    unsigned value = (unsigned)__raddle_input("getchar", 9);
    if (value > 0xff) {
        __atomic_store_n(&input_state, INPUT_AT_END, __ATOMIC_SEQ_CST);
        return EOF;
    }
    return (int)value;
}

static int input_character(void)
{
    __VERIFIER_atomic_begin();
    int character = input_take();
    __VERIFIER_atomic_end();
    return character;
}

int fgetc(FILE *stream)
{
    return stream->_fileno == 0 ? input_character() : EOF;
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int _IO_getc(FILE *stream)
{
    return fgetc(stream);
}

int fgetc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int getc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int __uflow(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return input_character();
}

int getchar_unlocked(void)
{
    return input_character();
}

int model_unread(int character, FILE *stream)
{
    if (character == EOF || stream->_fileno != 0) {
        return EOF;
    }
    __atomic_store_n(&input_state, INPUT_PUSHED_BACK | (character & 0xff), __ATOMIC_SEQ_CST);
    return character & 0xff;
}

int ungetc(int character, FILE *stream)
{
    return model_unread(character, stream);
}

int model_input_ended(FILE *stream)
{
    int state = stream->_fileno == 0 ? __atomic_load_n(&input_state, __ATOMIC_SEQ_CST) : 0;
    return (state & INPUT_AT_END) != 0;
}

int feof(FILE *stream)
{
    return model_input_ended(stream);
}

int feof_unlocked(FILE *stream)
{
    return feof(stream);
}

int ferror(FILE *stream)
{
    return stream->_fileno < 0;
}

int ferror_unlocked(FILE *stream)
{
    return ferror(stream);
}

void model_input_continue(FILE *stream)
{
    if (stream->_fileno == 0) {
        __atomic_fetch_and(&input_state, ~INPUT_AT_END, __ATOMIC_SEQ_CST);
    }
}

void clearerr(FILE *stream)
{
    model_input_continue(stream);
}

void clearerr_unlocked(FILE *stream)
{
    clearerr(stream);
}

char *model_read_line(char *restrict buffer, int size, FILE *restrict stream)
{
    int length = 0;
    if (size <= 0) {
        return NULL;
    }
    while (length < size - 1) {
        int character = fgetc(stream);
        if (character == EOF) {
            if (length == 0) {
                return NULL;
            }
            break;
        }
        buffer[length++] = (char)character;
        if (character == '\n') {
            break;
        }
    }
    buffer[length] = '\0';
    return buffer;
}

char *fgets(char *restrict buffer, int size, FILE *restrict stream)
{
    return model_read_line(buffer, size, stream);
}

char *fgets_unlocked(char *restrict buffer, int size, FILE *restrict stream)
{
    return fgets(buffer, size, stream);
}

ssize_t model_read_delimited(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream)
{
    size_t length = 0;
    if (!line || !capacity) {
        errno = EINVAL;
        return -1;
    }
    if (!*line) {
        *capacity = 0;
    }
    for (;;) {
        if (length + 2 > *capacity) {
            size_t grown = *capacity < 120 ? 120 : *capacity * 2;
            char *block = realloc(*line, grown);
            if (!block) {
                errno = ENOMEM;
                return -1;
            }
            *line = block;
            *capacity = grown;
        }
        int character = fgetc(stream);
        if (character == EOF) {
            break;
        }
        (*line)[length++] = (char)character;
        if (character == delimiter) {
            break;
        }
    }
    (*line)[length] = '\0';
    return length > 0 ? (ssize_t)length : -1;
}

ssize_t getdelim(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream)
{
    return model_read_delimited(line, capacity, delimiter, stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream)
{
    return getdelim(line, capacity, delimiter, stream);
}

ssize_t getline(char **restrict line, size_t *restrict capacity, FILE *restrict stream)
{
    return getdelim(line, capacity, '\n', stream);
}

size_t model_read_standard_input(unsigned char *bytes, size_t count)
{
    size_t length = 0;
    while (length < count) {
        int character = input_character();
        if (character == EOF) {
            break;
        }
        bytes[length++] = (unsigned char)character;
    }
    return length;
}

size_t fread(void *restrict target, size_t size, size_t count, FILE *restrict stream)
{
    if (size == 0 || count == 0 || stream->_fileno != 0) {
        return 0;
    }
    return model_read_standard_input(target, size * count) / size;
}

size_t fread_unlocked(void *restrict target, size_t size, size_t count, FILE *restrict stream)
{
    return fread(target, size, count, stream);
}

ssize_t read(int descriptor, void *target, size_t count)
{
    __raddle_cancellation_point();
    if (descriptor != 0) {
        errno = EBADF;
        return -1;
    }
    return (ssize_t)model_read_standard_input(target, count);
}
